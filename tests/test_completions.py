"""Completions of a deal against plain Python: cards dealt out one by one, settled plainly."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from pitboss.cards.deck import parse
from pitboss.cards.hands import CARDS, COUNT, row_of
from pitboss.errors import BadBet, BadCards
from pitboss.maths.odds.completions import (
    Known,
    check,
    dealer_hands,
    holding,
    player_hands,
    six_card_values,
    tallies,
)
from pitboss.maths.odds.counting import six_card_ways
from pitboss.maths.odds.wager_odds import count
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing import configurations
from tests.games import PLAIN
from tests.support.agreement import option_numbers

GAMES = sorted(PLAIN)
METER = 7_654_321
STATES = 20  # Of each game, at random.


def known(player="", dealer="", fourth="", dead=""):
    """From notation."""
    card = parse(fourth, 1)[0] if fourth else None
    return Known(tuple(parse(player)), tuple(parse(dealer)), card, frozenset(parse(dead)))


def random_state(rules, number):
    """A state at random, with few completions; in turn of every shape.

    Some leave one to three cards open; in the others anything may be open, of few cards left.
    """
    random = Random(f"{rules.key} {number}")
    deck = random.sample(range(52), 52)
    in_play = 6 + rules.rulebook.fourth_card
    if number % 2:
        open_cards = random.randint(1, 3)
        left = random.choice([open_cards, 8, 14])
    else:
        open_cards = random.randint(4, in_play)
        left = open_cards + random.randint(0, 2)
    places = ["player"] * 3 + ["dealer"] * 3 + ["fourth"] * rules.rulebook.fourth_card
    seen = random.sample(places, in_play - open_cards)
    player, dealer, fourth = (
        tuple(deck.pop() for _ in range(seen.count(whose)))
        for whose in ("player", "dealer", "fourth")
    )
    return Known(player, dealer, fourth[0] if fourth else None, frozenset(deck[left:]))


def random_rules(game, number):
    return Random(number).choice(list(configurations(RULEBOOKS[game])))


def completions(rules, state):
    """Every deal that holds what is known: (player, dealer, fourth)."""
    player, dealer, fourth, dead = state
    free = [card for card in range(52) if card not in {*player, *dealer, fourth, *dead}]
    for own in combinations(free, 3 - len(player)):
        rest = [card for card in free if card not in own]
        for theirs in combinations(rest, 3 - len(dealer)):
            cards = [fourth]
            if rules.rulebook.fourth_card and fourth is None:
                cards = [card for card in rest if card not in theirs]
            for card in cards:
                yield player + own, dealer + theirs, card


def plain_rows(rules, deal, played):
    """By wager: the key of the row that a deal comes to."""
    player, dealer, fourth = deal
    plain = PLAIN[rules.key]
    readings = option_numbers(plain, dict(rules.readings))
    rows = plain.outcomes(player, dealer, fourth or 0, int(played), readings)
    return {w: keys[row] for w, keys, row in zip(plain.WAGERS, plain.ROWS, rows, strict=True)}


def plain_nets(rules, deal, played, stakes):
    """By wager but envy: what a deal comes to; stakes that are even leave nothing to round."""
    player, dealer, fourth = deal
    plain = PLAIN[rules.key]
    readings = option_numbers(plain, dict(rules.readings))
    tables = tuple(
        keys.index(rules.paytables[wager])
        for wager, keys in zip(plain.WAGERS, plain.PAYTABLES, strict=True)
    )
    ante = stakes.get("ante", 0)
    on = {"play": ante, "ante-bonus": ante, **stakes}
    rows = plain.outcomes(player, dealer, fourth or 0, int(played), readings)
    nets = plain.nets(rows, readings, tables, tuple(on.get(w, 0) for w in plain.WAGERS), METER)
    return {w: net for w, net in zip(plain.WAGERS, nets, strict=True) if w != "envy"}


def shares(ways):
    """By row that comes about: its share of all."""
    return {row: Fraction(int(n), int(sum(ways.values()))) for row, n in ways.items() if n}


def ours(wager, state, played=True, among=None):
    total = sum(tallies(wager, state, played, among))
    return dict(zip((row.key for row in wager.rows), total.tolist(), strict=True))


# What can be known


@pytest.mark.parametrize(
    ("game", "state", "code"),
    [
        ("three-card-poker", Known((5, 9, 5)), "cards/twice"),
        ("three-card-poker", Known((5,), (5,)), "cards/twice"),
        ("three-card-poker", Known((5,), dead=frozenset({5})), "cards/twice"),
        ("three-card-poker", Known((), (7, 5), dead=frozenset({5})), "cards/twice"),
        ("three-card-prime", Known(fourth=5, dead=frozenset({5})), "cards/twice"),
        ("three-card-prime", Known((5,), fourth=5), "cards/twice"),
        ("three-card-prime", Known((), (5,), fourth=5), "cards/twice"),
        ("three-card-poker", Known((52,)), "cards/unknown"),
        ("three-card-poker", Known((), (-1,)), "cards/unknown"),
        ("three-card-prime", Known(fourth=52), "cards/unknown"),
        ("three-card-poker", Known(dead=frozenset({99})), "cards/unknown"),
        ("three-card-poker", Known((1, 2, 3, 4)), "cards/count"),
        ("three-card-poker", Known((), (1, 2, 3, 4)), "cards/count"),
        ("three-card-poker", Known(fourth=0), "cards/fourth"),
        ("three-card-poker", Known(dead=frozenset(range(47))), "cards/count"),
        ("three-card-poker", Known((50,), (51,), dead=frozenset(range(47))), "cards/count"),
        ("three-card-prime", Known(dead=frozenset(range(46))), "cards/count"),
        ("three-card-prime", Known(fourth=51, dead=frozenset(range(46))), "cards/count"),
    ],
)
def test_what_cannot_be_known_is_refused(game, state, code):
    with pytest.raises(BadCards) as refused:
        check(RULEBOOKS[game].configure(), state)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("game", "state"),
    [
        ("three-card-poker", Known()),
        ("three-card-poker", Known((0, 1, 2), (3, 4, 5), dead=frozenset(range(6, 52)))),
        ("three-card-poker", Known(dead=frozenset(range(46)))),
        ("three-card-poker", Known((50,), (51,), dead=frozenset(range(46)))),
        ("three-card-prime", Known(dead=frozenset(range(45)))),
        ("three-card-prime", Known(fourth=0)),
    ],
)
def test_what_can_be_known_is_taken(game, state):
    check(RULEBOOKS[game].configure(), state)


def test_nobody_folds_where_there_is_no_decision():
    with pytest.raises(BadBet) as refused:
        check(RULEBOOKS["three-pictures"].configure(), Known(), played=False)
    assert refused.value.code == "bet/fold"
    check(RULEBOOKS["three-pictures"].configure(), Known(), played=None)
    check(RULEBOOKS["three-card-poker"].configure(), Known(), played=False)


# Hands


@pytest.mark.parametrize(
    ("state", "players", "dealers"),
    [
        (Known(), comb(52, 3), comb(52, 3)),
        (known("As"), comb(51, 2), comb(51, 3)),
        (known("As Ks"), 50, comb(50, 3)),
        (known("As Ks Qs"), 1, comb(49, 3)),
        (known("", "2c 2d"), comb(50, 3), 50),
        (known("As", "2c 2d", "2h", "2s 3s"), comb(46, 2), 46),
    ],
)
def test_the_hands_that_hold_what_is_known(state, players, dealers):
    own, theirs = player_hands(state), dealer_hands(state)
    assert (len(own), len(theirs)) == (players, dealers)
    away = {state.fourth, *state.dead}
    free = [card for card in range(52) if card not in away]
    for rows, held, others in (
        (own, state.player, state.dealer),
        (theirs, state.dealer, state.player),
    ):
        left = [card for card in free if card not in (*held, *others)]
        made = {row_of(held + rest) for rest in combinations(left, 3 - len(held))}
        assert set(rows.tolist()) == made


def test_no_hand_holds_a_card_that_is_elsewhere():
    assert holding((5,), frozenset({5})).tolist() == []


# Rows


@pytest.mark.parametrize("number", range(STATES))
@pytest.mark.parametrize("game", GAMES)
def test_rows_come_about_as_often_as_dealt_out_plainly(game, number):
    rules = random_rules(game, number)
    state = random_state(rules, number)
    check(rules, state)
    for played in (True, False) if rules.rulebook.decision else (True,):
        dealt = {wager.key: Counter() for wager in rules.wagers}
        for deal in completions(rules, state):
            for wager, row in plain_rows(rules, deal, played).items():
                dealt[wager][row] += 1
        for wager in rules.wagers:
            assert shares(ours(wager, state, played)) == shares(dealt[wager.key]), wager.key


def test_the_states_at_random_are_of_every_shape():
    """Else the test above would say little."""
    states = [random_state(RULEBOOKS[g].configure(), n) for g in GAMES for n in range(STATES)]
    for whose in ("player", "dealer"):
        assert {len(getattr(state, whose)) for state in states} == {0, 1, 2, 3}
    prime = [random_state(RULEBOOKS["three-card-prime"].configure(), n) for n in range(STATES)]
    assert {state.fourth is None for state in prime} == {True, False}


@pytest.mark.parametrize("game", GAMES)
def test_where_nothing_is_known_rows_come_about_as_in_a_whole_deck(game):
    for wager in RULEBOOKS[game].configure().wagers:
        if wager.reads_decision():
            continue  # Counted under a strategy; see the expectations.
        whole = dict(zip((row.key for row in wager.rows), count(wager), strict=True))
        assert shares(ours(wager, Known())) == shares(whole)


def test_a_deal_of_two_hands_is_counted_once():
    ante = RULEBOOKS["three-card-poker"].configure().wager("ante")
    assert sum(ours(ante, Known()).values()) == 407_170_400
    assert sum(ours(ante, known("As Ks Qs")).values()) == comb(49, 3)
    assert sum(ours(ante, known("As Ks", "2c 2d", dead="3c")).values()) == 47 * 46


def test_only_some_of_the_players_hands():
    """Hands that play and hands that fold are counted apart, and together they are all."""
    rules = RULEBOOKS["three-card-poker"].configure()
    ante, state = rules.wager("ante"), Known((50,), (20,), dead=frozenset(range(18, 46)) - {20})
    high = CARDS[:, 1] >= 40
    some, others = (ours(ante, state, among=among) for among in (high, ~high))
    dealt = Counter(
        plain_rows(rules, deal, True)["ante"]
        for deal in completions(rules, state)
        if sorted(deal[0])[1] >= 40
    )
    assert {row: n for row, n in some.items() if n} == dealt
    both = {row: some[row] + others[row] for row in some}
    assert both == ours(ante, state)
    assert min(sum(some.values()), sum(others.values())) > 0
    assert sum(ours(ante, state, among=np.zeros(COUNT, bool)).values()) == 0


# Six cards


def test_six_cards_of_a_whole_deck():
    assert sum(six_card_values(Known())).tolist() == list(six_card_ways())


@pytest.mark.parametrize(
    ("state", "left"),
    [
        (Known(dead=frozenset(range(40))), 12),
        (Known(dead=frozenset(c for c in range(52) if c % 4 != 1 and c < 44)), 19),
        (Known((51,), dead=frozenset(range(37))), 14),
        (Known((), (0,), dead=frozenset(range(15, 52))), 14),
        (Known((28, 51), fourth=5, dead=frozenset(range(6, 28))), 27),
        (Known((45,), (41,), dead=frozenset(range(15))), 35),
        (Known((1, 2, 3), (), 0), 48),
        (Known((29, 33), (37, 41), dead=frozenset({0, 1, 2})), 45),
        (Known((29, 33), (37, 41, 45)), 47),
        (Known((29, 33, 49), (37, 41, 45)), 46),
    ],
)
def test_six_cards_as_dealt_out_plainly(state, left):
    plain = PLAIN["three-card-prime"]
    held = state.player + state.dealer
    free = [c for c in range(52) if c not in {*held, state.fourth, *state.dead}]
    assert len(free) == left
    # The plain settlement's rows run from the best down, our values from the least up.
    dealt = Counter(
        9 - plain.all_six(six[:3], six[3:])
        for six in (held + rest for rest in combinations(free, 6 - len(held)))
    )
    total = sum(six_card_values(state)).tolist()
    assert {value: n for value, n in enumerate(total) if n} == dealt
    assert sum(total) == comb(left, 6 - len(held))
