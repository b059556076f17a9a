"""A table's rules and set-up as plain data, and back.

All that decides how a round comes out is written down, defaults included, with the version and
the fingerprint it had: if a default changes one day, an old file says so instead of replaying
to something else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, get_type_hints

from pitboss.errors import BadNotation, unknown
from pitboss.notation.plain import members, plain, read, shown
from pitboss.paytables import KEY, Paytable
from pitboss.play.setup import Setup, setup
from pitboss.rulebooks import RULEBOOKS

WORDS = Mapping[str, str]
RULES: Mapping[str, Any] = {
    "readings": WORDS,
    "policies": WORDS,
    "caps": Mapping[str, Mapping[str, int]],
    "chip": int,
    "prices": Mapping[str, int],
}
ABOUT = ("game", "version", "fingerprint", "paytables", *RULES, "table")
PART = re.compile(r"[0-9]{1,9}(/[0-9]{1,9})?")


def of_setup(setup: Setup) -> dict[str, Any]:
    rules, table = setup.rules, {}
    for one in fields(setup):
        if one.name != "rules":
            table[one.name] = plain(getattr(setup, one.name))
    table["limits"] = {key: list(limit) for key, limit in setup.limits.items()}
    table["contribution"] = str(setup.contribution)
    return {
        "game": rules.key,
        "version": rules.rulebook.version,
        "fingerprint": setup.fingerprint,
        "paytables": {key: _of_table(rules.paytables[key]) for key in rules.paytable_keys},
        **{name: plain(getattr(rules, name)) for name in RULES},
        "table": table,
    }


def to_setup(data: Any) -> Setup:
    """The set-up that the data stands for; what it does not name is as usual."""
    given = members(data, "The set-up")
    for name in given:
        if name not in ABOUT:
            raise BadNotation(
                "notation/field", f"There is an entry {shown(name)} that means nothing."
            )
    game = given.get("game")
    if not isinstance(game, str) or game not in RULEBOOKS:
        raise unknown("game", game, RULEBOOKS)
    book = RULEBOOKS[game]
    tables = members(given.get("paytables", {}), "paytables")
    told = {key: read(hint, given[key], key) for key, hint in RULES.items() if key in given}
    rules = book.configure({key: _to_table(key, one) for key, one in tables.items()}, **told)
    made = setup(rules, **_to_table_setup(members(given.get("table", {}), "table")))
    same("version", given.get("version"), book.version)
    same("fingerprint", given.get("fingerprint"), made.fingerprint)
    return made


def same(what: str, told: Any, ours: str, whose: str = "file") -> None:
    if told is not None and told != ours:
        says = f"The {what} of the {whose} is {shown(told)}, and that of this set-up {ours}."
        raise BadNotation(f"notation/{what}", says)


def _of_table(table: str | Paytable) -> Any:
    return table if isinstance(table, str) else {"key": table.key, "pays": dict(table.pays)}


def _to_table(wager: str, data: Any) -> str | Paytable:
    """A pay table by its key, or one of the house's own with its pays."""
    if isinstance(data, str):
        return data
    where = f"paytables.{wager}"
    given = members(data, where)
    if set(given) != {"key", "pays"}:
        raise BadNotation("notation/field", f"{where} of one's own needs key and pays.")
    key = read(str, given["key"], f"{where}.key")
    if not KEY.fullmatch(key):
        raise BadNotation("notation/type", f"{where} needs a key such as my-pair-plus.")
    return Paytable(key, read(WORDS, given["pays"], f"{where}.pays"))


@cache
def table_hints() -> Mapping[str, Any]:
    """What each field of a table's set-up is, as plain data."""
    hints = {**get_type_hints(Setup), "limits": Mapping[str, tuple[int, ...]], "contribution": str}
    return {name: hint for name, hint in hints.items() if name != "rules"}


def _to_table_setup(given: Mapping[str, Any]) -> dict[str, Any]:
    hints = table_hints()
    for name in given:
        if name not in hints:
            raise unknown("entry of the table", name, hints)
    told = {name: read(hints[name], one, f"table.{name}") for name, one in given.items()}
    if not PART.fullmatch(told.get("contribution", "0")):
        raise BadNotation("notation/type", "The contribution is a part such as 1/5.")
    return told
