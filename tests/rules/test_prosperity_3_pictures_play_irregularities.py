"""Prosperity 3 Pictures, section 5, in a round of play."""

import pytest

from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.events import DEALER, Actor
from tests.rules.test_prosperity_3_pictures_play import NETS, SIDE, full, table
from tests.support.clause import clause
from tests.support.playing import DEALS, MANAGER, PHASES, all_even, wallets


@clause("5.1", "5.1.1")
@pytest.mark.parametrize("phase", PHASES[:6])
def test_5_1_a_foreign_card_voids_the_round_whenever_it_is_found(phase):
    made = table().to(phase)
    assert made.ruled("foreign-card") == ("void-round", ("5.1", "5.1.1", "5.1.2"))
    assert made.round.phase == "void"
    assert all_even(made.events)


@clause("5.1.2")
def test_5_1_2_results_of_earlier_games_stand():
    made = full().play_out().open().bet(1, "p1").close()
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


@clause("5.2", "5.3")
@pytest.mark.parametrize(("option", "remedy"), [("void", "void-round"), ("stands", "stands")])
@pytest.mark.parametrize("incident", ["deck-count", "misdeal", "player-count"])
def test_5_2_read_late(incident, option, remedy):
    made = full(SIDE, readings={"late-void": option}).close().deal()
    nets = made.run_out_of_time().show_all().settle().nets()  # 5.3: nobody has handled a hand.
    told = {"box": 1, "whole_hands_repair": "no", "round": 1}
    assert made.open().ruled(incident, **told)[0] == remedy
    assert wallets(made.events, 1) == (nets if remedy == "stands" else dict.fromkeys(nets, 0))


def dealt(made, **hands):
    """A dealer has dealt as told; whatever is not told is right."""
    right = {"b1": (0, 1, 2), "b2": (3, 4, 5), "b3": (6, 7, 8), "dealer": (12, 13, 14), **hands}
    named = tuple((int(k[1:]) if k[1:].isdigit() else k, places) for k, places in right.items())
    made.close().say(c.Deal(DEALS, hands=named))
    return made


@clause("5.3")
def test_5_3_complete_hands_are_moved_to_where_they_belong():
    made = dealt(full(led_by="dealer"), b1=(3, 4, 5), b2=(0, 1, 2))
    number = made.incident("misdeal", whole_hands_repair="yes")
    moves = c.GiveRuling(DEALS, number, hands=((1, (0, 1, 2)),))
    assert made.refused(moves) == ("cards/dealt", None)  # Box 2 would hold them, too.
    given = made.rule(number, hands=((1, (0, 1, 2)), (2, (3, 4, 5))))[0]
    assert (given.remedy, given.because.clauses) == ("reconstruct", ("5.3",))
    made.decide_all().show().settle()
    assert made.nets() == NETS


@clause("5.3")
@pytest.mark.parametrize("incident", ["misdeal", "player-count"])
def test_5_3_what_moving_hands_cannot_repair_is_void(incident):
    made = dealt(full(led_by="dealer"), b1=(0, 1, 2, 15))
    assert made.refused(c.ReturnHand(DEALS, 1, (0, 1, 2)))[0] == "cards/count"
    assert made.ruled(incident, box=1, whole_hands_repair="no") == ("void-round", ("5.3",))
    assert all_even(made.events)


@clause("5.3")
def test_5_3_is_silent_once_a_hand_was_handled():
    made = full().close().deal().look(2)
    assert made.ruled("misdeal", whole_hands_repair="yes") == ("refer", ())
    decides = c.GiveRuling(MANAGER, 0, "play-on", "the hands were right after all")
    assert made.refused(decides._replace(reason=" ")) == ("rule/reason", None)
    made.say(decides)
    assert made.decide_all().show().settle().nets() == NETS


@clause("5.3")
@pytest.mark.parametrize("by", [DEALS, Actor("p1")])
@pytest.mark.parametrize("returns", [True, False])
def test_5_3_who_looks_at_a_hand_or_returns_it_has_handled_it_whoever_records_it(by, returns):
    made = full().close().deal()
    made.say(c.ReturnHand(by, 1, made.cards(1)) if returns else c.Examine(by, 1))
    assert made.ruled("misdeal", whole_hands_repair="no") == ("refer", ())


@clause("5.3")
def test_5_3_a_hand_that_ran_out_of_time_was_not_handled():
    made = full().close().deal().run_out_of_time()
    assert made.ruled("misdeal", whole_hands_repair="no") == ("void-round", ("5.3",))
    assert all_even(made.events)


