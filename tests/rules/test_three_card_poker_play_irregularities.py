"""Three Card Poker, section 5, in a round of play."""

from functools import partial

import pytest

from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.events import DEALER, Actor
from tests.support.clause import clause
from tests.support.playing import DEALS, MANAGER, PHASES, Table, all_even, wallets

table = partial(Table, "three-card-poker")
# AKQ of spades, a low hand, a pair; the dealer has King high.
HANDS = "As Ks Qs  9c 7d 3h  5c 5d 2s  Kd Jc 4s"
METER = 1_000_000
# Ante, play, bonus and the jackpot less its price; two losses and envy less the price; a win.
NETS = {"p1": 1000 + 1000 + 5000 + METER - 250, "p2": -2000 + 25_000 - 250, "p3": 2000}


def full(**told):
    """Three antes and two jackpot wagers on the hands above."""
    made = table(HANDS, **told).open()
    for box in (1, 2, 3):
        made.bet(box, f"p{box}")
    return made.bet(1, "p1", "progressive", 250).bet(2, "p2", "progressive", 250)


def dealt(made, **hands):
    """A dealer has dealt as told; whatever is not told is right."""
    right = {"b1": (0, 1, 2), "b2": (3, 4, 5), "b3": (6, 7, 8), "dealer": (9, 10, 11), **hands}
    named = tuple((int(k[1:]) if k[1:].isdigit() else k, places) for k, places in right.items())
    made.close().say(c.Deal(DEALS, hands=named))
    return made


def played(made):
    return made.decide_all().show_all().settle(METER)


def test_what_the_round_comes_to_when_nothing_goes_wrong():
    made = played(full().close().deal())
    assert made.nets() == wallets(made.events) == NETS


@clause("5.1", "5.1.1")
@pytest.mark.parametrize("phase", PHASES[:6])
def test_5_1_a_foreign_card_voids_the_round_whenever_it_is_found(phase):
    made = table().to(phase)
    assert made.ruled("foreign-card") == ("void-round", ("5.1", "5.1.1", "5.1.2"))
    assert made.round.phase == "void"
    assert all_even(made.events)


@clause("5.1.1")
def test_5_1_1_a_void_after_settlement_takes_back_jackpot_and_envy():
    made = played(full().close().deal())
    assert made.ruled("foreign-card")[0] == "void-round"
    voided = made.events[-1]
    by_bettor = dict.fromkeys(NETS, 0)
    for bet in voided.bets:
        by_bettor[bet.bettor] += bet.amount
    assert by_bettor == {who: -net for who, net in NETS.items()}
    # A fifth of each jackpot wager leaves the meter, and what the meter paid goes back into it.
    meter = {bet.bettor: bet.from_meter for bet in voided.bets if bet.from_meter}
    assert meter == {"p1": 50 - METER, "p2": 50}
    assert voided.because.policies == ("void-bets",)
    assert all_even(made.events)
    assert (made.round.payments, made.round.contributions) == ((), {})


@clause("5.1.2")
def test_5_1_2_results_of_earlier_games_stand():
    made = played(full().close().deal()).open().bet(1, "p1").close()
    assert made.ruled("foreign-card", round=1) == ("stands", ("5.1", "5.1.2"))
    assert made.ruled("foreign-card")[0] == "void-round"
    assert all_even(made.events, 2)
    assert made.nets(made.round.before) == wallets(made.events, 1) == NETS


@clause("5.2")
@pytest.mark.parametrize("phase", PHASES[:6])
def test_5_2_a_deck_that_is_not_complete_voids_the_round(phase):
    made = table().to(phase)
    assert made.ruled("deck-count") == ("void-round", ("5.2",))
    assert all_even(made.events)


