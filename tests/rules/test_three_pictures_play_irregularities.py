"""Three Pictures, section 5, in a round of play."""

import pytest

from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.events import DEALER, Actor
from tests.rules.test_three_pictures_play import NETS, full, table
from tests.support.clause import clause
from tests.support.playing import DEALS, MANAGER, PHASES, all_even, wallets, went_back


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
    assert made.round.phase == "dealing"
    assert made.ruled("foreign-card")[0] == "void-round"
    assert all_even(made.events, 2)
    assert made.nets(made.round.before) == wallets(made.events, 1) == NETS


@clause("5.2")
@pytest.mark.parametrize("phase", PHASES[:6])
def test_5_2_a_deck_that_is_not_complete_voids_the_round(phase):
    made = table().to(phase)
    assert made.ruled("deck-count") == ("void-round", ("5.2",))
    assert made.events[-1].because.policies == ("void-bets",)
    assert all_even(made.events)


@clause("5.2")
@pytest.mark.parametrize(("option", "remedy"), [("void", "void-round"), ("stands", "stands")])
def test_5_2_read_late(option, remedy):
    made = full(readings={"late-void": option}).play_out().open()
    assert made.ruled("deck-count", round=1)[0] == remedy
    assert wallets(made.events, 1) == (NETS if remedy == "stands" else dict.fromkeys(NETS, 0))
    assert made.round.phase == "betting"


def crossed(made, swap=((1, (3, 4, 5)), (2, (0, 1, 2)))):
    """Boxes 1 and 2 have each other's hand, at a table that a dealer leads."""
    rest = ((3, (6, 7, 8)), (4, (9, 10, 11)), (DEALER, (12, 13, 14)))
    made.close().say(c.Deal(DEALS, hands=(*swap, *rest)))
    return made


RIGHT = ((1, (0, 1, 2)), (2, (3, 4, 5)))


@clause("5.3")
def test_5_3_complete_hands_are_moved_to_where_they_belong():
    made = crossed(full(led_by="dealer"))
    number = made.incident("misdeal", whole_hands_repair="yes")
    part = ((1, (0, 1, 5)), (2, (3, 4, 2)))
    assert made.refused(c.GiveRuling(DEALS, number, hands=part)) == ("cards/whole-hands", None)
    given = made.rule(number, hands=RIGHT)[0]
    assert (given.remedy, given.because.clauses) == ("reconstruct", ("5.3",))
    made.decide_all().show().settle()
    assert made.nets() == NETS


@clause("5.3")
def test_5_3_what_moving_hands_cannot_repair_is_void():
    made = crossed(full(led_by="dealer"), ((1, (0, 1)), (2, (2, 3, 4, 5))))
    assert made.ruled("misdeal", whole_hands_repair="no") == ("void-round", ("5.3",))
    assert all_even(made.events)


@clause("5.3")
@pytest.mark.parametrize("incident", ["misdeal", "player-count"])
def test_5_3_speaks_of_hands_that_nobody_has_handled(incident):
    made = crossed(full(led_by="dealer")).look(1)
    remedy, clauses = made.ruled(incident, box=1, whole_hands_repair="no")
    assert (remedy, clauses) == ("refer", ())
    assert made.refused(c.CloseBets(DEALS))[0] == "round/stopped"
    decides = c.GiveRuling(DEALS, 0, "void-round", "nobody can tell whose hand it was")
    assert made.refused(decides) == ("authority/role", None)
    made.say(decides._replace(by=MANAGER))
    assert all_even(made.events)


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
def test_5_3_hands_moved_after_settlement_are_paid_anew():
    made = crossed(full(led_by="dealer")).run_out_of_time().show_all().settle()
    assert made.nets() == {**NETS, "p1": 500, "p2": 1000}
    number = made.incident("misdeal", whole_hands_repair="yes")
    paid = made.rule(number, hands=RIGHT)[1:]
    assert [(one.bettor, one.was, one.net, one.row) for one in paid] == [
        ("p1", 500, 1000, "player-wins"),
        ("p2", 1000, 500, "six-points"),
    ]
    assert made.nets() == wallets(made.events) == NETS


@clause("5.3", "4.1")
def test_5_3_what_rounding_took_follows_the_hands_that_are_moved():
    """Half of 1,000 is paid in chips of 200: 400, and rounding takes 100."""
    made = crossed(full(led_by="dealer", chip=200)).run_out_of_time().show_all().settle()
    assert {paid.bettor: paid.breakage for paid in made.round.payments} == {
        "p1": 100, "p2": 0, "p3": 0, "p4": 0,
    }  # fmt: skip
    paid = made.rule(made.incident("misdeal", whole_hands_repair="yes"), hands=RIGHT)[1:]
    assert [(one.bettor, one.was, one.net, one.breakage) for one in paid] == [
        ("p1", 400, 1000, -100),
        ("p2", 1000, 400, 100),
    ]
    assert [one.breakage for one in made.round.payments] == [0, 100, 0, 0]
    made.ruled("foreign-card")
    assert {bet.bettor: bet.breakage for bet in made.events[-1].bets if bet.breakage} == {"p2": 100}
    assert all_even(made.events)


@clause("5.3")
@pytest.mark.parametrize(("option", "remedy"), [("void", "void-round"), ("stands", "stands")])
@pytest.mark.parametrize("incident", ["misdeal", "player-count"])
def test_5_3_read_late(incident, option, remedy):
    made = full(readings={"late-void": option}).close().deal()
    made.run_out_of_time().show_all().settle().open()  # Nobody has handled a hand.
    told = {"box": 1, "whole_hands_repair": "no", "round": 1}
    assert made.ruled(incident, **told)[0] == remedy
    assert wallets(made.events, 1) == (NETS if remedy == "stands" else dict.fromkeys(NETS, 0))


