"""Mutants of the declarations: small wrong changes, each of which some check must notice.

A wager is judged on every pair of classes of hands that its declaration can tell apart and that
one deck can deal, against the plain settlement. What agrees there agrees on every deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product

import numpy as np

from pitboss.cards import six_cards
from pitboss.cards.hands import CARDS, hand
from pitboss.language.compiled import classes
from pitboss.language.expressions import Choice, Cited, Deal, Expression, Operation
from pitboss.language.pays import Pay
from pitboss.language.readings import Alternatives
from pitboss.language.rulebook import Rulebook
from pitboss.language.wagers import Row, Wager
from pitboss.maths.odds.counting import card_ways, pair_ways
from pitboss.rulebooks import RULEBOOKS
from pitboss.table.money import net
from tests.games import PLAIN
from tests.support.agreement import option_numbers, plain_rows

STAKE, METER = 1_000, 777_777


@cache
def grid(game: str, key: str) -> Deal:
    """One deal for each combination of classes that the declared wager can tell apart."""
    wager = RULEBOOKS[game].wager(key)
    if wager.columns("six"):
        player, dealer = _deals_of_six()
        return Deal(player, dealer, np.zeros_like(player), np.ones_like(player, bool))
    groups = [classes(whose, wager.columns(whose)) for whose in ("player", "dealer", "fourth")]
    possible = pair_ways(groups[0], groups[1]) > 0
    possible = possible[:, :, None] & (card_ways(groups[0], groups[2]) > 0)[:, None, :]
    places = np.nonzero(possible)
    player, dealer, fourth = (group.example[at] for group, at in zip(groups, places, strict=True))
    if not wager.reads_decision():
        return Deal(player, dealer, fourth, np.ones_like(player, bool))
    twice = [np.tile(hands, 2) for hands in (player, dealer, fourth)]
    return Deal(*twice, np.repeat([False, True], len(player)))


def _deals_of_six() -> tuple[np.ndarray, np.ndarray]:
    """A player's and a dealer's hand for each value that six cards can have."""
    examples = (
        ("As Kd 9h", "7c 5d 2s"),
        ("As Ad 9h", "Ac 5d 2s"),
        ("As 2d 3h", "4c 5d 9s"),
        ("As 2s 9s", "4s 5s 9d"),
        ("As Ad Ah", "4c 4d 9s"),
        ("As Ad Ah", "Ac 4d 4s"),
        ("As 2s 3s", "4s 5s 9d"),
        ("As Ks Qs", "Js Ts 4d"),
        ("As Ks Qs", "Js Ts 9s"),
        ("Ad Kd Qd", "Jd Td 9d"),
    )
    player, dealer = (np.array([hand(pair[i]) for pair in examples]) for i in (0, 1))
    assert sorted(six_cards.value(player, dealer)) == list(range(six_cards.VALUES))
    return player, dealer


@cache
def expected(game: str, key: str, options: tuple[tuple[str, str], ...]) -> np.ndarray:
    """Row numbers by the plain settlement on the wager's grid."""
    deal = grid(game, key)
    cards = np.c_[CARDS[deal.player], CARDS[deal.dealer], deal.fourth]
    rows = plain_rows(game, cards, deal.played.astype(np.int64), dict(options))
    return rows[:, PLAIN[game].WAGERS.index(key)]


def readings_read(wager: Wager) -> set[str]:
    """The readings that a declared wager depends on."""
    readings: set[str] = set()

    def visit(expression: Expression) -> None:
        if isinstance(expression, Choice):
            readings.add(expression.reading)
        for part in expression.parts:
            visit(part)

    for row in wager.rows:
        visit(row.when)
        readings.update(pay.reading for pay in row.pays if isinstance(pay, Alternatives))
        if row.adds:
            readings.add(row.adds.reading)
    return readings


def configurations(rulebook: Rulebook, wager: Wager) -> Iterator[dict[str, str]]:
    """Every way to read what the wager depends on, the rulebook as written first."""
    keys = readings_read(wager)
    used = [reading for reading in rulebook.readings if reading.key in keys]
    for options in product(*(reading.options for reading in used)):
        yield dict(zip((reading.key for reading in used), options, strict=True))


def has_right_rows(game: str, wager: Wager, readings: dict[str, str]) -> bool:
    """Whether a declared wager comes to the plain settlement's rows under these readings."""
    all_readings = RULEBOOKS[game].configure(readings=readings).readings
    theirs = PLAIN[game].ROWS[PLAIN[game].WAGERS.index(wager.key)]
    right = expected(game, wager.key, tuple(readings.items()))
    ours = np.full(len(right), 255, np.uint8)
    for row in reversed(wager.rows):  # The first row that holds, so it is written last.
        ours[holds(game, wager.key, row.when, tuple(all_readings.items()))] = theirs.index(row.key)
    return bool((ours == right).all())


