"""JSON Schema (draft 2020-12) of types, built from their type hints as the codec is.

Handles NamedTuple, TypedDict, tuple, list, Mapping, Union, Literal and the simple types. Commands
and events carry their name as `"command"` or `"event"`. Other named types are put under `$defs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from inspect import getdoc
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pitboss.language.rulebook import LARGEST_AMOUNT
from pitboss.notation.codec import WHOLE
from pitboss.play.commands import COMMANDS
from pitboss.play.events import EVENTS

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
    """A whole schema: of a type, or of a body whose types are in `definitions`."""
    known = definitions or Definitions()
    schema = body if definitions else known.schema(body)
    return {"$schema": DIALECT, "title": title, **schema, "$defs": dict(sorted(known.defs.items()))}


def _required(kind: Any, hints: Mapping[str, Any]) -> list[str]:
    """The fields that an object must have."""
    if not is_typeddict(kind):
        return [field for field in hints if field not in kind._field_defaults]
    # Where annotations are strings, Python does not look for Required and NotRequired in them.
    keys = {*kind.__required_keys__}
    return [
        field
        for field, hint in hints.items()
        if get_origin(hint) is Required or (field in keys and get_origin(hint) is not NotRequired)
    ]


class Definitions:
    """The named types that a schema refers to."""

    def __init__(self) -> None:
        self.defs: dict[str, Schema] = {}

    def schema(self, hint: Any) -> Schema:
        """The schema of a type; a named type is defined once and referred to."""
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
                "items": False,
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
            self.defs[name] = self.object(hints, _required(kind, hints), TAGS.get(kind), name)
            said = getdoc(kind)
            if said and not said.startswith(f"{name}("):  # That is what Python writes by itself.
                self.defs[name]["description"] = " ".join(said.split())
        return {"$ref": f"#/$defs/{name}"}

    def object(
        self,
        hints: Mapping[str, Any],
        required: Iterable[str],
        tag: str | None = None,
        name: str = "",
    ) -> Schema:
        """An object with these fields and no others; with a tag, one that says its name."""
        properties = {field: self.schema(hint) for field, hint in hints.items()}
        named = set(required)
        needed = [field for field in hints if field in named]
        if tag is not None:
            properties, needed = {tag: {"const": name}, **properties}, [tag, *needed]
        return {
            "type": "object",
            "properties": properties,
            "required": needed,
            "additionalProperties": False,
        }
