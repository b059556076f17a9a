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

from pitboss.house import events as h
from pitboss.house.checks.people_check import PeopleCheck, PersonEvent
from pitboss.house.checks.sign_in_check import SignInCheck, SignInEvent
from pitboss.house.events import HOUSE
from pitboss.house.storage.schema import (
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
from pitboss.house.wallets.wallet import CREDIT, DEBIT

AT_A_TIME = 500  # Ids in one statement.
COUNT_FOR_SITTINGS = {"WalletDebited": 1, "WalletCreditDue": -1}  # What comes in, and goes out.


class Moment(NamedTuple):
    """The end of a commit: its last entry, and the time of all its entries."""

    entry: int
    time: int


class CutOff:
    """What the entries that are left out had done to rows that are not theirs."""

    def __init__(self) -> None:
        self.came: set[str] = set()  # People, also those who came again.
        self.expired: set[str] = set()
        self.sign_ins: set[str] = set()  # By the hash of the token.
        self.added: Counter[str] = Counter()  # By person: money that counts for their sitting.
        self.opened: set[str] = set()  # Tables.
        self.linked: set[str] = set()
        self.calls: dict[str, str] = {}  # By reference of a wallet's call: the person.
        self.settings = 0  # How often some were adopted.
        self.changed: set[str] = set()  # People who registered, or limited or excluded themselves.
        self.registered: set[str] = set()
        self.ended: set[str] = set()  # Sign-ins; "" stands for all of somebody's.

    def note(self, stream: str, events: str) -> None:
        if stream != HOUSE and "TableOpened" not in events and "MeterLinked" not in events:
            return
        for event in json.loads(events):
            self.sign_ins.add(event.get("sign_in", ""))
            match event:
                case {"event": "GuestCame" | "PlayerLaunched", "person": person}:
                    self.came.add(person)
                case {"event": "GuestExpired", "person": person}:
                    self.expired.add(person)
                case {"event": "PlayerRegistered", "person": person, "ended": ended}:
                    self.registered.add(person)
                    self.changed.add(person)
                    self.ended.add(ended)
                case {"event": "LimitSet" | "Excluded", "person": person}:
                    self.changed.add(person)
                case {"event": "PlayerSignedIn" | "PlayerSignedOut", "ended": ended}:
                    self.ended.add(ended)
                case {"event": "PasswordChanged"}:
                    self.ended.add("")
                case {"event": "Granted", "person": person, "amount": amount}:
                    self.added[person] += amount
                case {"event": "SettingsAdopted"}:
                    self.settings += 1
                case {"event": "TableOpened"}:
                    self.opened.add(stream)
                case {"event": "MeterLinked"}:
                    self.linked.add(stream)
                case {"event": str(kind), "person": person, "reference": reference}:
                    self.calls[reference] = person
                    if kind in COUNT_FOR_SITTINGS:
                        self.added[person] += COUNT_FOR_SITTINGS[kind] * event["amount"]


def rewind(connection: sa.Connection, cut: CutOff, moment: Moment) -> None:
    """Take back what the entries that were cut off had done; their own rows are gone already."""
    _accounts(connection)
    _tables(connection, cut)
    _settings(connection, cut)
    _wallet_calls(connection, cut)
    _people(connection, cut, moment)
    used = sa.select(JOURNAL.c.fingerprint).distinct()
    connection.execute(sa.delete(CONFIGURATIONS).where(CONFIGURATIONS.c.fingerprint.not_in(used)))


def _accounts(connection: sa.Connection) -> None:
    """Balances are what the transfers that are left come to; other accounts did not exist."""
    credited = sa.select(TRANSFERS.c.credit.label("account"), TRANSFERS.c.amount)
    debited = sa.select(TRANSFERS.c.debit, -TRANSFERS.c.amount)
    moves = sa.union_all(credited, debited).subquery()
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


def _wallet_calls(connection: sa.Connection, cut: CutOff) -> None:
    """A call whose beginning is left out was never made; one whose end is, is open again."""
    for references in _some(cut.calls):
        connection.execute(sa.delete(WALLET_CALLS).where(WALLET_CALLS.c.reference.in_(references)))
    for reference, person in cut.calls.items():
        query = sa.select(JOURNAL.c.events).where(
            JOURNAL.c.stream == HOUSE,
            JOURNAL.c.person == person,
            JOURNAL.c.command_id.in_([f"{kind}-{reference}" for kind in (DEBIT, CREDIT)]),
        )
        for event in json.loads(connection.execute(query).scalar() or "[]"):
            kind = DEBIT if event["event"] == "WalletDebitAsked" else CREDIT
            row = {"reference": reference, "person": person, "kind": kind}
            connection.execute(sa.insert(WALLET_CALLS).values(**row, amount=event["amount"]))


def _people(connection: sa.Connection, cut: CutOff, moment: Moment) -> None:
    for tokens in _some(cut.sign_ins):
        connection.execute(sa.delete(SIGN_INS).where(SIGN_INS.c.token.in_(tokens)))
    for ids in _some(cut.came):
        # Whoever came before has an entry of their own that is left.
        known = sa.select(JOURNAL.c.person).where(
            JOURNAL.c.stream == HOUSE, JOURNAL.c.person.in_(ids)
        )
        gone = set(ids) - set(connection.execute(known).scalars())
        for column in (SIGN_INS.c.person, PLAYER_LIMITS.c.person, PEOPLE.c.id):
            connection.execute(sa.delete(column.table).where(column.in_(gone)))
    for ids in _some(cut.expired):
        back = sa.update(PEOPLE).where(PEOPLE.c.id.in_(ids)).values(is_gone=False)
        connection.execute(back)
    for person in sorted(cut.changed):
        _allowances(connection, person, person in cut.registered)
    if cut.ended:
        _sign_outs(connection, cut)
    connection.execute(
        sa.update(PEOPLE).where(PEOPLE.c.seen > moment.time).values(seen=moment.time)
    )
    _sittings(connection, cut, moment)


def _allowances(connection: sa.Connection, person: str, was_guest: bool) -> None:
    """Their limits and their exclusion, and a guest again if they had not registered yet."""
    query = (
        sa.select(JOURNAL.c.time, JOURNAL.c.events)
        .where(JOURNAL.c.stream == HOUSE, JOURNAL.c.person == person)
        .order_by(JOURNAL.c.id)
    )
    check = PeopleCheck()
    for time, event in _events(connection, query):
        if isinstance(event, PersonEvent):
            list(check.happens(event, time))
    known = check.of(person)
    values: dict[str, Any] = {"excluded_until": known.excluded_until}
    if was_guest:
        values |= {"player_name": None, "name_key": None, "password": None}
    connection.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person).values(values))
    connection.execute(sa.delete(PLAYER_LIMITS).where(PLAYER_LIMITS.c.person == person))
    limits = [{"person": person, **row._asdict()} for row in known.limits]
    if limits:
        connection.execute(sa.insert(PLAYER_LIMITS), limits)


