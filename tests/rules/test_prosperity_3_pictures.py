"""Prosperity 3 Pictures (MBS), 18 August 2017: a test for each clause."""

from itertools import permutations

import pytest

from pitboss import games
from pitboss.cards.hands import COLUMNS, hand
from pitboss.errors import BadBet, BadCards, UnknownName
from pitboss.table.bets import Box
from pitboss.table.settlement import Settler
from tests.support.clause import clause

GAME = games["prosperity-3-pictures"]
SIDE_WAGERS = ["tie", "player-prosperity", "dealer-prosperity", "picture-perfect"]

# A hand of each total with none, one and two Picture cards, in ranks; dealt in one suit.
PLAIN = ("235", "245", "345", "A2T", "A3T", "23T", "A23", "A24", "A34", "234")
ONE_PICTURE = ("K46", "KAT", "K2T", "KA2", "KA3", "K23", "K24", "K34", "K35", "K45")
TWO_PICTURES = ("KJT", "KJA", "KJ2", "KJ3", "KJ4", "KJ5", "KJ6", "KJ7", "KJ8", "KJ9")


def line(wager, player, dealer, **readings):
    """A wager of 1000 beside an initial wager of 1000."""
    chosen = {key.replace("_", "-"): option for key, option in readings.items()}
    game = GAME.configure(readings=chosen) if chosen else GAME
    bets = {"initial": 1000, wager: 1000}
    return game.settle(player=player, dealer=dealer, bets=bets)[wager]


def row(wager, player, dealer, **readings):
    return line(wager, player, dealer, **readings).row.key


def prosperity(cards, **readings):
    """The row of these cards on either Prosperity Pictures wager."""
    players = row("player-prosperity", cards, "2h 3h 4h", **readings)
    dealers = row("dealer-prosperity", "2h 3h 4h", cards, **readings)
    assert players == dealers
    return players


def cited(line):
    return {*line.clauses, *line.definitions}


def in_suit(suit, ranks):
    return " ".join(rank + suit for rank in ranks)


def points(cards):
    return COLUMNS["points"]()[hand(cards)]


def pictures(cards):
    return COLUMNS["pictures"]()[hand(cards)]


# 1. Definitions


@clause("1.1.1")
def test_1_1_1_a_perfect_tie_is_the_same_three_cards_but_for_suit():
    won = line("tie", "A♠, K♦, Q♣", "A♥, K♠, Q♦")
    assert (won.row.key, won.net) == ("perfect-tie", 400_000)
    assert "1.1.1" in cited(won)
    assert row("tie", "As Kd Qc", "Ah Ks Jd") == "tie"
    assert row("tie", "2s 3d 4c", "2h 3h 4s") == "perfect-tie"
    assert row("tie", "2s 3d 4c", "As 3h 5s") == "tie"
    assert row("tie", "As Ad Kc", "Ah Ks Kd") == "no-win"


@clause("1.1.1")
def test_1_1_1_only_a_tie_wager_wins_a_perfect_tie():
    made = GAME.settle(player="As Kd Qc", dealer="Ah Ks Qd", bets={"initial": 1000})
    assert [(one.wager.key, one.row.key, one.net) for one in made.lines] == [("initial", "tie", 0)]
    with pytest.raises(UnknownName):
        line("perfect-tie", "As Kd Qc", "Ah Ks Qd")


@clause("1.1.2")
def test_1_1_2_jacks_queens_and_kings_are_pictures():
    for rank in "JQK":
        assert pictures(f"{rank}s 2d 3c") == 1
    for rank in "A456789T":
        assert pictures(f"{rank}s 2d 3c") == 0
    won = line("picture-perfect", "Js 9d 7c", "Jh 9h 6h")
    assert won.row.key == "one-matching"
    assert "1.1.2" in cited(won)
    assert row("picture-perfect", "Ts 9d 7c", "Th 9h 6h") == "no-win"
    assert row("picture-perfect", "As 9d 7c", "Ah 9h 6h") == "no-win"


@clause("1.1.3")
def test_1_1_3_one_jack_matches_one_of_two():
    won = line("picture-perfect", "Js 9d 7c", "Jh Jd 6h")
    assert (won.row.key, won.net) == ("one-matching", 5000)
    assert "1.1.3" in cited(won)


@clause("1.1.3")
def test_1_1_3_pictures_match_by_rank():
    assert row("picture-perfect", "Js 9d 7c", "Qh Kd 6h") == "no-win"
    assert row("picture-perfect", "Js Qd 7c", "Qh Kd 6h") == "one-matching"
    assert row("picture-perfect", "Js Qd Qc", "Qh Qs Jh") == "three-matching"
    lost = line("picture-perfect", "9s 9d 7c", "9h Kd 7h")
    assert (lost.row.key, lost.net) == ("no-win", -1000)
    assert "1.1.3" in lost.clauses


