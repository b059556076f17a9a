"""A round as it stands: bets, places of cards, faces that are up, incidents, payments.

Nothing here changes: the next state is a new one, and shares with the old what is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from pitboss.play.events import DEALER, FOURTH, Actor, Because, Payment, Voided, Where
from pitboss.play.setup import Setup

IDLE, BETTING, DEALING, EXAMINING, DECIDED, REVEALED, SETTLED, VOID = (
    "idle", "betting", "dealing", "examining", "decided", "revealed", "settled", "void",
)  # fmt: skip
OVER = (SETTLED, VOID)
CONTINUE, RETURN = "continue", "return"

Stakes = Mapping[str, Mapping[str, int]]  # By bettor, by wager; in the order they came.


class BoxState(NamedTuple):
    """A box with bets on it, or a hand."""

    stakes: Stakes
    seated: str | None = None
    places: tuple[int, ...] = ()
    examined_by: str | None = None
    played: bool | None = None  # None: not decided, or nothing to decide.
    accepts: frozenset[str] = frozenset()  # Those who went on after a dealing error.
    came: tuple[tuple[str, str], ...] = ()  # Wager and bettor, as the bets came.


class Incident(NamedTuple):
    """Something went wrong: what was reported, what was ruled, who still has to choose."""

    incident: str
    facts: Mapping[str, str]
    box: int | None
    bet: tuple[str, str] | None = None
    remedy: str | None = None  # None: no ruling yet.
    because: Because | None = None
    ruled_by: Actor | None = None
    options: tuple[str, ...] = ()
    choosing: frozenset[tuple[int, str]] = frozenset()  # Box and bettor.
    shown: int = 0  # Cards that lie face up because of it.

    @property
    def is_open(self) -> bool:
        return self.remedy is None or self.remedy == "refer" or bool(self.choosing)


@dataclass(frozen=True)
class Round:
    setup: Setup
    number: int = 0
    phase: str = IDLE
    boxes: Mapping[int, BoxState] = field(default_factory=dict)
    dealer: tuple[int, ...] = ()
    fourth: int | None = None
    dealt: int = 0  # Places in the shoe that are used.
    faces: Mapping[int, int] = field(default_factory=dict)  # By place: the cards that are face up.
    waiting: frozenset[int] = frozenset()  # Boxes that still have to return or decide.
    handled: bool = False  # Whether any player has handled a hand.
    withdrawn: frozenset[tuple[int, str, str]] = frozenset()
    contributions: Mapping[tuple[int, str, str], int] = field(default_factory=dict)  # By bet.
    jackpot: int | None = None
    payments: tuple[Payment, ...] = ()
    corrections: Mapping[int, Because] = field(default_factory=dict)  # By line of the payments.
    void: Voided | None = None  # What was given back, and why.
    incidents: tuple[Incident, ...] = ()
    before: Round | None = None  # The last round, for what is noticed late.

    def but(self, **changes: Any) -> Round:
        """This round with some of it changed."""
        # Several times as fast as dataclasses.replace: every event comes through here.
        changed = object.__new__(Round)
        object.__setattr__(changed, "__dict__", self.__dict__ | changes)
        return changed

    def fresh(self, number: int, phase: str, before: Round | None) -> Round:
        """The next round at this table."""
        fresh = object.__new__(Round)
        fields_set = {"setup": self.setup, "number": number, "phase": phase, "before": before}
        object.__setattr__(fresh, "__dict__", _NOTHING | fields_set)
        return fresh

    @property
    def is_stopped(self) -> bool:
        """Whether an incident has to be dealt with first."""
        return bool(self.incidents) and any(incident.is_open for incident in self.incidents)

    def places(self, where: Where) -> tuple[int, ...]:
        """Where in the shoe the cards of a hand came from."""
        if where == DEALER:
            return self.dealer
        if where == FOURTH:
            return () if self.fourth is None else (self.fourth,)
        box = self.boxes.get(where)  # type: ignore[arg-type]
        return box.places if box else ()

    @property
    def is_bet_on(self) -> bool:
        """Whether any bet stands."""
        return any(box.stakes for box in self.boxes.values())

    def is_up(self, places: Iterable[int]) -> bool:
        """Whether all cards at these places lie face up."""
        return self.faces.keys() >= set(places)

    def cards(self, where: Where) -> tuple[int, ...]:
        """The face-up cards of a hand."""
        return tuple(self.faces[place] for place in self.places(where) if place in self.faces)

    def hands(self) -> Iterator[tuple[Where, tuple[int, ...]]]:
        """Every hand that was dealt, and the fourth card."""
        for number, box in sorted(self.boxes.items()):
            if box.places:
                yield number, box.places
        if self.dealer:
            yield DEALER, self.dealer
        if self.fourth is not None:
            yield FOURTH, (self.fourth,)

    def bets(self) -> Iterator[tuple[int, str, str, int]]:
        """Every bet that stands: box, bettor, wager, stake."""
        for number, box in sorted(self.boxes.items()):
            for bettor, stakes in box.stakes.items():
                for wager, stake in stakes.items():
                    yield number, bettor, wager, stake


_NOTHING: dict[str, Any] = {
    field.name: {} if field.default_factory is dict else field.default
    for field in fields(Round)
    if field.name != "setup"
}


def bound_by(round: Round, number: int, bettor: str) -> frozenset[str]:
    """Whose bets on a box a choice is about: the chooser's own, or everybody's."""
    box = round.boxes[number]
    if round.setup.seated_player_chooses:
        return frozenset(box.stakes)
    return frozenset({bettor})


def seated_player(box: BoxState, first: str) -> str | None:
    """Who counts as seated: the one who sits there, else the highest bettor, the first of equals.

    The highest opening bet decides; where nobody has one, the first side bet.
    """
    if box.seated is not None:
        return box.seated
    if len(box.stakes) == 1:
        return next(iter(box.stakes))
    bets = area(box, first)
    return max(bets, key=lambda bettor: bets[bettor]) if bets else next(iter(box.stakes), None)


def area(box: BoxState, wager: str) -> dict[str, int]:
    """The bets on one wager of a box, by bettor, in the order they came."""
    return {who: box.stakes[who][wager] for what, who in box.came if what == wager}


def priority(setup: Setup, box: BoxState) -> str:
    """Whose bets come first on a box: the seated player's, or nobody's."""
    if box.seated is None and setup.placed_first:
        return ""
    return seated_player(box, setup.first) or ""
