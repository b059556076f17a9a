"""Three Card Prime, undated, clause by clause."""

from functools import cache

import pytest

from pitboss import games
from pitboss.cards.deck import number
from pitboss.cards.hands import hand
from pitboss.errors import BadBet, BadCards, UnknownName
from pitboss.table.bets import Box
from pitboss.table.settlement import Settler
from tests.support.clause import clause

GAME = games["three-card-prime"]
JACK_HIGH, KING_HIGH = "Jd Tc 8h", "Kd Jc 4s"  # A dealer who does not qualify, and one who does.


@cache
def read(**readings):
    return GAME.configure(readings={key.replace("_", "-"): way for key, way in readings.items()})


@cache
def posting(wager, table):
    return GAME.configure(paytables={wager: table})


def settle(player, dealer=KING_HIGH, fourth="9c", fold=False, game=GAME, **bets):
    bets = {wager.replace("_", "-"): stake for wager, stake in bets.items()}
    return game.settle(player=player, dealer=dealer, bets=bets, fourth=fourth, fold=fold)


def main(player, dealer, **readings):
    """What Ante and Play come to: the row and the net of each, with 1000 on both."""
    made = settle(player, dealer, game=read(**readings), ante=1000)
    return [(line.row.key, line.net) for line in made.lines]


def bonus(wager, player, dealer=KING_HIGH, fourth="9c", game=GAME):
    """The line of a bonus wager of 100."""
    return settle(player, dealer, fourth, game=game, **{"ante": 1000, wager: 100})[wager]


def refused(fold=False, **bets):
    with pytest.raises(BadBet) as error:
        settle("9s 8d 7c", fourth="3c", fold=fold, **bets)
    return error.value.code, error.value.clause


def settle_table(boxes, dealer, fourth, **configured):
    """The lines of boxes, each a hand and bets, as (box, wager, row, net)."""
    made = Settler(GAME.configure(**configured).rules).settle(
        [Box(n, hand(cards), {f"box {n}": bets}) for n, (cards, bets) in enumerate(boxes, 1)],
        hand(dealer),
        number(fourth),
    )
    return [(line.box, line.wager.key, line.row.key, line.net) for line in made.lines]


# The game


@clause("intro")
def test_intro_one_standard_deck_fourth_card_included():
    for player, dealer, fourth in [
        ("Kd 9d 2c", KING_HIGH, "3h"),
        ("9d 9d 2c", KING_HIGH, "3h"),
        ("9d 8d 2c", KING_HIGH, "2c"),
        ("9d 8d 2c", KING_HIGH, "Jc"),
    ]:
        with pytest.raises(BadCards, match="is there twice"):
            settle(player, dealer, fourth, ante=1000)
    with pytest.raises(BadCards, match="2c is there twice"):
        settle_table([("9d 8d 2c", {"ante": 1}), ("2c 7d 7h", {"ante": 1})], KING_HIGH, "Ah")
    with pytest.raises(BadCards, match="is not a card"):
        settle("9d 2c Joker", KING_HIGH, ante=1000)


@clause("intro")
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
def test_intro_the_higher_ranked_poker_hand_wins(hands):
    high, low = hands.split(" > ")
    won, lost = (settle(*both, "8s", ante=1000)["ante"] for both in ((high, low), (low, high)))
    assert (won.row.key, won.net) == ("player-higher", 1000)
    assert (lost.row.key, lost.net) == ("dealer-higher", -1000)
    assert won.policies == ("poker-hands", "order-of-hands")


# Ante and Play Wagers


@clause("1", "intro")
def test_1_an_ante_begins_the_game_and_three_bonus_wagers_may_join_it():
    keys = [wager.key for wager in GAME.rules.wagers if wager.is_staked]
    assert keys == ["ante", "play", "prime", "pair-bonus", "all-six"]
    made = settle("Qs 9d 2c", ante=1000)
    assert [(line.wager.key, line.stake) for line in made.lines] == [("ante", 1000), ("play", 1000)]
    for extra in ("prime", "pair-bonus", "all-six"):
        assert bonus(extra, "Qs 9d 2c").stake == 100
        assert refused(**{extra: 100}) == ("bet/needs", "1")
    assert refused()[0] == "bet/none"
    for elsewhere in ("pair_plus", "progressive", "ante_bonus", "initial", "tie"):
        with pytest.raises(UnknownName):
            settle("Qs 9d 2c", **{"ante": 1000, elsewhere: 250})


