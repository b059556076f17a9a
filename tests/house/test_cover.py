"""Play is covered over all tables of a person together: each hand that is dealt can be played."""

import random

import pytest

from pitboss.house.tables.practice import PlayHand, allowed_now, possible
from tests.support.houses import Guest, assert_in_order, opened, waiting_boxes

POKER, PRIME, PICTURES = "three-card-poker", "three-card-prime", "three-pictures"
TABLES = ((POKER, "ante"), (PRIME, "ante"), (PICTURES, "initial"))


@pytest.fixture
def tables(house):
    """One guest with $1,000 at three tables."""
    return {game: Guest(house, game, "one") for game, _ in TABLES}


def test_a_hand_elsewhere_keeps_its_play_wager(tables):
    poker, prime = tables[POKER], tables[PRIME]
    assert poker.deal({1: {"ante": 40_000}}).refusal is None
    refusal = prime.stake({1: {"ante": 15_000}}).refusal
    assert refusal.code == "money/play-not-covered"
    assert refusal.message == "This leaves $100.00 too little to play on with all hands: bet less."
    assert prime.deal({1: {"ante": 10_000}}).refusal is None
    assert poker.ask(PlayHand(1)).refusal is None
    assert prime.ask(PlayHand(1)).refusal is None


def test_bets_that_are_not_dealt_yet_count(tables):
    assert tables[POKER].stake({1: {"ante": 40_000}}).refusal is None
    refusal = tables[PICTURES].stake({1: {"initial": 30_000}}).refusal
    assert refusal.code == "money/play-not-covered"
    assert tables[POKER].stake({}).refusal is None
    assert tables[PICTURES].stake({1: {"initial": 30_000}}).refusal is None


def test_what_is_offered_is_what_is_left_over_all_tables(tables):
    tables[POKER].deal({1: {"ante": 30_000}})
    standing = tables[PICTURES].look()
    assert standing.held_elsewhere == 30_000
    held = standing.balance, None, standing.held_elsewhere
    (most,) = {
        bounds.ranges[-1][1]
        for bounds in allowed_now(standing.table, *held).bets
        if bounds.wager == "initial" and bounds.box == 1
    }
    assert most == 40_000
    assert tables[PICTURES].stake({1: {"initial": most}}).refusal is None
    assert tables[PICTURES].stake({1: {"initial": most + 500}}).refusal is not None


def test_a_hand_that_can_not_be_paid_is_not_offered(tables):
    """After a correction, perhaps; no bet of the player's leads there."""
    tables[POKER].deal({1: {"ante": 30_000}})
    table = tables[POKER].look().table
    for balance, elsewhere, commands in (
        (30_000, 0, ("play", "fold")), (29_999, 0, ("fold",)), (40_000, 10_001, ("fold",)),
    ):  # fmt: skip
        may = allowed_now(table, balance, None, elsewhere)
        assert possible(table, may) == commands


@pytest.mark.parametrize("seed", range(4))
def test_every_hand_can_be_played(tmp_path, seed):
    """Whatever is bet at three tables in any order."""
    chance = random.Random(seed)
    refused = dealt = 0
    with opened(tmp_path, seed=seed) as house:
        tables = {game: Guest(house, game, "one") for game, _ in TABLES}
        for number in range(60):
            game, main = chance.choice(TABLES)
            guest = tables[game]
            waiting = waiting_boxes(guest.round)
            if waiting and chance.random() < 0.6:
                reply = guest.ask(PlayHand(chance.choice(waiting)))
                assert reply.refusal is None
            elif not waiting:
                boxes = {
                    box: {main: 500 * chance.randint(1, 60)} for box in chance.sample((1, 2, 3), 2)
                }
                reply = guest.deal(boxes, f"{number:064x}")
                refused += reply.refusal is not None
                dealt += reply.refusal is None
    assert refused
    assert dealt
    assert_in_order(tmp_path)


def test_money_that_is_taken_back_pays_for_what_is_placed(tables):
    """Whatever the numbers of the boxes are."""
    guest = tables[PICTURES]
    assert guest.stake({3: {"initial": 50_000}, 2: {"initial": 50_000}}).refusal is None
    assert guest.balance == 0
    assert guest.stake({1: {"initial": 40_000}, 3: {"initial": 10_000}}).refusal is None
    assert guest.balance == 50_000
