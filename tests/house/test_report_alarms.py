"""Alarms: a planted bias is named, and a fair house of the same size is left alone."""

import random
from dataclasses import replace
from math import comb

import numpy as np
import pytest

from pitboss.cards.deck import DECK
from pitboss.cards.hands import COLUMNS, masks, row_of
from pitboss.house.records.days import SECOND
from pitboss.house.reporting.cards_dealt import CardsDealt, CardsOfRound, cards_dealt
from pitboss.house.reporting.jackpot_report import jackpots
from pitboss.house.reporting.living_par import LEVEL, LivingPar, living_par
from pitboss.house.reporting.player_sheet import PlayerSheet
from pitboss.house.reporting.records import Scope, open_records
from pitboss.house.reporting.void_report import Voids, played_out, voids
from pitboss.house.settings.house_settings import Grant
from pitboss.house.tables import practice
from pitboss.house.tables.practice import FoldHand, PlayHand
from pitboss.house.tables.shuffle import deck
from pitboss.language.expressions import Deal
from pitboss.maths.odds.strategy import best
from tests.support.floor import Corrected, Reported, come_to_the_floor
from tests.support.houses import (
    PRACTICE,
    Clock,
    Guest,
    assert_in_order,
    opened,
    settings_of,
    waiting_boxes,
)

ROUNDS = 220
POKER = "three-card-poker"
BETS = {"ante": 500, "pair-plus": 100, "progressive": 250}
AKQ_SPADES = [51, 47, 43]
RICH = replace(PRACTICE, grant=Grant(10**8))


def planted(bias):
    """The shuffle with a bias: a share of decks, picked by the seed, has its cards moved."""

    def biased(seed, *rest):
        cards = list(deck(seed, *rest))
        chance = random.Random(seed)
        bias(cards, chance)
        assert sorted(cards) == list(range(DECK))
        return tuple(cards)

    return biased


def swap(cards, place, card):
    other = cards.index(card)
    cards[place], cards[other] = cards[other], cards[place]


def pairs_for_players(cards, chance):
    """One hand in four of the first three boxes is made a pair."""
    for place in (0, 3, 6):
        if chance.random() < 1 / 4:
            rank = cards[place] // 4
            swap(cards, place + 1, rank * 4 + (cards[place] + 1) % 4)


def aces_for_the_dealer(cards, chance):
    """In three rounds of four the dealer's first card is the highest that no player has."""
    if chance.random() < 3 / 4:
        swap(cards, 9, max(cards[9:]))


def as_it_comes(cards, chance):
    pass


def play(folder, monkeypatch, bias, decides, rounds=ROUNDS):
    monkeypatch.setattr(practice, "deck", planted(bias))
    chance = random.Random(3)
    with opened(folder, settings=RICH) as house:
        guest = Guest(house, POKER)
        for _ in range(rounds):
            boxes = dict.fromkeys((1, 2, 3), BETS)
            standing = guest.deal(boxes, chance.randbytes(32).hex()).standing
            hands = {
                box: row_of(standing.table.shoe.hand(state.places))
                for box, state in standing.table.round.boxes.items()
            }
            for box in waiting_boxes(standing.table.round):
                guest.ask((PlayHand if decides(hands, box) else FoldHand)(box))


def always(hands, box):
    return True


def strangely(hands, box):
    """By what lies on the other boxes: play against low cards, fold beside high ones."""
    others = [hand for other, hand in hands.items() if other != box]
    return bool(sum(COLUMNS["high"]()[hand] for hand in others) < 25)


def reported(folder):
    with open_records(folder) as records:
        return living_par(records, Scope())


def test_a_pair_too_many_is_named_with_its_chance(tmp_path, monkeypatch):
    play(tmp_path, monkeypatch, pairs_for_players, always)
    report = reported(tmp_path)
    named = [alarm for alarm in report.alarms if "Pair Plus, Pair came up" in alarm]
    assert len(named) == 1
    assert "more than the" in named[0]
    assert any("Players' hands, Pair came up" in alarm for alarm in report.alarms)
    assert not any("Dealer's hand" in alarm for alarm in report.alarms)
    rows = {(row[3], row[5]): row for row in report.sections[0].rows}
    row = rows["Pair Plus", "Pair"]
    count, low, high, chance, adjusted = row[8], row[11], row[12], row[13], row[14]
    assert count > high > low
    assert adjusted == pytest.approx(chance * report.facts[1].value)
    assert adjusted <= LEVEL
    assert row[15] == "drifts"


