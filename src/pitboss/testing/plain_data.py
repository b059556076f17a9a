"""Events are plain data of their declared types, so that they can be written down and read back."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

from pitboss.play import events as e

Check = Callable[[object], bool]


def wrong_field(record: tuple[object, ...]) -> str | None:
    """The first field of a named tuple whose value is not of its declared type, if any."""
    for (name, fits), value in zip(_fields(type(record)), record, strict=True):
        if not fits(value):
            return name
    return None


@cache
def _fields(kind: type) -> tuple[tuple[str, Check], ...]:
    return tuple((name, _check(hint)) for name, hint in get_type_hints(kind, vars(e)).items())


def _check(hint: object) -> Check:
    """Whether a value is exactly of this type: True is not a number."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        options = [_check(option) for option in arguments]
        return lambda value: any(fits(value) for fits in options)
    if origin is tuple and arguments[-1] is Ellipsis:
        each = _check(arguments[0])
        return lambda value: type(value) is tuple and all(map(each, value))
    if origin is tuple:
        parts = [_check(part) for part in arguments]
        return lambda value: (
            type(value) is tuple
            and len(value) == len(parts)
            and all(fits(item) for fits, item in zip(parts, value, strict=True))
        )
    if hint in (int, str, bool, NoneType):
        return lambda value: type(value) is hint
    return lambda value: (
        type(value) is hint and isinstance(value, tuple) and wrong_field(value) is None
    )
