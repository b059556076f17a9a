"""Values of every type that commands and events hold, and small changes to plain data."""

import copy
import json
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from pitboss.language.rulebook import LARGEST_AMOUNT

SIMPLE = {
    int: st.integers(-LARGEST_AMOUNT, LARGEST_AMOUNT),
    str: st.text(),
    bool: st.booleans(),
    NoneType: st.none(),
}


def values(hint):
    """Whatever a type hint allows, worked out here and not by the code under test."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in SIMPLE:
        return SIMPLE[hint]
    if origin in (Union, UnionType):
        return st.one_of(*map(values, args))
    if origin is tuple and args[-1] is Ellipsis:
        return st.lists(values(args[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, args))
    if origin is Mapping:
        return st.dictionaries(*map(values, args), max_size=3)
    return st.tuples(*map(values, get_type_hints(hint).values())).map(lambda fields: hint(*fields))


def through_json(data):
    return json.loads(json.dumps(data))


def changed(data, path, value):
    copied = copy.deepcopy(data)
    inner = copied
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copied
