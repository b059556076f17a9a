"""What is said on the wire, as strict models: an unknown field or a wrong type is refused.

Views, events, documents and what a person may do have their shapes from `pitboss.play`; their
schemas are part of the OpenAPI document, and so are the messages of the WebSocket.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    RootModel,
    TypeAdapter,
    WithJsonSchema,
)

from pitboss.house.people.player_limits import EXCLUSION_DAYS
from pitboss.house.tables.practice import Boxes, Deal, FoldHand, PlayHand, Stake, TableCommand
from pitboss.language.rulebook import LARGEST_STAKE


class Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


PART = "x-part"


def _shaped(name: str) -> WithJsonSchema:
    """A part of the document whose schema comes from the types of `pitboss.play`.

    `openapi` puts the reference in its place: pydantic refuses one that it does not know.
    """
    return WithJsonSchema({PART: name})


View = Annotated[dict[str, Any], _shaped("View")]
AllowedNow = Annotated[dict[str, Any], _shaped("Allowed")]
TableDocument = Annotated[dict[str, Any], _shaped("Document")]
TableEvent = Annotated[dict[str, Any], _shaped("TableEvent")]
IDENTIFIER = "^[A-Za-z0-9_-]{1,64}$"
Identifier = Annotated[str, Field(pattern=IDENTIFIER)]
Hex = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
BoxNumber = Annotated[str, Field(pattern="^[1-9][0-9]?$")]
Wager = Annotated[str, Field(pattern="^[a-z0-9-]{1,40}$")]
Amount = Annotated[int, Field(ge=0, le=LARGEST_STAKE)]
StakesByBox = Annotated[
    dict[BoxNumber, Annotated[dict[Wager, Amount], Field(max_length=16)]], Field(max_length=16)
]


# What a page says at a table


class StakeMessage(Model):
    """All that you have on the table, as totals: what is not named is taken back."""

    id: Identifier
    command: Literal["stake"]
    boxes: StakesByBox


class DealMessage(Model):
    """Close the bets and deal. The entropy is drawn for this commitment, after it was seen."""

    id: Identifier
    command: Literal["deal"]
    entropy: Hex
    commitment: Hex | None = None
    boxes: StakesByBox | None = None


class PlayMessage(Model):
    id: Identifier
    command: Literal["play"]
    box: Annotated[int, Field(ge=1, le=16)]


class FoldMessage(Model):
    id: Identifier
    command: Literal["fold"]
    box: Annotated[int, Field(ge=1, le=16)]


Said = Annotated[
    StakeMessage | DealMessage | PlayMessage | FoldMessage, Field(discriminator="command")
]
SAID: TypeAdapter[StakeMessage | DealMessage | PlayMessage | FoldMessage] = TypeAdapter(Said)


def command_of(said: StakeMessage | DealMessage | PlayMessage | FoldMessage) -> TableCommand:
    match said:
        case StakeMessage():
            return Stake(_boxes(said.boxes))
        case DealMessage():
            boxes = None if said.boxes is None else _boxes(said.boxes)
            return Deal(said.entropy, boxes, said.commitment)
        case PlayMessage():
            return PlayHand(said.box)
        case FoldMessage():
            return FoldHand(said.box)


def _boxes(boxes: dict[str, dict[str, int]]) -> Boxes:
    return {int(box): totals for box, totals in boxes.items()}


# What the server says


class Refused(Model):
    """Why something was not done. Every code is explained in docs/errors.md."""

    code: str
    message: str
    clause: str | None


class ErrorMessage(Model):
    error: Refused


class Answered(Model):
    """The answer to your command; refused or not, it is on disk."""

    id: str
    refused: Refused | None


class SessionFigures(Model):
    began: int  # Milliseconds since 1970.
    net: int


class Commitment(Model):
    """To the seed of the round that is open, or of the next one."""

    round: int
    commitment: str


class LimitInForce(Refused):
    """The limit of your own that decides how much more you may put at risk; why in its words."""

    left: int


class TableMessage(Model):
    """A table as you may see it; sent on connecting and after every change."""

    type: Literal["table"]
    sequence: int
    person: str
    table: str
    offer: str  # Its key: odds are asked for by fingerprint and offer.
    round: str
    game: str
    fingerprint: str
    answer: Answered | None
    events: list[TableEvent]
    view: View
    allowed: AllowedNow
    commands: list[Literal["stake", "deal", "play", "fold"]]
    limit: LimitInForce | None
    balance: int
    wallet: bool  # Whether the balance is in an operator's wallet; otherwise it is play money.
    meter: int | None  # Of the jackpot, in a game that has one.
    shuffle: Commitment
    session: SessionFigures
    time_left: int | None  # Milliseconds for your decision, where the house sets a time.
    head: str


class ProblemMessage(Model):
    """Something you said could not be read, or came too fast; nothing happened by it."""

    type: Literal["problem"]
    id: str | None
    error: Refused


class Spoken(RootModel[TableMessage | ProblemMessage]):
    """What the server says at a table."""


# HTTP


class Guest(Model):
    """Somebody who is here: a guest, or a player."""

    person: str
    name: str
    balance: int
    is_player: bool  # With a name and a password of their own.
    wallet: bool  # Whether the balance is in an operator's wallet; otherwise it is play money.


class SignedIn(Guest):
    left_behind: int  # Play money that stays with the guest you were.


GivenName = Annotated[str, Field(max_length=100)]
GivenPassword = Annotated[str, Field(max_length=512)]


class AskToRegister(Model):
    """A name of 3 to 24 letters and digits, and a password of 8 to 128 characters."""

    id: Identifier
    name: GivenName
    password: GivenPassword


class AskToSignIn(Model):
    name: GivenName
    password: GivenPassword


class AskForPassword(Model):
    id: Identifier
    old: GivenPassword
    new: GivenPassword


Kind = Literal["loss", "stake", "time"]
PeriodName = Literal["day", "week", "month"]


class AskForLimit(Model):
    """So much at most in each period: cents, or seconds at tables; null for no limit.

    The limit that is in force, asked for again, cancels a looser one that waits.
    """

    id: Identifier
    kind: Kind
    period: PeriodName
    amount: Annotated[int, Field(ge=0, le=LARGEST_STAKE)] | None


OFFERED: dict[str, Any] = {"enum": list(EXCLUSION_DAYS)}


def _is_offered(days: int) -> int:
    # A Literal of numbers would take `true` for 1.
    if days not in EXCLUSION_DAYS:
        raise ValueError(f"choose from {', '.join(map(str, EXCLUSION_DAYS))}")
    return days


class AskForExclusion(Model):
    """For so many days; null for good."""

    id: Identifier
    days: Annotated[int, AfterValidator(_is_offered), Field(json_schema_extra=OFFERED)] | None


class WaitingLimit(Model):
    amount: int | None
    effective: int  # Milliseconds since 1970.


class LimitFigure(Model):
    """A limit, and how much of it is used in this period."""

    kind: Kind
    period: PeriodName
    amount: int
    used: int  # With everything at risk now; negative for a gain.
    left: int
    renews: int  # When the next period begins, in milliseconds since 1970.
    waiting: WaitingLimit | None


class LimitFigures(Model):
    limits: list[LimitFigure]
    excluded: bool
    excluded_until: int | None  # Milliseconds since 1970; null for good.


class AskLaunch(Model):
    """A player of the operator's: the id that their wallet knows them by, and what to call them.

    Each launch has an id of its own, so that no request is signed alike and can be used twice.
    """

    id: Identifier
    player: Annotated[str, Field(pattern="^[!-~]{1,64}$")]
    name: Annotated[str, Field(min_length=1, max_length=40)]


class Launched(Model):
    """Send the player's browser to this path. It can be opened once, within these seconds."""

    path: str
    seconds: int


