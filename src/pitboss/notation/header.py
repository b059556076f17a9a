"""The header of the round notation: the game and how the table is set up.

    game three-card-poker
    fingerprint 3f9c0d21ab44              optional; refuse any other configuration
    paytable play=bad-beat-2              or one of your own: paytable tie=mine tie="9 to 1"
    reading envy=everyone
    policy half-unit=up
    currency EUR €                        if it is not the rulebooks' dollars
    chip 100
    price progressive 250
    cap all-six hand=5000000 round=10000000
    table boxes=6 led-by=dealer shuffler=no offered=ante,play
    limit ante 500 100000 100             minimum, maximum, step
    incident-policy misdeal=void-round

Only what differs from the defaults is written. Each line is checked as soon as it is read, so that
an error names the right line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pitboss.errors import BadNotation, unknown
from pitboss.notation import syntax
from pitboss.notation.setup_json import CURRENCY, setup_from_json, setup_to_json, table_hints
from pitboss.play.setup import Setup

FINGERPRINT = "fingerprint"  # Checked once the whole header has been read.
SPECIAL = ("limits", "incidents")  # Settings of the table that have lines of their own.


class Header:
    """Collects the lines of a header."""

    def __init__(self) -> None:
        self.data: dict[str, Any] = {}
        self.fingerprint: str | None = None

    def add(self, line: syntax.ParsedLine) -> None:
        if line.reason:
            raise BadNotation("notation/word", "A header line takes no reason: delete because.")
        if line.verb == "game":
            if self.data:
                raise BadNotation("notation/twice", "The game has already been named.")
        elif not self.data:
            raise _no_game()
        if line.verb == FINGERPRINT:
            (self.fingerprint,) = _only(line, 1, "DIGITS")
        else:
            HEADERS[line.verb](self.data, line)
            setup_from_json(self.data)

    def setup(self) -> Setup:
        if not self.data:
            raise _no_game()
        fingerprint = {FINGERPRINT: self.fingerprint} if self.fingerprint else {}
        return setup_from_json({**self.data, **fingerprint})


def _no_game() -> BadNotation:
    return BadNotation("notation/game", "Name the game first, such as game three-card-poker.")


def _only(line: syntax.ParsedLine, count: int, form: str) -> list[str]:
    """The words of a line that takes this many words and no options."""
    if len(line.words) != count or line.options:
        raise BadNotation("notation/word", f"Write {line.verb} {form}.")
    return [syntax.unquote(word) for word in line.words]


def _options(line: syntax.ParsedLine, form: str) -> dict[str, str]:
    if line.words or not line.options:
        raise BadNotation("notation/word", f"Write {line.verb} {form}.")
    return {syntax.unquote(key): value for key, value in line.options.items()}


def _game(data: dict[str, Any], line: syntax.ParsedLine) -> None:
    (data["game"],) = _only(line, 1, "GAME")


def _paytable(data: dict[str, Any], line: syntax.ParsedLine) -> None:
    options = _options(line, "WAGER=KEY")
    (wager, key), *pays = [(name, syntax.unquote(value)) for name, value in options.items()]
    table = {"key": key, "pays": dict(pays)} if pays else key
    syntax.put_once(data.setdefault("paytables", {}), wager, table)


def _pairs(kind: str) -> Callable[[dict[str, Any], syntax.ParsedLine], None]:
    def add(data: dict[str, Any], line: syntax.ParsedLine) -> None:
        for key, value in _options(line, "NAME=OPTION").items():
            syntax.put_once(data.setdefault(kind, {}), key, syntax.unquote(value))

    return add


def _chip(data: dict[str, Any], line: syntax.ParsedLine) -> None:
    syntax.put_once(data, "chip", syntax.whole(_only(line, 1, "AMOUNT")[0], "chip"))


def _currency(data: dict[str, Any], line: syntax.ParsedLine) -> None:
    code, symbol = _only(line, 2, "CODE SYMBOL")
    syntax.put_once(data, CURRENCY, {"code": code, "symbol": symbol})


def _price(data: dict[str, Any], line: syntax.ParsedLine) -> None:
    wager, amount = _only(line, 2, "WAGER AMOUNT")
    syntax.put_once(data.setdefault("prices", {}), wager, syntax.whole(amount, "price"))


def _cap(data: dict[str, Any], line: syntax.ParsedLine) -> None:
    if len(line.words) != 1 or not line.options:
        raise BadNotation("notation/word", "Write cap WAGER hand=AMOUNT round=AMOUNT.")
    scopes = {
        syntax.unquote(key): syntax.whole(value, "cap") for key, value in line.options.items()
    }
    syntax.put_once(data.setdefault("caps", {}), syntax.unquote(line.words[0]), scopes)


def _limit(data: dict[str, Any], line: syntax.ParsedLine) -> None:
    if len(line.words) not in (3, 4) or line.options:
        raise BadNotation("notation/word", "Write limit WAGER MINIMUM MAXIMUM [STEP].")
    wager, *amounts = line.words
    limits = data.setdefault("table", {}).setdefault("limits", {})
    syntax.put_once(
        limits, syntax.unquote(wager), [syntax.whole(amount, "limit") for amount in amounts]
    )


def _incident_policy(data: dict[str, Any], line: syntax.ParsedLine) -> None:
    for incident, remedy in _options(line, "INCIDENT=REMEDY").items():
        incidents = data.setdefault("table", {}).setdefault("incidents", {})
        syntax.put_once(incidents, incident, syntax.unquote(remedy))


def _table(data: dict[str, Any], line: syntax.ParsedLine) -> None:
    known = {name.replace("_", "-"): name for name in table_hints() if name not in SPECIAL}
    for key, value in _options(line, "NAME=VALUE").items():
        if key not in known:
            raise unknown("entry of the table", key, known)
        syntax.put_once(data.setdefault("table", {}), known[key], _value(known[key], key, value))


def _value(name: str, key: str, value: str) -> Any:
    hint = table_hints()[name]
    if hint is int:
        return syntax.whole(value, key)
    if hint is bool:
        return syntax.truth(value, key)
    return (
        syntax.unquote(value)
        if hint is str
        else [syntax.unquote(word) for word in syntax.split(value, ",")]
    )


HEADERS: Mapping[str, Callable[[dict[str, Any], syntax.ParsedLine], None]] = {
    "game": _game,
    "paytable": _paytable,
    "reading": _pairs("readings"),
    "policy": _pairs("policies"),
    CURRENCY: _currency,
    "chip": _chip,
    "price": _price,
    "cap": _cap,
    "table": _table,
    "limit": _limit,
    "incident-policy": _incident_policy,
}
VERBS = (FINGERPRINT, *HEADERS)


def write(setup: Setup, fingerprint: str | None) -> Iterator[str]:
    """The header of a table: everything that differs from the defaults."""
    data, defaults = setup_to_json(setup), setup_to_json(Setup(setup.rules.rulebook.configure()))
    yield f"game {setup.rules.key}"
    if fingerprint:
        yield f"fingerprint {fingerprint}"
    for wager, table in data["paytables"].items():
        if table != defaults["paytables"].get(wager):
            yield f"paytable {_paytable_words(wager, table)}"
    for verb, kind in (("reading", "readings"), ("policy", "policies")):
        for key, option in data[kind].items():
            if option != defaults[kind][key]:
                yield f"{verb} {key}={syntax.quote(option)}"
    if CURRENCY in data:
        yield f"currency {data[CURRENCY]['code']} {syntax.quote(data[CURRENCY]['symbol'])}"
    if data["chip"] != defaults["chip"]:
        yield f"chip {data['chip']}"
    for wager, price in data["prices"].items():
        if price != defaults["prices"][wager]:
            yield f"price {wager} {price}"
    for wager, scopes in data["caps"].items():
        yield " ".join([f"cap {wager}", *(f"{scope}={cap}" for scope, cap in scopes.items())])
    yield from _write_table(data["table"], defaults["table"])


def _paytable_words(wager: str, table: Any) -> str:
    if isinstance(table, str):
        return f"{wager}={table}"
    pays = [f"{row}={syntax.quote(str(pay))}" for row, pay in table["pays"].items()]
    return " ".join([f"{wager}={table['key']}", *pays])


def _write_table(data: Mapping[str, Any], defaults: Mapping[str, Any]) -> Iterator[str]:
    words = []
    for name, value in data.items():
        if name not in SPECIAL and value != defaults[name]:
            if isinstance(value, bool):
                text = syntax.yes_or_no(value)
            elif isinstance(value, list):
                text = ",".join(syntax.quote(item) for item in value)
            else:
                text = str(value)
            words.append(f"{name.replace('_', '-')}={text}")
    if words:
        yield " ".join(["table", *words])
    for wager, limit in data["limits"].items():
        yield f"limit {wager} {' '.join(map(str, limit))}"
    for incident, remedy in data["incidents"].items():
        yield f"incident-policy {incident}={remedy}"
