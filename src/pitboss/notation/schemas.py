"""The JSON Schemas of what we read and write: commands, events, views, records, saved events.

`python -m scripts.schemas` writes them to docs/schemas.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict

from pitboss.notation.json_schema import Definitions, Schema, document
from pitboss.notation.rulebook_json import RulebookData
from pitboss.notation.setup_json import DIGITS, RULES, table_hints
from pitboss.notation.upgrades import EVENTS, ROUND, current
from pitboss.play import Allowed, Command, Document, Event, View


class OwnPaytable(TypedDict):
    """A pay table of the house's own: what each row pays, in words."""

    key: str
    pays: Mapping[str, str]


class Refused(TypedDict):
    """Why a command was refused."""

    error: str
    message: str
    clause: NotRequired[str]


class Step(TypedDict):
    """A command, and what followed: events or a refusal."""

    command: Command
    events: NotRequired[tuple[Event, ...]]
    refused: NotRequired[Refused]
    shoe: NotRequired[str]
    notes: NotRequired[tuple[str, ...]]


def schemas() -> dict[str, Schema]:
    """Every schema, by the name of its file."""
    return {
        "command": document("A command", Command),
        "event": document("An event", Event),
        "record": _file(
            "A record of play",
            ROUND,
            {"steps": tuple[Step, ...]},
            {
                "upgraded_from": str,
                "shoe": str,
                "notes": tuple[str, ...],
                "ending": tuple[str, ...],
            },
        ),
        "view": document("What one person may see of a round", View),
        "allowed": document("What one person may do now", Allowed),
        "table": document("What never changes within a table's configuration", Document),
        "saved-events": _file("The saved events of a table", EVENTS, {"events": tuple[Event, ...]}),
    }


def _file(
    title: str, name: str, needed: Mapping[str, object], optional: Mapping[str, object] = {}
) -> Schema:
    """A file: a set-up, and what happened at the table."""
    definitions = Definitions()
    hints = {
        "game": str,
        "version": str,
        "paytables": Mapping[str, str | OwnPaytable],
        **RULES,
        "rulebook": RulebookData,
        "settled_again": bool,
        **needed,
        **optional,
    }
    schema = definitions.object(hints, ("game", *needed))
    schema["properties"]["fingerprint"] = {"type": "string", "pattern": f"^{DIGITS.pattern}$"}
    schema["properties"]["table"] = definitions.object(table_hints(), ())
    schema["properties"] = {"format": {"const": current(name)}, **schema["properties"]}
    schema["required"] = ["format", *schema["required"]]
    return document(title, schema, definitions)
