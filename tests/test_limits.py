"""Limits of a betting area, against a slow and plain way to work them out."""

import random
from fractions import Fraction
from itertools import product
from math import ceil, floor

import pytest

from pitboss.play.limits import Cut, counted, displaced, under_minimum
from pitboss.play.setup import Limit, ProRata

UNDER, FLOORS = ("box", "player"), ("rest", "floor", "exempt")
READINGS = [
    {"under-minimum": under, "pro-rata-floor": way} for under, way in product(UNDER, FLOORS)
]
DESIGN = {"p1": 190_000, "p2": 6_000}  # 1,900 and 60, in units of 100.
DESIGN_LIMIT = Limit(5_000, 100_000)
CASES = 1_500


# The plain way


def plain_shares(amounts, most, chip):
    """Exact shares of what was bet; the chips left over go by the largest fraction, then by order.

    None is given to a bet that has no such chip.
    """
    amounts, room = list(amounts), most // chip
    if sum(amounts) <= most:
        return amounts
    exact = [Fraction(amount, sum(amounts)) * most / chip for amount in amounts]
    made = [floor(one) for one in exact]
    for i in sorted(range(len(made)), key=lambda i: (made[i] - exact[i], i)):
        if sum(made) < room and made[i] < amounts[i] // chip:
            made[i] += 1
    return [chips * chip for chips in made]


def pro_rata(readings):
    return ProRata(readings["under-minimum"], readings["pro-rata-floor"])


def plain_counted(amounts, limit, readings, chip):
    if sum(amounts.values()) <= limit.maximum:
        return dict(amounts)
    low = [who for who in amounts if amounts[who] < limit.minimum]
    in_chips = ceil(Fraction(limit.minimum, chip)) * chip
    least = {who: min(in_chips, amounts[who]) for who in amounts}
    if low and readings["under-minimum"] == "box":
        return dict(amounts)
    made = {who: amounts[who] for who in low}
    way = readings["pro-rata-floor"]
    rest = [who for who in amounts if who not in made]
    while rest:
        room = max(limit.maximum - sum(made.values()), 0)
        shares = dict(
            zip(rest, plain_shares([amounts[who] for who in rest], room, chip), strict=True)
        )
        short = [who for who in rest if shares[who] < least[who]]
        if not short:
            return {**made, **shares}
        if way == "floor":
            return {**made, **{who: max(shares[who], least[who]) for who in rest}}
        for who in short:
            made[who] = least[who] if way == "rest" else amounts[who]
            rest.remove(who)
    return made


def plain_displaced(amounts, first, most, cut_first):
    """Chip by chip, the next to give way being the last to come, or the first."""
    left = dict(amounts)
    others = [who for who in amounts if who != first]
    queue = others[::-1] if cut_first == "latest" else others
    while sum(left.values()) > most:
        who = next(who for who in (*queue, first) if left.get(who))
        left[who] -= 1
    return {who: amounts[who] - left[who] for who in amounts if left[who] < amounts[who]}


# Random areas