@lru_cache(maxsize=64)
def holds(
    game: str, key: str, when: Expression, readings: tuple[tuple[str, str], ...]
) -> np.ndarray:
    """Where on the grid a condition holds; most of a mutant's rows are those of the original."""
    deal = grid(game, key)
    return np.broadcast_to(np.asarray(when.under(dict(readings)).ask(deal)), deal.player.shape)


def has_right_pays(game: str, wager: Wager, readings: dict[str, str]) -> bool:
    """Whether every row of a declared wager pays what the plain settlement pays for it."""
    plain = PLAIN[game]
    all_readings = RULEBOOKS[game].configure(readings=readings).readings
    at = plain.WAGERS.index(wager.key)
    for number, table in enumerate(wager.paytables):
        for row in wager.under(all_readings, table).rows:
            every_wager = range(len(plain.WAGERS))
            rows = tuple(plain.ROWS[at].index(row.key) if w == at else 0 for w in every_wager)
            tables = tuple(number if w == at else 0 for w in every_wager)
            stakes = (STAKE,) * len(plain.WAGERS)
            theirs = plain.nets(rows, option_numbers(plain, readings), tables, stakes, METER)[at]
            if net(row.pay)(STAKE if wager.envy is None else 0, METER) != theirs:
                return False
    return True


def row_mutants(wager: Wager) -> Iterator[tuple[str, Wager]]:
    """Rows dropped and swapped; conditions negated, shortened and moved by one."""
    rows = wager.rows
    for i, row in enumerate(rows):
        yield f"drop {row.key}", _with_rows(wager, (*rows[:i], *rows[i + 1 :]))
        if i + 1 < len(rows):
            swapped = (*rows[:i], rows[i + 1], row, *rows[i + 2 :])
            yield f"swap {row.key}", _with_rows(wager, swapped)
            yield f"negate {row.key}", _with_when(wager, i, ~row.when)
        for what, when in _changed(row.when):
            yield f"{what} in {row.key}", _with_when(wager, i, when)


def _with_rows(wager: Wager, rows: tuple[Row, ...]) -> Wager:
    return replace(wager, rows=rows)


def _with_when(wager: Wager, at: int, when: Expression) -> Wager:
    rows = wager.rows
    return replace(wager, rows=(*rows[:at], replace(rows[at], when=when), *rows[at + 1 :]))


def _changed(expression: Expression) -> Iterator[tuple[str, Expression]]:
    """The same condition with one part left out, or one comparison moved by one."""
    if isinstance(expression, Cited):
        for what, said in _changed(expression.said):
            yield what, replace(expression, said=said)
    elif isinstance(expression, Choice):
        for key, option in expression.options.items():
            for what, changed in _changed(option):
                yield what, replace(expression, options={**expression.options, key: changed})
    elif isinstance(expression, Operation):
        if expression.function in (np.logical_and, np.logical_or):
            for left in expression.parts:
                yield f"only {left.words()}", left
        if expression.form in ("{} > {}", "{} ≥ {}", "{} < {}", "{} ≤ {}", "{} = {}"):
            left, right = expression.parts
            yield f"off by one {expression.words()}", replace(expression, parts=(left, right + 1))
        for i, part in enumerate(expression.parts):
            for what, changed in _changed(part):
                parts = (*expression.parts[:i], changed, *expression.parts[i + 1 :])
                yield what, replace(expression, parts=parts)


def pay_mutants(wager: Wager) -> Iterator[tuple[str, Wager]]:
    """Every pay of every pay table and reading, one more than it should be."""
    for i, row in enumerate(wager.rows):
        for k, pay in enumerate(row.pays):
            options = pay.options if isinstance(pay, Alternatives) else {"": pay}
            for option, right in options.items():
                wrong = _one_more(right)
                changed = wrong
                if isinstance(pay, Alternatives):
                    changed = replace(pay, options={**pay.options, option: wrong})
                pays = (*row.pays[:k], changed, *row.pays[k + 1 :])
                rows = (*wager.rows[:i], replace(row, pays=pays), *wager.rows[i + 1 :])
                yield f"pay {k} {option} of {row.key}", replace(wager, rows=rows)


def _one_more(pay: Pay) -> Pay:
    if pay.meter:
        return replace(pay, meter=pay.meter - Fraction(1, 100))
    if pay.cash or not pay.staked:
        return replace(pay, cash=pay.cash + 1)
    return replace(pay, stake=pay.stake + 1)


def equal_mutants(game: str, key: str) -> list[str]:
    """Mutants that no deal can tell from the declaration, under any reading."""
    rulebook = RULEBOOKS[game]
    left = list(row_mutants(rulebook.wager(key)))
    for readings in configurations(rulebook, rulebook.wager(key)):
        left = [(what, mutant) for what, mutant in left if has_right_rows(game, mutant, readings)]
    return [what for what, _ in left]
