"""Three Pictures (MBS), version 2, 31 December 2010: a test for each clause."""

from itertools import permutations

import pytest

from pitboss import games
from pitboss.cards.hands import COLUMNS, hand
from pitboss.errors import BadBet, BadCards, UnknownName
from pitboss.table.bets import Box
from pitboss.table.settlement import Settler
from tests.support.clause import clause

GAME = games["three-pictures"]

# A hand of each total with none, one and two Knights, in ranks; dealt in one suit.
PLAIN = ("235", "245", "345", "A2T", "A3T", "23T", "A23", "A24", "A34", "234")
ONE_KNIGHT = ("K46", "KAT", "K2T", "KA2", "KA3", "K23", "K24", "K34", "K35", "K45")
TWO_KNIGHTS = ("KJT", "KJA", "KJ2", "KJ3", "KJ4", "KJ5", "KJ6", "KJ7", "KJ8", "KJ9")


def line(wager, player, dealer, stake=1000, **readings):
    """A wager beside an initial bet of 1000."""
    chosen = {key.replace("_", "-"): option for key, option in readings.items()}
    game = GAME.configure(readings=chosen) if chosen else GAME
    bets = {"initial": 1000, wager: stake}
    return game.settle(player=player, dealer=dealer, bets=bets)[wager]


def row(wager, player, dealer, **readings):
    return line(wager, player, dealer, **readings).row.key


def cited(line):
    return {*line.clauses, *line.definitions}


def in_suit(suit, ranks):
    return " ".join(rank + suit for rank in ranks)


def points(cards):
    return COLUMNS["points"]()[hand(cards)]


def knights(cards):
    return COLUMNS["pictures"]()[hand(cards)]


# 1. Definitions


@clause("1.1.1")
def test_1_1_1_jacks_queens_and_kings_are_knights():
    for rank in "JQK":
        assert knights(f"{rank}s 2d 3c") == 1
    for rank in "A456789T":
        assert knights(f"{rank}s 2d 3c") == 0
        assert row("three-pictures", f"{rank}s Qd Kc", "2h 3h 4h") == "no-win"
    won = line("three-pictures", "Js Qd Kc", "2h 3h 4h")
    assert won.row.key == "three-pictures"
    assert "1.1.1" in cited(won)


@clause("1.1.2")
def test_1_1_2_three_pictures_is_three_knights_of_the_player():
    won = line("three-pictures", "Js Jd Kc", "2h 3h 4h")
    assert (won.row.key, won.net) == ("three-pictures", 16000)
    assert "1.1.2" in won.clauses
    lost = line("three-pictures", "Js Jd 9c", "2h 3h 4h")
    assert (lost.row.key, lost.net) == ("no-win", -1000)
    assert "1.1.2" in lost.clauses


@clause("1.1.2")
def test_1_1_2_the_dealers_knights_neither_win_nor_spoil_it():
    assert row("three-pictures", "2h 3h 4h", "Js Jd Kc") == "no-win"
    assert row("three-pictures", "Qh Qs Qd", "Js Jd Kc") == "three-pictures"


@clause("1.1.3")
def test_1_1_3_a_tie_is_the_same_point_count():
    won = line("tie", "9s 9d 9c", "7h Ts Td")
    assert won.row.key == "tie"
    assert "1.1.3" in cited(won)
    for other in ("6h Ts Td", "8h Ts Td"):
        lost = line("tie", "9s 9d 9c", other)
        assert (lost.row.key, lost.net) == ("no-win", -1000)
        assert "1.1.3" in lost.clauses


@clause("1.1.3")
def test_1_1_3_three_knights_count_nothing_and_tie_with_nothing():
    assert row("tie", "Ks Qs Js", "Th Td Tc") == "tie"
    assert row("tie", "Th Td Tc", "Ks Qs Js") == "tie"
    assert row("tie", "Ks Qs Js", "Ah Td Tc") == "no-win"