@clause("1.1.3")
def test_1_1_3_read_as_any_picture_matching_any_other():
    loose = {"picture_match": "any-picture"}
    assert row("picture-perfect", "Js 9d 7c", "Jh Jd 6h", **loose) == "one-matching"
    assert row("picture-perfect", "Js 9d 7c", "Qh Kd 6h", **loose) == "one-matching"
    assert row("picture-perfect", "Js Qd 7c", "Qh Kd 6h", **loose) == "two-matching"
    assert row("picture-perfect", "Js Jd Jc", "Qh Qd Qs", **loose) == "three-matching"
    assert row("picture-perfect", "Ts 9d 7c", "Th Jd 6h", **loose) == "no-win"


@clause("1.1.4")
def test_1_1_4_each_prosperity_wager_looks_at_its_own_hand():
    for wager, other in (
        ("player-prosperity", "dealer-prosperity"),
        ("dealer-prosperity", "player-prosperity"),
    ):
        hands = ("Ks Kd Kc", "2h 3h 4h")
        player, dealer = hands if wager.startswith("player") else hands[::-1]
        assert row(wager, player, dealer) == "three-kings"
        lost = line(other, player, dealer)
        assert (lost.row.key, lost.net) == ("no-win", -1000)
        assert "1.1.4" in lost.clauses


@clause("1.1.4.1", "1.1.4.2", "1.1.4.3")
@pytest.mark.parametrize(
    ("rank", "key", "number"),
    [("K", "three-kings", "1.1.4.1"), ("Q", "three-queens", "1.1.4.2"),
     ("J", "three-jacks", "1.1.4.3")],
)  # fmt: skip
def test_1_1_4_1_three_kings_queens_or_jacks(rank, key, number):
    three = f"{rank}s {rank}d {rank}c"
    assert prosperity(three) == key
    assert number in cited(line("player-prosperity", three, "2h 3h 4h"))
    assert number in cited(line("dealer-prosperity", "2h 3h 4h", three))
    assert prosperity("Ts Td Tc") == "no-win"
    assert prosperity("As Ad Ac") == "no-win"


@clause("1.1.4.4")
def test_1_1_4_4_any_three_pictures():
    for cards in ("Ks Qd Jc", "Ks Kd Jc", "Qs Qd Kc", "Js Jd Qc"):
        assert prosperity(cards) == "three-mixed-pictures"
    won = line("player-prosperity", "Ks Qd Jc", "2h 3h 4h")
    assert "1.1.4.4" in cited(won)
    assert "highest-row" in won.policies
    assert prosperity("Ks Qd Tc") == "no-win"


@clause("1.1.4.5")
def test_1_1_4_5_a_pair_of_pictures_and_another_card():
    for cards in ("Ks Kd 9c", "Qs Qd Tc", "Js Jd Ac"):
        assert prosperity(cards) == "any-picture-pair"
        assert "1.1.4.5" in cited(line("player-prosperity", cards, "2h 3h 4h"))
    for cards in ("Ks Qd 9c", "Ts Td 9c", "As Ad Kc", "Ks Ts Tc"):
        assert prosperity(cards) == "no-win"
    assert prosperity("Ks Kd Qc") == "three-mixed-pictures"


@clause("1.1.4.5")
def test_1_1_4_5_read_as_any_two_pictures():
    assert prosperity("Ks Qd 9c", picture_pair="any-two") == "any-picture-pair"
    assert prosperity("Ks Kd 9c", picture_pair="any-two") == "any-picture-pair"
    assert prosperity("Ks Td 9c", picture_pair="any-two") == "no-win"
    assert prosperity("Ks Qd Jc", picture_pair="any-two") == "three-mixed-pictures"


@clause("1.1.6")
def test_1_1_6_a_tie_is_the_same_point_count_whatever_the_ranking():
    won = line("tie", "9s 9d 9c", "7h Ks Td")
    assert won.row.key == "tie"
    assert "1.1.6" in cited(won)
    assert row("tie", "Ks Qs Js", "Th Td Tc") == "tie"
    for other in ("6h Ks Td", "8h Ks Td"):
        lost = line("tie", "9s 9d 9c", other)
        assert (lost.row.key, lost.net) == ("no-win", -1000)
        assert "1.1.6" in lost.clauses


