"""The house's own stream checked: people, settings, jackpots and wallets, entry by entry.

`table_check` does the same for tables. What a table may rely on, the terms of its jackpot among
them, stands here as it was at that point of the journal.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.house import events as h
from pitboss.house.checks.people_check import PeopleCheck, PersonEvent
from pitboss.house.checks.sign_in_check import SignInCheck, SignInEvent
from pitboss.house.records.ledger import Balances, Transfer, book_around
from pitboss.house.settings.house_settings import Terms
from pitboss.house.wallets.wallet import CREDIT, DEBIT


class OpenCall(NamedTuple):
    person: str
    kind: str
    amount: int


class HouseCheck:
    """`problems` are sentences about the entry followed last, `seen_off` the guests it names."""

    def __init__(self) -> None:
        self.people = PeopleCheck()
        self.sign_ins = SignInCheck()
        self.settings: list[tuple[str, int]] = []  # Fingerprints, and when they began.
        self.terms: dict[str, Terms] = {}  # By shared jackpot, as they stand.
        self.replaced: dict[str, str] = {}  # By the id of a key that was given up: the reason.
        self.restored: h.HouseRestored | None = None  # The last time, if ever.
        self.opened_by = 0  # The number of the entry that opened or restored the house last.
        self.has_opened_restored = False  # By the entry followed last, for the first time.
        self._awaits_opening = False  # Since it was restored.
        self._number = self._time = 0  # Of the entry followed last.
        self.calls: dict[str, OpenCall] = {}  # To wallets, by reference: their end is not known.
        self.problems: list[str] = []
        self.seen_off: list[str] = []

    def follow(
        self, number: int, time: int, events: list[h.AnyEvent], balances: Balances
    ) -> list[Transfer]:
        """Replay the events of an entry of this number and time; the transfers they come to."""
        self.problems, self.seen_off = [], []
        self.has_opened_restored = False
        self._number, self._time = number, time
        transfers: list[Transfer] = []
        for event in events:
            assert isinstance(event, h.HouseEvent), f"{type(event).__name__} belongs to a table"
            self.happens(event)
            transfers += book_around(balances, event)
        return transfers

    def wrong(self, says: str) -> None:
        self.problems.append(says)

    def begins(self, reference: str, call: OpenCall) -> None:
        if self.people.of(call.person).wallet_id is None:
            self.wrong(f"A wallet was called for {call.person}, who has none.")
        if reference in self.calls:
            self.wrong(f"The reference {reference} was used a second time.")
        self.calls[reference] = call

    def ends(self, reference: str, person: str, kind: str, amount: int | None) -> None:
        """A call comes to its end; where no money moved, any amount was asked for."""
        call = self.calls.pop(reference, None)
        if call is None or call != (person, kind, call.amount if amount is None else amount):
            self.wrong(f"The {kind} {reference} ended, and was not asked for in that way.")

    @property
    def why_shorter(self) -> str:
        """Why heads that somebody kept may be missing."""
        if self.restored is None:
            return ""
        backup, entry, _ = self.restored
        if not backup:
            return f" The database came back without what followed entry {entry:,}."
        return f" The house was restored from the backup {backup[:12]}, up to entry {entry:,}."

    def happens(self, event: h.HouseEvent) -> None:
        if isinstance(event, PersonEvent):
            self.problems += self.people.happens(event, self._time)
        if isinstance(event, SignInEvent):
            self.sign_ins.happens(event, self._time)
        match event:
            case h.GuestExpired(person):
                self.seen_off.append(person)
            case h.WalletDebitAsked(person, reference, amount):
                self.begins(reference, OpenCall(person, DEBIT, amount))
            case h.WalletCreditDue(person, reference, amount):
                self.begins(reference, OpenCall(person, CREDIT, amount))
            case h.WalletDebited(person, reference, amount):
                self.ends(reference, person, DEBIT, amount)
            case h.WalletCredited(person, reference, amount):
                self.ends(reference, person, CREDIT, amount)
            case h.WalletDeclined(person, reference) | h.WalletRolledBack(person, reference):
                self.ends(reference, person, DEBIT, None)
            case h.DayClosed():
                pass  # `day_check` knows the entries that it closes.
            case h.SettingsAdopted():
                self.settings.append((event.fingerprint, event.effective))
            case h.Reopened(last, at):
                if last > at:
                    self.wrong("It was opened before the entry that precedes it.")
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
            case h.HouseRestored(entry=entry):
                self.restored = event
                self._awaits_opening, self.opened_by = True, self._number
                if entry != self._number - 1:
                    self.wrong(f"It was restored up to entry {entry}, and this is {self._number}.")
            case h.HouseOpened():
                self.has_opened_restored, self._awaits_opening = self._awaits_opening, False
                self.opened_by = self._number
            case h.KeyRotated():
                pass  # Each table says that its seed was sealed again.
            case _ if not isinstance(event, PersonEvent):
                self.wrong(f"{type(event).__name__} belongs to a table.")