@clause("1.1.3")
def test_1_1_3_three_knights_read_as_having_no_point_count():
    apart = {"three_pictures_total": "apart"}
    assert row("tie", "Ks Qs Js", "Th Td Tc", **apart) == "no-win"
    assert row("tie", "Th Td Tc", "Ks Qs Js", **apart) == "no-win"
    assert row("tie", "Ks Qs Js", "Kh Kd Kc", **apart) == "tie"
    assert row("tie", "2s 3s 5s", "Th Td Tc", **apart) == "tie"


# 2. Mode of Play


@clause("2.1")
def test_2_1_one_deck_holds_each_card_once():
    for player, dealer in (("Ks 2d 4c", "3h Ks 2h"), ("Ks Ks 4c", "3h As 2h")):
        with pytest.raises(BadCards) as refused:
            GAME.settle(player=player, dealer=dealer, bets={"initial": 1000})
        assert refused.value.code == "cards/twice"
    bets = {"you": {"initial": 1000}}
    boxes = [Box(1, hand("Ks 2d 4c"), bets), Box(2, hand("Ks 5d 6c"), bets)]
    with pytest.raises(BadCards) as refused:
        Settler(GAME.rules).settle(boxes, hand("3h As 2h"))
    assert refused.value.code == "cards/twice"


@clause("2.1")
def test_2_1_the_deck_has_no_jokers():
    with pytest.raises(BadCards) as refused:
        GAME.settle(player="Joker 2d 4c", dealer="3h As 2h", bets={"initial": 1000})
    assert refused.value.code == "cards/unknown"


@clause("2.2.1", "2.2.2", "2.2.3")
def test_2_2_1_the_felt_takes_bets_tie_bets_and_three_pictures_bets():
    felt = {"initial": 1000, "tie": 100, "three-pictures": 10}
    made = GAME.settle(player="Ks 2d 4c", dealer="3h As 2h", bets=felt)
    assert [(one.wager.key, one.stake) for one in made.lines] == [*felt.items()]
    assert [wager.key for wager in GAME.rules.wagers] == [*felt]


@clause("2.2.1")
@pytest.mark.parametrize("wager", ["ante", "lucky-tie", "perfect-tie", "player-prosperity"])
def test_2_2_1_the_felt_has_no_place_for_bets_of_other_games(wager):
    with pytest.raises(UnknownName) as refused:
        line(wager, "Ks 2d 4c", "3h As 2h")
    assert refused.value.code == "unknown/wager"


# 3. How To Play


@clause("3.3")
@pytest.mark.parametrize("wager", ["tie", "three-pictures"])
def test_3_3_tie_and_three_pictures_bets_need_an_initial_bet(wager):
    with pytest.raises(BadBet) as refused:
        GAME.settle(player="Ks 2d 4c", dealer="3h As 2h", bets={wager: 1000})
    assert (refused.value.code, refused.value.clause) == ("bet/needs", "3.3")
    assert line(wager, "Ks 2d 4c", "3h As 2h", stake=5000).stake == 5000


@clause("3.3")
def test_3_3_the_initial_bet_is_the_players_own_on_that_area():
    boxes = [
        Box(1, hand("Ks 2d 4c"), {"you": {"initial": 1000}}),
        Box(2, hand("5s 6d 7c"), {"you": {"tie": 1000}}),
    ]
    with pytest.raises(BadBet) as refused:
        Settler(GAME.rules).settle(boxes, hand("3h As 2h"))
    assert (refused.value.code, refused.value.clause) == ("bet/needs", "3.3")
    shared = Box(1, hand("Ks 2d 4c"), {"you": {"initial": 1000}, "another": {"tie": 1000}})
    with pytest.raises(BadBet) as refused:
        Settler(GAME.rules).settle([shared], hand("3h As 2h"))
    assert refused.value.code == "bet/one-bettor"


@clause("3.3")
def test_3_3_an_initial_bet_needs_no_other():
    made = GAME.settle(player="Ks 2d 4c", dealer="3h As 2h", bets={"initial": 1000})
    assert [one.wager.key for one in made.lines] == ["initial"]


