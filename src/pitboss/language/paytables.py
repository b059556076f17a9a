"""Users' own pay tables, from TOML files.

    game = "three-card-poker"
    wager = "pair-plus"
    key = "my-pair-plus"

    [pays]
    straight-flush = "40 to 1"
    …

Every row that pays in the rulebook needs a line. A row may also be made to lose ("loses") or to
push ("push").
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pitboss.errors import BadPaytable, unknown
from pitboss.language.currency import DOLLARS, Currency
from pitboss.language.pays import LOSS, NOTHING, PUSH, Pay, odds, prize
from pitboss.language.readings import Alternatives
from pitboss.language.wagers import Row, Wager

KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LARGEST_FILE = 100_000


@dataclass(frozen=True)
class Paytable:
    key: str
    pays: Mapping[str, object]  # By row, as written in the file.

    def pays_for(
        self, wager: Wager, readings: Mapping[str, str], currency: Currency = DOLLARS
    ) -> dict[str, Pay]:
        """The pays by row, checked against the rows that the rulebook's own pay tables pay."""
        if self.key in wager.paytables:
            raise BadPaytable(
                "paytable/key", f"{wager.key} has a pay table {self.key} already: take another key."
            )
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
        pays = {}
        for row in wager.under(readings).rows:
            # A row that is not paid under the reading in force stays unpaid, whatever the table.
            if row.key in rows and (row.pay.is_win or not is_read(wager.row(row.key))):
                like = row.pay if row.pay.is_win else rows[row.key]
                pays[row.key] = self._pay(row.key, like, wager.is_staked, currency)
        return pays

    def _pay(self, row: str, like: Pay, staked: bool, currency: Currency) -> Pay:
        try:
            return parse(self.pays[row], like, staked, currency)
        except BadPaytable as error:
            where = f"Pay table {self.key}, row {row}: "
            raise BadPaytable(error.code, where + error.message) from None


def payable(wager: Wager) -> dict[str, Pay]:
    """The rows that win in some pay table of the rulebook, each with one of its pays."""
    winning: dict[str, Pay] = {}
    for row in wager.rows:
        for choice in row.pays:
            for pay in choice.options.values() if isinstance(choice, Alternatives) else (choice,):
                if pay.is_win:
                    winning.setdefault(row.key, pay)
    return winning


def is_read(row: Row) -> bool:
    """Whether what a row pays depends on a reading."""
    return any(isinstance(pay, Alternatives) for pay in row.pays)


def parse(text: object, like: Pay, staked: bool, currency: Currency = DOLLARS) -> Pay:
    """The pay on a line of the file; `like` tells whether the row pays odds or prizes."""
    if text in ("loses", "push"):
        return (LOSS if text == "loses" else PUSH) if staked else NOTHING
    if like.cash or like.meter:
        return prize(text, like, currency)
    if not isinstance(text, str):
        raise BadPaytable("paytable/odds", f'{text!r} is not a pay: write it as "40 to 1".')
    return odds(text)


def load(path: Path, game: str, wager: str) -> Paytable:
    """The pay table in a file, for that wager of that game."""
    import tomllib  # Slow to import, and few commands read a file.

    name = " ".join(str(path).splitlines())
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadPaytable("paytable/file", f"{name} is too large to be a pay table.")
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadPaytable("paytable/file", f"{name} can't be read: {error.strerror}.") from None
    except BadPaytable:
        raise
    except (ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())
        raise BadPaytable("paytable/file", f"{name} is not valid TOML: {reason}.") from None
    extra = sorted(set(data) - {"game", "wager", "key", "pays"})
    if extra:
        raise BadPaytable("paytable/file", f"{name} has an entry {extra[0]!r} that means nothing.")
    for field, wanted in (("game", game), ("wager", wager)):
        if data.get(field) != wanted:
            actual = data.get(field, "nothing")
            message = f"{name} should say {field} = {wanted!r}, not {actual!r}."
            raise BadPaytable("paytable/file", message)
    key, pays = data.get("key"), data.get("pays")
    if not isinstance(key, str) or not KEY.fullmatch(key):
        raise BadPaytable("paytable/file", f"{name} needs a key such as my-pair-plus.")
    if not isinstance(pays, dict) or not pays:
        raise BadPaytable("paytable/file", f"{name} needs a [pays] table with a line for each row.")
    return Paytable(key, pays)
