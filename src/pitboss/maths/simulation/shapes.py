"""What the compiled loop is given and what it fills: plain numbers and arrays.

So it can go to another machine as it is.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.hands import Array


class Tables(NamedTuple):
    """The look-ups that make the sum of an outcome."""

    layouts: int  # How many different sets of tables there are.
    layout: Array  # [box]: which of them it goes by.
    factors: int  # How many look-ups each has.
    classes: int
    player: Array  # [factor, layout, class]: where in `table` a player's hand begins,
    dealer: Array  # [factor, layout, class]: how far on from there the dealer's hand is,
    card: Array  # [factor, layout, card]: and how far the community card.
    table: Array  # What a look-up finds,
    steps: Array  # [factor, layout]: and how often it counts in the sum.


class SixTables(NamedTuple):
    """The look-ups for wagers on all six cards."""

    layout: Array  # As above.
    ranks: Array  # [class]: which set of ranks the hand has,
    suits: Array  # [class]: and how many cards of each suit, four bits each.
    by_ranks: Array  # [dealer's ranks, player's ranks]: value of six cards whatever the suits,
    by_suit: Array  # [suit, ranks held in it]: and of a suit by itself.
    held: Array  # [row]: the ranks that a hand holds, 16 bits for each suit.
    parts: Array  # [layout, value]: what six cards add to the sum.


class Counting(NamedTuple):
    """What outcomes are, and what they win."""

    outcomes: int  # How many there are, at most.
    numbers: Array  # [layout, sum]: number of the outcome,
    begins: Array  # [box]: where those of its layout begin.
    specials: Array  # [box]: the first outcome that needs a second look; none comes before it.
    nets: Array  # [line, outcome]: what it wins for the bettors, in some unit,
    paid: Array  # [box]: and where its line begins.
    low: int  # The histogram of a round's result begins here,
    shift: int  # and each of its bins is so many powers of two wide.


class Plan(NamedTuple):
    """All that the loop reads."""

    boxes: int
    fourth: bool  # Whether a community card is dealt.
    hands: Array  # [row]: class of the hand.
    tables: Tables
    has_six: bool  # Whether any box bets on all six cards.
    six: SixTables
    counting: Counting


class Counted(NamedTuple):
    """What a run of the loop fills."""

    counts: Array  # [box, outcome]
    sums: Array  # [step]: what the table's bettors won together.
    bins: Array  # [bin]: rounds whose result falls there; the outer two hold all beyond.
    hits: Array  # [place, 4]: round, box, outcome, what the round came to.
