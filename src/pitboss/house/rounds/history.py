"""Rounds that were played, read from the journal: nothing is kept of them elsewhere.

A round is the entries of its table that carry its number, and what was said about it while the
next one was open: a correction may come late. Its events are folded again for every page that shows
it, so what a player is shown is what was recorded.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.errors import PitbossError, UnknownName
from pitboss.house import events as h
from pitboss.house.office.entries import NOT_REFUSED
from pitboss.house.records.journal import ENTRY, Entry
from pitboss.house.rounds.round_seeds import RoundSeeds, seeds_of
from pitboss.house.storage.schema import JOURNAL, TABLES
from pitboss.house.tables.practice import Seed, shoe_of
from pitboss.house.tables.recovery import PLAY_EVENTS, events_of
from pitboss.house.tables.shuffle import ShuffleFacts
from pitboss.notation.record import Record, Step
from pitboss.notation.text import write
from pitboss.play import Command, Event, Round, Setup, Shoe, apply
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.state import OVER

AT_A_TIME = 200  # Entries.
MOST_DIGITS = 12  # Of a round's number.
LATE = (
    e.IncidentReported, e.RulingGiven, e.OptionChosen, e.BetAnnulled, e.PaymentCorrected, e.Voided,
)  # fmt: skip


class RoundId(NamedTuple):
    table: str
    number: int

    def __str__(self) -> str:
        return f"{self.table}-{self.number}"


def round_id(text: str) -> RoundId:
    """A round by its id, TABLE-NUMBER."""
    table, _, number = text.rpartition("-")
    if not (table and number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS):
        message = f"{text!r} is not the id of a round: it reads TABLE-NUMBER, such as K7QM2XPA-3."
        raise UnknownName("round/unknown", message)
    return RoundId(table, int(number))


class RoundStep(NamedTuple):
    """One command of a round, and the round after it."""

    time: int
    command: dict[str, Any]
    events: list[h.AnyEvent]
    round: Round
    before: Round  # The round as the command found it.
    entry: Entry

    @property
    def said(self) -> list[Event]:
        """What happened in the round itself."""
        return [event for event in self.events if isinstance(event, PLAY_EVENTS)]


class PlayedRound(NamedTuple):
    table: str
    number: int
    person: str
    steps: list[RoundStep]
    shuffle: ShuffleFacts | None  # Once the round is over.
    shoe: Shoe
    head: str  # The hash of its last entry.
    seeds: RoundSeeds  # Since the first commitment to one, published before bets were placed.
    entries: list[Entry]  # All that was asked, also what was refused.

    @property
    def id(self) -> str:
        return f"{self.table}-{self.number}"

    @property
    def round(self) -> Round:
        return self.steps[-1].round

    @property
    def is_over(self) -> bool:
        return self.round.phase in OVER

    @property
    def events(self) -> list[Event]:
        """What happened in the round, in its order."""
        return [event for step in self.steps for event in step.said]


class History:
    """Rounds by person and by number."""

    def __init__(self, engine: sa.Engine, setup_of: Callable[[str], Setup]) -> None:
        self._engine, self._setup_of = engine, setup_of

    def rounds_of(
        self, person: str, before: int | None, limit: int
    ) -> tuple[list[PlayedRound], int | None]:
        """Some finished rounds of a person, the latest first, and where the next ones begin."""
        numbers: dict[tuple[str, int], int] = {}  # With the number of the latest entry.
        below = before
        while len(numbers) <= limit:
            rows = self._recent(person, before, below)
            for id, stream, number in rows:
                numbers.setdefault((stream, number), id)
            if len(rows) < AT_A_TIME:
                break
            below = rows[-1][0]
        chosen = list(numbers.items())[:limit]
        rounds = [self.round(table, number) for (table, number), _ in chosen]
        more = chosen[-1][1] if len(numbers) > limit else None
        return [round for round in rounds if round.is_over], more

    def _recent(
        self, person: str, before: int | None, below: int | None
    ) -> list[tuple[int, str, int]]:
        """Entries under a number, of rounds whose latest entry comes before another."""
        query = (
            sa.select(JOURNAL.c.id, JOURNAL.c.stream, JOURNAL.c.round)
            .where(JOURNAL.c.person == person, JOURNAL.c.round > 0)
            .order_by(JOURNAL.c.id.desc())
            .limit(AT_A_TIME)
        )
        if before is not None:
            later = JOURNAL.alias("later")
            is_listed = sa.exists().where(
                later.c.stream == JOURNAL.c.stream,
                later.c.round == JOURNAL.c.round,
                later.c.person == person,
                later.c.id >= before,
            )
            query = query.where(JOURNAL.c.id < below, ~is_listed)
        elif below is not None:
            query = query.where(JOURNAL.c.id < below)
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [(int(id), stream, int(number)) for id, stream, number in rows]

    def round(self, table: str, number: int) -> PlayedRound:
        """One round, step by step."""
        of_round = (
            JOURNAL.c.stream == table,
            JOURNAL.c.round.in_((number, number + 1)),
            sa.or_(  # What was said about it late; what else names that number is left out below.
                JOURNAL.c.round == number, JOURNAL.c.events.contains(f'"round":{number},')
            ),
        )
        with self._engine.connect() as connection:
            # In the order of the journal: for that of the stream SQLite would read all of it.
            rows = connection.execute(
                sa.select(*ENTRY).where(*of_round).order_by(JOURNAL.c.id)
            ).all()
            person = connection.execute(
                sa.select(TABLES.c.person).where(TABLES.c.id == table)
            ).scalar_one_or_none()
            # Its first seed was sealed with the end of the round before.
            rows_before = connection.execute(
                sa.select(*ENTRY)
                .where(
                    JOURNAL.c.stream == table,
                    JOURNAL.c.round == number - 1,
                    sa.or_(
                        JOURNAL.c.events.contains(f'"event":"SeedSealed","round":{number},'),
                        JOURNAL.c.answer != NOT_REFUSED,
                    ),
                )
                .order_by(JOURNAL.c.id)
            ).all()
        entries = [Entry(*row) for row in rows]
        # A table's first entries come before any round, and a round begins with its opening.
        if person is None or number < 1 or not entries or entries[0].round != number:
            raise PitbossError("round/unknown", f"There is no round {table}-{number}.")
        seeds = seeds_of(number, [*(Entry(*row) for row in rows_before), *entries])
        return self._folded(table, number, person, entries, seeds)

    def _folded(
        self, table: str, number: int, person: str, entries: list[Entry], seeds: RoundSeeds
    ) -> PlayedRound:
        opened = entries[0].fingerprint  # Later entries may have the next round's configuration.
        setup = self._setup_of(opened)
        round, steps, kept = Round(setup, number - 1), list[RoundStep](), list[Entry]()
        for entry in entries:
            events, before = events_of(entry), round
            if entry.round != number:
                events = [event for event in events if _is_late(event, number)]
                if not events:
                    continue
            kept.append(entry)
            for event in events:
                if isinstance(event, PLAY_EVENTS):
                    round = apply(round, event)
            request = json.loads(entry.request)
            step = RoundStep(entry.time, request, events, round, before, entry)
            if step.said:
                steps.append(step)
        fingerprint, shoe, facts = setup.fingerprint, Shoe(), None
        commitment, _, seed = seeds.last
        entropy = seeds.entropy
        if seed and entropy:
            shoe = shoe_of(Seed(number, "", bytes.fromhex(seed)), entropy, table, fingerprint)
            facts = ShuffleFacts(table, number, fingerprint, commitment, seed, entropy)
        head = kept[-1].hash
        return PlayedRound(table, number, person, steps, facts, shoe, head, seeds, kept)


def _is_late(event: h.AnyEvent, number: int) -> bool:
    """Whether an event of the next round is about this one."""
    return isinstance(event, LATE) and event.round == number


def as_text(played: PlayedRound) -> str:
    """The round as a text record, which `pitboss replay` reads."""
    notes = [f"Round {played.id}, from the journal."]
    for earlier in played.seeds.withdrawn:
        notes += [f"withdrawn {earlier.commitment}", f"its seed {earlier.seed or 'not revealed'}"]
    for deal in played.seeds.refused:
        notes += [f"refused {deal.times} x {deal.code}", f"with entropy {deal.entropy}"]
    if played.shuffle is not None:
        commitment, seed, entropy = played.shuffle[3:]
        notes += [f"commitment {commitment}", f"seed {seed}", f"entropy {entropy}"]
        if played.seeds.absent:
            notes.append("the player had left: 32 zero bytes stand for their entropy")
    notes.append(f"head {played.head}")
    return write(record_of(played)._replace(notes=tuple(notes)))


def record_of(played: PlayedRound) -> Record:
    """The commands that lead to the round, with bets as they stood at the close."""
    steps = tuple(Step(command) for command in _commands(played.events))
    dealt = played.round.dealt
    shoe = Shoe(played.shoe.cards[:dealt] + (None,) * (len(played.shoe.cards) - dealt))
    return Record(played.round.setup, steps, shoe)


def _commands(events: list[Event]) -> Iterator[Command]:
    """Commands of the round that lead to these events at a practice table."""
    bets: dict[tuple[int, str, str], e.BetPlaced] = {}
    is_time_up = False
    for event in events:
        if getattr(event, "automatic", False):  # One command for all of them.
            if not is_time_up:
                yield c.TimeOut(event.by, _decided_by_the_table(events))
            is_time_up = True
            continue
        match event:
            case e.BetsOpened(by=by):
                yield c.OpenBets(by)
            case e.BetPlaced(box, bettor, wager, amount):
                before = bets.get((box, bettor, wager))
                total = amount + (before.amount if before else 0)
                bets[box, bettor, wager] = event._replace(amount=total)
            case e.BetReduced(box, bettor, wager, amount):
                left = bets[box, bettor, wager]
                bets[box, bettor, wager] = left._replace(amount=left.amount - amount)
            case e.BetRemoved(box, bettor, wager):
                del bets[box, bettor, wager]
            case e.BetsClosed(by=by):
                for box, bettor, wager, amount, seated, placed_by in bets.values():
                    yield c.PlaceBet(placed_by, box, bettor, wager, amount, seated)
                yield c.CloseBets(by)
            case e.Dealt(by=by):
                yield c.Deal(by)
            case e.HandExamined(box=box, by=by):
                yield c.Examine(by, box)
            case e.HandReturned(box=box, faces=faces, by=by):
                yield c.ReturnHand(by, box, tuple(card for _, card in faces))
            case e.Folded(box=box, by=by):
                yield c.Fold(by, box)
            case e.Played(box=box, by=by):
                yield c.Play(by, box)
            case e.Revealed(where=where, faces=faces, by=by):
                yield c.Reveal(by, where, tuple(card for _, card in faces))
            case e.Settled(jackpot=jackpot, by=by):
                yield c.Settle(by, jackpot)


def _decided_by_the_table(events: list[Event]) -> dict[int, bool]:
    """By box: whether the table played a hand whose player ran out of time."""
    return {
        event.box: isinstance(event, e.Played)
        for event in events
        if isinstance(event, e.Played | e.Folded) and event.automatic
    }
