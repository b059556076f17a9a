"""How the desks of the house write into the journal, and read the first answer of a command."""

from __future__ import annotations

import json
from typing import Any

from pitboss.house import events as h
from pitboss.house.office.books import Group
from pitboss.house.people.person import Person
from pitboss.house.records.ledger import HOUSE, book_around
from pitboss.house.requests import Reply
from pitboss.play import Refusal

encode = json.JSONEncoder(separators=(",", ":")).encode  # ASCII: any text can be hashed and kept.
NOT_REFUSED = '{"refused":null}'


def refused_text(refusal: Refusal) -> str:
    return encode({"refused": refusal.as_json()})


def enter_outside(
    group: Group,
    person: str,
    command_id: str,
    request: dict[str, Any],
    events: list[h.HouseEvent],
    refusal: Refusal | None = None,
) -> int:
    """An entry in the house's own stream, with the money that its events move; its number."""
    transfers = [t for event in events for t in book_around(group.balances, event)]
    text = encode([h.to_json(event) for event in events])
    answer = NOT_REFUSED if refusal is None else refused_text(refusal)
    return group.enter(HOUSE, person, command_id, encode(request), text, answer, "", transfers)


def first_answer(before: tuple[str, str], request: str, person: Person | None = None) -> Reply:
    """The answer that the same command got when it was said first."""
    if before[0] != request:
        message = "Another command was said under this id: give each its own."
        return Reply(person, refusal=Refusal("command/id-used", message))
    return Reply(person, refusal=refusal_in(before[1]), is_repeated=True)


def refusal_in(answer: str) -> Refusal | None:
    """Why a command was not carried out, from the answer that was entered."""
    refused = json.loads(answer)["refused"]
    if refused is None:
        return None
    return Refusal(refused["error"], refused["message"], refused.get("clause"))
