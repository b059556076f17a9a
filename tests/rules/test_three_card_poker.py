"""Three Card Poker (MBS) version 4, clause by clause."""

import pytest

from pitboss import games
from pitboss.cards.hands import hand
from pitboss.errors import BadBet, BadCards, UnknownName
from pitboss.table.bets import Box
from pitboss.table.settlement import Settler
from tests.support.clause import clause

GAME = games["three-card-poker"]
SPADES, HEARTS, CLUBS = "As Ks Qs", "Ah Kh Qh", "Ac Kc Qc"  # The top two hands of 4.4.
NOTHING, OTHER = "9c 7d 3h", "8c 6d 4h"
JACK_HIGH, KING_HIGH = "Jd Tc 8h", "Kd Jc 4s"  # A dealer who does not qualify, and one who does.
TOP_DEALER = "Ad Kd Qd"
KINDS = [  # Each kind of 3.18 with its example there, and what it pays by 4.2 and 4.3.
    ("straight-flush", "8♥, 7♥, 6♥", 5, 40),
    ("three-of-a-kind", "10♠, 10♥, 10♣", 4, 30),
    ("straight", "8♦, 7♣, 6♥", 1, 5),
    ("flush", "10♥, 4♥, 2♥", 0, 4),
    ("pair", "A♣, A♥, 8♦", 0, 1),
    ("no-win", "Q♣, 10♥, 6♦,", 0, -1),
]


def settle(player, dealer=KING_HIGH, fold=False, jackpot=None, readings=None, **bets):
    game = GAME.configure(readings=readings) if readings else GAME
    bets = {wager.replace("_", "-"): stake for wager, stake in bets.items()}
    return game.settle(player=player, dealer=dealer, bets=bets, fold=fold, jackpot=jackpot)


def lines(settlement):
    return {line.wager.key: (line.row.key, line.net) for line in settlement.lines}


def refused(fold=False, **bets):
    with pytest.raises(BadBet) as error:
        settle("9s 8d 7c", fold=fold, **bets)
    return error.value.code, error.value.clause


def envy(*boxes, dealer=KING_HIGH, **readings):
    """The Envy Bonuses of a table of boxes, each a hand, a bettor, bets and whether it folded."""
    rules = GAME.configure(readings={k.replace("_", "-"): v for k, v in readings.items()}).rules
    made = Settler(rules).settle(
        [Box(n, hand(h), {who: bets}, *rest) for n, (h, who, bets, *rest) in enumerate(boxes, 1)],
        hand(dealer),
        jackpot=1_000_000,
    )
    found = [line for line in made.lines if line.wager.key == "envy"]
    assert all(line.stake == 0 and {"3.16", "4.4"} <= {*line.clauses} for line in found)
    return [(line.bettor, line.row.key, line.net) for line in found]


ANTE = {"ante": 1000}
BOTH = {"ante": 1000, "progressive": 250}
PAIR_PLUS = {"pair-plus": 1000}

# 1. Definitions


@clause("1.1.1")
def test_1_1_1_ante_is_enough_to_begin():
    made = settle("Ks Qd 2c", ante=1000)
    assert [(line.wager.key, line.stake) for line in made.lines] == [("ante", 1000), ("play", 1000)]


@clause("1.1.2")
def test_1_1_2_ante_bonus_is_paid_on_the_ante_from_a_straight_up():
    line = settle("3s 2d Ac", ante=700)["ante-bonus"]
    assert (line.row.key, line.stake, line.net) == ("straight", 0, 700)
    assert "ante-bonus" not in lines(settle("As Ks Js", ante=700))
    assert "ante-bonus" not in lines(settle("3s 2d Ac", pair_plus=700))
    assert refused(ante=700, ante_bonus=700) == ("bet/not-staked", "1.1.2")


@clause("1.1.3")
def test_1_1_3_envy_bonus_is_for_another_players_hand():
    hit, other = (SPADES, "seat 1", BOTH), (NOTHING, "seat 2", BOTH)
    assert envy(hit, other) == [("seat 2", "akq-spades", 25_000)]
    assert envy(hit, other, envy="everyone") == [
        ("seat 1", "akq-spades", 25_000),
        ("seat 2", "akq-spades", 25_000),
    ]
    # A second hand of the same player is not another player's.
    assert envy((SPADES, "seat 1", ANTE), (NOTHING, "seat 1", BOTH)) == []


