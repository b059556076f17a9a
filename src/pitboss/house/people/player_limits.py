"""Limits that people set for themselves: on loss, stakes and time, by day, week and month.

A tighter limit holds at once, a looser one after a day; any new wish replaces one that waits.
What somebody has used of a period is derived from the entries and transfers of their tables:
what lay on the felt when the period began counts as staked and at risk in it, and whatever comes
back to the player, by a win, a void or a correction, counts the other way.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.house import events as h
from pitboss.house.records.days import SECOND, GamingDay, Period
from pitboss.house.records.ledger import Transfer, player, receivable
from pitboss.language.currency import Currency
from pitboss.play import Refusal

LOSS, STAKE, TIME = KINDS = ("loss", "stake", "time")
WAITS = 24 * 3_600 * SECOND  # Before a looser limit holds.
PAUSE = 5 * 60 * SECOND  # Whoever says nothing for longer is not at a table meanwhile.
EXCLUSION_DAYS = (1, 7, 30, 180)
FOR_GOOD = 2**53 - 1  # The largest whole number in the journal; the year 2255.

# What was set


class LimitRow(NamedTuple):
    """A limit from a moment on: the amount in the smallest unit, or seconds; None: no limit."""

    kind: str
    period: str
    effective: int
    amount: int | None


Limits = tuple[LimitRow, ...]  # All of one person's.
Key = tuple[str, str]  # Kind and period.


def in_force(limits: Limits, now: int) -> dict[Key, int]:
    """By kind and period, the amounts that hold now."""
    latest: dict[Key, LimitRow] = {}
    for row in limits:
        key = row.kind, row.period
        if row.effective <= now and (key not in latest or row.effective > latest[key].effective):
            latest[key] = row
    return {key: row.amount for key, row in latest.items() if row.amount is not None}


def waiting(limits: Limits, now: int) -> dict[Key, LimitRow]:
    """By kind and period, the looser limits that do not hold yet."""
    return {(row.kind, row.period): row for row in limits if row.effective > now}


def effective_from(limits: Limits, kind: str, period: str, amount: int | None, now: int) -> int:
    """When such a limit begins: a looser one has to wait."""
    held = in_force(limits, now).get((kind, period))
    is_looser = held is not None and (amount is None or amount > held)
    return now + WAITS if is_looser else now


def with_limit(limits: Limits, event: h.LimitSet, now: int) -> Limits:
    """The limits after one was set at this moment: it replaces what waited."""
    key = event.kind, event.period
    others = tuple(row for row in limits if (row.kind, row.period) != key)
    amount = in_force(limits, now).get(key)
    new = LimitRow(*key, event.effective, event.amount)
    if event.effective <= now or amount is None:
        return (*others, new)
    since = max(
        row.effective for row in limits if (row.kind, row.period) == key and row.effective <= now
    )
    return (*others, LimitRow(*key, since, amount), new)


def excluded_until(days: int | None, now: int) -> int:
    """The end of an exclusion that begins now; None is for good."""
    return FOR_GOOD if days is None else now + days * 24 * 3_600 * SECOND


# What was used


class Usage(NamedTuple):
    """What somebody has used of one period."""

    period: Period
    staked: int = 0
    lost: int = 0  # With everything that lies on the felt; negative for a gain.
    played: int = 0  # Microseconds at tables.

    def after(self, person: str, transfers: Iterable[Transfer]) -> Usage:
        """After these transfers at a table of theirs."""
        accounts = player(person), receivable(person)
        staked, lost = self.staked, self.lost
        for transfer in transfers:
            if transfer.debit in accounts:
                lost += transfer.amount
                staked += transfer.amount * (transfer.reason == "stake")
            elif transfer.credit in accounts:
                lost -= transfer.amount
                staked -= transfer.amount * gives_stake_back(transfer.reason, transfer.row)
        return self._replace(staked=staked, lost=lost)

    def seen(self, last: int, now: int) -> Usage:
        """After somebody who spoke last at that time speaks again."""
        if now - last > PAUSE:
            return self
        return self._replace(played=self.played + now - max(last, self.period.begins))


def gives_stake_back(reason: str, row: str | None) -> bool:
    """Whether a transfer to a player takes a bet back: settled ones carry a row."""
    return reason == "void" or (reason == "returned" and row is None)


# What is left


class Room(NamedTuple):
    """How much more somebody may put at risk now, and the limit that says so."""

    left: int
    refusal: Refusal
    is_closed: bool = False  # No bets at all, and no hand is dealt.

    @property
    def may_deal(self) -> bool:
        return not self.is_closed and self.left >= 0


def room_of(
    held: dict[Key, int],
    used: dict[str, Usage],
    covered: int,
    day: GamingDay,
    currency: Currency,
) -> Room | None:
    """What the limits in force leave; `covered` is what may follow on hands that are dealt."""
    rooms = (
        _room(kind, used[period], amount, covered, period, day, currency)
        for (kind, period), amount in held.items()
    )
    return min(
        (room for room in rooms if room is not None),
        key=lambda room: (not room.is_closed, room.left),
        default=None,
    )


def _room(
    kind: str,
    used: Usage,
    amount: int,
    covered: int,
    period: str,
    day: GamingDay,
    currency: Currency,
) -> Room | None:
    money = currency.money
    anew = f"It begins anew at {day.in_words(used.period.ends)}."
    if kind == TIME:
        if used.played < amount * SECOND:
            return None
        message = f"Your time at the tables, {duration(amount)} a {period}, is up. {anew}"
        return Room(0, Refusal("limit/time", message), is_closed=True)
    at_risk = (used.lost if kind == LOSS else used.staked) + covered
    left = amount - at_risk
    rest = f"leaves {money(left)} for bets" if left > 0 else "is used up"
    if kind == LOSS:
        message = f"Your loss limit, {money(amount)} a {period}, {rest}. {anew}"
        return Room(left, Refusal("limit/loss", message))
    message = f"Your stake limit, {money(amount)} a {period}, {rest}. {anew}"
    return Room(left, Refusal("limit/stake", message))


def room_of_excluded(until: int, day: GamingDay) -> Room:
    return Room(0, excluded(until, day), is_closed=True)


def excluded(until: int, day: GamingDay) -> Refusal:
    end = "for good" if until >= FOR_GOOD else f"until {day.in_words(until)}"
    return Refusal("limit/excluded", f"You take a break {end}: no bets are taken meanwhile.")


def duration(seconds: int) -> str:
    """Seconds as people read them: "1 h 30 min"."""
    hours, minutes = divmod(-(-seconds // 60), 60)
    parts = [f"{hours} h"] if hours else []
    return " ".join([*parts, f"{minutes} min"] if minutes or not hours else parts)
