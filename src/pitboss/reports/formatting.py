"""Numbers, shares and money as people read them."""

from __future__ import annotations

from fractions import Fraction

from pitboss.language.currency import DOLLARS, UNITS, Currency


def per_cent(share: Fraction | float, places: int = 4) -> str:
    return f"{float(share) * 100:.{places}f} %"


def real(value: Fraction | float, places: int = 4) -> str:
    return f"{float(value):,.{places}f}"


def one_in(ways: int, deals: int) -> str:
    return f"{deals / ways:,.2f}" if ways else "never"


def signed_money(units: Fraction | float, currency: Currency = DOLLARS) -> str:
    """A gain or a loss with its sign, rounded to the smallest unit."""
    return currency.signed(round(units))


def dollars(units: Fraction | float, places: int = 0) -> str:
    """An amount in dollars, where there is no room for cents."""
    value = float(units) / UNITS
    sign = "-" if round(value, places) < 0 else ""
    return f"{sign}${abs(value):,.{places}f}"


def typeset(text: str) -> str:
    """The text with minus signs instead of hyphens, for print."""
    return text.replace("-", "−")
