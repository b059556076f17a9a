"""Requests checked: what was asked at a table has to lead to what happened there.

The command of an entry is carried out again, by the same code, on the table as it stood before it
and with the money, the settings and the limits of that moment. The events have to be those of the
entry, or the refusal its answer. Once bets are closed a deck is needed: such an entry waits until
the seed of its round is known.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from pitboss.errors import BadNotation
from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.keys.sealing import Key
from pitboss.house.keys.secret_files import SECRET_BYTES
from pitboss.house.office.entries import encode
from pitboss.house.people.player_limits import Room
from pitboss.house.records.journal import Entry
from pitboss.house.records.ledger import Account, Balances, player
from pitboss.house.tables.interruption import end_after_restore, void_round
from pitboss.house.tables.practice import (
    BEYOND_ALL_BETS,
    RENEWED,
    TABLE_COMMANDS,
    Deal,
    Expire,
    Refused,
    Seed,
    Stake,
    Table,
    Turn,
    bets_are_open,
    shoe_of,
)
from pitboss.house.tables.shuffle import SEED_BYTES
from pitboss.house.tables.terms_in_force import Placement, bring_up_to_date
from pitboss.notation.codec import tagged_from_json
from pitboss.play import Round, Shoe
from pitboss.play.state import BETTING, IDLE, OVER

ANY_SEED = bytes(SEED_BYTES)  # Where none is needed.
ANY_KEY = Key(bytes(SECRET_BYTES))  # For seeds that are drawn: what they are is not compared.
WALLET = "wallet/"  # How the codes of refusals begin for which an operator's wallet gave cause.


class Asked(NamedTuple):
    """A command as it met its table: all that decides what comes of it, but the deck."""

    entry: Entry
    person: str  # Whose table it is.
    round: Round
    seed: Seed
    entropy: str  # Of the round, if its bets are closed.
    jackpot: str
    balances: dict[Account, int]
    place: Placement | None  # What the settings say; None where it is no longer offered.
    room: Room | None  # What the player's own limits leave, where they have any.
    held_elsewhere: int
    is_excluded: bool
    has_wallet: bool  # An operator's, which is asked only for bets that the table would take.
    is_renewed: bool  # Whether the house drew a new seed in the same commit.
    events: list[h.AnyEvent]

    @property
    def command(self) -> str:
        return str(json.loads(self.entry.request)["command"])

    @property
    def needs_deck(self) -> bool:
        deals = any(isinstance(event, h.EntropyMixed) for event in self.events)
        is_dealt = self.round.phase not in (IDLE, BETTING, *OVER)
        return (deals or is_dealt) and self.command not in WITHOUT_DECK


def problems_of(asked: Asked, secret: bytes = ANY_SEED) -> Iterator[str]:
    """How an entry differs from what its request leads to, with the seed of its round."""
    request = json.loads(asked.entry.request)
    answered = json.loads(asked.entry.answer)["refused"]
    if answered is not None:
        if asked.events:
            yield "It was refused, and events stand beside it."
        if "sha256" in request or answered["error"].startswith(WALLET):
            return  # It was too long to be kept, or the wallet alone knows why.
    refusal = None
    turn = _turn(asked, secret, answered is not None)
    try:
        _carry_out(turn, asked, request)
    except Refused as refused:
        refusal = refused.refusal
    except BadNotation:
        if answered is not None:  # What can't even be read was refused.
            return
        raise
    if answered is not None:
        if refusal is None:
            yield "It was refused, and the rules allow it."
        elif refusal.code != answered["error"]:
            yield f"It was refused as {answered['error']}, and the rules say {refusal.code}."
    elif refusal is not None:
        yield f"It was carried out, and the rules refuse it: {refusal.message}"
    else:
        yield from _differences(turn.events, asked.events)


def _turn(asked: Asked, secret: bytes, is_refused: bool) -> Turn:
    seed, balances = asked.seed._replace(secret=secret), Balances(asked.balances)
    if asked.has_wallet and is_refused:
        balances.staged[player(asked.person)] = BEYOND_ALL_BETS
    id, fingerprint = asked.entry.stream, asked.round.setup.fingerprint
    shoe = shoe_of(seed, asked.entropy, id, fingerprint) if asked.entropy else Shoe()
    table = Table(id, asked.person, asked.round, seed, shoe, asked.jackpot)
    terms = None if asked.place is None else asked.place.settling_terms
    return Turn(table, balances, bytes, ANY_KEY, terms, asked.room, asked.held_elsewhere)


def _carry_out(turn: Turn, asked: Asked, request: dict[str, Any]) -> None:
    step = STEPS.get(request["command"])
    if step is None:
        _command(turn, asked, request)
        return
    if request["command"] in OWN_STEPS and asked.entry.person != HOUSE:
        raise Refused("table/not-yours", "Only the house itself says that.")
    step(turn, asked)


def _command(turn: Turn, asked: Asked, request: dict[str, Any]) -> None:
    """What a player says, or the house in their place."""
    command = tagged_from_json("command", TABLE_COMMANDS, request)
    by = asked.entry.person
    is_lawful = by == asked.person
    if isinstance(command, Expire):
        is_lawful = by == HOUSE
    elif isinstance(command, Stake) and by == HOUSE:  # Bets go back when a player is excluded.
        is_lawful = not command.boxes and asked.is_excluded
    if not is_lawful:
        raise Refused("table/not-yours", f"It was said by {by}, whose table this is not.")
    if isinstance(command, Deal) and command.commitment is None and asked.is_renewed:
        raise Refused(*RENEWED)
    turn.carry_out(command)


def _sit(turn: Turn, asked: Asked) -> None:
    if asked.place is None:
        raise Refused("table/unknown", "The settings do not offer such a table.")
    offer = asked.place.offer
    turn.open_table(offer.key, asked.place.shared, offer.bank)


def _configure(turn: Turn, asked: Asked) -> None:
    if asked.place is not None:
        bring_up_to_date(turn, asked.place)


def _keep_bank(turn: Turn, asked: Asked) -> None:
    if asked.place is not None:
        turn.keep_bank_at(asked.place.offer.bank)


def _renew_seed(turn: Turn, _: Asked) -> None:
    turn.renew_seed()


def _after_restore(turn: Turn, _: Asked) -> None:
    if bets_are_open(turn.table):
        turn.renew_seed()
    else:
        end_after_restore(turn)


def _void_unfinished(turn: Turn, asked: Asked) -> None:
    if not bets_are_open(turn.table) or turn.round.phase == BETTING:
        void_round(turn, json.loads(asked.entry.request)["reason"])
    turn.renew_seed()


def _rotate_key(turn: Turn, _: Asked) -> None:
    turn.happens_around(h.SeedResealed(turn.seed.round, ""))


def _move_bank(turn: Turn, asked: Asked) -> None:
    turn.move_bank(json.loads(asked.entry.request)["amount"], asked.entry.person)


Step = Callable[[Turn, Asked], None]
OWN_STEPS: dict[str, Step] = {  # What only the house itself does.
    "configure": _configure,
    "keep-bank": _keep_bank,
    "renew-seed": _renew_seed,
    "after-restore": _after_restore,
    "void-unfinished": _void_unfinished,
    "rotate-key": _rotate_key,
}
STEPS: dict[str, Step] = {"sit": _sit, "bank": _move_bank, **OWN_STEPS}
WITHOUT_DECK = ("void-unfinished", "rotate-key", "bank")


def _differences(due: list[h.AnyEvent], recorded: list[h.AnyEvent]) -> Iterator[str]:
    """The first event that is another than the request leads to."""
    for at in range(max(len(due), len(recorded))):
        expected = _public(due[at]) if at < len(due) else None
        entered = _public(recorded[at]) if at < len(recorded) else None
        if expected != entered:
            says = f"leads to {_told(expected)}, and the entry has {_told(entered)}"
            yield f"Its request {says}."
            return


def _public(event: h.AnyEvent) -> h.AnyEvent:
    """An event without what is drawn by chance; seeds are held to their commitments elsewhere."""
    match event:
        case h.SeedSealed():
            return event._replace(commitment="", sealed="")
        case h.SeedResealed():
            return event._replace(sealed="")
        case h.SeedWithdrawn():
            return event._replace(seed="")
    return event


def _told(event: h.AnyEvent | None) -> str:
    return "no further event" if event is None else encode(h.to_json(event))
