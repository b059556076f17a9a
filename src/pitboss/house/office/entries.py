"""How the desks of the house write into the journal, and read the first answer of a command."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pitboss.errors import PitbossError
from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.office.books import Group
from pitboss.house.people.person import Person
from pitboss.house.records.ledger import book_around
from pitboss.house.requests import Reply
from pitboss.play import Refusal

encode = json.JSONEncoder(separators=(",", ":")).encode  # ASCII: any text can be hashed and kept.
NOT_REFUSED = '{"refused":null}'
SEEN, DIGITS = ("commitment", "entropy"), 64  # What a deal tells the house, in hexadecimal digits.
LARGEST_KEPT = 1_024  # Bytes of a refused request; a larger one is kept by its hash.


def refused_text(refusal: Refusal) -> str:
    return encode({"refused": refusal.as_json()})


def enter_outside(
    group: Group,
    person: str,
    command_id: str,
    request: dict[str, Any],
    events: list[h.HouseEvent],
) -> int:
    """An entry in the house's own stream, with the money that its events move; its number."""
    transfers = [t for event in events for t in book_around(group.balances, event)]
    text = encode([h.to_json(event) for event in events])
    return group.enter(HOUSE, person, command_id, encode(request), text, NOT_REFUSED, "", transfers)


def enter_refusal(
    group: Group,
    stream: str,
    person: str,
    command_id: str,
    request: dict[str, Any],
    refusal: Refusal,
    fingerprint: str = "",
    round: int = 0,
) -> None:
    """An entry for a command that is not carried out. Refusals must not fill the disk."""
    if not group.writes_refusals:
        raise too_many_refusals()
    group.enter(
        stream, person, command_id, refused_request(encode(request)), "[]", refused_text(refusal),
        fingerprint, [], round,
    )  # fmt: skip


def refused_request(text: str) -> str:
    """A request as it is kept when it is refused: a large one by its hash.

    A deal keeps its randomness, which the house has seen. A command that is carried out is always
    kept whole: events follow from it, and it is lawful, no longer than the bets of a table.
    """
    if len(text) <= LARGEST_KEPT:
        return text
    request = json.loads(text)
    kept = {name: request[name] for name in SEEN if len(str(request.get(name))) == DIGITS}
    digest = hashlib.sha256(text.encode()).hexdigest()
    return encode({"command": request["command"], **kept, "sha256": digest, "bytes": len(text)})


def too_many_refusals() -> PitbossError:
    message = "Too many commands from your network were refused: try again in a minute."
    return PitbossError("rate/refusals", message)


def first_answer(before: tuple[str, str], request: str, person: Person | None = None) -> Reply:
    """The answer that the same command got when it was said first."""
    if before[0] not in (request, refused_request(request)):
        message = "Another command was said under this id: give each its own."
        return Reply(person, refusal=Refusal("command/id-used", message))
    return Reply(person, refusal=refusal_in(before[1]), is_repeated=True)


def refusal_in(answer: str) -> Refusal | None:
    """Why a command was not carried out, from the answer that was entered."""
    refused = json.loads(answer)["refused"]
    if refused is None:
        return None
    return Refusal(refused["error"], refused["message"], refused.get("clause"))