@clause("2")
def test_2_one_fourth_card_serves_every_hand():
    bets = {"ante": 100, "pair-bonus": 100}
    deuces = {"pair-bonus": "loose-deuce-2"}
    made = settle_table([("9d 9s 3c", bets), ("8d 8s 4c", bets)], KING_HIGH, "2c", paytables=deuces)
    assert [row for row in made if row[1] == "pair-bonus"] == [
        (1, "pair-bonus", "loose-deuce-pair", 200),
        (2, "pair-bonus", "loose-deuce-pair", 200),
    ]
    with pytest.raises(BadCards, match="needs a fourth card"):
        settle("9d 9s 3c", fourth=None, ante=100)


@clause("3a")
def test_3a_play_equals_the_ante():
    assert settle("As Ad 2c", ante=1500)["play"].stake == 1500
    assert settle("As Ad 2c", ante=1500, play=1500)["play"].net == 1500
    assert refused(ante=1000, play=999) == ("bet/equal", "3a")
    assert refused(ante=1000, play=2000) == ("bet/equal", "3a")
    assert refused(play=1000) == ("bet/needs", "3a")


@clause("3b")
def test_3b_a_fold_loses_the_ante_and_leaves_the_bonus_wagers_in_action():
    bets = {"ante": 1000, "prime": 100, "pair_bonus": 100, "all_six": 100}
    made = settle("7h 7d 7s", "7c 5d 4c", fold=True, **bets)  # Against a dealer below Queen high.
    assert [(line.wager.key, line.row.key, line.net) for line in made.lines] == [
        ("ante", "folded", -1000),
        ("prime", "no-win", -100),
        ("pair-bonus", "trips", 3000),
        ("all-six", "four-of-a-kind", 5000),
    ]
    assert made["ante"].clauses == ("3b",)
    assert settle("7h 7d 2h", fold=True, **bets)["prime"].net == 300
    assert refused(fold=True, ante=1000, play=1000)[0] == "bet/fold"


@clause("4")
def test_4_dealer_needs_queen_high():
    for low in ("Jd Tc 8h", "5d 3c 2h"):  # Jack high at its best, and the lowest hand of all.
        line = settle("As Ks Qs", low, ante=1000)["ante"]
        assert (line.row.key, line.net) == ("dealer-not-qualified", 0)
        assert "4" in line.definitions
    odd = ["Qd 3c 2h", "Kd 3c 2h", "Ad 4c 2h"]
    for high in (*odd, "2d 2c 3h", "5h 3h 2h", "Ad 2c 3h", "2d 2c 2h", "4h 3h 2h"):
        line = settle("As Ks Qs", high, ante=1000)["ante"]
        assert (line.row.key, line.net) == ("player-higher", 1000)
        assert "4" in line.definitions


# Ante Wager


@clause("5a")
@pytest.mark.parametrize("player", ["As Ks Qs", "Js Td 8c", "5s 3d 2c"])  # Higher, equal, lower.
@pytest.mark.parametrize("unqualified", ["automatic", "push", "bad-beat"])
@pytest.mark.parametrize("copy", ["wins", "play-pushes", "ante-pushes", "pushes"])
def test_5a_ante_pushes_when_the_dealer_does_not_qualify(player, unqualified, copy):
    game = read(unqualified=unqualified, copy=copy)
    line = settle(player, JACK_HIGH, game=game, ante=1000)["ante"]
    assert (line.row.key, line.net, line.returned) == ("dealer-not-qualified", 0, 1000)
    assert line.clauses == ("5a",)


@clause("5b")
def test_5b_equal_or_higher_pays_even_money():
    higher = "player-higher"
    for player, row in [("Ks Jd 4c", "copy"), ("Ks Jd 5c", higher), ("As Ks Qs", higher)]:
        line = settle(player, ante=1000)["ante"]
        assert (line.row.key, line.net, line.clauses) == (row, 1000, ("5b",))


@clause("5b", "6a", "A.4")
@pytest.mark.parametrize(
    ("copy", "ante", "play"),
    [
        ("wins", ("copy", 1000), ("flush", 1000)),
        ("play-pushes", ("copy", 1000), ("copy", 0)),
        ("ante-pushes", ("copy", 0), ("flush", 1000)),
        ("pushes", ("copy", 0), ("copy", 0)),
    ],
)
def test_5b_a_copy_under_each_reading(copy, ante, play):
    assert main("Ks Ts 2s", "Kd Td 2d", copy=copy) == [ante, play]
    # A copy apart, nothing changes.
    won, lost = main("Ks Ts 3s", "Kd Td 2d", copy=copy), main("Kd Td 2d", "Ks Ts 3s", copy=copy)
    assert won == [("player-higher", 1000), ("flush", 1000)]
    assert lost == [("dealer-higher", -1000), ("bad-beat-flush", -1000)]


