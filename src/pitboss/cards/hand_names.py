"""Names of hands, in the words of each rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards.deck import RANKS as SIGNS
from pitboss.cards.hands import COLUMNS, RANKS, SUITS

POINTS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
RANK_NAMES = ("", "", "Deuce", *POINTS[3:], "Ten", "Jack", "Queen", "King", "Ace")


def by_points(row: int, plain: str, one: str, two: str) -> str:
    """The name of a hand in a picture game; {} stands for its points."""
    count, points = (int(COLUMNS[name]()[row]) for name in ("pictures", "points"))
    form = (plain, one, two, "Three Pictures")[count]
    return form.format(POINTS[points]).replace("One points", "One point")


def by_category(row: int, category: int, words: Sequence[str]) -> str:
    """The name of a poker hand; {} stands for its defining rank, {}s for the plural."""
    low, mid, top = (int(rank) for rank in RANKS[row])
    pair = mid if category in (1, 4) else None
    # In A 2 3 the ace counts low, so the three is the highest card.
    ace_low = category in (3, 5) and (low, mid) == (2, 3) and top == 14
    rank = RANK_NAMES[pair or (mid if ace_low else top)]
    text = words[category].format(rank)
    return text.replace("Sixs", "Sixes")


def ranks_of(row: int) -> str:
    """The ranks alone, highest first: Q-9-4."""
    return "-".join(SIGNS[rank - 2].replace("T", "10") for rank in RANKS[row][::-1])


def suit_count(row: int) -> int:
    return len(set(SUITS[row].tolist()))


def suits_of(row: int) -> str:
    """The number of suits in a hand, in words."""
    return ("suited", "of two suits", "of three suits")[suit_count(row) - 1]