@clause("3.8")
def test_3_8_a_hand_is_three_cards_and_their_values_are_added():
    assert points("2s 3d 4c") == 9
    assert "3.8" in cited(line("initial", "2s 3d 4c", "2h 3h Th"))
    for cards in ("2s 3d", "2s 3d 4c 5c"):
        with pytest.raises(BadCards) as refused:
            line("initial", cards, "2h 3h Th")
        assert refused.value.code == "cards/count"


@clause("3.8.1")
def test_3_8_1_a_card_counts_its_face_value():
    assert [points(f"{rank}s Td Tc") for rank in "23456789"] == [2, 3, 4, 5, 6, 7, 8, 9]
    won = line("initial", "9s Td Tc", "8h Th Ts")
    assert won.row.key == "player-wins"
    assert "3.8.1" in cited(won)


@clause("3.8.1")
def test_3_8_1_an_ace_counts_one_by_policy():
    assert points("As Td Tc") == 1
    assert row("initial", "As Td Tc", "Th Ts 2s") == "dealer-wins"
    won = line("initial", "As Td Tc", "2h 3h 5h")
    assert won.row.key == "player-wins"
    assert "card-points" in won.policies


@clause("3.8.1.1")
def test_3_8_1_1_tens_and_knights_count_nothing_but_a_ten_is_no_knight():
    for rank in "TJQK":
        assert points(f"{rank}s 2d 3c") == 5
    assert [knights(f"{rank}s 2d 3c") for rank in "TJQK"] == [0, 1, 1, 1]
    won = line("initial", "Js 2d 3c", "Th 2h 3h")
    assert won.row.key == "player-wins"
    assert "3.8.1.1" in cited(won)
    assert row("initial", "Ts 2d 3c", "Jh 2h 3h") == "dealer-wins"
    assert row("initial", "Ts 2d 3c", "Th 2h 3h") == "tie"


@clause("3.9.1", "3.9.2")
@pytest.mark.parametrize(
    ("cards", "total"),
    [("Ts Td Tc", 0), ("As Td Tc", 1), ("2s 3d 4c", 9), ("As 4d 5c", 0), ("2s 4d 5c", 1),
     ("9s 9d As", 9), ("9s 9d 2s", 0), ("9s 9d 9c", 7)],
)  # fmt: skip
def test_3_9_1_a_total_to_nine_stands_and_of_more_the_right_digit(cards, total):
    assert points(cards) == total
    assert cited(line("initial", "9h 9s As", "8h Th Ts")) >= {"3.9.1", "3.9.2"}


@clause("3.10")
def test_3_10_three_knights_beat_every_other_hand():
    won = line("initial", "Js Jd Qc", "Kh Kd 9h")
    assert (won.row.key, won.net) == ("player-wins", 1000)
    assert "3.10" in cited(won)
    assert row("initial", "Kh Kd 9h", "Js Jd Qc") == "dealer-wins"
    assert row("initial", "Kh Kd Th", "As Td Tc") == "dealer-wins"


@clause("3.11")
def test_3_11_hands_go_by_points_whatever_their_knights():
    for low in range(9):
        for high in range(low + 1, 10):
            better, worse = in_suit("s", PLAIN[high]), in_suit("h", TWO_KNIGHTS[low])
            won = line("initial", better, worse)
            assert won.row.key == ("six-points" if high == 6 else "player-wins")
            assert "3.11" in cited(won)
            assert row("initial", worse, better) == "dealer-wins"


@clause("3.12")
def test_3_12_most_knights_wins():
    for total in range(10):
        three = in_suit("s", TWO_KNIGHTS[total]), in_suit("h", ONE_KNIGHT[total])
        ranked = (*three, in_suit("d", PLAIN[total]))
        assert [knights(cards) for cards in ranked] == [2, 1, 0]
        for better, worse in ((0, 1), (0, 2), (1, 2)):
            won = line("initial", ranked[better], ranked[worse])
            assert won.row.key == ("six-points" if total == 6 else "player-wins")
            assert "3.12" in cited(won)
            assert row("initial", ranked[worse], ranked[better]) == "dealer-wins"


