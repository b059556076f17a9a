"""What is bet on a box of a simulated table, round after round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitboss.configuration import Rules
from pitboss.errors import BadBet, BadConfiguration
from pitboss.maths.simulation.decisions import Strategy
from pitboss.wagers import Wager

MOST_BOXES = 16  # One deck: three cards each, the dealer's three and a community card.
LARGEST_STAKE = 10**10
USUAL_STAKE = 1000


@dataclass(frozen=True)
class BoxBets:
    """One player's bets on a box, the same in every round."""

    stakes: Mapping[str, int]
    strategy: Strategy | None = None  # None: the table's.
    player: str = ""  # Boxes of one name are one person's; without a name, somebody's of their own.


def every_wager(rules: Rules) -> dict[str, int]:
    """A bet on every wager, at the posted price where there is one."""
    staked = (wager for wager in rules.wagers if wager.is_staked and not wager.equals)
    return {wager.key: rules.prices.get(wager.key, USUAL_STAKE) for wager in staked}


def stake_of(wager: Wager) -> str:
    """The wager whose stake it is paid on."""
    return wager.equals or wager.paid_on or wager.key


def checked(rules: Rules, boxes: Sequence[BoxBets]) -> tuple[BoxBets, ...]:
    """The boxes, each with stakes that the rules take."""
    if not 1 <= len(boxes) <= MOST_BOXES:
        told = f"One deck deals to 1 to {MOST_BOXES} boxes, not {len(boxes)}."
        raise BadConfiguration("simulation/boxes", told)
    return tuple(
        BoxBets(_stakes(rules, number, box.stakes), box.strategy, box.player or f"box {number}")
        for number, box in enumerate(boxes, 1)
    )


def _stakes(rules: Rules, number: int, stakes: Mapping[str, int]) -> dict[str, int]:
    """The stakes of a box before the decision: the wager that equals another follows from it."""
    if not isinstance(stakes, Mapping) or not stakes:
        first = rules.rulebook.main[0]
        raise BadBet("bet/none", f"There is no bet on box {number}: place {first}={USUAL_STAKE}.")
    for key, stake in stakes.items():
        wager = rules.wager(key)
        if not wager.is_staked:
            told = f"{wager.title} is paid without a stake of its own: leave it out."
            raise BadBet("bet/not-staked", told)
        if type(stake) is not int or not 0 < stake <= LARGEST_STAKE:
            told = f"give a whole number of units from 1 to {LARGEST_STAKE:,}."
            raise BadBet("bet/amount", f"{wager.title} is staked with {stake!r}: {told}")
        price = rules.prices.get(key, stake)
        if stake != price:
            raise BadBet("bet/price", f"{wager.title} has one posted price, {price}, not {stake}.")
        if wager.needs and wager.needs.wager not in stakes:
            title = rules.wager(wager.needs.wager).title
            told = f"{wager.title} rests on the {title} of the same box, and there is none."
            raise BadBet("bet/needs", told, wager.needs.clauses[0])
        if wager.equals and stake != stakes[wager.equals]:
            title = rules.wager(wager.equals).title
            told = f"{wager.title} must equal the {title}: {stakes[wager.equals]}, not {stake}."
            raise BadBet("bet/equal", told)
    return {key: stake for key, stake in stakes.items() if not rules.wager(key).equals}
