"""How long guests may stay away, and when that is not counted.

A clock that was set wrong while the house was closed looks like a long rest. Nobody can tell the
two apart, and seeing everybody off can't be undone. So a rest of more than a week is written into
the journal when the house opens, and from then on nobody is seen off until they have had the whole
of their time again.
"""

from __future__ import annotations

import json
import logging

from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.office.books import Group
from pitboss.house.office.entries import enter_outside
from pitboss.house.office.statements import Statements
from pitboss.house.office.timekeeping import in_words
from pitboss.house.records.days import SECOND

log = logging.getLogger(__name__)

LONGEST_REST = 7 * 86_400 * SECOND
REOPEN = "reopen-"  # How the ids of such entries begin.


class Absence:
    def __init__(self, statements: Statements, last: int) -> None:
        self._last = last  # When the house was last at work.
        self._is_first = True  # Nothing has been committed since then.
        said = statements.last_said(HOUSE, HOUSE, REOPEN)
        event = None if said is None else h.from_json(json.loads(said[1])[0])
        self._reopened = event.at if isinstance(event, h.Reopened) else 0

    def begin(self, group: Group) -> None:
        """Enter a long rest with the first group after it."""
        if not self._is_first:
            return
        self._is_first = False
        rest = group.now - self._last
        if not self._last or rest <= LONGEST_REST:
            return
        log.warning(
            "the house rested for %s, or its clock was set: guests get their whole time again",
            in_words(rest),
        )
        event = h.Reopened(self._last, group.now)
        enter_outside(group, HOUSE, f"{REOPEN}{group.now}", {"command": "reopen"}, [event])
        self._reopened = group.now

    def limit(self, now: int, seconds: int) -> int:
        """Guests who were last seen before this moment may be seen off."""
        limit = now - seconds * SECOND
        return limit if self._reopened <= limit else 0
