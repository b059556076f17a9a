"""Non-Commission Lucky Three Pictures (RWS), version 2, 28 June 2020: a test for each clause."""

from itertools import combinations, permutations

import pytest

from pitboss import games
from pitboss.cards.hands import COLUMNS, hand
from pitboss.errors import BadBet, BadCards, UnknownName
from pitboss.table.bets import Box
from pitboss.table.settlement import Settler
from tests.support.clause import clause

GAME = games["lucky-three-pictures"]
SIDE_BETS = ["lucky-tie", "lucky-pictures", "player-lucky-6", "dealer-lucky-6"]

# Appendix G from the top, each place with the ranks of an example; dealt in one suit.
RANKING_LIST = {
    "Three Pictures": "KQJ",
    "Double Pictures Nine": "KJ9", "Single Picture Nine": "K45", "Plain Nine": "234",
    "Double Pictures Eight": "KJ8", "Single Picture Eight": "K35", "Plain Eight": "A34",
    "Double Pictures Seven": "KJ7", "Single Picture Seven": "K89", "Plain Seven": "A24",
    "Double Pictures Six": "KJ6", "Single Picture Six": "K24", "Plain Six": "A23",
    "Double Pictures Five": "KJ5", "Single Picture Five": "K23", "Plain Five": "23T",
    "Double Pictures Four": "KJ4", "Single Picture Four": "KA3", "Plain Four": "A3T",
    "Double Pictures Three": "KJ3", "Single Picture Three": "KA2", "Plain Three": "A2T",
    "Double Pictures Two": "KJ2", "Single Picture Two": "K2T", "Plain Two": "345",
    "Double Pictures One": "KJA", "Single Picture One": "KAT", "Plain One": "245",
    "Double Pictures Zero": "KJT", "Single Picture Zero": "K46", "Plain Zero": "235",
}  # fmt: skip


def line(wager, player, dealer, **readings):
    """A Bet of 1000 beside an Initial Bet of 1000."""
    chosen = {key.replace("_", "-"): option for key, option in readings.items()}
    game = GAME.configure(readings=chosen) if chosen else GAME
    bets = {"initial": 1000, wager: 1000}
    return game.settle(player=player, dealer=dealer, bets=bets)[wager]


def row(wager, player, dealer, **readings):
    return line(wager, player, dealer, **readings).row.key


def at_table(*boxes, dealer="3h As 2h"):
    """By box, bettor and wager: what every Bet at a table comes to."""
    made = Settler(GAME.rules).settle(boxes, hand(dealer))
    return {(one.box, one.bettor, one.wager.key): one.net for one in made.lines}


def cited(line):
    return {*line.clauses, *line.definitions}


def in_suit(suit, ranks):
    return " ".join(rank + suit for rank in ranks)


def points(cards):
    return COLUMNS["points"]()[hand(cards)]


def pictures(cards):
    return COLUMNS["pictures"]()[hand(cards)]


# 1. Definitions


@clause("1.4")
def test_1_4_dealer_lucky_6_is_a_six_that_wins_for_the_dealer():
    won = line("dealer-lucky-6", "5h Ts Th", "As 2d 3c")
    assert won.row.key == "no-picture"
    assert "1.4" in cited(won)
    assert row("dealer-lucky-6", "6h Ts Th", "Ks 2d 4c") == "one-picture"
    for player, dealer in (
        ("6h Ts Th", "As 2d 3c"),  # a six that ties
        ("6h Ks Th", "As 2d 3c"),  # a six that loses
        ("7h Ts Th", "As 2d 3c"),
        ("5h Ts Th", "As 2d 4c"),
        ("As 2d 3c", "5h Ts Th"),  # the Player's six
    ):
        lost = line("dealer-lucky-6", player, dealer)
        assert (lost.row.key, lost.net) == ("no-win", -1000)
        assert "1.4" in lost.clauses


@clause("1.6")
def test_1_6_player_and_dealer_each_have_a_hand_of_their_own():
    made = GAME.settle(player="Ks 2d 4c", dealer="3h As 2h", bets={"initial": 1000})
    assert (made.player, made.dealer) == (hand("Ks 4c 2d"), hand("As 2h 3h"))
    for cards in ("Ks 2d", "Ks 2d 4c 5c"):
        with pytest.raises(BadCards) as refused:
            line("initial", cards, "3h As 2h")
        assert refused.value.code == "cards/count"


