"""Where the house sets a time for decisions, a hand without one is decided as announced."""

from dataclasses import replace

import pytest

from pitboss.house.records.days import SECOND
from pitboss.house.records.ledger import Balances, player
from pitboss.house.tables.practice import PlayHand, Turn, allowed_now
from pitboss.play import Folded, Played
from tests.support.houses import (
    PRACTICE,
    Clock,
    Guest,
    assert_in_order,
    entries_of,
    opened,
    waiting_boxes,
)

POKER = "three-card-poker"
TIME = 30


def timed(out_of_time="fold"):
    offer = PRACTICE.offer(POKER)
    changed = offer._replace(setup=replace(offer.setup, out_of_time=out_of_time))
    timers = PRACTICE.timers._replace(decision=TIME)
    return replace(PRACTICE, timers=timers, offers={**PRACTICE.offers, POKER: changed})


def test_a_hand_whose_time_is_up_folds(place):
    clock = Clock()
    with opened(**place, clock=clock, settings=timed()) as house:
        guest, other = Guest(house, POKER), Guest(house, POKER, "two")
        guest.deal({1: {"ante": 500, "pair-plus": 100}})
        assert guest.look().time_left == pytest.approx(TIME * SECOND, abs=100)
        assert other.look().time_left is None
        clock.now += (TIME - 1) * SECOND
        assert house.tick().result(30).timed_out == ()
        assert guest.look().time_left < 2 * SECOND
        clock.now += 2 * SECOND
        (timed_out,) = house.tick().result(30).timed_out
        assert timed_out.table == guest.table
        assert [event.box for event in timed_out.events if isinstance(event, Folded)] == [1]
        assert guest.round.phase == "settled"
        assert guest.look().time_left is None
        entry = entries_of(house.engine, guest.table)[-1]
        assert (entry.person, entry.request) == ("house", '{"command":"expire"}')
        assert house.tick().result(30).timed_out == ()
    assert_in_order(**place)


def test_the_best_decision_is_made_where_that_was_announced(tmp_path):
    """With an Ace, never a fold."""
    clock = Clock()
    with opened(tmp_path, clock=clock, settings=timed("best")) as house:
        guest = Guest(house, POKER)
        for number in range(50):
            guest.deal({1: {"ante": 500}}, f"{number:064x}")
            cards = guest.look().table.shoe.hand(guest.round.boxes[1].places)
            clock.now += (TIME + 1) * SECOND
            (timed_out,) = house.tick().result(30).timed_out
            if any(card // 4 == 12 for card in cards):
                assert any(isinstance(event, Played) for event in timed_out.events)
                break
        else:
            raise AssertionError("no Ace in fifty hands")
    assert_in_order(tmp_path)


def test_the_money_for_play_is_there_when_time_is_up(tmp_path):
    """Bets at other tables leave it alone, whichever game they are on."""
    clock = Clock()
    with opened(tmp_path, clock=clock, settings=timed("best")) as house:
        guest = Guest(house, POKER)
        guest.deal({1: {"ante": 40_000}}, "05" * 32)
        for game, wager in (("three-pictures", "initial"), ("three-card-prime", "ante")):
            other = Guest(house, game, "one")
            refusal = other.stake({1: {wager: 30_000}}).refusal
            assert refusal.code == "money/play-not-covered"
            offered = allowed_now(other.look().table, other.balance, None, 40_000).bets
            most = max(bounds.ranges[-1][1] for bounds in offered if bounds.wager == wager)
            assert other.stake({1: {wager: most}}).refusal is None
            assert other.stake({1: {wager: most + 100}}).refusal is not None
            other.stake({})
        clock.now += (TIME + 1) * SECOND
        (timed_out,) = house.tick().result(30).timed_out
        assert any(isinstance(event, Played | Folded) for event in timed_out.events)
        assert guest.balance >= 0
    assert_in_order(tmp_path)


def test_a_hand_without_the_money_to_play_folds(tmp_path):
    """A correction may have taken it."""
    clock = Clock()
    with opened(tmp_path, clock=clock, settings=timed("best")) as house:
        for number in range(50):  # Until the best strategy plays.
            guest = Guest(house, POKER, f"{number}")
            guest.deal({1: {"ante": 40_000}}, f"{number:02x}" * 32)
            table = guest.look().table
            decisions = [
                Turn(table, Balances({player(guest.id): has}), bytes, house.key).best_decisions()
                for has in (40_000, 39_999)
            ]
            if decisions[0] == {1: True}:
                break
        assert decisions == [{1: True}, {1: False}]


def test_each_decision_has_its_own_time(tmp_path):
    clock = Clock()
    with opened(tmp_path, clock=clock, settings=timed()) as house:
        guest = Guest(house, POKER)
        guest.deal({1: {"ante": 500}, 2: {"ante": 500}})
        clock.now += (TIME - 1) * SECOND
        guest.ask(PlayHand(1))
        clock.now += (TIME - 1) * SECOND
        assert house.tick().result(30).timed_out == ()
        assert waiting_boxes(guest.round) == [2]


def test_a_restart_costs_the_player_no_time(place):
    clock = Clock()
    with opened(**place, clock=clock, settings=timed()) as house:
        guest = Guest(house, POKER)
        guest.deal({1: {"ante": 500}})
    clock.now += 10 * TIME * SECOND
    with opened(**place, clock=clock, settings=timed()) as house:
        guest.house = house
        assert house.tick().result(30).timed_out == ()  # From now on its time counts.
        clock.now += TIME * SECOND + 10
        assert len(house.tick().result(30).timed_out) == 1
    assert_in_order(**place)


def test_without_a_time_nothing_is_decided(house):
    guest = Guest(house, POKER)
    guest.deal({1: {"ante": 500}})
    house.clock.now += 10**6 * SECOND
    assert house.tick().result(30).timed_out == ()
    assert guest.look().time_left is None
    assert guest.round.phase == "examining"
