"""Three Card Prime: the round of play, rule by rule.

It has no section on irregularities: whatever goes wrong is referred, or goes by the operator's
stated policy, and is cited as policy.
"""

from functools import partial

import pytest

from pitboss.language.irregularities import INCIDENTS
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.events import DEALER, FOURTH, Actor
from pitboss.play.views import VIEWERS, Viewer, view
from tests.support.clause import clause
from tests.support.playing import DEALS, MANAGER, PHASES, SUPERVISOR, Table, all_even, wallets

table = partial(Table, "three-card-prime")
BONUS = ("prime", "pair-bonus", "all-six")
# The fourth card is a deuce. Queens, a low hand in black; the dealer has King high.
HANDS = "2c  Qs Qd 7h  9c 7s 3c  Kd Jc 4s"


def full(side=(), **told):
    made = table(HANDS, **told).open()
    for box in (1, 2):
        made.bet(box, f"p{box}")
        for wager in side:
            made.bet(box, f"p{box}", wager, 100)
    return made


def rows(made, bettor):
    return {p.wager: (p.row, p.net) for p in made.round.payments if p.bettor == bettor}


def fourth(made, *viewer):
    return view(made.round, Viewer(*viewer), made.shoe)["fourth"]["cards"]


# The game


@clause("intro")
def test_intro_the_operator_chooses_the_wagers_and_the_limits():
    made = table(offered=("ante", "play", "prime"), limits={"ante": (500, 2000, 100)}).open()
    bet = c.PlaceBet(Actor("p1"), 1, "p1", "ante", 500)
    assert made.refused(bet._replace(amount=400)) == ("rule/under-minimum", "intro")
    assert made.refused(bet._replace(amount=2100)) == ("rule/over-maximum", "intro")
    assert made.refused(bet._replace(amount=550)) == ("bet/increment", "intro")
    made.say(bet)
    for wager in ("pair-bonus", "all-six"):
        assert made.refused(bet._replace(wager=wager)) == ("unknown/wager", None)
    made.bet(1, "p1", "prime", 1)


# 1 to 4: the order of play


@clause("1")
def test_1_a_game_begins_with_an_ante_and_bonus_wagers_rest_on_it():
    made = table()
    # The rulebook has no calls, so nothing is cited for bets that are not open yet.
    assert made.refused(c.PlaceBet(Actor("p1"), 1, "p1", "ante", 100)) == ("rule/not-open", None)
    made.open()
    assert made.refused(c.CloseBets(DEALS)) == ("round/no-bets", "2")
    for wager in BONUS:
        early = c.PlaceBet(Actor("p1"), 1, "p1", wager, 100)
        assert made.refused(early) == ("rule/orphan-side-bet", "1")
    made.bet(1, "p1")
    for wager in BONUS:
        made.bet(1, "p1", wager, 100)
    gone = made.say(c.TakeBack(Actor("p1"), 1, "p1", "ante"))[1:]
    assert [(one.wager, one.because.clauses) for one in gone] == [(w, ("1",)) for w in BONUS]


@clause("Optional")
@pytest.mark.parametrize("wager", BONUS)
def test_optional_bonus_wagers_are_made_before_the_round_starts(wager):
    made = table().open().bet(1, "p1").bet(1, "p1", wager, 100).bet(2, "p2").close()
    late = c.PlaceBet(Actor("p2"), 2, "p2", wager, 100)
    for _ in range(2):
        assert made.refused(late) == ("rule/late-bet", "2")
        if made.round.phase == "dealing":
            made.deal()
    assert (1, "p1", wager) in made.stakes()


@clause("2")
def test_2_the_fourth_card_comes_first_then_three_to_each_player_and_the_dealer():
    made = table().open().bet(4, "p4").bet(2, "p2")
    assert made.refused(c.Deal(DEALS)) == ("round/order", "2")
    made.close().deal()
    assert dict(made.round.hands()) == {
        2: (1, 2, 3), 4: (4, 5, 6), DEALER: (7, 8, 9), FOURTH: (0,),
    }  # fmt: skip


@clause("2")
def test_2_does_not_say_how_and_the_operator_may_deal_card_by_card():
    made = table(dealing="ones").open().bet(4, "p4").bet(2, "p2").close().deal()
    assert dict(made.round.hands()) == {
        2: (1, 4, 7), 4: (2, 5, 8), DEALER: (3, 6, 9), FOURTH: (0,),
    }  # fmt: skip