@clause("1.8")
def test_1_8_the_initial_bet_is_the_one_that_is_no_side_bet():
    made = GAME.settle(player="Ks 2d 4c", dealer="3h As 2h", bets={"initial": 1000})
    assert [one.wager.key for one in made.lines] == ["initial"]
    assert GAME.rulebook.main == ("initial",)


@clause("1.9")
def test_1_9_lucky_pictures_is_three_pictures_or_more_in_both_hands_together():
    won = line("lucky-pictures", "Ks Kd 9c", "Jh 2h 3h")
    assert won.row.key == "three-pictures"
    assert "1.9" in cited(won)
    assert row("lucky-pictures", "Ks Kd Kc", "4h 2h 3h") == "three-pictures"
    assert row("lucky-pictures", "4h 2h 3h", "Ks Kd Kc") == "three-pictures"
    for player, dealer in (("Ks 2d 3c", "Jh 2h Th"), ("Ks Kd Tc", "4h Ah Th")):
        lost = line("lucky-pictures", player, dealer)
        assert (lost.row.key, lost.net) == ("no-win", -1000)
        assert "1.9" in lost.clauses


@clause("1.9")
def test_1_9_read_as_each_hand_holding_at_least_one():
    each = {"lucky_pictures": "each-has-one"}
    assert row("lucky-pictures", "Ks Kd Kc", "4h 2h 3h", **each) == "no-win"
    assert row("lucky-pictures", "4h 2h 3h", "Ks Kd Kc", **each) == "no-win"
    assert row("lucky-pictures", "Ks Kd 9c", "Jh 2h 3h", **each) == "three-pictures"
    assert row("lucky-pictures", "Ks Kd Kc", "Jh 2h 3h", **each) == "four-pictures"


@clause("1.10")
def test_1_10_lucky_tie_is_the_same_point_total():
    won = line("lucky-tie", "9s 9d 9c", "7h Ts Td")
    assert won.row.key == "tie-other"
    assert "1.10" in cited(won)
    for other in ("6h Ts Td", "8h Ts Td"):
        lost = line("lucky-tie", "9s 9d 9c", other)
        assert (lost.row.key, lost.net) == ("no-win", -1000)
        assert "1.10" in lost.clauses


@clause("1.10")
def test_1_10_three_pictures_total_nothing_or_stand_apart():
    for player, dealer in (("Ks Qs Js", "Th Td Tc"), ("Th Td Tc", "Ks Qs Js")):
        assert row("lucky-tie", player, dealer) == "tie-other"
        assert row("lucky-tie", player, dealer, three_pictures_total="apart") == "no-win"
    apart = row("lucky-tie", "Ks Qs Js", "Kh Jd Jc", three_pictures_total="apart")
    assert apart == "tie-three-pictures"


@clause("1.11")
def test_1_11_even_money_but_half_on_six_points_and_no_commission():
    half = line("initial", "Ks 2d 4c", "3h As 2h")
    assert (half.row.key, half.net) == ("six-points", 500)
    assert "1.11" in half.clauses
    assert line("initial", "Ks 2d 5c", "3h As 2h").net == 1000
    assert line("initial", "Ks 2d 3c", "3h As Th").net == 1000
    assert [wager.key for wager in GAME.rules.wagers] == ["initial", *SIDE_BETS]


@clause("1.12")
def test_1_12_kings_queens_and_jacks_are_picture_cards_of_no_points():
    for rank in "JQK":
        for suit in "cdhs":
            assert pictures(f"{rank}{suit} 2d 3c") == 1
            assert points(f"{rank}{suit} 2d 3c") == 5
    for rank in "A456789T":
        assert pictures(f"{rank}s 2d 3c") == 0
    assert "1.12" in cited(line("lucky-pictures", "Ks Qd Jc", "4h 2h 3h"))
    assert row("lucky-pictures", "Ts Qd Jc", "4h 2h 3h") == "no-win"


@clause("1.14")
def test_1_14_whoever_places_a_bet_is_a_player():
    box = Box(1, hand("Ks 2d 4c"), {"one": {"initial": 1000}, "two": {"lucky-tie": 200}})
    assert at_table(box) == {(1, "one", "initial"): 500, (1, "two", "lucky-tie"): 1600}


