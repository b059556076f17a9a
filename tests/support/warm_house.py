"""Imported once by the process that children are forked from: everything slow is done by then.

Nothing stays open: a connection of SQLite must not cross a fork.
"""

import logging
import random
import tempfile
from pathlib import Path

from tests.support.houses import GAMES, Guest, assert_in_order, opened, play_by_chance

logging.disable(logging.CRITICAL)  # Children are meant to meet faults.

with tempfile.TemporaryDirectory() as folder:
    with opened(Path(folder)) as house:
        for game in GAMES:
            play_by_chance(Guest(house, game), random.Random(1), 20)
    assert_in_order(Path(folder))
