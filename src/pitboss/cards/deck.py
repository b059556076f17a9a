"""The 52 cards, numbered 0 to 51 in rank order: 2c 2d 2h 2s 3c … As."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from pitboss.errors import BadCards

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SIGNS = "♣♦♥♠"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
DEUCE, TEN, JACK, QUEEN, KING, ACE = 2, 10, 11, 12, 13, 14
DECK = 52
MOST_BOXES = (DECK - 4) // 3  # Three cards per box, three for the dealer, a community card.

RANK = np.arange(DECK) // 4 + 2
SUIT = np.arange(DECK) % 4

CARD = re.compile("(10|[2-9TJQKAtjqka])([cdhsCDHS♣♦♥♠])[\ufe0e\ufe0f]?")
RUN_TOGETHER = re.compile(f"(?:{CARD.pattern})+")


def parse(text: str, count: int | None = None) -> list[int]:
    """The card numbers in a text such as "As 10d Q♣" or "As10dQ♣"; no card may occur twice."""
    if not isinstance(text, str):
        raise BadCards(
            "cards/unknown", f"{text!r} is not cards: write them as text, such as Qh Td."
        )
    words = text.replace(",", " ").split()
    cards = [number(card) for word in words for card in _apart(word)]
    if count is not None and len(cards) != count:
        noun = "card" if count == 1 else "cards"
        message = f"{text!r} has {len(cards)} where {count} {noun} should be."
        raise BadCards("cards/count", message)
    distinct(cards)
    return cards


def _apart(word: str) -> list[str]:
    """The cards of a word such as QsQd7h; a word that is none is one card, to be refused."""
    if not RUN_TOGETHER.fullmatch(word):
        return [word]
    return [match[0] for match in CARD.finditer(word)]


def number(word: str) -> int:
    """The number of one card."""
    match = CARD.fullmatch(word)
    if not match:
        raise BadCards(
            "cards/unknown", f"{word!r} is not a card: write rank and suit, such as Qh, Td or 9s."
        )
    rank, suit = match[1].upper().replace("10", "T"), match[2].lower()
    return RANKS.index(rank) * 4 + (SUITS.find(suit) if suit in SUITS else SIGNS.index(suit))


def distinct(cards: Iterable[int]) -> None:
    """Refuse a card that occurs twice: one deck holds it once."""
    seen: set[int] = set()
    for card in cards:
        if card in seen:
            raise BadCards("cards/twice", f"{name(card)} is there twice; one deck holds it once.")
        seen.add(card)


def name(card: int) -> str:
    """Notation of a card: Qh."""
    return RANKS[card // 4] + SUITS[card % 4]


def names(cards: Iterable[int]) -> str:
    return " ".join(name(card) for card in cards)


def signs(cards: Iterable[int]) -> str:
    """Cards with suit signs: Q♥ 10♦ 9♠."""
    return " ".join(RANKS[c // 4].replace("T", "10") + SIGNS[c % 4] for c in cards)
