"""Decks of the house's own shuffle, made from a series of inputs that anybody can make again.

The decks come in quarters. In the first the seed alone counts up, in the second the entropy alone,
in the third the number of the round alone; in the last all of them are drawn. So most successive
decks differ in a bit or two of what goes in.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from itertools import islice

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import Array
from pitboss.reports.files import require

PART = 10_000  # Decks of an array.
QUARTERS = 4
TABLE, FINGERPRINT = "T1", "ab" * 32

Inputs = tuple[bytes, bytes, int]  # Seed, entropy and the number of the round.


def house_decks(decks: int, series: int | None = 1) -> Iterator[Array]:
    """So many decks in arrays, [deck, place]; without a series from the system's randomness."""
    require("sqlalchemy", "The house's shuffle", "house")  # The battery itself does without.
    from pitboss.house.tables.shuffle import deck

    inputs = fresh_inputs(decks) if series is None else series_inputs(decks, series)
    shuffled = (bytes(deck(seed, entropy, TABLE, n, FINGERPRINT)) for seed, entropy, n in inputs)
    return in_parts(shuffled)


def in_parts(decks: Iterator[bytes]) -> Iterator[Array]:
    """Decks as arrays that the battery reads."""
    while part := list(islice(decks, PART)):
        yield np.frombuffer(b"".join(part), np.uint8).reshape(-1, DECK)


def series_inputs(decks: int, series: int) -> Iterator[Inputs]:
    """What each deck is made from."""

    def drawn(what: str, number: int) -> bytes:
        return hashlib.sha256(f"{series}\n{what}\n{number}".encode()).digest()

    for number in range(decks):
        quarter = QUARTERS * number // decks
        seed, entropy, round = drawn("seed", quarter), drawn("entropy", quarter), 1
        match quarter:
            case 0:
                seed = _plus(seed, number)
            case 1:
                entropy = _plus(entropy, number)
            case 2:
                round += number
            case _:
                seed, entropy, round = drawn("a seed", number), drawn("an entropy", number), number
        yield seed, entropy, round


def _plus(key: bytes, number: int) -> bytes:
    value = int.from_bytes(key, "big") + number
    return value.to_bytes(len(key) + 1, "big")[1:]


def fresh_inputs(decks: int) -> Iterator[Inputs]:
    """Seeds and entropies from the system's secure source, as in a house that is open."""
    from pitboss.house.tables.shuffle import ENTROPY_BYTES, SEED_BYTES

    for number in range(1, decks + 1):
        yield os.urandom(SEED_BYTES), os.urandom(ENTROPY_BYTES), number
