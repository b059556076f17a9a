"""The fair shuffle: a deck that neither the house nor the player can choose.

The house commits to a secret seed before bets are closed. The player then adds randomness of their
own. The deck follows from both, by a procedure that anybody can repeat: `docs/fair-shuffle.md`
describes it for a second implementation. Once the round is over the seed is revealed.

Everything here is a pure function of bytes; `draw_seed` alone asks the system for randomness.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from typing import NamedTuple

from pitboss.cards.deck import DECK
from pitboss.errors import BadShuffle

VERSION = "pitboss-shuffle-1"
SEED_BYTES = 32
ENTROPY_BYTES = 32
BYTE_VALUES = 256
# How many cards are left to choose from, and the bytes that favour none of them: those below.
STEPS = tuple((size, BYTE_VALUES - BYTE_VALUES % size) for size in range(DECK, 1, -1))


class ShuffleFacts(NamedTuple):
    """What a finished round reveals, enough to check its deck."""

    table: str
    round: int
    fingerprint: str  # The whole SHA-256 of the table's configuration.
    commitment: str  # Published before bets were closed.
    seed: str  # In hexadecimal digits, as the two below; revealed when the round was over.
    entropy: str  # The player's own.


def draw_seed() -> bytes:
    """A new seed from the system's secure source."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes, table: str, round: int, fingerprint: str) -> str:
    """What is published of a seed: it binds the seed to one round of one configuration."""
    _check_length("The seed", seed, SEED_BYTES)
    return hashlib.sha256(_message("commitment", table, round, fingerprint) + seed).hexdigest()


def deck(seed: bytes, entropy: bytes, table: str, round: int, fingerprint: str) -> tuple[int, ...]:
    """The cards in the order they are dealt, by number: 0 is 2c, 51 is As.

    Fisher and Yates from the last place down. Each index is drawn from whole bytes of the stream,
    and bytes that would favour some index are skipped, so every order is equally likely as long as
    the stream is uniform.
    """
    _check_length("The seed", seed, SEED_BYTES)
    _check_length("The player's entropy", entropy, ENTROPY_BYTES)
    context = _message("deck", table, round, fingerprint) + entropy
    stream = _stream(seed, context)
    cards = list(range(DECK))
    for size, unbiased in STEPS:
        value = next(stream)
        while value >= unbiased:
            value = next(stream)
        last, index = size - 1, value % size
        cards[last], cards[index] = cards[index], cards[last]
    return tuple(cards)


def check(facts: ShuffleFacts, dealt: dict[int, int]) -> None:
    """Raise `BadShuffle` unless the revealed seed was the committed one and makes these cards.

    `dealt` are the cards of the round by their place in the shoe.
    """
    seed, entropy = _bytes("seed", facts.seed), _bytes("entropy", facts.entropy)
    place = facts.table, facts.round, facts.fingerprint
    if not hmac.compare_digest(commitment(seed, *place), facts.commitment):
        raise BadShuffle("shuffle/commitment", "The revealed seed is not the one committed to.")
    cards = deck(seed, entropy, *place)
    for at, card in sorted(dealt.items()):
        if cards[at] != card:
            raise BadShuffle(
                "shuffle/deck",
                f"The record says card {card} at place {at}; the seed makes it {cards[at]}.",
            )


def _message(purpose: str, table: str, round: int, fingerprint: str) -> bytes:
    """The public facts that both hashes are bound to, one a line."""
    return f"{VERSION}\n{purpose}\n{table}\n{round}\n{fingerprint}\n".encode()


def _stream(seed: bytes, context: bytes) -> Iterator[int]:
    """Bytes without end: HMAC-SHA-256 of the context and a counter, block after block."""
    counter = 0
    while True:
        yield from hmac.digest(seed, context + counter.to_bytes(4, "big"), "sha256")
        counter += 1


def _bytes(what: str, digits: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise BadShuffle("shuffle/digits", f"The {what} is not in hexadecimal digits.") from None


def _check_length(what: str, value: bytes, length: int) -> None:
    if len(value) != length:
        raise BadShuffle("shuffle/length", f"{what} has {len(value)} bytes and needs {length}.")