@clause("1.15")
def test_1_15_player_lucky_6_is_a_six_that_wins_for_the_player():
    won = line("player-lucky-6", "As 2d 3c", "5h Ts Th")
    assert won.row.key == "no-picture"
    assert "1.15" in cited(won)
    assert row("player-lucky-6", "Ks 2d 4c", "6h Ts Th") == "one-picture"
    for player, dealer in (
        ("As 2d 3c", "6h Ts Th"),  # a six that ties
        ("As 2d 3c", "6h Ks Th"),  # a six that loses
        ("As 2d 3c", "7h Ts Th"),
        ("As 2d 4c", "5h Ts Th"),
        ("5h Ts Th", "As 2d 3c"),  # the Dealer's six
    ):
        lost = line("player-lucky-6", player, dealer)
        assert (lost.row.key, lost.net) == ("no-win", -1000)
        assert "1.15" in lost.clauses


@clause("1.16")
@pytest.mark.parametrize(
    ("cards", "total"),
    [("Ts Td Tc", 0), ("As Td Tc", 1), ("2s 3d 4c", 9), ("As 4d 5c", 0), ("2s 4d 5c", 1),
     ("9s 9d As", 9), ("9s 9d 2s", 0), ("9s 9d 9c", 7)],
)  # fmt: skip
def test_1_16_above_nine_the_second_digit_is_the_point_total(cards, total):
    assert points(cards) == total
    assert "1.16" in cited(line("initial", "9h 9s As", "8h Th Ts"))


@clause("1.20")
def test_1_20_a_standing_player_bets_on_the_seated_players_box():
    bets = {"seated": {"initial": 1000, "lucky-tie": 100}, "standing": {"initial": 300}}
    assert at_table(Box(1, hand("Ks 2d 4c"), bets)) == {
        (1, "seated", "initial"): 500,
        (1, "seated", "lucky-tie"): 800,
        (1, "standing", "initial"): 150,
    }


@clause("1.21")
def test_1_21_three_pictures_is_a_hand_of_three_picture_cards():
    won = line("lucky-tie", "Ks Kd Jc", "Jh Qh Qs")
    assert won.row.key == "tie-three-pictures"
    assert "1.21" in cited(won)
    assert row("lucky-tie", "Ks Kd Tc", "Jh Qh Ts") == "tie-other"
    assert [GAME.rules.name_hand(hand(cards)) for cards in ("Ks Kd Jc", "Ks Kd Tc")] == [
        "Three Pictures", "Double Pictures Zero",
    ]  # fmt: skip


# 2. Mode of Play


def test_each_box_is_settled_by_itself():
    boxes = (
        Box(1, hand("Ks 2d 4c"), {"one": {"initial": 1000}}),
        Box(2, hand("5s Td Tc"), {"two": {"initial": 1000, "lucky-tie": 100}}),
    )
    assert at_table(*boxes) == {
        (1, "one", "initial"): 500,
        (2, "two", "initial"): -1000,
        (2, "two", "lucky-tie"): -100,
    }


@clause("2.2.1")
def test_2_2_1_a_single_deck_of_52_cards():
    for player, dealer, code in (
        ("Ks 2d 4c", "3h Ks 2h", "cards/twice"),
        ("Ks Ks 4c", "3h As 2h", "cards/twice"),
        ("Joker 2d 4c", "3h As 2h", "cards/unknown"),
    ):
        with pytest.raises(BadCards) as refused:
            line("initial", player, dealer)
        assert refused.value.code == code
    bets = {"one": {"initial": 1000}}
    with pytest.raises(BadCards) as refused:
        at_table(Box(1, hand("Ks 2d 4c"), bets), Box(2, hand("Ks 5d 6c"), bets))
    assert refused.value.code == "cards/twice"


# 3. How to Play


@clause("3.1")
def test_3_1_the_higher_ranking_hand_wins():
    won = line("initial", "As 2d 4c", "6h Ks Qh")
    assert won.row.key == "player-wins"
    assert "3.1" in cited(won)
    assert row("initial", "As 2d 4c", "7h Ks Qh") == "dealer-wins"


@clause("3.2")
def test_3_2_nine_is_the_highest_count_and_zero_the_lowest_but_for_three_pictures():
    plain = [ranks for name, ranks in RANKING_LIST.items() if name.startswith("Plain")]
    assert [points(in_suit("s", ranks)) for ranks in plain] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    won = line("initial", "2s 3s 4s", "2h 3h 5h")
    assert won.row.key == "player-wins"
    assert "3.2" in cited(won)
    assert row("initial", "2s 3s 4s", "Kh Qh Jh") == "dealer-wins"


@clause("3.2.1")
def test_3_2_1_an_ace_is_worth_one():
    assert points("As Td Tc") == 1
    won = line("initial", "As Td Tc", "Th Jh Qs")
    assert won.row.key == "player-wins"
    assert "3.2.1" in cited(won)
    assert won.policies == ()