@clause("5c")
def test_5c_lower_than_a_qualifying_dealer_loses():
    for player, dealer in [("Ks Jd 3c", KING_HIGH), ("7s 6s 5s", "8h 7h 6h")]:
        line = settle(player, dealer, ante=1000)["ante"]
        assert (line.row.key, line.net, line.clauses) == ("dealer-higher", -1000, ("5c",))


# Play Wager


@clause("6a")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        ("Ks Jd 5c", KING_HIGH),  # Higher.
        ("Ks Jd 4c", KING_HIGH),  # Equal.
        ("Qs 5d 4c", JACK_HIGH),  # Dealer does not qualify: higher, equal, lower.
        ("Js Td 8c", JACK_HIGH),
        ("5s 3d 2c", JACK_HIGH),
    ],
)
def test_6a_play_wins_when_higher_equal_or_the_dealer_does_not_qualify(player, dealer):
    line = settle(player, dealer, ante=1000)["play"]
    assert (line.row.key, line.net) == ("high-card", 1000)
    assert line.clauses == ("6a", "A")


@clause("6a", "6b", "A.4")
@pytest.mark.parametrize(
    ("unqualified", "copy", "equal", "lower"),
    [
        ("automatic", "wins", "high-card", "high-card"),
        ("automatic", "pushes", "high-card", "high-card"),
        ("push", "wins", "high-card", "lower-than-unqualified"),
        ("push", "pushes", "copy", "lower-than-unqualified"),
        ("push", "ante-pushes", "high-card", "lower-than-unqualified"),
        ("bad-beat", "wins", "high-card", "dealer-higher"),
        ("bad-beat", "play-pushes", "copy", "dealer-higher"),
    ],
)
def test_6a_play_against_a_dealer_who_does_not_qualify(unqualified, copy, equal, lower):
    readings = {"unqualified": unqualified, "copy": copy}
    net = {"high-card": 1000, "copy": 0, "lower-than-unqualified": 0, "dealer-higher": -1000}
    for player, row in [("Qs 4d 2c", "high-card"), ("Js Td 8c", equal), ("Js Td 7c", lower)]:
        assert main(player, JACK_HIGH, **readings)[1] == (row, net[row])
    # A qualifying dealer is beyond this reading.
    assert main("Js Td 7c", "Qd 3c 2h", **readings)[1] == ("dealer-higher", -1000)


@clause("6b", "A.2")
def test_6b_a_hand_lower_than_the_dealers_may_win_a_bad_beat():
    line = settle("9s 8d 7c", "2d 2h 2c", ante=1000)["play"]
    assert (line.row.key, line.net) == ("bad-beat-straight", 4000)
    assert line.clauses == ("6b", "A", "A.2")
    line = settle("Qs 8d 7c", KING_HIGH, ante=1000)["play"]
    assert (line.row.key, line.net) == ("dealer-higher", -1000)
    assert "6b" in line.clauses


# Optional Bonus wagers


@clause("Prime", "B")
@pytest.mark.parametrize(
    ("player", "dealer", "row", "net"),
    [
        ("2h 5d 9h", "Kd Jh 4d", "both-same-colour", 400),
        ("2s 5c 9s", "Kc Js 4c", "both-same-colour", 400),
        ("2h 5h 9h", "Kd Jd 4d", "both-same-colour", 400),
        ("2h 5d 9h", "Kc Js 4c", "same-colour", 300),  # The dealer's colour is the other one.
        ("2s 5c 9s", "Kd Jh 4d", "same-colour", 300),
        ("2h 5d 9h", "Kd Jh 4c", "same-colour", 300),
        ("2h 5d 9c", "Kd Jh 4d", "no-win", -100),
        ("2s 5c 9h", "Kc Js 4c", "no-win", -100),
        ("2s 5c 9h", "Kd Jh 4c", "no-win", -100),
    ],
)
def test_prime_pays_one_colour_and_more_when_the_dealer_shares_it(player, dealer, row, net):
    line = bonus("prime", player, dealer, "3c")
    assert (line.row.key, line.net) == (row, net)
    assert "B" in line.clauses
    assert ("Prime" in line.definitions) == (net > 0)


