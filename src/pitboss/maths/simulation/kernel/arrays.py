"""What the compiled loop reads and what it fills: plain numbers and arrays.

They can be sent to another machine as they are.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.cards.hands import Array


class Tables(NamedTuple):
    """What each hand and card adds to the sum of an outcome, and how hands compare."""

    by_ranks: bool  # Whether hands are numbered by ranks and suitedness, or by row.
    hands: int  # How many such numbers there are.
    layouts: int  # How many different sets of tables there are.
    layout: Array  # [box]: its set of tables.
    player: Array  # [layout, hand]: category of a player's hand; the level is in the upper bits.
    dealer: Array  # [layout, hand]: first slot of a dealer's hand, with its level in the same way.
    card: Array  # [layout, card]: what the community card adds to the sum.
    mask: Array  # [layout]: the bits of a category or slot.
    category_step: Array  # [layout]: what a category counts for in the sum.
    slot_step: Array  # [layout]: the same of a slot; equal hands are one slot on, higher ones two.


class SixTables(NamedTuple):
    """The look-ups for wagers on all six cards; hands are row numbers."""

    ranks: Array  # [hand]: its class of ranks.
    suits: Array  # [hand]: how many cards of each suit, four bits each.
    by_ranks: Array  # [dealer's ranks, player's ranks]: value of six cards, suits aside.
    by_suit: Array  # [suit, ranks held in it]: value of the cards of one suit.
    held: Array  # [hand]: the ranks that it holds, 16 bits for each suit.
    digits: Array  # [layout, value]: what six cards add to the sum.


class Counting(NamedTuple):
    """What outcomes are, and what they win."""

    outcomes: int  # The most that any box has.
    renumbered: bool  # Whether outcomes are looked up by their sums, or are the sums themselves.
    numbers: Array  # [layout, sum]: number of the outcome.
    number_begins: Array  # [box]: where the numbers of its layout begin.
    first_special: Array  # [box]: the first outcome that is listed hand by hand.
    group_size: int  # How many boxes are counted together, by the combination of their outcomes.
    combinations: int  # Of a group.
    nets: Array  # [line, combination]: what it wins for the bettors, in the table's unit.
    net_begins: Array  # [group]: where its line of nets begins.
    low: int  # The start of the histogram of a round's result.
    shift: int  # Each bin of it is 2**shift wide.


class Plan(NamedTuple):
    """Everything that the loop reads."""

    boxes: int
    fourth: bool  # Whether a community card is dealt.
    tables: Tables
    has_six: bool  # Whether any box bets on all six cards.
    six: SixTables
    counting: Counting


class Tally(NamedTuple):
    """What the loop fills."""

    counts: Array  # [group, combination]
    sums: Array  # [step]: what the table's bettors won together.
    bins: Array  # [bin]: rounds whose result falls there; the outer two hold everything beyond.
    hits: Array  # [place, 4]: round, box, special outcome, result of the round.
