"""The progressive: worth, break-even, and what envy may cost, by hand and by settling tables."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import sqrt

import pytest

from pitboss import games
from pitboss.cards.deck import DECK
from pitboss.cards.hands import hand, row_of
from pitboss.errors import BadConfiguration
from pitboss.maths.odds.progressive import progressive
from pitboss.maths.odds.wager_odds import count
from pitboss.maths.simulation.jackpot import Jackpot
from pitboss.maths.simulation.simulate import simulate
from pitboss.rulebooks import RULEBOOKS
from pitboss.table.bets import Box
from pitboss.table.settlement import Settler

BOOK = RULEBOOKS["three-card-poker"]
HANDS = 22_100
# Prizes in units, by hand: 1 + 3 + 44 + 52 + 720 winners.
FIXED = 3 * 125_000 + 44 * 17_500 + 52 * 15_000 + 720 * 1_500
WINNERS = 1 + 3 + 44 + 52 + 720
TOP = {"As Ks Qs": 25_000, "Ah Kh Qh": 5_000, "Ad Kd Qd": 5_000, "Ac Kc Qc": 5_000}
ENVY = sum(TOP.values())
SEATS = range(1, 8)


def under(**readings):
    return progressive(BOOK.configure(readings={k.replace("_", "-"): v for k, v in
                                                readings.items()}))  # fmt: skip


def test_its_worth_by_hand():
    priced = under()
    assert priced.price == 250
    assert priced.hands == HANDS
    for meter in (0, 1, 2_520_000, 10**9):
        assert priced.value(meter) == Fraction(meter + FIXED, HANDS) - 250
        assert priced.house_edge(meter) == -priced.value(meter) / 250


def test_it_is_linear_in_the_meter_and_in_the_other_boxes():
    priced = under()
    steps = {priced.value(m + 1, n) - priced.value(m, n) for m in (0, 10**6) for n in (0, 3)}
    assert steps == {Fraction(1, HANDS)} == {priced.share_per_hand}
    boxes = {priced.value(m, n + 1) - priced.value(m, n) for m in (0, 10**6) for n in range(6)}
    assert boxes == {Fraction(ENVY, HANDS)} == {priced.envy_per_hand}


@pytest.mark.parametrize("boxes", range(7))
def test_at_break_even_it_is_worth_nothing(boxes):
    priced = under()
    meter = priced.break_even(boxes)
    assert meter == 250 * HANDS - FIXED - boxes * ENVY == 2_520_000 - 40_000 * boxes
    assert priced.value(int(meter), boxes) == 0
    assert priced.value(int(meter) - 1, boxes) < 0 < priced.value(int(meter) + 1, boxes)


def test_a_price_that_comes_back():
    priced = under(progressive_stake="returned")
    assert priced.value(0) == Fraction(FIXED - 250 * (HANDS - WINNERS), HANDS)
    assert priced.break_even() == 2_520_000 - 250 * WINNERS == 2_315_000
    assert priced.value(2_315_000) == 0


def test_another_price():
    priced = progressive(BOOK.configure(prices={"progressive": 400}))
    assert priced.value(0) == Fraction(FIXED, HANDS) - 400
    assert priced.break_even() == 400 * HANDS - FIXED
    assert priced.house_edge(0) == 1 - Fraction(FIXED, HANDS * 400)


def test_a_suited_ace_low_straight():
    priced = under(suited_ace_low="straight")
    fixed = FIXED - 4 * 17_500 + 4 * 1_500
    assert priced.value(0) == Fraction(fixed, HANDS) - 250


def test_where_ones_own_hand_pays_envy():
    priced, usual = under(envy="everyone"), under()
    for boxes in range(6):
        assert priced.value(0, boxes) == usual.value(0, boxes + 1)
    assert priced.break_even(0) == 2_480_000


def test_rounds_between_hits():
    priced = under()
    assert [priced.rounds_between_hits(boxes) for boxes in SEATS] == [
        Fraction(HANDS, boxes) for boxes in SEATS
    ]
    assert priced.rounds_between_hits() == HANDS


def test_it_is_the_wagers_own_odds():
    for meter in (0, 123_456):
        odds = games["three-card-poker"].odds(jackpot=meter)["progressive"]
        assert under().house_edge(meter) == odds.house_edge
    assert sum(count(BOOK.configure().wager("progressive"))[:-1]) == WINNERS


# In the long run


@pytest.mark.parametrize("boxes", [1, 7])
@pytest.mark.parametrize(("reset", "part"), [(1_000_000, Fraction(1, 5)), (0, Fraction(1, 2))])
def test_the_average_meter_by_following_it_round_by_round(boxes, reset, part):
    """A round feeds the meter; then it is hit and reset, or it is not, whatever it holds."""
    hit, fed = boxes / HANDS, float(part * 250 * boxes)
    mean = float(reset)
    for _ in range(40 * HANDS // boxes):
        mean = hit * reset + (1 - hit) * mean + fed
    exact = under().mean_meter(reset, part)
    assert exact == reset + part * 250 * HANDS
    assert mean == pytest.approx(float(exact), rel=1e-9)


def test_the_average_meter_by_playing():
    rules = BOOK.configure()
    terms = Jackpot(start=1_000_000, contribution=Fraction(1, 5))
    bets = {"ante": 1000, "progressive": 250}
    played = simulate(rules, 600_000, boxes=7, bets=bets, jackpot=terms, seed=11)
    exact = progressive(rules).mean_meter(1_000_000, Fraction(1, 5))
    # Between hits the meter grows by what is fed: the errors of both averages, by renewal theory.
    grows, hits = float(exact) - 1_000_000, len(played.meter.hits)
    assert abs(float(played.meter.mean - exact)) < 5 * grows * sqrt(2 / hits)
    assert abs(played.meter.paid / hits - float(exact)) < 5 * grows / sqrt(hits)


@pytest.mark.parametrize("boxes", range(7))
def test_where_the_price_goes(boxes):
    uses = under().uses_of_price(1_000_000, Fraction(1, 5), boxes)
    price = 250 * HANDS  # Of all hands together, each of which is dealt once.
    assert uses == {
        "fixed prizes": Fraction(FIXED, price),
        "envy bonuses": Fraction(ENVY * boxes, price),
        "contribution to the meter": Fraction(1, 5),
        "reset of the meter": Fraction(1_000_000, price),
        "the house": 1 - Fraction(1, 5) - Fraction(FIXED + ENVY * boxes + 1_000_000, price),
    }
    mean = under().mean_meter(1_000_000, Fraction(1, 5))
    assert uses["the house"] == under().house_edge(int(mean), boxes)


def test_where_a_price_that_comes_back_goes():
    uses = under(progressive_stake="returned").uses_of_price(0, Fraction(0))
    assert uses["fixed prizes"] == Fraction(FIXED + 250 * WINNERS - 250, 250 * HANDS) + Fraction(
        1, HANDS
    )
    assert sum(uses.values()) == 1


def test_no_average_meter_where_several_hands_share_it():
    priced = under()
    top, *others = priced.ways
    shared = replace(priced, ways=(top + 1, *others))
    assert shared.mean_meter(1_000_000, Fraction(1, 5)) is None
    assert priced.mean_meter(0, Fraction(0)) == 0


@pytest.mark.parametrize("game", sorted(set(RULEBOOKS) - {"three-card-poker"}))
def test_other_games_have_none(game):
    with pytest.raises(BadConfiguration) as refusal:
        progressive(RULEBOOKS[game].configure())
    assert refusal.value.code == "progressive/none"


# Envy, by settling tables


def table(rules, hands, wagers):
    """What envy comes to on a table: a hand for each box, so many of them with the wager.

    `hands` names some boxes' hands; the others hold no card above a Jack.
    """
    top = {box: hand(cards) for box, cards in hands.items()}
    free = iter([card for card in range(DECK) if card // 4 < 10])
    antes = max(hands | wagers)
    boxes = []
    for number in range(1, antes + 1):
        held = top.get(number) or row_of([next(free), next(free), next(free)])
        bets = {"ante": 100} | ({"progressive": 250} if wagers.get(number) else {})
        boxes.append(Box(number, held, {f"p{number}": bets}))
    dealer = row_of([next(free), next(free), next(free)])
    lines = Settler(rules).settle(boxes, dealer, jackpot=0).lines
    return sum(line.net for line in lines if line.wager.key == "envy")


def seats(antes, chosen):
    return {number: number in chosen for number in range(1, antes + 1)}


@pytest.mark.parametrize("option", ["others", "everyone"])
@pytest.mark.parametrize("antes", SEATS)
def test_the_average_envy_of_a_table(antes, option):
    """By linearity: each hand of a box that hits, settled on a table, over 22,100 hands a box."""
    rules = BOOK.configure(readings={"envy": option})
    priced = progressive(rules)
    for wagers in range(antes + 1):
        staked = seats(antes, range(1, wagers + 1))
        paid = sum(
            table(rules, {box: cards}, staked) for box in range(1, antes + 1) for cards in TOP
        )
        assert priced.envy_liability(antes, wagers) == Fraction(paid, HANDS)


def largest(rules, antes, wagers):
    """The most that settling any table of such boxes pays: every way to place the top hands."""
    staked = seats(antes, range(1, wagers + 1))
    most = min(antes, len(TOP))
    # The spades are worth most; where the three others lie decides the rest.
    spades, *others = TOP
    return max(
        table(rules, {first: spades, **dict(zip(rest, others, strict=False))}, staked)
        for first in range(1, antes + 1)
        for rest in combinations([n for n in range(1, antes + 1) if n != first], most - 1)
    )


@pytest.mark.parametrize("option", ["others", "everyone"])
@pytest.mark.parametrize("antes", SEATS)
def test_the_largest_envy_of_a_full_table(antes, option):
    rules = BOOK.configure(readings={"envy": option})
    prizes = sum(sorted(TOP.values(), reverse=True)[:antes])
    sharers = antes if option == "everyone" else antes - 1
    assert largest(rules, antes, antes) == prizes * sharers
    assert progressive(rules).largest_envy(antes, antes) == prizes * sharers


@pytest.mark.parametrize("option", ["others", "everyone"])
@pytest.mark.parametrize(("antes", "wagers"), [(2, 1), (3, 1), (3, 2), (5, 2), (7, 3), (7, 6)])
def test_the_largest_envy_where_not_every_box_has_the_wager(antes, wagers, option):
    """A top hand on a box without the wager pays every wager on the table."""
    rules = BOOK.configure(readings={"envy": option})
    assert progressive(rules).largest_envy(antes, wagers) == largest(rules, antes, wagers)


def test_nobody_with_the_wager_is_paid_nothing():
    for antes in SEATS:
        assert under().largest_envy(antes, 0) == under().envy_liability(antes, 0) == 0


# As programs read it


def test_the_progressive_as_json():
    priced = games["three-card-poker"].odds(jackpot=1_000_000).as_json()["progressive"]
    assert priced["price"] == 250
    assert priced["jackpot"] == 1_000_000
    assert priced["house_edge"] == float(Fraction(1_520_000, 250 * HANDS))
    assert priced["break_even"] == "2520000"
    assert priced["break_even_with_6_other_boxes"] == "2280000"
    assert priced["rounds_between_hits"] == 22100
    assert priced["envy_units_per_hand"] == "400/221"
    assert "progressive" not in games["three-pictures"].odds().as_json()
