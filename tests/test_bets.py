"""Bets that the rules do not take: each has its code, its clause and a sentence that names it."""

from fractions import Fraction

import numpy as np
import pytest

from pitboss import games
from pitboss.cards.hands import hand
from pitboss.errors import BadBet, BadCards, PitbossError, UnknownName
from pitboss.language.pays import money
from pitboss.language.rulebook import LARGEST_STAKE
from pitboss.rulebooks import RULEBOOKS
from pitboss.table.bets import Box
from pitboss.table.settlement import Settler
from tests.games import GAMES

PLAYER, DEALER, FOURTH = "Qs Qd 7h", "Kh 8c 3d", "2c"
FIRST = {game: rulebook.wagers[0].key for game, rulebook in RULEBOOKS.items()}
STAKED = [
    (game, wager.key)
    for game, rulebook in RULEBOOKS.items()
    for wager in rulebook.wagers
    if wager.is_staked
]


def settle(game, bets, **named):
    named = {"player": PLAYER, "dealer": DEALER, **named}
    if RULEBOOKS[game].fourth_card:
        named.setdefault("fourth", FOURTH)
    return games[game].settle(bets=bets, **named)


def settle_boxes(game, *boxes):
    """Boxes as (hand, bets by bettor)."""
    made = [Box(i, hand(cards), bets) for i, (cards, bets) in enumerate(boxes, 1)]
    fourth = 0 if RULEBOOKS[game].fourth_card else None
    return Settler(RULEBOOKS[game].configure()).settle(made, hand(DEALER), fourth)


def refused(kind, ask, *given, **named):
    """(code, clause, message) of a refusal; one sentence, whatever it is."""
    with pytest.raises(PitbossError) as error:
        ask(*given, **named)
    told = error.value
    assert type(told) is kind
    assert "\n" not in told.message
    assert told.message[-1] in ".?"
    assert told.as_json() == {
        "error": told.code,
        **({"clause": told.clause} if told.clause else {}),
        "message": told.message,
    }
    return told.code, told.clause, told.message


def bets_with(game, wager, stake):
    """That stake on a wager, with all that it needs."""
    needed = {} if wager == FIRST[game] else {FIRST[game]: 1000}
    return {**needed, wager: stake}


# Amounts

BAD_AMOUNTS = [
    *(0, -1, -1000, 1.5, 1000.0, float("nan"), float("inf"), True, False, None, "1000", "", []),
    *(Fraction(1000), 10j, np.int64(1000), LARGEST_STAKE + 1, 2**63, 10**100),
]


@pytest.mark.parametrize("stake", BAD_AMOUNTS, ids=repr)
@pytest.mark.parametrize(("game", "wager"), STAKED)
def test_a_stake_that_is_no_amount(game, wager, stake):
    code, clause, message = refused(BadBet, settle, game, bets_with(game, wager, stake))
    title = RULEBOOKS[game].wager(wager).title
    assert (code, clause) == ("bet/amount", None)
    if type(stake) is int:
        shown, wanted = money(stake), "from $0.01 to $100,000,000.00."
    else:
        shown, wanted = repr(stake), "a whole number of the smallest unit: 5000 is $50.00."
    assert message == f"{title} is staked with {shown}: give {wanted}"


@pytest.mark.parametrize(("game", "wager"), STAKED)
def test_the_smallest_and_the_largest_stake(game, wager):
    if RULEBOOKS[game].wager(wager).price is None:
        for stake in (1, LARGEST_STAKE):
            bets = bets_with(game, wager, stake)
            if wager == "play":
                bets["ante"] = stake
            assert settle(game, bets)[wager].stake == stake


# Wagers


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_an_unknown_wager(game):
    for name in ("antee", "", "no such", 3, None, ("ante",)):
        code, clause, message = refused(UnknownName, settle, game, {FIRST[game]: 100, name: 100})
        assert (code, clause) == ("unknown/wager", None)
        assert message.startswith(f"There is no wager {str(name)!r} in {game}: ")


