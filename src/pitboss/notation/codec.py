"""Commands and events as JSON values, and back.

Readers and writers are built from the type hints, once per type, so a new field needs no code
here. Data may come from anybody: an unknown name, an unknown field or a value of the wrong type is
refused, never repaired. A field with a default may be missing, so that files written before the
field existed stay readable.

    {"event": "BetPlaced", "box": 1, "bettor": "p1", …, "by": {"id": "p1", "role": "player"}}
    {"command": "Settle", "by": {"id": "dealer", "role": "dealer"}, "jackpot": null}
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from pitboss.errors import BadNotation, unknown
from pitboss.language.rulebook import LARGEST_AMOUNT
from pitboss.play.commands import COMMANDS, Command
from pitboss.play.events import EVENTS, Event

WHOLE = re.compile(r"-?[1-9][0-9]{0,15}|0")  # Each number has one form as a key.
SIMPLE = {int: "a whole number", str: "text", bool: "true or false"}
MISSING = object()

Reader = Callable[[Any], Any]
Writer = Callable[[Any], Any]


def event_to_json(event: Event) -> dict[str, Any]:
    kind: Any = type(event)
    return {"event": kind.__name__, **writer(kind)(event)}


def command_to_json(command: Command) -> dict[str, Any]:
    kind: Any = type(command)
    return {"command": kind.__name__, **writer(kind)(command)}


def event_from_json(data: Any) -> Event:
    return cast(Event, tagged_from_json("event", EVENTS, data))


def command_from_json(data: Any) -> Command:
    return cast(Command, tagged_from_json("command", COMMANDS, data))


def tagged_from_json(tag: str, kinds: Mapping[str, type], data: Any) -> Any:
    """The command or event that the data names, one of these kinds."""
    name = members(data, f"The {tag}").get(tag)
    if not isinstance(name, str) or name not in kinds:
        raise unknown(tag, name, kinds)
    fields = dict(data)
    del fields[tag]
    return read(kinds[name], fields, name)


def read(hint: Any, data: Any, where: str) -> Any:
    """The value of this type that the data represents; an error says where the data is wrong."""
    return apply_reader(reader(hint), data, where)


def apply_reader(as_kind: Reader, data: Any, where: str) -> Any:
    try:
        return as_kind(data)
    except Misfit as misfit:
        raise misfit.as_error(where) from None


class Misfit(Exception):
    """Data of the wrong type; each reader around it adds its step to the path."""

    def __init__(self, code: str, message: str, is_key: bool = False) -> None:
        self.code, self.message, self.is_key = code, message, is_key
        self.path: list[str] = []  # Innermost first.

    def inside(self, step: str) -> Misfit:
        self.path.append(step)
        return self

    def as_error(self, where: str) -> BadNotation:
        place = where + "".join(reversed(self.path))
        return BadNotation(self.code, f"{'A key of ' if self.is_key else ''}{place} {self.message}")


def _misfit(data: Any, wanted: str, is_key: bool = False) -> Misfit:
    message = f"is {shown(data)}: it should be {wanted}."
    return Misfit("notation/type", message, is_key)


# Reading


@cache
def reader(hint: Any) -> Reader:
    """A function that reads a value of this type."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _union_reader(args)
    if origin is tuple:
        return _list_reader(args[0]) if args[-1] is Ellipsis else _tuple_reader(args)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping_reader(*args)
    if hasattr(hint, "_fields"):
        return object_reader(get_type_hints(hint), hint._field_defaults, hint._make)
    return {int: _read_int, str: _read_str, bool: _read_bool}[hint]


def _read_int(data: Any) -> int:
    if type(data) is not int:  # Refuses True and 1.0, too.
        raise _misfit(data, SIMPLE[int])
    if not -LARGEST_AMOUNT <= data <= LARGEST_AMOUNT:
        raise _misfit(data, f"a whole number up to {LARGEST_AMOUNT:,}")
    return data


def _read_str(data: Any) -> str:
    if type(data) is not str:
        raise _misfit(data, SIMPLE[str])
    if not data.isascii():
        try:
            data.encode("utf-8")
        except UnicodeEncodeError:  # Half of a surrogate pair.
            raise _misfit(data, "valid Unicode text") from None
    return data


def _read_bool(data: Any) -> bool:
    if type(data) is not bool:
        raise _misfit(data, SIMPLE[bool])
    return data


def _union_reader(kinds: tuple[Any, ...]) -> Reader:
    """A reader of one type or None, or of several simple types chosen by the type of the data."""
    allows_none = NoneType in kinds
    others = [kind for kind in kinds if kind is not NoneType]
    if len(others) == 1:
        only = reader(others[0])
        return lambda data: None if data is None else only(data)
    readers = {kind: reader(kind) for kind in others}
    wanted = " or ".join(SIMPLE[kind] for kind in others)

    def read_union(data: Any) -> Any:
        if data is None and allows_none:
            return None
        if type(data) not in readers:
            raise _misfit(data, wanted)
        return readers[type(data)](data)

    return read_union


