"""Non-Commission Lucky Three Pictures 5.1 and 5.2: over the maximum, under the minimum."""

from functools import partial

import pytest

from pitboss.play import commands as c
from pitboss.play.events import Actor
from tests.support.clause import clause
from tests.support.playing import Table, wallets, went_back

table = partial(Table, "lucky-three-pictures")
LIMITS = {"initial": (5_000, 100_000)}  # 50 and 1,000, in units of 100.
WINS, LOSES = "Ks 2d 5c  Ac Ad 4d", "Ac Ad 4d  Ks 2d 5c"  # One box against the dealer.


def bet(bettor, amount, wager="initial", box=1, seated=False):
    return c.PlaceBet(Actor(bettor), box, bettor, wager, amount, seated)


def on_box(made, wager="initial", box=1):
    """By bettor: what lies on one area."""
    return {who: n for (b, who, w), n in made.stakes().items() if (b, w) == (box, wager)}


# 5.1: over the maximum


@clause("5.1")
def test_5_1_a_seated_players_bet_displaces_standing_ones():
    made = table(limits=LIMITS).open().bet(1, "p2", amount=30_000).bet(1, "p3", amount=40_000)
    events = made.say(bet("p1", 80_000, seated=True))
    assert [event[:4] for event in events[1:]] == [
        (1, "p3", "initial", 40_000),
        (1, "p2", "initial", 10_000),
    ]
    assert all(event.because.clauses == ("5.1", "1.19", "1.20") for event in events[1:])
    assert on_box(made) == {"p1": 80_000, "p2": 20_000}
    assert wallets(made.events)["p3"] == 0


@clause("5.1")
def test_5_1_side_bets_of_the_displaced_stay_while_somebodys_initial_bet_does():
    made = table(limits=LIMITS).open().bet(1, "p2", amount=40_000).bet(1, "p2", "lucky-tie", 100)
    made.say(bet("p1", 100_000, seated=True))
    assert on_box(made) == {"p1": 100_000}
    assert on_box(made, "lucky-tie") == {"p2": 100}


@clause("5.1", "5.2")
def test_5_1_what_is_left_of_a_displaced_bet_has_to_meet_the_minimum():
    made = table(limits=LIMITS, readings={"whose-minimum": "player"}).open()
    made.bet(1, "p2", amount=8_000)
    made.say(bet("p1", 96_000, seated=True))
    assert on_box(made) == {"p1": 96_000, "p2": 4_000}
    assert on_box(made.close()) == {"p1": 96_000}
    assert went_back(made)[-1].because.clauses == ("5.2",)


@clause("5.1")
@pytest.mark.parametrize(("cut_first", "left"), [("latest", "p2"), ("earliest", "p3")])
def test_5_1_the_operator_says_which_standing_bet_is_cut_first(cut_first, left):
    made = table(limits=LIMITS, cut_first=cut_first).open()
    made.bet(1, "p2", amount=40_000).bet(1, "p3", amount=40_000)
    made.say(bet("p1", 60_000, seated=True))
    assert on_box(made) == {"p1": 60_000, left: 40_000}


@clause("5.1")
def test_5_1_the_last_bet_to_come_on_that_area_is_cut_first():
    made = table(limits={"lucky-tie": (100, 1000)}).open().bet(1, "p1", seated=True)
    made.bet(1, "p3").bet(1, "p2").bet(1, "p2", "lucky-tie", 500).bet(1, "p3", "lucky-tie", 500)
    made.say(bet("p1", 500, "lucky-tie"))
    assert on_box(made, "lucky-tie") == {"p1": 500, "p2": 500}


@clause("5.1")
@pytest.mark.parametrize("option", ["highest", "placed-first"])
def test_5_1_read_where_nobody_sits(option):
    made = table(limits=LIMITS, readings={"unseated-priority": option}).open()
    made.bet(1, "p1", amount=40_000)
    higher = bet("p2", 70_000)
    if option == "placed-first":
        assert made.refused(higher) == ("rule/over-maximum", "5.1")
    else:
        made.say(higher)
        assert on_box(made) == {"p1": 30_000, "p2": 70_000}
    equal = bet("p3", 65_000)
    assert made.refused(equal) == ("rule/over-maximum", "5.1")  # Not the highest.


@clause("5.1")
def test_5_1_as_written_the_highest_bettor_has_priority_where_nobody_sits():
    made = table(limits=LIMITS).open().bet(1, "p1", amount=40_000)
    placed, cut = made.say(bet("p2", 70_000))
    assert (cut.bettor, cut.amount, cut.because.clauses) == ("p1", 10_000, ("5.1", "1.19", "1.20"))
    assert on_box(made) == {"p1": 30_000, "p2": placed.amount}


