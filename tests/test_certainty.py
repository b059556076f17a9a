"""Whether a bet is decided: by hand, and against every completion settled plainly."""

import pytest

from pitboss.errors import BadCards, UnknownName
from pitboss.maths.odds.completions import Known, is_decided, outcomes
from pitboss.rulebooks import RULEBOOKS
from tests.test_completions import (
    GAMES,
    STATES,
    completions,
    known,
    plain_nets,
    random_rules,
    random_state,
)

LUCKY = "lucky-three-pictures"
POKER = "three-card-poker"
PRIME = "three-card-prime"
PROSPERITY = "prosperity-3-pictures"


def of(game, wager, state, played=True, **readings):
    """The outcomes, from the best for the bettor, as words."""
    spelt = {key.replace("_", "-"): option for key, option in readings.items()}
    rules = RULEBOOKS[game].configure(readings=spelt)
    reached = outcomes(rules, wager, state, played)
    assert is_decided(rules, wager, state, played) == (reached in ({"win"}, {"loss"}))
    return " ".join(kind for kind in ("win", "push", "loss") if kind in reached)


# Dealt out plainly


def plain_outcomes(rules, state, decisions):
    """By wager: the kinds of outcome over all completions, by the sign of what is won."""
    stakes = {w.key: rules.prices.get(w.key, 2) for w in rules.wagers if w.is_staked}
    reached = {key: set() for key in stakes}
    for deal in completions(rules, state):
        for played in decisions:
            nets = plain_nets(rules, deal, played, stakes)
            for key, kinds in reached.items():
                kinds.add("win" if nets[key] > 0 else "loss" if nets[key] < 0 else "push")
    return reached


@pytest.mark.parametrize("number", range(STATES))
@pytest.mark.parametrize("game", GAMES)
def test_outcomes_as_dealt_out_plainly(game, number):
    rules = random_rules(game, number)
    state = random_state(rules, number)
    ways = {True: (True,)}
    if rules.rulebook.decision:
        ways |= {False: (False,), None: (True, False)}
    for played, decisions in ways.items():
        for wager, kinds in plain_outcomes(rules, state, decisions).items():
            assert outcomes(rules, wager, state, played) == kinds, (wager, played, state)
            assert is_decided(rules, wager, state, played) == (kinds in ({"win"}, {"loss"}))


@pytest.mark.parametrize("game", GAMES)
def test_the_states_at_random_decide_some_bets_and_leave_others_open(game):
    """Else the test above would say little."""
    met = set()
    for number in range(STATES):
        rules = random_rules(game, number)
        for kinds in plain_outcomes(rules, random_state(rules, number), (True,)).values():
            met.add(frozenset(kinds))
    assert {frozenset({"win"}), frozenset({"loss"}), frozenset({"win", "loss"})} <= met


# Nothing known: whatever the wager can come to


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_decided_before_a_card_is_seen(game):
    rules = RULEBOOKS[game].configure()
    for wager in rules.wagers:
        if wager.is_staked:
            reached = outcomes(rules, wager.key, Known(), None)
            assert {"win", "loss"} <= reached
            assert not is_decided(rules, wager.key, Known(), None)
            has_push = any(row.pay.is_push for row in wager.rows)
            assert ("push" in reached) == has_push


# Lucky Three Pictures, 5.4


@pytest.mark.parametrize(
    ("wager", "state", "reached"),
    [
        # Three Pictures never lose; a Picture fewer at the dealer's, and they win.
        ("initial", known("Ks Qh Jc"), "win push"),
        ("initial", known("Ks Qh Jc", "2c"), "win"),
        ("initial", known("Ks Qh", "2c"), "win push loss"),
        ("initial", known("2s 3h 4c", "Ks Qh Jc"), "loss"),
        ("initial", known("", "Ks Qh Jc"), "push loss"),
        ("initial", known("2s", "Ks Qh Jc"), "loss"),
        # A certain tie has decided nothing.
        ("initial", known("2s 3h 4c", "2c 3d 4h"), "push"),
        # 9 with two Pictures loses to Three Pictures only, and eleven others have to be dead.
        ("initial", known("9s Kh Qc"), "win push loss"),
        ("initial", known("9s Kh Qc", "2c 9h"), "win"),
        ("initial", known("9s Kh Qc", "9c"), "win push"),
        # The last eight or nine Pictures decide whether Three Pictures are to be had.
        ("initial", known("9s Kh Qc", "Ks", dead="Kc Kd Qs Qh Qd Js Jh Jc"), "win push"),
        ("initial", known("9s Kh Qc", "Ks", dead="Kc Kd Qs Qh Qd Js Jh"), "win push loss"),
        # Lucky 6: lost as soon as the hand is no six, and won only with the dealer's.
        ("player-lucky-6", known("2s 3h 4c"), "loss"),
        ("player-lucky-6", known("2s 3h Ac"), "win loss"),
        ("player-lucky-6", known("2s 3h Ac", "Ks Qs Js"), "loss"),
        ("player-lucky-6", known("2s 3h Ac", "Ks Qs 5s"), "win"),
        ("player-lucky-6", known("2s 3h"), "win loss"),
        ("dealer-lucky-6", known("2s 3h Ac"), "win loss"),
        ("dealer-lucky-6", known("9s Kh Qc"), "loss"),
        ("dealer-lucky-6", known("", "2s 3h 4c"), "loss"),
        # Lucky Pictures: the third Picture wins, the fourth card that is none loses.
        ("lucky-pictures", known("Ks Qh Jc"), "win"),
        ("lucky-pictures", known("Ks Qh", "Jc"), "win"),
        ("lucky-pictures", known("Ks Qh", "2c 3c"), "win loss"),
        ("lucky-pictures", known("2s 3s 4s"), "win loss"),
        ("lucky-pictures", known("2s 3s 4s", "5s"), "loss"),
        ("lucky-tie", known("2s 3h 4c"), "win loss"),
        ("lucky-tie", known("2s 3h 4c", "Ks Qs 9c"), "win"),
        ("lucky-tie", known("2s 3h 4c", "Ks Qs 8c"), "loss"),
    ],
)
def test_lucky_three_pictures_5_4(wager, state, reached):
    assert of(LUCKY, wager, state) == reached


