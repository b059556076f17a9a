"""JSON Schemas (draft 2020-12) of what we read and write, built from type hints as the codec is.

`schemas` has them all: commands, events, views, records, saved events. `python -m scripts.schemas`
writes them to docs/schemas.

`Definitions` handles NamedTuple, TypedDict, tuple, list, Mapping, Union, Literal and the simple
types. Commands and events carry their name as `"command"` or `"event"`. Other named types are put
under `$defs`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Required,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pitboss.language.currency import Currency
from pitboss.language.rulebook import LARGEST_AMOUNT
from pitboss.notation.codec import WHOLE
from pitboss.notation.recorded_rulebook import RulebookData
from pitboss.notation.setup_json import CURRENCY, DIGITS, RULES, table_hints
from pitboss.notation.upgrades import EVENTS as EVENTS_FORMAT
from pitboss.notation.upgrades import ROUND as ROUND_FORMAT
from pitboss.notation.upgrades import current
from pitboss.play import COMMANDS, EVENTS, Allowed, Command, Document, Event, View

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]
SIMPLE: Mapping[Any, Schema] = {
    int: {"type": "integer", "minimum": -LARGEST_AMOUNT, "maximum": LARGEST_AMOUNT},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    NoneType: {"type": "null"},
    Any: {},
}
TAGS: Mapping[Any, str] = {
    **dict.fromkeys(COMMANDS.values(), "command"),
    **dict.fromkeys(EVENTS.values(), "event"),
}


def document(title: str, body: Any, definitions: Definitions | None = None) -> Schema:
    """A complete schema: of a type, or of a body whose named types are in `definitions`."""
    known = definitions or Definitions()
    schema = body if definitions else known.schema(body)
    return {"$schema": DIALECT, "title": title, **schema, "$defs": dict(sorted(known.defs.items()))}


def _required(kind: Any, hints: Mapping[str, Any], is_written: bool) -> list[str]:
    """The fields that an object must have: with a default, only where we write it ourselves."""
    if not is_typeddict(kind):
        return [field for field in hints if is_written or field not in kind._field_defaults]
    # Python does not look for Required and NotRequired in annotations that are strings.
    keys = {*kind.__required_keys__}
    return [
        field
        for field, hint in hints.items()
        if get_origin(hint) is Required or (field in keys and get_origin(hint) is not NotRequired)
    ]


class Definitions:
    """The named types that a schema refers to: as they are read, or as we write them."""

    def __init__(self, tags: Mapping[Any, str] = TAGS, is_written: bool = False) -> None:
        self.defs: dict[str, Schema] = {}
        self._tags = tags  # By type: the field that holds its name.
        self._is_written = is_written  # The codec writes every field, defaults included.

    def schema(self, hint: Any) -> Schema:
        """The schema of a type; a named type is defined once and referenced."""
        if hint in SIMPLE:
            return dict(SIMPLE[hint])
        origin, args = get_origin(hint), get_args(hint)
        if origin in (Required, NotRequired):
            return self.schema(args[0])
        if origin is Literal:
            return {"enum": list(args)}
        if origin in (Union, UnionType):
            return {"anyOf": [self.schema(kind) for kind in args]}
        if origin is tuple and args[-1] is not Ellipsis:
            return {
                "type": "array",
                "prefixItems": [self.schema(kind) for kind in args],
                "minItems": len(args),
                "maxItems": len(args),  # Not `"items": False`: generators of clients stumble.
            }
        if origin is not None and issubclass(origin, Mapping):
            return self._mapping(*args)
        if origin is not None and issubclass(origin, Sequence):
            return {"type": "array", "items": self.schema(args[0])}
        return self._named(hint)

    def _mapping(self, key: Any, value: Any) -> Schema:
        schema: Schema = {"type": "object", "additionalProperties": self.schema(value)}
        if key is int:
            schema["propertyNames"] = {"pattern": f"^(?:{WHOLE.pattern})$"}
        elif get_origin(key) is Literal:
            schema["propertyNames"] = {"enum": list(get_args(key))}
        return schema

    def _named(self, kind: Any) -> Schema:
        name = kind.__name__
        if name not in self.defs:
            self.defs[name] = {}  # It may refer to itself.
            hints = get_type_hints(kind, include_extras=True)
            required = _required(kind, hints, self._is_written)
            self.defs[name] = self.object(hints, required, self._tags.get(kind), name)
            doc = vars(kind).get("__doc__")  # Its own: a dict's would be inherited.
            if doc and not doc.startswith(f"{name}("):  # Python generates such a docstring.
                self.defs[name]["description"] = " ".join(doc.split())
        return {"$ref": f"#/$defs/{name}"}

    def object(
        self,
        hints: Mapping[str, Any],
        required: Collection[str],
        tag: str | None = None,
        name: str = "",
    ) -> Schema:
        """An object with only these fields; a tag adds a field that holds its name."""
        properties = {field: self.schema(hint) for field, hint in hints.items()}
        needed = [field for field in hints if field in required]
        if tag is not None:
            properties, needed = {tag: {"const": name}, **properties}, [tag, *needed]
        return {
            "type": "object",
            "properties": properties,
            "required": needed,
            "additionalProperties": False,
        }


# The schemas


class OwnPaytable(TypedDict):
    """A custom pay table: what each row pays, in words."""

    key: str
    pays: Mapping[str, str]


class Refused(TypedDict):
    """Why a command was refused."""

    error: str
    message: str
    clause: NotRequired[str]


class StepData(TypedDict):
    """A command and what followed: events or a refusal."""

    command: Command
    events: NotRequired[tuple[Event, ...]]
    refused: NotRequired[Refused]
    shoe: NotRequired[str]
    notes: NotRequired[tuple[str, ...]]


def schemas() -> dict[str, Schema]:
    """Every schema, by file name."""
    return {
        "command": document("A command", Command),
        "event": document("An event", Event),
        "record": _file(
            "A record of play",
            ROUND_FORMAT,
            {"steps": tuple[StepData, ...]},
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
        "saved-events": _file(
            "The saved events of a table", EVENTS_FORMAT, {"events": tuple[Event, ...]}
        ),
    }


def _file(
    title: str, name: str, needed: Mapping[str, object], optional: Mapping[str, object] = {}
) -> Schema:
    """The schema of a file: a set-up, and what happened at the table."""
    definitions = Definitions()
    hints = {
        "game": str,
        "version": str,
        "paytables": Mapping[str, str | OwnPaytable],
        **RULES,
        CURRENCY: Currency,
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