class Health(Model):
    """Whether the house carries out commands."""

    playing: bool


class HouseFacts(Model):
    """What a page has to know before it shows any money."""

    name: str
    currency: str
    symbol: str
    chips: tuple[int, ...]
    grant: int  # What a guest begins with, and is brought back to.


Key = Annotated[str, Field(pattern="^[a-z0-9-]{1,40}$")]


class SitDown(Model):
    """At a game, or at one of several offers of it by the key that the lobby gives."""

    game: Key


class SeatedAt(Model):
    table: str
    offer: str
    game: str
    fingerprint: str


class WaitingTable(Model):
    """A table whose round is not over."""

    table: str
    offer: str
    game: str
    staked: int
    decides: bool  # Whether a hand waits for a decision; otherwise the bets are not dealt yet.


class WaitingTables(Model):
    tables: list[WaitingTable]


class AskGrant(Model):
    id: Identifier


class BalanceFigure(Model):
    balance: int


class MainEdge(Model):
    title: str
    per_cent: str
    of: str


class LobbyGame(Model):
    """A kind of table that people can sit down at."""

    offer: str
    table: Annotated[str, Field(deprecated=True)]  # As it was called before.
    game: str
    title: str
    line: str
    edge: MainEdge
    badge: str | None
    fingerprint: str


