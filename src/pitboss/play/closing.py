"""Closing the bets: what goes back, what counts in proportion, and what feeds the meter.

Also how a bet leaves a round by a ruling later: whatever rested on it goes with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.language.policies import PRO_RATA_ROUNDING
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Answer, refuse
from pitboss.play.apply import replay
from pitboss.play.dealing import has_hand
from pitboss.play.limits import counted, under_minimum
from pitboss.play.setup import SELF_RUNNING, Setup
from pitboss.play.state import BETTING, SETTLED, Round, area


def close(round: Round, command: c.CloseBets) -> Answer:
    if round.phase != BETTING:
        return refuse("round/order", "Bets are not open.", round.setup.procedure.closes)
    by = command.by
    events: list[e.Event] = list(_unmet(round, by)) if round.setup.limits else []
    felt = replay(round, events)
    lone = orphans(felt, by)
    events += lone
    felt = replay(felt, lone)
    if round.setup.limits:
        cuts = list(_in_proportion(felt, by))
        events += cuts
        felt = replay(felt, cuts)
    if not any(has_hand(felt.setup, box) for box in felt.boxes.values()):
        message = "There is no bet that a hand is dealt to: leave the bets open."
        return refuse("round/no-bets", message, round.setup.procedure.deals)
    return (e.BetsClosed(tuple(_contributions(felt)), by), *events)


def _contributions(round: Round) -> Iterator[e.Contribution]:
    prices = round.setup.rules.prices
    if not prices:
        return
    for box, bettor, wager, stake in round.bets():
        amount = contribution(round.setup, wager, stake)
        if wager in prices and amount:
            yield e.Contribution(box, bettor, wager, amount)


def contribution(setup: Setup, wager: str, stake: int) -> int:
    """What a bet puts into the meter: its part of the stake, in whole units."""
    return int(setup.contribution * stake) if wager in setup.rules.prices else 0


def _unmet(round: Round, by: e.Actor) -> Iterable[e.Event]:
    """Bets under the minimum that were not raised; one that nobody noticed stands."""
    setup, steps = round.setup, round.setup.procedure
    advised = {
        incident.box
        for incident in round.incidents
        if (incident.incident, incident.remedy) == ("under-minimum", "offer-choice")
    }
    for key, limit in setup.limits.items():
        for number, box in sorted(round.boxes.items()):
            if setup.led_by != SELF_RUNNING and number not in advised:
                continue
            for bettor in under_minimum(area(box, key), limit, setup.whose_minimum):
                says = "The bet was not raised to the minimum and goes back."
                because = e.Because(steps.minimum, ("unmet-minimum",), says)
                yield off(round, by, because, number, bettor, key)


def _in_proportion(round: Round, by: e.Actor) -> Iterable[e.Event]:
    """What counts of bets over a maximum that nobody noticed, where the rulebook says so."""
    setup, cited = round.setup, round.setup.procedure.pro_rata
    if not cited or setup.led_by == SELF_RUNNING:
        return
    says = "The bets on this box count in proportion to the maximum."
    exact, rounded = e.Because(cited, says=says), e.Because(cited, (PRO_RATA_ROUNDING.key,), says)
    for key, limit in setup.limits.items():
        for number, box in sorted(round.boxes.items()):
            amounts = area(box, key)
            counts = counted(amounts, limit, setup.pro_rata, setup.rules.chip)
            for bettor, amount in amounts.items():
                excess = amount - counts.amounts[bettor]
                if excess:
                    because = rounded if bettor in counts.rounded else exact
                    yield off(round, by, because, number, bettor, key, excess)


# Bets that leave


def off(
    round: Round, by: e.Actor, because: e.Because, box: int, bettor: str, wager: str,
    amount: int | None = None,
) -> e.BetReduced | e.BetRemoved | e.BetAnnulled:  # fmt: skip
    """A bet, or so much of it, leaves a round for a reason; the meter gives its part back.

    In a settled round the stake is gone already: the bet counts no more, and payments follow.
    """
    stake = round.boxes[box].stakes[bettor][wager]
    amount = stake if amount is None else amount
    meter = round.contributions.get((box, bettor, wager), 0)
    if meter:
        meter -= contribution(round.setup, wager, stake - amount)
    if round.phase == SETTLED:
        return e.BetAnnulled(round.number, box, bettor, wager, amount, because, by, meter)
    kind = e.BetRemoved if amount == stake else e.BetReduced
    return kind(box, bettor, wager, amount, by, because, meter)


def orphans(round: Round, by: e.Actor) -> list[e.Event]:
    """Side bets whose bet is gone leave, and whatever rested on them."""
    gone = list[e.Event]()
    while lone := [bet for bet in round.bets() if _is_orphan(round, *bet[:3])]:
        leaving = [off(round, by, _orphaned(round.setup, bet[2]), *bet[:3]) for bet in lone]
        gone += leaving
        round = replay(round, leaving)
    return gone


def _is_orphan(round: Round, number: int, bettor: str, key: str) -> bool:
    needs = round.setup.needs[key]
    if needs is None:
        return False
    stakes = round.boxes[number].stakes
    mine = stakes.values() if needs.anybody else (stakes[bettor],)
    return not any(needs.wager in wagers for wagers in mine)


def _orphaned(setup: Setup, key: str) -> e.Because:
    needs, cited = setup.needs[key], setup.procedure.orphan
    assert needs is not None
    policies = () if cited else ("orphan-side-bet",)
    says = f"There is no {setup.rules.by_key[needs.wager].title} for it to rest on."
    return e.Because((*needs.clauses[:1], *cited), policies, says)
