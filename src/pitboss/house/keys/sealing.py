"""Sealed seeds: what is known of an unfinished round lies in the database only encrypted.

A seed is sealed by authenticated encryption (AES-256-GCM) and bound to its table, its round and the
fingerprint of its configuration, so that a sealed value cannot be moved to another round. The key
lies in a file outside the database and its backups, readable by its owner alone. Whoever holds both
the database and the key can look; the docs say so.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.errors import BadKey
from pitboss.house.keys.secret_files import SECRET_BYTES, create_secret, load_secret

NONCE_BYTES = 12
ID_DIGITS = 16


class Key:
    """A key and its id, which sealed values carry so that keys can be rotated."""

    def __init__(self, secret: bytes, nonces: Callable[[int], bytes] = os.urandom) -> None:
        if len(secret) != SECRET_BYTES:
            raise BadKey("key/length", f"A key has {SECRET_BYTES} bytes, not {len(secret)}.")
        self._cipher, self._nonces = AESGCM(secret), nonces
        self.id = hashlib.sha256(b"pitboss-key\n" + secret).hexdigest()[:ID_DIGITS]

    def __repr__(self) -> str:
        return f"<key {self.id}>"

    def seal(self, seed: bytes, table: str, round: int, fingerprint: str) -> str:
        """The sealed seed as text: the key's id, the nonce and the cipher text."""
        nonce = self._nonces(NONCE_BYTES)
        cipher = self._cipher.encrypt(nonce, seed, _bound_to(table, round, fingerprint))
        return f"{self.id}:{nonce.hex()}:{cipher.hex()}"

    def open(self, sealed: str, table: str, round: int, fingerprint: str) -> bytes:
        """The seed again, if this is the key and the round that it was sealed for."""
        key_id, _, rest = sealed.partition(":")
        nonce, _, cipher = rest.partition(":")
        if key_id != self.id:
            raise BadKey(
                "key/other",
                f"The round was sealed with the key {key_id}, and this is {self.id}: "
                "start with the right key file, or void unfinished rounds.",
            )
        bound_to = _bound_to(table, round, fingerprint)
        try:
            return self._cipher.decrypt(bytes.fromhex(nonce), bytes.fromhex(cipher), bound_to)
        except (InvalidTag, ValueError):  # Another text, or none that was ever sealed.
            raise BadKey(
                "key/sealed", f"The sealed seed of round {round} at {table} was changed."
            ) from None


def _bound_to(table: str, round: int, fingerprint: str) -> bytes:
    return f"{table}\n{round}\n{fingerprint}".encode()


def create_key(file: Path, secret: bytes | None = None) -> Key:
    """Make a key file that nobody else can read; there must be none."""
    return Key(create_secret(file, secret))


def load_key(file: Path, nonces: Callable[[int], bytes] = os.urandom) -> Key:
    """The key of a file that is the owner's alone. Only rehearsals bring nonces of their own."""
    return Key(load_secret(file, "unfinished rounds"), nonces)
