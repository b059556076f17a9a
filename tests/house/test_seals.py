"""Seals as text, as lines of a file, and as a file that outlives a crash."""

import hashlib
import json
from pathlib import Path

import pytest

from pitboss.errors import PitbossError
from pitboss.house.keys.signing import SigningKey
from pitboss.house.records.journal import START
from pitboss.house.records.seals import Seal, SealFile, digest_of, read_seals, seal_from_json

KEY = SigningKey(bytes(range(32)))
HOUSE, ROOT, OTHER_ROOT = (hashlib.sha256(word).hexdigest() for word in (b"house", b"1", b"2"))
SEAL = Seal(
    HOUSE, "2026-02-27", "2026-02-28", 1, 519, ROOT, START, KEY.public, KEY.public
).signed_by(KEY)
NEXT = Seal(
    HOUSE, "2026-02-28", "2026-03-02", 520, 800, OTHER_ROOT, SEAL.digest, KEY.public, KEY.public
).signed_by(KEY)
TEXT = f"""\
pitboss-seal-1
house {HOUSE}
day 2026-02-27
opens 2026-02-28
first 1
last 519
root {ROOT}
previous {"0" * 64}
public_key 03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8
next_key 03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8
"""
SIGNATURE = KEY.sign(TEXT.encode())


def seals_in(file):
    return [seal for _, seal in read_seals(file.read_bytes())]


def test_what_is_signed():
    assert SEAL.text.decode() == TEXT
    assert SEAL.signature == SIGNATURE
    assert SEAL.is_signed
    assert SEAL.digest == digest_of(SEAL) == hashlib.sha256(TEXT.encode()).hexdigest()
    assert digest_of(None) == START
    assert (SEAL.size, NEXT.size) == (519, 281)


@pytest.mark.parametrize("name", [name for name in Seal._fields if name != "signature"])
def test_every_field_is_signed(name):
    value = getattr(SEAL, name)
    other = value + 1 if isinstance(value, int) else KEY.public[::-1]
    assert not SEAL._replace(**{name: other}).is_signed


def test_a_seal_as_a_line():
    assert seal_from_json(json.loads(SEAL.line)) == SEAL
    assert SEAL.line.startswith('{"format":"pitboss-seal-1","house":"')
    assert "\n" not in SEAL.line


@pytest.mark.parametrize(
    "change",
    [{"format": "pitboss-seal-2"}, {"first": "1"}, {"last": None}, {"more": 1}, {"day": 20260227}],
)
def test_what_is_no_seal(change):
    with pytest.raises(PitbossError):
        seal_from_json({**SEAL.to_json(), **change})
    line = json.dumps({**SEAL.to_json(), **change}, separators=(",", ":"))
    assert list(read_seals(f"{line}\n".encode())) == [(1, None)]


def test_the_example_on_the_page():
    """docs/history.md has a seal with its signature, for whoever writes a program of their own."""
    page = (Path(__file__).parents[2] / "docs" / "history.md").read_text("utf-8")
    lines = "".join(f"    {line}\n" for line in NEXT.text.decode().splitlines())
    assert f"\n\n{lines}\n" in page
    assert NEXT.signature in page


def test_lines_of_a_file():
    data = f"{SEAL.line}\n\nnonsense\n{json.dumps(NEXT.to_json())}\n{NEXT.line}\r\n[[[".encode()
    assert list(read_seals(data)) == [(1, SEAL), (3, None), (4, None), (5, NEXT)]
    assert list(read_seals(SEAL.line.encode())) == [(1, SEAL)]  # Copied without its line's end.
    assert list(read_seals(b"\xff\xfe\n" + b"[" * 100_000 + b"\n")) == [(1, None), (2, None)]
    assert list(read_seals(b"")) == []


def test_a_file_that_is_only_ever_added_to(tmp_path):
    file = tmp_path / "seals"
    SealFile(file, []).close()
    assert file.read_bytes() == b""
    opened = SealFile(file, [])
    opened.append(SEAL)
    assert seals_in(file) == [SEAL]
    opened.close()
    again = SealFile(file, [SEAL])
    again.append(NEXT)
    again.close()
    assert seals_in(file) == [SEAL, NEXT]


def test_a_crash_within_a_line(tmp_path):
    file = tmp_path / "seals"
    for cut in (1, 100, len(SEAL.line)):
        file.write_text(f"{SEAL.line}\n{NEXT.line[:cut]}")
        SealFile(file, [SEAL, NEXT]).close()
        assert file.read_text() == f"{SEAL.line}\n{NEXT.line}\n"


@pytest.mark.parametrize("begin", [0, 1, 200])
def test_zeros_that_a_crash_left_in_a_line(tmp_path, begin):
    """The end of a line may have reached the disk without its beginning."""
    file = tmp_path / "seals"
    line = f"{NEXT.line}\n".encode()
    file.write_bytes(f"{SEAL.line}\n".encode() + line[:begin] + bytes(50) + line[begin + 50 :])
    SealFile(file, [SEAL, NEXT]).close()
    assert file.read_text() == f"{SEAL.line}\n{NEXT.line}\n"


def test_seals_that_a_crash_kept_from_the_file(tmp_path):
    file = tmp_path / "seals"
    SealFile(file, [SEAL, NEXT]).close()
    assert seals_in(file) == [SEAL, NEXT]
    file.write_text(f"nonsense\n{NEXT.line}\n")  # Nothing in it is ever taken away.
    SealFile(file, [SEAL, NEXT]).close()
    assert seals_in(file) == [None, NEXT, SEAL]
