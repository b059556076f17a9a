"""What a ruling costs, against rounds played out by the plain settlement of every deal left."""

from fractions import Fraction
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev

import pytest

from pitboss import games
from pitboss.cards.deck import DECK
from pitboss.cards.hands import cards_of
from pitboss.maths.odds.completions import Known
from pitboss.maths.odds.expectation import expected
from pitboss.maths.odds.strategy import best
from pitboss.play.costs import options
from pitboss.rulebooks import RULEBOOKS
from tests.support.playing import PHASES, Table
from tests.test_completions import plain_nets


def by_remedy(table, **told):
    return {one.remedy: one for one in options(table.round, **told)}


def amounts(option):
    return {bettor: found.amount for bettor, found in option.by_bettor.items()}


@pytest.mark.parametrize("game", RULEBOOKS)
@pytest.mark.parametrize("phase", PHASES[:-1])
def test_a_void_costs_nobody_anything_and_the_house_has_the_other_side(game, phase):
    found = by_remedy(Table(game).to(phase), jackpot=0)
    assert set(amounts(found["void-round"]).values()) == {0}
    for option in found.values():
        assert option.house.amount == -sum(amounts(option).values())
        assert option.house.error is None


@pytest.mark.parametrize("game", RULEBOOKS)
def test_after_settlement_it_is_what_was_paid(game):
    table = Table(game).to("settled")
    found = by_remedy(table)
    assert amounts(found["stands"]) == table.nets()


@pytest.mark.parametrize("game", RULEBOOKS)
def test_with_every_card_up_it_is_what_settlement_would_pay(game):
    table = Table(game).to("revealed")
    found = amounts(by_remedy(table)["play-on"])
    assert found == table.settle().nets()


@pytest.mark.parametrize("game", RULEBOOKS)
def test_before_the_deal_it_is_the_edge_of_the_main_bet(game):
    found = by_remedy(Table(game).to("betting"), jackpot=0)
    edge = games[game].odds().main.house_edge
    assert amounts(found["play-on"]) == {"p1": -1000 * edge, "p2": -1000 * edge}


def played_out(table, bets):
    """The average of each bet over all hands that the dealer may have, settled plainly."""
    rules = table.setup.rules
    up = set(table.round.faces.values())
    rivals = list(combinations([card for card in range(DECK) if card not in up], 3))
    return {
        bettor: Fraction(
            sum(
                sum(plain_nets(rules, (cards, dealer, None), True, stakes).values())
                for dealer in rivals
            ),
            len(rivals),
        )
        for bettor, (cards, stakes) in bets.items()
    }


def test_hands_that_are_up_against_every_hand_the_dealer_may_have():
    table = Table("lucky-three-pictures", seed=5)
    table.open().bet(1, "p1").bet(1, "p2", "lucky-tie", 300).bet(2, "p3", amount=700)
    table.close().deal().decide_all()
    bets = {
        "p1": (table.round.cards(1), {"initial": 1000}),
        "p2": (table.round.cards(1), {"lucky-tie": 300}),
        "p3": (table.round.cards(2), {"initial": 700}),
    }
    assert amounts(by_remedy(table)["play-on"]) == played_out(table, bets)


def test_a_removed_hand_is_worth_nothing_and_the_others_what_they_were():
    table = Table("lucky-three-pictures").to("decided")
    table.incident("player-count", box=1, reconstructible="no")
    found = {one.remedy: one for one in options(table.round, table.round.incidents[0])}
    on, removed = amounts(found["play-on"]), amounts(found["remove-hand"])
    assert removed == {"p1": 0, "p2": on["p2"]}
    assert on["p1"] != 0


def test_whoever_may_choose_does_what_is_better():
    table = Table("lucky-three-pictures", "Ks Kd 9c 2s 2d 7c").to("decided")
    on = amounts(by_remedy(table)["play-on"])
    assert on["p1"] > 0 > on["p2"]
    assert amounts(by_remedy(table)["offer-choice"]) == {"p1": on["p1"], "p2": 0}