@clause("1.1.4")
def test_1_1_4_who_folds_does_not_go_on():
    made = settle("As Ad Kc", JACK_HIGH, fold=True, ante=1000)
    assert lines(made) == {"ante": ("folded", -1000)}
    assert "1.1.4" in made["ante"].definitions
    assert refused(fold=True, ante=1000, play=1000)[0] == "bet/fold"


@clause("1.1.5")
@pytest.mark.parametrize("dealer", [JACK_HIGH, KING_HIGH, TOP_DEALER])
def test_1_1_5_pair_plus_pays_from_a_pair_up_whatever_the_dealer_has(dealer):
    assert lines(settle("2s 2d 3c", dealer, pair_plus=500)) == {"pair-plus": ("pair", 500)}
    lost = settle("Ah Ks Js", dealer, pair_plus=500)["pair-plus"]
    assert (lost.row.key, lost.net) == ("no-win", -500)
    assert "1.1.5" in lost.clauses


@clause("1.1.6")
def test_1_1_6_play_equals_the_ante():
    assert settle("As Ad 2c", ante=1000, play=1000)["play"].net == 1000
    assert refused(ante=1000, play=999) == ("bet/equal", "1.1.6")
    assert refused(ante=1000, play=2000) == ("bet/equal", "1.1.6")
    assert refused(play=1000) == ("bet/needs", "1.1.6")
    assert refused(pair_plus=1000, play=1000) == ("bet/needs", "1.1.6")


@clause("1.1.7")
def test_1_1_7_progressive_jackpot_is_optional_and_needs_a_qualifying_hand():
    assert "progressive" not in lines(settle("9s 8d 7c", ante=1000))
    assert lines(settle("9s 8d 7c", **BOTH))["progressive"] == ("straight", 1250)
    lost = settle("As Ks Js", **BOTH)["progressive"]
    assert (lost.row.key, lost.net) == ("no-win", -250)
    assert "1.1.7" in lost.clauses


@clause("1.1.9")
def test_1_1_9_stand_off_neither_wins_nor_loses():
    made = settle("Ks Jd 4c", ante=1000)
    for wager in ("ante", "play"):
        line = made[wager]
        assert (line.row.key, line.net, line.returned) == ("stand-off", 0, 1000)
        assert "1.1.9" in line.definitions


# 2. Mode of Play


@clause("2.1")
def test_2_1_one_deck_holds_each_card_once_and_no_joker():
    boxes = [Box(1, hand("Qs 9d 2c"), {"seat 1": ANTE}), Box(2, hand("2c 4d 7h"), {"seat 2": ANTE})]
    with pytest.raises(BadCards, match="2c is there twice"):
        Settler(GAME.rules).settle(boxes, hand(KING_HIGH))
    for player in ("Kd 9d 2c", "9d 9d 2c"):  # Shared with the dealer, and within the hand.
        with pytest.raises(BadCards, match="is there twice"):
            settle(player, KING_HIGH, ante=1000)
    with pytest.raises(BadCards, match="is not a card"):
        settle("9d 2c Joker", KING_HIGH, ante=1000)


@clause("2.2.1")
def test_2_2_1_four_bets_have_an_area():
    staked = [wager.key for wager in GAME.rules.wagers if wager.is_staked]
    assert staked == ["ante", "play", "pair-plus", "progressive"]
    made = settle("9s 8d 7c", ante=1000, play=1000, pair_plus=1000, progressive=250)
    assert [line.wager.key for line in made.lines if line.stake] == staked
    assert refused(ante=1000, ante_bonus=1000) == ("bet/not-staked", "1.1.2")
    assert refused(ante=1000, envy=250) == ("bet/not-staked", "3.16")
    for elsewhere in ("initial", "tie", "prime", "pair_bonus", "all_six"):
        with pytest.raises(UnknownName):
            settle("9s 8d 7c", **{"ante": 1000, elsewhere: 1000})


# 3. How To Play


@clause("3.3")
def test_3_3_higher_rank_beats_the_dealer_and_suits_do_not_count():
    line = settle("Ks Jd 5c", ante=1000)["ante"]
    assert (line.row.key, line.net) == ("player-higher", 1000)
    assert {"3.3", "3.18"} <= {*line.definitions}
    assert settle("Ks Jd 3c", ante=1000)["ante"].row.key == "dealer-higher"
    assert settle("Ks Js 4c", ante=1000)["ante"].row.key == "stand-off"


