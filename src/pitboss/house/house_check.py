"""The house's own stream checked: guests, settings and jackpots, entry by entry.

`table_check` does the same for tables. What a table may rely on, the terms of its jackpot among
them, stands here as it was at that point of the journal.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.house import events as h
from pitboss.house.ledger import Balances, Transfer, book_around
from pitboss.house.settings import Terms


class Known(NamedTuple):
    """What the journal says of a person."""

    name: str
    is_gone: bool = False


class SignIn(NamedTuple):
    person: str
    began: int
    is_over: bool = False


class HouseCheck:
    """`problems` are sentences about the entry followed last, `seen_off` the guests it names."""

    def __init__(self) -> None:
        self.people: dict[str, Known] = {}
        self.sign_ins: dict[str, SignIn] = {}  # By the hash of the token.
        self.without_sign_in: set[str] = set()  # They came before sign-ins were written down.
        self.settings: list[tuple[str, int]] = []  # Fingerprints, and when they began.
        self.terms: dict[str, Terms] = {}  # By shared jackpot, as they stand.
        self._time = 0  # Of the entry followed last.
        self.problems: list[str] = []
        self.seen_off: list[str] = []

    def follow(self, time: int, events: list[h.AnyEvent], balances: Balances) -> list[Transfer]:
        """Replay the events of an entry of this time; the transfers that they come to."""
        self.problems, self.seen_off = [], []
        self._time = time
        transfers: list[Transfer] = []
        for event in events:
            assert isinstance(event, h.HouseEvent), f"{type(event).__name__} belongs to a table"
            self.happens(event)
            transfers += book_around(balances, event)
        return transfers

    def wrong(self, says: str) -> None:
        self.problems.append(says)

    def is_here(self, person: str) -> bool:
        return person in self.people and not self.people[person].is_gone

    def happens(self, event: h.HouseEvent) -> None:
        match event:
            case h.GuestCame(person, name, sign_in):
                if person in self.people:
                    self.wrong(f"{name} came in a second time.")
                self.people[person] = Known(name)
                if sign_in:
                    self.sign_ins[sign_in] = SignIn(person, self._time)
                else:
                    self.without_sign_in.add(person)
            case h.GuestExpired(person):
                if not self.is_here(person):
                    self.wrong(f"A guest {person} who is not here was seen off.")
                name = self.people[person].name if person in self.people else ""
                self.people[person] = Known(name, is_gone=True)
                self.seen_off.append(person)
            case h.Granted(person) | h.Swept(person):
                if not self.is_here(person):
                    self.wrong(f"Money moved for a guest {person} who is not here.")
            case h.DayClosed():
                pass  # `day_check` knows the entries that it closes.
            case h.SettingsAdopted():
                self.settings.append((event.fingerprint, event.effective))
            case h.JackpotOpened(jackpot):
                if jackpot in self.terms:
                    self.wrong(f"The jackpot {jackpot} was opened a second time.")
                self.terms[jackpot] = Terms(*event[1:])
            case h.JackpotTermsChanged(jackpot):
                if jackpot not in self.terms:
                    self.wrong(f"The jackpot {jackpot} was never opened.")
                self.terms[jackpot] = Terms(*event[1:])
            case _:
                self.wrong(f"{type(event).__name__} belongs to a table.")