@clause("Pair-Bonus", "C.1", "C.2")
def test_pair_bonus_wins_from_a_pair_up_and_a_deuce_raises_it():
    for dealer in ("As Ad Ac", "Jd Td 8s"):  # Whatever the dealer has.
        plain, deuce = (bonus("pair-bonus", "7s 7d 7c", dealer, card) for card in ("3h", "2h"))
        assert (plain.row.key, plain.net) == ("trips", 3000)
        assert (deuce.row.key, deuce.net) == ("loose-deuce-trips", 6000)
        assert {"C.1", "Pair-Bonus"} <= {*plain.definitions}
        assert "C" in deuce.clauses
        assert {"C.2", "Pair-Bonus"} <= {*deuce.definitions}
        for card in ("3h", "2h"):
            lost = bonus("pair-bonus", "Ah Kd Jc", "Qh Qc 3s", card)
            assert (lost.row.key, lost.net) == ("no-win", -100)
            assert "Pair-Bonus" in lost.clauses


@clause("Pair-Bonus")
def test_pair_bonus_is_on_three_cards_and_the_fourth_makes_no_hand():
    assert bonus("pair-bonus", "8s 7d 2c", fourth="8c").row.key == "no-win"
    assert bonus("pair-bonus", "8s 7d 2c", fourth="2h").row.key == "no-win"
    assert bonus("pair-bonus", "8s 8d 2c", fourth="8c").row.key == "pair"
    # A deuce in the hand is no loose deuce.
    assert bonus("pair-bonus", "2s 2d 8c", fourth="3c").row.key == "pair"


@clause("All-Six")
def test_all_six_wins_from_three_of_a_kind_in_both_hands():
    line = bonus("all-six", "8s 8d 3c", "8h Kd Jc")
    assert (line.row.key, line.net) == ("three-of-a-kind", 500)
    assert "All-Six" in line.definitions
    for player, dealer, fourth in [
        ("As Ad Kc", "Ks Qd Qc", "2c"),  # Three pairs.
        ("8s 8d 3c", "7h Kd Jc", "8h"),  # The fourth card is none of the six.
        ("9s 8s 7s", "6s Kd Jc", "Ts"),
    ]:
        line = bonus("all-six", player, dealer, fourth)
        assert (line.row.key, line.net) == ("no-win", -100)
        assert "All-Six" in line.clauses


# Appendix A


@clause("A")
@pytest.mark.parametrize("table", ["bad-beat-1", "bad-beat-2", "bad-beat-3", "bad-beat-4"])
@pytest.mark.parametrize(
    ("player", "copy", "row", "pays"),
    [
        ("As Ks Qs", "Ah Kh Qh", "mini-royal", 10),
        ("Kh Qh Jh", "Ks Qs Js", "straight-flush", 6),
        ("As 2s 3s", "Ah 2h 3h", "straight-flush", 6),
        ("9s 9d 9c", None, "trips", 5),
        ("As Kd Qc", "Ah Kh Qd", "straight", 2),
        ("Ks Ts 2s", "Kh Th 2h", "flush", 1),
        ("5s 5d 2c", "5h 5c 2h", "pair", 1),
        ("Qs 9d 3c", "Qh 9h 3d", "high-card", 1),
    ],
)
def test_a_win_or_copy_pays_the_same_in_every_table(player, copy, row, pays, table):
    game = posting("play", table)
    for dealer in filter(None, ("Qd 8d 4c", "Jd Td 8c", copy)):
        line = settle(player, dealer, "4h", game=game, ante=1000)["play"]
        assert (line.row.key, line.net) == (row, pays * 1000)
        assert {"6a", "A"} <= {*line.clauses}


@clause("A", "A.2")
@pytest.mark.parametrize(
    ("player", "dealer", "row", "pays"),
    [
        ("9s 8s 7s", "Th 9h 8h", "bad-beat-straight-flush", (12, 12, 6, 6)),
        ("9s 9d 9h", "Tc Th Td", "bad-beat-trips", (10, 10, 5, 5)),
        ("9s 9d 9h", "4h 3h 2h", "bad-beat-trips", (10, 10, 5, 5)),
        ("9s 8d 7c", "Th 9c 8h", "bad-beat-straight", (4, 4, 2, 2)),
        ("Ks Ts 2s", "Kh Th 3h", "bad-beat-flush", (-1, 1, -1, 1)),
        ("5s 5d 2c", "5h 5c 3h", "bad-beat-pair", (-1, -1, -1, -1)),
        ("Ks 9d 2c", "Kh 9h 3d", "dealer-higher", (-1, -1, -1, -1)),
    ],
)
def test_a_bad_beat_pays_by_table(player, dealer, row, pays):
    for n, odds in enumerate(pays, 1):
        game = posting("play", f"bad-beat-{n}")
        line = settle(player, dealer, "6c", game=game, ante=1000)["play"]
        assert (line.row.key, line.net) == (row, odds * 1000)
        assert {"6b", "A"} <= {*line.clauses}


