"""Every deal there is, settled twice: 407,170,400 deals a game and reading, row by row.

The plain settlement, compiled, against our look-up tables, hand after hand. What is counted on
the way must be the exact odds.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numba
import numpy as np
import pytest

from pitboss.cards.hands import CARDS, COUNT
from pitboss.language.compiled import compiled
from pitboss.language.expressions import Deal
from pitboss.language.rulebook import Rulebook
from pitboss.maths.odds.counting import DEALS
from pitboss.maths.odds.main_bet import MainBet
from pitboss.maths.odds.wager_odds import count
from pitboss.rulebooks import RULEBOOKS
from tests.games import PLAIN
from tests.support.agreement import number_of_rows, option_numbers, plain_compiled

pytestmark = pytest.mark.exhaustive


def one_at_a_time(rulebook: Rulebook) -> Iterator[dict[str, str]]:
    """The rulebook as written, then each other option by itself."""
    yield {}
    for reading in rulebook.readings:
        if reading.kind == "pay" and not reading.key.startswith("envy"):
            for option in list(reading.options)[1:]:
                yield {reading.key: option}


CASES = [(game, readings) for game in PLAIN for readings in one_at_a_time(RULEBOOKS[game])]


@numba.njit
def _dealers(outcomes, player, cards, fourth, played, reading, rows, disjoint):
    """The rows of one hand against every dealer's hand that shares no card with it."""
    p0, p1, p2 = player
    for d in range(len(cards)):
        c0, c1, c2 = cards[d]
        disjoint[d] = not (c0 in (p0, p1, p2) or c1 in (p0, p1, p2) or c2 in (p0, p1, p2))
        if disjoint[d]:
            found = outcomes((p0, p1, p2), (c0, c1, c2), fourth, played, reading)
            for w in range(len(found)):
                rows[w, d] = found[w]


def _check_hands(game: str, readings: dict[str, str], first: int, step: int) -> np.ndarray:
    """[wager, row of the plain settlement]: counts over every `step`th hand of the player's."""
    plain, rules = PLAIN[game], RULEBOOKS[game].configure(readings=readings)
    ours = [(compiled(rules.wager(w)), number_of_rows(game, rules, w)) for w in plain.WAGERS]
    outcomes, reading = plain_compiled(game).outcomes, option_numbers(plain, readings)
    rows = np.zeros((len(plain.WAGERS), COUNT), np.uint8)
    disjoint = np.zeros(COUNT, bool)
    every, cards = np.arange(COUNT), CARDS.astype(np.int64)
    total = np.zeros((len(plain.WAGERS), 32), np.int64)
    for hand in range(first, COUNT, step):
        held = tuple(int(card) for card in cards[hand])
        fourth = next(card for card in range(52) if card not in held)
        _dealers(outcomes, held, cards, fourth, 1, reading, rows, disjoint)
        deal = Deal(np.int64(hand), every, fourth)
        for w, (table, number) in enumerate(ours):
            found = np.broadcast_to(number[table.result(deal)], COUNT)
            wrong = np.flatnonzero((found != rows[w]) & disjoint)
            assert not len(wrong), (game, readings, plain.WAGERS[w], hand, wrong[:3])
            total[w] += np.bincount(rows[w][disjoint], minlength=32)
    return total


@pytest.mark.parametrize(("game", "readings"), CASES, ids=str)
def test_every_deal_agrees_and_counts_are_the_odds(game, readings):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        halves = [pool.submit(_check_hands, game, readings, k, 2) for k in range(2)]
        total = sum(half.result() for half in halves)
    assert (total.sum(1) == DEALS).all()
    rules = RULEBOOKS[game].configure(readings=readings)
    everyone_plays = MainBet(rules).under(np.ones(COUNT, bool))
    for w, key in enumerate(PLAIN[game].WAGERS):
        wager = rules.wager(key)
        if wager.columns("fourth"):
            continue  # Needs the fourth card too: the test below.
        main = rules.rulebook.decision and key in rules.rulebook.main
        ways = everyone_plays.of(wager) if main else count(wager)
        times = DEALS // sum(ways)
        found = total[w][number_of_rows(game, rules, key)]
        assert found.tolist() == [times * n for n in ways], key


@pytest.mark.parametrize("readings", list(one_at_a_time(RULEBOOKS["three-card-prime"])), ids=str)
def test_every_hand_with_every_fourth_card(readings):
    game, key = "three-card-prime", "pair-bonus"
    plain, rules = PLAIN[game], RULEBOOKS["three-card-prime"].configure(readings=readings)
    outcomes, reading = plain_compiled(game).outcomes, option_numbers(plain, readings)
    at, total = plain.WAGERS.index(key), np.zeros(16, np.int64)
    table, number = compiled(rules.wager(key)), number_of_rows(game, rules, key)
    for hand, held in enumerate(CARDS.tolist()):
        dealer = tuple(card for card in range(52) if card not in held)[:3]
        for fourth in (card for card in range(52) if card not in held):
            row = outcomes(tuple(held), dealer, fourth, 1, reading)[at]
            assert number[table.row(hand, 0, fourth, True)] == row
            total[row] += 1
    assert total[number].tolist() == list(count(rules.wager(key)))
