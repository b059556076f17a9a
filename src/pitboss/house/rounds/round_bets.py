"""The bets of a round and how they came about: placed, raised, lowered, taken back."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.house.rounds.history import PlayedRound
from pitboss.language.policies import TIME_OUT
from pitboss.play import events as e
from pitboss.play.events import Actor, Because

PLACED, RAISED, LOWERED, TAKEN_BACK = "placed", "raised", "lowered", "taken back"
CUT, REMOVED, ANNULLED, PLAYED = "cut", "removed", "no longer counts", "played"


class Change(NamedTuple):
    """One thing that happened to a bet."""

    time: int
    action: str
    amount: int
    total: int  # What lay there afterwards.
    by: Actor
    because: Because | None = None  # Why, where the table itself did it.
    automatic: bool = False  # The bettor was out of time.


class BetMade(NamedTuple):
    """A bet of one person on one wager of a box."""

    box: int
    bettor: str
    wager: str
    changes: tuple[Change, ...]

    @property
    def is_standing(self) -> bool:
        """Whether it was there to the end."""
        return self.changes[-1].total > 0

    @property
    def stake(self) -> int:
        """What it came to at last; if it was taken back, what it was before."""
        last = self.changes[-1]
        return last.total or last.amount


def bets_made(played: PlayedRound) -> list[BetMade]:
    """Every bet that ever lay on the table in a round, by box and in the order they came."""
    changes: dict[tuple[int, str, str], list[Change]] = {}
    for step in played.steps:
        for event in step.said:
            if isinstance(
                event, e.BetPlaced | e.Played | e.BetReduced | e.BetRemoved | e.BetAnnulled
            ):
                of_bet = changes.setdefault((event.box, event.bettor, event.wager), [])
                of_bet.append(_change(step.time, event, of_bet[-1].total if of_bet else 0))
    bets = [BetMade(*key, tuple(of_bet)) for key, of_bet in changes.items()]
    return sorted(bets, key=lambda bet: bet.box)


def _change(
    time: int,
    event: e.BetPlaced | e.Played | e.BetReduced | e.BetRemoved | e.BetAnnulled,
    total: int,
) -> Change:
    because: Because | None = getattr(event, "because", None)
    match event:
        case e.BetPlaced():
            action = RAISED if total else PLACED
        case e.Played():
            action = PLAYED
        case e.BetReduced():
            action = CUT if because else LOWERED
        case e.BetRemoved():
            action = REMOVED if because else TAKEN_BACK
        case e.BetAnnulled():
            action = ANNULLED
    is_more = isinstance(event, e.BetPlaced | e.Played)
    left = total + event.amount if is_more else total - event.amount
    automatic = getattr(event, "automatic", False) or _is_time_up(because)
    return Change(time, action, event.amount, left, event.by, because, automatic)


def _is_time_up(because: Because | None) -> bool:
    return because is not None and TIME_OUT.key in because.policies
