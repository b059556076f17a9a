"""Three Card Poker (MBS) version 4: the round of play, clause by clause."""

from functools import partial

import pytest

from pitboss.notation.wording import placed
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.events import DEALER, Actor
from pitboss.play.views import VIEWERS, Viewer, view
from tests.support.clause import clause
from tests.support.playing import DEALS, PHASES, Table, wallets

table = partial(Table, "three-card-poker")
PAIR, NOTHING, ACES, SPADES = "Qs Qd 7h", "9c 7d 3h", "Ac Ad 5c", "As Ks Qs"
KING_HIGH, JACK_HIGH = "Kd Jc 4s", "Jd Tc 8h"
METER = 1_000_000


def dealt(*hands, bets=(), dealer=KING_HIGH, **told):
    """Hands that are dealt to boxes 1, 2, … with these bets on them, by box."""
    made = table(" ".join((*hands, dealer)), **told).open()
    for box, wagers in enumerate(bets or [("ante",)] * len(hands), 1):
        for wager in wagers:
            made.bet(box, f"p{box}", wager, 250 if wager == "progressive" else 1000)
    return made.close().deal()


def rows(made):
    return {(paid.bettor, paid.wager): (paid.row, paid.net) for paid in made.round.payments}


def seen(made, *viewer):
    shown = view(made.round, Viewer(*viewer), made.shoe)
    return [one["cards"] for one in shown["boxes"]], shown["dealer"]["cards"]


# 1. Definitions


@clause("1.1.1", "3.4")
def test_1_1_1_the_ante_is_placed_before_the_cards():
    made = table().open().bet(1, "p1").close()
    late = c.PlaceBet(Actor("p2"), 2, "p2", "ante", 1000)
    assert made.refused(late) == ("rule/late-bet", "5.6")


@clause("1.1.6")
def test_1_1_6_play_is_staked_after_the_cards_are_dealt():
    made = table().open().bet(1, "p1")
    early = c.PlaceBet(Actor("p1"), 1, "p1", "play", 1000)
    assert made.refused(early) == ("rule/too-early", "1.1.6")
    made.close()
    assert made.refused(c.Play(Actor("p1"), 1))[0] == "round/order"
    (played,) = made.deal().say(c.Play(Actor("p1"), 1))
    assert played == e.Played(1, "p1", "play", 1000, by=Actor("p1"))
    assert made.stakes() == {(1, "p1", "ante"): 1000, (1, "p1", "play"): 1000}


@clause("1.1.7")
def test_1_1_7_the_jackpot_wager_is_placed_before_the_cards_at_its_price():
    made = table().open().bet(1, "p1")
    buys = c.PlaceBet(Actor("p1"), 1, "p1", "progressive", 250)
    assert made.refused(buys._replace(amount=500)) == ("bet/price", None)
    made.say(buys)
    assert made.refused(buys) == ("rule/twice", None)
    made.bet(2, "p2").close()
    assert made.round.contributions == {(1, "p1", "progressive"): 50}
    assert made.refused(buys._replace(box=2, bettor="p2", by=Actor("p2"))) == (
        "rule/late-bet", "5.6",
    )  # fmt: skip


@clause("1.1.8")
@pytest.mark.parametrize("phase", PHASES[:5])
def test_1_1_8_a_round_is_over_when_it_is_settled_and_not_before(phase):
    made = table().to(phase)
    assert made.refused(c.OpenBets(DEALS)) == ("round/not-over", "1.1.8")


@clause("1.1.8")
def test_1_1_8_after_settlement_the_next_round_begins():
    made = table().to("settled")
    assert made.refused(c.TakeBack(Actor("p1"), 1, "p1", "play")) == ("round/over", "1.1.8")
    assert made.open().round.number == 2


# 3. How to play


@clause("3.1")
def test_3_1_play_begins_with_the_call_for_bets():
    bet = c.PlaceBet(Actor("p1"), 1, "p1", "ante", 1000)
    made = table()
    assert made.refused(bet) == ("rule/not-open", "3.1")
    made.open().say(bet)
    assert made.stakes() == {(1, "p1", "ante"): 1000}


@clause("3.2")
def test_3_2_the_call_closes_bets_once():
    made = table().open().bet(1, "p1").close()
    assert made.round.phase == "dealing"
    assert made.refused(c.CloseBets(DEALS)) == ("round/order", "3.2")


@clause("3.4", "3.6")
def test_3_4_a_hand_is_dealt_to_an_ante_or_a_pair_plus():
    made = table().open()
    assert made.refused(c.CloseBets(DEALS)) == ("round/no-bets", "3.6")
    made.bet(2, "p2", "pair-plus").bet(4, "p4").close().deal()
    assert dict(made.round.hands()) == {2: (0, 1, 2), 4: (3, 4, 5), DEALER: (6, 7, 8)}


