"""Sealed seeds: opened by the right key for the right round only, from a file of one's own."""

import os
from pathlib import Path

import pytest

from pitboss.errors import BadKey
from pitboss.house.keys.sealing import Key, create_key, load_key

SEED = bytes(range(32))
PLACE = ("T1", 5, "ab" * 32)


def test_a_sealed_seed_is_opened_again_and_does_not_show(tmp_path):
    key = create_key(tmp_path / "key")
    sealed = key.seal(SEED, *PLACE)
    assert key.open(sealed, *PLACE) == SEED
    assert SEED.hex() not in sealed
    assert key.seal(SEED, *PLACE) != sealed  # Another nonce each time.
    assert load_key(tmp_path / "key").open(sealed, *PLACE) == SEED


@pytest.mark.parametrize(
    "place", [("T2", 5, "ab" * 32), ("T1", 6, "ab" * 32), ("T1", 5, "cd" * 32)]
)
def test_it_belongs_to_one_round(place):
    key = Key(bytes(32))
    with pytest.raises(BadKey) as refused:
        key.open(key.seal(SEED, *PLACE), *place)
    assert refused.value.code == "key/sealed"


def test_a_changed_bit_is_found():
    key = Key(bytes(32))
    sealed = key.seal(SEED, *PLACE)
    last = "0" if sealed[-1] != "0" else "1"
    with pytest.raises(BadKey, match="was changed"):
        key.open(sealed[:-1] + last, *PLACE)


@pytest.mark.parametrize("rest", ["", ":", "00:00", "zz:zz", "00" * 12 + ":", "é:é", "1:2:3"])
def test_what_was_never_sealed_is_not_opened(rest):
    key = Key(bytes(32))
    with pytest.raises(BadKey, match="was changed"):
        key.open(f"{key.id}:{rest}", *PLACE)


def test_another_key_says_which_one_is_needed():
    key, other = Key(bytes(32)), Key(bytes(31) + b"x")
    with pytest.raises(BadKey, match=f"sealed with the key {key.id}, and this is {other.id}"):
        other.open(key.seal(SEED, *PLACE), *PLACE)


def test_a_key_file_is_the_owners_alone_and_made_once(tmp_path):
    file = tmp_path / "key"
    create_key(file)
    assert os.stat(file).st_mode & 0o777 == 0o600
    with pytest.raises(BadKey, match="made once"):
        create_key(file)
    file.chmod(0o644)
    with pytest.raises(BadKey, match="set its mode to 600"):
        load_key(file)


@pytest.mark.parametrize(
    ("text", "code"), [("", "key/length"), ("zz", "key/digits"), ("00", "key/length")]
)
def test_what_is_no_key_is_refused(tmp_path, text, code):
    file = tmp_path / "key"
    file.write_text(text)
    file.chmod(0o600)
    with pytest.raises(BadKey) as refused:
        load_key(file)
    assert refused.value.code == code


def test_a_missing_key_is_said():
    with pytest.raises(BadKey, match="There is no key in"):
        load_key(Path("nowhere") / "key")


def test_a_key_does_not_print_itself():
    assert repr(Key(bytes(32))) == f"<key {Key(bytes(32)).id}>"
