"""What random walks have found: the fewest commands that once went wrong, under all the checks."""

import pytest

from pitboss.cards.deck import DECK
from pitboss.play import commands as c
from pitboss.play.events import DEALER, FOURTH, Actor
from tests.support.playing import DEALS, MANAGER, SUPERVISOR, Table

HANDS = ((1, (0, 1, 2)), (DEALER, (3, 4, 5)))


def led(game, **choices):
    """A table of three boxes that a dealer leads, unless something else is said."""
    return Table(game, **{"boxes": 3, "led_by": "dealer", **choices})


def bet(table, boxes=(1,)):
    """Bets are open, and there is one on each of these boxes."""
    table.open()
    for box in boxes:
        table.bet(box, f"p{box}")
    return table


def dealt(table, *hands):
    """A bet on box 1, and the cards where the dealer says they lie."""
    bet(table).close().say(c.Deal(DEALS, hands=hands))
    return table


def settled(table, boxes=(1,)):
    """A whole round, as it should be."""
    return bet(table, boxes).play_out(jackpot=0)


def decided(remedy, incident="other", hands=(), number=0, **details):
    """A report and the manager's decision on it."""
    about = details.get("round")
    return (
        c.ReportIncident(DEALS, incident, **details),
        c.GiveRuling(MANAGER, number, remedy, "So it is.", hands, about),
    )


def rule(table, *arguments, **details):
    for command in decided(*arguments, **details):
        table.say(command)


def test_the_record_from_the_round_before_on_gives_the_round():
    """Events about a round that is no longer at hand are among it."""
    table = settled(led("three-card-prime")).open()
    rule(table, "play-on", round=1)
    rule(table, "void-round")
    table.open()
    table.checks.check_replay(table.round)


def test_a_bet_without_a_hand_is_not_settled():
    table = dealt(led("three-card-poker"), (DEALER, (0, 1, 2)))
    assert table.refused(c.Fold(DEALS, 1))[0] == "unknown/box"
    table.refused(c.Settle(DEALS, 0))


def test_a_hand_of_two_cards_is_not_settled():
    table = dealt(led("three-card-poker"), (1, (0, 1)), (DEALER, (2, 3, 4)))
    table.decide(1).show()
    rule(table, "play-on", shown={place: table.shoe.card(place) for place in (0, 1)})
    table.refused(c.Settle(DEALS, 0))


def test_nothing_is_settled_without_the_fourth_card():
    table = dealt(led("three-card-prime"), *HANDS)
    table.decide(1, play=False).show()
    table.refused(c.Settle(DEALS))


@pytest.mark.parametrize(
    "hands",
    [
        ((1, (0, 1, 2, 9)),),
        ((1, (0, 1)), (DEALER, (3, 4, 5, 2))),
        ((DEALER, (3, 4, 40)),),
        ((1, ()),),
    ],
)
def test_after_settlement_no_hand_moves_that_could_not_be_paid(hands):
    table = settled(led("three-card-poker"))
    report, ruling = decided("reconstruct", hands=hands)
    table.say(report)
    table.refused(ruling)


def test_a_payment_put_right_by_hand_stays_so():
    table = settled(led("three-pictures"))
    paid = table.round.payments[0]
    correction = (paid.box, paid.bettor, paid.wager, paid.net + 500, "Paid wrongly.")
    table.say(c.CorrectPayment(SUPERVISOR, *correction))
    rule(table, "bet-stands")
    assert table.round.payments[0].net == paid.net + 500


def test_a_wager_with_a_price_is_taken_back_as_a_whole():
    table = bet(led("three-card-poker")).bet(1, "p1", "progressive", 250)
    assert table.refused(c.TakeBack(DEALS, 1, "p1", "progressive", 100))[0] == "bet/price"


def test_nobody_looks_at_a_hand_that_is_not_there():
    table = dealt(led("three-card-poker"), (DEALER, (0, 1, 2)))
    table.refused(c.Examine(Actor("p1"), 1))


