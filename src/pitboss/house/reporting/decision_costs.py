"""What people's own decisions cost them, hand by hand, against the best decision with that hand.

A result is what best play would bring, and what the decisions cost, and luck. The exact edge under
best play is that of players who know their own hand alone, so a decision is weighed by that hand,
over every hand of the dealer's and not only the one that came. The three then add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards.hands import row_of
from pitboss.house.reporting.finished_rounds import FinishedRound, finished_rounds
from pitboss.house.reporting.irregular_rounds import FollowedRound
from pitboss.house.reporting.records import Records, Scope, Span
from pitboss.house.tables.recovery import events_of
from pitboss.maths.odds.decision_gains import DecisionGains, Gains

MOVED = {"CardCorrected", "RulingGiven"}  # Which cards a hand had is not known for certain.
DECIDED = (("Played", True), ("Folded", False))


class BoxDecision(NamedTuple):
    """One bettor's decision on one box of a settled round that stands."""

    entry: int  # That settled the round.
    table: str
    fingerprint: str
    bettor: str
    is_automatic: bool  # The time ran out.
    costs: dict[str, Fraction] | None  # By wager, in the smallest unit; None if not known.

    @property
    def cost(self) -> Fraction:
        return sum((self.costs or {}).values(), Fraction(0))


class DecisionCosts:
    """The decisions of a scope, priced; the gains of every hand are counted once."""

    def __init__(
        self, records: Records, scope: Scope, changed: Collection[tuple[str, int]]
    ) -> None:
        """`changed` are the rounds, by table and number, that were changed after settlement."""
        self.records, self.scope, self.changed = records, scope, changed
        self.gains = {
            f: DecisionGains(records.setup(f).rules)
            for f in records.fingerprints
            if records.setup(f).rules.rulebook.decision
            and records.has_odds(f)
            and scope.game in (None, records.game_of(f))
        }

    def within(self, span: Span) -> Iterator[BoxDecision]:
        for finished in finished_rounds(self.records, self.scope, span, self.gains):
            if finished.events.get("Settled"):
                yield from self._decisions(finished)

    def _decisions(self, finished: FinishedRound) -> Iterator[BoxDecision]:
        gains, events = self.gains[finished.fingerprint], finished.events
        stakes = self._stakes(finished)
        hands = None if MOVED & events.keys() else finished.hands()
        meter = events["Settled"][-1]["jackpot"] or 0
        for name, played in DECIDED:
            for event in events.get(name, ()):
                staked = stakes.get((event["box"], event["bettor"]))
                if not staked:
                    continue  # Void, or taken off the box: it cost nothing.
                costs = None
                if hands is not None:
                    hand = row_of(hands[event["box"]])
                    gained = gains.of(hand, staked, meter)
                    costs = _costs(gained, played, gains.parts)
                yield BoxDecision(
                    finished.entry, finished.table, finished.fingerprint, event["bettor"],
                    event.get("automatic", False), costs,
                )  # fmt: skip

    def _stakes(self, finished: FinishedRound) -> dict[tuple[int, str], Counter[str]]:
        """By box and bettor: what stood on each wager, as the round stands now."""
        paid = finished.events["Settled"][-1]["payments"]
        lines = [(line["box"], line["bettor"], line["wager"], line["stake"]) for line in paid]
        if (finished.table, finished.number) in self.changed:
            lines = list(self._lines_now(finished))
        stakes: dict[tuple[int, str], Counter[str]] = {}
        for box, bettor, wager, stake in lines:
            stakes.setdefault((box, bettor), Counter())[wager] += stake
        return stakes

    def _lines_now(self, finished: FinishedRound) -> Iterator[tuple[int, str, str, int]]:
        followed = FollowedRound(frozenset())
        for id, entry in self.records.entries_about(finished.table, finished.number):
            for event in events_of(entry):
                if getattr(event, "round", entry.round) == finished.number:
                    followed.happens(id, event)
        yield from ((line.box, line.bettor, line.wager, line.stake) for line in followed.lines)


def _costs(gained: Gains, played: bool, parts: int) -> dict[str, Fraction]:
    """By wager: what a decision cost, nothing at all if it was the best one.

    On one wager a wrong decision may have gained, if it lost more on the others.
    """
    total = sum(gained.values())
    if total >= 0 if played else total <= 0:
        return {}
    sign = -1 if played else 1
    return {wager: Fraction(sign * gain, parts) for wager, gain in gained.items() if gain}