@clause("1.1.6")
def test_1_1_6_three_pictures_read_as_having_no_point_count():
    apart = {"three_pictures_total": "apart"}
    assert row("tie", "Ks Qs Js", "Th Td Tc", **apart) == "no-win"
    assert row("tie", "Th Td Tc", "Ks Qs Js", **apart) == "no-win"
    assert row("tie", "Ks Qs Js", "Kh Kd Qc", **apart) == "tie"


@clause("1.1.6")
def test_1_1_6_a_tie_read_as_the_same_ranking():
    assert row("tie", "9s 9d 9c", "7h Ks Td", tie="ranking") == "no-win"
    assert row("tie", "9s 9d 9c", "7h Ts Td", tie="ranking") == "tie"
    assert row("tie", "Ks Qs Js", "Th Td Tc", tie="ranking") == "no-win"
    assert row("tie", "Ks Qs Js", "Kh Kd Qc", tie="ranking") == "tie"
    assert row("tie", "As Kd Qc", "Ah Ks Qd", tie="ranking") == "perfect-tie"


# 2. Mode of Play


@clause("2.1")
def test_2_1_one_deck_without_jokers():
    for player, dealer, code in (
        ("Ks 2d 4c", "3h Ks 2h", "cards/twice"),
        ("Ks Ks 4c", "3h As 2h", "cards/twice"),
        ("Joker 2d 4c", "3h As 2h", "cards/unknown"),
    ):
        with pytest.raises(BadCards) as refused:
            GAME.settle(player=player, dealer=dealer, bets={"initial": 1000})
        assert refused.value.code == code


@clause("2.2.1", "2.2.2", "2.2.3", "2.2.4")
def test_2_2_1_the_felt_takes_these_five_wagers_and_no_other():
    felt = dict.fromkeys(["initial", *SIDE_WAGERS], 1000)
    made = GAME.settle(player="Ks 2d 4c", dealer="3h As 2h", bets=felt)
    assert [one.wager.key for one in made.lines] == [*felt]
    assert [wager.key for wager in GAME.rules.wagers] == [*felt]
    for wager in ("three-pictures", "lucky-tie", "lucky-pictures", "player-lucky-6"):
        with pytest.raises(UnknownName) as refused:
            line(wager, "Ks 2d 4c", "3h As 2h")
        assert refused.value.code == "unknown/wager"


# 3. How To Play


@clause("3.3")
def test_3_3_the_higher_ranking_hand_wins():
    won = line("initial", "Ks 2d 5c", "3h As 3d")
    assert (won.row.key, won.net) == ("player-wins", 1000)
    assert "3.3" in cited(won)
    assert row("initial", "3h As 3d", "Ks 2d 6c") == "dealer-wins"


@clause("3.4")
@pytest.mark.parametrize("wager", SIDE_WAGERS)
def test_3_4_every_other_wager_needs_an_initial_one(wager):
    with pytest.raises(BadBet) as refused:
        GAME.settle(player="Ks 2d 4c", dealer="3h As 2h", bets={wager: 1000})
    assert (refused.value.code, refused.value.clause) == ("bet/needs", "3.4")
    assert line(wager, "Ks 2d 4c", "3h As 2h").stake == 1000


@clause("3.4")
def test_3_4_the_initial_wager_is_the_players_own_on_that_area():
    boxes = [
        Box(1, hand("Ks 2d 4c"), {"you": {"initial": 1000}}),
        Box(2, hand("5s 6d 7c"), {"you": {"picture-perfect": 1000}}),
    ]
    with pytest.raises(BadBet) as refused:
        Settler(GAME.rules).settle(boxes, hand("3h As 2h"))
    assert (refused.value.code, refused.value.clause) == ("bet/needs", "3.4")


@clause("3.9")
def test_3_9_a_hand_is_three_cards_and_their_values_are_added():
    assert points("2s 3d 4c") == 9
    assert "3.9" in cited(line("initial", "2s 3d 4c", "2h 3h Th"))
    for cards in ("2s 3d", "2s 3d 4c 5c"):
        with pytest.raises(BadCards) as refused:
            line("initial", cards, "2h 3h Th")
        assert refused.value.code == "cards/count"


