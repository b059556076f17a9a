"""The law of a count: against sums of exact fractions, and against rounds drawn one by one."""

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.maths.odds.count_laws import (
    SMALLEST,
    BoundedLaw,
    CountLaw,
    Rounds,
    as_unlikely,
    binomial,
    hypergeometric,
    of_boxes,
)


def exact_binomial(chance, trials):
    return [comb(trials, n) * chance**n * (1 - chance) ** (trials - n) for n in range(trials + 1)]


@pytest.mark.parametrize("chance", [Fraction(1, 3), Fraction(1, 200), Fraction(9, 10)])
@pytest.mark.parametrize("trials", [1, 7, 150])
def test_a_binomial_count(chance, trials):
    law, chances = binomial(float(chance), trials), exact_binomial(chance, trials)
    for count in range(trials + 1):
        below, above = float(sum(chances[: count + 1])), float(sum(chances[count:]))
        assert law.at_most(count) == pytest.approx(below, abs=1e-11)
        assert law.at_least(count) == pytest.approx(above, abs=1e-11)
        expected = min(max(2 * min(below, above), SMALLEST), 1)
        assert law.chance_of_as_unlikely(count) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("level", [0.2, 0.01, 1e-5])
def test_the_band_holds_the_counts_that_are_not_so_unlikely(level):
    for law in (binomial(0.3, 90), binomial(0.001, 500), binomial(0.98, 40)):
        inside = [n for n in range(601) if law.chance_of_as_unlikely(n) > level]
        assert law.band(level) == (inside[0], inside[-1])
        assert inside == list(range(inside[0], inside[-1] + 1))


def test_a_large_count_is_as_good_as_normal_and_a_rare_one_as_poisson():
    law = binomial(0.4, 2_000_000)
    deviation = sqrt(2_000_000 * 0.24)
    assert law.at_least(int(800_000 + 3 * deviation) + 1) == pytest.approx(0.00135, rel=0.01)
    rare = binomial(1 / 22_100, 22_100 * 3)
    assert rare.at_most(0) == pytest.approx(np.exp(-3), rel=1e-4)


def test_rounds_that_add_several_are_convolved():
    """Against plain convolution of the rounds, one after another."""
    one, other = np.array([0.5, 0.2, 0.3]), np.array([0.9, 0.05, 0.0, 0.05])
    plain = np.ones(1)
    for chances in (one,) * 12 + (other,) * 9:
        plain = np.convolve(plain, chances)
    law = CountLaw([Rounds(one, 12), Rounds(other, 9), Rounds(one, 0)])
    assert law.mean == pytest.approx(np.arange(len(plain)) @ plain)
    for count in range(len(plain)):
        assert law.at_most(count) == pytest.approx(plain[: count + 1].sum(), abs=1e-11)


def test_boxes_that_share_a_dealer_come_to_a_row_together():
    """Against a sum over the dealer's classes and over every pattern of hits."""
    weights, chances = np.array([0.7, 0.3]), np.array([0.1, 0.9])
    for boxes in (1, 2, 3):
        law = np.zeros(boxes + 1)
        for weight, chance in zip(weights, chances, strict=True):
            for pattern in range(2**boxes):
                hits = pattern.bit_count()
                law[hits] += weight * chance**hits * (1 - chance) ** (boxes - hits)
        assert of_boxes(weights, chances, boxes) == pytest.approx(law)
    together = of_boxes(np.array([0.5, 0.5]), np.array([0.0, 1.0]), 3)
    assert together == pytest.approx([0.5, 0, 0, 0.5])


def test_draws_without_replacement():
    for total, marked, drawn in ((10, 4, 3), (50, 0, 5), (50, 50, 5), (30, 11, 30)):
        plain = [
            Fraction(comb(marked, n) * comb(total - marked, drawn - n), comb(total, drawn))
            for n in range(drawn + 1)
        ]
        chances = hypergeometric(total, marked, drawn)
        assert chances == pytest.approx([float(chance) for chance in plain])
        for count in range(drawn + 1):
            tails = sum(plain[: count + 1]), sum(plain[count:])
            assert as_unlikely(chances, count) == pytest.approx(min(2 * float(min(tails)), 1))


def test_a_bound_on_a_sum_is_over_its_true_chance_and_its_band_not_much_wider():
    """Against plain convolution, for rounds of any kind that add at most two to their mean."""
    chance = np.random.default_rng(1)
    laws = [chance.dirichlet(np.ones(3)) for _ in range(40)] + [np.array([0.97, 0.03])] * 60
    plain, mean, variance = np.ones(1), 0.0, 0.0
    for law in laws:
        plain = np.convolve(plain, law)
        counts = np.arange(len(law))
        mean += counts @ law
        variance += ((counts - counts @ law) ** 2) @ law
    bound = BoundedLaw(mean, variance, 2)
    for count in range(len(plain)):
        true = as_unlikely(plain, count)
        assert bound.chance_of_as_unlikely(count) >= min(true, 1) - 1e-9
    for level in (0.5, 0.01, 1e-6):
        inside = [n for n in range(200) if bound.chance_of_as_unlikely(n) > level]
        assert bound.band(level) == (inside[0], inside[-1])
        likely = [n for n in range(len(plain)) if as_unlikely(plain, n) > level]
        assert len(likely) <= len(inside) <= 3 * len(likely)


def test_a_count_that_is_certain():
    """Sums of chances are not quite whole: that is no reason for an alarm."""
    law = BoundedLaw(2.9999999999, 0.0)
    assert law.chance_of_as_unlikely(3) == 1
    assert law.chance_of_as_unlikely(4) == SMALLEST
    assert law.band(0.01) == (3, 3)
    nothing = BoundedLaw(0.0, 0.0)
    assert (nothing.chance_of_as_unlikely(0), nothing.band(0.01)) == (1, (0, 0))