@clause("5.2", "5.3", "5.5")
@pytest.mark.parametrize(("option", "remedy"), [("void", "void-round"), ("stands", "stands")])
@pytest.mark.parametrize("incident", ["deck-count", "misdeal", "player-count", "exposed-cards"])
def test_5_2_read_late(incident, option, remedy):
    made = full(readings={"late-void": option}).close().deal()
    made.run_out_of_time().show_all().settle(METER).open()  # 5.3: nobody has handled a hand.
    told = {"box": 1, "whole_hands_repair": "no", "cards": 2, "round": 1}
    assert made.ruled(incident, **told)[0] == remedy
    if remedy == "stands":
        assert wallets(made.events, 1) == {"p1": METER - 1250, "p2": 25_000 - 1250, "p3": -1000}
        assert sum(made.round.before.contributions.values()) == 100
    else:
        assert all_even(made.events, 1)
        assert made.round.before.contributions == {}
    assert made.round.phase == "betting"


@clause("5.3")
def test_5_3_complete_hands_are_moved_to_where_they_belong():
    made = dealt(full(led_by="dealer"), b1=(3, 4, 5), b2=(0, 1, 2))
    number = made.incident("misdeal", whole_hands_repair="yes")
    given = made.rule(number, hands=((1, (0, 1, 2)), (2, (3, 4, 5))))[0]
    assert (given.remedy, given.because.clauses) == ("reconstruct", ("5.3",))
    assert played(made).nets() == NETS


@clause("5.3")
def test_5_3_hands_moved_after_settlement_are_paid_anew_envy_and_jackpot_too():
    made = dealt(full(led_by="dealer"), b1=(3, 4, 5), b2=(0, 1, 2))
    made.run_out_of_time().show_all().settle(METER)  # Nobody has handled a hand, and all folded.
    envies, wins = -1000 + 25_000 - 250, -1000 + METER - 250
    assert made.nets() == {"p1": envies, "p2": wins, "p3": -1000}
    number = made.incident("misdeal", whole_hands_repair="yes")
    made.rule(number, hands=((1, (0, 1, 2)), (2, (3, 4, 5))))
    assert made.nets() == wallets(made.events) == {"p1": wins, "p2": envies, "p3": -1000}


@clause("5.3")
@pytest.mark.parametrize("incident", ["misdeal", "player-count"])
def test_5_3_what_moving_hands_cannot_repair_is_void(incident):
    made = dealt(full(led_by="dealer"), b1=(0, 1, 2, 12))
    assert made.ruled(incident, box=1, whole_hands_repair="no") == ("void-round", ("5.3",))
    assert all_even(made.events)


@clause("5.3")
@pytest.mark.parametrize("incident", ["misdeal", "player-count"])
def test_5_3_is_silent_once_a_hand_was_handled(incident):
    made = full().close().deal().look(2)
    assert made.ruled(incident, box=1, whole_hands_repair="no") == ("refer", ())
    assert made.round.is_stopped


@clause("5.3")
@pytest.mark.parametrize("acts", [c.Examine, c.Fold, c.Play])
@pytest.mark.parametrize("by", [DEALS, Actor("p2")])
def test_5_3_who_looks_folds_or_plays_has_handled_the_hand_whoever_records_it(acts, by):
    made = full().close().deal()
    made.say(acts(by, 2))
    assert made.ruled("misdeal", whole_hands_repair="no") == ("refer", ())


@clause("5.3")
def test_5_3_a_hand_that_ran_out_of_time_was_not_handled():
    made = full().close().deal().run_out_of_time()
    assert made.ruled("misdeal", whole_hands_repair="no") == ("void-round", ("5.3",))
    assert all_even(made.events)


@clause("5.3", "5.4")
@pytest.mark.parametrize(("option", "remedy"), [("misdeal", "void-round"), ("referred", "refer")])
def test_5_3_read_of_a_wrong_number_of_cards_in_a_players_hand(option, remedy):
    made = full(readings={"player-miscount": option}).close().deal()
    clauses = ("5.3",) if option == "misdeal" else ()
    assert made.ruled("player-count", box=1, whole_hands_repair="no") == (remedy, clauses)
    # Any other wrong deal goes by 5.3 all the same.
    other = full(readings={"player-miscount": option}).close().deal()
    assert other.ruled("misdeal", whole_hands_repair="no") == ("void-round", ("5.3",))


