"""The key files of a house: the one in force, one that is about to be, and those that were.

`key` seals the seeds of rounds that are not over. A change of keys first writes `key.new`, then
commits, then sets the old one aside as `key.old-ID` and puts the new one in its place. Which key is
needed stands in the journal, so that whoever comes after a crash can tell how far it got.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import sqlalchemy as sa

from pitboss.errors import BadKey
from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.keys.sealing import Key, create_key, load_key
from pitboss.house.storage.disk import sync_folder, write_new
from pitboss.house.storage.opening import KEY
from pitboss.house.storage.schema import JOURNAL

NEW, OLD = f"{KEY}.new", f"{KEY}.old-"
CHANGES = (h.KeyRotated, h.KeyReplaced)


def key_in_force(connection: sa.Connection) -> str | None:
    """The id of the key that opens what is sealed now; None if nothing ever was."""
    changes = [JOURNAL.c.events.contains(f'"event":"{kind.__name__}"') for kind in CHANGES]
    query = (
        sa.select(JOURNAL.c.events)
        .where(
            sa.or_(
                JOURNAL.c.events.contains('"sealed":"'),
                sa.and_(JOURNAL.c.stream == HOUSE, sa.or_(*changes)),
            )
        )
        .order_by(JOURNAL.c.id.desc())
        .limit(1)
    )
    last = connection.execute(query).scalar_one_or_none()
    for event in reversed(json.loads(last or "[]")):
        if "sealed" in event:
            return str(event["sealed"]).partition(":")[0]
        if event["event"] in [kind.__name__ for kind in CHANGES]:
            return str(event["new"])
    return None


def key_for(engine: sa.Engine, folder: Path, nonces: Callable[[int], bytes] = os.urandom) -> Key:
    """The key of this database: made with it, and refused if it is another's."""
    with engine.connect() as connection:
        needed = key_in_force(connection)
    file = folder / KEY
    if needed is None:
        if not file.exists():
            create_key(file)
        return load_key(file, nonces)
    finish_change(folder, needed)
    key = load_key(file, nonces) if file.exists() else None
    if key is not None and key.id == needed:
        return key
    raise _not_there(folder, needed, key)


def _not_there(folder: Path, needed: str, key: Key | None) -> BadKey:
    aside, file = folder / f"{OLD}{needed}", folder / KEY
    if aside.exists():
        todo = f"copy {aside} there"
    else:
        todo = "put the right key there, or give up unfinished rounds by pitboss void-unfinished"
    if key is None:
        message = f"There is no key in {file}: the rounds of this house need {needed}; {todo}."
        return BadKey("key/missing", message)
    message = (
        f"The rounds of this house are sealed with the key {needed}, and {file} is {key.id}: "
        f"{todo}."
    )
    return BadKey("key/other", message)


def key_to_check_with(folder: Path, needed: str | None) -> Key | None:
    """The key in a folder, or the new one in the middle of a change; None if there is none."""
    files = [file for file in (folder / KEY, folder / NEW) if os.access(file, os.R_OK)]
    keys = [load_key(file) for file in files]
    return next((key for key in keys if key.id == needed), keys[0] if keys else None)


def old_keys(folder: Path) -> dict[str, Key]:
    """Keys that were in force once, by their ids, as far as they can be read."""
    keys = []
    for file in sorted(folder.glob(f"{OLD}*")):
        with suppress(BadKey):
            keys.append(load_key(file))
    return {key.id: key for key in keys}


# Changing keys


def new_key(folder: Path) -> Key:
    """A key that is written down and not in force yet; one that a crash left behind will do."""
    file = folder / NEW
    if file.exists():
        try:
            return load_key(file)
        except BadKey:  # Half written, and sealed nothing.
            file.unlink()
    return create_key(file)


def finish_change(folder: Path, needed: str) -> None:
    """Put a new key in force if the journal already needs it. Nothing is lost at any point."""
    new, file = folder / NEW, folder / KEY
    try:
        if not new.exists() or load_key(new).id != needed:
            return
    except BadKey:  # Half written: nothing was sealed with it.
        return
    if file.exists():
        write_new(folder / f"{OLD}{load_key(file).id}", file.read_bytes())
    os.replace(new, file)
    sync_folder(folder)
