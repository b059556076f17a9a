"""Amounts of money as people write and read them; everywhere else they are integers.

A currency is a value, and showing or reading an amount needs one: it is the house's to choose, and
not a rulebook's. An amount counts the smallest unit, a hundredth of what the symbol is for.
"""

from __future__ import annotations

import re
from typing import NamedTuple

UNITS = 100  # In one of a currency; the rulebooks' dollars have cents.
SMALLEST = "c"  # 5000c is $50.00.
AMOUNT = re.compile(
    r"(?P<whole>[0-9]{1,15}|[0-9]{1,3}(?:,[0-9]{3}){1,4}|(?=\.))(?:\.(?P<part>[0-9]{1,2}))?"
)
SMALLEST_UNITS = re.compile(rf"([0-9]{{1,18}}){SMALLEST}")


CODE = re.compile(r"[A-Z]{3}")
SYMBOL = re.compile(r"[^\s\d.,+−-]{1,4}")


class Currency(NamedTuple):
    code: str = "USD"
    symbol: str = "$"  # "$" itself is read everywhere: rulebooks and examples print it.

    @property
    def is_valid(self) -> bool:
        """Whether amounts in it can be told from other text."""
        return bool(CODE.fullmatch(self.code) and SYMBOL.fullmatch(self.symbol))

    def read(self, text: str) -> int | None:
        """An amount as typed: 50, 50.00, $50, $1,250.50 or 5000c; None for anything else."""
        if match := SMALLEST_UNITS.fullmatch(text):
            return int(match[1])
        number = text.removeprefix(self._mark(text))
        if (match := AMOUNT.fullmatch(number)) is None:
            return None
        whole, part = match["whole"].replace(",", ""), match["part"] or ""
        return int(whole or "0") * UNITS + int(part.ljust(2, "0"))

    def money(self, units: int) -> str:
        """An amount as people read it: $1,250.50."""
        sign = "-" if units < 0 else ""
        whole, part = divmod(abs(units), UNITS)
        return f"{sign}{self.symbol}{whole:,}.{part:02d}"

    def signed(self, units: int) -> str:
        """A gain or a loss, with its sign."""
        return f"+{self.money(units)}" if units > 0 else self.money(units)

    def typed(self, units: int) -> str:
        """An amount as a person would type it on the command line: 50 or 2.50."""
        whole, part = divmod(units, UNITS)
        return f"{whole}.{part:02d}" if part else str(whole)

    def read_marked(self, value: object) -> int | None:
        """An amount as files have it: with its symbol or in the smallest unit, never a bare number.

        A file is read years later by other people, so what 500 counts must not be a guess.
        """
        if isinstance(value, str) and (self._mark(value) or value.endswith(SMALLEST)):
            return self.read(value)
        return None

    def _mark(self, text: str) -> str:
        """The symbol that an amount begins with; none if it is a bare number."""
        return next((mark for mark in (self.symbol, "$") if text.startswith(mark)), "")


DOLLARS = Currency()