@clause("5.3")
@pytest.mark.parametrize(("option", "remedy"), [("referred", "refer"), ("misdeal", "void-round")])
def test_5_3_read_of_cards_that_were_turned_up(option, remedy):
    made = full(readings={"exposed-card": option}).close().deal()
    shown = {3: made.shoe.card(3)}
    assert made.ruled("exposed-cards", cards=1, shown=shown)[0] == remedy
    assert made.round.faces == shown
    assert (made.round.phase == "void") == (remedy == "void-round")


@clause("5.3")
def test_5_3_read_of_cards_that_were_turned_up_keeps_to_the_reading_of_late_ones():
    made = full(readings={"exposed-card": "misdeal", "late-void": "stands"}).play_out().open()
    assert made.ruled("misdeal", whole_hands_repair="no", round=1)[0] == "stands"
    assert made.ruled("exposed-cards", cards=1, round=1)[0] == "stands"


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
@pytest.mark.parametrize("phase", PHASES[2:6])
def test_5_4_a_wrong_number_of_dealers_cards_is_void_unconditionally(phase):
    made = table().to(phase)
    told = {"reconstructible": "yes", "whole_hands_repair": "yes"}
    assert made.ruled("dealer-count", **told) == ("void-round", ("5.4",))
    assert all_even(made.events)


@clause("5.4")
@pytest.mark.parametrize(("option", "remedy"), [("void", "void-round"), ("stands", "stands")])
def test_5_4_read_late(option, remedy):
    made = full(readings={"late-miscount": option}).play_out().open().bet(1, "p1")
    assert made.ruled("dealer-count", round=1)[0] == remedy
    assert wallets(made.events, 1) == (NETS if remedy == "stands" else dict.fromkeys(NETS, 0))
    assert made.stakes() == {(1, "p1", "initial"): 1000}


@clause("5.5")
@pytest.mark.parametrize("phase", PHASES[1:5])
def test_5_5_no_bet_is_placed_or_raised_after_the_close(phase):
    made = table().to(phase)
    stakes = made.stakes()
    for box, bettor in ((1, "p1"), (3, "p3")):
        late = c.PlaceBet(Actor(bettor), box, bettor, "initial", 1000)
        assert made.refused(late) == ("rule/late-bet", "5.5")
    assert made.ruled("late-bet", box=3) == ("refuse", ("5.5",))
    assert made.stakes() == stakes


@clause("5.5")
def test_5_5_does_not_touch_a_bet_that_is_in_time():
    made = table().open().bet(1, "p1")
    assert made.ruled("late-bet", box=1) == ("play-on", ("3.1",))
    made.bet(1, "p1")
    assert made.stakes() == {(1, "p1", "initial"): 2000}


@clause("5.6")
@pytest.mark.parametrize("phase", PHASES[1:5])
def test_5_6_a_bet_taken_up_after_the_close_stands(phase):
    made = table().to(phase)
    takes = c.TakeBack(Actor("p1"), 1, "p1", "initial")
    (noted,) = made.say(takes)
    assert isinstance(noted, e.BetWithdrawn)
    assert noted.because.clauses == ("5.6",)
    assert made.stakes()[1, "p1", "initial"] == 1000
    assert made.refused(takes) == ("rule/twice", None)
    assert made.ruled("late-withdrawal", box=1) == ("bet-stands", ("5.6",))


@clause("5.6")
def test_5_6_such_a_bet_is_won_or_lost_with_the_hand():
    made = full().close()
    for box in (1, 4):
        made.say(c.TakeBack(Actor(f"p{box}"), box, f"p{box}", "initial", 400))
    made.deal().decide_all().show().settle()
    assert made.nets() == wallets(made.events) == NETS


@clause("5.6")
def test_5_6_before_the_close_a_bet_may_be_taken_back():
    made = table().open().bet(1, "p1").bet(2, "p2")
    assert made.ruled("late-withdrawal", box=1) == ("play-on", ("3.1",))
    made.say(c.TakeBack(Actor("p1"), 1, "p1", "initial", 400))
    made.say(c.TakeBack(Actor("p2"), 2, "p2", "initial"))
    assert made.stakes() == {(1, "p1", "initial"): 600}


# What no clause covers


def small(remedy):
    """A bet under the operator's minimum, and what the shift manager decides about it."""
    made = table(led_by="dealer", limits={"initial": (500, 2000)}).open()
    made.bet(1, "p1", amount=100).bet(2, "p2")
    assert made.ruled("under-minimum", box=1) == ("refer", ())
    made.rule(0, MANAGER, remedy, "the player was told")
    return made


def test_a_bet_under_the_minimum_that_is_not_raised_goes_back_by_policy():
    made = small("offer-choice").close()
    assert made.stakes() == {(2, "p2", "initial"): 1000}
    assert went_back(made)[-1].because[:2] == ((), ("unmet-minimum",))
    raised = small("offer-choice").bet(1, "p1", amount=400).close()
    assert raised.stakes()[1, "p1", "initial"] == 500


def test_a_bet_under_the_minimum_that_was_decided_to_stand_stands():
    made = small("bet-stands").close()
    assert made.stakes() == {(1, "p1", "initial"): 100, (2, "p2", "initial"): 1000}


@clause("5.1.1")
def test_5_1_1_the_round_in_which_it_is_found_is_void_and_the_next_is_played():
    made = table().to("decided")
    made.ruled("foreign-card")
    assert made.round.phase == "void"
    assert made.round.payments == ()
    made.to("settled")
    assert (made.round.number, made.round.phase) == (2, "settled")
