"""Prosperity 3 Pictures (MBS) of 2017: the round of play, clause by clause."""

from functools import partial

import pytest

from pitboss.notation.wording import revealed
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.events import DEALER, Actor
from pitboss.play.settling import lines
from pitboss.play.views import VIEWERS, Viewer, view
from tests.support.clause import clause
from tests.support.playing import DEALS, PHASES, Table, wallets

table = partial(Table, "prosperity-3-pictures")
SIDE = ("tie", "player-prosperity", "dealer-prosperity", "picture-perfect")
# 6 with a Picture, three Pictures, 5 and nothing; the dealer has 6 with a pair of Kings.
HANDS = "Ks 9d 7c  Js Qs Kd  2s 3d Th  4s 4d 4c  Kh Kc 6d"
NETS = {"p1": -1000, "p2": 1000, "p3": -1000}


def full(side=(), **told):
    """A table of four with three initial bets, and the hands above."""
    made = table(HANDS, **told).open()
    for box in (1, 2, 3):
        made.bet(box, f"p{box}")
        for wager in side:
            made.bet(box, f"p{box}", wager, 100)
    return made


def seen(made, *viewer):
    shown = view(made.round, Viewer(*viewer), made.shoe)
    return [one["cards"] for one in shown["boxes"]], shown["dealer"]["cards"]


# 1. Definitions


@clause("1.1.5")
@pytest.mark.parametrize("phase", PHASES[:5])
def test_1_1_5_a_round_is_over_when_it_is_settled_and_not_before(phase):
    made = table().to(phase)
    assert made.refused(c.OpenBets(DEALS)) == ("round/not-over", "1.1.5")


@clause("1.1.5")
def test_1_1_5_after_settlement_the_next_round_begins():
    made = table().to("settled")
    corrects = c.CorrectCard(DEALS, 1, made.cards(1)[0], 0)
    assert made.refused(corrects) == ("round/order", "1.1.5")
    assert made.open().round.number == 2
    assert made.round.faces == {}


# 3. How to play


@clause("3.1")
def test_3_1_play_begins_with_the_call_for_bets():
    made = table()
    bet = c.PlaceBet(Actor("p1"), 1, "p1", "initial", 1000)
    assert made.refused(bet) == ("rule/not-open", "3.1")
    made.open().say(bet)
    assert made.stakes() == {(1, "p1", "initial"): 1000}


@clause("3.2")
def test_3_2_the_call_closes_bets_once():
    made = table().open().bet(1, "p1").close()
    assert made.round.phase == "dealing"
    assert made.refused(c.CloseBets(DEALS)) == ("round/order", "3.2")


@clause("3.4")
@pytest.mark.parametrize("wager", SIDE)
def test_3_4_each_side_wager_comes_after_the_initial_one(wager):
    made = table().open().bet(2, "p2")
    early = c.PlaceBet(Actor("p1"), 1, "p1", wager, 100)
    assert made.refused(early) == ("rule/orphan-side-bet", "3.4")
    made.bet(1, "p1").say(early)
    gone = made.say(c.TakeBack(Actor("p1"), 1, "p1", "initial"))[1]
    assert (gone.wager, gone.because.clauses) == (wager, ("3.4",))
    assert made.stakes() == {(2, "p2", "initial"): 1000}


@clause("3.4")
def test_3_4_side_wagers_alone_go_back_at_a_dealers_close():
    made = table(led_by="dealer").open().bet(2, "p2")
    for wager in SIDE:
        made.bet(1, "p1", wager, 100)
    made.close()
    assert made.stakes() == {(2, "p2", "initial"): 1000}
    assert wallets(made.events)["p1"] == 0


@clause("3.4")
def test_3_4_a_side_wager_alone_goes_back_when_it_is_reported_by_policy():
    made = table(led_by="dealer").open().bet(1, "p1", "tie", 100).bet(2, "p2")
    assert made.ruled("orphan-side-bet", box=1, bet=("p1", "tie")) == ("remove-bet", ("3.4",))
    assert made.events[-1].because.policies == ("orphan-side-bet",)
    assert made.stakes() == {(2, "p2", "initial"): 1000}


@clause("3.5")
def test_3_5_three_cards_from_the_left_to_each_area_and_the_dealer_last():
    made = table(boxes=3).open().bet(3, "p3").bet(1, "p1").close().deal()
    assert dict(made.round.hands()) == {
        1: (0, 1, 2), 2: (3, 4, 5), 3: (6, 7, 8), DEALER: (9, 10, 11),
    }  # fmt: skip


@clause("3.5")
def test_3_5_read_as_areas_with_a_bet():
    made = table(boxes=3, readings={"deal-to": "staked"}).open().bet(3, "p3").bet(1, "p1")
    made.close().deal()
    assert dict(made.round.hands()) == {1: (0, 1, 2), 3: (3, 4, 5), DEALER: (6, 7, 8)}


@clause("3.5")
def test_3_5_cards_are_dealt_face_down_after_the_bets_and_once():
    made = full()
    assert made.refused(c.Deal(DEALS)) == ("round/order", "3.5")
    made.close().deal()
    for role in VIEWERS:
        assert seen(made, role, "p1") == (["?? ?? ??"] * 4, "?? ?? ??")
    assert made.refused(c.Deal(DEALS)) == ("round/order", "3.5")