class Lobby(Model):
    games: list[LobbyGame]
    deals: int


class RowChance(Model):
    """How often a row of a wager comes up: so many of all deals, all of them counted."""

    wager: str
    row: str
    ways: int
    deals: int


class WagerFigures(Model):
    """The exact odds of a bet; edges and chances in per cent, as people read them."""

    wagers: list[str]
    title: str
    edge: str  # Of the stake; negative where the player has the edge.
    returns: str
    hit: str | None
    player_has_edge: bool
    assumes_best_play: bool
    note: str | None
    chances: list[RowChance]


class ReadingInForce(Model):
    reading: str
    question: str
    option: str
    says: str
    clauses: list[str]


class ClauseDigests(Model):
    """What each clause of a rulebook says, in our own words."""

    game: str
    clauses: dict[str, str]


class OddsFigures(Model):
    fingerprint: str
    game: str
    reset: int  # The meter that a progressive is priced with; 0: an empty one, or none.
    wagers: list[WagerFigures]
    strategy: str | None
    warnings: list[str]
    readings: list[ReadingInForce]


class HandAdvice(Model):
    """What the best decision is, and what the other one costs, given every card you see."""

    box: int
    best: Literal["play", "fold"]
    cost: int  # Of the other decision, on average.
    chosen: Literal["play", "fold"] | None
    says: str


class Advice(Model):
    hands: list[HandAdvice]


class HandPlayed(Model):
    box: int
    cards: str
    hand: str | None
    net: int


class RoundSummary(Model):
    round: str
    game: str
    title: str
    time: int  # Milliseconds since 1970.
    staked: int
    net: int
    dealer: str
    dealer_hand: str | None
    hands: list[HandPlayed]


class RoundList(Model):
    rounds: list[RoundSummary]
    more: int | None  # Give it as `before` for the ones that follow.


class ReplayStep(Model):
    time: int
    command: dict[str, Any]
    events: list[TableEvent]
    view: View


class WithdrawnSeed(Model):
    """An earlier seed of the same round, which no card was dealt from."""

    commitment: str
    fingerprint: str  # Of the configuration that it was drawn for.
    seed: str  # Empty if it was never revealed.


class RefusedDeal(Model):
    """A deal that was asked for and not carried out: the house has seen its entropy."""

    commitment: str  # That the entropy was drawn for.
    entropy: str
    code: str
    times: int


class ShuffleProof(Model):
    """Enough to make the deck again, and what came before it: docs/fair-shuffle.md says how."""

    table: str
    round: int
    fingerprint: str
    commitment: str
    seed: str  # Empty if it was lost with its key: the round is then void.
    entropy: str  # Empty if no card was dealt.
    absent: bool  # The player had left: the entropy is 32 zero bytes.
    withdrawn: list[WithdrawnSeed]
    refused: list[RefusedDeal]


class RoundReplay(Model):
    round: str
    game: str
    fingerprint: str
    steps: list[ReplayStep]
    shuffle: ShuffleProof
    dealt: list[str]  # The cards by their places in the shoe, ?? for one that stayed down.
    head: str
