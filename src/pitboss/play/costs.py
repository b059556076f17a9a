"""What a ruling costs: the expected result of the round for each bettor, and for the house.

Every option is priced at the moment of the incident, from the cards that lie face up then, or more
where the house hands them over. A card exposed before it was dealt counts where it is due. A figure
is counted exactly over all ways in which the deal can be completed, or else sampled, and then has
its standard error; before rounding to the chip and before caps. Decisions are taken to be those of
the best strategy, also where one was made with a hand that nobody else has seen: that it was played
says something of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import hypot
from typing import NamedTuple

from pitboss.language.wagers import Wager
from pitboss.maths.odds.completions import Known, summed, tallies
from pitboss.maths.odds.expectation import Expected, expected
from pitboss.play.dealing import dealt_out
from pitboss.play.incidents import known_cards
from pitboss.play.rulings import choosers
from pitboss.play.state import SETTLED, VOID, Incident, Round, bound_by

Worth = Mapping[tuple[int, str], Expected]  # By box and bettor.
PLAY_ON, VOID_ROUND, REMOVE_HAND, CHOICE = "play-on", "void-round", "remove-hand", "offer-choice"
STANDS = "stands"


class Option(NamedTuple):
    """One way to rule, and what the round then comes to on average."""

    remedy: str
    by_bettor: Mapping[str, Expected]  # Net gain of each, in the smallest unit of money.

    @property
    def house(self) -> Expected:
        total = _added(*self.by_bettor.values())
        return Expected(-total.amount, total.error)


def options(
    round: Round,
    incident: Incident | None = None,
    faces: Mapping[int, int] | None = None,
    jackpot: int | None = None,
) -> list[Option]:
    """What each way to rule is worth, exactly."""
    if round.phase == VOID:
        return [Option(STANDS, {})]
    value = worth(round, faces, jackpot)
    bettors = dict.fromkeys(bettor for _, bettor in value)
    on = STANDS if round.phase == SETTLED else PLAY_ON
    ways_to_rule = [
        Option(on, _summed(value, bettors)),
        Option(VOID_ROUND, dict.fromkeys(bettors, ZERO)),
    ]
    if incident is not None and incident.box in round.boxes:
        without = {key: v for key, v in value.items() if key[0] != incident.box}
        ways_to_rule.append(Option(REMOVE_HAND, _summed(without, bettors)))
    ways_to_rule.append(Option(CHOICE, _summed(_chosen(round, value), bettors)))
    return ways_to_rule


ZERO = Expected(Fraction(0))


def _added(*parts: Expected) -> Expected:
    errors = [part.error for part in parts if part.error is not None]
    return Expected(sum((p.amount for p in parts), Fraction(0)), hypot(*errors) if errors else None)


def _summed(value: Worth, bettors: Mapping[str, object]) -> dict[str, Expected]:
    by_bettor = dict.fromkeys(bettors, ZERO)
    for (_, bettor), worth_of_box in value.items():
        by_bettor[bettor] = _added(by_bettor[bettor], worth_of_box)
    return by_bettor


def _chosen(round: Round, value: Worth) -> Worth:
    """Everyone who may choose does what is better for them: goes on, or has the bet back."""
    kept = dict(value)
    for box, bettor in choosers(round, None):
        theirs = value.get((box, bettor), ZERO)
        if theirs.amount < 0:
            for bound in bound_by(round, box, bettor):
                kept[box, bound] = ZERO
    return kept


def worth(
    round: Round, faces: Mapping[int, int] | None = None, jackpot: int | None = None
) -> dict[tuple[int, str], Expected]:
    """What each bettor's bets on each box come to on average if the round goes on."""
    if round.phase == SETTLED:
        paid: dict[tuple[int, str], Expected] = {}
        for payment in round.payments:
            key = (payment.box, payment.bettor)
            paid[key] = _added(paid.get(key, ZERO), Expected(Fraction(payment.net)))
        return paid
    rules, up = round.setup.rules, round.faces if faces is None else faces
    if any(place >= round.dealt for place in up):
        round = dealt_out(round)
    values = {}
    for number, box in sorted(round.boxes.items()):
        known = known_cards(round, number, up)
        for bettor, stakes in box.stakes.items():
            values[number, bettor] = expected(
                rules, stakes, known, box.played, jackpot, chosen_well=True
            )
    for number, bettor, amount in _envy(round, up):
        values[number, bettor] = _added(values[number, bettor], Expected(amount))
    return values


def _envy(round: Round, faces: Mapping[int, int]) -> Iterator[tuple[int, str, Fraction]]:
    """What others' hands are worth to those with the wager that shares in them."""
    for wager in round.setup.rules.wagers:
        if wager.envy is None:
            continue
        readings, envy = round.setup.rules.readings, wager.envy
        bets = {number: box.stakes for number, box in sorted(round.boxes.items())}
        for hit in round.boxes:
            recipients = list(envy.recipients(readings, bets, hit))
            if recipients:
                due = _cash(wager, known_cards(round, hit, faces))
                yield from ((number, bettor, due) for number, bettor in recipients)


def _cash(wager: Wager, known: Known) -> Fraction:
    """What one hand pays on average to somebody who shares in it."""
    ways = summed(tallies(wager, known))
    cash = sum(row.pay.cash * n for row, n in zip(wager.rows, ways, strict=True))
    return Fraction(cash, sum(ways))
