"""Versions of the JSON formats, and the upgrade of files from earlier versions.

A file names its format and version: `pitboss-round/2`. Each version before the current one has one
upgrader, a function from the data of that version to the data of the next; a file goes through all
that it needs. An upgrader is never changed once its version has been released, and imports nothing
of the rules: what it needs to know of them is written down in it, as it was then.

Version 2 is the one of the first release, and none has followed it: there is no upgrader yet.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from typing import Any

from pitboss.errors import BadNotation
from pitboss.notation.codec import shown

Upgrader = Callable[[dict[str, Any]], dict[str, Any]]

ROUND, EVENTS = "pitboss-round", "pitboss-events"
FIRST = 2  # The version of the first release; nothing older is read.
UPGRADERS: Mapping[str, tuple[Upgrader, ...]] = {  # From version 2, from version 3, …
    ROUND: (),
    EVENTS: (),
}
FORMAT = re.compile(r"([a-z-]{1,40})/([1-9][0-9]{0,5})")


def current(name: str) -> str:
    """The format as it is written now, such as pitboss-round/2."""
    return f"{name}/{_newest(name)}"


def earlier(name: str) -> tuple[str, ...]:
    """The formats that are upgraded to the current one, such as pitboss-round/2."""
    return tuple(f"{name}/{version}" for version in range(FIRST, _newest(name)))


def _newest(name: str) -> int:
    return FIRST + len(UPGRADERS[name])


def name_of(data: Any) -> str | None:
    """The format that a file names, without the version; None if it names none."""
    format = data.get("format") if isinstance(data, dict) else None
    match = FORMAT.fullmatch(format) if isinstance(format, str) else None
    return match[1] if match else None


def upgraded(data: Mapping[str, Any], name: str) -> tuple[dict[str, Any], int]:
    """The data in the current version of its format, and the version it was written in."""
    version = _version(data.get("format"), name)
    steps = UPGRADERS[name][version - FIRST :]
    if not steps:
        return dict(data), version
    current_data = copy.deepcopy(dict(data))
    for number, upgrade in enumerate(steps, version + 1):
        try:
            current_data = upgrade(current_data)
        except BadNotation:
            raise
        except (LookupError, TypeError, ValueError, AttributeError):
            # The data does not have the form of its version.
            message = f"The file is not a valid {name}/{version} file: its contents do not fit."
            raise BadNotation("notation/format", message) from None
        current_data["format"] = f"{name}/{number}"
    return current_data, version


def _version(format: Any, name: str) -> int:
    match = FORMAT.fullmatch(format) if isinstance(format, str) else None
    if match is None or match[1] != name:
        named = "does not name its format" if format is None else f"has the format {shown(format)}"
        message = f"The file {named}: it should be {current(name)}."
        raise BadNotation("notation/format", message)
    version = int(match[2])
    if version < FIRST:
        message = (
            f"The file is {format}, from before the first release, and is no longer read: "
            f"write it anew as {current(name)}."
        )
        raise BadNotation("notation/format", message)
    if version > _newest(name):
        message = f"The file is {format}, newer than {current(name)}: read it with a newer Pitboss."
        raise BadNotation("notation/format", message)
    return version