@clause("5.3")
@pytest.mark.parametrize(("option", "remedy"), [("referred", "refer"), ("misdeal", "void-round")])
def test_5_3_read_of_cards_that_were_turned_up(option, remedy):
    made = full(readings={"exposed-card": option}).close().deal()
    assert made.ruled("exposed-cards", cards=2, shown={3: made.shoe.card(3)})[0] == remedy
    assert (made.round.phase == "void") == (remedy == "void-round")


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
    made = dealt(full(led_by="dealer"), b3=(6, 7, 8, 15), dealer=(12, 13))
    made.look(1)  # It does not matter that a hand was handled.
    number = made.incident("dealer-count", reconstructible="yes")
    given = made.rule(number, hands=((3, (6, 7, 8)), (DEALER, (12, 13, 14))))[0]
    assert (given.remedy, given.because.clauses) == ("reconstruct", ("5.4",))
    assert made.decide_all().show().settle().nets() == NETS


@clause("5.4")
@pytest.mark.parametrize("phase", PHASES[2:6])
def test_5_4_else_the_round_is_void_if_it_is_noticed_in_time(phase):
    made = table().to(phase)
    assert made.ruled("dealer-count", reconstructible="no") == ("void-round", ("5.4",))
    assert all_even(made.events)


@clause("5.4")
def test_5_4_after_the_next_game_has_begun_it_stands():
    made = full().play_out().open()
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
    moved = table(readings=general).to("examining", look=False)
    assert moved.ruled("dealer-count", whole_hands_repair="yes") == ("reconstruct", ("5.3",))


@clause("5.4")
@pytest.mark.parametrize("incident", ["dealer-count", "exposed-cards"])
def test_5_4_read_as_a_wrong_deal_keeps_to_the_reading_of_late_ones(incident):
    readings = {"wrong-count": "general", "exposed-card": "misdeal", "late-void": "stands"}
    made = full(readings=readings).play_out().open()
    told = {"whole_hands_repair": "no", "cards": 1, "round": 1}
    assert made.ruled("misdeal", **told)[0] == "stands"
    assert made.ruled(incident, **told)[0] == "stands"


@clause("5.5")
@pytest.mark.parametrize("phase", PHASES[1:5])
def test_5_5_no_bet_is_placed_or_raised_after_the_close(phase):
    made = table().to(phase)
    stakes = made.stakes()
    for wager in ("initial", "tie"):
        late = c.PlaceBet(Actor("p1"), 1, "p1", wager, 1000)
        assert made.refused(late) == ("rule/late-bet", "5.5")
    assert made.ruled("late-bet", box=1) == ("refuse", ("5.5",))
    assert made.stakes() == stakes


@clause("5.5")
def test_5_5_does_not_touch_a_bet_that_is_in_time():
    made = table().open().bet(1, "p1")
    assert made.ruled("late-bet", box=1) == ("play-on", ("3.1",))


@clause("5.6")
@pytest.mark.parametrize("phase", PHASES[1:5])
def test_5_6_a_bet_taken_up_after_the_close_stands(phase):
    made = table().to(phase)
    takes = c.TakeBack(Actor("p1"), 1, "p1", "initial")
    (noted,) = made.say(takes)
    assert isinstance(noted, e.BetWithdrawn)
    assert noted.because.clauses == ("5.6",)
    assert made.refused(takes) == ("rule/twice", None)
    assert made.ruled("late-withdrawal", box=1) == ("bet-stands", ("5.6",))
    assert made.stakes()[1, "p1", "initial"] == 1000


@clause("5.6")
def test_5_6_such_a_bet_is_won_or_lost_with_the_hand():
    made = full(("tie",)).close()
    for wager in ("initial", "tie"):
        made.say(c.TakeBack(Actor("p1"), 1, "p1", wager))
    made.deal().decide_all().show().settle()
    assert made.nets()["p1"] == wallets(made.events)["p1"] == -1000 + 1000


@clause("5.6")
def test_5_6_before_the_close_a_bet_may_be_taken_back():
    made = table().open().bet(1, "p1").bet(2, "p2")
    assert made.ruled("late-withdrawal", box=1) == ("play-on", ("3.1",))
    made.say(c.TakeBack(Actor("p1"), 1, "p1", "initial"))
    assert made.stakes() == {(2, "p2", "initial"): 1000}


@clause("5.1.1")
def test_5_1_1_the_round_in_which_it_is_found_is_void_and_the_next_is_played():
    made = table().to("decided")
    made.ruled("foreign-card")
    assert made.round.phase == "void"
    assert made.round.payments == ()
    made.to("settled")
    assert (made.round.number, made.round.phase) == (2, "settled")
