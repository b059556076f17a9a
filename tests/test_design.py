"""Pay table design against plain enumeration: the same pay tables, in the same order."""

import random
from fractions import Fraction
from itertools import pairwise, product

import pytest

from pitboss import games
from pitboss.errors import BadConfiguration
from pitboss.language.paytables import Paytable, load
from pitboss.maths.design import around, design, designer
from pitboss.maths.design.prices import WagerPrices
from pitboss.maths.design.ranges import usual
from pitboss.maths.design.terms import Terms
from pitboss.rulebooks import RULEBOOKS
from tests.support.designs import (
    HALF,
    LUCKY,
    PAIR_PLUS,
    POKER,
    PRIME,
    PROSPERITY,
    WIDE,
    Enumerated,
    looks_odd,
    priced,
    told,
    values_of,
    worth,
    written,
)

CASES = {
    "pair-plus": (POKER, "pair-plus", {"straight": (4, 7), "flush": (3, 5), "pair": (1, 2)}),
    "a row that may lose": (POKER, "pair-plus", {"flush": (0, 6, HALF), "pair": (0, 2)}),
    "a row that pushes": (POKER, "pair-plus", {"straight": (4, 9), "pair": "push"}),
    "half steps": (POKER, "pair-plus", {"straight": (4, 6, HALF), "flush": (3, 5, HALF)}),
    "pays that go up": (PROSPERITY, "picture-perfect",
                        {"one-matching": (3, 7), "two-matching": (50, 100, 10)}),
    "lucky-tie": (LUCKY, "lucky-tie", {"tie-three-pictures": (380, 420, 10), "tie-8-or-9": (8, 12),
                                       "tie-other": (6, 9)}),
    "initial": (LUCKY, "initial", {"six-points": (0, 1, HALF), "player-wins": (1, 2, HALF)}),
    "one matching pay besides": (PROSPERITY.configure(readings={"perfect-tie": "also"}), "tie",
                                 {"perfect-tie": (100, 200, 25), "tie": (4, 7)}),
    "all-six": (PRIME, "all-six", {"four-of-a-kind": (40, 60, 10), "flush": (15, 20),
                                   "straight": (8, 11), "three-of-a-kind": (4, 6)}),
    "another table in force": (PRIME.configure({"pair-bonus": "loose-deuce-4"}), "pair-bonus",
                               {"flush": (2, 4), "pair": (1, 2), "loose-deuce-flush": (3, 7)}),
    "prizes": (POKER, "progressive", {"akq-other": (1000, 1500, 250),
                                      "straight-flush": (150, 200, 25), "straight": (0, 3)}),
    "ante-bonus": (POKER, "ante-bonus", {"straight-flush": (3, 6), "three-of-a-kind": (2, 4),
                                         "straight": (0, 2, HALF)}),
    "bonus after a fold": (POKER.configure(readings={"ante-bonus-after-fold": "paid"}),
                           "ante-bonus", {"straight-flush": (4, 6), "straight": (0, 2)}),
    "play of poker": (POKER, "play", {"player-higher": (HALF, 2, HALF)}),
    "ante of poker": (POKER, "ante", {"dealer-not-qualified": (0, 2, HALF),
                                      "player-higher": (HALF, 2, HALF)}),
    "play of prime": (PRIME, "play", {"mini-royal": (9, 10), "straight": (2, 3),
                                      "high-card": (HALF, 1, HALF), "bad-beat-straight": (3, 5),
                                      "bad-beat-flush": (0, 1)}),
    "ante of prime": (PRIME.configure(readings={"copy": "ante-pushes"}), "ante",
                      {"player-higher": (HALF, 2, HALF)}),
}  # fmt: skip


@pytest.fixture(scope="module", params=CASES)
def case(request):
    game, wager, ranges = CASES[request.param]
    jackpot = 500_000 if wager == "progressive" else 0
    return game, wager, ranges, jackpot, Enumerated(game, wager, ranges, jackpot=jackpot)


def searched(game, wager, ranges, jackpot=0, **wanted):
    """With a limit that leaves nothing out, unless another is given."""
    more = {"keep_others": True, "limit": 10_000, **wanted}
    return design(game.rules, wager, ranges, jackpot=jackpot, **more)


def test_all_pay_tables_and_their_order(case):
    game, wager, ranges, jackpot, every = case
    found = searched(game, wager, ranges, jackpot, edge=(-10, 1))
    assert told(found) == every.meeting((Fraction(-10), Fraction(1)))
    assert found.candidates == found.meeting_target == len(every.all)
    assert found.complete
    edges = [figures[0] for figures, *_ in every.all]
    assert found.reach == (min(edges), max(edges))


