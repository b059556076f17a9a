"""What stakes come to on average: exactly as dealt out plainly, and as published."""

from fractions import Fraction
from math import comb, sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from pitboss import games
from pitboss.cards.deck import parse
from pitboss.cards.hands import row_of
from pitboss.errors import BadBet, BadCards, UnknownName
from pitboss.maths.odds.completions import Known
from pitboss.maths.odds.expectation import Expected, expected
from pitboss.maths.odds.strategy import PLAY, best
from pitboss.rulebooks import RULEBOOKS
from tests.games import PLAIN
from tests.test_completions import (
    GAMES,
    METER,
    STATES,
    completions,
    known,
    plain_nets,
    random_rules,
    random_state,
)

POKER, PRIME = "three-card-poker", "three-card-prime"
DECIDING = [game for game, book in RULEBOOKS.items() if book.decision]


def every_stake(rules):
    """A stake on each wager there is before the decision, all different and even."""
    placed = [w.key for w in rules.wagers if w.is_staked and not w.equals]
    return {key: rules.prices.get(key, 2 * 10**place) for place, key in enumerate(placed)}


def as_dealt_out(rules, state, played, stakes):
    """The average over all completions; `played` is what somebody with a hand does."""
    won = [
        sum(plain_nets(rules, deal, played(deal[0]), stakes).values())
        for deal in completions(rules, state)
    ]
    return Fraction(sum(won), len(won))


# Dealt out plainly


@pytest.mark.parametrize("number", range(STATES))
@pytest.mark.parametrize("game", GAMES)
def test_all_stakes_as_dealt_out_plainly(game, number):
    rules = random_rules(game, number)
    state, stakes = random_state(rules, number), every_stake(rules)
    decisions = {True: lambda own: True, None: lambda own: True}
    if rules.rulebook.decision:
        plan = best(rules)
        decisions[False] = lambda own: False
        decisions[None] = lambda own: plan.decision(row_of(own)) == PLAY
    for played, decide in decisions.items():
        found = expected(rules, stakes, state, played, METER)
        assert found == Expected(as_dealt_out(rules, state, decide, stakes), None), played


def test_the_states_at_random_meet_hands_that_play_and_hands_that_fold():
    """Else the test above would say little of a decision still to come."""
    for game in DECIDING:
        mixed = 0
        for number in range(STATES):
            rules = random_rules(game, number)
            plan = best(rules)
            hands = {row_of(d[0]) for d in completions(rules, random_state(rules, number))}
            mixed += len({plan.decision(row) for row in hands}) == 2
        assert mixed >= 4


@pytest.mark.parametrize("cards", ["Qs 6d 4h", "Qs 6d 3h", "As Ks Qs", "2s 2d 3h", "2s 3d 5h"])
def test_a_known_hand_against_every_dealer(cards):
    """18,424 dealer's hands; Queen, 6, 4 is the lowest that plays, as published."""
    rules, plain = RULEBOOKS[POKER].configure(), PLAIN[POKER]
    state, stakes = known(cards), {"ante": 100, "pair-plus": 30, "progressive": 250}
    plays = plain.value(tuple(parse(cards)), 0) >= plain.value(tuple(parse("Qs 6d 4h")), 0)
    assert sum(1 for _ in completions(rules, state)) == comb(49, 3)
    worth = {
        decision: as_dealt_out(rules, state, lambda own, d=decision: d, stakes)
        for decision in (True, False)
    }
    for decision in worth:
        assert expected(rules, stakes, state, decision, METER).amount == worth[decision]
    assert expected(rules, stakes, state, None, METER).amount == worth[plays]
    assert worth[plays] > worth[not plays]


# As published


@pytest.mark.parametrize("game", GAMES)
def test_where_nothing_is_known_as_published(game):
    rules, odds = RULEBOOKS[game].configure(), games[game].odds(METER)
    main = rules.rulebook.main
    for wager in rules.wagers:
        if wager.is_staked and not (rules.rulebook.decision and wager.key in main):
            stake = rules.prices.get(wager.key, 10)
            found = expected(rules, {wager.key: stake}, Known(), None, METER)
            assert found.amount == stake * odds[wager.key].expectation
    found = expected(rules, {main[0]: 10}, Known(), None)
    assert found == (10 * odds.main.expectation, None)


def test_three_card_poker_as_published():
    rules = RULEBOOKS[POKER].configure()
    assert expected(rules, {"ante": 1}, Known(), None).amount == Fraction(-686689, 20358520)


# States too large to deal out in plain Python