@clause("3.9.1")
def test_3_9_1_a_card_counts_its_face_value_and_an_ace_one():
    assert [points(f"{rank}s Td Tc") for rank in "A23456789"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    won = line("initial", "As Td Tc", "2h 3h 5h")
    assert won.row.key == "player-wins"
    assert "3.9.1" in cited(won)
    assert "card-points" in won.policies


@clause("3.9.1.1")
def test_3_9_1_1_tens_and_pictures_count_nothing_but_a_ten_is_no_picture():
    assert [points(f"{rank}s 2d 3c") for rank in "TJQK"] == [5, 5, 5, 5]
    assert [pictures(f"{rank}s 2d 3c") for rank in "TJQK"] == [0, 1, 1, 1]
    won = line("initial", "Js 2d 3c", "Th 2h 3h")
    assert won.row.key == "player-wins"
    assert "3.9.1.1" in cited(won)
    assert row("initial", "Ts 2d 3c", "Jh 2h 3h") == "dealer-wins"


@clause("3.10.1", "3.10.2")
@pytest.mark.parametrize(
    ("cards", "total"),
    [("Ts Td Tc", 0), ("As Td Tc", 1), ("2s 3d 4c", 9), ("As 4d 5c", 0), ("2s 4d 5c", 1),
     ("9s 9d As", 9), ("9s 9d 2s", 0), ("9s 9d 9c", 7)],
)  # fmt: skip
def test_3_10_1_a_total_to_nine_stands_and_of_more_the_right_digit(cards, total):
    assert points(cards) == total
    assert cited(line("initial", "9h 9s As", "8h Th Ts")) >= {"3.10.1", "3.10.2"}


@clause("3.11")
def test_3_11_three_pictures_beat_every_other_hand():
    won = line("initial", "K♣, Q♥, J♦", "Kh Kd 9h")
    assert (won.row.key, won.net) == ("player-wins", 1000)
    assert "3.11" in cited(won)
    assert row("initial", "Kh Kd 9h", "K♣, Q♥, J♦") == "dealer-wins"
    assert row("initial", "Kh Kd Th", "As Td Tc") == "dealer-wins"


@clause("3.11.1")
def test_3_11_1_three_pictures_against_three_pictures_tie():
    tied = line("initial", "Ks Kd Kc", "Jh Qh Js")
    assert (tied.row.key, tied.net, tied.returned) == ("tie", 0, 1000)
    assert "3.11.1" in cited(tied)
    assert line("tie", "Ks Kd Kc", "Jh Qh Js").net == 10_000


@clause("3.12")
def test_3_12_hands_go_by_points_whatever_their_pictures():
    for low in range(9):
        for high in range(low + 1, 10):
            better, worse = in_suit("s", PLAIN[high]), in_suit("h", TWO_PICTURES[low])
            won = line("initial", better, worse)
            assert won.row.key == ("six-points" if high == 6 else "player-wins")
            assert "3.12" in cited(won)
            assert row("initial", worse, better) == "dealer-wins"


@clause("3.13")
def test_3_13_most_pictures_wins():
    for total in range(10):
        three = in_suit("s", TWO_PICTURES[total]), in_suit("h", ONE_PICTURE[total])
        ranked = (*three, in_suit("d", PLAIN[total]))
        for better, worse in ((0, 1), (0, 2), (1, 2)):
            won = line("initial", ranked[better], ranked[worse])
            assert won.row.key == ("six-points" if total == 6 else "player-wins")
            assert "3.13" in cited(won)
            assert row("initial", ranked[worse], ranked[better]) == "dealer-wins"


@clause("3.13.1")
def test_3_13_1_the_same_ranking_is_a_tie_and_the_bet_goes_back():
    for player, dealer in (
        ("2s 3s 4s", "9h 9d Ah"), ("Ks 4s 5s", "Jh Th 9h"), ("Ks Qs 6s", "Jh Jd 6h"),
    ):  # fmt: skip
        tied = line("initial", player, dealer)
        assert (tied.row.key, tied.net, tied.returned) == ("tie", 0, 1000)
        assert "3.13.1" in tied.clauses
        assert "tied-bet" in tied.policies


@clause("3.13.2")
def test_3_13_2_the_same_three_cards_are_a_perfect_tie():
    won = line("tie", "A♠, K♦, Q♣", "A♥, K♠, Q♦")
    assert won.row.key == "perfect-tie"
    assert "3.13.2" in cited(won)
    assert row("initial", "A♠, K♦, Q♣", "A♥, K♠, Q♦") == "tie"
    assert row("tie", "Ks Kd 5c", "Kh Kc 5s") == "perfect-tie"
    assert row("tie", "Ks Kd 5c", "Kh Qc 5s") == "tie"


@clause("3.14")
def test_3_14_two_kings_are_equal_to_queen_and_jack():
    tied = line("initial", "Ks Kd 5c", "Qh Jh 5d")
    assert tied.row.key == "tie"
    assert "3.14" in cited(tied)
    assert row("initial", "Qh Jh 5d", "Ks Kd 5c") == "tie"
    assert row("initial", "Ks 2d 3c", "Jh 2h 3h") == "tie"


@clause("3.15")
def test_3_15_the_tie_wager_is_paid_400_to_1_on_a_perfect_tie():
    won = line("tie", "2s 3d 4c", "2h 3h 4h")
    assert (won.row.key, won.net, won.returned) == ("perfect-tie", 400_000, 401_000)
    assert "3.15" in won.clauses
    both = line("tie", "2s 3d 4c", "2h 3h 4h", perfect_tie="also")
    assert (both.row.key, both.net) == ("perfect-tie", 410_000)
    assert line("tie", "2s 3d 4c", "Ah 3h 5h", perfect_tie="also").net == 10_000


@clause("3.16")
def test_3_16_suits_have_no_ranking():
    for one, other in permutations("cdhs", 2):
        tied = line("initial", in_suit(one, "K45"), in_suit(other, "K45"))
        assert tied.row.key == "tie"
        assert "3.16" in cited(tied)


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
        ("tie", "As 2d 3c", "6h Ts Th", "tie", 10_000),
        ("tie", "As 2d 3c", "6h Ks Th", "tie", 10_000),
        ("tie", "Ks Qd Jc", "Kh Qh Js", "perfect-tie", 400_000),
        ("tie", "As 2d 3c", "Ah 2h 3h", "perfect-tie", 400_000),
        ("tie", "As 2d 3c", "7h Ts Th", "no-win", -1000),
    ],
)
def test_4_1_pay_table(wager, player, dealer, key, net):
    settled = line(wager, player, dealer)
    assert (settled.row.key, settled.net, settled.returned) == (key, net, 1000 + net)
    assert ("4.1" in settled.clauses) == (net > 0)


