"""The coach: for every hand of yours, the best decision and exactly what the other one costs.

It knows what you know: your own hands, and whatever lies face up. So its answer may differ from a
strategy that looks at one hand alone.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from pitboss.house.tables.practice import Table
from pitboss.maths.odds.completions import Known
from pitboss.maths.odds.expectation import expected
from pitboss.play.player_actions import may_fold
from pitboss.play.state import IDLE
from pitboss.server.messages import HandAdvice

Decision = Literal["play", "fold"]


def advice(table: Table) -> list[HandAdvice]:
    """For each hand of the player's that has or had a decision, once they have seen it."""
    round, setup = table.round, table.setup
    if setup.follow_up is None or round.phase == IDLE:
        return []
    seen = {
        number: table.shoe.hand(box.places)
        for number, box in round.boxes.items()
        if box.examined_by == table.person and box.places
    }
    return [
        _about(table, number, cards, frozenset().union(*(_others(seen, number))))
        for number, cards in sorted(seen.items())
        if table.person in round.boxes[number].stakes and may_fold(round, round.boxes[number])
    ]


def _others(seen: dict[int, tuple[int, ...]], number: int) -> list[frozenset[int]]:
    return [frozenset(cards) for other, cards in seen.items() if other != number]


def _about(table: Table, number: int, cards: tuple[int, ...], dead: frozenset[int]) -> HandAdvice:
    round, rules = table.round, table.setup.rules
    box = round.boxes[number]
    placed = {
        wager: stake
        for wager, stake in box.stakes[table.person].items()
        if wager != table.setup.follow_up
    }
    known = Known(player=cards, dead=dead)
    play, fold = (
        expected(rules, placed, known, played=played, jackpot=round.jackpot or 0).amount
        for played in (True, False)
    )
    best: Decision = "play" if play >= fold else "fold"
    cost = abs(play - fold)
    chosen: Decision | None = None
    if box.played is not None:
        chosen = "play" if box.played else "fold"
    return HandAdvice(
        box=number,
        best=best,
        cost=_rounded(cost),
        chosen=chosen,
        says=_in_words(best, chosen, rules.currency.money(_rounded(cost))),
    )


def _rounded(amount: Fraction) -> int:
    return int(amount + Fraction(1, 2))


def _in_words(best: Decision, chosen: Decision | None, amount: str) -> str:
    doing = {"play": "Playing", "fold": "Folding"}
    if chosen is None:
        other: Decision = "fold" if best == "play" else "play"
        return f"{best.capitalize()}: best. {doing[other]} costs {amount} on average."
    if chosen == best:
        return f"{doing[chosen]} was best: it saved {amount} on average."
    return f"{doing[chosen]} cost {amount} on average."