def led(*bets, **told):
    """At a table that a dealer leads, these initial bets lie on box 1, p1 seated."""
    made = table(led_by="dealer", limits=LIMITS, **told).open()
    for n, amount in enumerate(bets, 1):
        made.bet(1, f"p{n}", amount=amount, seated=n == 1)
    return made


@clause("5.1")
def test_5_1_a_dealer_who_notices_before_the_close_rejects_the_excess():
    made = led(50_000, 40_000, 30_000)
    assert on_box(made) == {"p1": 50_000, "p2": 40_000, "p3": 30_000}
    assert made.ruled("over-maximum", box=1) == ("reduce", ("5.1",))
    assert on_box(made) == {"p1": 50_000, "p2": 40_000, "p3": 10_000}
    # 1.19 and 1.20 say whose bets come first.
    assert went_back(made)[-1].because.clauses == ("5.1", "1.19", "1.20")
    assert made.close().stakes() == {
        (1, "p1", "initial"): 50_000, (1, "p2", "initial"): 40_000, (1, "p3", "initial"): 10_000,
    }  # fmt: skip


@clause("5.1")
def test_5_1_the_seated_player_is_cut_last_and_side_bets_follow():
    made = led(130_000, 40_000).bet(1, "p2", "lucky-tie", 100)
    made.ruled("over-maximum", box=1)
    assert on_box(made) == {"p1": 100_000}
    assert on_box(made, "lucky-tie") == {"p2": 100}


FLOORS = [
    ("rest", {"p1": 95_000, "p2": 5_000}),
    ("floor", {"p1": 96_939, "p2": 5_000}),
    ("exempt", {"p1": 94_000, "p2": 6_000}),
]


@clause("5.1.1")
@pytest.mark.parametrize(
    ("bets", "limit", "chip", "counts"),
    [
        # In proportion to what was bet, not to the whole chips in it: the chip left over is p2's.
        ({"p1": 1000, "p2": 1400}, (100, 1500), 500, {"p1": 500, "p2": 1000}),
        # No share is rounded up beyond the bet, and what is less than a chip goes back.
        ({"p1": 900, "p2": 700}, (100, 1500), 500, {"p1": 500, "p2": 500}),
        # A minimum that is no whole number of chips is lifted to one.
        ({"p1": 9000, "p2": 1000}, (250, 2000), 500, {"p1": 2000, "p2": 500}),
    ],
)
def test_5_1_1_what_counts_is_in_whole_chips_of_what_was_bet(bets, limit, chip, counts):
    """The policy pro-rata-rounding decides, and is cited."""
    readings = {"pro-rata-floor": "floor"} if limit[0] == 250 else {}
    minimum = {"pro-rata-floor": "rest", **readings}
    made = table(led_by="dealer", chip=chip, limits={"initial": limit}, readings=minimum).open()
    for bettor, amount in bets.items():
        made.bet(1, bettor, amount=amount)
    made.close()
    left = {who: n for (_, who, _), n in made.stakes().items()}
    assert {who: left.get(who, 0) for who in bets} == counts


@clause("5.1.1")
@pytest.mark.parametrize(("floor", "counts"), FLOORS)
@pytest.mark.parametrize(("cards", "sign"), [(WINS, 1), (LOSES, -1)])
def test_5_1_1_unnoticed_the_bets_count_in_proportion_and_none_under_the_minimum(
    floor, counts, cards, sign
):
    made = led(190_000, 6_000, cards=cards, readings={"pro-rata-floor": floor}).close()
    assert on_box(made) == counts
    cut = [event for event in made.events if getattr(event, "because", None)]
    assert {event.because.clauses for event in cut} == {("5.1.1",)}
    # 969.39 is the one share that is not a whole number of units.
    rounded = {event.bettor for event in cut if event.because.policies}
    assert rounded == ({"p1"} if floor == "floor" else set())
    assert made.ruled("over-maximum", box=1) == ("pro-rate", ("5.1.1",))
    made.deal().decide_all().show().settle()
    assert made.nets() == wallets(made.events) == {who: sign * n for who, n in counts.items()}


@clause("5.1.1")
def test_5_1_1_within_the_maximum_nothing_changes():
    assert on_box(led(60_000, 40_000).close()) == {"p1": 60_000, "p2": 40_000}
    assert on_box(led(60_000, 60_000).close()) == {"p1": 50_000, "p2": 50_000}


