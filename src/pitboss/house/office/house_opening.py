"""Opening a house: it is journalled, and no seed from before is dealt from any more.

A copied file, a snapshot of a machine or a restored backup can't be told from the house itself, and
a player of the other copy may know its seeds. So every opening is an entry, and a table whose
bets are not closed gets another seed with its first command after it. After a restore that is done
for all tables at once, and rounds that were dealt are ended.
"""

from __future__ import annotations

from pitboss.house import events as h
from pitboss.house.events import HOUSE
from pitboss.house.office.books import Group
from pitboss.house.office.entries import enter_outside
from pitboss.house.office.rule_of_the_house import RuleOfTheHouse
from pitboss.house.office.statements import Statements
from pitboss.house.office.table_desk import TableDesk
from pitboss.house.records.journal import RESTORE
from pitboss.house.records.outside_rulebooks import OPEN, known_rulebooks
from pitboss.house.requests import Reply
from pitboss.house.settings.house_settings import HouseSettings
from pitboss.version import __version__


def opened_by(statements: Statements) -> int:
    """The number of the entry by which the house was last opened; 0 if it never was."""
    return statements.last_number_said(HOUSE, HOUSE, OPEN)


def open_house(
    group: Group,
    settings: HouseSettings,
    statements: Statements,
    rule: RuleOfTheHouse,
    tables: TableDesk,
) -> Reply:
    is_restored = statements.last_number_said(HOUSE, HOUSE, RESTORE) > tables.opened_by
    rule.adopt(group, settings)
    request = {"command": "open", "program": __version__}
    opened = h.HouseOpened(__version__, known_rulebooks())
    tables.opened_by = enter_outside(group, HOUSE, f"{OPEN}{group.now}", request, [opened])
    if is_restored:
        tables.begin_anew(group)
    return Reply()
