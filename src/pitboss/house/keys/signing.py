"""The key that signs the days of a house: Ed25519, in a file beside the database.

`signing-key` holds the secret key and `signing-key.pub` the public one, which is meant to be given
away. Each seal names the key that signs the next one, so a key is replaced in the open: a new one
is put into `signing-key.next`, the next seal announces it, and from then on it signs. A key that
was lost can't announce anybody: the new one signs all the same, and `verify` says that it changed.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pitboss.errors import BadKey
from pitboss.house.keys.secret_files import create_secret, load_secret
from pitboss.house.storage.disk import write_new

SIGNING_KEY, NEXT_KEY, PUBLIC_KEY = "signing-key", "signing-key.next", "signing-key.pub"
SHOWN = 16  # Digits of a public key that people compare.


class SigningKey:
    def __init__(self, secret: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes_raw().hex()

    def __repr__(self) -> str:
        return f"<signing key {self.public[:SHOWN]}>"

    def sign(self, data: bytes) -> str:
        return self._key.sign(data).hex()


@lru_cache(maxsize=4096)
def is_signed(public: str, data: bytes, signature: str) -> bool:
    """Whether the signature is this key's; whatever is no key or no signature is not."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), data)
    except (ValueError, InvalidSignature):
        return False
    return public == public.lower()  # One key has one name.


class SigningKeys:
    """The key that signs, and the one that comes after it. `announced` is in the last seal."""

    def __init__(self, folder: Path, announced: str | None) -> None:
        self._file, self._next_file = folder / SIGNING_KEY, folder / NEXT_KEY
        self._public_file = folder / PUBLIC_KEY
        current, waiting = _load(self._file), _load(self._next_file)
        if announced is not None and waiting is not None and waiting.public == announced:
            current = None  # It was announced, and a crash kept it from its place.
        if announced is not None and current is not None and current.public != announced:
            raise BadKey(
                "key/signing",
                f"The days of this house are signed with the key {announced[:SHOWN]}, and "
                f"{self._file} is {current.public[:SHOWN]}: put the right key there.",
            )
        if current is None and waiting is None:
            if announced is not None:
                raise BadKey(
                    "key/signing-missing",
                    f"The key that signs the days of this house is not in {self._file}: put it "
                    f"there. If it is lost, put a new one into {self._next_file}.",
                )
            current = SigningKey(create_secret(self._file))
        signing, coming = current or waiting, waiting or current
        assert signing is not None
        assert coming is not None
        # Without a current key, the one that waits signs unannounced.
        self.current, self.next = signing, coming
        self._waits = waiting is not None  # A key that is put there later waits for a restart.
        self._publish()

    def _publish(self) -> None:
        text = f"{self.current.public}\n"
        if not self._public_file.exists() or self._public_file.read_text("ascii") != text:
            write_new(self._public_file, text.encode("ascii"))

    def announced(self) -> None:
        """A seal has named the next key, and is on disk: from now on that key signs."""
        if self._waits:
            self._next_file.replace(self._file)
            self.current, self._waits = self.next, False
            self._publish()


def _load(file: Path) -> SigningKey | None:
    return SigningKey(load_secret(file, "the days of the house")) if file.exists() else None