@clause("3.6")
def test_3_6_players_look_at_their_own_hand_and_return_it_face_up():
    made = full().close().deal()
    assert made.refused(c.Examine(Actor("p2"), 1)) == ("authority/not-yours", "3.6")
    made.look(1)
    assert seen(made, "player", "p1")[0][0] == "Ks 9d 7c"
    assert seen(made, "player", "p2")[0][0] == seen(made, "dealer")[0][0] == "?? ?? ??"
    assert made.refused(c.ReturnHand(Actor("p1"), 1)) == ("cards/count", "3.6")
    made.say(c.ReturnHand(Actor("p1"), 1, made.cards(1)))
    assert seen(made, "spectator")[0][0] == "Ks 9d 7c"


@clause("3.6")
def test_3_6_hands_come_back_face_up_whatever_the_operator_prefers():
    made = full(returned="face-down").close().deal()
    assert made.refused(c.ReturnHand(Actor("p1"), 1)) == ("cards/count", "3.6")
    made.say(c.ReturnHand(Actor("p1"), 1, made.cards(1)))
    assert made.round.cards(1) == made.cards(1)


@clause("3.6")
def test_3_6_the_dealer_may_record_that_a_player_looked():
    made = full().close().deal()
    assert made.say(c.Examine(DEALS, 1)) == [e.HandExamined(1, "p1", by=DEALS)]
    assert seen(made, "player", "p1")[0][0] == "Ks 9d 7c"
    assert seen(made, "dealer")[0][0] == "?? ?? ??"  # The dealer has not seen it.


@clause("3.7")
def test_3_7_the_dealers_hand_is_shown_after_all_hands_are_back():
    made = full(("dealer-prosperity",)).close().deal()
    shows = c.Reveal(DEALS, DEALER, made.cards(DEALER))
    for box in (1, 2, 3):
        assert made.refused(shows) == ("round/order", "3.7")
        made.decide(box)
    made.say(shows)
    shown = view(made.round, Viewer("spectator"), made.shoe)["dealer"]
    assert shown == {
        "cards": "Kh Kc 6d", "hand": "Six points with two Pictures", "points": 6,
        "announcement": "Six points with two Pictures; Dealer Prosperity Pictures: "
                        "Any Picture Pair",
    }  # fmt: skip
    said = [one.says for one in lines(made.round, None) if one.wager.key == "dealer-prosperity"]
    assert said == ["Dealer Prosperity Pictures: a Picture Pair, pays 15 to 1."] * 3


@clause("3.7")
@pytest.mark.parametrize(
    ("dealer", "announcement"),
    [
        ("Kh Kc 6d", "Six points with two Pictures; Dealer Prosperity Pictures: Any Picture Pair"),
        ("Kh Kc Kd", "Three Pictures; Dealer Prosperity Pictures: Three Kings"),
        ("3h 2s As", "Six points; Dealer Prosperity Pictures: No Prosperity Pictures"),
    ],
)
def test_3_7_the_dealer_announces_his_hand_and_whether_it_is_prosperity_pictures(
    dealer, announcement
):
    made = table(f"Ks 9d 7c {dealer}", boxes=1).open().bet(1, "p1").close().deal().decide(1)
    before = made.round
    (shown,) = made.say(c.Reveal(DEALS, DEALER, made.cards(DEALER)))
    assert list(revealed(before, shown))[1:] == [f"The dealer announces: {announcement} (3.7)."]


@clause("3.7")
def test_3_7_the_announcement_is_in_the_view_once_the_dealers_hand_is_up():
    made = table("Ks 9d 7c Kh Kc 6d", boxes=1).open().bet(1, "p1").close().deal().decide(1)
    for viewer in (Viewer("player", "p1"), Viewer("spectator")):
        assert "announcement" not in view(made.round, viewer, made.shoe)["dealer"]
    made.show()
    for viewer in (Viewer("player", "p1"), Viewer("spectator")):
        assert view(made.round, viewer, made.shoe)["dealer"]["announcement"] == (
            "Six points with two Pictures; Dealer Prosperity Pictures: Any Picture Pair"
        )
    made.settle().open()
    previous = view(made.round, Viewer("spectator"), made.shoe)["previous"]
    assert "Any Picture Pair" in previous["dealer"]["announcement"]


@clause("3.8")
def test_3_8_every_hand_is_compared_and_so_are_the_side_wagers():
    made = full(SIDE).close().deal().decide_all()
    assert made.refused(c.Settle(DEALS)) == ("round/order", "3.8")
    made.show().settle()
    rows = {}
    for paid in made.round.payments:
        rows.setdefault(paid.bettor, []).append(paid.row)
    assert rows == {
        "p1": ["dealer-wins", "tie", "no-win", "any-picture-pair", "one-matching"],
        "p2": ["player-wins", "no-win", "three-mixed-pictures", "any-picture-pair", "one-matching"],
        "p3": ["dealer-wins", "no-win", "no-win", "any-picture-pair", "no-win"],
    }
    assert made.nets() == wallets(made.events) == {
        "p1": -1000 + 1000 - 100 + 1500 + 500,
        "p2": 1000 - 100 + 2500 + 1500 + 500,
        "p3": -1000 - 100 - 100 + 1500 - 100,
    }  # fmt: skip
