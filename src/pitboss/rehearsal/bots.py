"""Bots: people who come, bet, decide and leave, each in a manner of their own, from a seed.

A bot knows what a person at the table knows: the answer to its last command. It never looks into
the shoe for more than its own hand.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from pitboss.cards.hands import row_of
from pitboss.house.records.days import SECOND
from pitboss.house.requests import Ask, Asked, ComeIn, Grant, Reply, Request, Sit
from pitboss.house.tables.practice import (
    Boxes,
    Deal,
    FoldHand,
    PlayHand,
    Stake,
    Table,
    TableCommand,
)
from pitboss.house.tables.shuffle import ENTROPY_BYTES
from pitboss.maths.odds import strategy
from pitboss.play import Setup
from pitboss.play.player_actions import may_fold
from pitboss.play.state import BETTING, EXAMINING, IDLE, OVER

KEPT = 20  # Commands that a bot may say again.
HOUR = 3_600 * SECOND
FOREIGN = ("anta", "initail", "tie-tie")  # Wagers that no table has.


class Manner(NamedTuple):
    """How somebody plays."""

    seconds: int  # From one command to the next.
    likes_side_bets: float
    makes_mistakes: float  # In a decision.
    speaks_out_of_turn: float
    rounds: int  # In a sitting.


def manner(chance: Random) -> Manner:
    return Manner(
        chance.randint(15, 45),
        chance.choice((0.05, 0.2, 0.5)),
        chance.choice((0.0, 0.02, 0.1, 0.3)),
        0.02,
        chance.randint(60, 300),
    )


@lru_cache(maxsize=64)
def _played(setup: Setup) -> Any:
    return strategy.hands_played(setup.rules, strategy.BEST)


class Bot:
    """One person at one table."""

    def __init__(self, number: int, offer: str, chance: Random, now: int) -> None:
        self.number, self.offer, self.chance = number, offer, chance
        self.manner = manner(chance)
        self.person = self.table = ""
        self.balance = 0
        self.standing: Table | None = None
        self.said = 0
        self.left = self.manner.rounds  # Rounds until this sitting ends.
        self.due = now + chance.randrange(HOUR)
        self.asked: Asked | None = None  # What has not been answered yet.
        self.earlier: list[tuple[Asked, Reply]] = []

    def next(self) -> Asked:
        """What it says now; whatever was not answered is said again, under the same id."""
        if self.asked is None:
            request = self._request()
            self.said += 1
            self.asked = Asked(self.person, f"b{self.said}", request)
        return self.asked

    def _request(self) -> Request:
        if not self.person:
            return ComeIn(f"bot-{self.number}")
        if not self.table:
            return Sit(self.offer)
        if self.standing is None:
            return Ask(self.table, Stake({}))
        if self.balance < 2 * self._least() and self.standing.round.phase in (IDLE, *OVER):
            return Grant()
        return Ask(self.table, self._command(self.standing))

    def hears(self, reply: Reply, now: int) -> None:
        """Take in the answer, and decide when to speak next."""
        asked = self.asked
        assert asked is not None
        self.asked = None
        if reply.person is not None:
            self.person = reply.person.id
            self.balance = reply.balance
        self.table = reply.table or self.table
        if reply.standing is not None:
            before, self.standing = self.standing, reply.standing.table
            self.earlier = [*self.earlier[-KEPT + 1 :], (asked, reply)]
            if before is not None and before.round.number < self.standing.round.number:
                self.left -= 1
        self.due = now + round(self.manner.seconds * SECOND * self.chance.uniform(0.5, 1.5))
        if self.left <= 0:  # Home, perhaps in the middle of a hand; back another time of the day.
            self.left = self.manner.rounds
            self.due += round(self.chance.uniform(4, 30) * HOUR)

    # What to say

    def _command(self, table: Table) -> TableCommand:
        chance, round = self.chance, table.round
        if chance.random() < self.manner.speaks_out_of_turn:
            return self._nonsense(table)
        if round.phase == EXAMINING:
            boxes = [number for number in round.waiting if may_fold(round, round.boxes[number])]
            return self._decision(table, min(boxes))
        entropy = chance.randbytes(ENTROPY_BYTES).hex()
        if round.phase == BETTING and round.is_bet_on and chance.random() < 0.7:
            return Deal(entropy)
        stakes = self._stakes(table.setup)
        return Stake(stakes) if chance.random() < 0.25 else Deal(entropy, stakes)

    def _decision(self, table: Table, box: int) -> PlayHand | FoldHand:
        state = table.round.boxes[box]
        plays = True
        if state.examined_by == self.person:
            plays = bool(_played(table.setup)[row_of(table.shoe.hand(state.places))])
        if self.chance.random() < self.manner.makes_mistakes:
            plays = not plays
        return PlayHand(box) if plays else FoldHand(box)

    def _stakes(self, setup: Setup) -> Boxes:
        """Bets within the limits; one box mostly, and now and then two."""
        chance = self.chance
        numbers = range(1, setup.boxes + 1)
        count = 2 if self.balance > 20 * self._least() and chance.random() < 0.15 else 1
        chosen = chance.sample(numbers, min(count, len(numbers)))
        return {box: self._bets(setup, self.balance // count) for box in sorted(chosen)}

    def _bets(self, setup: Setup, purse: int) -> dict[str, int]:
        """The main bet, and side bets as long as the purse stays fat."""
        chance = self.chance
        bets: dict[str, int] = {}
        for wager in setup.offered:
            if wager == setup.follow_up:
                continue
            is_poor = purse < 10 * self._least()
            if wager != setup.first and (is_poor or chance.random() >= self.manner.likes_side_bets):
                continue
            if wager in setup.rules.prices:
                bets[wager] = setup.rules.prices[wager]
                continue
            limit = setup.limits.get(wager)
            least, step = (limit.minimum, limit.increment) if limit else (500, 500)
            most = limit.maximum if limit else 50_000
            more = 0 if is_poor else chance.choice((0, 0, 0, 1, 1, 2, 5))
            bets[wager] = min(least + step * more, most)
        return bets

    def _nonsense(self, table: Table) -> TableCommand:
        """What a careless client says: out of turn, too much, on no box, by a wrong name."""
        chance, first = self.chance, table.setup.first
        return chance.choice(
            (
                PlayHand(chance.randint(1, 16)),
                FoldHand(chance.randint(1, 16)),
                Deal("no hexadecimal digits"),
                Stake({1: {chance.choice(FOREIGN): 500}}),
                Stake({16: {first: 500}}),
                Stake({1: {first: 10**9}}),
                Stake({1: {first: 1}}),
            )
        )

    def _least(self) -> int:
        assert self.standing is not None
        limit = self.standing.setup.limits.get(self.standing.setup.first)
        return limit.minimum if limit else 500