def areas(seed, low=1, high=400):
    """Areas of one to six bettors with limits of small numbers, so that edges come up often."""
    chance = random.Random(seed)
    for _ in range(CASES):
        chip = chance.choice((1, 1, 5, 10))
        minimum = chip * chance.randint(1, 8)
        limit = Limit(minimum, minimum + chip * chance.randint(0, 40))
        count = chance.randint(1, 6)
        amounts = {f"p{n}": chip * chance.randint(low, high) // chip for n in range(1, count + 1)}
        if chance.random() < 0.5:
            amounts = {who: -(-amount // chip) * chip for who, amount in amounts.items()}
        yield amounts, limit, chip


@pytest.mark.parametrize("readings", READINGS, ids=lambda one: "-".join(one.values()))
def test_what_counts_is_what_the_plain_way_gives(readings):
    reached = 0
    for amounts, limit, chip in areas(1, high=60):
        counts = counted(amounts, limit, pro_rata(readings), chip).amounts
        assert dict(counts) == plain_counted(amounts, limit, readings, chip), (amounts, limit, chip)
        assert list(counts) == list(amounts)
        reached += counts != amounts
    assert reached > CASES // 4


@pytest.mark.parametrize("readings", READINGS, ids=lambda one: "-".join(one.values()))
def test_nobody_counts_for_more_than_the_bet_or_less_than_the_minimum(readings):
    for amounts, limit, chip in areas(2, high=60):
        counts = counted(amounts, limit, pro_rata(readings), chip).amounts
        for who, amount in amounts.items():
            assert counts[who] <= amount
            assert counts[who] >= min(amount, limit.minimum)
            if amount < limit.minimum:
                assert counts[who] == amount


@pytest.mark.parametrize("readings", READINGS, ids=lambda one: "-".join(one.values()))
def test_the_maximum_is_passed_only_where_a_floor_forces_it(readings):
    over = 0
    for amounts, limit, chip in areas(3, high=60):
        counts = counted(amounts, limit, pro_rata(readings), chip).amounts
        if sum(counts.values()) <= limit.maximum:
            continue
        over += 1
        kept = [who for who in amounts if counts[who] == min(amounts[who], limit.minimum)]
        whole = [who for who in amounts if counts[who] == amounts[who]]
        low = [who for who in amounts if amounts[who] < limit.minimum]
        if readings["under-minimum"] == "box" and low:
            assert whole == list(amounts)
        elif readings["pro-rata-floor"] == "rest":
            assert kept == list(amounts)  # Everybody is at the floor, and still it is too much.
        elif readings["pro-rata-floor"] == "exempt":
            assert whole == list(amounts)
        else:
            assert kept  # Somebody was lifted, and nobody made room.
    assert over


@pytest.mark.parametrize("readings", READINGS, ids=lambda one: "-".join(one.values()))
def test_within_the_maximum_all_bets_count_in_full(readings):
    for amounts, limit, chip in areas(4, high=12):
        if sum(amounts.values()) <= limit.maximum:
            assert counted(amounts, limit, pro_rata(readings), chip).amounts == amounts


def test_the_example_of_the_reading():
    """1,900 and 60 on a maximum of 1,000 and a minimum of 50."""
    counts = {
        way: tuple(counted(DESIGN, DESIGN_LIMIT, ProRata("box", way), 1).amounts.values())
        for way in FLOORS
    }
    assert counts == {
        "rest": (95_000, 5_000),
        "floor": (96_939, 5_000),
        "exempt": (94_000, 6_000),
    }


def test_proportion_without_a_floor_keeps_to_the_maximum_to_the_unit():
    limit = Limit(10, 1_000)
    read = pro_rata(READINGS[0])
    assert counted({"p1": 1_000, "p2": 1_000, "p3": 1_000}, limit, read, 1).amounts == {
        "p1": 334, "p2": 333, "p3": 333,
    }  # fmt: skip
    assert counted({"p1": 3_000, "p2": 1_000}, limit, read, 1).amounts == {
        "p1": 750,
        "p2": 250,
    }
    assert counted({"p1": 1_400}, limit, read, 1).amounts == {"p1": 1_000}


def test_one_who_is_made_room_for_can_push_another_to_the_floor():
    """The share of p2 is over the minimum until p3 has been lifted to it."""
    amounts, limit = {"p1": 880, "p2": 104, "p3": 60}, Limit(50, 520)
    shares = plain_shares(amounts.values(), limit.maximum, 1)
    assert shares[1] > 50 > shares[2]
    for way, wanted in (("rest", (420, 50, 50)), ("exempt", (356, 104, 60))):
        readings = {"under-minimum": "box", "pro-rata-floor": way}
        assert tuple(counted(amounts, limit, pro_rata(readings), 1).amounts.values()) == wanted


# Who gives way


@pytest.mark.parametrize("cut_first", ["latest", "earliest"])
def test_what_is_displaced_is_what_the_plain_way_cuts(cut_first):
    reached = set()
    for amounts, limit, _ in areas(5, high=30):
        for first in (*amounts, ""):
            cuts = displaced(amounts, first, limit.maximum, cut_first)
            assert dict(cuts) == plain_displaced(amounts, first, limit.maximum, cut_first)
            assert len({cut.bettor for cut in cuts}) == len(cuts)
            assert all(isinstance(cut, Cut) and cut.amount > 0 for cut in cuts)
            left = sum(amounts.values()) - sum(cut.amount for cut in cuts)
            assert left == min(sum(amounts.values()), limit.maximum)
            if first in dict(cuts):  # Then nobody else has anything left.
                assert all(dict(cuts)[who] == amounts[who] for who in amounts if who != first)
            reached.add(len(cuts))
    assert {0, 1, 2, 3} <= reached


def test_the_last_to_come_is_cut_first_or_the_first():
    amounts = {"p1": 400, "p2": 300, "p3": 300}
    assert displaced(amounts, "p1", 900, "latest") == [("p3", 100)]
    assert displaced(amounts, "p1", 900, "earliest") == [("p2", 100)]
    assert displaced(amounts, "p3", 500, "latest") == [("p2", 300), ("p1", 200)]
    assert displaced(amounts, "", 900, "earliest") == [("p1", 100)]
    assert displaced(amounts, "p1", 1000, "latest") == []


# Who is under the minimum


def test_the_minimum_is_met_together_or_by_each():
    limit = Limit(50, 1_000)
    small = {"p1": 30, "p2": 20, "p3": 10}
    assert under_minimum(small, limit, "box") == []
    assert under_minimum(small, limit, "player") == ["p1", "p2", "p3"]
    assert under_minimum({"p1": 30, "p2": 19}, limit, "box") == ["p1", "p2"]
    assert under_minimum({"p1": 50, "p2": 49}, limit, "player") == ["p2"]
    assert under_minimum({}, limit, "box") == under_minimum({}, limit, "player") == []


def test_under_the_minimum_is_what_the_plain_way_finds():
    for amounts, limit, _ in areas(6, high=12):
        each = [who for who in amounts if amounts[who] < limit.minimum]
        assert under_minimum(amounts, limit, "player") == each
        together = list(amounts) if sum(amounts.values()) < limit.minimum else []
        assert under_minimum(amounts, limit, "box") == together