@clause("3.2.2")
def test_3_2_2_two_to_nine_are_worth_their_face_value():
    assert [points(f"{rank}s Td Tc") for rank in "23456789"] == [2, 3, 4, 5, 6, 7, 8, 9]
    assert "3.2.2" in cited(line("initial", "9s Td Tc", "8h Th Ts"))


@clause("3.2.3")
def test_3_2_3_picture_cards_and_tens_are_worth_nothing():
    assert [points(f"{rank}s 2d 3c") for rank in "TJQK"] == [5, 5, 5, 5]
    won = line("initial", "Js 2d 3c", "Th 2h 3h")
    assert won.row.key == "player-wins"
    assert "3.2.3" in cited(won)
    assert row("initial", "Ts 2d 3c", "Jh 2h 3h") == "dealer-wins"


@clause("3.3")
def test_3_3_hands_rank_as_in_appendix_g():
    for cards in ("Ks Qs 2s", "Ks Qs 6s", "Ks 2s 3s"):
        assert {"3.3", "G"} <= cited(line("initial", cards, "2h 3h 5h"))
    assert {"3.3", "G"} <= cited(line("player-lucky-6", "Ks Qs 6s", "2h 3h 5h"))


@clause("3.8")
def test_3_8_a_player_may_bet_on_other_boxes():
    boxes = (
        Box(1, hand("Ks 2d 4c"), {"one": {"initial": 1000}}),
        Box(2, hand("5s Td Tc"), {"two": {"initial": 1000}, "one": {"initial": 200}}),
    )
    assert at_table(*boxes) == {
        (1, "one", "initial"): 500,
        (2, "two", "initial"): -1000,
        (2, "one", "initial"): -200,
    }


@clause("3.9")
@pytest.mark.parametrize("wager", SIDE_BETS)
def test_3_9_anybodys_initial_bet_on_the_box_carries_anybodys_side_bet(wager):
    shared = {"one": {"initial": 1000}, "two": {wager: 100}}
    made = at_table(Box(1, hand("Ks 2d 4c"), shared))
    assert set(made) == {(1, "one", "initial"), (1, "two", wager)}
    with pytest.raises(BadBet) as refused:
        at_table(Box(1, hand("Ks 2d 4c"), {"two": {wager: 100}}))
    assert (refused.value.code, refused.value.clause) == ("bet/needs", "3.9")


@clause("3.9")
def test_3_9_an_initial_bet_on_another_box_carries_nothing():
    boxes = (
        Box(1, hand("Ks 2d 4c"), {"one": {"initial": 1000}}),
        Box(2, hand("5s Td Tc"), {"one": {"lucky-tie": 100}}),
    )
    with pytest.raises(BadBet) as refused:
        at_table(*boxes)
    assert (refused.value.code, refused.value.clause) == ("bet/needs", "3.9")


@clause("3.9")
@pytest.mark.parametrize("wager", ["tie", "three-pictures", "perfect-tie", "picture-perfect"])
def test_3_9_there_is_no_other_side_bet(wager):
    with pytest.raises(UnknownName) as refused:
        line(wager, "Ks 2d 4c", "3h As 2h")
    assert refused.value.code == "unknown/wager"


@clause("3.13.1", "3.13.2")
def test_3_13_1_the_higher_ranking_wins_and_the_lower_loses_the_initial_bet():
    won = line("initial", "Ks 2d 6c", "3h As 4h")
    assert (won.row.key, won.net, won.returned) == ("player-wins", 1000, 2000)
    assert "3.13.1" in won.clauses
    lost = line("initial", "3h As 4h", "Ks 2d 6c")
    assert (lost.row.key, lost.net, lost.returned) == ("dealer-wins", -1000, 0)
    assert "3.13.2" in lost.clauses


@clause("3.13.3")
def test_3_13_3_the_same_ranking_returns_the_initial_bet_and_pays_the_lucky_tie():
    for player, dealer in (("2s 3s 4s", "9h 9d Ah"), ("Ks Kd 5c", "Qh Jh 5d")):
        tied = line("initial", player, dealer)
        assert (tied.row.key, tied.net, tied.returned) == ("tie", 0, 1000)
        assert "3.13.3" in tied.clauses
        assert tied.policies == ()
        won = line("lucky-tie", player, dealer)
        assert won.net > 0
        assert "3.13.3" in won.clauses
    for one, other in permutations("cdhs", 2):
        assert row("initial", in_suit(one, "K45"), in_suit(other, "K45")) == "tie"


