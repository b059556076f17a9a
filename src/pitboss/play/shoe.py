"""The shoe: the cards by their places, as far as they are known.

It stands apart from the round, which names places and holds no card that is not face up. A
virtual shoe knows all its cards from the start; one that a person deals from learns each card as
it is turned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.cards.deck import DECK, distinct, name, number
from pitboss.errors import BadCards

UNKNOWN = "??"


class Shoe(NamedTuple):
    cards: tuple[int | None, ...] = (None,) * DECK

    def card(self, place: int) -> int | None:
        """The card at a place, if it is known."""
        return self.cards[place]

    def learn(self, faces: Mapping[int, int]) -> Shoe:
        """The shoe after cards were turned up."""
        cards = list(self.cards)
        for place, card in faces.items():
            cards[place] = card
        return shoe(cards)

    def hand(self, places: Iterable[int]) -> tuple[int, ...]:
        """The cards at some places; all of them have to be known."""
        cards = [self.cards[place] for place in places]
        if None in cards:
            message = "The shoe does not know that card: name it as it is turned."
            raise BadCards("cards/unknown", message)
        return tuple(card for card in cards if card is not None)


def shoe(cards: Iterable[int | None]) -> Shoe:
    """A shoe of cards in the order they come, None where one is not known."""
    known = tuple(cards)
    if len(known) > DECK:
        raise BadCards("cards/count", f"A shoe holds {DECK} cards, not {len(known)}.")
    distinct(card for card in known if card is not None)
    return Shoe(known + (None,) * (DECK - len(known)))


def parse(text: str) -> Shoe:
    """A shoe in notation: `Qs Qd ?? 9h`, the rest unknown."""
    words = text.replace(",", " ").split()
    return shoe(None if word == UNKNOWN else number(word) for word in words)


def names(cards: Iterable[int | None]) -> str:
    """Cards in notation, ?? for one that is not known."""
    return " ".join(UNKNOWN if card is None else name(card) for card in cards)