@clause("2")
def test_2_all_cards_are_face_down_and_nobody_inspects_the_fourth():
    made = full().close().deal()
    assert made.round.faces == {}
    made.look(1).look(2)
    for role in VIEWERS:
        for name in ("p1", "p2", ""):
            assert fourth(made, role, name) == "??"
    assert made.refused(c.Examine(Actor("p1"), FOURTH))[0] == "unknown/box"
    shows = c.Reveal(DEALS, FOURTH, made.cards(FOURTH))
    assert made.refused(shows) == ("round/order", "2")
    made.decide_all()
    assert made.refused(shows) == ("round/order", "2")
    made.show().say(shows)
    assert fourth(made, "spectator") == "2c"
    assert made.refused(shows) == ("rule/twice", None)


@clause("2")
def test_2_the_operator_may_have_it_turned_before_the_dealers_hand():
    made = full(("pair-bonus",), fourth_turned="first").close().deal().decide_all()
    shows = c.Reveal(DEALS, DEALER, made.cards(DEALER))
    assert made.refused(shows) == ("round/order", "2")
    made.show(FOURTH).say(shows)
    assert made.refused(c.Settle(DEALS)) == ("round/face-down", "4")  # The players' hands.
    made.show(1).show(2).settle()
    assert rows(made, "p1")["pair-bonus"] == ("loose-deuce-pair", 100)


@clause("2")
def test_2_the_fourth_card_is_turned_before_settlement():
    made = full().close().deal().decide_all().show().show(1).show(2)
    assert made.refused(c.Settle(DEALS)) == ("round/face-down", "4")
    made.show(FOURTH).settle()
    assert made.round.phase == "settled"


@clause("2")
@pytest.mark.parametrize("phase", PHASES[1:5])
def test_2_no_bet_is_placed_once_all_wagers_are_placed(phase):
    made = table().to(phase)
    stakes = made.stakes()
    assert made.refused(c.PlaceBet(Actor("p1"), 1, "p1", "ante", 100)) == ("rule/late-bet", "2")
    assert made.ruled("late-bet", box=1) == ("refuse", ("2",))
    assert made.events[-1].because.policies == ("calls",)
    assert made.stakes() == stakes
    assert made.refused(c.CloseBets(DEALS)) == ("round/order", None)


@pytest.mark.parametrize("phase", PHASES[1:5])
def test_no_rule_speaks_of_a_bet_taken_back_after_the_close_so_it_is_referred(phase):
    made = table().to(phase)
    stakes = made.stakes()
    takes = c.TakeBack(Actor("p1"), 1, "p1", "ante")
    assert made.refused(takes) == ("rule/late-withdrawal", None)
    assert made.ruled("late-withdrawal", box=1, bet=("p1", "ante")) == ("refer", ())
    assert made.stakes() == stakes
    made.rule(0, MANAGER, "bet-stands", "the cards were out")
    assert made.stakes() == stakes


@clause("3")
def test_3_players_look_at_their_own_three_cards_and_must_decide():
    made = full().close().deal()
    assert made.refused(c.Examine(Actor("p2"), 1)) == ("authority/not-yours", "3")
    made.look(1)
    mine = view(made.round, Viewer("player", "p1"), made.shoe)["boxes"]
    assert [box["cards"] for box in mine] == ["Qs Qd 7h", "?? ?? ??"]
    assert made.refused(c.ReturnHand(Actor("p1"), 1)) == ("round/decide", "3")
    assert made.refused(c.Play(Actor("p2"), 1)) == ("authority/not-yours", None)


@clause("3")
def test_3_the_dealer_may_record_that_a_player_looked():
    made = full().close().deal()
    assert made.say(c.Examine(SUPERVISOR, 1)) == [e.HandExamined(1, "p1", by=SUPERVISOR)]
    for role, cards in (("player", "Qs Qd 7h"), ("dealer", "?? ?? ??")):
        shown = view(made.round, Viewer(role, "p1"), made.shoe)["boxes"][0]
        assert shown["cards"] == cards  # The dealer has not seen it.


@clause("3a")
def test_3a_the_play_wager_equals_the_ante():
    made = full()
    early = c.PlaceBet(Actor("p1"), 1, "p1", "play", 1000)
    assert made.refused(early) == ("rule/too-early", "3")
    made.bet(1, "p1", amount=300).close().deal().look(1)
    (played,) = made.say(c.Play(Actor("p1"), 1))
    assert played == e.Played(1, "p1", "play", 1300, by=Actor("p1"))
    assert made.round.faces == {}