def _list_reader(kind: Any) -> Reader:
    read_item = reader(kind)

    def read_list(data: Any) -> Any:
        if type(data) is not list:
            raise _misfit(data, "a list")
        try:
            return tuple([read_item(item) for item in data])
        except Misfit:
            return _read_items([read_item] * len(data), data)  # Again, to find out which item.

    return read_list


def _tuple_reader(kinds: tuple[Any, ...]) -> Reader:
    readers = [reader(kind) for kind in kinds]

    def read_tuple(data: Any) -> Any:
        if type(data) is not list:
            raise _misfit(data, "a list")
        if len(data) != len(readers):
            raise _misfit(data, f"a list of {len(readers)}")
        return _read_items(readers, data)

    return read_tuple


def _read_items(readers: Iterable[Reader], data: list[Any]) -> tuple[Any, ...]:
    items = []
    for i, (item, read_item) in enumerate(zip(data, readers, strict=True)):
        try:
            items.append(read_item(item))
        except Misfit as misfit:
            raise misfit.inside(f"[{i}]") from None
    return tuple(items)


def _mapping_reader(key_kind: Any, value_kind: Any) -> Reader:
    read_key, read_value = reader(key_kind), reader(value_kind)
    has_number_keys = key_kind is int

    def read_mapping(data: Any) -> Any:
        if type(data) is not dict or not all(isinstance(key, str) for key in data):
            raise _misfit(data, "an object")
        values = {}
        for text, item in data.items():
            if has_number_keys and not WHOLE.fullmatch(text):
                raise _misfit(text, SIMPLE[int], is_key=True)
            try:
                key = read_key(int(text) if has_number_keys else text)
            except Misfit as misfit:
                misfit.is_key = True
                raise
            try:
                values[key] = read_value(item)
            except Misfit as misfit:
                raise misfit.inside(f".{text}") from None
        return values

    return read_mapping


def object_reader(
    hints: Mapping[str, Any], defaults: Mapping[str, Any], make: Callable[[list[Any]], Any]
) -> Reader:
    """A reader of objects with these fields; `make` takes their values in this order."""
    fields = [(name, reader(hint), defaults.get(name, MISSING)) for name, hint in hints.items()]
    known = frozenset(hints)

    def read_object(data: Any) -> Any:
        if type(data) is not dict:
            raise _misfit(data, "an object")
        values = []
        for name, read_field, default in fields:
            item = data.get(name, MISSING)
            if item is MISSING:
                if default is MISSING:
                    raise Misfit("notation/field", f"has no field {name}.")
                values.append(default)
                continue
            try:
                values.append(read_field(item))
            except Misfit as misfit:
                raise misfit.inside(f".{name}") from None
        if not known.issuperset(data):
            unknown_field = next(name for name in data if name not in known)
            message = f"has an unknown field {shown(unknown_field)}."
            raise Misfit("notation/field", message)
        return make(values)

    return read_object


# Writing


@cache
def writer(hint: Any) -> Writer:
    """A function that writes a value of this type."""
    return _writer(hint) or _unchanged


def _unchanged(value: Any) -> Any:
    return value


def _writer(hint: Any) -> Writer | None:
    """A function that writes a value; None for a type whose values are already JSON values."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        writers = [_writer(kind) for kind in args if kind is not NoneType]
        if not any(writers):
            return None
        (only,) = writers
        assert only is not None
        return lambda value: None if value is None else only(value)
    if origin is tuple:
        return _list_writer(args[0]) if args[-1] is Ellipsis else _tuple_writer(args)
    if origin is not None and issubclass(origin, Mapping):
        write_value = writer(args[1])
        return lambda value: {str(key): write_value(item) for key, item in value.items()}
    if hasattr(hint, "_fields"):
        return _fields_writer(get_type_hints(hint))
    return None


def _fields_writer(hints: Mapping[str, Any]) -> Writer:
    names = tuple(hints)
    writers = [(name, write) for name, kind in hints.items() if (write := _writer(kind))]

    def fields_of(value: Any) -> dict[str, Any]:
        fields = dict(zip(names, value, strict=True))
        for name, write in writers:
            fields[name] = write(fields[name])
        return fields

    return fields_of


def _list_writer(kind: Any) -> Writer:
    write_item = _writer(kind)
    if write_item is None:
        return list
    return lambda value: [write_item(item) for item in value]


def _tuple_writer(kinds: tuple[Any, ...]) -> Writer:
    writers = [writer(kind) for kind in kinds]
    return lambda value: [write(item) for write, item in zip(writers, value, strict=True)]


# For all readers of files


def members(data: Any, where: str) -> Mapping[str, Any]:
    """The data, checked to be an object with named members."""
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise _misfit(data, "an object").as_error(where)
    return data


def refuse_unknown(where: str, names: Iterable[str], known: Iterable[str]) -> None:
    known = tuple(known)
    for name in names:
        if name not in known:
            message = f"{where} has an unknown entry {shown(name)}."
            raise BadNotation("notation/field", message)


def shown(data: Any) -> str:
    """Data from a file, shortened and in ASCII, for an error message."""
    return reprlib.repr(data).encode("ascii", "backslashreplace").decode()
