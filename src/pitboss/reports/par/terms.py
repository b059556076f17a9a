"""What the house states and no rulebook sets: limits, the terms of the meter, the pace of play."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction

from pitboss.cards.deck import MOST_BOXES
from pitboss.errors import BadConfiguration
from pitboss.language.currency import DOLLARS
from pitboss.language.pays import money
from pitboss.language.rulebook import LARGEST_AMOUNT, LARGEST_STAKE, Rules
from pitboss.maths.simulation.jackpot import USUAL_METER, Jackpot
from pitboss.reports.formatting import per_cent

MOST_ROUNDS_PER_HOUR = 10_000
OF_THE_METER = ("jackpot", "reset", "contribution")


AMOUNTS = ("maximum", "jackpot", "reset", "stake")


@dataclass(frozen=True)
class HouseTerms:
    """Amounts are in the smallest unit."""

    maximum: int = 100_000  # The largest bet on each wager without a price.
    boxes: int = 7
    jackpot: int = 0  # What the meter holds, for the figures of wagers that are paid from it.
    reset: int = USUAL_METER  # What the meter holds after a hit.
    contribution: Fraction = Jackpot.contribution  # The part of a wager that goes to the meter.
    rounds_per_hour: int = 40
    stake: int = 1_000  # On each wager without a price, for figures per hour.

    def __post_init__(self) -> None:
        if not 0 < self.maximum <= LARGEST_STAKE:
            message = f"The maximum bet is {money(self.maximum)}: give {_up_to(LARGEST_STAKE)}."
            raise BadConfiguration("report/maximum", message)
        if not 0 < self.boxes <= MOST_BOXES:
            message = f"The number of boxes is {self.boxes}: give 1 to {MOST_BOXES}, for one deck."
            raise BadConfiguration("report/boxes", message)
        for name, amount in (("jackpot", self.jackpot), ("reset amount", self.reset)):
            if not 0 <= amount <= LARGEST_AMOUNT:
                message = f"The {name} is {money(amount)}: give up to {money(LARGEST_AMOUNT)}."
                raise BadConfiguration("report/jackpot", message)
        if not 0 <= self.contribution <= 1:
            message = f"The contribution is {self.contribution}: give a part of the wager up to 1."
            raise BadConfiguration("report/contribution", message)
        if not 0 < self.rounds_per_hour <= MOST_ROUNDS_PER_HOUR:
            message = (
                f"The number of rounds an hour is {self.rounds_per_hour}: give 1 to "
                f"{MOST_ROUNDS_PER_HOUR:,}."
            )
            raise BadConfiguration("report/hour", message)
        if not 0 < self.stake <= LARGEST_STAKE:
            message = f"The stake is {money(self.stake)}: give {_up_to(LARGEST_STAKE)}."
            raise BadConfiguration("report/stake", message)

    @property
    def changed(self) -> dict[str, str]:
        """Those that differ from the defaults, by name, as the command line takes them."""
        stated = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: DOLLARS.typed(value) if name in AMOUNTS else str(value)
            for name, value in stated.items()
            if value != getattr(HouseTerms, name)
        }

    def canonical(self) -> dict[str, str]:
        """All of them, as plain data."""
        return {field.name: str(getattr(self, field.name)) for field in fields(self)}


def _up_to(most: int) -> str:
    return f"{money(1)} to {money(most)}"


def house_terms(rules: Rules, terms: HouseTerms) -> list[tuple[str, str]]:
    """The terms as printed; those of a meter only if the game has one."""
    meter = [
        ("jackpot meter", money(terms.jackpot)),
        ("reset amount of the meter", money(terms.reset)),
        ("contribution of a wager to the meter", per_cent(terms.contribution)),
    ]
    return [
        ("largest bet on a wager without a price", money(terms.maximum)),
        ("boxes", str(terms.boxes)),
        ("rounds an hour", f"{terms.rounds_per_hour:,}"),
        ("stake on a wager without a price, for figures by the hour", money(terms.stake)),
        *(meter if rules.has_jackpot else []),
    ]
