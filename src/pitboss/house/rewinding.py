"""Rewinding: rows that may change, as they stood when the last entry that is left was written.

Entries and transfers are cut off; everything else follows from those that are left. What nobody
wrote down, such as when somebody only looked, is put no later than that moment.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import sqlalchemy as sa

from pitboss.house.ledger import HOUSE
from pitboss.house.storage import (
    ACCOUNTS,
    CONFIGURATIONS,
    HOUSE_SETTINGS,
    JOURNAL,
    PEOPLE,
    PLAYER_LIMITS,
    SIGN_INS,
    TABLES,
    TRANSFERS,
    WALLET_CALLS,
)
from pitboss.house.wallet import CREDIT, DEBIT

AT_A_TIME = 500  # Ids in one statement.


class Moment(NamedTuple):
    """The end of a commit: its last entry, and the time of all its entries."""

    entry: int
    time: int


class CutOff:
    """What the entries that are left out had done to rows that are not theirs."""

    def __init__(self) -> None:
        self.came: set[str] = set()  # People.
        self.expired: set[str] = set()
        self.granted: Counter[str] = Counter()  # By person.
        self.opened: set[str] = set()  # Tables.
        self.linked: set[str] = set()
        self.settings = 0  # How often some were adopted.
        self.launched: set[str] = set()  # Operators' players, perhaps not for the first time.

    def note(self, stream: str, events: str) -> None:
        if stream != HOUSE and "TableOpened" not in events and "MeterLinked" not in events:
            return
        for event in json.loads(events):
            match event:
                case {"event": "GuestCame", "person": person}:
                    self.came.add(person)
                case {"event": "PlayerLaunched", "person": person}:
                    self.launched.add(person)
                case {"event": "GuestExpired", "person": person}:
                    self.expired.add(person)
                case {"event": "Granted", "person": person, "amount": amount}:
                    self.granted[person] += amount
                case {"event": "SettingsAdopted"}:
                    self.settings += 1
                case {"event": "TableOpened"}:
                    self.opened.add(stream)
                case {"event": "MeterLinked"}:
                    self.linked.add(stream)


def rewind(connection: sa.Connection, cut: CutOff, moment: Moment) -> None:
    """Take back what the entries that were cut off had done; their own rows are gone already."""
    _accounts(connection)
    _tables(connection, cut)
    _settings(connection, cut)
    _wallet_calls(connection)
    cut.came |= {person for person in cut.launched if not _was_launched(connection, person)}
    _people(connection, cut, moment)
    used = sa.select(JOURNAL.c.fingerprint).distinct()
    connection.execute(sa.delete(CONFIGURATIONS).where(CONFIGURATIONS.c.fingerprint.not_in(used)))


def _accounts(connection: sa.Connection) -> None:
    """Balances are what the transfers that are left come to; other accounts did not exist."""
    got = sa.select(TRANSFERS.c.credit.label("account"), TRANSFERS.c.amount)
    gave = sa.select(TRANSFERS.c.debit, -TRANSFERS.c.amount)
    moves = sa.union_all(got, gave).subquery()
    totals = (
        sa.select(moves.c.account, sa.func.sum(moves.c.amount).label("total"))
        .group_by(moves.c.account)
        .subquery()
    )
    connection.execute(sa.delete(ACCOUNTS).where(ACCOUNTS.c.id.not_in(sa.select(moves.c.account))))
    connection.execute(
        sa.update(ACCOUNTS)
        .where(ACCOUNTS.c.id == totals.c.account)
        .values(balance=sa.cast(totals.c.total, sa.BigInteger))
    )


def _tables(connection: sa.Connection, cut: CutOff) -> None:
    for ids in _some(cut.opened):
        connection.execute(sa.delete(TABLES).where(TABLES.c.id.in_(ids)))
    for table in cut.linked - cut.opened:
        query = (
            sa.select(JOURNAL.c.events)
            .where(JOURNAL.c.stream == table, JOURNAL.c.events.contains('"MeterLinked"'))
            .order_by(JOURNAL.c.sequence.desc())
            .limit(1)
        )
        events = json.loads(connection.execute(query).scalar() or "[]")
        jackpots = [event["jackpot"] for event in events if event["event"] == "MeterLinked"]
        connection.execute(
            sa.update(TABLES)
            .where(TABLES.c.id == table)
            .values(jackpot=jackpots[-1] if jackpots else "")
        )


def _settings(connection: sa.Connection, cut: CutOff) -> None:
    newest = sa.select(HOUSE_SETTINGS.c.id).order_by(HOUSE_SETTINGS.c.id.desc()).limit(cut.settings)
    ids = connection.execute(newest).scalars().all()
    connection.execute(sa.delete(HOUSE_SETTINGS).where(HOUSE_SETTINGS.c.id.in_(ids)))


def _wallet_calls(connection: sa.Connection) -> None:
    """Calls whose beginning is left and whose end is not, are open."""
    query = (
        sa.select(JOURNAL.c.events)
        .where(JOURNAL.c.stream == HOUSE, JOURNAL.c.events.contains('"event":"Wallet'))
        .order_by(JOURNAL.c.id)
    )
    open_calls: dict[str, dict[str, Any]] = {}
    for text in connection.execute(query).scalars():
        for event in json.loads(text):
            match event:
                case {"event": "WalletDebitAsked" | "WalletCreditDue" as asked}:
                    kind = DEBIT if asked == "WalletDebitAsked" else CREDIT
                    call = {name: event[name] for name in ("reference", "person", "amount")}
                    open_calls[event["reference"]] = {**call, "kind": kind}
                case {"reference": reference}:
                    open_calls.pop(reference, None)
    connection.execute(sa.delete(WALLET_CALLS))
    if open_calls:
        connection.execute(sa.insert(WALLET_CALLS), list(open_calls.values()))


def _was_launched(connection: sa.Connection, person: str) -> bool:
    query = sa.select(JOURNAL.c.id).where(
        JOURNAL.c.stream == HOUSE,
        JOURNAL.c.events.contains(f'"event":"PlayerLaunched","person":"{person}"'),
    )
    return connection.execute(query.limit(1)).first() is not None


def _people(connection: sa.Connection, cut: CutOff, moment: Moment) -> None:
    for ids in _some(cut.came):
        for column in (SIGN_INS.c.person, PLAYER_LIMITS.c.person, PEOPLE.c.id):
            connection.execute(sa.delete(column.table).where(column.in_(ids)))
    for ids in _some(cut.expired):
        back = sa.update(PEOPLE).where(PEOPLE.c.id.in_(ids)).values(is_gone=False)
        connection.execute(back)
    _sign_ins(connection, moment)
    connection.execute(
        sa.update(PEOPLE).where(PEOPLE.c.seen > moment.time).values(seen=moment.time)
    )
    _sittings(connection, cut, moment)


def _sign_ins(connection: sa.Connection, moment: Moment) -> None:
    """Those that began later go, except a person's first: it came with the person."""
    others = SIGN_INS.alias("others")
    first = sa.select(sa.func.min(others.c.began)).where(others.c.person == SIGN_INS.c.person)
    is_first = SIGN_INS.c.began == first.scalar_subquery()
    later = sa.select(SIGN_INS.c.token).where(SIGN_INS.c.began > moment.time, ~is_first)
    tokens = connection.execute(later).scalars().all()
    for some in _some(tokens):
        connection.execute(sa.delete(SIGN_INS).where(SIGN_INS.c.token.in_(some)))