@clause("3.13.4")
def test_3_13_4_the_same_point_total_pays_the_lucky_tie_whoever_wins():
    for player, dealer, initial in (
        ("Ks 2d 4c", "3h As 2h", "six-points"), ("3h As 2h", "Ks 2d 4c", "dealer-wins"),
    ):  # fmt: skip
        assert row("initial", player, dealer) == initial
        won = line("lucky-tie", player, dealer)
        assert (won.row.key, won.net) == ("tie-other", 8000)
        assert "3.13.4" in won.clauses


# 4. Settlement


@clause("4.1")
@pytest.mark.parametrize(
    ("wager", "player", "dealer", "key", "net"),
    [
        ("initial", "Ks 2d 4c", "3h As 2h", "six-points", 500),
        ("initial", "As 2d 3c", "5h Ts Th", "six-points", 500),
        ("initial", "As 2d 4c", "6h Ts Th", "player-wins", 1000),
        ("initial", "Ks 2d 3c", "5h Ts Th", "player-wins", 1000),
        ("initial", "Ks Qd Jc", "6h Ts Th", "player-wins", 1000),
        ("initial", "As 2d 3c", "6h Ts Th", "tie", 0),
        ("initial", "As 2d 3c", "6h Ks Th", "dealer-wins", -1000),
        ("lucky-tie", "Ks Qd Jc", "Kh Kd Jh", "tie-three-pictures", 600_000),
        ("lucky-tie", "4s 5d Tc", "9h Ts Kh", "tie-8-or-9", 10_000),
        ("lucky-tie", "4s 4d Tc", "8h Ts Th", "tie-8-or-9", 10_000),
        ("lucky-tie", "4s 3d Tc", "7h Ts Th", "tie-other", 8000),
        ("lucky-tie", "As 2d 3c", "Ah 2h 3h", "tie-other", 8000),
        ("lucky-tie", "Ks Qd Tc", "Kh Qh Th", "tie-other", 8000),
        ("lucky-tie", "4s 4d Tc", "9h Ts Th", "no-win", -1000),
        ("lucky-pictures", "Ks Qd Jc", "Kh Kd Jh", "six-pictures", 1_000_000),
        ("lucky-pictures", "Ks Qd Jc", "Kh Kd Th", "five-pictures", 100_000),
        ("lucky-pictures", "Ks Qd 2c", "Kh Kd Th", "four-pictures", 10_000),
        ("lucky-pictures", "Ks 3d 2c", "Kh Kd Th", "three-pictures", 4000),
        ("lucky-pictures", "4s 3d 2c", "Kh Kd Th", "no-win", -1000),
        ("player-lucky-6", "Ks Qd 6c", "5h Ts Th", "two-pictures", 25_000),
        ("player-lucky-6", "Ks 2d 4c", "5h Ts Th", "one-picture", 15_000),
        ("player-lucky-6", "As 2d 3c", "5h Ts Th", "no-picture", 10_000),
        ("player-lucky-6", "As 2d 4c", "5h Ts Th", "no-win", -1000),
        ("dealer-lucky-6", "5h Ts Th", "Ks Qd 6c", "two-pictures", 25_000),
        ("dealer-lucky-6", "5h Ts Th", "Ks 2d 4c", "one-picture", 15_000),
        ("dealer-lucky-6", "5h Ts Th", "As 2d 3c", "no-picture", 10_000),
        ("dealer-lucky-6", "5h Ts Th", "As 2d 4c", "no-win", -1000),
    ],
)
def test_4_1_odds_of_each_winning_bet(wager, player, dealer, key, net):
    settled = line(wager, player, dealer)
    assert (settled.row.key, settled.net, settled.returned) == (key, net, 1000 + net)
    assert ("4.1" in settled.clauses) == (net > 0)


# Appendix G


@clause("G")
def test_G_every_place_of_the_ranking_list_beats_all_below_it():
    assert len(RANKING_LIST) == 31
    for name, ranks in RANKING_LIST.items():
        assert GAME.rules.name_hand(hand(in_suit("s", ranks))) == name
        assert row("initial", in_suit("s", ranks), in_suit("h", ranks)) == "tie"
    for higher, lower in combinations(RANKING_LIST.values(), 2):
        player, dealer = in_suit("s", higher), in_suit("h", lower)
        wins = "six-points" if points(player) == 6 else "player-wins"
        assert row("initial", player, dealer) == wins
        assert row("initial", dealer, player) == "dealer-wins"
