"""A table's configuration as JSON, and back.

Everything that affects the result of a round is written, defaults included, together with the
rulebook's version, what is needed to show a round without the rulebook, and the fingerprint. When
a set-up is read, its fingerprint is checked, so that a changed rule or default is noticed instead
of changing the results of an old file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, get_type_hints

from pitboss.errors import BadNotation, unknown
from pitboss.language.currency import DOLLARS, Currency
from pitboss.language.pays import Pay
from pitboss.language.paytables import KEY, Paytable
from pitboss.language.rulebook import SHORT, Rulebook, digest
from pitboss.language.wagers import Wager
from pitboss.notation.codec import members, read, refuse_unknown, shown, writer
from pitboss.notation.recorded_rulebook import (
    RulebookData,
    read_rulebook,
    recorded_rulebook,
    rulebook_to_json,
)
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
CURRENCY = "currency"  # Written only where it is not the dollars of the rulebooks.
SETUP = ("game", "version", "fingerprint", "paytables", *RULES, CURRENCY, "table", "rulebook")
SHARE = re.compile(r"[0-9]{1,9}(/[0-9]{1,9})?")
DIGITS = re.compile(r"[0-9a-f]{12,64}")


def setup_to_json(setup: Setup) -> dict[str, Any]:
    rules = setup.rules
    return {
        "game": rules.key,
        "version": rules.rulebook.version,
        "fingerprint": setup.fingerprint,
        "paytables": {key: _paytable_to_json(rules.paytables[key]) for key in rules.paytable_keys},
        **{name: writer(hint)(getattr(rules, name)) for name, hint in RULES.items()},
        **({} if rules.currency == DOLLARS else {CURRENCY: rules.currency._asdict()}),
        "table": _table_to_json(setup),
        "rulebook": rulebook_to_json(rules),
    }


def _table_to_json(setup: Setup) -> dict[str, Any]:
    values = {field.name: getattr(setup, field.name) for field in fields(setup)}
    values["contribution"] = str(setup.contribution)
    return {name: writer(hint)(values[name]) for name, hint in table_hints().items()}


def _paytable_to_json(table: str | Paytable) -> str | dict[str, Any]:
    return table if isinstance(table, str) else {"key": table.key, "pays": dict(table.pays)}


# Reading


def setup_from_json(data: Any) -> Setup:
    """The set-up that the data represents; anything it does not name has its default."""
    named = members(data, "The set-up")
    refuse_unknown("The file", named, SETUP)
    recorded = read_rulebook(named["rulebook"]) if "rulebook" in named else None
    tables = {
        key: _paytable_from_json(key, table)
        for key, table in members(named.get("paytables", {}), "paytables").items()
    }
    options = {name: read(hint, named[name], name) for name, hint in RULES.items() if name in named}
    if CURRENCY in named:
        options[CURRENCY] = _currency_from_json(named[CURRENCY])
    book = _installed(named, recorded)
    if book is None:
        assert recorded is not None
        keys = {
            key: table if isinstance(table, str) else table.key for key, table in tables.items()
        }
        book = recorded_rulebook(
            recorded, named["game"], str(named["version"]), options.get("readings", {}),
            options.get("policies", {}), keys, options.get("prices", {}),
        )  # fmt: skip
        tables = {key: _as_recorded(table) for key, table in tables.items()}
    rules = book.configure(tables, **options)
    table_setup = setup(rules, **_table_from_json(members(named.get("table", {}), "table")))
    fingerprint = named.get("fingerprint")
    if fingerprint is not None and not is_fingerprint(
        fingerprint, fingerprints(table_setup, named)
    ):
        raise fingerprint_differs(fingerprint, table_setup)
    return table_setup


def _installed(named: Mapping[str, Any], recorded: RulebookData | None) -> Rulebook | None:
    """The installed rulebook of this game and version; None if only the recorded one can serve."""
    game, version = named.get("game"), named.get("version")
    book = RULEBOOKS[game] if isinstance(game, str) and game in RULEBOOKS else None
    if book is not None and version in (None, book.version):
        return book
    if recorded is not None and isinstance(game, str) and isinstance(version, str):
        return None
    if book is None:
        raise unknown("game", game, RULEBOOKS)
    message = f"The file needs {game} {shown(version)}, but version {book.version} is installed."
    raise BadNotation("notation/version", message)


def is_installed(setup: Setup) -> bool:
    """Whether rounds can be settled: the rulebook itself is installed, not only recorded."""
    return setup.rules.rulebook.can_settle


def _currency_from_json(data: Any) -> Currency:
    currency: Currency = read(Currency, data, CURRENCY)
    if not currency.is_valid:
        message = f"{CURRENCY} should have a code such as EUR and a symbol such as €."
        raise BadNotation("notation/type", message)
    return currency


def _paytable_from_json(wager: str, data: Any) -> str | Paytable:
    """A pay table by its key, or a custom one with its pays."""
    if isinstance(data, str):
        return data
    where = f"paytables.{wager}"
    table = members(data, where)
    if set(table) != {"key", "pays"}:
        raise BadNotation(
            "notation/field", f"{where} should be a key, or an object with key and pays."
        )
    key = read(str, table["key"], f"{where}.key")
    if not KEY.fullmatch(key):
        raise BadNotation("notation/type", f"{where} needs a key such as my-pair-plus.")
    return Paytable(key, read(WORDS, table["pays"], f"{where}.pays"))


class RecordedPaytable(Paytable):
    """A pay table of the house's own, whose pays the recorded rows have already."""

    def pays_for(
        self, wager: Wager, readings: Mapping[str, str], currency: Currency = DOLLARS
    ) -> dict[str, Pay]:
        return {}


