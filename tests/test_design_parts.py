"""The parts of a search for pay tables: ranges, odd pays, the grid, distances."""

import random
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from pitboss.errors import BadConfiguration, UnknownName
from pitboss.language.pays import odds
from pitboss.language.paytables import Paytable
from pitboss.language.readings import Alternatives
from pitboss.maths.design import design
from pitboss.maths.design.grid import FREE, NO_LESS, NO_MORE, Grid, RowPays
from pitboss.maths.design.main_prices import groups
from pitboss.maths.design.ranges import is_odd, printed, usual
from pitboss.maths.design.search import _quarters
from pitboss.maths.odds.main_bet import MainBet
from pitboss.rulebooks import RULEBOOKS
from tests.games import GAMES
from tests.support.designs import HALF, PAIR_PLUS, POKER, PRIME, values_of


@pytest.mark.parametrize("game", RULEBOOKS)
def test_only_a_few_pays_look_odd_in_the_rulebooks(game):
    odd = set()
    for row in (row for wager in RULEBOOKS[game].wagers for row in wager.rows):
        for pay in row.pays:
            every = pay.options.values() if isinstance(pay, Alternatives) else (pay,)
            odd |= {one.words() for one in every if is_odd(one)}
            for one in every:
                span = usual(one)
                assert span is None or printed(one) in values_of(span)
                assert span is None or 1 < len(values_of(span)) < 30
    assert game not in GAMES or odd == set(GAMES[game].odd_pays)


@pytest.mark.parametrize(
    ("pay", "span"),
    [
        ("1 to 2", (HALF, 1, HALF)),
        ("1 to 1", (1, 2, 1)),
        ("5 to 1", (3, 10, 1)),
        ("40 to 1", (20, 80, 10)),
        ("30 to 1", (15, 60, 5)),
        ("1000 to 1", (500, 2000, 250)),
        ("200,000 to 1", (100_000, 400_000, 50_000)),
        ("300,000 to 1", None),
        ("1 to 101", None),
    ],
)
def test_the_usual_range_is_half_to_double_in_round_steps(pay, span):
    assert usual(odds(pay)) == span


def test_quarters_compare_as_distances_do():
    for tenths in range(-25, 26):
        value = Fraction(tenths, 10)
        for a, b in product(range(-4, 5), repeat=2):
            near, far = abs(4 * a - _quarters(value)), abs(4 * b - _quarters(value))
            assert (near < far, near == far) == (
                abs(a - value) < abs(b - value),
                abs(a - value) == abs(b - value),
            )


def test_a_grid_has_exactly_the_tables_in_order():
    chance = random.Random(11)
    for _ in range(60):
        worths = [
            sorted(chance.sample(range(8), chance.randrange(1, 6)))
            for _ in range(chance.randrange(1, 5))
        ]
        links = [chance.choice((NO_LESS, NO_MORE, FREE)) for _ in worths[1:]]
        allowed = [
            table
            for table in product(*worths)
            if all((a - b) * link >= 0 for (a, b), link in zip(pairwise(table), links, strict=True))
        ]
        lines = [
            RowPays(str(at), (None,) * len(one), np.array(one), np.zeros(len(one), bool))
            for at, one in enumerate(worths)
        ]
        for backwards in (False, True):
            if not allowed:
                with pytest.raises(BadConfiguration, match="widen one of the two"):
                    Grid(lines, links, backwards)
                continue
            grid = Grid(lines, links, backwards)
            prefixes = grid.start()
            for _ in grid.rows:
                prefixes = grid.expand(prefixes, *grid.runs(prefixes))
            made = [
                tuple(grid.in_order([int(grid.rows[at].worth[i]) for at, i in enumerate(row)]))
                for row in prefixes.tolist()
            ]
            assert sorted(made) == sorted(allowed)
            assert grid.count() == len(allowed)
            ends = [
                [int(grid.rows[at].worth[i]) for at, i in enumerate(row)]
                for row in grid.extremes().tolist()
            ]
            assert ends == [
                grid.in_order([end(column) for column in zip(*allowed, strict=True)])
                for end in (min, max)
            ]


def test_a_pay_table_of_ones_own_can_be_in_force():
    own = Paytable("own", {**dict.fromkeys(PAIR_PLUS, "9 to 1"), "pair": "push"})
    game = POKER.configure({"pair-plus": own})
    found = design(game.rules, "pair-plus", {"flush": (3, 9)}, edge=(-9, 1), keep_others=True)
    assert found.in_force.pays == own.pays
    assert {one.pays["pair"] for one in found} == {"push"}
    assert [one.pays["flush"] for one in found if one.pays == own.pays] == ["9 to 1"]


def test_a_row_whose_range_is_none_keeps_its_pay():
    found = design(POKER.rules, "pair-plus", {**PAIR_PLUS, "straight": None}, edge=(0, 1))
    assert {one.pays["straight"] for one in found} == {"5 to 1"}
    assert len({one.pays["three-of-a-kind"] for one in found}) > 1


def test_rows_that_a_reading_does_not_pay_are_no_rows_to_design():
    pushes = PRIME.configure(readings={"copy": "pushes"})
    found = design(pushes.rules, "ante", edge=(-1, 1))
    assert found.rows == ("player-higher",)
    assert {one.pays["copy"] for one in found} == {"1 to 1"}
    own = pushes.configure({"ante": Paytable("own", {"copy": "3 to 1", "player-higher": "1 to 1"})})
    assert {one.pays["copy"] for one in design(own.rules, "ante", edge=(-1, 1))} == {"3 to 1"}
    with pytest.raises(UnknownName, match="no row 'copy' in ante that pays"):
        design(pushes.rules, "ante", {"copy": (1, 2)}, edge=(-1, 1))


@pytest.mark.parametrize("game", [POKER, PRIME])
def test_few_groups_of_hands_decide_apart(game):
    found = groups(MainBet(game.rules))
    assert found.plays_to.shape == (1289, len(found.played))
    assert found.plays_to.sum() == found.folds_to.sum() == 407_170_400
