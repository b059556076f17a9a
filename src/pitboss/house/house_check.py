"""The house's own stream checked: guests, settings, jackpots and wallets, entry by entry.

`table_check` does the same for tables. What a table may rely on, the terms of its jackpot among
them, stands here as it was at that point of the journal.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.house import events as h
from pitboss.house.ledger import Balances, Transfer, book_around
from pitboss.house.settings import Terms
from pitboss.house.wallet import CREDIT, DEBIT


class Known(NamedTuple):
    """What the journal says of a person."""

    name: str
    is_gone: bool = False
    wallet_id: str | None = None


class OpenCall(NamedTuple):
    person: str
    kind: str
    amount: int


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
        self.replaced: dict[str, str] = {}  # By the id of a key that was given up: the reason.
        self.restored: h.HouseRestored | None = None  # The last time, if ever.
        self.just_restored: h.HouseRestored | None = None  # By the entry followed last.
        self._time = 0  # Of the entry followed last.
        self.calls: dict[str, OpenCall] = {}  # To wallets, by reference: their end is not known.
        self.problems: list[str] = []
        self.seen_off: list[str] = []

    def follow(self, time: int, events: list[h.AnyEvent], balances: Balances) -> list[Transfer]:
        """Replay the events of an entry of this time; the transfers that they come to."""
        self.problems, self.seen_off, self.just_restored = [], [], None
        self._time = time
        transfers: list[Transfer] = []
        for event in events:
            assert isinstance(event, h.HouseEvent), f"{type(event).__name__} belongs to a table"
            self.happens(event)
            transfers += book_around(balances, event)
        return transfers

    def wrong(self, says: str) -> None:
        self.problems.append(says)

    def is_launched(self, event: h.PlayerLaunched) -> None:
        """An operator's player comes in, for the first time or again."""
        person, wallet_id, name, sign_in = event
        known = self.people.setdefault(person, Known(name, wallet_id=wallet_id))
        if known.wallet_id != wallet_id or not self.is_here(person):
            self.wrong(f"{person} was launched as {wallet_id}, and is somebody else.")
        self.sign_ins[sign_in] = SignIn(person, self._time)

    def begins(self, reference: str, call: OpenCall) -> None:
        known = self.people.get(call.person)
        if known is None or known.wallet_id is None:
            self.wrong(f"A wallet was called for {call.person}, who has none.")
        if reference in self.calls:
            self.wrong(f"The reference {reference} was used a second time.")
        self.calls[reference] = call

    def ends(self, reference: str, person: str, kind: str, amount: int | None) -> None:
        """A call comes to its end; where no money moved, any amount was asked for."""
        call = self.calls.pop(reference, None)
        if call is None or call != (person, kind, call.amount if amount is None else amount):
            self.wrong(f"The {kind} {reference} ended, and was not asked for in that way.")

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
        backup, entry, _ = self.restored
        return f" The house was restored from the backup {backup[:12]}, up to entry {entry:,}."

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
                known = self.people.get(person) or Known("")
                self.people[person] = known._replace(is_gone=True)
                self.seen_off.append(person)
            case h.Granted(person) | h.Swept(person):
                if not self.is_here(person):
                    self.wrong(f"Money moved for a guest {person} who is not here.")
                elif self.people[person].wallet_id is not None:
                    self.wrong(f"Play money moved for {person}, an operator's player.")
            case h.PlayerLaunched():
                self.is_launched(event)
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