@clause("5.4")
def test_5_4_the_dealers_cards_are_put_back_where_that_can_be_done():
    made = dealt(full(led_by="dealer"), b3=(6, 7, 8, 9), dealer=(10, 11)).look(1)
    number = made.incident("dealer-count", reconstructible="yes")
    given = made.rule(number, hands=((3, (6, 7, 8)), (DEALER, (9, 10, 11))))[0]
    assert (given.remedy, given.because.clauses) == ("reconstruct", ("5.4",))
    assert played(made).nets() == NETS


@clause("5.4")
@pytest.mark.parametrize("phase", PHASES[2:6])
def test_5_4_else_the_round_is_void_if_it_is_noticed_in_time(phase):
    made = table().to(phase)
    assert made.ruled("dealer-count", reconstructible="no") == ("void-round", ("5.4",))
    assert all_even(made.events)


@clause("5.4")
def test_5_4_after_the_next_game_has_begun_it_stands():
    made = played(full().close().deal()).open()
    assert made.ruled("dealer-count", reconstructible="no", round=1) == ("stands", ("5.4",))
    assert wallets(made.events, 1) == NETS


@clause("5.4")
def test_5_4_read_as_a_wrong_deal_like_any_other():
    told = {"reconstructible": "yes", "whole_hands_repair": "no"}
    general = {"wrong-count": "general"}
    made = table(readings=general).to("examining", look=False)
    assert made.ruled("dealer-count", **told) == ("void-round", ("5.3",))
    handled = table(readings=general).to("examining")
    assert handled.ruled("dealer-count", **told) == ("refer", ())


@clause("5.4")
def test_5_4_read_as_a_wrong_deal_keeps_to_the_reading_of_late_ones():
    readings = {"wrong-count": "general", "late-void": "stands"}
    made = played(full(readings=readings).close().deal()).open()
    told = {"whole_hands_repair": "no", "round": 1}
    assert made.ruled("misdeal", **told)[0] == "stands"
    assert made.ruled("dealer-count", **told)[0] == "stands"


@clause("5.5")
@pytest.mark.parametrize("cards", [2, 3])
@pytest.mark.parametrize("look", [True, False])
def test_5_5_two_exposed_cards_void_the_round(cards, look):
    made = full().close().deal()
    if look:
        made.look(1)
    shown = {place: made.shoe.card(place) for place in range(3, 3 + cards)}
    assert made.ruled("exposed-cards", cards=cards, shown=shown) == ("void-round", ("5.5",))
    assert all_even(made.events)


@clause("5.5")
def test_5_5_the_number_follows_from_the_cards_that_are_shown():
    made = full().close().deal()
    two = {place: made.shoe.card(place) for place in (3, 4)}
    says_one = c.ReportIncident(DEALS, "exposed-cards", {"cards": "1"}, shown=two)
    assert made.refused(says_one) == ("fact/from-events", None)
    assert made.ruled("exposed-cards", shown=two) == ("void-round", ("5.5",))
    assert made.round.incidents[0].facts["cards"] == "2"


@clause("5.5")
def test_5_5_cards_exposed_one_after_the_other_in_a_deal_count_together():
    one, other = {3: None}, {4: None}
    for at in (one, other):
        at.update({place: full().shoe.card(place) for place in at})
    told_again = full().close().deal()
    told_again.incident("exposed-cards", shown=one)
    assert told_again.ruled("exposed-cards", shown=other) == ("void-round", ("5.5",))
    ruled_first = full().close().deal()
    assert ruled_first.ruled("exposed-cards", shown=one) == ("refer", ())
    ruled_first.rule(0, MANAGER, "play-on", "nobody saw it")
    assert ruled_first.ruled("exposed-cards", shown=other) == ("void-round", ("5.5",))


