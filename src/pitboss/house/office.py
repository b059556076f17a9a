"""The office: it carries out a group of commands in one transaction.

Each command is decided on what the ones before it have led to. Entries and transfers are written,
the group is committed, and only then does anything that was kept at hand change; if the commit
fails, what stood before still stands. A command that was said before gets its first answer again.

The guest and the player desk know people, the limit desk what they allow themselves, the table desk
knows tables, and the wallet desk knows players whose money is in an operator's wallet. The office
is called by one thread at a
time: by the writer's, or by a simulation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.books import Committed, Group
from pitboss.house.day_closing import DayClosing
from pitboss.house.guest_desk import GuestDesk
from pitboss.house.journal import Heads
from pitboss.house.limit_desk import LimitDesk
from pitboss.house.player_desk import PlayerDesk
from pitboss.house.practice import Randomness
from pitboss.house.requests import (
    Adopt,
    Ask,
    Asked,
    ChangePassword,
    ComeIn,
    Exclude,
    Grant,
    Launch,
    Look,
    LookAtLimits,
    MoveBank,
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
from pitboss.house.rule_of_the_house import RuleOfTheHouse
from pitboss.house.sealing import Key
from pitboss.house.settings import HouseSettings
from pitboss.house.signing import SigningKeys
from pitboss.house.statements import Statements
from pitboss.house.table_desk import TableDesk
from pitboss.house.wallet_calls import WalletCalls
from pitboss.house.wallet_desk import WalletDesk


class Office:
    """Everything behind the counter of a house that is open."""

    def __init__(
        self,
        engine: sa.Engine,
        key: Key,
        heads: Heads,
        settings: HouseSettings,
        clock: Callable[[], int],
        randomness: Randomness,
        signing: SigningKeys,
        seals: Path,
    ) -> None:
        self._heads, self._clock = heads, clock
        self._connection = engine.connect()
        with self._connection.begin():
            self.statements = Statements(self._connection)
            self._books = Committed(self.statements)
            self._last_time = self.statements.last_time()  # Though the clock was set back since.
            now = max(self._last_time, clock())
            self.rule = RuleOfTheHouse(self.statements, settings, now)
            self.closing = DayClosing(self.statements, self.rule, signing, seals)
            calls = WalletCalls(self.statements, randomness)
            self.guests = GuestDesk(self.statements, self._books, self.rule, randomness)
            self.players = PlayerDesk(self.statements, self._books, self.guests)
            self.limits = LimitDesk(self.statements, self._books, self.rule, self.guests)
            self.tables = TableDesk(
                self.statements, self._books, self.rule, self.guests, self.limits, key, randomness
            )
            self.wallets = WalletDesk(self.statements, calls, self.guests, self.tables)

    def close(self) -> None:
        if not self._connection.invalidated:
            self.statements.close()
        self._connection.close()
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
        with self.one_commit() as group:
            return [self._carry_out(group, asked) for asked in batch]

    @contextmanager
    def one_commit(self) -> Iterator[Group]:
        """Whatever is entered inside is committed together, or not at all."""
        now = max(self._last_time + 1, self._clock())
        group = Group(self._books, now)
        try:
            with self.statements.transaction():
                self.rule.begin(group)
                self.closing.begin(group)
                yield group
                group.write()
            self.limits.is_committed(group)  # While the balances before it are at hand.
            group.is_committed()
            self._last_time = now
            if group.heads:
                self._heads.append(group.heads.values())
            self.closing.is_committed()
            self.wallets.calls.is_committed()
        except BaseException:
            self._connection.invalidate()  # With whatever it had begun.
            raise

    def _carry_out(self, group: Group, asked: Asked) -> Reply | PitbossError:
        person, command_id, request = asked
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
                case Adopt(settings):
                    return self.rule.adopt(group, settings)
                case MoveBank(table, amount):
                    return self.tables.move_bank(group, person, command_id, table, amount)
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
