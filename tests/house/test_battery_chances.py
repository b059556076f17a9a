"""What the battery expects of a fair shuffle: against every order of a small deck, and by hand."""

from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import erfc, exp, factorial, lgamma, log, sqrt

import numpy as np
import pytest

from pitboss.testing.shuffles import chances, house_decks, measures
from pitboss.testing.shuffles.tails import chi_square_p, gamma_tails, normal_p, poisson_p
from pitboss.testing.shuffles.tallies import CardsAtPlaces, Window

SIZE = 8
ORDERS = list(permutations(range(SIZE)))
WINDOW = Window(*np.split(np.concatenate(list(house_decks(300))), [5]), 5)
CENTRED = [2 * card - (SIZE - 1) for card in range(SIZE)]


# Plain definitions, deck by deck


def fixed_points(cards):
    return sum(card == place for place, card in enumerate(cards))


def cycles(cards):
    number, seen = 0, set()
    for place in range(len(cards)):
        number += place not in seen
        at = place
        while at not in seen:
            seen.add(at)
            at = cards[at]
    return number


def ascending_runs(cards):
    return 1 + sum(one > next for one, next in pairwise(cards))


def colour_runs(cards):
    """Clubs, diamonds, hearts and spades follow each other."""
    reds = [card % 4 in (1, 2) for card in cards]
    return 1 + sum(one != next for one, next in pairwise(reds))


def common_cards(cards):
    """With a deck in order."""
    return len({0, 1, 2} & {*cards[:3]})


def inversions(cards):
    return sum(one > other for at, one in enumerate(cards) for other in cards[at + 1 :])