def test_a_reading_may_decide():
    state = known("Ks Qh Jc", "2c 3c")
    assert of(LUCKY, "lucky-pictures", state) == "win"
    assert of(LUCKY, "lucky-pictures", state, lucky_pictures="each-has-one") == "win loss"


# Rare completions, which no sample would be sure to meet


def test_a_tie_in_three_deals_of_18424_is_found():
    """The highest hand ties with the same hand in another suit, and those can be dead."""
    akq = "As Ks Qs"
    assert of(POKER, "ante", known(akq)) == "win push"
    assert of(POKER, "ante", known(akq, dead="Ac Ad")) == "win push"
    assert of(POKER, "ante", known(akq, dead="Ac Ad Ah")) == "win"
    assert of(POKER, "ante", known(akq, dead="Ac Kd Qh")) == "win"
    assert of(POKER, "ante", known(akq, dead="Ac Kd 2h")) == "win push"


def test_one_straight_flush_is_enough_to_lose_to():
    """Three aces lose to a straight flush only, and each holds a 3, a 6, a 9 or a Queen."""
    aces = "Ac Ad Ah"
    dead = [rank + suit for rank in "369Q" for suit in "cdhs"]
    assert of(POKER, "ante", known(aces)) == "win loss"
    assert of(POKER, "ante", known(aces, dead=" ".join(dead))) == "win"
    for spared in dead:
        left = " ".join(card for card in dead if card != spared)
        assert of(POKER, "ante", known(aces, dead=left)) == "win loss"
    # The Queen of clubs would do with the Jack and the ten, or the Jack and the King.
    left = " ".join(card for card in dead if card != "Qc")
    assert of(POKER, "ante", known(aces, "Kc", dead=f"{left} Jc")) == "win"
    assert of(POKER, "ante", known(aces, "Kc", dead=left)) == "win loss"


# Decisions


def test_a_fold_loses_the_ante_and_places_no_play():
    for game in (POKER, PRIME):
        assert of(game, "ante", Known(), played=False) == "loss"
        assert of(game, "play", Known(), played=False) == "push"


def test_still_to_decide_counts_both_decisions():
    state = known("As Ks Qs", "2c 3d 5h")
    assert of(POKER, "ante", state) == "win"
    assert of(POKER, "ante", state, played=None) == "win loss"
    assert of(POKER, "play", state, played=None) == "push"
    assert of(POKER, "pair-plus", state, played=None) == "win"


def test_side_bets_are_decided_by_the_hand_alone():
    assert of(POKER, "pair-plus", known("As Ah 2c")) == "win"
    assert of(POKER, "pair-plus", known("As Ah")) == "win"
    assert of(POKER, "pair-plus", known("As Jh")) == "win loss"
    assert of(POKER, "pair-plus", known("As Jh 2c")) == "loss"
    assert of(POKER, "progressive", known("As Ah 2c")) == "loss"
    assert of(POKER, "progressive", known("As Ah Ac")) == "win"
    assert of(PRIME, "prime", known("As Kc")) == "win loss"
    assert of(PRIME, "prime", known("As Kh")) == "loss"
    assert of(PRIME, "prime", known("As Kc Jc")) == "win"


def test_the_fourth_card_matters_where_it_is_read():
    """A pair wins with any fourth card; under one that loses, none would be seen."""
    assert of(PRIME, "pair-bonus", known("As Ah")) == "win"
    assert of(PRIME, "pair-bonus", known("As Jh", fourth="2c")) == "win loss"
    # The only cards that would pair are on the table.
    assert of(PRIME, "pair-bonus", known("As 9h", fourth="9c", dead="9d 9s Ac Ad Ah")) == "loss"
    assert of(PRIME, "pair-bonus", known("As 9h", dead="9d 9s Ac Ad Ah")) == "win loss"


def test_six_cards():
    assert of(PRIME, "all-six", known("7s 7h 7c")) == "win"
    assert of(PRIME, "all-six", known("7s 7h", "7c")) == "win"
    assert of(PRIME, "all-six", known("7s 7h", "2c")) == "win loss"
    assert of(PRIME, "all-six", known("7s 7h 2d", "2c Qd")) == "win loss"
    assert of(PRIME, "all-six", known("7s 7h 2d", "2c Qd", dead="7c 7d 2h 2s")) == "loss"
    assert of(PRIME, "all-six", known("7s 7h 2d", "2c Qd", fourth="7c", dead="7d 2h 2s")) == "loss"


# Refused


def test_what_cannot_be_asked():
    rules = RULEBOOKS[LUCKY].configure()
    with pytest.raises(UnknownName):
        outcomes(rules, "ante", Known())
    with pytest.raises(BadCards):
        is_decided(rules, "initial", Known((1,), (1,)))
