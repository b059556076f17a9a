"""What is in force: the settings of the house at this moment, and the terms of its jackpots.

Settings are adopted with the moment from which they hold. The terms of a shared jackpot are in
force until it is hit; changed ones wait for that.
"""

from __future__ import annotations

import json

from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.office.absence import Absence
from pitboss.house.office.books import Group
from pitboss.house.office.entries import encode, enter_outside
from pitboss.house.office.statements import Statements
from pitboss.house.office.writer_sql import SettingsRow
from pitboss.house.requests import Reply
from pitboss.house.settings.house_settings import (
    HouseSettings,
    Jackpot,
    Terms,
    settings_from_json,
)

SETTINGS, JACKPOT = "settings-", "jackpot-"  # How the ids of such entries begin.


class RuleOfTheHouse:
    """Read from the database when a house opens; `given` holds until any settings are adopted."""

    def __init__(self, statements: Statements, given: HouseSettings, last: int, now: int) -> None:
        self._statements = statements
        row = statements.settings_at(now)
        self.settings = given if row is None else settings_from_json(row.body)
        self._next_change = statements.next_change(now)
        self.absence = Absence(statements, last)
        self._terms: dict[str, Terms | None] = {}  # By shared jackpot; None: not opened yet.

    def begin(self, group: Group) -> None:
        """Settings whose time has come are in force from this group on."""
        if self._next_change is not None and group.now >= self._next_change:
            row = self._statements.settings_at(group.now)
            assert row is not None
            self.settings = settings_from_json(row.body)
            self._next_change = self._statements.next_change(group.now)

    def adopt(self, group: Group, settings: HouseSettings) -> Reply:
        """Take these settings over, from the moment they name or at once."""
        last = self._statements.last_settings()
        if last is not None and last.fingerprint == settings.fingerprint:
            return Reply()
        # A house needs some settings from its first moment on.
        effective = group.now if last is None else max(settings.effective, group.now)
        fingerprint = settings.fingerprint
        row = SettingsRow(fingerprint, effective, encode(settings.to_json()))
        self._statements.add_settings(row)
        enter_outside(
            group,
            HOUSE,
            f"{SETTINGS}{group.now}",
            {"command": "adopt", "settings": fingerprint},
            [h.SettingsAdopted(fingerprint, effective)],
        )
        if effective <= group.now:
            self.settings = settings
        self._next_change = self._statements.next_change(group.now)
        return Reply()

    # Jackpots

    def terms_in_force(self, group: Group, jackpot: Jackpot) -> Terms:
        """The terms of a shared jackpot; one that nobody has played for yet is opened."""
        key = jackpot.key
        if key not in self._terms:
            said = self._statements.last_said(HOUSE, HOUSE, f"{JACKPOT}{key}-")
            events = [] if said is None else [h.from_json(event) for event in json.loads(said[1])]
            self._terms[key] = Terms(*events[-1][1:]) if events else None
        terms = self._terms[key]
        if terms is None:
            terms = jackpot.terms
            self._enter(group, key, h.JackpotOpened(key, *terms))
        return terms

    def is_hit(self, group: Group, jackpot: Jackpot) -> None:
        """From its next round on, every table plays under the terms that have waited."""
        if self.terms_in_force(group, jackpot) != jackpot.terms:
            self._enter(group, jackpot.key, h.JackpotTermsChanged(jackpot.key, *jackpot.terms))

    def _enter(
        self, group: Group, key: str, event: h.JackpotOpened | h.JackpotTermsChanged
    ) -> None:
        number = group.head(HOUSE).sequence + 1
        request = {"command": "jackpot", "jackpot": key}
        enter_outside(group, HOUSE, f"{JACKPOT}{key}-{number}", request, [event])
        self._terms[key] = Terms(*event[1:])