@clause("A.1", "A.3")
def test_a_1_mini_royal_is_a_suited_ace_king_queen_and_never_beaten():
    line = settle("As Ks Qs", "Ah Kh Qh", ante=1000)["play"]
    assert (line.row.key, line.net) == ("mini-royal", 10_000)
    assert {"A.1", "A.3"} <= {*line.clauses}
    assert settle("Ks Qs Js", "Qd 8d 4c", ante=1000)["play"].row.key == "straight-flush"
    assert settle("As Ks Qd", "Qh 8d 4c", ante=1000)["play"].row.key == "straight"
    keys = [row.key for row in GAME.rulebook.wager("play").rows]
    assert "bad-beat-straight-flush" in keys
    assert "bad-beat-mini-royal" not in keys


@clause("A", "C")
def test_a_suited_ace_low_is_a_straight_flush_unless_it_is_read_as_a_straight():
    bets = {"ante": 1000, "pair_bonus": 100}
    made = settle("As 2s 3s", "Ah 2d 3c", **bets)
    assert [line.row.key for line in made.lines] == ["player-higher"] + ["straight-flush"] * 2
    plain = read(suited_ace_low="straight")
    made = settle("As 2s 3s", "Ah 2d 3c", game=plain, **bets)
    rows = [(line.row.key, line.net) for line in made.lines]
    assert rows == [("copy", 1000), ("straight", 2000), ("straight", 600)]
    six = settle("As 2s 3s", "4s 5s Kc", game=plain, ante=1000, all_six=100)["all-six"]
    assert six.row.key == "straight-flush"


@clause("A.4")
def test_a_4_is_what_a_push_of_the_play_rests_on():
    copy = settle("Ks Jd 4c", game=read(copy="pushes"), ante=1000)["play"]
    lower = settle("5s 3d 2c", JACK_HIGH, game=read(unqualified="push"), ante=1000)["play"]
    assert (copy.row.key, copy.clauses) == ("copy", ("A.4",))
    assert (lower.row.key, lower.clauses) == ("lower-than-unqualified", ("A.4",))


@clause("A.5", "C.4")
def test_a_5_only_the_highest_hand_is_paid():
    made = settle("9s 8s 7s", ante=1000, pair_bonus=100)  # A straight and a flush besides.
    assert (made["play"].row.key, made["play"].net) == ("straight-flush", 6000)
    assert "A.5" in made["play"].clauses
    assert (made["pair-bonus"].row.key, made["pair-bonus"].net) == ("straight-flush", 4000)
    assert "C.4" in made["pair-bonus"].clauses
    made = settle("As Ks Qs", ante=1000, pair_bonus=100)
    assert [line.net for line in made.lines] == [1000, 10_000, 5000]


@clause("A.6", "B.1", "C.5", "D.1")
@pytest.mark.parametrize(
    ("wager", "note", "won"),
    [
        ("play", "A.6", 5000),
        ("prime", "B.1", 300),
        ("pair-bonus", "C.5", 3000),
        ("all-six", "D.1", 500),
    ],
)
def test_a_6_a_maximum_may_be_posted_per_hand_or_per_round(wager, note, won):
    stakes = {"ante": 1000, **({} if wager == "play" else {wager: 100})}
    hands = ("9s 9c 9h", "8s 8c 8h") if wager != "prime" else ("9s 9c 4s", "8s 8c 3s")
    for scope in ("hand", "round"):
        capped = {"caps": {wager: {scope: won - 100}}}
        line = settle(hands[0], "Kd Jc 5s", "3c", game=GAME.configure(**capped), **stakes)[wager]
        assert (line.net, note in line.clauses) == (won - 100, True)
        uncapped = {"caps": {wager: {scope: won}}}
        line = settle(hands[0], "Kd Jc 5s", "3c", game=GAME.configure(**uncapped), **stakes)[wager]
        assert (line.net, note in line.clauses) == (won, False)
        both = settle_table([(cards, stakes) for cards in hands], "Kd Jc 5s", "3c", **uncapped)
        each = won if scope == "hand" else won // 2
        assert [net for _, key, _, net in both if key == wager] == [each, each]