@clause("3.4")
def test_3_4_an_ante_or_a_pair_plus_or_both_to_take_part():
    assert lines(settle("Qs 9d 2c", ante=1000)).keys() == {"ante", "play"}
    assert lines(settle("Qs 9d 2c", pair_plus=1000)).keys() == {"pair-plus"}
    both = settle("Qs 9d 2c", ante=1000, pair_plus=500)
    assert lines(both).keys() == {"ante", "play", "pair-plus"}
    assert refused()[0] == "bet/none"


@clause("3.5")
def test_3_5_progressive_jackpot_needs_an_ante():
    assert "progressive" in lines(settle("Qs 9d 2c", ante=1000, progressive=250))
    assert refused(progressive=250) == ("bet/needs", "3.5")
    assert refused(pair_plus=1000, progressive=250) == ("bet/needs", "3.5")


@clause("3.8")
def test_3_8_a_fold_loses_the_ante_and_keeps_the_progressive_jackpot():
    made = settle("Ks Qs Js", JACK_HIGH, fold=True, **BOTH)
    assert lines(made) == {"ante": ("folded", -1000), "progressive": ("straight-flush", 17_250)}
    assert "3.8" in made["ante"].clauses
    jackpot = settle(SPADES, JACK_HIGH, fold=True, jackpot=1_000_000, **BOTH)["progressive"]
    assert (jackpot.row.key, jackpot.returned) == ("akq-spades", 1_000_000)
    # Nor is there an Ante Bonus on an Ante that is lost, unless it is read otherwise.
    paid = {"ante-bonus-after-fold": "paid"}
    made = settle("Ks Qs Js", fold=True, readings=paid, ante=1000)
    assert lines(made) == {"ante": ("folded", -1000), "ante-bonus": ("straight-flush", 5000)}
    assert lines(settle("Ks Qs Js", readings=paid, ante=1000))["ante-bonus"][1] == 5000


@clause("3.9")
def test_3_9_pair_plus_plays_on_when_the_ante_folds():
    made = settle("2s 2d 3c", fold=True, ante=1000, pair_plus=500)
    assert lines(made) == {"ante": ("folded", -1000), "pair-plus": ("pair", 500)}
    made = settle("Ks Qd 3c", fold=True, ante=1000, pair_plus=500)
    assert lines(made) == {"ante": ("folded", -1000), "pair-plus": ("no-win", -500)}
    assert refused(fold=True, pair_plus=500)[0] == "bet/fold"


@clause("3.10")
def test_3_10_the_additional_wager_is_equal_to_the_ante():
    assert settle("Ks Qd 2c", ante=1500)["play"].stake == 1500
    assert refused(ante=1500, play=1000)[0] == "bet/equal"
    assert GAME.rules.wager("play").needs.clauses == ("1.1.6", "3.10")


@clause("3.13", "3.14")
def test_3_13_dealer_needs_queen_high():
    for low in ("Jd Tc 8h", "5d 3c 2h"):  # Jack high at its best, and the lowest hand of all.
        line = settle(SPADES, low, ante=1000)["play"]
        assert (line.row.key, line.net) == ("dealer-not-qualified", 0)
        assert "3.13" in line.definitions
    odd = ["Qd 3c 2h", "Kd 3c 2h", "Ad 4c 2h"]
    for high in (*odd, "2d 2c 3h", "5h 3h 2h", "Ad 2c 3h", "2d 2c 2h", "4h 3h 2h"):
        line = settle(SPADES, high, ante=1000)["play"]
        assert (line.row.key, line.net) == ("player-higher", 1000)
        assert "3.14" in line.definitions


@clause("3.13.1", "3.13.2")
@pytest.mark.parametrize("player", [SPADES, "Js Td 8c", "5s 3d 2c"])  # Higher, the same, lower.
def test_3_13_1_dealer_not_qualified_pays_the_ante_and_not_the_play(player):
    made = settle(player, JACK_HIGH, ante=1000)
    ante, play = made["ante"], made["play"]
    assert (ante.row.key, ante.net) == ("dealer-not-qualified", 1000)
    assert (play.row.key, play.net, play.returned) == ("dealer-not-qualified", 0, 1000)
    assert ante.clauses == ("3.13.2", "4.1")
    assert play.clauses == ("3.13.1",)
    assert play.says.startswith("Play: Jack high does not qualify")