@clause("5.1.2")
@pytest.mark.parametrize(
    ("under", "floor", "counts"),
    [
        *(("box", floor, (120_000, 60_000, 1_000)) for floor in ("rest", "floor", "exempt")),
        *(("player", floor, (66_000, 33_000, 1_000)) for floor in ("rest", "floor", "exempt")),
    ],
)
def test_5_1_2_a_bet_under_the_minimum_frees_the_box_or_that_player(under, floor, counts):
    readings = {"under-minimum": under, "pro-rata-floor": floor}
    made = led(120_000, 60_000, 1_000, cards=WINS, readings=readings).close()
    assert tuple(on_box(made).values()) == counts
    ruled = made.ruled("over-maximum", box=1)
    if under == "box":
        assert ruled == ("bet-stands", ("5.1.2",))
    else:
        assert ruled == ("pro-rate", ("5.1.1", "5.1.2"))
    made.deal().decide_all().show().settle()
    assert tuple(made.nets().values()) == counts


@clause("5.1.2")
def test_5_1_2_as_written_a_bet_under_the_minimum_frees_the_whole_box():
    made = led(120_000, 60_000, 1_000).close()
    assert on_box(made) == {"p1": 120_000, "p2": 60_000, "p3": 1_000}
    assert not went_back(made)


@clause("5.1.2")
def test_5_1_2_speaks_of_the_area_that_is_over_its_maximum():
    limits = {**LIMITS, "lucky-tie": (1_000, 10_000)}
    made = table(led_by="dealer", limits=limits).open()
    made.bet(1, "p1", amount=120_000).bet(1, "p2", amount=80_000).bet(1, "p2", "lucky-tie", 100)
    assert on_box(made.close()) == {"p1": 60_000, "p2": 40_000}
    assert made.ruled("over-maximum", box=1) == ("pro-rate", ("5.1.1",))


@clause("5.1.1")
def test_5_1_1_shares_are_rounded_to_the_chip_by_policy():
    made = led(80_000, 80_000, 80_000).close()
    assert on_box(made) == {"p1": 33_334, "p2": 33_333, "p3": 33_333}
    assert [event.because[:2] for event in went_back(made)] == [
        (("5.1.1",), ("pro-rata-rounding",))
    ] * 3
    even = led(80_000, 80_000).close()
    assert [event.because[:2] for event in went_back(even)] == [(("5.1.1",), ())] * 2


# 5.2: under the minimum


@clause("5.2")
@pytest.mark.parametrize(("then", "left"), [("raises", 5_000), ("takes", None), ("waits", None)])
def test_5_2_a_player_who_is_told_raises_the_bet_or_has_it_back(then, left):
    made = led(4_000).bet(2, "p2", amount=5_000)
    assert made.ruled("under-minimum", box=1) == ("offer-choice", ("5.2",))
    assert not made.round.is_stopped
    if then == "raises":
        made.bet(1, "p1", amount=1_000)
    if then == "takes":
        made.say(c.TakeBack(Actor("p1"), 1, "p1", "initial"))
    made.close()
    assert on_box(made).get("p1") == left
    if then == "waits":
        gone = went_back(made)[-1]
        assert (gone.bettor, gone.amount, gone.because.clauses) == ("p1", 4_000, ("5.2",))
    assert wallets(made.events)["p1"] == -(left or 0)


@clause("5.2")
def test_5_2_what_is_left_under_the_minimum_goes_back_at_a_table_that_notices():
    made = table(limits=LIMITS).open().bet(1, "p1", amount=6_000).bet(1, "p2", amount=100)
    made.bet(2, "p3", amount=5_000).say(c.TakeBack(Actor("p1"), 1, "p1", "initial"))
    made.close()
    assert made.stakes() == {(2, "p3", "initial"): 5_000}
    assert went_back(made)[-1].because.clauses == ("5.2",)


@clause("5.2")
@pytest.mark.parametrize(
    ("whose", "left"), [("box", {"p1": 4_000, "p2": 4_000, "p3": 6_000}), ("player", {"p3": 6_000})]
)
def test_5_2_read_whose_bets_meet_the_minimum(whose, left):
    made = led(4_000, 4_000, 6_000, readings={"whose-minimum": whose})
    made.ruled("under-minimum", box=1)
    assert on_box(made.close()) == left


@clause("5.2.1")
@pytest.mark.parametrize(("cards", "net"), [(WINS, 4_000), (LOSES, -4_000)])
def test_5_2_1_a_bet_under_the_minimum_that_nobody_noticed_wins_or_loses(cards, net):
    made = led(4_000, cards=cards).close()
    assert made.ruled("under-minimum", box=1) == ("bet-stands", ("5.2.1",))
    made.deal().decide_all().show().settle()
    assert made.nets() == wallets(made.events) == {"p1": net}
