"""The house file: an operator's settings as TOML, checked with one sentence for each mistake.

    name = "The Green Room"
    chips = ["$1", "$5", "$25"]

    [jackpots.city]
    reset = "$10,000"
    contribution = "1/4"

    [[tables]]
    game = "three-card-poker"
    jackpot = "city"
    limits = { main = ["$5", "$500", "$5"], side = ["$1", "$100", "$1"] }

`docs/house-file.md` lists every entry.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pitboss.errors import BadConfiguration, PitbossError
from pitboss.house.records.days import microseconds, time_of_day, zone_name
from pitboss.house.settings.house_settings import (
    BANK,
    METER,
    Day,
    Grant,
    HouseSettings,
    Jackpot,
    Offer,
    Terms,
    Timers,
    WalletSettings,
)
from pitboss.language.currency import CODE, SYMBOL, Currency
from pitboss.language.paytables import KEY, load
from pitboss.language.rulebook import LARGEST_AMOUNT, Rulebook, Rules
from pitboss.play import Setup, setup
from pitboss.play.setup import CHOICES
from pitboss.rulebooks import RULEBOOKS

PRACTICE = Path(__file__).with_name("practice.toml")
LARGEST_FILE = 1_000_000
UNITS = {"s": 1, "min": 60, "h": 3_600, "d": 86_400}
DURATION = re.compile(r"([0-9]{1,6}) ?(s|min|h|d)")
URL = re.compile(r"https?://[A-Za-z0-9.-]{1,200}(:[0-9]{1,5})?(/[A-Za-z0-9._~-]{1,60}){0,8}/?")
MAIN, SIDE = "main", "side"

FILE = (
    "name", "currency", "chips", "gaming-day", "grant", "timers", "jackpots", "tables", "wallet",
    "effective",
)  # fmt: skip
TABLE = (
    "key", "title", "game", "jackpot", "bank", "boxes", "limits", "offered", "paytables",
    "readings", "policies", "caps", "chip", "price", "incidents", "referred-to", "shuffler",
    *(name.replace("_", "-") for name in CHOICES if name != "led_by"),
)  # fmt: skip

NOTHING: Mapping[str, Any] = {}
NO_TABLES: list[Mapping[str, Any]] = []

T = TypeVar("T")


class BadHouseFile(BadConfiguration):
    """A house file with mistakes, each a sentence."""

    def __init__(self, file: str, mistakes: list[str]) -> None:
        super().__init__("house/file", f"{file}: {' '.join(mistakes)}")
        self.mistakes = mistakes


@cache
def practice_house() -> HouseSettings:
    """The settings of a house that was given no file."""
    return read_house_file(PRACTICE)


def read_house_file(path: Path, also: Sequence[str] = ()) -> HouseSettings:
    """The settings in a file; raise `BadHouseFile` with everything that is wrong with it.

    Other games are offered as well, before the file's own: with the boxes, limits and bank of its
    first table.
    """
    name = path.name
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadHouseFile(name, ["It is too large to be a house file."])
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadHouseFile(name, [f"It can't be read: {error.strerror}."]) from None
    except BadHouseFile:
        raise
    except (ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())
        raise BadHouseFile(name, [f"It is not valid TOML: {reason}."]) from None
    reading = _Reading(path.parent)
    if also:
        data["tables"] = [*(_like_first(data, game) for game in also), *data["tables"]]
    settings = reading.house(data)
    if reading.mistakes:
        raise BadHouseFile(name, reading.mistakes)
    return settings


def _like_first(data: Mapping[str, Any], game: str) -> dict[str, Any]:
    """A table of another game, as the first of a file is."""
    first, wagers = data["tables"][0], RULEBOOKS[game].configure().wagers
    table = {name: first[name] for name in ("boxes", "limits", "bank") if name in first}
    if any(wager.has_jackpot for wager in wagers):
        table["jackpot"] = next(iter(data["jackpots"]))
    return {"game": game, **table}


class _Wrong(Exception):
    """One mistake: the entry keeps its default, so that the next one can be found, too."""


class _Reading:
    """One file while it is read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.money = Currency()  # Until the file has named its own.
        self.mistakes: list[str] = []

    @contextmanager
    def noting(self, where: str) -> Iterator[None]:
        """Whatever is wrong inside is one mistake at this place."""
        try:
            yield
        except _Wrong as wrong:
            self.mistakes.append(f"{where} {wrong}")
        except PitbossError as error:
            self.mistakes.append(f"{where}: {error.message}")

    def value(
        self, data: Mapping[str, Any], name: str, read: Callable[[Any], T], default: T, where: str
    ) -> T:
        """An entry that may be missing; a wrong one is noted and counts as missing."""
        if name not in data:
            return default
        with self.noting(f"{where}{name}"):
            return read(data[name])
        return default

    def table(self, data: Mapping[str, Any], name: str, known: Iterable[str]) -> Mapping[str, Any]:
        """A table of the file, by its name; entries that mean nothing are noted."""
        named = self.value(data, name, _object, NOTHING, "")
        self.known(named, known, f"[{name}]")
        return named

    def known(self, data: Mapping[str, Any], known: Iterable[str], where: str) -> None:
        known = tuple(known)
        for name in data:
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"choose from {', '.join(known)}."
                self.mistakes.append(f"{where} has an entry {name!r} that means nothing: {hint}")

    # The file

    def house(self, data: Mapping[str, Any]) -> HouseSettings:
        self.known(data, FILE, "The file")
        default = HouseSettings()
        self.money = self.currency(data)
        own: dict[str, Any] = {
            "name": self.value(data, "name", _text, default.name, ""),
            "currency": self.money,
            "chips": self.value(data, "chips", self.chips, default.chips, ""),
            "day": self.day(data),
            "grant": self.grant(data),
            "timers": self.timers(data),
            "effective": self.value(data, "effective", _moment, 0, ""),
            "wallet": self.wallet(data),
        }
        jackpots = {
            key: self.jackpot(key, terms)
            for key, terms in self.value(data, "jackpots", _objects, NOTHING, "").items()
        }
        return HouseSettings(**own, jackpots=jackpots, offers=self.offers(data, jackpots))

    def offers(self, data: Mapping[str, Any], jackpots: Mapping[str, Jackpot]) -> dict[str, Offer]:
        offers: dict[str, Offer] = {}
        listed = self.value(data, "tables", _list_of_objects, NO_TABLES, "")
        if not listed:
            self.mistakes.append("The file offers no table: add a [[tables]] with a game.")
        for number, table in enumerate(listed, 1):
            offer = self.offer(f"Table {number}", table, jackpots)
            if offer is not None and offer.key in offers:
                self.mistakes.append(
                    f"Table {number} is a second {offer.key}: give it a key of its own."
                )
            elif offer is not None:
                offers[offer.key] = offer
        return offers

    def currency(self, data: Mapping[str, Any]) -> Currency:
        named, default = self.table(data, "currency", Currency._fields), Currency()
        return Currency(
            self.value(named, "code", _code, default.code, "currency."),
            self.value(named, "symbol", _symbol, default.symbol, "currency."),
        )

    def day(self, data: Mapping[str, Any]) -> Day:
        named, default = self.table(data, "gaming-day", Day._fields), Day()
        return Day(
            self.value(named, "begins", _time_of_day, default.begins, "gaming-day."),
            self.value(named, "zone", _zone, default.zone, "gaming-day."),
        )

    def grant(self, data: Mapping[str, Any]) -> Grant:
        named, default = self.table(data, "grant", Grant._fields), Grant()
        grant = Grant(
            self.value(named, "amount", self.amount, default.amount, "grant."),
            self.value(named, "below", self.amount, default.below, "grant."),
        )
        if grant.below > grant.amount:
            self.mistakes.append("grant.below is more than grant.amount: nobody would ever play.")
        return grant

    def timers(self, data: Mapping[str, Any]) -> Timers:
        named, default = self.table(data, "timers", Timers._fields), Timers()
        return Timers(
            *(
                self.value(named, name, _duration, getattr(default, name), "timers.")
                for name in Timers._fields
            )
        )

    def wallet(self, data: Mapping[str, Any]) -> WalletSettings | None:
        if "wallet" not in data:
            return None
        named = self.table(data, "wallet", ("url", "secret-file", "timeout"))
        for name in ("url", "secret-file"):
            if name not in named:
                self.mistakes.append(f"[wallet] has no {name}.")
        secret = self.folder / self.value(named, "secret-file", _path, "", "wallet.")
        if secret != self.folder and not secret.is_file():
            self.mistakes.append(f"wallet.secret-file: there is no file {secret.name}.")
        return WalletSettings(
            self.value(named, "url", _url, "", "wallet."),
            str(secret),
            self.value(named, "timeout", _seconds, 5, "wallet."),
        )

    def jackpot(self, key: str, data: Mapping[str, Any]) -> Jackpot:
        where = f"jackpots.{key}"
        if not KEY.fullmatch(key):
            self.mistakes.append(f"{where} needs a key of small letters, digits and hyphens.")
        self.known(data, ("reset", "contribution", "fixed-pays", "envy", "shared"), where)
        if "reset" not in data:
            self.mistakes.append(f"{where} has no reset: say what it begins with.")
        terms = Terms(
            self.value(data, "reset", self.amount, 0, f"{where}."),
            self.value(data, "contribution", _share, "1/5", f"{where}."),
            self.value(data, "fixed-pays", _payer, BANK, f"{where}."),
            self.value(data, "envy", _payer, BANK, f"{where}."),
        )
        return Jackpot(key, terms, self.value(data, "shared", _flag, True, f"{where}."))

    # Amounts

    def amount(self, value: Any) -> int:
        """An amount above nothing, in the smallest unit."""
        amount = self.money.read_marked(value)
        if amount is None or not 0 < amount <= LARGEST_AMOUNT:
            raise _Wrong(f'is {value!r}: write an amount as "{self.money.symbol}5" or "500c".')
        return amount

    def amounts(self, value: Any) -> tuple[int, ...]:
        if not isinstance(value, list) or len(value) != 3:
            example = ", ".join(f'"{self.money.symbol}{amount}"' for amount in (5, 500, 5))
            raise _Wrong(f"should be minimum, maximum and step, such as [{example}].")
        return tuple(self.amount(item) for item in value)

    def chips(self, value: Any) -> tuple[int, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= 8:
            raise _Wrong("should be a list of 1 to 8 chips.")
        chips = tuple(self.amount(item) for item in value)
        if list(chips) != sorted(set(chips)):
            raise _Wrong("should be in ascending order, each chip once.")
        return chips

    # Tables

    def offer(
        self, where: str, data: Mapping[str, Any], jackpots: Mapping[str, Jackpot]
    ) -> Offer | None:
        game = data.get("game")
        if not isinstance(game, str) or game not in RULEBOOKS:
            near, keys = get_close_matches(str(game), RULEBOOKS, n=1), ", ".join(RULEBOOKS)
            hint = f"did you mean {near[0]}?" if near else f"choose from {keys}."
            hint += " A game of your own needs --rulebook."
            self.mistakes.append(f"{where} has no game {game!r}: {hint}")
            return None
        book = RULEBOOKS[game]
        key = self.value(data, "key", _key, game, f"{where}: ")
        where = f"Table {key}"
        self.known(data, TABLE, where)
        jackpot = self.value(data, "jackpot", _text, "", f"{where}: ")
        if jackpot and jackpot not in jackpots:
            names = ", ".join(jackpots) or "none"
            self.mistakes.append(f"{where} plays for the jackpot {jackpot!r}; there is {names}.")
        rules, table_setup = book.configure(currency=self.money), None
        with self.noting(where):
            rules = self.rules(where, book, data)
        with self.noting(where):  # Whatever is wrong with its rules, its settings are checked.
            terms = jackpots[jackpot].terms if jackpot in jackpots else None
            table_setup = self.setup(where, rules, data, terms)
        if table_setup is None:
            return None
        if bool(jackpot) != bool(table_setup.meter_wagers) and jackpot in ("", *jackpots):
            says = "names a jackpot, and its game has none" if jackpot else "needs a jackpot"
            self.mistakes.append(f"{where} {says}.")
        return Offer(
            key,
            self.value(data, "title", _text, book.title, f"{where}: "),
            table_setup,
            jackpot,
            self.value(data, "bank", self.amount, 0, f"{where}: "),
        )

    def rules(self, where: str, book: Rulebook, data: Mapping[str, Any]) -> Rules:
        paytables: dict[str, Any] = {}
        for wager, name in self.value(data, "paytables", _words, NOTHING, f"{where}: ").items():
            own = name.endswith(".toml")
            paytables[wager] = load(self.folder / name, book.key, wager) if own else name
        prices = {wager.key for wager in book.wagers if wager.price is not None}
        price = self.value(data, "price", self.amount, 0, f"{where}: ")
        if price and not prices:
            raise _Wrong("has a price, and its game has no wager that takes one.")
        caps = {
            wager: {scope: self.amount(amount) for scope, amount in _object(scopes).items()}
            for wager, scopes in self.value(data, "caps", _object, NOTHING, f"{where}: ").items()
        }
        return book.configure(
            paytables,
            readings=self.value(data, "readings", _words, NOTHING, f"{where}: "),
            policies=self.value(data, "policies", _words, NOTHING, f"{where}: "),
            caps=caps,
            chip=self.value(data, "chip", self.amount, 1, f"{where}: "),
            prices=dict.fromkeys(prices, price) if price else None,
            currency=self.money,
        )

    def setup(
        self, where: str, rules: Rules, data: Mapping[str, Any], terms: Terms | None
    ) -> Setup:
        options: dict[str, Any] = {
            name: data[name.replace("_", "-")]
            for name in (*CHOICES, "referred_to")
            if name != "led_by" and name.replace("_", "-") in data
        }
        self.dealing(where, rules, data)
        readers = (
            ("boxes", _whole), ("offered", _texts), ("incidents", _words), ("shuffler", _flag),
        )  # fmt: skip
        for name, read in readers:
            if name in data:
                options[name] = self.value(data, name, read, None, f"{where}: ")
        if terms is not None:
            options["contribution"] = terms.contribution
        limits = self.limits(where, rules, data)
        return setup(rules, limits, **options)

    def dealing(self, where: str, rules: Rules, data: Mapping[str, Any]) -> None:
        """How cards are dealt is the operator's to say only where the rulebook leaves it open."""
        steps = rules.rulebook.procedure
        by_rule = " and ".join((*steps.deals[-1:], *steps.shuffler_dealing[-1:]))
        if "dealing" in data and steps.shuffler_dealing:
            self.mistakes.append(
                f"{where}: dealing is fixed by {by_rule}: say shuffler = true for sets of three, "
                "or shuffler = false for card by card."
            )
        elif "dealing" in data and steps.dealing:
            self.mistakes.append(f"{where}: dealing is fixed by {by_rule}: leave it out.")
        if "shuffler" in data and not steps.shuffler_dealing:
            says = "leave it out" if steps.dealing else 'say dealing = "threes" or "ones"'
            self.mistakes.append(
                f"{where}: its rulebook deals the same with a shuffler and without: {says}."
            )

    def limits(
        self, where: str, rules: Rules, data: Mapping[str, Any]
    ) -> dict[str, tuple[int, ...]]:
        """By wager: `main` and `side` stand for all that are not named."""
        taken = [
            wager.key
            for wager in rules.wagers
            if wager.is_staked and not wager.equals and wager.key not in rules.prices
        ]
        named = self.value(data, "limits", _object, NOTHING, f"{where}: ")
        self.known(named, (MAIN, SIDE, *taken), f"{where}: limits")
        first = rules.rulebook.main[0]
        limits = {}
        for wager in taken:
            name = wager if wager in named else MAIN if wager == first else SIDE
            if name in named:
                with self.noting(f"{where}: limits.{name}"):
                    limits[wager] = self.amounts(named[name])
        return limits


# Values


def _object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _Wrong("should be a table of entries.")
    return value


def _objects(value: Any) -> Mapping[str, Mapping[str, Any]]:
    return {name: _object(item) for name, item in _object(value).items()}


def _list_of_objects(value: Any) -> list[Mapping[str, Any]]:
    if not isinstance(value, list):
        raise _Wrong("should be written as [[tables]].")
    return [_object(item) for item in value]


def _text(value: Any) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= 60 or not value.isprintable():
        raise _Wrong("should be a text of 1 to 60 characters.")
    return value


def _key(value: Any) -> str:
    if not isinstance(value, str) or not KEY.fullmatch(value) or len(value) > 40:
        raise _Wrong("should be a key of small letters, digits and hyphens.")
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _Wrong("should be a list of wagers.")
    return tuple(_text(item) for item in value)


def _words(value: Any) -> Mapping[str, str]:
    words = _object(value)
    if not all(isinstance(item, str) for item in words.values()):
        raise _Wrong("should have a text for each entry.")
    return words


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _Wrong("should be true or false.")
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise _Wrong(f"is {value!r}: give a whole number.")
    return value


def _share(value: Any) -> str:
    try:
        share = Fraction(value) if isinstance(value, str) and len(value) <= 20 else None
    except (ValueError, ZeroDivisionError):
        share = None
    if share is None or not 0 <= share <= 1:
        raise _Wrong(f'is {value!r}: write a part of the price such as "1/5".')
    return str(share)


def _payer(value: Any) -> str:
    if value not in (BANK, METER):
        raise _Wrong(f"is {value!r}: it should be {BANK} or {METER}.")
    return str(value)


def _code(value: Any) -> str:
    if not isinstance(value, str) or not CODE.fullmatch(value):
        raise _Wrong("should be three capital letters, such as USD.")
    return value


def _symbol(value: Any) -> str:
    if not isinstance(value, str) or not SYMBOL.fullmatch(value) or not value.isprintable():
        raise _Wrong("should be a sign of 1 to 4 characters, such as $ or S$.")
    return value


def _time_of_day(value: Any) -> str:
    if (at := time_of_day(value)) is None:
        raise _Wrong('should be a time of day such as "06:00".')
    return at


def _zone(value: Any) -> str:
    if (zone := zone_name(value)) is None:
        raise _Wrong(f"is {value!r}: write a time zone such as Asia/Singapore.")
    return zone


def _duration(value: Any) -> int:
    match = DURATION.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise _Wrong(f'is {value!r}: write a time such as "30 s", "60 min", "24 h" or "30 d".')
    return int(match[1]) * UNITS[match[2]]


def _seconds(value: Any) -> int:
    seconds = _duration(value)
    if not 1 <= seconds <= 60:
        raise _Wrong("should be from 1 s to 60 s: somebody waits for it.")
    return seconds


def _path(value: Any) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= 1_000 or not value.isprintable():
        raise _Wrong("should be the name of a file.")
    return value


def _url(value: Any) -> str:
    if not isinstance(value, str) or not URL.fullmatch(value):
        raise _Wrong(
            f'is {value!r}: write an address such as "https://wallet.example.com/pitboss".'
        )
    return value.rstrip("/")


def _moment(value: Any) -> int:
    if (at := microseconds(value)) is None:
        raise _Wrong("should be a moment with its zone, such as 2026-12-01T06:00:00+08:00.")
    return at
