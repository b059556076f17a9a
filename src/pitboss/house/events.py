"""What happens around rounds: seeds, jackpots, banks, settings, people and their money.

The events of a round are `pitboss.play`'s. These stand beside them in the same journal, so that
every balance and every shuffle follows from events alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.notation.codec import tagged_from_json, writer
from pitboss.play import EVENTS, Event

# The stream of what happens outside tables; the house where it acts, or owns an account.
HOUSE = "house"


class TableOpened(NamedTuple):
    """A practice table was opened for a guest."""

    person: str
    game: str
    fingerprint: str
    offer: str = ""  # Its key in the house file; the game's own before there were any.


class TableConfigured(NamedTuple):
    """From the next round on the table has another configuration."""

    fingerprint: str


class SeedSealed(NamedTuple):
    """The seed of a coming round was drawn: its commitment is published, the seed is sealed."""

    round: int
    commitment: str
    sealed: str


class EntropyMixed(NamedTuple):
    """The player's own randomness came in, and the deck follows from it and the seed."""

    round: int
    entropy: str
    absent: bool = False  # The player had left: these are 32 zero bytes in place of their own.


class SeedRevealed(NamedTuple):
    """The round is over, and its seed is nobody's secret any more."""

    round: int
    seed: str


class SeedResealed(NamedTuple):
    """The key was rotated: the same seed is sealed with the new one."""

    round: int
    sealed: str


class SeedWithdrawn(NamedTuple):
    """A seed was given up: its bets were not closed yet, or its round is void.

    That happens when the house is opened again, when the table is configured anew and when a key
    is replaced. The next seed of the same round, if it goes on, follows at once.
    """

    round: int
    seed: str  # Public from now on; "" if it was lost with its key.


class MeterFunded(NamedTuple):
    """The bank put so much on the jackpot meter: when it began, or after a hit."""

    amount: int


class MeterCharged(NamedTuple):
    """The meter gave so much back to the bank for fixed prizes and envy, which it funds."""

    amount: int


class MeterLinked(NamedTuple):
    """From now on the table plays for this jackpot; what its meter held goes along."""

    jackpot: str
    carried: int


class BankFilled(NamedTuple):
    """The cage brought so much to the table's bank."""

    amount: int
    by: str


class BankCredited(NamedTuple):
    """The table's bank sent so much back to the cage."""

    amount: int
    by: str


class SettingsAdopted(NamedTuple):
    """The house has other settings from a moment on; each table from its next round."""

    fingerprint: str
    effective: int


class JackpotOpened(NamedTuple):
    """A shared jackpot began, with what the cage put on its meter."""

    jackpot: str
    reset: int
    contribution: str
    fixed_pays: str
    envy: str


class JackpotTermsChanged(NamedTuple):
    """A shared jackpot was hit, and goes on under terms that had waited for it."""

    jackpot: str
    reset: int
    contribution: str
    fixed_pays: str
    envy: str


class DayClosed(NamedTuple):
    """A gaming day is over: its entries under one hash, signed. What is signed is in `seals`."""

    day: str
    opens: str  # The day that begins with this entry.
    first: int  # The numbers of the day's entries in the whole journal.
    last: int
    root: str
    previous: str
    public_key: str
    next_key: str  # Signs the next day.
    signature: str


class HouseOpened(NamedTuple):
    """The house was opened. No seed that was sealed before is dealt from, unless it was already.

    After a restore, the rounds that were dealt are ended in the same commit.
    """

    program: str  # The version of Pitboss that opened it.
    rulebooks: Mapping[str, str] = {}  # From outside: hashes of files, by game.


class Reopened(NamedTuple):
    """The house was opened after a long rest, or with another clock."""

    last: int  # When the entry before was written.
    at: int


class GuestCame(NamedTuple):
    """`sign_in` is the hash of the token that the guest's browser shows us."""

    person: str
    name: str
    sign_in: str = ""


class Granted(NamedTuple):
    """Play money was given to a guest."""

    person: str
    amount: int


class Swept(NamedTuple):
    """What a guest who stayed away had left was taken back."""

    person: str
    amount: int


class GuestExpired(NamedTuple):
    person: str