def test_pay_tables_with_some_edges(case):
    game, wager, ranges, jackpot, every = case
    edges = sorted(figures[0] for figures, *_ in every.all)
    for low, high in ((0, -1), (len(edges) // 4, len(edges) // 2), (-1, -1)):
        edge = edges[low], edges[high]
        found = searched(game, wager, ranges, jackpot, edge=edge)
        expected = every.meeting(edge)
        assert told(found) == expected
        assert found.meeting_target == len(expected) > 0
        best = searched(game, wager, ranges, jackpot, edge=edge, limit=3)
        assert told(best) == expected[:3]


def test_the_nearest_to_an_edge_leave_the_rest_out(case):
    game, wager, ranges, jackpot, every = case
    edges = sorted(figures[0] for figures, *_ in every.all)
    between = (edges[0] + 2 * edges[-1]) / 3
    for edge in (edges[0], edges[len(edges) // 2], between):
        for limit in (1, 5, 10_000):
            found = searched(game, wager, ranges, jackpot, edge=edge, limit=limit)
            assert told(found) == every.meeting(edge)[:limit]


def test_hit_rate_and_volatility(case):
    game, wager, ranges, jackpot, every = case
    hits = sorted(figures[1] for figures, *_ in every.all)
    spreads = sorted(figures[2] for figures, *_ in every.all)
    middle = len(every.all) // 2
    # The ends are rounded down and up, so that a variance is right beside or on an end.
    low, high = (Fraction(float(spreads[at]) ** 0.5) for at in (middle // 2, -1))
    wanted = [
        {"hit": (hits[0], hits[middle])},
        {"hit": (hits[middle], hits[middle])},
        {"volatility": (low, high + 1)},
        {"hit": (hits[middle], 1), "volatility": (0, high)},
    ]
    for one in wanted:
        expected = every.meeting((Fraction(-10), Fraction(1)), **one)
        if expected:
            found = searched(game, wager, ranges, jackpot, edge=(-10, 1), **one)
            assert told(found) == expected
        else:
            with pytest.raises(BadConfiguration, match="those with such an edge have"):
                searched(game, wager, ranges, jackpot, edge=(-10, 1), **one)


def test_leaving_out_what_is_far_off_changes_nothing(case, monkeypatch):
    game, wager, ranges, jackpot, every = case
    edges = sorted(figures[0] for figures, *_ in every.all)
    edge = edges[0], edges[-1]
    monkeypatch.setattr(designer, "COUNTED", 0)
    monkeypatch.setattr("pitboss.maths.design.search.AT_ONCE", 2)
    monkeypatch.setattr("pitboss.maths.design.search.MOST_AT_ONCE", 12)
    monkeypatch.setattr("pitboss.maths.design.main_prices.LARGEST_PRODUCT", 1)
    for limit in (1, 4):
        found = searched(game, wager, ranges, jackpot, edge=edge, limit=limit)
        assert told(found) == every.meeting(edge)[:limit]


def test_in_any_order():
    ranges = {"straight": (2, 5), "flush": (3, 6), "pair": (1, 4)}
    every = Enumerated(POKER, "pair-plus", ranges, ordered=False)
    found = searched(POKER, "pair-plus", ranges, edge=(-10, 1), monotone=False)
    assert told(found) == every.meeting((Fraction(-10), Fraction(1)))
    assert found.candidates == 4 * 4 * 4 > len(Enumerated(POKER, "pair-plus", ranges).all)


# Many small searches by chance, priced by plain sums


def test_searches_by_chance():
    chance = random.Random(5)
    rows = [row for row in POKER.rules.wager("pair-plus").rows if row.pay.is_win]
    ways = POKER.odds()["pair-plus"].ways
    cut_off = 0
    for _ in range(25):
        ranges = {}
        for row in rows:
            pay, step = int(row.pay.stake), chance.choice((1, HALF))
            ranges[row.key] = (max(0, pay - chance.randrange(3)), pay + chance.randrange(3), step)
        tables = []  # In halves of the stake, so that all of it is whole.
        for nets in product(*(map(worth, values_of(ranges[row.key])) for row in rows)):
            if all(a >= b for a, b in pairwise(nets)):
                halves = [int(2 * net) for net in (*nets, -1)]
                won = sum(net * n for net, n in zip(halves, ways, strict=True))
                squares = sum(net * net * n for net, n in zip(halves, ways, strict=True))
                odd = sum(looks_odd(max(net, 0)) for net in nets)
                tables.append((-won, odd, squares * 22100 - won**2, nets))
        low, high = sorted(chance.choice(tables)[0] for _ in range(2))
        meeting = [one for one in tables if low <= one[0] <= high]
        expected = sorted((abs(2 * edge - low - high), *rest) for edge, *rest in meeting)
        edge = Fraction(low, 44200), Fraction(high, 44200)
        found = design(POKER.rules, "pair-plus", ranges, edge=edge, limit=7)
        assert found.meeting_target == len(expected)
        assert found.candidates == len(tables)
        assert [
            (abs(2 * one.house_edge - sum(edge)) * 44200, one.odd_pays, one.variance * 44200**2)
            for one in found
        ] == [one[:3] for one in expected[:7]]
        assert [list(one.pays.values()) for one in found] == [
            [written(max(Fraction(net), Fraction(0))) for net in one[3]] for one in expected[:7]
        ]
        cut_off += len(expected) > 7
    assert cut_off > 15


# Realistic searches


def test_pair_plus_as_a_designer_would_ask():
    found = design(POKER.rules, "pair-plus", PAIR_PLUS, edge=(0.02, 0.04))
    assert (found.candidates, found.meeting_target, len(found)) == (20_264, 825, 20)
    assert found.examined < found.candidates / 10
    assert found.in_force.house_edge == Fraction(308, 5525)
    for one in found:
        odds = POKER.configure({"pair-plus": one.paytable()}).odds()["pair-plus"]
        assert odds.house_edge == one.house_edge
        assert odds.hit_frequency == one.hit_frequency
        assert odds.results.variance == one.variance
        assert odds.standard_deviation == one.standard_deviation


def test_the_nearest_say_how_much_was_looked_at():
    few = {"pair": (1, 2), "flush": (3, 4)}
    all_of_few = design(POKER.rules, "pair-plus", few, edge=0.1, keep_others=True)
    assert (len(all_of_few), all_of_few.meeting_target, all_of_few.complete) == (4, 4, True)
    assert all_of_few.examined > 6  # First near the edge, then farther off, then everywhere.
    one = design(POKER.rules, "pair-plus", few, edge=0.1, keep_others=True, limit=1)
    assert (len(one), one.complete) == (1, False)


def test_a_great_many_pay_tables():
    found = design(PRIME.rules, "all-six", WIDE, edge=(0.05, 0.08), limit=5)
    assert found.candidates > 10**11
    assert not found.complete
    assert found.examined < WagerPrices.most / 5
    for one in found:
        odds = PRIME.configure({"all-six": one.paytable()}).odds()["all-six"]
        assert odds.house_edge == one.house_edge
        # No edge is nearer, for a total over all deals is whole: 0.065 × 20,358,520 = 1,323,303.8.
        assert one.house_edge == Fraction(1_323_304, 20_358_520)
        assert one.odd_pays == 0
    assert [one.variance for one in found] == sorted(one.variance for one in found)


def test_the_best_strategy_is_worked_out_for_each_pay_table():
    found = design(POKER.rules, "play", {"player-higher": (HALF, 3, HALF)}, edge=(-1, 1))
    folds = set()
    for one in found:
        odds = POKER.configure({"play": one.paytable()}).odds()
        assert odds.main.house_edge == one.house_edge
        folds.add(odds.main.folds)
    assert len(folds) > 3
    assert found.judged == "main"


@pytest.mark.parametrize(
    ("game", "wager"),
    [
        (game, wager.key)
        for game, book in RULEBOOKS.items()
        for wager in book.wagers
        if not wager.envy
    ],
)
def test_the_pay_table_in_force_can_be_found(game, wager):
    """It is on its own default ranges, in its own order; those of two rows are tried."""
    game = games[game]
    terms = Terms(game.rules, wager, 0)
    now = designer._in_force(terms, 0)
    ranges = {row: span for row in terms.rows[-2:] if (span := usual(terms.own[row]))}
    found = design(game.rules, wager, ranges, edge=now.house_edge, keep_others=True, limit=1)
    assert found[0].house_edge == now.house_edge
    assert found.candidates > 1
    every = design(game.rules, wager, ranges, edge=(-9, 1), keep_others=True, limit=10_000)
    assert now.pays in [one.pays for one in every]
    assert (now.house_edge, now.hit_frequency, now.variance) == priced(game, wager, now.pays)


# What a design is good for


def test_a_design_as_a_pay_table_and_as_a_file(tmp_path):
    found = design(POKER.rules, "pair-plus", PAIR_PLUS, edge=around(0.03, 0.001))
    one = found[2]
    assert one.paytable() == Paytable("design-3", one.pays)
    assert one.paytable("mine").key == "mine"
    path = tmp_path / "mine.toml"
    path.write_text(one.toml("mine"))
    assert load(path, "three-card-poker", "pair-plus") == one.paytable("mine")
    assert path.read_text().startswith("# House edge ")
    with pytest.raises(BadConfiguration, match="'My own' can't be a pay table's key"):
        one.paytable("My own")


def test_designs_are_a_sequence_in_words():
    found = design(POKER.rules, "pair-plus", {"flush": (3, 4)}, edge=(0, 1), keep_others=True)
    assert found[0] is next(iter(found))
    assert found[:1] == (found[0],)
    lines = str(found).splitlines()
    assert lines[0] == (
        "in force: 40 to 1, 30 to 1, 5 to 1, 4 to 1, 1 to 1. House edge 5.5747 %, "
        "wins 25.6109 %, standard deviation 2.8480."
    )
    assert [line.partition(":")[0] for line in lines[1:]] == ["1", "2"]