def test_an_unknown_wager_comes_with_the_nearest_that_can_be_bet():
    *_, message = refused(UnknownName, settle, "three-card-poker", {"pair-pluss": 100})
    assert message.endswith("did you mean pair-plus?")
    *_, message = refused(UnknownName, settle, "three-card-poker", {"xyz": 100})
    assert message.endswith("choose from ante, play, pair-plus, progressive.")


def test_the_wager_of_another_game_is_unknown():
    assert refused(UnknownName, settle, "three-pictures", {"ante": 100})[0] == "unknown/wager"
    assert refused(UnknownName, settle, "three-card-prime", {"pair-plus": 1})[0] == "unknown/wager"


@pytest.mark.parametrize(("wager", "clause"), [("ante-bonus", "1.1.2"), ("envy", "3.16")])
def test_what_is_paid_without_a_stake_can_not_be_bet(wager, clause):
    code, cited, message = refused(BadBet, settle, "three-card-poker", {"ante": 100, wager: 100})
    assert (code, cited) == ("bet/not-staked", clause)
    assert RULEBOOKS["three-card-poker"].wager(wager).title in message


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_no_bet_at_all(game):
    code, clause, message = refused(BadBet, settle, game, {})
    assert (code, clause) == ("bet/none", None)
    assert f"{FIRST[game]}=1000" in message, "the example names a wager of this game"


def test_a_box_without_bettors():
    code, _, message = refused(BadBet, settle_boxes, "three-pictures", (PLAYER, {}))
    assert code == "bet/none"
    assert message.startswith("There is no bet on box 1")


def test_a_bettor_without_bets_on_a_shared_box():
    bets = {"seat 1": {"initial": 100}, "seat 2": {}}
    assert refused(BadBet, settle_boxes, "lucky-three-pictures", (PLAYER, bets))[0] == "bet/none"


# Bets that rest on others

RESTING = [
    (key, wager, clause)
    for key, game in GAMES.items()
    for clause, wagers in game.rests.items()
    for wager in wagers
]


@pytest.mark.parametrize(("game", "wager", "clause"), RESTING)
def test_a_side_bet_without_the_bet_it_needs(game, wager, clause):
    rulebook = RULEBOOKS[game]
    stake = rulebook.wager(wager).price or 100
    code, cited, message = refused(BadBet, settle, game, {wager: stake})
    assert (code, cited) == ("bet/needs", clause)
    assert message.startswith(f"{rulebook.wager(wager).title} rests on ")
    assert rulebook.wagers[0].title in message
    assert settle(game, {FIRST[game]: 1, wager: stake})[wager].stake == stake


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_staked_wager_but_these_can_be_bet_alone(game):
    resting = [wager for key, wager, _ in RESTING if key == game.key]
    staked = [wager for key, wager in STAKED if key == game.key and wager != "play"]
    assert [wager for wager in staked if wager not in resting] == list(game.alone)
    for wager in game.alone:
        assert settle(game.key, {wager: 100})[wager].stake == 100


def test_a_pair_plus_does_not_carry_a_progressive():
    bets = {"pair-plus": 100, "progressive": 250}
    assert refused(BadBet, settle, "three-card-poker", bets)[:2] == ("bet/needs", "3.5")


# The Play wager


@pytest.mark.parametrize(
    ("game", "clause"), [("three-card-poker", "1.1.6"), ("three-card-prime", "3a")]
)
def test_a_play_wager_unequal_to_the_ante(game, clause):
    for play in (1, 999, 1001, 2000):
        code, cited, message = refused(BadBet, settle, game, {"ante": 1000, "play": play})
        assert (code, cited) == ("bet/equal", clause)
        assert message == f"Play must equal the Ante: $10.00, not {money(play)}."
    assert settle(game, {"ante": 1000, "play": 1000}).lines == settle(game, {"ante": 1000}).lines


@pytest.mark.parametrize(
    ("game", "clause"), [("three-card-poker", "1.1.6"), ("three-card-prime", "3a")]
)
def test_a_play_wager_without_an_ante(game, clause):
    code, cited, message = refused(BadBet, settle, game, {"play": 1000})
    assert (code, cited) == ("bet/needs", clause)
    assert message.startswith("Play rests on the bettor's own Ante")


