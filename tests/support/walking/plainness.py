"""Whether an event is plain data of the declared types, so that it can be written down."""

from functools import cache
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

from pitboss.play import events as e


@cache
def fields(kind):
    return tuple((name, checker(hint)) for name, hint in get_type_hints(kind, vars(e)).items())


def not_plain(event):
    """The first field that is not what its type says, or None."""
    for (name, holds), value in zip(fields(type(event)), event, strict=True):
        if not holds(value):
            return name
    return None


def checker(hint):
    """A function that says whether a value is exactly of this type: True is no number."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        any_of = [checker(one) for one in inside]
        return lambda value: any(holds(value) for holds in any_of)
    if origin is tuple and inside[-1] is Ellipsis:
        each = checker(inside[0])
        return lambda value: type(value) is tuple and all(map(each, value))
    if origin is tuple:
        one_by_one = [checker(one) for one in inside]
        return lambda value: (
            type(value) is tuple
            and len(value) == len(one_by_one)
            and all(holds(part) for holds, part in zip(one_by_one, value, strict=True))
        )
    if hint in (int, str, bool, NoneType):
        return lambda value: type(value) is hint
    return lambda value: type(value) is hint and not_plain(value) is None
