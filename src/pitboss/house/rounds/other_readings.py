"""A round read otherwise: what each other reading of its rulebook would have made of it.

One reading at a time is changed against the round's own configuration. Cards, bets and decisions
stay what they were. A reading of pay is answered by settling again. A reading of procedure might
have led to another round altogether; it is said to change nothing only if the commands of the
round, decided again under it, come to the very same events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from pitboss.errors import PitbossError
from pitboss.house.rounds.history import PlayedRound, record_of
from pitboss.language.readings import Reading
from pitboss.notation.record import Outcome, run
from pitboss.notation.setup_json import is_installed
from pitboss.play import Event, Round, Setup, Shoe
from pitboss.play import events as e
from pitboss.play.answers import Answer
from pitboss.play.settling import lines
from pitboss.play.state import SETTLED, VOID
from pitboss.table.receipt import Line

Bet = tuple[int, str, str]  # Box, bettor and wager.
REPLAYED = (
    e.BetsOpened, e.BetPlaced, e.BetReduced, e.BetRemoved, e.BetsClosed, e.Dealt, e.HandExamined,
    e.HandReturned, e.Folded, e.Played, e.Revealed, e.Settled,
)  # fmt: skip


class BetReadOtherwise(NamedTuple):
    """A bet that comes to other money."""

    box: int
    bettor: str
    wager: str
    outcome: str
    net: int
    other_outcome: str
    other_net: int
    says: str  # Why, under the other reading.


class OtherReading(NamedTuple):
    """An option that changes the money of the round."""

    reading: Reading
    option: str
    bets: tuple[BetReadOtherwise, ...]
    net: int  # Of all bettors together, by the rules in force.
    other_net: int


class Unanswered(NamedTuple):
    """A reading whose effect can't be told, and why."""

    reading: str
    says: str


class OtherReadings(NamedTuple):
    changes: tuple[OtherReading, ...] = ()
    same: tuple[str, ...] = ()  # Readings that leave the money as it is under every option.
    unanswered: tuple[Unanswered, ...] = ()
    note: str = ""  # Why nothing is said at all.


def other_readings(played: PlayedRound) -> OtherReadings:
    """What every other option of every reading comes to."""
    round = played.round
    if not is_installed(round.setup):
        return OtherReadings(note="The rulebook is not installed: nothing is settled again.")
    if round.phase == VOID:
        return OtherReadings(note="The round is void: every bet went back, whatever it would pay.")
    if round.phase != SETTLED:
        return OtherReadings(note="The round is not over: nothing is settled yet.")
    known = with_all_cards(round, played.shoe)
    if known is None:
        message = "A hand was never shown and its cards are not known: nothing is settled again."
        return OtherReadings(note=message)
    return _Comparison(played, known).result()


def with_all_cards(round: Round, shoe: Shoe) -> Round | None:
    """The round with every card face up that was dealt; None if the shoe does not know one.

    A hand that folded may pay under another reading, so its cards matter.
    """
    faces = {place: round.faces.get(place, shoe.card(place)) for place in range(round.dealt)}
    if None in faces.values():
        return None
    return round.but(faces=faces)


@lru_cache(maxsize=256)
def read_otherwise(setup: Setup, reading: str, option: str) -> Setup:
    """The same table with one reading changed."""
    rules = setup.rules
    other = rules.rulebook.configure(
        rules.paytables,
        {**rules.readings, reading: option},
        rules.policies,
        rules.caps,
        rules.chip,
        rules.prices,
    )
    return replace(setup, rules=other)


class _Comparison:
    """One round against each of its other readings."""

    def __init__(self, played: PlayedRound, known: Round) -> None:
        self.played, self.known, self.setup = played, known, known.setup
        self.lines = _by_bet(lines(known, known.jackpot))
        self.net = _net(self.lines)

    def result(self) -> OtherReadings:
        changes: list[OtherReading] = []
        same: list[str] = []
        unanswered: list[Unanswered] = []
        for reading in self.setup.rules.rulebook.readings:
            in_force = self.setup.rules.readings[reading.key]
            options = [option for option in reading.options if option != in_force]
            try:
                if reading.kind == "pay":
                    paid = [change for option in options for change in self.paid(reading, option)]
                    changes += paid
                    is_same = not paid
                else:
                    is_same = all(self.goes_on_as_it_did(reading.key, key) for key in options)
                    if not is_same:
                        unanswered.append(Unanswered(reading.key, _not_to_be_told(reading)))
            except PitbossError as error:  # A pay table of the house's own may not fit.
                unanswered.append(Unanswered(reading.key, error.message))
                continue
            if is_same:
                same.append(reading.key)
        return OtherReadings(tuple(changes), tuple(same), tuple(unanswered))

    # Pay

    def paid(self, reading: Reading, option: str) -> Iterator[OtherReading]:
        """What the option changes, if it changes any bet's money."""
        other = self.known.but(setup=read_otherwise(self.setup, reading.key, option))
        others = _by_bet(lines(other, other.jackpot))
        bets = tuple(
            self.bet(key, others.get(key, []))
            for key in dict.fromkeys([*self.lines, *others])
            if _sum(self.lines.get(key, [])) != _sum(others.get(key, []))
        )
        if bets:
            yield OtherReading(reading, option, bets, self.net, _net(others))

    def bet(self, key: Bet, others: Sequence[Line]) -> BetReadOtherwise:
        own = self.lines.get(key, [])
        says = " ".join(line.says for line in others)
        return BetReadOtherwise(
            *key, _outcomes(own), _sum(own), _outcomes(others), _sum(others), says
        )

    # Procedure

    def goes_on_as_it_did(self, reading: str, option: str) -> bool:
        """Whether the commands of the round lead to the same events under the option."""
        if self.own_answers is None:
            return False
        return self.answers(read_otherwise(self.setup, reading, option)) == self.own_answers

    @cached_property
    def own_answers(self) -> list[Answer] | None:
        """What follows under the rules in force; None if that is not the round that was played."""
        if not all(_is_replayed(event) for event in self.played.events):
            return None
        *_, last = self.outcomes(self.setup)
        is_the_round = last.after.round.payments == self.played.round.payments
        return self.answers(self.setup) if is_the_round else None

    def answers(self, setup: Setup) -> list[Answer]:
        """What follows from each command; the opening names the configuration, and is left out."""
        return [outcome.answer for outcome in self.outcomes(setup)][1:]

    def outcomes(self, setup: Setup) -> list[Outcome]:
        return list(run(record_of(self.played)._replace(setup=setup)))


def _is_replayed(event: Event) -> bool:
    """Whether the commands of a round lead to an event: to incidents and cut bets they do not."""
    return isinstance(event, REPLAYED) and getattr(event, "because", None) is None


def _not_to_be_told(reading: Reading) -> str:
    return (
        f"“{reading.question}” Read otherwise, the round itself might have gone another way, so "
        "nobody can say what it would have paid."
    )


def _by_bet(settled: Sequence[Line]) -> dict[Bet, list[Line]]:
    by_bet: dict[Bet, list[Line]] = {}
    for line in settled:
        by_bet.setdefault((line.box, line.bettor, line.wager.key), []).append(line)
    return by_bet


def _sum(settled: Sequence[Line]) -> int:
    return sum(line.net for line in settled)


def _net(by_bet: dict[Bet, list[Line]]) -> int:
    return sum(_sum(settled) for settled in by_bet.values())


def _outcomes(settled: Sequence[Line]) -> str:
    return ", ".join(dict.fromkeys(line.row.outcome for line in settled)) or "Not paid"
