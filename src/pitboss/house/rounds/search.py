"""Rounds found in a house: by table, time, game, bettor, bet and outcome, the newest first.

The database narrows the rounds down by what its indexes and the ledger say; whatever it lets
through is then folded from the journal and looked at exactly. So the search is as right as the
journal, and as fast as the database.

A round is found by the moment in which its bets were opened, and by its gaming day as reports count
it: the day of its settlement. What is asked about a bet (its box, its
bettor, its wager, its amount, its outcome) has to hold for one and the same bet.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.cards.deck import MOST_BOXES
from pitboss.errors import BadConfiguration, UnknownName, unknown
from pitboss.house.records.ledger import player
from pitboss.house.rounds.archive import Archive
from pitboss.house.rounds.history import PlayedRound
from pitboss.house.rounds.round_bets import BetMade, bets_made
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, TABLES, TRANSFERS
from pitboss.play import events as e
from pitboss.play.state import OVER, VOID
from pitboss.rulebooks import RULEBOOKS

BATCH = 50  # Rounds that are read ahead.
MOST_OUTCOMES = 3  # Named in one line.
INCIDENT, VOIDED, CORRECTED, TIME_OUT, NOT_OVER = (
    "incident", "void", "corrected", "time-out", "not over",
)  # fmt: skip
IRREGULAR = (INCIDENT, VOIDED, CORRECTED)
IRREGULAR_EVENTS = (e.IncidentReported, e.Voided, e.PaymentCorrected)


class Wanted(NamedTuple):
    """What a round has to have; None: anything."""

    table: str | None = None
    game: str | None = None
    since: int | None = None  # Opened then or later, in microseconds since 1970.
    before: int | None = None  # Opened earlier than that.
    counted: tuple[int, int] | None = None  # From the first moment on, before the second.
    box: int | None = None
    bettor: str | None = None  # A person's id.
    wager: str | None = None
    amount: int | None = None  # Exactly so much on a bet, as it came to at last.
    at_least: int | None = None
    outcome: str | None = None  # The key of a row.
    irregular: bool = False  # With an incident, a void or a corrected payment.

    @property
    def is_about_a_bet(self) -> bool:
        bets = self.box, self.bettor, self.wager, self.amount, self.at_least, self.outcome
        return any(value is not None for value in bets)


class FoundRound(NamedTuple):
    """A round in one line."""

    id: str
    table: str
    number: int
    game: str
    title: str  # Of the game.
    phase: str
    opened: int
    ended: int | None  # None: it is not over.
    bettors: tuple[tuple[str, str], ...]  # Ids and names.
    boxes: tuple[int, ...]
    staked: int
    net: int  # What the bettors gained or lost together.
    outcomes: tuple[str, ...]  # What won, the most first; else what the main bet came to.
    marks: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        bettors = [{"id": id, "name": name} for id, name in self.bettors]
        return {**self._asdict(), "bettors": bettors}


def find(archive: Archive, wanted: Wanted, limit: int) -> list[FoundRound]:
    """So many rounds at most, the newest first."""
    check(archive, wanted)
    with closing(search(archive, wanted)) as found:
        return list(islice(found, limit))


def search(archive: Archive, wanted: Wanted) -> Generator[FoundRound, None, None]:
    """Every round that has what is wanted, the newest first."""
    with (
        archive.engine.connect() as connection,
        closing(_Narrowed(archive, connection, wanted).rounds()) as narrowed,
    ):
        for table, number in narrowed:
            played = archive.history.round(table, number)
            if fits(played, wanted):
                yield in_one_line(archive, played)


# What the names mean


def check(archive: Archive, wanted: Wanted) -> None:
    """Refuse a table, game, wager, outcome or box that this house does not have."""
    if wanted.table is not None:
        with archive.engine.connect() as connection:
            query = sa.select(TABLES.c.id).where(TABLES.c.id == wanted.table)
            if connection.execute(query).one_or_none() is None:
                raise UnknownName("unknown/table", f"There is no table {wanted.table!r} here.")
    if wanted.game is not None and wanted.game not in RULEBOOKS:
        raise unknown("game", wanted.game, RULEBOOKS)
    if wanted.box is not None and not 1 <= wanted.box <= MOST_BOXES:
        message = f"A table has boxes 1 to {MOST_BOXES}, and no box {wanted.box}."
        raise BadConfiguration("unknown/box", message)
    if wanted.amount is not None and wanted.at_least is not None:
        message = "Ask for an amount, or for at least so much: not for both."
        raise BadConfiguration("option/amount", message)
    if wanted.wager is None and wanted.outcome is None:
        return
    rows = _rows(archive, wanted.game)
    if wanted.wager is not None and wanted.wager not in rows:
        raise unknown("wager", wanted.wager, rows, wanted.game or "this house")
    if wanted.outcome is not None:
        of = [rows[wanted.wager]] if wanted.wager is not None else rows.values()
        known = sorted({key for keys in of for key in keys})
        if wanted.outcome not in known:
            raise unknown("outcome", wanted.outcome, known, wanted.wager or "")


def _rows(archive: Archive, game: str | None) -> dict[str, set[str]]:
    """By wager: the outcomes that it has, or had, at a table here."""
    rows: dict[str, set[str]] = {}
    for setup in archive.configurations():
        if game in (None, setup.rules.key):
            for wager in setup.rules.wagers:
                rows.setdefault(wager.key, set()).update(row.key for row in wager.rows)
    return rows


def _is_lost_price(archive: Archive, outcome: str) -> bool:
    """Whether an outcome leaves no transfer: the bank has had the price of the wager all along."""
    return any(
        row.key == outcome and row.pay.is_loss
        for setup in archive.configurations()
        for wager in setup.rules.wagers
        if wager.key in setup.rules.prices
        for row in wager.rows
    )


# What the database says


class _Narrowed:
    """The rounds that may have what is wanted: all that do, and few that do not."""

    def __init__(self, archive: Archive, connection: sa.Connection, wanted: Wanted) -> None:
        self.archive, self.connection, self.wanted = archive, connection, wanted
        self.first = None if wanted.since is None else self.entry_at(wanted.since)
        if wanted.counted is not None:
            self.first = max(self.first or 0, self.first_counted(*wanted.counted))
        self.opening = JOURNAL.alias("opening")
        self.entry = JOURNAL.alias("entry")
        self.transfer = TRANSFERS.alias("transfer")

    def rounds(self) -> Generator[tuple[str, int], None, None]:
        """Table and number of each, the newest first."""
        irregular = self.irregular_rounds() if self.wanted.irregular else None
        if self.connection.dialect.name == "postgresql":
            # Before it has statistics of a table, it would read the whole ledger for each round.
            self.connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        options = {"yield_per": BATCH}
        with self.connection.execute(self.query(), execution_options=options) as rows:
            for _, table, number in rows:
                if irregular is None or (table, number) in irregular:
                    yield table, number

    def irregular_rounds(self) -> set[tuple[str, int]]:
        """Rounds with such an event, and those before: it may have come late.

        The journal is read once for it, which is far cheaper than a look at it for each round.
        """
        query = sa.select(JOURNAL.c.stream, JOURNAL.c.round).where(
            sa.or_(*(JOURNAL.c.events.contains(_name(kind)) for kind in IRREGULAR_EVENTS))
        )
        if self.first is not None:
            query = query.where(JOURNAL.c.id >= self.first)
        rows = self.connection.execute(query).all()
        return {(table, number - late) for table, number in rows for late in (0, 1)}

    def query(self) -> sa.Select[Any]:
        """The first entry of each round, with its table and number."""
        wanted, opening = self.wanted, self.opening
        earlier = JOURNAL.alias("earlier")
        is_there_before = sa.exists().where(
            earlier.c.stream == opening.c.stream,
            earlier.c.round == opening.c.round,
            earlier.c.id < opening.c.id,
        )
        query = (
            sa.select(opening.c.id, opening.c.stream, opening.c.round)
            .where(opening.c.round > 0, ~is_there_before)
            .order_by(opening.c.id.desc())
        )
        if self.first is not None:
            query = query.where(opening.c.id >= self.first)
        if wanted.before is not None:
            query = query.where(opening.c.id < self.entry_at(wanted.before))
        if wanted.counted is not None:
            start, end = map(self.entry_at, wanted.counted)
            step = JOURNAL.alias("step")
            is_of_round = step.c.stream == opening.c.stream, step.c.round == opening.c.round
            query = query.where(
                opening.c.id < end,
                sa.exists().where(*is_of_round, step.c.id >= start, step.c.id < end),
            )
        if wanted.table is not None:
            query = query.where(opening.c.stream == wanted.table)
        if wanted.game is not None:
            of_game = sa.select(TABLES.c.id).where(TABLES.c.game == wanted.game)
            query = query.where(opening.c.stream.in_(of_game))
        for condition in self.bets():
            query = query.where(condition)
        return query

    def first_counted(self, start: int, end: int) -> int:
        """The first entry of any round that has an entry between these moments."""
        step = JOURNAL.alias("step")
        between = (
            sa.select(step.c.stream, step.c.round)
            .where(step.c.id >= self.entry_at(start), step.c.id < self.entry_at(end))
            .where(step.c.round > 0)
            .distinct()
            .subquery()
        )
        of_round = JOURNAL.c.stream == between.c.stream, JOURNAL.c.round == between.c.round
        query = sa.select(sa.func.min(JOURNAL.c.id)).select_from(between)
        first: int | None = self.connection.execute(
            query.join(JOURNAL, sa.and_(*of_round))
        ).scalar()
        return first or 0

    def entry_at(self, time: int) -> int:
        """The first entry of that time or later: entries are in the order of their times."""
        last = self.connection.execute(sa.select(sa.func.max(JOURNAL.c.id))).scalar() or 0
        query = sa.select(JOURNAL.c.time).where(JOURNAL.c.id >= sa.bindparam("number"))
        query = query.order_by(JOURNAL.c.id).limit(1)
        low, high = 1, last + 1
        while low < high:
            middle = (low + high) // 2
            if self.connection.execute(query, {"number": middle}).scalar_one() < time:
                low = middle + 1
            else:
                high = middle
        return low

    def bets(self) -> Iterator[sa.ColumnElement[bool]]:
        wanted, transfer = self.wanted, self.transfer
        if wanted.bettor is not None:
            stakes = transfer.c.reason == "stake", transfer.c.debit == self.account(wanted.bettor)
            yield self.is_among(*stakes)
        if wanted.outcome is not None:
            came_to = transfer.c.row == wanted.outcome
            if _is_lost_price(self.archive, wanted.outcome):
                came_to = sa.or_(came_to, transfer.c.reason == "price")
            yield self.is_among(came_to, *self.of_bet())
        elif wanted.box is not None or wanted.wager is not None:
            late = self.entry.c.round.in_((self.opening.c.round, self.opening.c.round + 1))
            of_round = self.transfer.c.round == self.opening.c.round
            yield self.transfers().where(late, of_round, *self.of_bet()).exists()
        if wanted.amount is not None or wanted.at_least is not None:
            yield self.has_amount()

    def account(self, person: str) -> sa.ScalarSelect[Any]:
        account = player(person)
        return (
            sa.select(ACCOUNTS.c.id)
            .where(ACCOUNTS.c.kind == account.kind, ACCOUNTS.c.owner == account.owner)
            .scalar_subquery()
        )

    def of_bet(self) -> Iterator[sa.ColumnElement[bool]]:
        if self.wanted.box is not None:
            yield self.transfer.c.box == self.wanted.box
        if self.wanted.wager is not None:
            yield self.transfer.c.wager == self.wanted.wager

    def is_among(self, *conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
        """Whether the round is one of those with such a transfer: the ledger is read once."""
        entry, transfer = self.entry, self.transfer
        rounds = (
            sa.select(entry.c.stream, transfer.c.round)
            .join_from(transfer, entry, entry.c.id == transfer.c.entry)
            .where(transfer.c.round.is_not(None), *conditions)
        )
        if self.first is not None:  # A round has no transfer before it is opened.
            rounds = rounds.where(transfer.c.entry >= self.first)
        return sa.tuple_(self.opening.c.stream, self.opening.c.round).in_(rounds)

    def transfers(self) -> sa.Select[Any]:
        """Whether there is a transfer at the round's table."""
        entry, transfer = self.entry, self.transfer
        return (
            sa.select(sa.literal(1))
            .join_from(entry, transfer, entry.c.id == transfer.c.entry)
            .where(entry.c.stream == self.opening.c.stream)
        )

    def has_amount(self) -> sa.ColumnElement[bool]:
        """A bet that stands at the amount, or was taken back with it."""
        wanted, transfer = self.wanted, self.transfer
        is_stake, amount = transfer.c.reason == "stake", transfer.c.amount
        total = sa.func.sum(sa.case((is_stake, amount), else_=-amount))
        if wanted.amount is None:
            stands, is_enough = total >= wanted.at_least, amount >= wanted.at_least
        else:
            stands, is_enough = total == wanted.amount, amount == wanted.amount
        returns = sa.func.sum(sa.case((sa.and_(~is_stake, is_enough), 1), else_=0))
        bettor = sa.case((is_stake, transfer.c.debit), else_=transfer.c.credit)
        return (
            self.transfers()
            .where(
                self.entry.c.round == self.opening.c.round,
                transfer.c.round == self.entry.c.round,
                transfer.c.row.is_(None),
                transfer.c.reason.in_(("stake", "returned")),
                *self.of_bet(),
            )
            .group_by(transfer.c.box, transfer.c.wager, bettor)
            .having(sa.or_(stands, sa.and_(total == 0, returns > 0)))
            .exists()
        )


