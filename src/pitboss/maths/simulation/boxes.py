"""What is bet on a box of a simulated table, round after round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitboss.cards.deck import MOST_BOXES
from pitboss.errors import BadConfiguration
from pitboss.language.rulebook import Rules
from pitboss.maths.odds.decisions import Decisions
from pitboss.maths.odds.stakes import placed


@dataclass(frozen=True)
class BoxBets:
    """One player's bets on a box, the same in every round."""

    stakes: Mapping[str, int]
    strategy: Decisions | None = None  # None: the table's.
    player: str = ""  # Boxes of one name are one person's; without a name, somebody's of their own.


def checked(rules: Rules, boxes: Sequence[BoxBets]) -> tuple[BoxBets, ...]:
    """The boxes, each with stakes that the rules take."""
    if not 1 <= len(boxes) <= MOST_BOXES:
        told = f"One deck deals to 1 to {MOST_BOXES} boxes, not {len(boxes)}."
        raise BadConfiguration("simulation/boxes", told)
    return tuple(
        BoxBets(
            placed(rules, box.stakes, f" on box {number}"),
            box.strategy,
            box.player or f"box {number}",
        )
        for number, box in enumerate(boxes, 1)
    )
