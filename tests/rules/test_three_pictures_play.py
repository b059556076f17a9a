"""Three Pictures (MBS) version 2: the round of play, clause by clause."""

from functools import partial

import pytest

from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.events import DEALER, Actor
from pitboss.play.views import VIEWERS, Viewer, view
from tests.support.clause import clause
from tests.support.playing import DEALS, PHASES, SUPERVISOR, Table, wallets

table = partial(Table, "three-pictures")
PLAYING = PHASES[:5]  # From open bets to the dealer's hand shown.
# 7 with a Knight wins, 6 with a Knight wins on six, plain 6 ties, 5 loses; the dealer has plain 6.
HANDS = "Ks 2d 5c  Kd 2c 4h  Ac Ad 4d  2s 3d Th  3h As 2h"
NETS = {"p1": 1000, "p2": 500, "p3": 0, "p4": -1000}


def full(**told):
    """A table of four, each with an initial bet, and the hands above."""
    made = table(HANDS, **told).open()
    for box in (1, 2, 3, 4):
        made.bet(box, f"p{box}")
    return made


def cards_seen(made, *viewer):
    shown = view(made.round, Viewer(*viewer), made.shoe)
    return [one["cards"] for one in shown["boxes"]], shown["dealer"]["cards"]


# 1. Definitions


@clause("1.1.4")
@pytest.mark.parametrize("phase", PLAYING)
def test_1_1_4_a_round_is_over_when_it_is_settled_and_not_before(phase):
    made = table().to(phase)
    assert made.refused(c.OpenBets(DEALS)) == ("round/not-over", "1.1.4")
    assert made.round.number == 1


@clause("1.1.4")
def test_1_1_4_after_settlement_the_next_round_begins():
    made = table().to("settled")
    assert made.refused(c.TakeBack(Actor("p1"), 1, "p1", "initial")) == ("round/over", "1.1.4")
    assert made.open().round.number == 2
    assert made.stakes() == {}


# 3. How to play


@clause("3.1")
def test_3_1_play_begins_with_the_call_for_bets():
    made = table()
    bet = c.PlaceBet(Actor("p1"), 1, "p1", "initial", 1000)
    assert made.refused(bet) == ("rule/not-open", "3.1")
    made.open().say(bet)
    assert made.stakes() == {(1, "p1", "initial"): 1000}
    settled = table().to("settled")
    assert settled.refused(bet) == ("rule/not-open", "3.1")


@clause("3.2")
def test_3_2_the_call_closes_bets_once():
    made = table().open().bet(1, "p1").close()
    assert made.round.phase == "dealing"
    assert made.refused(c.CloseBets(DEALS)) == ("round/order", "3.2")
    assert table().refused(c.CloseBets(DEALS)) == ("round/order", "3.2")


@clause("3.3")
def test_3_3_side_bets_come_after_the_bettors_own_initial_bet():
    made = table().open().bet(2, "p2")
    for wager in ("tie", "three-pictures"):
        early = c.PlaceBet(Actor("p1"), 1, "p1", wager, 100)
        assert made.refused(early) == ("rule/orphan-side-bet", "3.3")
    made.bet(1, "p1").bet(1, "p1", "tie", 100).bet(1, "p1", "three-pictures", 100)
    assert len(made.stakes()) == 4


@clause("3.3")
def test_3_3_side_bets_go_back_with_the_initial_bet():
    made = table().open().bet(1, "p1").bet(1, "p1", "tie", 100).bet(2, "p2")
    _, gone = made.say(c.TakeBack(Actor("p1"), 1, "p1", "initial"))
    assert gone[:4] == (1, "p1", "tie", 100)
    assert gone.because[:2] == (("3.3",), ("orphan-side-bet",))
    assert made.stakes() == {(2, "p2", "initial"): 1000}


@clause("3.3")
def test_3_3_a_side_bet_alone_goes_back_at_a_dealers_close():
    made = table(led_by="dealer").open().bet(1, "p1", "tie", 100).bet(2, "p2").close()
    assert made.stakes() == {(2, "p2", "initial"): 1000}
    assert wallets(made.events) == {"p1": 0, "p2": -1000}


@clause("3.3")
def test_3_3_a_side_bet_alone_goes_back_when_it_is_reported_by_policy():
    made = table(led_by="dealer").open().bet(1, "p1", "tie", 100).bet(2, "p2")
    assert made.ruled("orphan-side-bet", box=1, bet=("p1", "tie")) == ("remove-bet", ("3.3",))
    assert made.events[-1].because.policies == ("orphan-side-bet",)
    assert made.stakes() == {(2, "p2", "initial"): 1000}


@clause("3.4")
def test_3_4_three_cards_from_the_left_to_each_area_and_the_dealer_last():
    made = table().open().bet(3, "p3").bet(2, "p2").close().deal()
    assert dict(made.round.hands()) == {
        1: (0, 1, 2), 2: (3, 4, 5), 3: (6, 7, 8), 4: (9, 10, 11), DEALER: (12, 13, 14),
    }  # fmt: skip