@pytest.mark.parametrize("shown", [{42: True}, {42.0: 3}, {42: 3.0}, {True: 3}])
def test_places_and_cards_that_are_shown_are_whole_numbers(shown):
    table = bet(led("three-pictures"))
    table.refused(c.ReportIncident(DEALS, "other", shown=shown))


@pytest.mark.parametrize("hands", [((1, (40.0, 41, 42)),), ((1, (True, 41, 42)),)])
def test_places_that_are_dealt_are_whole_numbers(hands):
    table = bet(led("three-pictures")).close()
    table.refused(c.Deal(DEALS, hands=hands))


def test_cards_that_are_named_are_whole_numbers():
    table = dealt(led("three-card-poker"), *HANDS).decide(1)
    first, *rest = table.cards(DEALER)
    rule(table, "play-on", shown={3: first})
    table.refused(c.Reveal(DEALS, DEALER, (float(first), *rest)))


@pytest.mark.parametrize("remedy", ["remove-bet", "remove-hand"])
def test_a_stated_policy_that_finds_nothing_does_not_stop_the_table(remedy):
    table = bet(led("three-card-prime", incidents={"misdeal": remedy}))
    table.rule(table.incident("misdeal"), MANAGER)
    (incident,) = table.round.incidents
    if incident.remedy == "refer":
        table.rule(0, MANAGER, "play-on", "There is nothing to take off.")
    elif incident.choosing:
        table.run_out_of_time()
    assert not table.round.is_stopped


def test_a_round_without_bets_takes_rulings_though_its_cards_are_down():
    table = dealt(led("three-card-prime"), (FOURTH, (6,)), *HANDS)
    rule(table, "remove-bet", box=1, bet=("p1", "ante"))
    assert table.round.phase == "settled"
    rule(table, "play-on", incident="misdeal", number=1)
    assert not table.round.is_stopped


def test_a_bettor_whose_bets_are_gone_has_nothing_left_to_choose():
    table = settled(led("three-pictures"), boxes=(1, 2))
    rule(table, "offer-choice")
    rule(table, "offer-choice", incident="drawn-together", number=1)
    table.choose(1, "p1", "return", number=0)
    again = c.Choose(Actor("p1"), 1, 1, "p1", "return")
    assert table.refused(again)[0] == "rule/no-choice"
    for number in (0, 1):
        table.choose(2, "p2", "continue", number)
    assert not table.round.is_stopped


def test_one_card_is_dealt_to_the_table():
    table = bet(led("three-card-prime")).close()
    two = c.Deal(DEALS, hands=((FOURTH, (0, 1)),), is_last=False)
    table.refused(two)
    table.say(two._replace(hands=((FOURTH, (0,)),)))
    table.refused(two._replace(hands=((FOURTH, (1,)),)))


def test_a_deal_that_a_ruling_has_completed_comes_to_its_end():
    table = bet(led("three-card-poker", led_by="table")).close().deal(2)
    rule(table, "reconstruct", hands=HANDS)
    assert table.deal().round.phase == "examining"


def test_no_card_comes_from_beyond_the_shoe():
    table = bet(led("three-card-poker"), boxes=(1, 2, 3)).close()
    table.say(c.Deal(DEALS, hands=((1, (DECK - 1,)),), is_last=False))
    table.refused(c.Deal(DEALS))


def test_nothing_waits_in_a_round_that_is_void():
    """Not even an incident whose ruling lacks a fact."""
    table = bet(led("lucky-three-pictures"))
    table.incident("drawn-together")
    rule(table, "void-round", number=1)
    assert table.round.phase == "void"
    assert table.open().round.number == 2


def test_a_card_that_is_up_is_not_turned_at_another_place():
    table = dealt(led("three-card-poker"), *HANDS).decide(1)
    card = table.shoe.card(3)
    rule(table, "play-on", shown={3: card})
    table.refused(c.Reveal(DEALS, DEALER, (None, card, None)))


def test_a_hand_goes_out_after_settlement_whatever_the_incident():
    table = settled(led("three-pictures"))
    assert table.round.payments[0].net
    rule(table, "remove-hand", incident="under-minimum", box=1)
    assert table.round.payments[0].net == 0