def cards_in_same_hand(cards):
    """With a deck in order."""
    hands = len(cards) // 3
    return sum(card // 3 == place // 3 < hands for place, card in enumerate(cards))


def neighbour_product(lag):
    return lambda cards: sum(
        CENTRED[one] * CENTRED[other] for one, other in zip(cards, cards[lag:], strict=False)
    )


def matched_product(cards):
    """With a deck in order."""
    return sum(CENTRED[card] * CENTRED[place] for place, card in enumerate(cards))


@pytest.mark.parametrize(
    "number", [fixed_points, cycles, ascending_runs, colour_runs, common_cards]
)
def test_a_distribution_is_that_of_every_order(number):
    counted = Counter(map(number, ORDERS))
    shares = getattr(chances, number.__name__)(SIZE)
    assert shares == [Fraction(counted[at], factorial(SIZE)) for at in range(len(shares))]
    assert sum(getattr(chances, number.__name__)()) == 1


@pytest.mark.parametrize(
    ("moments", "number"),
    [
        (chances.inversions(SIZE), inversions),
        (chances.cards_in_same_hand(SIZE), cards_in_same_hand),
        (chances.matched_product(SIZE), matched_product),
        *((chances.neighbour_product(lag, SIZE), neighbour_product(lag)) for lag in range(1, 6)),
    ],
)
def test_a_mean_and_a_variance_are_those_of_every_order(moments, number):
    values = [number(cards) for cards in ORDERS]
    mean = Fraction(sum(values), len(values))
    assert moments == (mean, Fraction(sum(value**2 for value in values), len(values)) - mean**2)


def test_the_table_of_cards_and_places_comes_to_its_freedom_on_average():
    """A single deck always does, whichever it is, so independent decks do on average."""
    for deck in WINDOW.decks[:5]:
        table = CardsAtPlaces("")
        table.add(Window(WINDOW.decks[:0], deck[None], 0))
        found = table.statistic()
        assert found.expected == 51**2
        assert found.value == pytest.approx(found.expected)


@pytest.mark.parametrize("kinds", [1, 2, 3, 13, 52])
def test_sets_take_as_many_draws_as_the_harmonic_numbers_say(kinds):
    shares = chances.coupon_draws(kinds)
    draws = np.arange(len(shares))
    harmonic = sum(Fraction(1, kind) for kind in range(1, kinds + 1))
    squares = sum(Fraction(kinds * (kinds - kind), kind**2) for kind in range(1, kinds + 1))
    assert shares @ draws == pytest.approx(float(kinds * harmonic), rel=1e-9)
    assert shares @ draws**2 - (shares @ draws) ** 2 == pytest.approx(
        float(squares), rel=1e-6, abs=1e-6
    )


def test_sets_of_three_kinds_by_counting():
    shares = chances.coupon_draws(3)
    for draws in range(1, 8):
        complete = [
            drawn
            for drawn in product(range(3), repeat=draws)
            if len({*drawn}) == 3 > len({*drawn[:-1]})
        ]
        assert shares[draws] == pytest.approx(len(complete) / 3**draws)


# The same numbers, of many decks at once


@pytest.mark.parametrize("number", [fixed_points, cycles, ascending_runs, colour_runs])
def test_many_decks_have_the_numbers_of_each(number):
    counted = getattr(measures, number.__name__)(WINDOW)
    assert counted.tolist() == [number(cards) for cards in WINDOW.decks.tolist()]


def test_many_decks_have_as_many_inversions_as_all_of_them():
    counted = measures.inversions(WINDOW)
    assert counted == (295, sum(map(inversions, WINDOW.decks.tolist())))


def test_pairs_of_decks_reach_back_into_the_window_before():
    decks = np.arange(10)[:, None] + np.zeros(52, int)
    for lag in range(1, 6):
        for kept in range(6):
            earlier, later = Window(decks[:kept], decks[kept:], kept).pairs(lag)
            assert (later - earlier == lag).all()
            assert later[:, 0].tolist() == list(range(max(lag, kept), 10))


def test_hands_of_two_decks():
    earlier, later = (decks.tolist() for decks in WINDOW.pairs(1))
    pairs = list(zip(earlier, later, strict=True))
    common = [len({*one[:3]} & {*other[:3]}) for one, other in pairs]
    assert measures.common_cards(WINDOW).tolist() == common
    hands = [
        sum(len({*one[at : at + 3]} & {*other[at : at + 3]}) for at in range(0, 51, 3))
        for one, other in pairs
    ]
    assert measures.same_hands(WINDOW) == (len(pairs), sum(hands))


# Tails


def even_tail(freedom, statistic):
    """The upper tail of a chi-square with an even number of degrees of freedom: a finite sum."""
    with localcontext(prec=60):
        half = Decimal(statistic) / 2
        term = total = Decimal(1)
        for at in range(1, freedom // 2):
            term *= half / at
            total += term
        return total * (-half).exp()


@pytest.mark.parametrize("freedom", [2, 4, 10, 100, 2_600, 22_100, 100_000])
@pytest.mark.parametrize("score", [-12, -6, -3, -1, 0, 1, 3, 6, 12, 20])
def test_tails_of_chi_square_are_those_of_the_finite_sum(freedom, score):
    statistic = max(freedom + score * sqrt(2 * freedom), 0.001)
    below, above = gamma_tails(freedom / 2, statistic / 2)
    exact = even_tail(freedom, statistic)
    assert above == pytest.approx(float(exact), rel=1e-9)
    assert below == pytest.approx(float(1 - exact), rel=1e-9)


@pytest.mark.parametrize(
    ("statistic", "freedom", "upper"),
    [
        # Printed tables: the 5 %, 1 % and 0.1 % points.
        *((3.841, 1, 0.05), (6.635, 1, 0.01), (10.828, 1, 0.001)),
        *((11.070, 5, 0.05), (15.086, 5, 0.01), (43.773, 30, 0.05), (149.449, 100, 0.001)),
    ],
)
def test_tails_of_chi_square_are_those_of_printed_tables(statistic, freedom, upper):
    assert gamma_tails(freedom / 2, statistic / 2)[1] == pytest.approx(upper, rel=1e-3)
    assert chi_square_p(statistic, freedom) == pytest.approx(2 * upper, rel=1e-3)


def test_one_degree_of_freedom_is_a_normal_variable_squared():
    for score in (0.1, 0.5, 1, 2, 5, 10, 20):
        assert gamma_tails(0.5, score**2 / 2)[1] == pytest.approx(normal_p(score), rel=1e-12)
        assert normal_p(-score) == normal_p(score) == erfc(score / sqrt(2))
    assert normal_p(1.959964) == pytest.approx(0.05, rel=1e-6)


@pytest.mark.parametrize("expected", [1e-10, 0.3, 4.0, 116.4])
def test_poisson_counts_by_their_sum(expected):
    def at_most(count):
        terms = (at * log(expected) - expected - lgamma(at + 1) for at in range(count + 1))
        return sum(map(exp, terms))

    for count in range(0, 160, 3):
        above = 1 - at_most(count - 1)
        if above > 1e-6:  # Beyond, the difference from one has no digits left.
            two_sided = min(1, 2 * min(at_most(count), above))
            assert poisson_p(count, expected) == pytest.approx(two_sided, rel=1e-6)


def test_too_even_is_as_suspicious_as_too_uneven():
    assert chi_square_p(2_000, 2_601) < 1e-10
    assert chi_square_p(3_200, 2_601) < 1e-10
    assert chi_square_p(0, 10) == 0
    assert poisson_p(0, 1e-10) == 1
    assert poisson_p(1, 1e-10) == pytest.approx(2e-10)
    assert poisson_p(60, 116.4) < 1e-6