def _name(kind: type) -> str:
    """An event of this kind as it stands in the journal."""
    return f'"event":"{kind.__name__}"'


# What the journal says


def fits(played: PlayedRound, wanted: Wanted) -> bool:
    """Whether a round has what is wanted of its bets and its day, and is irregular if asked for."""
    if wanted.irregular and not set(marks(played)) & set(IRREGULAR):
        return False
    if wanted.counted is not None:
        start, end = wanted.counted
        if not start <= counted_at(played) < end:
            return False
    if not wanted.is_about_a_bet:
        return True
    outcomes: dict[tuple[int, str, str], set[str]] = {}
    for payment in played.round.payments:
        outcomes.setdefault(payment[:3], set()).add(payment.row)
    bets = {bet[:3]: bet for bet in bets_made(played)}
    return any(
        _bet_fits(key, bets.get(key), outcomes.get(key, set()), wanted)
        for key in {*bets, *outcomes}
    )


def _bet_fits(
    key: tuple[int, str, str], bet: BetMade | None, outcomes: set[str], wanted: Wanted
) -> bool:
    box, bettor, wager = key
    stake = 0 if bet is None else bet.stake  # A bonus is paid without a stake of its own.
    return (
        wanted.box in (None, box)
        and wanted.bettor in (None, bettor)
        and wanted.wager in (None, wager)
        and wanted.amount in (None, stake)
        and (wanted.at_least is None or stake >= wanted.at_least)
        and (wanted.outcome is None or wanted.outcome in outcomes)
    )


