"""The fair shuffle: a deck that neither the house nor the player can choose.

The house commits to a secret seed before bets are closed. The player then adds randomness of their
own. The deck follows from both, by a procedure that anybody can repeat: `docs/fair-shuffle.md`
describes it for a second implementation. Once the round is over the seed is revealed.

Everything here is a pure function of bytes: whoever calls it brings the randomness.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from itertools import chain, count
from typing import NamedTuple

from pitboss.cards.deck import DECK
from pitboss.errors import BadShuffle

VERSION = "pitboss-shuffle-1"
SEED_BYTES = 32
ENTROPY_BYTES = 32
ABSENT = bytes(ENTROPY_BYTES).hex()  # Stands for the entropy of a player who has left.
BYTE_VALUES = 256


def _indices(size: int) -> tuple[int | None, ...]:
    """[byte]: the index that it draws from so many, or None for one that would favour some."""
    unbiased = BYTE_VALUES - BYTE_VALUES % size
    return tuple(value % size if value < unbiased else None for value in range(BYTE_VALUES))


STEPS = tuple((size - 1, _indices(size)) for size in range(DECK, 1, -1))  # The last place first.


class ShuffleFacts(NamedTuple):
    """What a finished round reveals, enough to check its deck."""

    table: str
    round: int
    fingerprint: str  # The whole SHA-256 of the table's configuration.
    commitment: str  # Published before bets were closed.
    seed: str  # In hexadecimal digits, as the two below; revealed when the round was over.
    entropy: str  # The player's own.


def commitment(seed: bytes, table: str, round: int, fingerprint: str) -> str:
    """What is published of a seed: it binds the seed to one round of one configuration."""
    _check_length("The seed", seed, SEED_BYTES)
    return hashlib.sha256(_message("commitment", table, round, fingerprint) + seed).hexdigest()


def deck(seed: bytes, entropy: bytes, table: str, round: int, fingerprint: str) -> tuple[int, ...]:
    """The cards in the order they are dealt, by number: 0 is 2c, 51 is As."""
    _check_length("The seed", seed, SEED_BYTES)
    _check_length("The player's entropy", entropy, ENTROPY_BYTES)
    return shuffled(_stream(seed, _message("deck", table, round, fingerprint) + entropy))


def shuffled(stream: Iterator[int], size: int = DECK) -> tuple[int, ...]:
    """The cards 0, 1, 2 … in the order that the bytes of this stream decide.

    Fisher and Yates from the last place down. Each index is drawn from whole bytes of the stream,
    and bytes that would favour some index are skipped, so every order is equally likely as long as
    the stream is uniform. A smaller deck takes the last steps of the whole one: few enough cards
    for a test to try every order.
    """
    cards = list(range(size))
    for last, indices in STEPS[DECK - size :]:
        index = indices[next(stream)]
        while index is None:
            index = indices[next(stream)]
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
    """Bytes without end: the blocks one after the other."""
    return chain.from_iterable(_blocks(seed, context))


def _blocks(seed: bytes, context: bytes) -> Iterator[bytes]:
    """HMAC-SHA-256 of the context and a counter."""
    for counter in count():
        yield hmac.digest(seed, context + counter.to_bytes(4, "big"), "sha256")


def _bytes(what: str, digits: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise BadShuffle("shuffle/digits", f"The {what} is not in hexadecimal digits.") from None


def _check_length(what: str, value: bytes, length: int) -> None:
    if len(value) != length:
        raise BadShuffle("shuffle/length", f"{what} has {len(value)} bytes and needs {length}.")