def test_a_dealer_with_too_many_aces_shows_in_what_hands_that_play_come_to(tmp_path, monkeypatch):
    play(tmp_path, monkeypatch, aces_for_the_dealer, always)
    alarms = " ".join(reported(tmp_path).alarms)
    assert "Ante, Dealer below Queen High came up" in alarms
    assert "Dealer's hand, High card, not qualified came up" in alarms
    assert "fewer than the" in alarms
    assert "Pair Plus" not in alarms


@pytest.mark.parametrize("decides", [always, strangely])
def test_a_fair_house_of_the_same_size_raises_none_however_people_play(
    tmp_path, monkeypatch, decides
):
    play(tmp_path, monkeypatch, as_it_comes, decides)
    report = reported(tmp_path)
    assert report.alarms == ()
    assert report.facts[1].value > 20
    with open_records(tmp_path) as records:
        (cards,) = LivingPar(records, Scope()).dealt.values()
    assert (cards.rounds, cards.left_out, cards.player_hands.sum()) == (ROUNDS, 0, 3 * ROUNDS)
    if decides is strangely:  # What was played is anything but a random choice of hands.
        assert 50 < cards.hands_played < 3 * ROUNDS - 50


@pytest.mark.parametrize("game", [POKER, "three-card-prime"])
def test_what_hands_come_to_is_weighed_over_every_dealers_hand_left(game):
    """Mean and variance of each row's count, by asking the rules about every single hand."""
    setup, chance, mask = settings_of(game), random.Random(2), np.array(masks())
    for boxes in (1, 2, 3):
        cards = chance.sample(range(DECK), 3 * boxes + 3)
        hands = {box: tuple(cards[3 * box - 3 : 3 * box]) for box in range(1, boxes + 1)}
        dealt, played = CardsDealt(setup), frozenset({1, boxes})
        dealt.add(CardsOfRound(hands, tuple(cards[-3:]), {}, played))
        left = np.flatnonzero(mask & sum(1 << card for card in cards[:-3]) == 0)
        assert len(left) == comb(DECK - 3 * boxes, 3)
        for wager in dealt.wagers:
            rows = np.array(
                [wager.result(Deal(row_of(hands[box]), left, played=True)) for box in played]
            )
            for number, row in enumerate(wager.rows):
                counts = (rows == number).sum(0)
                found = dealt.rows.get((wager.key, row.key))
                if found is None:
                    assert not counts.any()
                else:
                    assert found.expected == pytest.approx(counts.mean())
                    assert found.variance == pytest.approx(counts.var(), abs=1e-9)


# Jackpots


def test_a_hit_is_listed_and_the_bank_fills_the_meter_again(tmp_path, monkeypatch):
    def hit(cards, chance):
        for place, card in enumerate(AKQ_SPADES):
            swap(cards, place, card)

    play(tmp_path, monkeypatch, hit, always, rounds=2)
    with open_records(tmp_path) as records:
        report = jackpots(records, Scope())
    meters, theory, hits = report.sections
    assert [row[4] for row in hits.rows] == [500_150, 500_150]
    (meter,) = meters.rows
    assert meter[3:7] == (300, 500_000 + 2 * 500_000, -2 * 500_150, 0)
    assert meter[8] == meter[9] == 500_000
    (row,) = theory.rows
    assert row[3:7] == (6, 300, 300, 2)
    assert row[8] == 22_100
    assert any("2 hits in 6 bets" in alarm for alarm in report.alarms)


# Voids


