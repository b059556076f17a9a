"""What a process does to its files, recorded by strace: every write, sync and name, in order."""

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

NAMES = "rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat"
WRITES = "write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,fallocate"
SYNCS = "fsync,fdatasync,sync_file_range,msync"
READS = "pread64"
CALLS = f"open,openat,creat,{NAMES},{WRITES},{SYNCS},sendto"
BEGUN = re.compile(r"(\d+) +(\w+)\((.*) <unfinished \.\.\.>$")
RESUMED = re.compile(r"(\d+) +<\.\.\. (\w+) resumed>(.*)$")
WHOLE = re.compile(r"(\d+) +(\w+)\((.*)$")
RESULT = re.compile(r"\) += (-?\d+)(.*)$")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
PATH = re.compile(r"<((?:\\x[0-9a-f]{2})*)>")
NUMBER = re.compile(r", (\d+)")


class Call(NamedTuple):
    """A system call. Between the two places in the trace it was under way."""

    name: str
    begun: int
    ended: int  # None: the process was gone before it ended.
    path: str  # Of its descriptor, or its first path.
    text: bytes  # Written or sent; the second path of a rename.
    numbers: tuple  # The others of its arguments.
    flags: str
    result: int
    is_injected: bool
    thread: int


class Strace:
    """Attached to a process until that ends."""

    def __init__(self, pid, file, calls=CALLS, inject=()):
        words = ["strace", "-f", "-y", "-xx", "-s", "4194304", "-e", f"trace={calls}"]
        words += [word for rule in inject for word in ("-e", f"inject={rule}")]
        words += ["-o", str(file), "-p", str(pid)]
        self._file = file
        self._process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        attached = self._process.stderr.readline()
        assert "attached" in attached, attached

    def calls(self):
        """What was recorded, once the process has ended."""
        self._process.communicate(timeout=60)
        lines = Path(self._file).read_text("ascii").splitlines()
        return parse(lines)


def parse(lines):
    """The calls of a trace, by their beginning."""
    calls, under_way = [], {}
    for at, line in enumerate(lines):
        if match := BEGUN.match(line):
            under_way[match[1]] = at, match[2], match[3]
        elif match := RESUMED.match(line):
            begun, name, arguments = under_way.pop(match[1])
            calls.append(_call(name, arguments + match[3], begun, at, match[1]))
        elif match := WHOLE.match(line):
            calls.append(_call(match[2], match[3], at, at, match[1]))
    for thread, (begun, name, arguments) in under_way.items():
        calls.append(_call(name, arguments, begun, None, thread))
    return sorted(calls, key=lambda call: call.begun)


def _call(name, text, begun, ended, thread):
    result = RESULT.search(text)
    arguments = text[: result.start()] if result else text
    texts = [_bytes(match) for match in TEXT.findall(arguments)]
    paths = [_bytes(match).decode() for match in PATH.findall(arguments)]
    plain = TEXT.sub("", arguments)
    if name in NAMES or name in ("open", "openat", "creat", "truncate"):
        path, data = texts[0].decode(), b"".join(texts[1:])
    else:
        path, data = paths[0] if paths else "", b"".join(texts)
    return Call(
        name, begun, ended, path, data, tuple(int(n) for n in NUMBER.findall(plain)), plain,
        int(result[1]) if result else -1, bool(result and "INJECTED" in result[2]), int(thread),
    )  # fmt: skip


def _bytes(digits):
    return bytes.fromhex(digits.replace("\\x", ""))
