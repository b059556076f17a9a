"""What the compiled loop is given and what it fills: plain numbers and arrays.

So it can go to another machine as it is.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.cards.hands import Array


class Tables(NamedTuple):
    """What each hand and card adds to the sum of an outcome, and what hands are compared by."""

    by_ranks: bool  # Hands are told by ranks and by whether they are suited, else by row number:
    hands: int  # so many numbers they have.
    layouts: int  # How many different sets of tables there are.
    layout: Array  # [box]: which of them it goes by.
    player: Array  # [layout, hand]: category of a player's hand, and above it the hand's order.
    dealer: Array  # [layout, hand]: slot of a dealer's hand, and above it the hand's order.
    card: Array  # [layout, card]: what the community card adds to the sum.
    mask: Array  # [layout]: the bits of a category or slot.
    category: Array  # [layout]: what a category counts for in the sum,
    sign: Array  # [layout]: and a slot: the next is for equal hands, the one after for higher.


class SixTables(NamedTuple):
    """The look-ups for wagers on all six cards; hands are row numbers."""

    ranks: Array  # [hand]: which set of ranks it has,
    suits: Array  # [hand]: and how many cards of each suit, four bits each.
    by_ranks: Array  # [dealer's ranks, player's ranks]: value of six cards whatever the suits,
    by_suit: Array  # [suit, ranks held in it]: and of a suit by itself.
    held: Array  # [hand]: the ranks that it holds, 16 bits for each suit.
    parts: Array  # [layout, value]: what six cards add to the sum.


class Counting(NamedTuple):
    """What outcomes are, and what they win."""

    outcomes: int  # How many there are, at most.
    renumbered: bool  # Whether sums are looked up, or are outcomes themselves.
    numbers: Array  # [layout, sum]: number of the outcome,
    begins: Array  # [box]: where those of its layout begin.
    specials: Array  # [box]: the first outcome that needs a second look; none comes before it.
    together: int  # How many boxes are counted together, by the combination of their outcomes:
    combinations: int  # so many there are.
    nets: Array  # [line, combination]: what it wins for the bettors, in some unit,
    paid: Array  # [boxes counted together]: and where their line begins.
    low: int  # The histogram of a round's result begins here,
    shift: int  # and each of its bins is so many powers of two wide.


class Plan(NamedTuple):
    """All that the loop reads."""

    boxes: int
    fourth: bool  # Whether a community card is dealt.
    tables: Tables
    has_six: bool  # Whether any box bets on all six cards.
    six: SixTables
    counting: Counting


class Counted(NamedTuple):
    """What a run of the loop fills."""

    counts: Array  # [boxes counted together, combination]
    sums: Array  # [step]: what the table's bettors won together.
    bins: Array  # [bin]: rounds whose result falls there; the outer two hold all beyond.
    hits: Array  # [place, 4]: round, box, outcome, what the round came to.