# Appendix C


@clause("C", "C.1", "C.2")
@pytest.mark.parametrize(
    ("player", "row", "plain", "deuces"),
    [
        ("As Ks Qs", "mini-royal", 50, (100, 75, 75, 75)),
        ("Kh Qh Jh", "straight-flush", 40, (80, 60, 50, 50)),
        ("9s 9d 9h", "trips", 30, (60, 45, 40, 40)),
        ("As 2d 3c", "straight", 6, (12, 10, 8, 8)),
        ("Ks Ts 2s", "flush", 3, (6, 5, 4, 4)),
        ("2s 2d 5c", "pair", 1, (1, 2, 2, 1)),
        ("Ah Ks Jd", "no-win", -1, (-1, -1, -1, -1)),
    ],
)
def test_c_pair_bonus_pays_by_table_and_fourth_card(player, row, plain, deuces):
    for n, odds in enumerate(deuces, 1):
        game = posting("pair-bonus", f"loose-deuce-{n}")
        for fourth in ("3h", "Ac"):
            line = bonus("pair-bonus", player, "Qc Jc 4d", fourth, game)
            assert (line.row.key, line.net) == (row, plain * 100)
            assert "C" in line.clauses or row == "no-win"
        line = bonus("pair-bonus", player, "Qc Jc 4d", "2h", game)
        assert line.row.key == (row if row == "no-win" else f"loose-deuce-{row}")
        assert line.net == odds * 100


@clause("C.3")
def test_c_3_mini_royal_is_a_suited_ace_king_queen():
    line = bonus("pair-bonus", "Ah Kh Qh")
    assert (line.row.key, line.net) == ("mini-royal", 5000)
    assert "C.3" in line.clauses
    assert bonus("pair-bonus", "Ah Kh Qs").row.key == "straight"
    # The fourth card and the dealer's are no part of it.
    assert bonus("pair-bonus", "Ah Kh 3h", "Qd Jc 4s", "Qh").row.key == "flush"


# Appendix D


@clause("D")
@pytest.mark.parametrize(
    ("player", "dealer", "row", "pays"),
    [
        ("Ad Jd 9d", "Kd Qd Td", "six-card-royal-diamonds", (1000, 1000, 1000, 1000, 200_000)),
        ("Ah Jh 9h", "Kh Qh Th", "six-card-royal", (1000, 1000, 1000, 1000, 20_000)),
        ("As Js 9s", "Ks Qs Ts", "six-card-royal", (1000, 1000, 1000, 1000, 20_000)),
        ("Ad Jd 8d", "Kd Qd Td", "five-card-royal", (1000,) * 5),
        ("Ad Jd 9h", "Kd Qd Td", "five-card-royal", (1000,) * 5),
        ("Kd Jd 8d", "Qd Td 9d", "straight-flush", (200,) * 5),
        ("Ah 2h 3h", "4h 5h Kc", "straight-flush", (200,) * 5),
        ("9s 9d 9h", "9c 4d 4h", "four-of-a-kind", (50, 50, 100, 100, 50)),
        ("9s 9d 4h", "9c 4d 2s", "full-house", (25, 25, 20, 20, 20)),
        ("9s 9d 9h", "4c 4d 4h", "full-house", (25, 25, 20, 20, 20)),
        ("Kh 8h 7h", "6h 5h 9c", "flush", (20, 15, 15, 15, 15)),  # Straight besides.
        ("Kh 8h 3h", "6h 5h 2h", "flush", (20, 15, 15, 15, 15)),
        ("Ah Kd Qc", "Js Th Ac", "straight", (10, 10, 9, 10, 10)),
        ("Ah 2d 3c", "4s 5h 9c", "straight", (10, 10, 9, 10, 10)),
        ("9s 9d 4h", "9c 3d 2s", "three-of-a-kind", (5, 5, 8, 7, 5)),
        ("Kh Ad 2c", "3s 4h Qc", "no-win", (-1,) * 5),
        ("Kh 8h 7h", "6h 3c 2d", "no-win", (-1,) * 5),
    ],
)
def test_d_all_six_pays_by_table(player, dealer, row, pays):
    for n, odds in enumerate(pays, 1):
        line = bonus("all-six", player, dealer, "7s", posting("all-six", f"a6-{n}"))
        assert (line.row.key, line.net) == (row, odds * 100)
        assert "D" in line.clauses
