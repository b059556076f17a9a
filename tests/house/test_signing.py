"""The keys that sign days: made once, replaced in the open, and never silently exchanged."""

import stat

import pytest

from pitboss.errors import BadKey
from pitboss.house.keys.signing import SigningKey, SigningKeys, is_signed
from pitboss.house.records.seals import read_public_keys

# RFC 8032, 7.1, test 2.
SECRET = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"
PUBLIC = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
SIGNATURE = (
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)


def put(file, secret=SECRET):
    file.write_text(f"{secret}\n")
    file.chmod(0o600)
    return SigningKey(bytes.fromhex(secret)).public


def names(folder):
    return sorted(file.name for file in folder.iterdir())


def test_a_signature_is_that_of_the_standard():
    key = SigningKey(bytes.fromhex(SECRET))
    assert (key.public, key.sign(b"\x72")) == (PUBLIC, SIGNATURE)
    assert SECRET not in repr(key)
    assert is_signed(PUBLIC, b"\x72", SIGNATURE)


@pytest.mark.parametrize(
    ("public", "data", "signature"),
    [
        (PUBLIC, b"\x73", SIGNATURE),
        (PUBLIC, b"\x72", SIGNATURE.replace("92", "93", 1)),
        (PUBLIC, b"\x72", SIGNATURE[:-2]),
        (PUBLIC, b"\x72", ""),
        (PUBLIC, b"\x72", "signature"),
        (PUBLIC.upper(), b"\x72", SIGNATURE),
        ("", b"\x72", SIGNATURE),
        ("00" * 32, b"\x72", SIGNATURE),
    ],
)
def test_whatever_else_is_not_signed(public, data, signature):
    assert not is_signed(public, data, signature)


def test_a_house_without_a_key_gets_one(tmp_path):
    keys = SigningKeys(tmp_path, None)
    assert names(tmp_path) == ["signing-key", "signing-key.pub"]
    assert stat.S_IMODE((tmp_path / "signing-key").stat().st_mode) == 0o600
    assert (tmp_path / "signing-key.pub").read_text() == f"{keys.current.public}\n"
    assert keys.next is keys.current
    again = SigningKeys(tmp_path, keys.current.public)
    assert again.current.public == keys.current.public


def test_a_key_is_replaced_after_it_was_announced(tmp_path):
    old = SigningKeys(tmp_path, None).current.public
    new = put(tmp_path / "signing-key.next")
    keys = SigningKeys(tmp_path, old)
    assert (keys.current.public, keys.next.public) == (old, new)
    keys.announced()
    assert (keys.current.public, keys.next.public) == (new, new)
    assert names(tmp_path) == ["signing-key", "signing-key.pub"]
    assert read_public_keys(tmp_path / "signing-key.pub") == {new}
    assert SigningKeys(tmp_path, new).current.public == new


def test_a_key_that_nobody_has_announced_yet_does_not_sign(tmp_path):
    """It was put there while the house was open."""
    keys = SigningKeys(tmp_path, None)
    old = keys.current.public
    new = put(tmp_path / "signing-key.next")
    keys.announced()
    assert (keys.current.public, keys.next.public) == (old, old)
    again = SigningKeys(tmp_path, old)
    assert (again.current.public, again.next.public) == (old, new)


def test_a_crash_before_the_announced_key_was_in_its_place(tmp_path):
    SigningKeys(tmp_path, None)
    new = put(tmp_path / "signing-key.next")
    keys = SigningKeys(tmp_path, new)
    assert (keys.current.public, keys.next.public) == (new, new)
    keys.announced()
    assert names(tmp_path) == ["signing-key", "signing-key.pub"]


def test_another_key_is_refused(tmp_path):
    SigningKeys(tmp_path, None)
    with pytest.raises(BadKey, match="are signed with the key 3d4017c3e843895a, and") as refused:
        SigningKeys(tmp_path, PUBLIC)
    assert refused.value.code == "key/signing"


def test_a_key_that_is_lost(tmp_path):
    with pytest.raises(BadKey, match=r"put it there\. If it is lost, put a new one into"):
        SigningKeys(tmp_path, "ab" * 32)
    assert names(tmp_path) == []
    new = put(tmp_path / "signing-key.next")
    for _ in range(2):  # It may be opened several times before the day ends.
        keys = SigningKeys(tmp_path, "ab" * 32)
        assert (keys.current.public, keys.next.public) == (new, new)
    keys.announced()
    assert SigningKeys(tmp_path, new).current.public == new


@pytest.mark.parametrize("text", ["", "zz" * 32, "ab" * 31, "ab" * 33])
def test_a_file_without_a_key(tmp_path, text):
    put(tmp_path / "signing-key")
    (tmp_path / "signing-key").write_text(text)
    with pytest.raises(BadKey):
        SigningKeys(tmp_path, None)
    (tmp_path / "trusted").write_text(text)
    with pytest.raises(BadKey, match="does not hold a public key"):
        read_public_keys(tmp_path / "trusted")


def test_a_key_that_others_can_read(tmp_path):
    put(tmp_path / "signing-key")
    (tmp_path / "signing-key").chmod(0o644)
    with pytest.raises(BadKey, match="set its mode to 600"):
        SigningKeys(tmp_path, None)


def test_several_trusted_keys(tmp_path):
    (tmp_path / "trusted").write_text(f"{PUBLIC}\n{'AB' * 32}\n")
    assert read_public_keys(tmp_path / "trusted") == {PUBLIC, "ab" * 32}
    with pytest.raises(BadKey, match="does not hold a public key"):
        read_public_keys(tmp_path / "nowhere")
