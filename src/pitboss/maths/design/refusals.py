"""Why a search for pay tables found nothing, in one sentence that says what can be had."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from pitboss.errors import BadConfiguration
from pitboss.maths.design.search import Between, Search, Target

IMPOSSIBLE = "design/impossible"


def out_of_reach(search: Search) -> BadConfiguration:
    """No pay table can have an edge as wanted."""
    return BadConfiguration(
        IMPOSSIBLE,
        f"No pay table within these ranges has {_edges(search)}: they reach from "
        f"{_range(search.reach)}, so widen the rows or move the target.",
    )


def unmet(search: Search) -> BadConfiguration:
    """The wanted edges are within reach, and still nothing meets the target."""
    target, deals = search.target, search.prices.deals
    if not search.with_edge:
        return _between_two(search)
    told, reached = [], []
    if target.hit:
        seen = search.hits.least / deals, search.hits.most / deals
        told.append(f"a hit rate of {_range(target.hit)}")
        reached.append(f"hit rates from {_range(seen)}")
    if target.volatility:
        low, high = sqrt(max(search.variances.least, 0)), sqrt(max(search.variances.most, 0))
        wanted = " to ".join(f"{float(one):.4f}" for one in target.volatility)
        told.append(f"a standard deviation of {wanted}")
        reached.append(f"standard deviations from {low:.4f} to {high:.4f}")
    return BadConfiguration(
        IMPOSSIBLE,
        f"No pay table within these ranges has {_edges(search)} and {' and '.join(told)}: those "
        f"with such an edge have {' and '.join(reached)}.",
    )


def _between_two(search: Search) -> BadConfiguration:
    """The wanted edges lie between two that can be had: tell the nearest."""
    middle, prices = search.target.middle, search.prices
    nearest = Search(prices, Target(search.reach, middle), limit=1, counted=0)
    nearest.run()
    edge = -prices.figures(nearest.best[0].table)[0].mean
    told = f"No pay table within these ranges has {_edges(search)}: the nearest has"
    return BadConfiguration(IMPOSSIBLE, f"{told} {per_cent(edge, 6)}.")


def _edges(search: Search) -> str:
    low, high = search.target.edge
    return f"a house edge of {per_cent(low) if low == high else _range((low, high))}"


def _range(between: Between | tuple[float, float]) -> str:
    return f"{per_cent(between[0])} to {per_cent(between[1])}"


def per_cent(share: Fraction | float, places: int = 4) -> str:
    return f"{float(share) * 100:.{places}f} %"