@clause("3.13.1")
def test_3_13_1_does_not_say_that_the_play_stake_is_returned_and_a_policy_does():
    unpaid = settle(NOTHING, JACK_HIGH, ante=1000)["play"]
    assert (unpaid.net, "unpaid-play" in unpaid.policies) == (0, True)
    stand_off = settle(KING_HIGH, "Kh Js 4c", ante=1000)["play"]
    assert (stand_off.net, "unpaid-play" in stand_off.policies) == (0, False)


@clause("3.13.3", "3.14.4")
@pytest.mark.parametrize("dealer", [JACK_HIGH, KING_HIGH, "9h 8c 7d", TOP_DEALER])
def test_3_13_3_ante_bonus_is_paid_whatever_the_dealer_has(dealer):
    line = settle("9s 8d 7c", dealer, ante=1000)["ante-bonus"]
    assert (line.row.key, line.net) == ("straight", 1000)
    assert line.clauses == ("3.13.3", "3.14.4", "4.2")


@clause("3.13.4", "3.14.5")
@pytest.mark.parametrize("dealer", [JACK_HIGH, KING_HIGH, "9h 9c 4d", TOP_DEALER])
def test_3_13_4_pair_plus_is_paid_whatever_the_dealer_has(dealer):
    line = settle("9s 9d 4c", dealer, ante=1000, pair_plus=500)["pair-plus"]
    assert (line.row.key, line.net) == ("pair", 500)
    assert line.clauses == ("3.13.4", "3.14.5", "4.3")


@clause("3.14.1", "3.14.2")
def test_3_14_1_higher_is_paid_and_lower_collected():
    for wager in ("ante", "play"):
        higher, lower = (settle(c, ante=1000)[wager] for c in ("Ks Jd 5c", "Ks Td 9c"))
        assert (higher.row.key, higher.net) == ("player-higher", 1000)
        assert higher.clauses == ("3.14.1", "4.1")
        assert (lower.row.key, lower.net, lower.returned) == ("dealer-higher", -1000, 0)
        assert lower.clauses == ("3.14.2",)


@clause("3.14.3")
def test_3_14_3_same_value_is_a_stand_off():
    for cards in ("Qs 8d 2c / Qd 8c 2h", "Ks Ts 2s / Kd Td 2d", "9s 9d 4c / 9c 9h 4d"):
        made = settle(*cards.split(" / "), ante=1000)
        for wager in ("ante", "play"):
            assert (made[wager].row.key, made[wager].net) == ("stand-off", 0)
            assert made[wager].clauses == ("3.14.3",)


@clause("3.15")
@pytest.mark.parametrize("dealer", [JACK_HIGH, KING_HIGH, "7h 7c 7s", "9h 8c 7h", TOP_DEALER])
def test_3_15_progressive_jackpot_is_paid_whatever_the_dealer_has(dealer):
    line = settle("9s 8d 7d", dealer, **BOTH)["progressive"]
    assert (line.row.key, line.net) == ("straight", 1250)
    assert "3.15" in line.clauses


@clause("3.16")
def test_3_16_everyone_with_the_progressive_jackpot_shares_in_a_top_hand():
    second, third, fourth = (
        (NOTHING, "seat 2", BOTH),
        (OTHER, "seat 3", BOTH),
        ("Ts 9h 5c", "seat 4", ANTE),
    )
    paid = [("seat 2", "akq-spades", 25_000), ("seat 3", "akq-spades", 25_000)]
    assert envy((SPADES, "seat 1", BOTH), second, third, fourth) == paid
    assert (
        envy((SPADES, "seat 1", ANTE), second, third, fourth) == paid
    )  # Without a bet of their own on it.
    assert (
        envy((SPADES, "seat 1", ANTE, True), second, third) == paid
    )  # A fold leaves the hand achieved.
    assert envy((SPADES, "seat 1", ANTE), (*second, True)) == paid[:1]  # 3.8 leaves the bet.
    assert envy(("Ks Qs Js", "seat 1", BOTH), second, third) == []
    assert envy(("As Ks Qd", "seat 1", BOTH), second, third) == []


@clause("3.16")
def test_3_16_each_top_hand_pays_each_player_once():
    two = (HEARTS, "seat 1", BOTH), (SPADES, "seat 2", BOTH), (NOTHING, "seat 3", BOTH)
    bonuses = [("seat 1", 25_000), ("seat 2", 5000), ("seat 3", 5000), ("seat 3", 25_000)]
    assert sorted((who, net) for who, _, net in envy(*two)) == bonuses
    boxes = (CLUBS, "seat 1", ANTE), (NOTHING, "seat 2", BOTH), (OTHER, "seat 2", BOTH)
    assert envy(*boxes) == [("seat 2", "akq-other", 5000)]
    assert envy(*boxes, envy_unit="wager") == [("seat 2", "akq-other", 5000)] * 2