def _sign_outs(connection: sa.Connection, cut: CutOff) -> None:
    """Sign-ins that were over by what was cut off are not. A password is the backup's, though."""
    texts = JOURNAL.c.events
    query = (
        sa.select(JOURNAL.c.time, texts)
        .where(JOURNAL.c.stream == HOUSE)
        .where(texts.contains('"sign_in":') | texts.contains('"ended":'))
        .order_by(JOURNAL.c.id)
    )
    check = SignInCheck()
    for time, event in _events(connection, query):
        if isinstance(event, SignInEvent):
            check.happens(event, time)
    over = connection.execute(sa.select(SIGN_INS.c.token).where(SIGN_INS.c.is_over)).scalars()
    goes_on = {
        token
        for token in over
        if (not check.known[token].is_over if token in check.known else token in cut.ended)
    }
    for tokens in _some(goes_on):
        back = sa.update(SIGN_INS).where(SIGN_INS.c.token.in_(tokens)).values(is_over=False)
        connection.execute(back)


def _events(connection: sa.Connection, query: sa.Select[Any]) -> Iterator[tuple[int, h.AnyEvent]]:
    for time, text in connection.execute(query).all():
        for event in json.loads(text):
            yield time, h.from_json(event)


def _sittings(connection: sa.Connection, cut: CutOff, moment: Moment) -> None:
    """A sitting that began later begins now; another is counted without what is left out."""
    added = [{"who": person, "less": amount} for person, amount in cut.added.items() if amount]
    before = PEOPLE.c.session_began <= moment.time
    if added:
        connection.execute(
            sa.update(PEOPLE)
            .where(PEOPLE.c.id == sa.bindparam("who"), before)
            .values(session_base=PEOPLE.c.session_base - sa.bindparam("less")),
            added,
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
