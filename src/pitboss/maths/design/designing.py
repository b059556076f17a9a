"""From what a designer asks to the designs: the question is checked, searched and written up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from pitboss.errors import BadConfiguration
from pitboss.language.rulebook import Rules
from pitboss.maths.design.prices import Prices
from pitboss.maths.design.ranges import LARGEST_NUMBER, Number, Span, is_odd, number
from pitboss.maths.design.refusals import out_of_reach, unmet
from pitboss.maths.design.results import Design, Designs
from pitboss.maths.design.search import Between, Search, Target
from pitboss.maths.design.terms import MAIN, Terms
from pitboss.maths.odds.game_odds import GameOdds

COUNTED = 2_000_000  # Looked at before what is far from the target is left uncounted.
MOST_DESIGNS = 10_000


def around(target: Number, tolerance: Number) -> tuple[Fraction, Fraction]:
    """A target and how far off it may be, as a range."""
    middle, off = number("The target", target), number("The tolerance", tolerance)
    return middle - off, middle + off


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

    `ranges` has by row a pay, (lowest, highest), (lowest, highest, step), "loses", "push", or None
    to keep what it pays; a row that is not named keeps its pay with `keep_others`, and else goes
    from half of it to double, in round steps.
    `edge` is a range, or the edge to come nearest to. `monotone` keeps the order of the pays in
    force between neighbouring rows. Wagers that hang on the player's decision are judged as the
    main bet, under the best strategy for each pay table.
    """
    if isinstance(limit, bool) or not isinstance(limit, int) or not 0 < limit <= MOST_DESIGNS:
        told = f"The limit is {limit!r}: give a whole number from 1 to {MOST_DESIGNS:,}."
        raise BadConfiguration("design/limit", told)
    terms = Terms(rules, wager, jackpot)
    target, within = _target(edge, hit, volatility), isinstance(edge, tuple | list)
    prices = terms.prices(ranges or {}, keep_others, monotone)
    search = _searched(prices, target, within, limit)
    if not search.found:
        raise unmet(search)
    return Designs(
        judged=terms.judged,
        rows=tuple(terms.rows),
        target=target,
        reach=search.reach,
        candidates=prices.grid.count(),
        examined=search.examined,
        found=search.found,
        complete=search.complete,
        in_force=_in_force(terms, jackpot),
        designs=tuple(_design(terms, search, at) for at in range(len(search.best))),
    )


def _searched(prices: Prices, target: Target, within: bool, limit: int) -> Search:
    """The search within the wanted edges, or for those nearest to the wanted edge."""
    search = Search(prices, target, limit, COUNTED)
    low, high = search.reach
    if low > target.edge[1] or target.edge[0] > high:
        raise out_of_reach(search)
    if within:
        search.run()
        return search
    examined = 0
    for part in (64, 8, 1):  # What is near may be all that is needed.
        off = (high - low) / part
        near = max(low, target.middle - off), min(high, target.middle + off)
        search = Search(prices, replace(target, edge=near), limit, counted=0)
        search.run()
        examined += search.examined
        if search.found >= limit:
            break
    search.examined = examined
    search.complete &= part == 1
    return search


def _design(terms: Terms, search: Search, at: int) -> Design:
    one = search.best[at]
    places = zip(search.grid.lines, one.table, strict=True)
    pays = terms.written({line.row: line.pays[place] for line, place in places})
    results, hits = search.prices.figures(one.table)
    book = terms.rules.key, terms.wager.key
    return Design(*book, at + 1, pays, -results.mean, hits, results.variance, one.odd)


def _in_force(terms: Terms, jackpot: int) -> Design:
    """The pay table in force, priced as the odds are."""
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


def _between(what: str, given: object, within: tuple[int, int] | None = None) -> Between:
    if not isinstance(given, tuple | list) or len(given) != 2:
        told = f"{what} should be two numbers, the lowest and the highest."
        raise BadConfiguration("design/target", told)
    low, high = (number(what, one) for one in given)
    if low > high:
        told = f"{what} should go up, and {float(low):g} to {float(high):g} does not."
        raise BadConfiguration("design/target", told)
    if within and not within[0] <= low <= high <= within[1]:
        told = f"{what} is between {within[0]} and {within[1]:,}, ends included."
        raise BadConfiguration("design/target", told)
    return low, high
