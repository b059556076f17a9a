"""What can be asked of a house, and what it answers."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.house import events as h
from pitboss.house.people.person import Person
from pitboss.house.people.player_limits import Limits, Room, Usage
from pitboss.house.settings.house_settings import HouseSettings
from pitboss.house.tables.practice import Table, TableCommand
from pitboss.house.wallets.wallet import Answer, Receipt
from pitboss.play import Refusal

# What can be asked


class ComeIn(NamedTuple):
    """A new guest; the house knows the hash of their token only."""

    token: str


class Secret:
    """A request with the hash of a password or a token: logs and tracebacks must not tell."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class _Register(NamedTuple):
    name: str
    password: str
    token: str
    ends: str


class Register(Secret, _Register):
    """A guest becomes a player; their browser goes on with a new token."""


class _SignIn(NamedTuple):
    verified: str
    password: str
    token: str
    ends: str


class SignIn(Secret, _SignIn):
    """Somebody gave the password whose hash was `verified`, and is known by this token now.

    What the browser was known by before is over. `password` is a newer hash of the same one.
    """


class _ChangePassword(NamedTuple):
    verified: str
    password: str
    token: str


class ChangePassword(Secret, _ChangePassword):
    """A new password: whoever was signed in elsewhere no longer is."""


class SignOut(NamedTuple):
    """One browser's sign-in is over."""

    token: str


class SignOutAll(NamedTuple):
    """All of a player's sign-ins are over."""


class SetLimit(NamedTuple):
    kind: str
    period: str
    amount: int | None


class Exclude(NamedTuple):
    """Somebody takes a break of so many days; None is for good."""

    days: int | None


class LookAtLimits(NamedTuple):
    """What somebody's limits are, and what is used of them. Nothing happens by it."""


class Sit(NamedTuple):
    """A guest sits down: at the one table of theirs, which is opened if need be."""

    offer: str  # Its key in the house file, or a game.


class Ask(NamedTuple):
    """A command at a table."""

    table: str
    command: TableCommand


class Look(NamedTuple):
    """How a table stands. Nothing happens by it."""

    table: str


class Grant(NamedTuple):
    """Play money for a guest who has too little left to bet."""


class Sweep(NamedTuple):
    """Guests who stayed away are seen off."""


class Tick(NamedTuple):
    """Time has passed: decisions that are overdue are made for the players."""


class Open(NamedTuple):
    """The house is opened, with these settings."""

    settings: HouseSettings


class Adopt(NamedTuple):
    """The house is given other settings."""

    settings: HouseSettings


class MoveBank(NamedTuple):
    """A table's bank is filled from the cage, or credited where the amount is negative."""

    table: str
    amount: int


class AskLaunch(NamedTuple):
    """An operator wants to send a player; the id of each launch is used once."""

    wallet_id: str
    name: str


class Launch(NamedTuple):
    """An operator's player comes in with a token of theirs; the house knows its hash only."""

    token: str
    wallet_id: str
    name: str


class WalletSaid(NamedTuple):
    """What came of a debit or a credit; None for a debit whose end nobody knows."""

    reference: str
    answer: Answer | None


class WalletUndone(NamedTuple):
    """The wallet has rolled a debit back."""

    reference: str
    receipt: Receipt


class WalletHolds(NamedTuple):
    """What a player has in their wallet now."""

    balance: int


Request = (
    ComeIn | Sit | Ask | Look | Grant | Sweep | Tick | Open | Adopt | MoveBank
    | AskLaunch | Launch | WalletSaid | WalletUndone | WalletHolds
    | Register | SignIn | ChangePassword | SignOut | SignOutAll | SetLimit | Exclude | LookAtLimits
)  # fmt: skip


class Asked(NamedTuple):
    """A request, who makes it, and under which id."""

    person: str
    command_id: str
    request: Request
    writes_refusal: bool = True  # Otherwise a refusal is only answered: `rate/refusals`.


def ids_of(asked: Asked) -> tuple[str, ...]:
    """The ids that a request names; no other text of it goes into a query."""
    person, command_id, request, _ = asked
    match request:
        case ComeIn(token):
            return (token,)
        case Sweep() | Tick() | Open() | Adopt():
            return ()
        case Sit() | WalletHolds():
            return (person,)
        case AskLaunch(wallet_id):
            return person, command_id, wallet_id
        case Launch(token, wallet_id):
            return token, wallet_id
        case WalletSaid(reference) | WalletUndone(reference):
            return (reference,)
        case Look(table):
            return person, table
        case Ask(table) | MoveBank(table):
            return person, command_id, table
        case Grant() | SetLimit() | Exclude():
            return person, command_id
        case LookAtLimits() | SignOutAll():
            return (person,)
        case SignOut(token):
            return person, token
        case Register() | SignIn():
            ends = (request.ends,) if request.ends else ()
            return person, command_id, request.token, *ends
        case ChangePassword():
            return person, command_id, request.token


# What is answered


class Session(NamedTuple):
    began: int
    net: int


class Standing(NamedTuple):
    """A table, and what belongs to it, after the last commit."""

    table: Table
    offer: str  # Its key in the house file.
    sequence: int
    head: str
    balance: int
    meter: int
    session: Session
    room: Room | None = None  # What the player's own limits leave, where they have any.
    time_left: int | None = None  # Microseconds for the decision that the table waits for.
    has_wallet: bool = False  # The balance is in an operator's wallet, and is what it last said.
    held_elsewhere: int = 0  # Of the balance: what hands at other tables may still need.


class LimitsNow(NamedTuple):
    """Somebody's limits, and what is used of the periods that have one."""

    limits: Limits
    used: dict[str, Usage]
    covered: int  # What may follow on hands that are dealt; at risk, but not staked yet.
    excluded_until: int
    now: int


class Reply(NamedTuple):
    person: Person | None = None
    balance: int = 0
    table: str | None = None
    standing: Standing | None = None
    refusal: Refusal | None = None
    events: tuple[h.AnyEvent, ...] = ()  # What happened at the table by this very command.
    is_repeated: bool = False  # Said before: this is the first answer again.
    left_behind: int = 0  # The money of the guest that a browser was, which stays with the guest.
    limits: LimitsNow | None = None
    timed_out: tuple[Reply, ...] = ()  # Of a tick: how each table stands whose time was up.
    waits_for: str = ""  # Not answered yet: the reference of the debit that it waits for.
