"""Amounts of money: rounding, sharing out and what a pay comes to, against exact fractions."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.errors import BadBet
from pitboss.language.pays import LOSS, NOTHING, PUSH, Pay, cash, gift, jackpot, money, odds
from pitboss.table.money import net, round_to_chip, share_out, winnings

PATIENT = settings(deadline=None)  # A busy machine is no error.
STAKES = st.integers(1, 10**10)
METERS = st.integers(0, 2**53 - 1)
CHIPS = st.sampled_from([1, 5, 25, 50, 100, 500, 2500])
EXACT = st.fractions(min_value=0, max_value=10**12, max_denominator=1000)
ODDS = st.one_of(
    st.integers(1, 10**6).map(Fraction),
    st.fractions(min_value=Fraction(1, 1000), max_value=10**6, max_denominator=1000),
)
PRIZES = st.builds(
    Pay,
    stake=st.sampled_from([Fraction(-1), Fraction(0)]),
    cash=st.integers(0, 10**8),
    meter=st.fractions(min_value=0, max_value=1, max_denominator=100),
).filter(lambda pay: pay.cash or pay.meter)


def rounded(amount: Fraction, chip: int, up: bool) -> int:
    chips = floor(amount / chip)
    if up and chips * chip < amount:
        chips += 1
    return chips * chip


@PATIENT
@given(EXACT, CHIPS, st.booleans())
def test_rounding_goes_to_the_chip_next_to_the_amount(amount, chip, up):
    made = round_to_chip(amount, chip, up)
    assert type(made) is int
    assert made % chip == 0
    assert made == rounded(amount, chip, up)
    if up:
        assert amount <= made < amount + chip
    else:
        assert amount - chip < made <= amount


@PATIENT
@given(st.integers(0, 10**9), CHIPS, st.booleans())
def test_whole_chips_are_left_alone(chips, chip, up):
    assert round_to_chip(Fraction(chips * chip), chip, up) == chips * chip


@pytest.mark.parametrize(
    ("amount", "chip", "down", "up"),
    [
        (Fraction(25, 2), 1, 12, 13),
        (Fraction(1, 2), 1, 0, 1),
        (Fraction(1, 3), 1, 0, 1),
        (Fraction(2, 3), 1, 0, 1),
        (Fraction(1250), 100, 1200, 1300),
        (Fraction(1299), 100, 1200, 1300),
        (Fraction(1300), 100, 1300, 1300),
        (Fraction(0), 100, 0, 0),
    ],
)
def test_rounding_by_example(amount, chip, down, up):
    assert (round_to_chip(amount, chip, False), round_to_chip(amount, chip, True)) == (down, up)


@PATIENT
@given(st.lists(st.integers(0, 10**12), max_size=16), st.integers(0, 10**12))
def test_shares_come_to_the_most_or_are_left_alone(amounts, most):
    shares = share_out(amounts, most)
    if sum(amounts) <= most:
        assert shares == amounts
    else:
        assert sum(shares) == most


@PATIENT
@given(st.lists(st.integers(1, 10**12), min_size=1, max_size=16), st.data())
def test_each_share_is_within_a_unit_of_its_exact_part(amounts, data):
    most = data.draw(st.integers(0, sum(amounts) - 1))
    for amount, share in zip(amounts, share_out(amounts, most), strict=True):
        exact = Fraction(amount * most, sum(amounts))
        assert floor(exact) <= share <= amount
        assert abs(share - exact) < 1


@PATIENT
@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=16), st.data())
def test_the_largest_remainders_have_the_odd_units_the_earlier_of_equals_first(amounts, data):
    most = data.draw(st.integers(0, sum(amounts) - 1))
    shares = share_out(amounts, most)
    exact = [Fraction(amount * most, sum(amounts)) for amount in amounts]
    rest = [part - floor(part) for part in exact]
    extra = [share - floor(part) for share, part in zip(shares, exact, strict=True)]
    by_rest = sorted(range(len(amounts)), key=lambda i: (-rest[i], i))
    assert [extra[i] for i in by_rest] == sorted(extra, reverse=True)


@PATIENT
@given(st.lists(st.integers(1, 10**9), min_size=2, max_size=16), st.data())
def test_who_won_more_is_never_paid_less(amounts, data):
    most = data.draw(st.integers(0, sum(amounts) - 1))
    shares = share_out(amounts, most)
    for i, amount in enumerate(amounts):
        for j, other in enumerate(amounts):
            if amount > other:
                assert shares[i] >= shares[j]


@pytest.mark.parametrize(
    ("amounts", "most", "shares"),
    [
        ([3000, 3000, 3000], 5000, [1667, 1667, 1666]),
        ([1, 1, 1], 1, [1, 0, 0]),
        ([1, 1, 1], 2, [1, 1, 0]),
        ([2000, 1500, 2000], 5000, [1818, 1364, 1818]),
        ([10, 20], 30, [10, 20]),
        ([10, 20], 29, [10, 19]),  # 9.67 and 19.33.
        ([7], 3, [3]),
        ([], 3, []),
    ],
)
def test_shares_by_example(amounts, most, shares):
    assert share_out(amounts, most) == shares


@PATIENT
@given(ODDS, STAKES, CHIPS, st.booleans())
def test_winning_odds_come_to_their_part_of_the_stake(times, stake, chip, up):
    won = net(Pay(times), chip, up)(stake, None)
    assert type(won) is int
    assert won == rounded(times * stake, chip, up)


@PATIENT
@given(PRIZES, STAKES, METERS, CHIPS, st.booleans())
def test_a_prize_comes_to_cash_and_meter_less_a_price_that_is_kept(pay, stake, meter, chip, up):
    exact = rounded(pay.cash + pay.meter * meter, chip, up)
    assert net(pay, chip, up)(stake, meter) == exact - (stake if pay.stake == -1 else 0)
    assert winnings(pay, stake, meter, chip, up) == exact


@PATIENT
@given(STAKES, st.one_of(st.none(), METERS), CHIPS, st.booleans())
def test_a_loss_takes_the_stake_and_a_push_nothing_whatever_the_chip(stake, meter, chip, up):
    assert net(LOSS, chip, up)(stake, meter) == -stake
    assert net(PUSH, chip, up)(stake, meter) == 0
    assert net(NOTHING, chip, up)(stake, meter) == 0


@pytest.mark.parametrize(
    ("pay", "stake", "meter", "expected"),
    [
        (odds("1 to 2"), 25, None, 12),
        (odds("1 to 1"), 25, None, 25),
        (odds("200,000 to 1"), 10**10, None, 2 * 10**15),
        (cash(15), 250, None, 1250),
        (cash(1250), 250, None, 124_750),
        (cash(15).with_stake_returned(), 250, None, 1500),
        (jackpot(Fraction(1)), 250, 1_234_567, 1_234_317),
        (jackpot(Fraction(1)), 250, 0, -250),
        (jackpot(Fraction(1)), 250, 2**53 - 1, 2**53 - 251),
        (jackpot(Fraction(1, 10)), 250, 99, -241),
        (gift(250), 0, None, 25_000),
    ],
)
def test_what_a_pay_comes_to_by_example(pay, stake, meter, expected):
    assert net(pay)(stake, meter) == expected


def test_a_share_of_an_unknown_jackpot_is_refused():
    with pytest.raises(BadBet) as error:
        net(jackpot(Fraction(1)))(250, None)
    assert error.value.code == "bet/jackpot"
    assert "100 % of the jackpot" in error.value.message


@pytest.mark.parametrize(
    ("units", "text"),
    [
        (0, "$0.00"),
        (5, "$0.05"),
        (1250, "$12.50"),
        (-250, "-$2.50"),
        (123_456_789, "$1,234,567.89"),
    ],
)
def test_money_as_people_read_it(units, text):
    assert money(units) == text
