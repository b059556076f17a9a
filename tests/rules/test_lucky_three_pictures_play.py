"""Non-Commission Lucky Three Pictures (RWS) version 2: the order of play, clause by clause."""

from functools import partial

import pytest

from pitboss.errors import BadConfiguration
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.events import DEALER, Actor
from pitboss.play.views import VIEWERS, Viewer, view
from tests.support.clause import clause
from tests.support.playing import DEALS, PHASES, Table, all_even, wallets

table = partial(Table, "lucky-three-pictures")
# A shuffler deals these by threes: 7 with a Picture, plain 6, 5; the dealer has plain 6.
HANDS = "Ks 2d 5c  Ac Ad 4d  2s 3d Th  3h As 2h"
NETS = {"p1": 1000, "p2": 0, "p3": -1000}


def full(**told):
    made = table(HANDS, **told).open()
    for box in (1, 2, 3):
        made.bet(box, f"p{box}")
    return made


def seen(made, *viewer):
    shown = view(made.round, Viewer(*viewer), made.shoe)
    return [one["cards"] for one in shown["boxes"]], shown["dealer"]["cards"]


# 1. Definitions


@clause("1.2")
def test_1_2_from_a_card_shoe_cards_come_one_at_a_time():
    made = table(shuffler=False).open().bet(1, "p1").bet(2, "p2").close()
    for card, where in enumerate((1, 2, DEALER, 1, 2, DEALER)):
        made.deal(1)
        assert made.round.places(where)[-1] == card == made.round.dealt - 1


@clause("1.5")
def test_1_5_from_a_shuffler_cards_come_in_sets_of_three():
    made = table(shuffler=True).open().bet(1, "p1").bet(2, "p2").close().deal()
    assert dict(made.round.hands()) == {1: (0, 1, 2), 2: (3, 4, 5), DEALER: (6, 7, 8)}


@clause("1.13")
@pytest.mark.parametrize("role", ["dealer", "pit-supervisor", "pit-manager"])
def test_1_13_anyone_acting_in_a_position_has_what_belongs_to_it(role):
    """Two people take turns in one position: the position counts, not the person."""
    early, late = Actor("p8", role), Actor("p9", role)
    made = table()
    made.say(c.OpenBets(early))
    made.bet(1, "p1").say(c.CloseBets(late))
    made.say(c.Deal(early))
    made.say(c.ReturnHand(late, 1, made.cards(1)))
    made.say(c.Reveal(early, DEALER, made.cards(DEALER)))
    made.say(c.Settle(late))
    assert made.round.phase == "settled"
    decides = c.GiveRuling(early, made.incident("drawn-together", late, order_known="no"))
    if role == "dealer":
        assert made.refused(decides) == ("authority/role", "5.10")
    else:
        assert made.say(decides)[0].by == early


@clause("1.13")
def test_1_13_a_player_has_none_of_it():
    made = table().to("betting")
    for command in (c.OpenBets, c.CloseBets, c.Deal, c.Settle):
        assert made.refused(command(Actor("dealer"))) == ("authority/role", None)
    assert made.refused(c.CloseBets(Actor("p9", "cook"))) == ("authority/role", None)


@clause("2.1.1.a")
@pytest.mark.parametrize("boxes", [1, 3, 16])
def test_2_1_1_a_the_layout_says_how_many_boxes_there_are(boxes):
    made = table(boxes=boxes).open()
    for box in range(1, boxes + 1):
        made.bet(box, f"p{box}")
    for none in (0, boxes + 1):
        beyond = c.PlaceBet(Actor("p1"), none, "p1", "initial", 1000)
        assert made.refused(beyond) == ("unknown/box", None)
    made.close().deal()
    assert [where for where, _ in made.round.hands()] == [*range(1, boxes + 1), DEALER]


@clause("2.1.1.a")
def test_2_1_1_a_one_deck_serves_sixteen_boxes_at_most():
    for boxes in (0, 17):
        with pytest.raises(BadConfiguration):
            table(boxes=boxes)


@clause("1.18")
@pytest.mark.parametrize("phase", PHASES[:5])
def test_1_18_a_round_is_over_when_it_is_settled_and_not_before(phase):
    made = table().to(phase)
    assert made.refused(c.OpenBets(DEALS)) == ("round/not-over", "1.18")


@clause("1.18")
def test_1_18_after_settlement_the_next_round_begins():
    made = table().to("settled")
    assert made.refused(c.TakeBack(Actor("p1"), 1, "p1", "initial")) == ("round/over", "1.18")
    assert made.open().round.number == 2


@clause("1.22")
@pytest.mark.parametrize("phase", PHASES[:6])
def test_1_22_a_void_round_has_no_result(phase):
    made = table().to(phase)
    made.ruled("unshuffled")
    assert made.round.phase == "void"
    assert made.round.payments == ()
    assert made.stakes() == {}
    assert "1.22" in made.events[-1].because.clauses
    assert all_even(made.events)
    assert made.refused(c.Settle(DEALS))[0] == "round/order"
    assert made.refused(c.ReportIncident(DEALS, "unshuffled")) == ("round/over", None)
    assert made.open().round.number == 2


# 3. How to play


