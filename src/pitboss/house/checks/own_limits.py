"""Own limits checked: what people had used of them at each entry, from the entries before it.

The house reads this from its ledger by bisection and then keeps it up to date; here it is added up
from the first entry on, in lists that any period can be looked up in. Only people who have ever
set a limit are followed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from pitboss.house.people.player_limits import (
    PAUSE,
    Limits,
    Room,
    Usage,
    in_force,
    room_of,
    room_of_excluded,
)
from pitboss.house.records.days import GamingDay, Period
from pitboss.house.records.ledger import Account, Transfer
from pitboss.language.currency import Currency


class Play:
    """A person's stakes, losses and time at tables, entry by entry."""

    def __init__(self) -> None:
        self._times: list[int] = []  # Of entries that moved their money.
        self._staked, self._lost, self._felt = [0], [0], [0]  # After so many of these entries.
        self._spoke: list[int] = []  # When they said something at a table.
        self._played = [0]  # Microseconds at tables, after so many of these moments.

    def moved(self, time: int, person: str, transfers: Iterable[Transfer], felt: Account) -> None:
        transfers = list(transfers)
        change = Usage(Period(0, 0)).after(person, transfers)
        lies = sum(t.amount * ((t.credit == felt) - (t.debit == felt)) for t in transfers)
        self._times.append(time)
        self._staked.append(self._staked[-1] + change.staked)
        self._lost.append(self._lost[-1] + change.lost)
        self._felt.append(self._felt[-1] + lies)

    def spoke(self, time: int) -> None:
        self._played.append(self._played[-1] + self._since_last(time))
        self._spoke.append(time)

    def _since_last(self, time: int) -> int:
        """The time at tables between the moment when they last spoke and this one."""
        if not self._spoke or time - self._spoke[-1] > PAUSE:
            return 0
        return time - self._spoke[-1]

    def used(self, period: Period, now: int) -> Usage:
        """What is used of a period at this moment, at which they speak."""
        first = bisect_left(self._times, period.begins)
        lay = self._felt[first]
        staked = self._staked[-1] - self._staked[first] + lay
        lost = self._lost[-1] - self._lost[first] + lay
        return Usage(period, staked, lost, self._played_in(period, now))

    def _played_in(self, period: Period, now: int) -> int:
        first = bisect_left(self._spoke, period.begins)
        total = self._played[-1] + self._since_last(now)
        before = self._played[first]
        if first and first < len(self._spoke):  # A sitting that the beginning of the period cuts.
            if self._spoke[first] - self._spoke[first - 1] <= PAUSE:
                before += period.begins - self._spoke[first - 1]
        elif first and self._since_last(now):
            before += period.begins - self._spoke[first - 1]
        return total - before


class OwnLimits:
    """The limits of the people named, at each entry that is followed."""

    def __init__(self, people: Iterable[str]) -> None:
        self._play = {person: Play() for person in people}

    def moved(self, time: int, person: str, transfers: Iterable[Transfer], felt: Account) -> None:
        if play := self._play.get(person):
            play.moved(time, person, transfers, felt)

    def spoke(self, time: int, person: str) -> None:
        if play := self._play.get(person):
            play.spoke(time)

    def room(
        self,
        person: str,
        limits: Limits,
        excluded_until: int,
        covered: int,
        day: GamingDay,
        currency: Currency,
        now: int,
    ) -> Room | None:
        """What a person may still put at risk; None where they have not limited it."""
        if excluded_until > now:
            return room_of_excluded(excluded_until, day)
        held = in_force(limits, now)
        if not held:
            return None
        play = self._play[person]
        used = {period: play.used(day.period(period, now), now) for _, period in held}
        return room_of(held, used, covered, day, currency)