@pytest.mark.parametrize(
    ("game", "clause"), [("three-card-poker", "1.1.4"), ("three-card-prime", "3b")]
)
def test_a_hand_that_folded_has_no_play_wager(game, clause):
    code, cited, message = refused(BadBet, settle, game, {"ante": 1000, "play": 1000}, fold=True)
    assert (code, cited) == ("bet/fold", clause)
    assert "Play" in message


def test_without_an_ante_there_is_nothing_to_fold():
    told = refused(BadBet, settle, "three-card-poker", {"pair-plus": 100}, fold=True)
    assert told == ("bet/fold", "1.1.4", "There is no Ante to fold.")


@pytest.mark.parametrize(
    "game", ["three-pictures", "prosperity-3-pictures", "lucky-three-pictures"]
)
def test_nobody_folds_where_there_is_no_decision(game):
    code, clause, message = refused(BadBet, settle, game, {"initial": 100}, fold=True)
    assert (code, clause, message) == ("bet/fold", None, f"Nobody folds in {game}.")


# The price of the progressive


@pytest.mark.parametrize("stake", [1, 249, 251, 500, 25_000])
def test_a_progressive_stake_other_than_its_price(stake):
    bets = {"ante": 1000, "progressive": stake}
    code, clause, message = refused(BadBet, settle, "three-card-poker", bets)
    assert (code, clause) == ("bet/price", None), "the price is the house's, not a clause's"
    assert message == f"Progressive Jackpot has one posted price, $2.50, and not {money(stake)}."


def test_the_posted_price_is_the_one_that_counts():
    game = games["three-card-poker"].configure(prices={"progressive": 500})
    bets = {"ante": 1000, "progressive": 500}
    assert game.settle(PLAYER, DEALER, bets)["progressive"].stake == 500
    code, _, message = refused(BadBet, game.settle, PLAYER, DEALER, {**bets, "progressive": 250})
    assert code == "bet/price"
    assert "one posted price, $5.00, and not $2.50" in message


# Cards


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
@pytest.mark.parametrize(
    ("player", "dealer", "code"),
    [
        ("Qs Qs 7h", DEALER, "cards/twice"),
        (PLAYER, "Kh Kh 3d", "cards/twice"),
        (PLAYER, "Kh 7h 3d", "cards/twice"),
        ("Qs Qd", DEALER, "cards/count"),
        ("Qs Qd 7h 8h", DEALER, "cards/count"),
        (PLAYER, "", "cards/count"),
        (PLAYER, "Kh 8c 3d 4d", "cards/count"),
        ("Qs Qd ??", DEALER, "cards/unknown"),
        (PLAYER, "Kh 8c Xx", "cards/unknown"),
    ],
)
def test_hands_that_one_deck_does_not_deal(game, player, dealer, code):
    made = refused(BadCards, settle, game, {FIRST[game]: 100}, player=player, dealer=dealer)
    assert made[:2] == (code, None)


def test_a_card_in_two_hands_is_named():
    *_, message = refused(BadCards, settle, "three-pictures", {"initial": 1}, dealer="Kh Qd 3d")
    assert message == "Qd is there twice; one deck holds it once."


def test_a_card_on_two_boxes():
    bets = {"seat 1": {"initial": 100}}
    code, _, message = refused(
        BadCards, settle_boxes, "three-pictures", (PLAYER, bets), ("7h 8h 9h", bets)
    )
    assert (code, message) == ("cards/twice", "7h is there twice; one deck holds it once.")


@pytest.mark.parametrize("fourth", ["Qs", "Kh"])
def test_the_fourth_card_is_of_the_same_deck(fourth):
    made = refused(BadCards, settle, "three-card-prime", {"ante": 100}, fourth=fourth)
    assert made[0] == "cards/twice"
    assert made[2].startswith(f"{fourth} is there twice")


