"""What a ruling costs, against rounds played out by the plain settlement of every deal left."""

from fractions import Fraction
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev

import pytest

from pitboss import games
from pitboss.cards.deck import DECK, parse
from pitboss.cards.hands import cards_of
from pitboss.language.irregularities import MOMENTS, WAYS_TO_RULE, ways_to_rule
from pitboss.maths.odds.completions import Known
from pitboss.maths.odds.expectation import expected
from pitboss.maths.odds.strategy import best
from pitboss.play.costs import options, options_of_referral
from pitboss.play.rulings import rule_on
from pitboss.rulebooks import RULEBOOKS
from tests.support.playing import MANAGER, PHASES, Table
from tests.test_completions import plain_nets

DECIDING = [game for game, book in RULEBOOKS.items() if book.decision]


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


# Cards that players see before they decide


def exposed(game, *cards, where="dealer", boxes=2, **bets):
    """A table with an ante on each box, at which these cards of one hand have been turned up."""
    table = Table(game, boxes=boxes).open()
    for box in range(1, boxes + 1):
        table.bet(box, f"p{box}")
        for wager, amount in bets.items():
            table.bet(box, f"p{box}", wager.replace("_", "-"), amount)
    table.close().deal()
    places = table.round.places(where)
    table.incident(
        "exposed-cards",
        cards=str(len(cards)),
        shown=dict(zip(places, parse(" ".join(cards)), strict=False)),
    )
    return table


def using_the_cards(option):
    return amounts(option.informed)


def test_players_who_use_the_dealers_king_turn_the_price_of_playing_on():
    on = by_remedy(exposed("three-card-poker", "Kh", boxes=7))["play-on"]
    assert on.house.amount > 0 > on.informed.house.amount
    assert all(worth > 0 for worth in using_the_cards(on).values())
    assert on.informed.house.error is None


@pytest.mark.parametrize("game", DECIDING)
@pytest.mark.parametrize("cards", [("2c",), ("Ad", "Ac"), ("Qs", "7d", "3h")])
def test_all_who_see_the_dealers_cards_use_them_alike(game, cards):
    options = by_remedy(exposed(game, *cards))
    for remedy in ("play-on", "offer-choice"):
        usual, used = amounts(options[remedy]), using_the_cards(options[remedy])
        assert used["p1"] == used["p2"] >= usual["p1"] == usual["p2"]
    assert options["void-round"].informed is None


@pytest.mark.parametrize("game", DECIDING)
def test_a_players_own_card_is_news_to_the_others_alone(game):
    on = by_remedy(exposed(game, "As", where=2, boxes=3))["play-on"]
    usual, used = amounts(on), using_the_cards(on)
    assert used["p2"] == usual["p2"] > 0
    assert used["p1"] == used["p3"] > usual["p1"] == usual["p3"]


def test_other_wagers_are_worth_what_they_were():
    """Pair Plus and Prime do not depend on the decision: what is gained is gained on the ante."""
    for game, bets in (
        ("three-card-poker", {"pair_plus": 500}),
        ("three-card-prime", {"prime": 700, "pair_bonus": 100, "all_six": 200}),
    ):
        alone, all_bets = (by_remedy(exposed(game, "Kh", **b))["play-on"] for b in ({}, bets))
        gains = [using_the_cards(on)["p1"] - amounts(on)["p1"] for on in (alone, all_bets)]
        assert gains[0] == gains[1] > 0
        assert amounts(alone) != amounts(all_bets)


@pytest.mark.parametrize("game", [game for game in RULEBOOKS if game not in DECIDING])
def test_a_game_without_a_decision_has_one_figure(game):
    table = exposed(game, "Kh")
    assert {option.informed for option in options(table.round)} == {None}


@pytest.mark.parametrize("game", DECIDING)
def test_decided_hands_and_unseen_cards_have_one_figure(game):
    table = exposed(game, "Kh")
    assert by_remedy(Table(game).to("examining"), jackpot=0)["play-on"].informed is None
    table.rule(0, MANAGER, "play-on", "It was one card.")
    table.decide(1)
    half = by_remedy(table)["play-on"]
    assert using_the_cards(half)["p1"] == amounts(half)["p1"]
    assert using_the_cards(half)["p2"] > amounts(half)["p2"]
    table.decide(2)
    assert by_remedy(table)["play-on"].informed is None


def test_cards_that_only_the_house_knows_are_used_by_no_player():
    table = exposed("three-card-poker", "Kh")
    seen = table.round.faces
    known = {place: table.shoe.card(place) for place in table.round.dealer if place not in seen}
    on = by_remedy(table, faces={**seen, **known})["play-on"]
    dealer = Known(dealer=(*seen.values(), *known.values()))
    king = Known(dealer=tuple(seen.values()))
    used = expected(table.setup.rules, {"ante": 1000}, dealer, None, seen=king)
    assert using_the_cards(on)["p1"] == used.amount != amounts(on)["p1"]


# Referrals


def referred(table, **told):
    (incident,) = table.round.incidents
    ruling = rule_on(table.round, incident)
    assert ruling.remedy == "refer"
    found = options_of_referral(table.round, incident, ruling, **told)
    return {option.remedy: option for option in found}


@pytest.mark.parametrize("incident", [i for i in WAYS_TO_RULE if i not in MOMENTS["Bets"]])
def test_every_way_that_can_be_ruled_has_its_price(incident):
    """As the round then stands: give the ruling, and price what is left of it."""
    table = Table("three-card-prime").to("examining")
    table.incident(incident, box=1)
    priced = referred(table)
    assert set(priced) <= set(WAYS_TO_RULE[incident])
    assert "void-round" in priced or incident == "walked-away"
    on = amounts(by_remedy(table)["play-on"])
    for remedy, option in priced.items():
        gone = {"void-round": {"p1", "p2"}, "remove-hand": {"p1"}}.get(remedy, set())
        may_choose = remedy in ("offer-choice", "decide-order", "remove-hand")
        assert amounts(option) == {
            bettor: 0 if bettor in gone else max(worth, 0) if may_choose else worth
            for bettor, worth in on.items()
        }


def test_a_hand_is_taken_out_where_its_box_was_reported():
    assert "remove-hand" not in referred(exposed("three-card-poker", "As", where=2))


def test_after_settlement_the_result_stands_or_the_round_is_void():
    table = Table("three-card-prime").to("settled")
    table.incident("deck-count")
    priced = referred(table)
    assert list(priced) == ["stands", "void-round"]
    assert amounts(priced["stands"]) == table.nets()
    assert set(amounts(priced["void-round"]).values()) == {0}


@pytest.mark.parametrize("book", RULEBOOKS.values(), ids=RULEBOOKS)
def test_every_remedy_of_a_rulebook_is_a_way_to_rule(book):
    for ruling in book.rulings:
        ways = {*ways_to_rule(ruling.incident, False), *ways_to_rule(ruling.incident, True)}
        assert ruling.remedy in {*ways, "refer"}, (ruling.incident, ruling.remedy)
