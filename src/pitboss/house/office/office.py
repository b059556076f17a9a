"""The office: it carries out a group of commands in one transaction.

Each command is decided on what the ones before it have led to. Entries and transfers are written,
the group is committed, and only then does anything that was kept at hand change; if the commit
fails, what stood before still stands. A command that was said before gets its first answer again.

A database server may be cut off or restart. The office then connects again and asks the journal
whether its last group was committed; if not, it carries the group out once more. SQLite's file is
different: after a failed write or sync nobody knows what is on the disk, and the house stops.

The guest and the player desk know people, the limit desk what they allow themselves, the table desk
knows tables, and the wallet desk knows players whose money is in an operator's wallet. The office
is called by one thread at a time: by the writer's, or by a simulation.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import sqlalchemy as sa

from pitboss.errors import HouseIsStopped, PitbossError
from pitboss.house.keys.sealing import Key
from pitboss.house.keys.signing import SigningKeys
from pitboss.house.office.books import Committed, Group
from pitboss.house.office.day_closing import DayClosing
from pitboss.house.office.guest_desk import GuestDesk
from pitboss.house.office.house_opening import open_house, opened_by
from pitboss.house.office.limit_desk import LimitDesk
from pitboss.house.office.player_desk import PlayerDesk
from pitboss.house.office.rule_of_the_house import RuleOfTheHouse
from pitboss.house.office.statements import Statements, driver_error, is_conflict
from pitboss.house.office.table_desk import TableDesk
from pitboss.house.office.timekeeping import Clocks, HouseTime
from pitboss.house.office.wallet_calls import WalletCalls
from pitboss.house.office.wallet_desk import WalletDesk
from pitboss.house.records.journal import Heads
from pitboss.house.records.kept_heads import catch_up
from pitboss.house.requests import (
    Adopt,
    Ask,
    Asked,
    AskLaunch,
    ChangePassword,
    ComeIn,
    Exclude,
    Grant,
    Launch,
    Look,
    LookAtLimits,
    MoveBank,
    Open,
    Register,
    Reply,
    SetLimit,
    SignIn,
    SignOut,
    SignOutAll,
    Sit,
    Sweep,
    Tick,
    WalletHolds,
    WalletSaid,
    WalletUndone,
)
from pitboss.house.settings.house_settings import HouseSettings
from pitboss.house.storage.ownership import disown, own
from pitboss.house.tables.practice import Randomness

log = logging.getLogger(__name__)

ATTEMPTS = 5  # At one group, when the server gave way to somebody else or was cut off.
PAUSES = (0.0, 0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)  # Seconds before each try to connect.
AWAY = "The house has stopped because its database can't be reached: restart it."


class Office:
    """Everything behind the counter of a house that is open."""

    def __init__(
        self,
        engine: sa.Engine,
        key: Key,
        heads: Heads,
        settings: HouseSettings,
        clocks: Clocks,
        randomness: Randomness,
        signing: SigningKeys,
        seals: Path,
    ) -> None:
        self._engine, self._key, self._heads = engine, key, heads
        self._settings, self._clocks, self._randomness = settings, clocks, randomness
        self._signing, self._seals = signing, seals
        self._time: HouseTime | None = None
        self._last_commit: int | None = None
        self._wallets: WalletDesk | None = None
        self._closing: DayClosing | None = None
        try:
            self._connect()
        except BaseException:
            heads.close()
            raise

    def _connect(self) -> None:
        """Take a connection of our own, and read from it what has to be at hand."""
        self._connection = self._engine.connect()
        try:
            own(self._connection, self._clocks.pause)
            catch_up(self._heads, self._connection)
            self._connection.rollback()
            self._read()
            self.is_connected = True
        except BaseException:
            self._abandon()
            raise

    def _abandon(self) -> None:
        """Let go of the connection, with whatever it had begun."""
        self.is_connected = False
        if not self._connection.closed:
            self._connection.invalidate()
            self._connection.close()

    def _read(self) -> None:
        """Begin with what the database has, and nothing else."""
        key, randomness = self._key, self._randomness
        with self._connection.begin():
            statements = Statements(self._connection)
            books = Committed(statements)
            last = self._last_commit or statements.last_time()
            self._time = self._time or HouseTime(self._clocks, last)
            rule = RuleOfTheHouse(statements, self._settings, last, self._time.current())
            guests = GuestDesk(statements, books, rule, randomness)
            limits = LimitDesk(statements, books, rule, guests)
            tables = TableDesk(
                statements, books, rule, guests, limits, key, randomness, opened_by(statements)
            )
            if self._wallets is None:
                calls = WalletCalls(statements, randomness)
                self._wallets = WalletDesk(statements, calls, guests, tables)
            else:  # Commands wait there, and whoever calls wallets knows it.
                self._wallets.read_again(statements, guests, tables)
            if self._closing is not None:
                self._closing.close()
            self._closing = DayClosing(statements, rule, self._signing, self._seals)
        self.statements, self._books, self.rule = statements, books, rule
        self.guests, self.limits, self.tables = guests, limits, tables
        self.players = PlayerDesk(statements, books, guests)

    @property
    def time(self) -> HouseTime:
        assert self._time is not None
        return self._time

    @property
    def wallets(self) -> WalletDesk:
        assert self._wallets is not None
        return self._wallets

    @property
    def closing(self) -> DayClosing:
        assert self._closing is not None
        return self._closing

    def look_for_database(self) -> None:
        """Notice that the connection was cut, and connect again, before it is needed."""
        try:
            self.statements.touch()
        except Exception as error:
            if not self._is_passing(error):
                raise

    def close(self) -> None:
        try:
            if not self._connection.closed:
                self.statements.close()
                with suppress(sa.exc.DBAPIError):  # The server may be gone, and its lock with it.
                    disown(self._connection)
                self._connection.close()
        finally:
            self._heads.close()
            self.closing.close()

    def abandon(self) -> None:
        """Close after a fault: what can't be written can't be flushed either."""
        with suppress(OSError):
            self._connection.close()
        for file in (self._heads, self.closing):
            with suppress(OSError):
                file.close()

    def commit(self, batch: Sequence[Asked]) -> list[Reply | PitbossError]:
        """Carry out these commands in one transaction; what each of them is answered.

        Any exception means that nothing was done, or that nobody knows: the office is then closed.
        """
        try:
            group, replies = self._committed(batch)
            self._tell_files(group)
        except BaseException:
            self._abandon()
            raise
        return replies

    @contextmanager
    def one_commit(self) -> Iterator[Group]:
        """Whatever is entered inside is committed together, or not at all, and only tried once."""
        group = Group(self._books, self.time.now())
        try:
            with self._transaction(group):
                yield group
            self._tell_files(group)
        except BaseException:
            self._abandon()
            raise

    def _committed(self, batch: Sequence[Asked]) -> tuple[Group, list[Reply | PitbossError]]:
        """Commit a group, and try again where a server could not.

        A failed group is rolled back, and nothing that was kept at hand outlives it. If the
        connection was cut, the journal says whether the commit came through.
        """
        for left in reversed(range(ATTEMPTS)):
            group = Group(self._books, self.time.now())
            replies: list[Reply | PitbossError] = []
            self.wallets.begin()
            try:
                with self._transaction(group):
                    replies += [self._carry_out(group, asked) for asked in batch]
            except Exception as error:
                if not left or not self._is_passing(error):
                    raise
                is_there = self._has(group)
                self.wallets.go_on(is_there)
                if is_there:
                    log.warning("the last group was committed, though the connection was cut")
                    self._last_commit = group.now
                    group.heads.clear()  # They were kept when the connection was made anew.
                    break
            else:
                break
        return group, replies

    @contextmanager
    def _transaction(self, group: Group) -> Iterator[None]:
        """Write and commit what is entered inside; only then does what is at hand change."""
        with self.statements.transaction():
            self.rule.begin(group)
            self.closing.begin(group)
            self.rule.absence.begin(group)
            yield
            group.write()
        self.limits.is_committed(group)  # While the balances before it are at hand.
        group.is_committed()
        self._last_commit = group.now

    def _tell_files(self, group: Group) -> None:
        """What is outside the database may lag behind it, and never leads."""
        if group.heads:
            self._heads.append(group.heads.values())
        self.closing.is_committed()
        self.wallets.calls.is_committed()

    def _has(self, group: Group) -> bool:
        """Whether the journal has a group whose commit nobody answered."""
        first = group.first_entry
        with self._connection.begin():
            return first is not None and self.statements.has_entry(*first)

    def _is_passing(self, error: Exception) -> bool:
        """Whether the office stands as the database has it, and can try again."""
        if is_conflict(error):
            log.warning("a group is carried out once more: %s", _first_line(error))
            self._read()
        elif self.statements.is_cut(error):
            log.warning("the connection to the database was cut: %s", _first_line(error))
            self._reconnect()
        else:
            return False
        return True

    def _reconnect(self) -> None:
        """Connect again, and own the database again: only then is the cut connection over."""
        self._abandon()
        for pause in PAUSES:
            if self._clocks.pause(pause):
                raise HouseIsStopped("house/stopped", "The house is closed.")
            try:
                self._connect()
            except (sa.exc.DBAPIError, driver_error(self._engine), PitbossError) as error:
                failure = error
                log.warning("the database can't be reached yet: %s", _first_line(error))
            else:
                log.info("the database is reached again")
                return
        if isinstance(failure, PitbossError):
            raise failure
        raise HouseIsStopped("house/stopped", AWAY)

    def _carry_out(self, group: Group, asked: Asked) -> Reply | PitbossError:
        person, command_id, request, group.writes_refusals = asked
        try:
            match request:
                case ComeIn(token):
                    return self.guests.come_in(group, token)
                case Grant():
                    return self.guests.grant(group, person, command_id)
                case Register():
                    return self.players.register(group, person, command_id, request)
                case SignIn():
                    return self.players.sign_in(group, person, request)
                case ChangePassword():
                    return self.players.change_password(group, person, command_id, request)
                case SignOut(token):
                    return self.players.sign_out(group, person, token)
                case SignOutAll():
                    return self.players.sign_out_all(group, person)
                case SetLimit():
                    return self.limits.set_limit(group, person, command_id, request)
                case Exclude(days):
                    return self.tables.exclude(group, person, command_id, days)
                case LookAtLimits():
                    return self.tables.look_at_limits(group, person)
                case Sit(offer):
                    return self.tables.sit(group, person, offer)
                case Look(table):
                    desk = self.wallets if self.wallets.has_players else self.tables
                    return desk.look(group, person, table)
                case Ask(table, command):
                    desk = self.wallets if self.wallets.has_players else self.tables
                    return desk.ask(group, person, command_id, table, command)
                case Sweep():
                    return self.tables.sweep(group)
                case Tick():
                    return self.wallets.tick(group)
                case Open(settings):
                    return open_house(group, settings, self.statements, self.rule, self.tables)
                case Adopt(settings):
                    return self.rule.adopt(group, settings)
                case MoveBank(table, amount):
                    return self.tables.move_bank(group, person, command_id, table, amount)
                case AskLaunch():
                    return self.wallets.ask_launch(group, person, command_id, request)
                case Launch(token, wallet_id, name):
                    return self.wallets.launch(group, token, wallet_id, name)
                case WalletSaid(reference, answer):
                    return self.wallets.said(group, reference, answer)
                case WalletUndone(reference, receipt):
                    return self.wallets.undone(group, reference, receipt.balance)
                case WalletHolds(balance):
                    return self.wallets.holds(person, balance)
        except PitbossError as error:
            return error


def _first_line(error: Exception) -> str:
    """What a driver says before it goes into detail."""
    return str(getattr(error, "orig", error)).partition("\n")[0]
