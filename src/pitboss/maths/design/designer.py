"""Pay table design: check the request, run the search, and report designs or why there are none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import sqrt

from pitboss.errors import BadConfiguration
from pitboss.language.rulebook import Rules
from pitboss.maths.design.prices import Prices
from pitboss.maths.design.ranges import LARGEST_NUMBER, Number, Span, is_odd, number
from pitboss.maths.design.results import Design, Designs, per_cent
from pitboss.maths.design.search import Between, Search, Target
from pitboss.maths.design.terms import MAIN, Terms
from pitboss.maths.odds.game_odds import GameOdds

COUNTED = 2_000_000  # Examined before pay tables far from the target are left out of the count.
MOST_DESIGNS = 10_000
IMPOSSIBLE = "design/impossible"


def around(target: Number, tolerance: Number) -> tuple[Fraction, Fraction]:
    """A target with a tolerance, as a range."""
    middle, distance = number("The target", target), number("The tolerance", tolerance)
    return middle - distance, middle + distance


def design(
    rules: Rules,
    wager: str,
    ranges: Mapping[str, Span | None] | None = None,
    *,
    edge: Number | tuple[Number, Number],
    hit: tuple[Number, Number] | None = None,
    volatility: tuple[Number, Number] | None = None,
    keep_others: bool = False,
    monotone: bool = True,
    limit: int = 20,
    jackpot: int = 0,
) -> Designs:
    """The best pay tables of a wager within the ranges that meet the target.

    `ranges` gives for a row its pay, (lowest, highest), (lowest, highest, step), "loses", "push",
    or None to keep its pay. Other rows range from half of their pay to double, in round steps, or
    keep it with `keep_others`.
    `edge` is a range, or a single edge to come closest to. With `monotone`, neighbouring rows keep
    the order of the pays in force. Wagers that depend on the player's decision are judged by the
    main bet, under the best strategy for each pay table.
    """
    if isinstance(limit, bool) or not isinstance(limit, int) or not 0 < limit <= MOST_DESIGNS:
        message = f"The limit is {limit!r}: give a whole number from 1 to {MOST_DESIGNS:,}."
        raise BadConfiguration("design/limit", message)
    terms = Terms(rules, wager, jackpot)
    target, within = _target(edge, hit, volatility), isinstance(edge, tuple | list)
    prices = terms.prices(ranges or {}, keep_others, monotone)
    search = _searched(prices, target, within, limit)
    if not search.meeting_target:
        raise unmet(search)
    return Designs(
        judged=terms.judged,
        rows=tuple(terms.rows),
        target=target,
        reach=search.reach,
        candidates=prices.grid.count(),
        examined=search.examined,
        meeting_target=search.meeting_target,
        complete=search.complete,
        in_force=_in_force(terms, jackpot),
        designs=tuple(_design(terms, search, at) for at in range(len(search.best))),
    )


def _searched(prices: Prices, target: Target, within: bool, limit: int) -> Search:
    """The finished search: within a range of edges, or for those nearest to one edge."""
    search = Search(prices, target, limit, COUNTED)
    low, high = search.reach
    if low > target.edge[1] or target.edge[0] > high:
        raise out_of_reach(search)
    if within:
        search.run()
        return search
    examined = 0
    for part in (64, 8, 1):  # A narrow range is faster, and often contains enough designs.
        distance = (high - low) / part
        near = max(low, target.middle - distance), min(high, target.middle + distance)
        search = Search(prices, replace(target, edge=near), limit, counted=0)
        search.run()
        examined += search.examined
        if search.meeting_target >= limit:
            break
    search.examined = examined
    search.complete &= part == 1
    return search


def _design(terms: Terms, search: Search, at: int) -> Design:
    candidate = search.best[at]
    chosen = zip(search.grid.rows, candidate.table, strict=True)
    pays = terms.written({row.key: row.pays[index] for row, index in chosen})
    results, hits = search.prices.figures(candidate.table)
    book = terms.rules.key, terms.wager.key
    return Design(*book, at + 1, pays, -results.mean, hits, results.variance, candidate.odd)


def _in_force(terms: Terms, jackpot: int) -> Design:
    """The pay table in force, with the figures of `odds`."""
    odds = GameOdds(terms.rules, jackpot)
    if terms.judged == MAIN:
        results = odds.main.results
        hits = Fraction(sum(n for net, n in results.ways.items() if net > 0), results.total)
    else:
        results, hits = odds[terms.wager.key].results, odds[terms.wager.key].hit_frequency
    pays = {row: terms.own[row] for row in terms.rows}
    odd = sum(map(is_odd, pays.values()))
    book = terms.rules.key, terms.wager.key
    return Design(*book, 0, terms.written(pays), -results.mean, hits, results.variance, odd)


def _target(edge: object, hit: object, volatility: object) -> Target:
    edges = _between("The house edge", edge if isinstance(edge, tuple | list) else (edge, edge))
    return Target(
        edges,
        (edges[0] + edges[1]) / 2,
        None if hit is None else _between("The hit rate", hit, (0, 1)),
        None if volatility is None else _between("The volatility", volatility, (0, LARGEST_NUMBER)),
    )


def _between(what: str, bounds: object, within: tuple[int, int] | None = None) -> Between:
    if not isinstance(bounds, tuple | list) or len(bounds) != 2:
        message = f"{what} should be two numbers, the lowest and the highest."
        raise BadConfiguration("design/target", message)
    low, high = (number(what, bound) for bound in bounds)
    if low > high:
        message = f"{what} should go up, and {float(low):g} to {float(high):g} does not."
        raise BadConfiguration("design/target", message)
    if within and not within[0] <= low <= high <= within[1]:
        message = f"{what} is between {within[0]} and {within[1]:,}, ends included."
        raise BadConfiguration("design/target", message)
    return low, high


def out_of_reach(search: Search) -> BadConfiguration:
    """The error if no pay table has an edge within the target."""
    return BadConfiguration(
        IMPOSSIBLE,
        f"No pay table within these ranges has {_edges(search)}: they reach from "
        f"{_range(search.reach)}, so widen the rows or move the target.",
    )


def unmet(search: Search) -> BadConfiguration:
    """The error if edges within the target can be reached, but no pay table meets it."""
    target, deals = search.target, search.prices.deals
    if not search.with_edge:
        return _between_two(search)
    wanted, reached = [], []
    if target.hit:
        seen = search.hits.least / deals, search.hits.most / deals
        wanted.append(f"a hit rate of {_range(target.hit)}")
        reached.append(f"hit rates from {_range(seen)}")
    if target.volatility:
        low, high = sqrt(max(search.variances.least, 0)), sqrt(max(search.variances.most, 0))
        bounds = " to ".join(f"{float(bound):.4f}" for bound in target.volatility)
        wanted.append(f"a standard deviation of {bounds}")
        reached.append(f"standard deviations from {low:.4f} to {high:.4f}")
    return BadConfiguration(
        IMPOSSIBLE,
        f"No pay table within these ranges has {_edges(search)} and {' and '.join(wanted)}: those "
        f"with such an edge have {' and '.join(reached)}.",
    )


def _between_two(search: Search) -> BadConfiguration:
    """The error if the target lies between two possible edges: it names the nearest."""
    middle, prices = search.target.middle, search.prices
    nearest = Search(prices, Target(search.reach, middle), limit=1, counted=0)
    nearest.run()
    edge = -prices.figures(nearest.best[0].table)[0].mean
    message = f"No pay table within these ranges has {_edges(search)}: the nearest has"
    return BadConfiguration(IMPOSSIBLE, f"{message} {per_cent(edge, 6)}.")


def _edges(search: Search) -> str:
    low, high = search.target.edge
    return f"a house edge of {per_cent(low) if low == high else _range((low, high))}"


def _range(between: Between | tuple[float, float]) -> str:
    return f"{per_cent(between[0])} to {per_cent(between[1])}"