def _as_recorded(table: str | Paytable) -> str | Paytable:
    return table if isinstance(table, str) else RecordedPaytable(table.key, table.pays)


@cache
def table_hints() -> Mapping[str, Any]:
    """The fields of a table's set-up and their types in JSON."""
    hints = {**get_type_hints(Setup), "limits": Mapping[str, tuple[int, ...]], "contribution": str}
    return {name: hint for name, hint in hints.items() if name != "rules"}


def _table_from_json(named: Mapping[str, Any]) -> dict[str, Any]:
    hints = table_hints()
    for name in named:
        if name not in hints:
            raise unknown("entry of the table", name, hints)
    values = {name: read(hints[name], value, f"table.{name}") for name, value in named.items()}
    if not SHARE.fullmatch(values.get("contribution", "0")):
        raise BadNotation("notation/type", "The contribution should be a fraction such as 1/5.")
    return values


# Fingerprints


def fingerprints(setup: Setup, named: Mapping[str, Any]) -> tuple[str, ...]:
    """The fingerprints that a file with this set-up may have: today's, and the one it had then.

    Readings, policies and table settings may have been added since the file was written. They
    have their defaults here, but were not part of the fingerprint then; so it is also computed
    from only those that the file names.
    """
    canonical = setup.canonical()
    rules, table = dict(canonical.pop("rules")), canonical
    for kind in ("readings", "policies"):
        if isinstance(named.get(kind), dict):
            rules[kind] = _only(rules[kind], named[kind])
    if isinstance(named.get("table"), dict):
        table = _only(table, named["table"])
    return setup.fingerprint, digest({"rules": rules, **table})


def _only(values: Mapping[str, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name in names}


def is_fingerprint(value: Any, known: tuple[str, ...]) -> bool:
    """Whether this is one of the known fingerprints, or the first twelve or more digits of one."""
    if not isinstance(value, str) or not DIGITS.fullmatch(value):
        return False
    return any(fingerprint.startswith(value) for fingerprint in known)


def fingerprint_differs(claimed: Any, setup: Setup, where: str = "the file") -> BadNotation:
    ours = setup.fingerprint
    if isinstance(claimed, str) and len(claimed) > SHORT and not ours.startswith(claimed[:SHORT]):
        claimed = claimed[:SHORT]  # Enough to tell them apart.
    message = f"The fingerprint of {where} is {shown(claimed)}, but its set-up has {ours[:SHORT]}."
    return BadNotation("notation/fingerprint", message)
