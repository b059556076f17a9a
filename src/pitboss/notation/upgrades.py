"""Versions of the JSON formats, and how a file of an earlier version is brought up to date.

A file names its format and version: `pitboss-round/2`. Each version has one upgrader, a function
from the data of that version to the data of the next; a file goes through all that it lacks. An
upgrader is never changed once its version has been released, and imports nothing of the rules:
what it must know of them is written down in it, as it was then.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from typing import Any

from pitboss.errors import BadNotation
from pitboss.notation import upgrade_1_to_2
from pitboss.notation.codec import shown

Upgrader = Callable[[dict[str, Any]], dict[str, Any]]

ROUND, EVENTS = "pitboss-round", "pitboss-events"
UPGRADERS: Mapping[str, tuple[Upgrader, ...]] = {  # From version 1, from version 2, …
    ROUND: (upgrade_1_to_2.record,),
    EVENTS: (upgrade_1_to_2.saved_events,),
}
FORMAT = re.compile(r"([a-z-]{1,40})/([1-9][0-9]{0,5})")


def current(name: str) -> str:
    """The format as it is written now, such as pitboss-round/2."""
    return f"{name}/{len(UPGRADERS[name]) + 1}"


def name_of(data: Any) -> str | None:
    """The name of the format that a file says it has, without the version; None for none."""
    told = data.get("format") if isinstance(data, dict) else None
    match = FORMAT.fullmatch(told) if isinstance(told, str) else None
    return match[1] if match else None


def upgraded(data: Mapping[str, Any], name: str) -> tuple[dict[str, Any], int]:
    """The data in the current version of its format, and the version it was written in."""
    version = _version(data.get("format"), name)
    steps = UPGRADERS[name][version - 1 :]
    if not steps:
        return dict(data), version
    now = copy.deepcopy(dict(data))
    for number, upgrade in enumerate(steps, version + 1):
        try:
            now = upgrade(now)
        except BadNotation:
            raise
        except (LookupError, TypeError, ValueError, AttributeError):
            # Data that is not what its version says can't be upgraded.
            message = f"The file is not a true {name}/{version}: what it holds does not fit."
            raise BadNotation("notation/format", message) from None
        now["format"] = f"{name}/{number}"
    return now, version


def _version(told: Any, name: str) -> int:
    match = FORMAT.fullmatch(told) if isinstance(told, str) else None
    if match is None or match[1] != name:
        named = "does not name its format" if told is None else f"has the format {shown(told)}"
        message = f"The file {named}: it should be {current(name)} or an earlier version."
        raise BadNotation("notation/format", message)
    version = int(match[2])
    if version > len(UPGRADERS[name]) + 1:
        message = f"The file is {told}, newer than {current(name)}: read it with a newer Pitboss."
        raise BadNotation("notation/format", message)
    return version
