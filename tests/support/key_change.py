"""A process that changes the key of a house, killed before its nth change on the disk.

python -m tests.support.key_change rotate|expose FOLDER
"""

import os
import sys
from functools import partial
from pathlib import Path

from pitboss.house.backups.back_room import BackRoom
from pitboss.house.backups.key_rotation import rotate_key
from pitboss.house.backups.lost_key import void_unfinished
from pitboss.house.office.statements import Statements
from tests.support.killing import serve_trials


def change_key(change, folder, steps):
    for name in ("open", "replace", "fsync"):
        setattr(os, name, steps.counted(getattr(os, name)))
    for name in ("add_entries", "add_transfers", "set_balances", "commit"):
        setattr(Statements, name, steps.counted(getattr(Statements, name)))
    with BackRoom(Path(folder)) as room:
        if change == "rotate":
            rotate_key(room)
        else:
            void_unfinished(room, "Somebody has a copy.", is_exposed=True)


if __name__ == "__main__":
    serve_trials(partial(change_key, *sys.argv[1:]))