@clause("3.5")
def test_3_5_the_jackpot_wager_comes_after_the_ante():
    made = table().open().bet(1, "p1", "pair-plus")
    buys = c.PlaceBet(Actor("p1"), 1, "p1", "progressive", 250)
    assert made.refused(buys) == ("rule/orphan-side-bet", "3.5")
    made.bet(1, "p1").say(buys)
    gone = made.say(c.TakeBack(Actor("p1"), 1, "p1", "ante"))[1]
    assert (gone.wager, gone.because.clauses) == ("progressive", ("3.5",))
    assert made.stakes() == {(1, "p1", "pair-plus"): 1000}


@clause("3.6")
def test_3_6_cards_are_dealt_face_down_after_the_bets_and_once():
    made = table().open().bet(1, "p1")
    assert made.refused(c.Deal(DEALS)) == ("round/order", "3.6")
    made.close().deal()
    for role in VIEWERS:
        assert seen(made, role, "p1") == (["?? ?? ??"], "?? ?? ??")
    assert made.refused(c.Deal(DEALS)) == ("round/order", "3.6")


@clause("3.7")
def test_3_7_players_view_their_cards_and_fold_or_play():
    made = dealt(PAIR, NOTHING)
    assert made.refused(c.Examine(Actor("p2"), 1)) == ("authority/not-yours", "3.7")
    made.look(1)
    assert seen(made, "player", "p1")[0] == [PAIR, "?? ?? ??"]
    assert seen(made, "player", "p2")[0] == ["?? ?? ??", "?? ?? ??"]
    for decides in (c.Play, c.Fold):
        assert made.refused(decides(Actor("p2"), 1)) == ("authority/not-yours", None)
    assert made.refused(c.ReturnHand(Actor("p1"), 1)) == ("round/decide", "1.1.6")
    made.say(c.Play(Actor("p1"), 1))
    made.say(c.Fold(Actor("p2"), 2))
    assert [box.played for box in made.round.boxes.values()] == [True, False]
    assert made.refused(c.Fold(Actor("p1"), 1))[0] == made.refused(c.Play(DEALS, 2))[0]


@clause("3.7")
def test_3_7_the_dealer_may_record_that_a_player_looked():
    made = dealt(PAIR, NOTHING)
    assert made.say(c.Examine(DEALS, 1)) == [e.HandExamined(1, "p1", by=DEALS)]
    assert seen(made, "player", "p1")[0][0] == PAIR
    assert seen(made, "dealer")[0][0] == "?? ?? ??"  # The dealer has not seen it.


@clause("3.8")
def test_3_8_a_fold_loses_the_ante_and_no_more():
    made = dealt(ACES, NOTHING).decide_all(folds=(1,)).show().show(2).settle()
    assert rows(made)["p1", "ante"] == ("folded", -1000)
    assert wallets(made.events) == made.nets() == {"p1": -1000, "p2": -2000}
    assert made.round.cards(1) == ()  # Nobody ever sees that hand.


@clause("3.8", "3.15")
def test_3_8_a_hand_that_folded_still_has_its_jackpot_wager():
    made = dealt(SPADES, bets=[("ante", "progressive")]).decide_all(folds=(1,)).show()
    assert made.refused(c.Settle(DEALS, METER)) == ("round/face-down", "3.13")
    made.show(1).settle(METER)
    assert rows(made) == {
        ("p1", "ante"): ("folded", -1000),
        ("p1", "progressive"): ("akq-spades", METER - 250),
    }


@clause("3.9")
def test_3_9_the_ante_is_folded_and_pair_plus_played():
    made = dealt(PAIR, bets=[("ante", "pair-plus")]).decide_all(folds=(1,)).show()
    assert made.refused(c.Settle(DEALS)) == ("round/face-down", "3.13")
    made.show(1).settle()
    assert rows(made) == {("p1", "ante"): ("folded", -1000), ("p1", "pair-plus"): ("pair", 1000)}


@clause("3.4", "3.9")
def test_3_4_says_that_pair_plus_may_be_placed_and_3_9_only_that_it_outlives_the_ante():
    made = table().open()
    before = made.round
    (event,) = made.say(c.PlaceBet(Actor("p1"), 1, "p1", "pair-plus", 1000))
    assert list(placed(before, event)) == ["p1 bets $10.00 on Pair Plus, box 1 (2.2.1, 3.4)."]


@clause("3.10")
def test_3_10_a_hand_that_plays_stays_face_down_with_a_bet_equal_to_the_ante():
    made = table().open().bet(1, "p1", amount=700).bet(1, "p1", amount=600).close().deal()
    made.look(1).say(c.Play(Actor("p1"), 1))
    assert made.stakes()[1, "p1", "play"] == 1300
    assert made.round.faces == {}
    assert seen(made, "spectator") == (["?? ?? ??"], "?? ?? ??")
    assert seen(made, "player", "p1")[0] != ["?? ?? ??"]