@pytest.mark.parametrize(("fourth", "code"), [("2c 2d", "cards/count"), ("", "cards/count")])
def test_the_fourth_card_is_one_card(fourth, code):
    made = refused(BadCards, settle, "three-card-prime", {"ante": 100}, fourth=fourth)
    assert made[0] == code


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_a_fourth_card_where_there_is_one_and_nowhere_else(game):
    has_one = game == "three-card-prime"
    given = None if has_one else "2c"
    code, _, message = refused(BadCards, settle, game, {FIRST[game]: 100}, fourth=given)
    assert code == "cards/fourth"
    need = "needs a" if has_one else "has no"
    assert message == f"{RULEBOOKS[game].title} {need} fourth card."


def test_other_hands_matter_where_there_is_envy():
    code, _, message = refused(
        BadCards, settle, "three-card-prime", {"ante": 100}, others=["2h 3h 4h"]
    )
    assert code == "cards/others"
    assert "three-card-prime" in message
    bets = {"ante": 100, "progressive": 250}
    made = refused(BadCards, settle, "three-card-poker", bets, others=["2h 3h 8c"])
    assert made[::2] == ("cards/twice", "8c is there twice; one deck holds it once.")


# The jackpot


@pytest.mark.parametrize("jackpot", [-1, 1.5, True, "100", 2**53, Fraction(5)])
def test_a_jackpot_that_is_no_amount(jackpot):
    bets = {"ante": 100, "progressive": 250}
    code, clause, message = refused(BadBet, settle, "three-card-poker", bets, jackpot=jackpot)
    assert (code, clause) == ("bet/jackpot", None)
    assert message.startswith(f"The jackpot is {jackpot!r}: ")


def test_a_jackpot_that_is_won_must_be_known():
    bets = {"ante": 100, "progressive": 250}
    made = refused(BadBet, settle, "three-card-poker", bets, player="As Ks Qs")
    assert made[0] == "bet/jackpot"
    assert settle("three-card-poker", {"ante": 100}, player="As Ks Qs").net == 700


# Several bettors on one box


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_a_box_has_one_bettor_except_where_boxes_are_shared(game):
    bets = {"seat 1": {FIRST[game]: 100}, "seat 2": {FIRST[game]: 300}}
    if game == "lucky-three-pictures":
        lines = settle_boxes(game, (PLAYER, bets)).lines
        assert [(line.bettor, line.stake) for line in lines] == [("seat 1", 100), ("seat 2", 300)]
    else:
        code, _, message = refused(BadBet, settle_boxes, game, (PLAYER, bets))
        assert (code, message) == ("bet/one-bettor", f"Box 1 takes one player's bets in {game}.")


@pytest.mark.parametrize("wager", GAMES["lucky-three-pictures"].rests["3.9"])
def test_3_9_a_side_bet_may_rest_on_anybodys_initial_bet(wager):
    for bets in (
        {"seat 1": {"initial": 100}, "seat 2": {wager: 50}},
        {"seat 2": {wager: 50}, "seat 1": {"initial": 100}},
    ):
        lines = settle_boxes("lucky-three-pictures", (PLAYER, bets)).lines
        told = [(line.bettor, line.wager.key, line.stake) for line in lines]
        assert told == [("seat 1", "initial", 100), ("seat 2", wager, 50)]


@pytest.mark.parametrize("wager", GAMES["lucky-three-pictures"].rests["3.9"])
def test_3_9_the_initial_bet_must_be_on_the_same_box(wager):
    boxes = (("2h 3h 4h", {"seat 2": {"initial": 100}}), (PLAYER, {"seat 2": {wager: 50}}))
    code, clause, message = refused(BadBet, settle_boxes, "lucky-three-pictures", *boxes)
    assert (code, clause) == ("bet/needs", "3.9")
    assert "anybody's Initial Bet on the same box" in message


def test_a_bad_bet_of_one_bettor_settles_nothing_for_anybody():
    bets = {"seat 1": {"initial": 100}, "seat 2": {"initial": 0}}
    boxes = (("2h 3h 4h", {"seat 3": {"initial": 100}}), (PLAYER, bets))
    assert refused(BadBet, settle_boxes, "lucky-three-pictures", *boxes)[0] == "bet/amount"