def _sittings(connection: sa.Connection, cut: CutOff, moment: Moment) -> None:
    """A sitting that began later begins now; another is counted without the grants that went."""
    granted = [{"who": person, "less": amount} for person, amount in cut.granted.items() if amount]
    before = PEOPLE.c.session_began <= moment.time
    if granted:
        connection.execute(
            sa.update(PEOPLE)
            .where(PEOPLE.c.id == sa.bindparam("who"), before)
            .values(session_base=PEOPLE.c.session_base - sa.bindparam("less")),
            granted,
        )
    later = connection.execute(sa.select(PEOPLE.c.id).where(~before)).scalars().all()
    wealth = _wealth(connection)
    sittings = [{"who": person, "has": wealth[person]} for person in later]
    if sittings:
        connection.execute(
            sa.update(PEOPLE)
            .where(PEOPLE.c.id == sa.bindparam("who"))
            .values(session_began=moment.time, session_base=sa.bindparam("has")),
            sittings,
        )


def _wealth(connection: sa.Connection) -> Counter[str]:
    """By person: what they have, on the felt of their tables too."""
    players = sa.select(ACCOUNTS.c.owner, ACCOUNTS.c.balance).where(ACCOUNTS.c.kind == "player")
    felts = sa.select(TABLES.c.person, ACCOUNTS.c.balance).join(
        ACCOUNTS, sa.and_(ACCOUNTS.c.kind == "felt", ACCOUNTS.c.owner == TABLES.c.id)
    )
    wealth: Counter[str] = Counter()
    for query in (players, felts):
        for person, balance in connection.execute(query):
            wealth[person] += balance
    return wealth


def _some(ids: Iterable[Any]) -> Iterator[list[Any]]:
    left = sorted(ids)
    for at in range(0, len(left), AT_A_TIME):
        yield left[at : at + AT_A_TIME]
