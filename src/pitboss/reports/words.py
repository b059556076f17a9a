"""Numbers as people read them."""

from __future__ import annotations

from fractions import Fraction


def per_cent(share: Fraction | float, places: int = 4) -> str:
    return f"{float(share) * 100:.{places}f} %".replace("-", "−")


def real(value: Fraction | float, places: int = 4) -> str:
    return f"{float(value):,.{places}f}".replace("-", "−")


def one_in(ways: int, deals: int) -> str:
    return f"{deals / ways:,.2f}" if ways else "never"


def exact(value: Fraction) -> str:
    """A fraction as it is; 3/1 is written 3."""
    return str(value).replace("-", "−")