class PlayerRegistered(NamedTuple):
    """A guest became a player, with all that they had. No event knows anything of passwords."""

    person: str
    name: str
    sign_in: str  # The hash of the token that their browser is known by from now on.
    ended: str  # The one before.


class PlayerSignedIn(NamedTuple):
    """A player came back from a browser, which may have been known by another token before."""

    person: str
    sign_in: str
    ended: str


class PlayerSignedOut(NamedTuple):
    """A sign-in is over; all of the player's if none is named."""

    person: str
    ended: str


class PasswordChanged(NamedTuple):
    """With it, all sign-ins of before are over."""

    person: str
    sign_in: str


class LimitSet(NamedTuple):
    """Somebody limits what they lose, stake or play for in a period, from a moment on."""

    person: str
    kind: str
    period: str
    amount: int | None  # In the smallest unit, or seconds; None: no limit.
    effective: int


class Excluded(NamedTuple):
    """Somebody takes a break: until then the house takes no bets of theirs."""

    person: str
    until: int


class PlayerLaunched(NamedTuple):
    """An operator's player came, or came again; their money stays in the operator's wallet."""

    person: str
    wallet_id: str
    name: str
    sign_in: str


class WalletDebitAsked(NamedTuple):
    """Before a wallet is asked for money, so that whatever comes of it can be found again."""

    person: str
    reference: str
    amount: int


class WalletDebited(NamedTuple):
    """The wallet gave the money, and it is the player's here."""

    person: str
    reference: str
    amount: int


class WalletDeclined(NamedTuple):
    """The wallet gave nothing, and never will under this reference."""

    person: str
    reference: str
    reason: str


class WalletRolledBack(NamedTuple):
    """A debit without an answer was undone: nothing was taken, or it was given back."""

    person: str
    reference: str


class WalletCreditDue(NamedTuple):
    """Money of a player's that is not at risk is on its way to their wallet."""

    person: str
    reference: str
    amount: int


class WalletCredited(NamedTuple):
    """The wallet has it."""

    person: str
    reference: str
    amount: int


class KeyRotated(NamedTuple):
    """A new key came into force; each seed that was sealed is sealed again with it."""

    old: str  # Ids of keys.
    new: str


class KeyReplaced(NamedTuple):
    """The key was lost or exposed: unfinished rounds are void, and all seeds are drawn anew."""

    old: str
    new: str
    reason: str


class HouseRestored(NamedTuple):
    """The house was made from a backup; what had come after this entry is not in it.

    Or its database came back by other means, and the operator opened it all the same.
    """

    backup: str  # Its fingerprint; "" where Pitboss did not restore it.
    entry: int  # The number of the last entry that was taken over.
    at: int  # When it was made. The entry itself stands at the moment that was gone back to.


HouseEvent = (
    TableOpened | TableConfigured
    | SeedSealed | EntropyMixed | SeedRevealed | SeedResealed | SeedWithdrawn
    | MeterFunded | MeterCharged | MeterLinked | BankFilled | BankCredited
    | HouseOpened | Reopened | SettingsAdopted | JackpotOpened | JackpotTermsChanged | DayClosed
    | GuestCame | Granted | Swept | GuestExpired
    | PlayerRegistered | PlayerSignedIn | PlayerSignedOut | PasswordChanged | LimitSet | Excluded
    | PlayerLaunched | WalletDebitAsked | WalletDebited | WalletDeclined | WalletRolledBack
    | WalletCreditDue | WalletCredited
    | KeyRotated | KeyReplaced | HouseRestored
)  # fmt: skip
AnyEvent = Event | HouseEvent
HOUSE_EVENTS: dict[str, type[HouseEvent]] = {kind.__name__: kind for kind in HouseEvent.__args__}
ALL_EVENTS: dict[str, type] = {**EVENTS, **HOUSE_EVENTS}


def to_json(event: AnyEvent) -> dict[str, Any]:
    kind: Any = type(event)
    return {"event": kind.__name__, **writer(kind)(event)}


def from_json(data: Any) -> AnyEvent:
    event: AnyEvent = tagged_from_json("event", ALL_EVENTS, data)
    return event
