"""Commands and events as plain data, for JSON, and back.

Their type hints say what each field holds, so that a new one needs nothing here. Data that is read
may come from anybody: a name, a field or a type that does not fit is refused, never mended.

    {"event": "BetPlaced", "box": 1, "bettor": "p1", …, "by": {"name": "p1", "role": "player"}}
    {"command": "Settle", "by": {"name": "dealer", "role": "dealer"}, "jackpot": null}
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from pitboss.configuration import LARGEST_AMOUNT
from pitboss.errors import BadNotation, unknown
from pitboss.play.commands import COMMANDS, Command
from pitboss.play.events import EVENTS, Event

WHOLE = re.compile(r"-?[1-9][0-9]{0,15}|0")  # One way only to write a number as a key.
SIMPLE = {int: "a whole number", str: "text", bool: "true or false"}


def of_event(event: Event) -> dict[str, Any]:
    return {"event": type(event).__name__, **plain(event)}


def of_command(command: Command) -> dict[str, Any]:
    return {"command": type(command).__name__, **plain(command)}


def to_event(data: Any) -> Event:
    return cast(Event, _kind("event", EVENTS, data))


def to_command(data: Any) -> Command:
    return cast(Command, _kind("command", COMMANDS, data))


def plain(value: Any) -> Any:
    """A value of lists, objects, text and numbers only."""
    if isinstance(value, tuple):
        if hasattr(value, "_fields"):
            return {name: plain(one) for name, one in zip(value._fields, value, strict=True)}
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    return value


def _kind(what: str, known: Mapping[str, type], data: Any) -> Any:
    """The command or event that the data names."""
    name = members(data, f"The {what}").get(what)
    if not isinstance(name, str) or name not in known:
        raise unknown(what, name, known)
    return _named(known[name], {key: one for key, one in data.items() if key != what}, name)


def read(hint: Any, data: Any, where: str) -> Any:
    """The value that plain data stands for, where a type hint says what it must be."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _either(args, data, where)
    if origin is tuple:
        return _listed(args, data, where)
    if origin is not None and issubclass(origin, Mapping):
        return _mapped(args, data, where)
    if hasattr(hint, "_fields"):
        return _named(hint, data, where)
    return _simple(hint, data, where)


def _named(kind: Any, data: Any, where: str) -> Any:
    hints = _hints(kind)
    given = members(data, where)
    for name in hints:
        if name not in given:
            raise BadNotation("notation/field", f"{where} says nothing of {name}.")
    for name in given:
        if name not in hints:
            told = f"{where} has a field {shown(name)} that means nothing."
            raise BadNotation("notation/field", told)
    return kind(*(read(hint, given[name], f"{where}.{name}") for name, hint in hints.items()))


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _either(kinds: tuple[Any, ...], data: Any, where: str) -> Any:
    if data is None and NoneType in kinds:
        return None
    left = [kind for kind in kinds if kind is not NoneType]
    if len(left) == 1:
        return read(left[0], data, where)
    if type(data) not in left:  # A box's number, or a word.
        wanted = " or ".join(SIMPLE[kind] for kind in left)
        raise _wrong(where, data, wanted)
    return read(type(data), data, where)


def _listed(kinds: tuple[Any, ...], data: Any, where: str) -> Any:
    if not isinstance(data, list):
        raise _wrong(where, data, "a list")
    if kinds[-1] is Ellipsis:
        return tuple(read(kinds[0], one, f"{where}[{i}]") for i, one in enumerate(data))
    if len(data) != len(kinds):
        raise _wrong(where, data, f"a list of {len(kinds)}")
    pairs = zip(kinds, data, strict=True)
    return tuple(read(kind, one, f"{where}[{i}]") for i, (kind, one) in enumerate(pairs))


def _mapped(kinds: tuple[Any, ...], data: Any, where: str) -> Any:
    made = {}
    for key, one in members(data, where).items():
        if kinds[0] is int and not WHOLE.fullmatch(key):
            raise _wrong(f"A key of {where}", key, SIMPLE[int])
        name = read(kinds[0], int(key) if kinds[0] is int else key, f"A key of {where}")
        made[name] = read(kinds[1], one, f"{where}.{key}")
    return made


def _simple(kind: type, data: Any, where: str) -> Any:
    if type(data) is not kind:  # True is no number here, and 1.0 is none either.
        raise _wrong(where, data, SIMPLE[kind])
    if isinstance(data, int) and abs(data) > LARGEST_AMOUNT:
        raise _wrong(where, data, f"a whole number up to {LARGEST_AMOUNT:,}")
    if isinstance(data, str) and not _is_text(data):
        raise _wrong(where, data, "text of whole characters")
    return data


def _is_text(data: str) -> bool:
    try:
        data.encode("utf-8")
    except UnicodeEncodeError:  # Half a character.
        return False
    return True


def members(data: Any, where: str) -> Mapping[str, Any]:
    """The data as an object with named members."""
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise _wrong(where, data, "an object")
    return data


def _wrong(where: str, data: Any, wanted: str) -> BadNotation:
    return BadNotation("notation/type", f"{where} is {shown(data)}: it should be {wanted}.")


def shown(data: Any) -> str:
    """What was found, in short and in plain letters."""
    return reprlib.repr(data).encode("ascii", "backslashreplace").decode()