@clause("3.11")
def test_3_11_a_hand_with_pair_plus_only_is_laid_down_without_a_decision():
    made = dealt(PAIR, bets=[("pair-plus",)])
    for decides in (c.Fold, c.Play):
        assert made.refused(decides(Actor("p1"), 1)) == ("bet/fold", "3.11")
    shows = c.ReturnHand(Actor("p1"), 1, made.cards(1))
    assert made.refused(shows) == ("cards/face-down", "3.11")
    made.look(1).say(shows._replace(cards=()))
    made.show().show(1).settle()
    assert rows(made) == {("p1", "pair-plus"): ("pair", 1000)}


@clause("3.12")
def test_3_12_the_dealers_hand_is_turned_after_every_decision():
    made = dealt(PAIR, NOTHING)
    shows = c.Reveal(DEALS, DEALER, made.cards(DEALER))
    for box in (1, 2):
        assert made.refused(shows) == ("round/order", "3.12")
        made.decide(box)
    made.say(shows._replace(cards=made.cards(DEALER)[:2]))
    assert made.round.phase == "decided"  # All of the cards have to be turned.
    made.say(shows)
    assert made.round.phase == "revealed"
    assert view(made.round, Viewer("spectator"), made.shoe)["dealer"]["hand"] == "King high"


@clause("3.13")
def test_3_13_against_a_dealer_who_does_not_qualify():
    made = dealt(NOTHING, PAIR, dealer=JACK_HIGH).decide_all().show_all().settle()
    assert rows(made) == {
        ("p1", "ante"): ("dealer-not-qualified", 1000),
        ("p1", "play"): ("dealer-not-qualified", 0),
        ("p2", "ante"): ("dealer-not-qualified", 1000),
        ("p2", "play"): ("dealer-not-qualified", 0),
    }


@clause("3.14")
def test_3_14_hands_are_turned_after_the_dealers_and_compared():
    made = dealt(PAIR, NOTHING).decide_all()
    shows = c.Reveal(DEALS, 1, made.cards(1))
    assert made.refused(shows) == ("round/order", "3.13")
    assert made.refused(c.Settle(DEALS)) == ("round/order", "3.13")
    made.show().say(shows)
    assert made.refused(c.Settle(DEALS)) == ("round/face-down", "3.13")
    made.show(2).settle()
    assert wallets(made.events) == made.nets() == {"p1": 2000, "p2": -2000}


@clause("3.16")
@pytest.mark.parametrize("folds", [(), (1,)])
def test_3_16_a_top_hand_is_turned_up_for_the_envy_of_others_folded_or_not(folds):
    made = dealt(SPADES, NOTHING, bets=[("ante",), ("ante", "progressive")])
    made.decide_all(folds).show().show(2)
    assert made.refused(c.Settle(DEALS, METER)) == ("round/face-down", "3.13")
    made.show(1).settle(METER)
    envy = {who: one for (who, wager), one in rows(made).items() if wager == "envy"}
    assert envy == {"p2": ("akq-spades", 25_000)}


@clause("3.16")
def test_3_16_without_a_jackpot_wager_nobody_envies_a_hand_that_folded():
    made = dealt(SPADES, NOTHING).decide_all(folds=(1,)).show().show(2).settle(METER)
    assert made.round.cards(1) == ()
    assert not [wager for _, wager in rows(made) if wager == "envy"]


@clause("3.17")
def test_3_17_a_top_hand_with_pair_plus_only_pays_nobody_else():
    made = dealt(SPADES, NOTHING, bets=[("pair-plus",), ("ante", "progressive")])
    made.decide_all().show_all().settle(METER)
    assert [paid.wager for paid in made.round.payments if paid.bettor == "p2"] == [
        "ante", "play", "progressive",
    ]  # fmt: skip


# A decision that nobody makes: the operator's to announce


def test_time_runs_out_and_the_hand_folds():
    made = dealt(PAIR, NOTHING, bets=[("ante", "pair-plus"), ("pair-plus",)])
    folded, back = made.say(c.TimeOut(DEALS))
    assert folded == e.Folded(1, "p1", by=DEALS, automatic=True)
    assert back == e.HandReturned(2, "p2", (), by=DEALS, automatic=True)
    made.show_all().settle()
    assert rows(made)["p1", "pair-plus"] == ("pair", 1000)


def test_time_runs_out_and_the_best_strategy_decides():
    made = dealt(PAIR, NOTHING, ACES, out_of_time="best").decide(3, play=False)
    assert made.refused(c.TimeOut(DEALS, {1: True})) == ("round/best", None)
    events = made.say(c.TimeOut(DEALS, {1: True, 2: False, 3: True}))
    assert events == [
        e.Played(1, "p1", "play", 1000, by=DEALS, automatic=True),
        e.Folded(2, "p2", by=DEALS, automatic=True),
    ]
    assert made.round.phase == "decided"


def test_a_decision_that_a_player_made_is_not_automatic():
    made = dealt(PAIR, NOTHING).decide(1)
    assert made.events[-1].automatic is False
    assert [event.box for event in made.say(c.TimeOut(DEALS))] == [2]
    assert made.refused(c.TimeOut(DEALS)) == ("round/order", "1.1.6")