@clause("5.5")
def test_5_5_cards_that_a_player_shows_are_not_exposed_in_the_deal():
    made = full().close().deal().look(1)
    shown = {place: made.shoe.card(place) for place in made.round.places(1)}
    assert made.ruled("own-cards-exposed", box=1, shown=shown) == ("refer", ())
    assert made.round.incidents[0].because.policies == ("referral",)
    assert made.round.cards(1) == tuple(shown.values())


@clause("5.5")
def test_5_5_says_nothing_of_one_card():
    made = full().close().deal()
    assert made.ruled("exposed-cards", cards=1) == ("refer", ())


@clause("5.5")
def test_5_5_read_as_a_wrong_deal_one_card_is_enough():
    misdeal = {"exposed-card": "misdeal"}
    made = full(readings=misdeal).close().deal()
    assert made.ruled("exposed-cards", cards=1) == ("void-round", ("3.6", "5.3"))
    handled = full(readings=misdeal).close().deal().look(1)
    assert handled.ruled("exposed-cards", cards=1) == ("refer", ())


@clause("5.6")
@pytest.mark.parametrize("phase", PHASES[1:5])
def test_5_6_no_bet_is_placed_or_raised_after_the_close(phase):
    made = table().to(phase)
    stakes = made.stakes()
    for wager in ("ante", "pair-plus", "progressive"):
        late = c.PlaceBet(Actor("p1"), 1, "p1", wager, 250)
        assert made.refused(late) == ("rule/late-bet", "5.6")
    assert made.ruled("late-bet", box=1) == ("refuse", ("5.6",))
    assert made.stakes() == stakes


@clause("5.6")
def test_5_6_the_play_wager_is_not_a_late_bet():
    made = table().to("examining").decide(1)
    assert made.stakes()[1, "p1", "play"] == 1000


@clause("5.6")
def test_5_6_does_not_touch_a_bet_that_is_in_time():
    made = table().open().bet(1, "p1")
    assert made.ruled("late-bet", box=1) == ("play-on", ("3.1",))


@clause("5.7")
@pytest.mark.parametrize("phase", PHASES[1:5])
def test_5_7_a_bet_taken_up_after_the_close_stands(phase):
    made = table().to(phase)
    takes = c.TakeBack(Actor("p1"), 1, "p1", "ante")
    (noted,) = made.say(takes)
    assert isinstance(noted, e.BetWithdrawn)
    assert noted.because.clauses == ("5.7",)
    assert made.refused(takes) == ("rule/twice", None)
    assert made.ruled("late-withdrawal", box=1) == ("bet-stands", ("5.7",))
    assert made.stakes()[1, "p1", "ante"] == 1000


@clause("5.7")
def test_5_7_such_bets_are_won_or_lost_with_the_hand_the_play_wager_too():
    made = full().close().deal().decide_all()
    for bettor, box, wager in (("p1", 1, "ante"), ("p2", 2, "play"), ("p2", 2, "progressive")):
        made.say(c.TakeBack(Actor(bettor), box, bettor, wager))
    made.show_all().settle(METER)
    assert made.nets() == wallets(made.events) == NETS


@clause("5.7")
def test_5_7_before_the_close_a_bet_may_be_taken_back():
    made = table().open().bet(1, "p1").bet(2, "p2")
    assert made.ruled("late-withdrawal", box=1) == ("play-on", ("3.1",))
    made.say(c.TakeBack(Actor("p1"), 1, "p1", "ante"))
    assert made.stakes() == {(2, "p2", "ante"): 1000}


@clause("3.5")
def test_3_5_a_jackpot_wager_alone_goes_back_when_it_is_reported_by_policy():
    made = table(led_by="dealer").open().bet(1, "p1", "progressive", 250).bet(2, "p2")
    told = {"box": 1, "bet": ("p1", "progressive")}
    assert made.ruled("orphan-side-bet", **told) == ("remove-bet", ("3.5",))
    assert made.events[-1].because.policies == ("orphan-side-bet",)
    assert made.stakes() == {(2, "p2", "ante"): 1000}