def marks(played: PlayedRound) -> tuple[str, ...]:
    """What is out of the ordinary in a round."""
    round = played.round
    is_out_of_time = any(
        change.automatic for bet in bets_made(played) for change in bet.changes
    ) or any(getattr(event, "automatic", False) for event in played.events)
    return tuple(
        mark
        for mark, holds in {
            INCIDENT: bool(round.incidents),
            VOIDED: round.phase == VOID,
            CORRECTED: bool(round.corrections),
            TIME_OUT: is_out_of_time,
            NOT_OVER: round.phase not in OVER,
        }.items()
        if holds
    )


def in_one_line(archive: Archive, played: PlayedRound) -> FoundRound:
    round, bets = played.round, bets_made(played)
    rules = round.setup.rules
    bettors = dict.fromkeys(bet.bettor for bet in bets)
    return FoundRound(
        id=played.id,
        table=played.table,
        number=played.number,
        game=rules.key,
        title=rules.rulebook.title,
        phase=round.phase,
        opened=played.steps[0].time,
        ended=ended_at(played),
        bettors=tuple((id, archive.name_of(id)) for id in bettors),
        boxes=tuple(dict.fromkeys(bet.box for bet in bets)),
        staked=sum(bet.stake for bet in bets if bet.is_standing),
        net=sum(payment.net for payment in round.payments),
        outcomes=outcomes(played),
        marks=marks(played),
    )


def ended_at(played: PlayedRound) -> int | None:
    """When the round was settled, or void; None if it is not over."""
    return next((step.time for step in played.steps if step.round.phase in OVER), None)


def counted_at(played: PlayedRound) -> int:
    """The moment whose gaming day the round belongs to: its end, and until then its last step.

    A report counts its bets and the ledger books its result on that day.
    """
    ended = ended_at(played)
    return played.steps[-1].time if ended is None else ended


def outcomes(played: PlayedRound) -> tuple[str, ...]:
    """What won, the most first; if nothing did, what the first bet came to."""
    payments, by_key = played.round.payments, played.round.setup.rules.by_key
    won = sorted((paid for paid in payments if paid.net > 0), key=lambda paid: -paid.net)
    names = [by_key[paid.wager].row(paid.row).outcome for paid in won or payments[:1]]
    return tuple(dict.fromkeys(names))[:MOST_OUTCOMES]