def test_the_seated_player_chooses_for_the_box():
    table = Table("lucky-three-pictures", "2s 2d 7c", readings={"shared-choice": "seated"}, boxes=1)
    table.open().bet(1, "p1", seated=True).bet(1, "p2", "lucky-tie", 100)
    table.close().deal().decide_all()
    on = amounts(by_remedy(table)["play-on"])
    assert on["p1"] < 0
    assert on["p2"] != 0
    assert set(amounts(by_remedy(table)["offer-choice"]).values()) == {0}


def test_a_hand_that_was_played_is_one_that_the_best_strategy_plays():
    """The other road: the average over the hands that it plays, each expected by itself."""
    table = Table("three-card-poker").to("decided")
    rules = table.setup.rules
    plays = best(rules).plays
    chosen = [row for row in range(0, 22_100, 149) if plays[row]]
    each = [
        expected(rules, {"ante": 1000}, Known(tuple(cards_of(row))), True).amount for row in chosen
    ]
    found = float(amounts(by_remedy(table)["play-on"])["p1"])
    error = stdev(map(float, each)) / sqrt(len(each))
    assert abs(found - fmean(map(float, each))) < 5 * error
    assert found > 400


def test_six_cards_with_a_hidden_hand_that_was_played_are_sampled_and_say_so():
    table = Table("three-card-prime").open().bet(1, "p1").bet(1, "p1", "all-six", 100)
    table.close().deal().decide_all()
    one = by_remedy(table)["play-on"]
    assert one.by_bettor["p1"].error == one.house.error
    assert 0 < one.house.error < 2
    table.show_all()
    assert by_remedy(table)["play-on"].house.error is None


def test_cards_that_the_house_knows_can_be_counted_in():
    table = Table("three-card-poker").to("decided")
    known = {place: table.shoe.card(place) for _, held in table.round.hands() for place in held}
    found = by_remedy(table, faces=known)["play-on"]
    assert amounts(found) == table.show_all().settle().nets()


@pytest.mark.parametrize(("unit", "times"), [("player", 1), ("wager", 2)])
def test_envy_counts_once_a_player_or_once_a_wager_as_it_is_read(unit, times):
    cards = "As Ks Qs  2c 7d 9h  3c 8d Th  Kd Jc 4s"
    table = Table("three-card-poker", cards, readings={"envy-unit": unit})
    table.open().bet(1, "p1")
    for box in (2, 3):
        table.bet(box, "p2").bet(box, "p2", "progressive", 250)
    stakes = {"ante": 1000, "progressive": 250}
    alone = expected(table.setup.rules, stakes, Known(), None, 0).amount
    found = amounts(by_remedy(table, jackpot=0)["play-on"])["p2"]
    # Of the other player's 22,100 hands one is worth $250 and three are worth $50.
    assert found - 2 * alone == times * Fraction(25_000 + 3 * 5_000, 22_100)
    table.close().deal().decide_all().show_all()
    on = amounts(by_remedy(table, jackpot=0)["play-on"])
    assert on == table.settle(0).nets()
    assert sum(paid.wager == "envy" for paid in table.round.payments) == times


def test_envy_is_counted_in():
    cards = "As Ks Qs  2c 7d 9h  3c 8d Th"
    table = Table("three-card-poker", cards).open().bet(1, "p1").bet(2, "p2")
    table.bet(2, "p2", "progressive", 250)
    plain = by_remedy(table, jackpot=0)["play-on"].by_bettor["p2"].amount
    alone = expected(table.setup.rules, {"ante": 1000, "progressive": 250}, Known(), None, 0).amount
    # One other hand of 22,100 is worth $250, and three are worth $50.
    assert plain - alone == Fraction(25_000 + 3 * 5_000, 22_100)
    table.close().deal().decide_all().show_all()
    on = amounts(by_remedy(table, jackpot=0)["play-on"])
    assert on == table.settle(0).nets()
    assert any(paid.wager == "envy" for paid in table.round.payments)
