"""A disk that keeps only what was synced, rebuilt from the calls of a process.

A file has what is on the disk, and writes that wait; a folder has names on the disk, and changes of
names that wait. A sync of a file makes its writes last, a sync of the folder its names. A sync that
fails makes nothing last, and its writes are given up: the system calls their pages clean, and a
later sync that succeeds says nothing about them.
"""

from pathlib import PurePath
from typing import NamedTuple

SYNCS = ("fsync", "fdatasync")
NOT_KEPT = ("-shm", "lock", ".log")  # Rebuilt after a crash, or without meaning.


class Write(NamedTuple):
    """Bytes at a place; without data, a new size."""

    at: int
    data: bytes | None
    begun: int
    ended: int


class File:
    def __init__(self, content=b""):
        self.content = bytearray(content)  # On the disk.
        self.size = len(content)  # As the process sees it.
        self.waiting = []
        self.given_up = 0

    def write(self, write):
        self.waiting.append(write)
        end = write.at + len(write.data or b"")
        self.size = max(self.size, end) if write.data is not None else write.at

    def sync(self, begun, is_done):
        """Writes that had ended before it began last, or are given up."""
        due = [write for write in self.waiting if write.ended is not None and write.ended < begun]
        self.waiting = [write for write in self.waiting if write not in due]
        if is_done:
            put(self.content, due)
        else:
            self.given_up += len(due)


def in_effect(calls):
    """Calls in the order in which they count: a sync when it has ended, others from the start."""
    counted = [call for call in calls if call.name not in SYNCS or call.ended is not None]
    return sorted(counted, key=lambda call: call.ended if call.name in SYNCS else call.begun)


class Disk:
    """The files of one folder; `happens` is told every call in the order of `in_effect`."""

    def __init__(self, folder, files=None):
        self._folder = str(folder)
        self.files = {name: File(content) for name, content in (files or {}).items()}  # As seen.
        self.names = dict(self.files)  # On the disk.
        self.renamed = []  # Changes of names that wait: by name, a file or None.

    def happens(self, call):
        if call.result < 0:
            self._fails(call)
            return
        name, how = self._name(call.path), call.name
        if name is None:
            if how in SYNCS and call.path == self._folder:
                self._sync_names()
            return
        if name not in self.files and "O_CREAT" not in call.flags:
            return  # It was deleted, and is still open somewhere.
        match how:
            case "open" | "openat" | "creat":
                self._open(name, call)
            case "pwrite64" | "write":
                file = self.files[name]
                at = call.numbers[-1] if how == "pwrite64" else file.size
                file.write(Write(at, call.text[: call.result], call.begun, call.ended))
            case "ftruncate" | "truncate":
                self.files[name].write(Write(call.numbers[-1], None, call.begun, call.ended))
            case "fsync" | "fdatasync":
                self.files[name].sync(call.begun, True)
            case "unlink" | "unlinkat":
                self.files.pop(name)
                self.renamed.append({name: None})
            case "rename" | "renameat" | "renameat2":
                other = self._name(call.text.decode())
                self.files[other] = self.files.pop(name)
                self.renamed.append({other: self.files[other], name: None})
            case "mkdir" | "mkdirat" | "sendto" | "pread64":
                pass
            case _:
                raise AssertionError(f"{how} is not known to this disk")

    def _name(self, path):
        place = PurePath(path.removesuffix(" (deleted)"))
        is_kept = str(place.parent) == self._folder and not place.name.endswith(NOT_KEPT)
        return place.name if is_kept else None

    def _open(self, name, call):
        if name not in self.files and "O_CREAT" in call.flags:
            self.files[name] = File()
            self.renamed.append({name: self.files[name]})
        elif name in self.files and "O_TRUNC" in call.flags:
            self.files[name].write(Write(0, None, call.begun, call.ended))

    def _fails(self, call):
        name = self._name(call.path)
        if call.name in SYNCS and name in self.files:
            self.files[name].sync(call.begun, False)

    def _sync_names(self):
        self.names = dict(self.files)
        self.renamed = []

    def names_after(self, kept):
        """The names on the disk if only the first so many changes got there."""
        names = dict(self.names)
        for change in self.renamed[:kept]:
            names.update(change)
        return {name: file for name, file in names.items() if file is not None}


def put(content, writes):
    """Carry out writes on the content of a file."""
    for write in writes:
        if write.data is None:
            del content[write.at :]
            content.extend(bytes(write.at - len(content)))
        else:
            content.extend(bytes(max(0, write.at - len(content))))
            content[write.at : write.at + len(write.data)] = write.data