@clause("3.17")
def test_3_17_a_top_hand_with_pair_plus_only_pays_nobody():
    second = (NOTHING, "seat 2", BOTH)
    for top in (SPADES, HEARTS):
        assert envy((top, "seat 1", PAIR_PLUS), second) == []
        assert [who for who, _, _ in envy((top, "seat 1", ANTE | PAIR_PLUS), second)] == ["seat 2"]


@clause("3.18")
@pytest.mark.parametrize(
    "hands",
    [
        "Ah 2h 3h > As Ad Ac",  # The lowest of each kind against the highest of the next.
        "2s 2d 2c > As Kd Qc",
        "As 2d 3c > Ah Kh Jh",
        "5h 3h 2h > As Ad Kc",
        "2s 2d 3c > Ah Kd Jc",
        "As Ks Qs > Kh Qh Jh",  # Within a kind.
        "4s 3s 2s > Ah 2h 3h",
        "3s 3d 3c > 2s 2d 2c",
        "4s 3d 2c > Ah 2d 3h",
        "Qs 5s 3s > Qh 5h 2h",
        "3s 3d 4c > 2s 2d Ac",
        "9s 9d 5c > 9h 9c 4c",
        "Ks 5d 2c > Kh 4d 3c",
    ],
)
def test_3_18_order_of_hands(hands):
    high, low = hands.split(" > ")
    won, lost = settle(high, low, ante=1000)["ante"], settle(low, high, ante=1000)["ante"]
    assert (won.row.key, lost.row.key) == ("player-higher", "dealer-higher")
    assert "3.18" in won.definitions
    assert won.policies == ("order-of-hands",)


@clause("3.18.1", "3.18.2", "3.18.3", "3.18.4", "3.18.5")
def test_3_18_1_example_of_each_kind():
    for number, (row, cards, _, _) in enumerate(KINDS[:5], 1):
        line = settle(cards, pair_plus=1000)["pair-plus"]
        assert line.row.key == row
        assert f"3.18.{number}" in line.definitions


@clause("3.18.1", "3.18.3")
def test_3_18_1_a_suited_ace_low_is_a_straight_flush_as_written():
    bets = {"ante": 1000, "pair_plus": 1000, "progressive": 250}
    made = settle("As 2s 3s", **bets)
    for wager in ("ante-bonus", "pair-plus", "progressive"):
        assert made[wager].row.key == "straight-flush"
    plain = {"suited-ace-low": "straight"}
    made = settle("As 2s 3s", "Ah 2d 3c", readings=plain, **bets)
    assert lines(made) == {
        "ante": ("stand-off", 0),
        "play": ("stand-off", 0),
        "ante-bonus": ("straight", 1000),
        "pair-plus": ("straight", 5000),
        "progressive": ("straight", 1250),
    }
    assert settle("4h 3h 2h", readings=plain, pair_plus=1000)["pair-plus"].net == 40_000


@clause("3.18.3")
def test_3_18_3_ace_counts_high_or_low_but_not_between():
    for cards, row in [
        ("As Kd Qc", "straight"),
        ("As 2d 3c", "straight"),
        ("Ks Ad 2c", "no-win"),
        ("Ks As 2s", "flush"),
    ]:
        assert settle(cards, "Jd Tc 8h", pair_plus=1000)["pair-plus"].row.key == row


@clause("3.18.4")
def test_3_18_4_flush_is_one_suit_and_not_consecutive():
    assert settle("9h 8h 6h", pair_plus=1000)["pair-plus"].row.key == "flush"
    assert settle("9h 8h 7h", pair_plus=1000)["pair-plus"].row.key == "straight-flush"
    assert settle("9h 8d 6h", pair_plus=1000)["pair-plus"].row.key == "no-win"


@clause("3.18.5")
def test_3_18_5_pair_is_two_of_one_rank():
    assert settle("8h 8d 7h", pair_plus=1000)["pair-plus"].row.key == "pair"
    assert settle("8h 8d 8s", pair_plus=1000)["pair-plus"].row.key == "three-of-a-kind"


