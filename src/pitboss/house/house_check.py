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


class HouseCheck:
    """`problems` are sentences about the entry followed last, `seen_off` the guests it names."""

    def __init__(self) -> None:
        self.people: dict[str, Known] = {}
        self.settings: list[tuple[str, int]] = []  # Fingerprints, and when they began.
        self.terms: dict[str, Terms] = {}  # By shared jackpot, as they stand.
        self.replaced: dict[str, str] = {}  # By the id of a key that was given up: the reason.
        self.restored: h.HouseRestored | None = None  # The last time, if ever.
        self.just_restored: h.HouseRestored | None = None  # By the entry followed last.
        self.problems: list[str] = []
        self.seen_off: list[str] = []

    def follow(self, events: list[h.AnyEvent], balances: Balances) -> list[Transfer]:
        """Replay the events of an entry; the transfers that they come to."""
        self.problems, self.seen_off, self.just_restored = [], [], None
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

    def check_restored(self, number: int) -> None:
        """A house that was restored says so in the very next entry."""
        restored = self.just_restored
        if restored is not None and restored.entry != number - 1:
            self.wrong(f"It was restored up to entry {restored.entry}, and this is {number}.")

    @property
    def why_shorter(self) -> str:
        """Why heads that somebody kept may be missing."""
        if self.restored is None:
            return ""
        backup, entry = self.restored
        return f" The house was restored from the backup {backup[:12]}, up to entry {entry:,}."

    def happens(self, event: h.HouseEvent) -> None:
        match event:
            case h.GuestCame(person, name):
                if person in self.people:
                    self.wrong(f"{name} came in a second time.")
                self.people[person] = Known(name)
            case h.GuestExpired(person):
                if not self.is_here(person):
                    self.wrong(f"A guest {person} who is not here was seen off.")
                name = self.people[person].name if person in self.people else ""
                self.people[person] = Known(name, is_gone=True)
                self.seen_off.append(person)
            case h.Granted(person) | h.Swept(person):
                if not self.is_here(person):
                    self.wrong(f"Money moved for a guest {person} who is not here.")
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
            case h.KeyReplaced(old, reason=reason):
                self.replaced[old] = reason
            case h.HouseRestored():
                self.restored = self.just_restored = event
            case h.KeyRotated():
                pass  # Each table says that its seed was sealed again.
            case _:
                self.wrong(f"{type(event).__name__} belongs to a table.")