@clause("3.4")
def test_3_4_read_as_areas_with_a_bet():
    made = table(readings={"deal-to": "staked"}).open().bet(3, "p3").bet(2, "p2").close().deal()
    assert dict(made.round.hands()) == {2: (0, 1, 2), 3: (3, 4, 5), DEALER: (6, 7, 8)}


@clause("3.4")
def test_3_4_cards_are_dealt_after_the_bets_and_once():
    made = table().open().bet(1, "p1")
    assert made.refused(c.Deal(DEALS)) == ("round/order", "3.4")
    made.close().deal()
    assert made.refused(c.Deal(DEALS)) == ("round/order", "3.4")
    empty = table().open()
    assert empty.refused(c.CloseBets(DEALS)) == ("round/no-bets", "3.4")


@clause("3.4")
def test_3_4_cards_are_dealt_face_down():
    made = full().close().deal()
    assert made.round.faces == {}
    for role in VIEWERS:
        assert cards_seen(made, role, "p1") == (["?? ?? ??"] * 4, "?? ?? ??")


@clause("3.5")
def test_3_5_players_look_at_their_own_hand_and_return_it_face_up():
    made = full().close().deal()
    assert made.refused(c.Examine(Actor("p2"), 1)) == ("authority/not-yours", "3.5")
    made.look(1)
    assert cards_seen(made, "player", "p1")[0][:2] == ["Ks 2d 5c", "?? ?? ??"]
    assert cards_seen(made, "player", "p2")[0][:2] == ["?? ?? ??", "?? ?? ??"]
    assert made.refused(c.ReturnHand(Actor("p1"), 1)) == ("cards/count", "3.5")
    made.say(c.ReturnHand(Actor("p1"), 1, made.cards(1)))
    assert cards_seen(made, "spectator")[0][:2] == ["Ks 2d 5c", "?? ?? ??"]


@clause("3.5")
def test_3_5_hands_come_back_face_up_whatever_the_operator_prefers():
    made = full(returned="face-down").close().deal()
    assert made.refused(c.ReturnHand(Actor("p1"), 1)) == ("cards/count", "3.5")
    made.say(c.ReturnHand(Actor("p1"), 1, made.cards(1)))
    assert made.round.cards(1) == made.cards(1)


@clause("3.5")
def test_3_5_the_dealer_may_record_that_a_player_looked():
    made = full().close().deal()
    assert made.say(c.Examine(DEALS, 1)) == [e.HandExamined(1, "p1", by=DEALS)]
    assert cards_seen(made, "player", "p1")[0][0] == "Ks 2d 5c"
    assert cards_seen(made, "dealer")[0][0] == "?? ?? ??"  # The dealer has not seen it.


@clause("3.5")
def test_3_5_a_hand_that_ran_out_of_time_is_turned_up_after_the_dealers():
    made = full().close().deal().decide(1).run_out_of_time()
    assert made.round.faces.keys() == {0, 1, 2}
    assert made.show_all().settle().nets() == wallets(made.events) == NETS


@clause("3.6")
def test_3_6_the_dealers_hand_is_shown_after_all_hands_are_back():
    made = full().close().deal()
    shows = c.Reveal(DEALS, DEALER, made.cards(DEALER))
    for box in (1, 2, 3, 4):
        assert made.refused(shows) == ("round/order", "3.6")
        made.decide(box)
    made.say(shows)
    assert cards_seen(made, "spectator")[1] == "3h As 2h"
    assert made.refused(shows) == ("round/order", "3.6")


@clause("3.6")
def test_3_6_an_area_without_a_player_is_not_waited_for():
    made = table().open().bet(2, "p2").close().deal().decide(2).show()
    assert made.round.phase == "revealed"


@clause("3.7")
def test_3_7_every_hand_is_compared_and_won_lost_or_tied():
    made = full().close().deal().decide_all()
    assert made.refused(c.Settle(DEALS)) == ("round/order", "3.7")
    made.show().settle()
    rows = {paid.bettor: paid.row for paid in made.round.payments}
    assert rows == {"p1": "player-wins", "p2": "six-points", "p3": "tie", "p4": "dealer-wins"}
    assert made.nets() == wallets(made.events) == NETS
    assert made.refused(c.Settle(DEALS)) == ("round/order", "3.7")


# 4. Settlement


@clause("4.1")
@pytest.mark.parametrize(("way", "net", "breakage"), [("down", 400, 100), ("up", 600, -100)])
def test_4_1_half_of_a_bet_that_is_not_whole_chips_is_rounded_by_policy(way, net, breakage):
    made = full(chip=200, policies={"half-unit": way}).play_out()
    paid = {one.bettor: (one.net, one.breakage) for one in made.round.payments}
    assert paid == {"p1": (1000, 0), "p2": (net, breakage), "p3": (0, 0), "p4": (-1000, 0)}


@clause("4.1")
def test_4_1_a_payment_that_somebody_corrects_is_not_rounded():
    made = full(chip=200).play_out()
    (corrected,) = made.say(c.CorrectPayment(SUPERVISOR, 2, "p2", "initial", 500, "Pay the half."))
    assert (corrected.was, corrected.net, corrected.breakage) == (400, 500, -100)
    assert made.round.payments[1].breakage == 0