@clause("3.18.6")
def test_3_18_6_three_odd_cards():
    example = KINDS[5][1]
    assert settle(example, pair_plus=1000)["pair-plus"].row.key == "no-win"
    made = settle("As Ad 2c", example, ante=1000)
    assert made["ante"].says == "Ante: Pair of Aces beats Queen high, pays 1 to 1."
    assert "3.18.6" in settle("As Ad 2c", "Jd Tc 8h", ante=1000)["ante"].definitions


# 4. Settlement


@clause("4.1")
@pytest.mark.parametrize("kind", KINDS)
def test_4_1_ante_and_play_pay_1_to_1_whatever_the_hand(kind):
    made = settle(kind[1], "Qd 3c 2s", ante=1000)
    assert (made["ante"].net, made["play"].net) == (1000, 1000)
    assert "4.1" in made["ante"].clauses
    assert "4.1" in made["play"].clauses


@clause("4.2")
@pytest.mark.parametrize(("row", "cards", "pays", "_"), [*KINDS, ("straight-flush", SPADES, 5, 0)])
def test_4_2_ante_bonus_pays(row, cards, pays, _):
    made = settle(cards, ante=1000)
    assert lines(made).get("ante-bonus") == ((row, pays * 1000) if pays else None)
    if pays:
        assert made["ante-bonus"].clauses == ("3.13.3", "3.14.4", "4.2")


@clause("4.3")
@pytest.mark.parametrize(("row", "cards", "_", "pays"), [*KINDS, ("straight-flush", SPADES, 0, 40)])
def test_4_3_pair_plus_pays(row, cards, _, pays):
    line = settle(cards, pair_plus=1000)["pair-plus"]
    assert (line.row.key, line.net) == (row, pays * 1000)
    assert line.clauses == (("3.13.4", "3.14.5", "4.3") if pays > 0 else ("1.1.5",))


@clause("4.4")
@pytest.mark.parametrize(
    ("player", "row", "pays"),
    [
        (SPADES, "akq-spades", 7_654_321),
        (HEARTS, "akq-other", 125_000),
        ("Ad Kd Qd", "akq-other", 125_000),
        (CLUBS, "akq-other", 125_000),
        ("Ks Qs Js", "straight-flush", 17_500),
        ("8♥, 7♥, 6♥", "straight-flush", 17_500),
        ("10♠, 10♥, 10♣", "three-of-a-kind", 15_000),
        ("As Kh Qd", "straight", 1500),
        ("8♦, 7♣, 6♥", "straight", 1500),
        ("10♥, 4♥, 2♥", "no-win", 0),
        ("A♣, A♥, 8♦", "no-win", 0),
        ("Q♣, 10♥, 6♦,", "no-win", 0),
    ],
)
def test_4_4_progressive_jackpot_pays_cash(player, row, pays):
    for ante in (500, 100_000):  # Whatever the Ante.
        made = settle(player, "Jh 9c 3d", jackpot=7_654_321, ante=ante, progressive=250)
        line = made["progressive"]
        assert (line.row.key, line.returned, line.net) == (row, pays, pays - 250)
        assert line.clauses == (("3.15", "4.4") if pays else ("1.1.7", "4.4"))
    back = {"progressive-stake": "returned"}
    line = settle(player, "Jh 9c 3d", jackpot=7_654_321, readings=back, **BOTH)["progressive"]
    assert line.net == (pays or -250)


@clause("4.4")
@pytest.mark.parametrize("player", [NOTHING, "9s 8d 7c"])
def test_4_4_does_not_say_what_the_wager_costs_and_a_policy_does(player):
    made = settle(player, ante=1000, progressive=250)
    assert "progressive-price" in made["progressive"].policies
    assert "progressive-price" not in made["ante"].policies
    dearer = GAME.configure(prices={"progressive": 500})
    with pytest.raises(BadBet):
        dearer.settle(player, KING_HIGH, {"ante": 1000, "progressive": 250})


@clause("4.4")
def test_4_4_envy_bonus_pays_on_the_top_two_only():
    second = ("9c 5d 3h", "seat 2", BOTH)
    assert envy((SPADES, "seat 1", BOTH), second) == [("seat 2", "akq-spades", 25_000)]
    for cards in (HEARTS, TOP_DEALER, CLUBS):
        assert envy((cards, "seat 1", BOTH), second, dealer="4d 4s 2h") == [
            ("seat 2", "akq-other", 5000)
        ]
    for _, cards, _, _ in KINDS[:3]:
        assert envy((cards, "seat 1", BOTH), second) == []
