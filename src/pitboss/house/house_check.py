"""The house's own stream checked: people, settings and jackpots, entry by entry.

`table_check` does the same for tables. What a table may rely on, the terms of its jackpot among
them, stands here as it was at that point of the journal.
"""

from __future__ import annotations

from pitboss.house import events as h
from pitboss.house.ledger import Balances, Transfer, book_around
from pitboss.house.people_check import PeopleCheck
from pitboss.house.settings import Terms


class HouseCheck:
    """`problems` are sentences about the entry followed last, `seen_off` the guests it names."""

    def __init__(self) -> None:
        self.people = PeopleCheck()
        self.settings: list[tuple[str, int]] = []  # Fingerprints, and when they began.
        self.terms: dict[str, Terms] = {}  # By shared jackpot, as they stand.
        self.problems: list[str] = []
        self.seen_off: list[str] = []
        self.time = 0  # Of that entry.

    def follow(self, events: list[h.AnyEvent], balances: Balances, time: int) -> list[Transfer]:
        """Replay the events of an entry; the transfers that they come to."""
        self.problems, self.seen_off, self.time = [], [], time
        transfers: list[Transfer] = []
        for event in events:
            assert isinstance(event, h.HouseEvent), f"{type(event).__name__} belongs to a table"
            self.happens(event)
            transfers += book_around(balances, event)
        return transfers

    def wrong(self, says: str) -> None:
        self.problems.append(says)

    def happens(self, event: h.HouseEvent) -> None:
        match event:
            case (
                h.GuestCame() | h.GuestExpired() | h.Granted() | h.Swept()
                | h.PlayerRegistered() | h.PasswordChanged() | h.LimitSet() | h.Excluded()
            ):  # fmt: skip
                self.problems += self.people.happens(event, self.time)
                if isinstance(event, h.GuestExpired):
                    self.seen_off.append(event.person)
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