@pytest.mark.parametrize(
    ("game", "state"),
    [
        (POKER, known("Qs 6d", dead="Ac Kc 2d 7h 7c Td")),
        (POKER, known(dead="As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc")),
        (PRIME, known("2d", "2h", dead="3s 4s 5s")),
        (PRIME, known("", "As 7d", "2c")),
        ("prosperity-3-pictures", known("Ks", dead="Jc Jd Js")),
        ("lucky-three-pictures", known("", "6s")),
        ("three-pictures", known("9s", "9h", dead="Kc Kd")),
    ],
)
def test_a_sample_settled_plainly_agrees_within_its_error(game, state):
    rules, random = RULEBOOKS[game].configure(), Random(20_260)
    plan = best(rules) if rules.rulebook.decision else None
    # Side bets that pay by the hundred would drown the rest, and are counted exactly above.
    stakes = {rules.rulebook.main[0]: 2}
    seen = {*state.player, *state.dealer, state.fourth, *state.dead}
    free = [card for card in range(52) if card not in seen]
    won = []
    for _ in range(15_000):
        cards = random.sample(free, 7)
        own = (*state.player, *cards)[:3]
        theirs = (*state.dealer, *cards[3:6])[:3]
        fourth = cards[6] if state.fourth is None else state.fourth
        played = plan is None or plan.decision(row_of(own)) == PLAY
        won.append(sum(plain_nets(rules, (own, theirs, fourth), played, stakes).values()))
    found = expected(rules, stakes, state, None)
    assert abs(float(found.amount) - fmean(won)) < 5 * stdev(won) / sqrt(len(won))
    # And what is known matters: without it the sample would not agree.
    usual = expected(rules, stakes, Known(), None)
    assert found.amount != usual.amount


@pytest.mark.parametrize(
    ("game", "whose"),
    [
        *((PRIME, whose) for whose in ("player", "dealer", "fourth")),
        *(("prosperity-3-pictures", whose) for whose in ("player", "dealer")),
    ],
)
def test_the_next_card_is_worth_nothing_on_average(game, whose):
    """Whatever it is: the average over the cards to come is what was expected before."""
    rules = RULEBOOKS[game].configure()
    dead = frozenset(range(14, 37))
    state, stakes = Known((50,), (3, 5), dead=dead), every_stake(rules)
    before = expected(rules, stakes, state, None).amount
    after = []
    for card in sorted(set(range(52)) - {50, 3, 5} - dead):
        seen = card if whose == "fourth" else (*getattr(state, whose), card)
        after.append(expected(rules, stakes, state._replace(**{whose: seen}), None).amount)
    assert sum(after) / len(after) == before
    assert min(after) < before < max(after)


# Stakes


def test_a_bet_is_worth_what_it_pays_once_every_card_is_known():
    rules = RULEBOOKS[POKER].configure()
    state, stakes = known("As Ks Qs", "Qd 2c 3d"), {"ante": 7, "pair-plus": 3}
    assert expected(rules, stakes, state, True).amount == 7 + 7 + 5 * 7 + 40 * 3
    assert expected(rules, stakes, state, False).amount == -7 + 40 * 3
    half = RULEBOOKS["lucky-three-pictures"].configure(chip=100)
    # Neither rounded to the unit nor to the chip.
    won = expected(half, {"initial": 25}, known("6s Th Kd", "2h Tc Js"), True)
    assert won == (Fraction(25, 2), None)


def test_caps_do_not_count():
    rules = RULEBOOKS[PRIME].configure(caps={"all-six": {"hand": 100}})
    state = known("7s 7h 7c", "7d 2c 3c", "9s")
    assert expected(rules, {"ante": 1, "all-six": 10}, state, False).amount == -1 + 10 * 50


def test_the_jackpot_counts_where_it_can_be_hit():
    rules, stakes = RULEBOOKS[POKER].configure(), {"ante": 100, "progressive": 250}
    worth = [expected(rules, stakes, known("As Ks"), None, meter).amount for meter in (None, 0, 47)]
    assert worth[0] == worth[1]
    assert worth[2] - worth[1] == Fraction(47, 50)
    dead = [expected(rules, stakes, known("As Ks", dead="Qs"), None, m).amount for m in (0, 47)]
    assert dead[0] == dead[1]


def test_stakes_count_each_by_itself():
    rules = RULEBOOKS[POKER].configure()
    state = known("Qs", "2d", dead="3h")
    both, ante, other = (
        expected(rules, stakes, state, None).amount
        for stakes in ({"ante": 100, "pair-plus": 10}, {"ante": 100}, {"pair-plus": 10})
    )
    assert both == ante + other
    assert expected(rules, {"ante": 300}, state, None).amount == 3 * ante
    assert expected(rules, {}, state, None).amount == 0


def test_play_is_implied_given_or_not():
    rules, state = RULEBOOKS[PRIME].configure(), known("Qs Qd")
    without = expected(rules, {"ante": 50}, state, True)
    assert expected(rules, {"ante": 50, "play": 50}, state, True) == without
    assert expected(rules, {"ante": 50}, state, False).amount == -50


@pytest.mark.parametrize(
    ("stakes", "state", "played", "refused", "code"),
    [
        ({"anti": 1}, Known(), None, UnknownName, "unknown/wager"),
        ({"play": 1}, Known(), None, BadBet, "bet/needs"),
        ({"ante": 1, "ante-bonus": 1}, Known(), None, BadBet, "bet/not-staked"),
        ({"ante": 1, "progressive": 250, "envy": 1}, Known(), None, BadBet, "bet/not-staked"),
        ({"ante": 1}, Known((3,), (3,)), None, BadCards, "cards/twice"),
    ],
)
def test_what_is_refused(stakes, state, played, refused, code):
    with pytest.raises(refused) as told:
        expected(RULEBOOKS[POKER].configure(), stakes, state, played)
    assert told.value.code == code


def test_nobody_folds_where_there_is_no_decision():
    with pytest.raises(BadBet):
        expected(RULEBOOKS["three-pictures"].configure(), {"initial": 1}, Known(), False)