@clause("3b")
def test_3b_a_fold_loses_the_ante_and_bonus_wagers_stay():
    made = full(BONUS).close().deal().decide_all(folds=(1, 2)).show_all().settle()
    assert rows(made, "p1") == {
        "ante": ("folded", -1000),
        "prime": ("no-win", -100),
        "pair-bonus": ("loose-deuce-pair", 100),
        "all-six": ("no-win", -100),
    }
    assert rows(made, "p2")["prime"] == ("same-colour", 300)
    assert wallets(made.events) == made.nets()


@clause("3b")
def test_3b_a_hand_that_folded_is_turned_up_only_for_its_bonus_wagers():
    made = full().close().deal().decide_all(folds=(1,)).show().show(FOURTH).show(2).settle()
    assert made.round.cards(1) == ()
    assert made.nets() == {"p1": -1000, "p2": -2000}
    kept = full(("prime",)).close().deal().decide_all(folds=(1,)).show().show(FOURTH).show(2)
    assert kept.refused(c.Settle(DEALS)) == ("round/face-down", "4")


@clause("4")
def test_4_the_dealers_hand_is_revealed_when_all_have_acted_then_compared():
    made = full().close().deal()
    shows = c.Reveal(DEALS, DEALER, made.cards(DEALER))
    for box in (1, 2):
        assert made.refused(shows) == ("round/order", "4")
        assert made.refused(c.Settle(DEALS)) == ("round/order", "4")
        made.decide(box)
    made.say(shows)
    made.show(FOURTH).show(1).show(2).settle()
    assert rows(made, "p1") == {"ante": ("player-higher", 1000), "play": ("pair", 1000)}
    assert rows(made, "p2") == {"ante": ("dealer-higher", -1000), "play": ("dealer-higher", -1000)}


def test_a_round_is_finished_before_the_next():
    made = table().to("revealed")
    assert made.refused(c.OpenBets(DEALS)) == ("round/not-over", None)  # No rule says it.
    assert made.settle().open().round.number == 2


# A decision that nobody makes: the operator's to announce


def test_time_runs_out():
    made = full(("prime",)).close().deal()
    second = e.Folded(2, "p2", by=DEALS, automatic=True)
    assert made.say(c.TimeOut(DEALS)) == [e.Folded(1, "p1", by=DEALS, automatic=True), second]
    best = full(out_of_time="best").close().deal()
    events = best.say(c.TimeOut(DEALS, {1: True, 2: False}))
    assert events == [e.Played(1, "p1", "play", 1000, by=DEALS, automatic=True), second]


# No irregularities section


RULED = {"late-bet", "orphan-side-bet"}  # By rules 1 and 2, see below.


@pytest.mark.parametrize("incident", sorted(set(INCIDENTS) - RULED))
def test_every_incident_is_referred_by_policy_and_decided_with_a_reason(incident):
    made = table().to("examining")
    number = made.incident(incident, box=1)
    (given,) = made.rule(number)
    assert given.remedy == "refer"
    assert given.because[:2] == ((), ("referral",))
    decides = c.GiveRuling(SUPERVISOR, number, "void-round", "nobody can tell what was dealt")
    assert made.refused(decides) == ("authority/role", None)
    made.say(decides._replace(by=MANAGER))
    assert made.events[-1].because.policies == ("referral", "void-bets")
    assert all_even(made.events)


@clause("1")
def test_1_bets_in_time_are_not_late():
    made = table().open().bet(1, "p1")
    assert made.ruled("late-bet", box=1) == ("play-on", ("1",))
    assert made.ruled("late-withdrawal", box=1) == ("play-on", ())
    assert made.events[-1].because.policies == ("calls",)


@clause("1")
def test_1_a_bonus_wager_alone_goes_back_by_policy():
    made = table(led_by="dealer").open().bet(1, "p1", "prime", 100).bet(2, "p2")
    assert made.ruled("orphan-side-bet", box=1, bet=("p1", "prime")) == ("remove-bet", ("1",))
    assert made.events[-1].because.policies == ("orphan-side-bet",)
    assert made.stakes() == {(2, "p2", "ante"): 1000}


def test_the_operator_may_name_another_to_decide():
    made = table(referred_to="pit-supervisor").to("examining")
    made.incident("misdeal")
    made.rule(0, SUPERVISOR, "play-on", "only the dealer's voice was wrong")
    assert not made.round.is_stopped


def test_the_operator_may_state_a_policy_and_the_ruling_follows_it():
    made = table(incidents={"misdeal": "void-round"}).to("examining")
    made.incident("misdeal")
    given = made.rule(0, MANAGER)[0]
    assert (given.remedy, given.because[:2]) == ("void-round", ((), ("stated",)))
    assert all_even(made.events)