def voided(folder, monkeypatch, voids_it, rounds=260):
    """Rounds of which some are voided after the deal; `voids_it` sees what players would win."""
    come_to_the_floor(monkeypatch)
    chance = random.Random(8)
    told = {}
    with opened(folder, settings=RICH) as house:
        guest = Guest(house, POKER)
        for _ in range(rounds):
            standing = guest.deal({1: BETS, 2: BETS}, chance.randbytes(32).hex()).standing
            table = standing.table
            net = played_out(table.round, table.shoe, standing.meter)
            told[table.round.number] = net
            if voids_it(chance, net):
                assert guest.ask(Reported("deck-count")).refusal is None
            else:
                plays = best(table.setup.rules).plays
                reply = None
                for box in waiting_boxes(table.round):
                    hand = row_of(table.shoe.hand(table.round.boxes[box].places))
                    reply = guest.ask((PlayHand if plays[hand] else FoldHand)(box))
                # What a round would come to is what it comes to under best play.
                payments = reply.standing.table.round.payments
                assert sum(payment.net for payment in payments) == net
    assert_in_order(folder)
    with open_records(folder) as records:
        figures, report = Voids(records, Scope()), voids(records, Scope())
    for void, net in figures.judged:
        assert net == told[void.round]
        assert not void.was_settled
    return figures, report


def test_voids_of_rounds_that_players_would_win_raise_the_alarm(tmp_path, monkeypatch):
    figures, report = voided(
        tmp_path, monkeypatch, lambda chance, net: net > 0 and chance.random() < 0.4
    )
    number = len(figures.judged)
    assert number > 20
    (alarm,) = report.alarms
    assert f"of {number} voided rounds the players would have won {number}" in alarm
    facts = {fact.key: fact.value for fact in report.facts}
    assert facts["chance"] < 1e-6
    assert facts["void_rate"] == number / 260
    assert facts["players_net"] > 0
    (reason,) = report.sections[0].rows
    assert reason[0] == "The deck is not complete: this round is void."
    assert reason[3] == number


def test_voids_that_ignore_outcomes_raise_none(tmp_path, monkeypatch):
    figures, report = voided(tmp_path, monkeypatch, lambda chance, net: chance.random() < 0.15)
    assert len(figures.judged) > 20
    assert report.alarms == ()
    facts = {fact.key: fact.value for fact in report.facts}
    assert facts["chance"] > 0.01
    (stratum,) = figures.strata()
    assert stratum.voided + stratum.stood == 260


def test_voids_and_corrections_after_settlement_count_on_the_sheet_and_in_the_rows(
    tmp_path, monkeypatch
):
    come_to_the_floor(monkeypatch)
    with opened(tmp_path, settings=RICH) as house:
        guest = Guest(house, "three-pictures")
        for number in range(3):
            guest.deal({2: {"initial": 1000}}, f"{number:064x}")
        assert guest.ask(Reported("deck-count")).refusal is None  # The third round is void.
        guest.deal({2: {"initial": 1000}}, "cd" * 32)
        net = guest.round.payments[0].net
        assert guest.ask(Corrected(2, "initial", net + 700 if net < 0 else -300)).refusal is None
        balance, person = guest.balance, guest.id
    with open_records(tmp_path) as records:
        sheet = PlayerSheet(records, Scope(), person)
        assert sum(round.win for round in sheet.rounds) == 10**8 - balance
        assert sum(round.handle for round in sheet.rounds) == 3_000
        (counts,) = LivingPar(records, Scope()).counts.values()
        assert counts.rounds == {1: 3}
        figures = Voids(records, Scope())
        ((void, net),) = figures.judged
        assert void.was_settled
        assert void.round == 3
        assert sum(figures.stood.values()) == 3
    assert_in_order(tmp_path)


def test_rounds_that_overlap_and_last_over_midnight_keep_their_own_cards(tmp_path):
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:
        guests = [Guest(house, POKER, token) for token in ("one", "two")]
        for guest in guests:
            guest.deal({1: {"ante": 500}})
        guests[0].decide_all()
        clock.now += 86_400 * SECOND
        guests[1].decide_all()
        hands = [[row_of(guest.round.cards(where)) for where in (1, "dealer")] for guest in guests]
    with open_records(tmp_path) as records:
        today = records.gaming_day.of(clock.now)
        for scope, seen in ((Scope(), hands), (Scope(first_day=today), hands[1:])):
            (cards,) = cards_dealt(records, scope, records.span(scope)).values()
            assert (cards.rounds, cards.left_out, cards.hands_played) == (len(seen), 0, len(seen))
            counted = cards.player_hands, cards.dealer_hands
            for side, counts in enumerate(counted):
                assert sorted(np.flatnonzero(counts)) == sorted(hand[side] for hand in seen)