@clause("3.4")
def test_3_4_bets_begin_with_the_call():
    made = table()
    bet = c.PlaceBet(Actor("p1"), 1, "p1", "initial", 1000)
    assert made.refused(bet) == ("rule/not-open", "3.4")
    made.open().say(bet)
    assert made.stakes() == {(1, "p1", "initial"): 1000}


@clause("3.10")
def test_3_10_a_player_with_several_hands_looks_at_one_only():
    made = table().open().bet(1, "p1").bet(3, "p1").bet(2, "p2").close().deal().look(3)
    assert made.refused(c.Examine(Actor("p1"), 1)) == ("rule/one-hand", "3.10")
    made.look(2)
    assert [cards == "?? ?? ??" for cards in seen(made, "player", "p1")[0]] == [True, True, False]
    assert [cards == "?? ?? ??" for cards in seen(made, "player", "p2")[0]] == [True, False, True]
    made.decide_all().show().settle()
    assert set(made.nets()) == {"p1", "p2"}


@clause("3.11")
@pytest.mark.parametrize("phase", PHASES[1:5])
def test_3_11_no_bet_after_the_call_that_closes_them(phase):
    made = table().to(phase)
    assert made.refused(c.PlaceBet(Actor("p3"), 3, "p3", "initial", 1000))[0] == "rule/late-bet"
    assert made.refused(c.CloseBets(DEALS)) == ("round/order", "3.11")


@clause("3.12")
def test_3_12_one_card_at_a_time_to_each_box_with_an_initial_bet_then_the_dealer():
    made = table(shuffler=False).open().bet(4, "p4").bet(2, "p2")
    assert made.refused(c.Deal(DEALS)) == ("round/order", "1.2")
    made.close().deal()
    assert dict(made.round.hands()) == {2: (0, 3, 6), 4: (1, 4, 7), DEALER: (2, 5, 8)}
    assert made.refused(c.Deal(DEALS)) == ("round/order", "1.2")


@clause("3.12", "3.12.1")
@pytest.mark.parametrize("shuffler", [True, False])
def test_3_12_cards_are_dealt_face_down(shuffler):
    made = full(shuffler=shuffler).close().deal()
    for role in VIEWERS:
        assert seen(made, role, "p1") == (["?? ?? ??"] * 3, "?? ?? ??")


@clause("3.12.1")
def test_3_12_1_a_shuffler_gives_sets_of_three_from_the_left_the_dealer_last():
    made = table().open().bet(4, "p4").bet(2, "p2").close().deal()
    assert dict(made.round.hands()) == {2: (0, 1, 2), 4: (3, 4, 5), DEALER: (6, 7, 8)}


@clause("3.12")
def test_3_12_a_box_whose_side_bet_stands_alone_gets_no_hand():
    made = table(led_by="dealer").open().bet(1, "p1", "lucky-tie", 100).bet(2, "p2").close()
    assert 1 not in dict(made.deal().round.hands())


@clause("3.12")
@pytest.mark.parametrize("shuffler", [True, False])
def test_3_12_each_hand_gets_three_cards_when_a_box_leaves_in_the_middle_of_the_deal(shuffler):
    made = full(shuffler=shuffler).close().deal(5)
    made.ruled("player-count", box=2, reconstructible="no")
    for box in (1, 3):
        made.choose(box, f"p{box}", "continue")
    made.deal()
    assert [len(made.round.places(where)) for where in (1, 3, DEALER)] == [3, 3, 3]


@clause("3.13")
def test_3_13_the_dealer_turns_his_cards_after_the_players_have_looked():
    made = full().close().deal()
    assert made.refused(c.Examine(Actor("p2"), 1)) == ("authority/not-yours", "1.19")
    shows = c.Reveal(DEALS, DEALER, made.cards(DEALER))
    for box in (1, 2, 3):
        assert made.refused(shows) == ("round/order", "3.13")
        made.look(box).decide(box)
    assert made.refused(c.Settle(DEALS)) == ("round/order", "3.13")
    made.say(shows)
    made.settle()
    rows = {paid.bettor: paid.row for paid in made.round.payments}
    assert rows == {"p1": "player-wins", "p2": "tie", "p3": "dealer-wins"}
    assert made.nets() == wallets(made.events) == NETS


@clause("3.13")
def test_3_13_the_dealer_may_record_that_a_player_looked():
    made = full().close().deal()
    assert made.say(c.Examine(DEALS, 1)) == [e.HandExamined(1, "p1", by=DEALS)]
    for role, cards in (("player", "Ks 2d 5c"), ("dealer", "?? ?? ??")):
        shown = view(made.round, Viewer(role, "p1"), made.shoe)
        assert shown["boxes"][0]["cards"] == cards  # The dealer has not seen it.


@clause("3.13")
def test_3_13_does_not_say_how_hands_come_back_and_the_operator_does():
    made = full(returned="face-down").close().deal()
    shows = c.ReturnHand(Actor("p1"), 1, made.cards(1))
    assert made.refused(shows) == ("cards/face-down", None)
    made.decide_all()
    assert made.round.faces == {}
    made.show()
    assert made.refused(c.Settle(DEALS)) == ("round/face-down", "3.13")
    for box in (1, 2, 3):
        made.show(box)
    assert made.settle().nets() == NETS
    up = full(returned="face-up").close().deal()
    assert up.refused(c.ReturnHand(Actor("p1"), 1)) == ("cards/count", None)
