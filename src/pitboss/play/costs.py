"""What a ruling costs: the expected result of the round for each bettor, and for the house.

Every option is priced at the moment of the incident, from the cards that lie face up then, or more
where the house hands them over. A card exposed before it was dealt counts where it is due. A figure
is counted exactly over all ways in which the deal can be completed, or else sampled, and then has
its standard error; before rounding to the chip and before caps.

Where a hand is still to be decided and cards lie face up, there are two figures: as usual, by the
best strategy for a player's own hand, and by players who use every card that they see. A decision
already made is taken to be that of the best strategy, also where it was made with a hand that
nobody else has seen: that it was played says something of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from math import hypot
from typing import NamedTuple

from pitboss.language.irregularities import Ruling, ways_to_rule
from pitboss.language.wagers import Wager
from pitboss.maths.odds.completions import Known, summed, tallies
from pitboss.maths.odds.expectation import Expected, expected
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Refusal
from pitboss.play.apply import replay
from pitboss.play.dealing import dealt_out
from pitboss.play.incidents import known_cards
from pitboss.play.player_actions import may_fold
from pitboss.play.rulings import choosers, give
from pitboss.play.state import OVER, SETTLED, VOID, Incident, Round, bound_by

Worth = Mapping[tuple[int, str], Expected]  # By box and bettor.
Choosers = Collection[tuple[int, str]]
PLAY_ON, VOID_ROUND, REMOVE_HAND, CHOICE = "play-on", "void-round", "remove-hand", "offer-choice"
STANDS = "stands"


class Option(NamedTuple):
    """One way to rule, and what the round is then worth on average."""

    remedy: str
    by_bettor: Mapping[str, Expected]  # Net gain of each, in the smallest unit of money.
    informed: Option | None = None  # The same if players use the cards that they see.

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
    pricing = Pricing(round, faces, jackpot)
    on = STANDS if round.phase == SETTLED else PLAY_ON
    all_may_choose = choosers(round, None)
    priced = [
        pricing.option(on, round),
        Option(VOID_ROUND, dict.fromkeys(pricing.bettors, ZERO)),
        pricing.option(CHOICE, round, all_may_choose),
    ]
    if incident is not None and incident.box in round.boxes:
        priced.insert(2, pricing.option(REMOVE_HAND, round, without=incident.box))
    return priced


def options_of_referral(
    round: Round, incident: Incident, ruling: Ruling, jackpot: int | None = None
) -> list[Option]:
    """What each way to decide a referred incident is worth, by the rules of each ruling.

    A way that can't be taken is left out: no hand goes unless its box was reported.
    """
    pricing = Pricing(round, None, jackpot)
    number = round.incidents.index(incident)
    by = e.Actor("", ruling.authority)
    priced = []
    for remedy in ways_to_rule(incident.incident, round.phase == SETTLED):
        answer = give(round, round, c.GiveRuling(by, number, remedy, "To price it."))
        if not isinstance(answer, Refusal):
            after = replay(round, answer)
            priced.append(pricing.option(remedy, after, after.incidents[number].choosing))
    return priced


ZERO = Expected(Fraction(0))


class Pricing:
    """Prices the ways in which one round may go on, for everybody who has a bet in it."""

    def __init__(self, round: Round, faces: Mapping[int, int] | None, jackpot: int | None) -> None:
        self.faces, self.jackpot = faces, jackpot
        self.bettors = dict.fromkeys(
            bettor for _, box in sorted(round.boxes.items()) for bettor in box.stakes
        )

    def option(
        self, remedy: str, after: Round, choosing: Choosers = (), without: int | None = None
    ) -> Option:
        """A ruling that leaves the round like this, without one box, and a choice to some."""

        def by_bettor(is_informed: bool) -> dict[str, Expected]:
            value = worth(after, self.faces, self.jackpot, is_informed)
            total = dict.fromkeys(self.bettors, ZERO)
            for (box, bettor), worth_of_box in _chosen(after, value, choosing).items():
                if box != without:
                    total[bettor] = _added(total[bettor], worth_of_box)
            return total

        informed = Option(remedy, by_bettor(is_informed=True)) if _sees_more(after) else None
        return Option(remedy, by_bettor(is_informed=False), informed)


def _sees_more(round: Round) -> bool:
    """Whether a hand is still to be decided by a player who sees a card of another hand."""
    return bool(round.faces) and any(
        box.stakes and box.played is None and may_fold(round, box) and round.phase not in OVER
        and round.faces.keys() - set(box.places)
        for box in round.boxes.values()
    )  # fmt: skip


def _added(*parts: Expected) -> Expected:
    errors = [part.error for part in parts if part.error is not None]
    return Expected(sum((p.amount for p in parts), Fraction(0)), hypot(*errors) if errors else None)


def _chosen(round: Round, value: Worth, choosing: Choosers) -> Worth:
    """Everyone who may choose does what is better for them: goes on, or has the bet back."""
    kept = dict(value)
    for box, bettor in choosing:
        theirs = value.get((box, bettor), ZERO)
        if theirs.amount < 0:
            for bound in bound_by(round, box, bettor):
                kept[box, bound] = ZERO
    return kept


def worth(
    round: Round,
    faces: Mapping[int, int] | None = None,
    jackpot: int | None = None,
    is_informed: bool = False,
) -> dict[tuple[int, str], Expected]:
    """What each bettor's bets on each box are worth on average if the round goes on.

    With `is_informed`, players who still decide use the cards that lie face up.
    """
    if round.phase == VOID:
        return {}
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
        seen = _seen(round, number) if is_informed else None
        for bettor, stakes in box.stakes.items():
            values[number, bettor] = expected(
                rules, stakes, known, box.played, jackpot, chosen_well=True, seen=seen
            )
    for number, bettor, amount in _envy(round, up):
        values[number, bettor] = _added(values[number, bettor], Expected(amount))
    return values


def _seen(round: Round, number: int) -> Known:
    """What everybody at the table sees; the same for every box, and its own cards among it."""
    known = known_cards(round, number, round.faces)
    return known._replace(player=(), dead=known.dead.union(known.player))


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