@clause("3.13")
def test_3_13_the_same_ranking_is_a_tie_and_the_bet_goes_back():
    for by_total in (PLAIN, ONE_KNIGHT, TWO_KNIGHTS):
        for ranks in by_total:
            tied = line("initial", in_suit("s", ranks), in_suit("h", ranks))
            assert (tied.row.key, tied.net, tied.returned) == ("tie", 0, 1000)
            assert "3.13" in tied.clauses
            assert "tied-bet" in tied.policies
    assert row("initial", "2s 3s 4s", "9h 9d Ah") == "tie"
    assert row("initial", "Ks Qs Js", "Jh Jd Kh") == "tie"


@clause("3.13.1")
def test_3_13_1_the_tie_bet_is_paid_on_the_same_total_whoever_wins():
    for player, dealer, initial in (
        ("Ks 2d 4c", "3h As 2h", "six-points"),
        ("3h As 2h", "Ks 2d 4c", "dealer-wins"),
        ("Ks 2d 3c", "Kh 2h 3h", "tie"),
    ):
        assert row("initial", player, dealer) == initial
        won = line("tie", player, dealer)
        assert (won.row.key, won.net) == ("tie", 8000)
        assert "3.13.1" in won.clauses
    assert row("tie", "Ks 2d 4c", "Kh 2h 5h") == "no-win"


@clause("3.14")
def test_3_14_two_kings_are_equal_to_queen_and_jack():
    tied = line("initial", "Ks Kd 5c", "Qh Jh 5d")
    assert tied.row.key == "tie"
    assert "3.14" in cited(tied)
    assert row("initial", "Qh Jh 5d", "Ks Kd 5c") == "tie"
    assert row("initial", "Ks Kd Kc", "Jh Js Jd") == "tie"
    assert row("initial", "Ks 2d 3c", "Jh 2h 3h") == "tie"


@clause("3.15")
def test_3_15_suits_have_no_ranking():
    for one, other in permutations("cdhs", 2):
        tied = line("initial", in_suit(one, "K45"), in_suit(other, "K45"))
        assert tied.row.key == "tie"
        assert "3.15" in cited(tied)
    assert row("initial", "Ks 4s 5s", "Kh 4d 5c") == "tie"


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
        ("tie", "As 2d 3c", "6h Ts Th", "tie", 8000),
        ("tie", "4s 5d Tc", "9h Ts Th", "tie", 8000),
        ("tie", "Ks Qd Jc", "Kh Qh Jh", "tie", 8000),
        ("tie", "As 2d 3c", "Ah 2h 3h", "tie", 8000),
        ("tie", "As 2d 3c", "7h Ts Th", "no-win", -1000),
        ("three-pictures", "Ks Kd Kc", "6h Ts Th", "three-pictures", 16000),
        ("three-pictures", "Ks Qd Jc", "Kh Qh Jh", "three-pictures", 16000),
        ("three-pictures", "Ks Kd 9c", "6h Ts Th", "no-win", -1000),
    ],
)
def test_4_1_pay_table(wager, player, dealer, key, net):
    settled = line(wager, player, dealer)
    assert (settled.row.key, settled.net, settled.returned) == (key, net, 1000 + net)
    assert ("4.1" in settled.clauses) == (net > 0)


@clause("4.1")
def test_4_1_all_bets_are_settled_apart():
    bets = {"initial": 1000, "tie": 200, "three-pictures": 30}
    made = GAME.settle(player="Ks Kd Kc", dealer="Th Ts Td", bets=bets)
    assert [one.net for one in made.lines] == [1000, 1600, 480]
    assert (made.net, made.returned) == (3080, 4310)
    lost = GAME.settle(player="Th Ts Td", dealer="4s 5d 2c", bets=bets)
    assert (lost.net, lost.returned) == (-1230, 0)
