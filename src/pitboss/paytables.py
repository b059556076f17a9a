"""A pay table of the user's own, from a TOML file.

    game = "three-card-poker"
    wager = "pair-plus"
    key = "my-pair-plus"

    [pays]
    straight-flush = "40 to 1"
    …

Every row that pays in the rulebook needs its line; a row may also be made to lose ("loses") or to
push ("push").
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pitboss.errors import BadPaytable, unknown
from pitboss.pays import LOSS, NOTHING, PUSH, Pay, odds, prize
from pitboss.readings import Alternatives
from pitboss.wagers import PayOrChoice, Wager

KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LARGEST_FILE = 100_000


@dataclass(frozen=True)
class Paytable:
    key: str
    pays: Mapping[str, str]  # Row to odds, as written in the file.

    def pays_for(self, wager: Wager) -> dict[str, Pay]:
        """The pays by row, checked against the rows that pay in the rulebook's own tables."""
        rows = payable(wager)
        for key in self.pays:
            if key not in rows:
                raise unknown("row", key, rows, f"{wager.key}, which pay table {self.key} is for")
        missing = [key for key in rows if key not in self.pays]
        if missing:
            raise BadPaytable(
                "paytable/missing-row",
                f"Pay table {self.key} says nothing for {', '.join(missing)} of {wager.key}.",
            )
        return {key: parse(text, rows[key]) for key, text in self.pays.items()}


def payable(wager: Wager) -> dict[str, Pay]:
    """The rows that win in some pay table of the rulebook, each with a pay it has there."""
    listed = ((row.key, pay) for row in wager.rows for one in row.pays for pay in _options(one))
    return {key: pay for key, pay in listed if pay.is_win}


def _options(pay: PayOrChoice) -> list[Pay]:
    return list(pay.options.values()) if isinstance(pay, Alternatives) else [pay]


def parse(text: object, like: Pay) -> Pay:
    """What a line of the file pays, in the terms of the row it is for."""
    if not isinstance(text, str):
        raise BadPaytable("paytable/odds", f'{text!r} is not a pay: write it as "40 to 1".')
    if text == "loses":
        return LOSS if like.staked else NOTHING
    if like.cash or like.meter:
        return prize(text, like)
    return PUSH if text == "push" else odds(text)


def load(path: Path, game: str, wager: str) -> Paytable:
    """The pay table in a file, for that wager of that game."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadPaytable("paytable/file", f"{path} is too large to be a pay table.")
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadPaytable("paytable/file", f"{path} can't be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadPaytable("paytable/file", f"{path} is not valid TOML: {error}.") from None
    extra = sorted(set(data) - {"game", "wager", "key", "pays"})
    if extra:
        raise BadPaytable("paytable/file", f"{path} has an entry {extra[0]!r} that means nothing.")
    for name, wanted in (("game", game), ("wager", wager)):
        if data.get(name) != wanted:
            raise BadPaytable(
                "paytable/file", f"{path} is for {name} {data.get(name)!r}, not {wanted}."
            )
    key, pays = data.get("key"), data.get("pays")
    if not isinstance(key, str) or not KEY.fullmatch(key):
        raise BadPaytable("paytable/file", f"{path} needs a key such as my-pair-plus.")
    if not isinstance(pays, dict) or not pays:
        raise BadPaytable("paytable/file", f"{path} needs a [pays] table with a line for each row.")
    return Paytable(key, pays)