@clause("4.2")
@pytest.mark.parametrize(
    ("cards", "key", "net"),
    [
        ("Ks Kd Kc", "three-kings", 250_000),
        ("Qs Qd Qc", "three-queens", 250_000),
        ("Js Jd Jc", "three-jacks", 250_000),
        ("Ks Qd Jc", "three-mixed-pictures", 25_000),
        ("Ks Kd Jc", "three-mixed-pictures", 25_000),
        ("Js Jd Tc", "any-picture-pair", 15_000),
        ("Js Qd Tc", "no-win", -1000),
    ],
)
def test_4_2_pay_table_of_both_prosperity_wagers(cards, key, net):
    for wager, player, dealer in (
        ("player-prosperity", cards, "9h 9s 2h"),
        ("dealer-prosperity", "9h 9s 2h", cards),
    ):
        settled = line(wager, player, dealer)
        assert (settled.row.key, settled.net, settled.returned) == (key, net, 1000 + net)
        assert ("4.2" in settled.clauses) == (net > 0)


@clause("4.3")
@pytest.mark.parametrize(
    ("player", "dealer", "key", "net"),
    [
        ("Js 9d 7c", "Jh Jd 6h", "one-matching", 5000),
        ("Js Jd 7c", "Jh Jc 6h", "two-matching", 100_000),
        ("Js Kd 7c", "Jh Kc Qh", "two-matching", 100_000),
        ("Js Kd Qc", "Jh Kc Qh", "three-matching", 500_000),
        ("Ks Kd Qc", "Kh Kc Qh", "three-matching", 500_000),
        ("Ks Kd Kc", "Jh Jc Qh", "no-win", -1000),
    ],
)
def test_4_3_pay_table(player, dealer, key, net):
    settled = line("picture-perfect", player, dealer)
    assert (settled.row.key, settled.net, settled.returned) == (key, net, 1000 + net)
    assert ("4.3" in settled.clauses) == (net > 0)


@clause("4.3")
def test_4_3_each_picture_matches_once():
    assert row("picture-perfect", "Js 9d 7c", "Jh Jd 6h") == "one-matching"
    assert row("picture-perfect", "Jh Jd 6h", "Js 9d 7c") == "one-matching"
    assert row("picture-perfect", "Ks Kd Kc", "Kh Jc Qh") == "one-matching"


@clause("4.3")
def test_4_3_read_as_a_dealers_card_matching_several_of_the_players():
    reused = {"picture_match": "reused"}
    assert row("picture-perfect", "Js 9d 7c", "Jh Jd 6h", **reused) == "one-matching"
    assert row("picture-perfect", "Jh Jd 6h", "Js 9d 7c", **reused) == "two-matching"
    assert row("picture-perfect", "Ks Kd Kc", "Kh Jc Qh", **reused) == "three-matching"
