"""Non-Commission Lucky Three Pictures, section 5, in a round of play: void, interrupted, late."""

from functools import partial

import pytest

from pitboss.play import commands as c
from pitboss.play.events import DEALER, Actor
from pitboss.play.views import Viewer, view
from tests.support.clause import clause
from tests.support.playing import DEALS, MANAGER, PHASES, SUPERVISOR, Table, all_even, wallets

table = partial(Table, "lucky-three-pictures")
# A shuffler deals these by threes: 7 with a Picture, plain 6, 5; the dealer has plain 6.
HANDS = "Ks 2d 5c  Ac Ad 4d  2s 3d Th  3h As 2h"
NETS = {"p1": 1000, "p2": 0, "p3": -1000}


def full(cards=HANDS, **told):
    made = table(cards, **told).open()
    for box in (1, 2, 3):
        made.bet(box, f"p{box}")
    return made


# 5.3: a player walks away


@clause("5.3")
def test_5_3_the_bet_of_a_player_who_left_is_settled_with_the_hand():
    made = full().close().deal()
    assert made.ruled("walked-away", box=1) == ("bet-stands", ("5.3",))
    made.say(c.TimeOut(DEALS, bettor="p1"))  # Nobody has looked at that hand.
    assert made.decide_all().show_all().settle().nets() == wallets(made.events) == NETS


@clause("5.3")
@pytest.mark.parametrize("led_by", ["table", "dealer"])
def test_5_3_open_bets_of_a_player_who_left_stay_and_are_settled(led_by):
    made = full(led_by=led_by)
    stakes = made.stakes()
    for bettor in ("p1", None):
        assert made.refused(c.TimeOut(DEALS, bettor=bettor)) == ("rule/walked-away", "5.3")
    assert made.stakes() == stakes
    assert made.refused(c.TimeOut(DEALS, bettor="p9")) == ("round/order", None)
    made.close().deal().say(c.TimeOut(DEALS, bettor="p1"))
    assert made.decide_all().show_all().settle().nets() == wallets(made.events) == NETS


# 5.5 and 5.14: void


@clause("5.5", "5.5.1", "5.5.2", "5.5.3", "5.5.5", "5.14")
@pytest.mark.parametrize("phase", PHASES[:6])
@pytest.mark.parametrize(
    ("incident", "number"),
    [
        ("foreign-card", "5.5.1"),
        ("deck-count", "5.5.2"),
        ("unshuffled", "5.5.3"),
        ("too-few-cards", "5.5.5"),
    ],
)
def test_5_5_what_is_wrong_with_the_deck_voids_the_round(incident, number, phase):
    made = table().to(phase)
    assert made.ruled(incident) == ("void-round", ("5.5", number, "5.14"))
    assert made.events[-1].because.clauses == ("5.5", number, "5.14", "1.22")
    assert all_even(made.events)


@clause("5.5")
def test_5_5_the_settlement_of_all_previous_rounds_stands():
    made = full().play_out().open().bet(1, "p1")
    assert made.ruled("foreign-card", round=1) == ("stands", ("5.5", "5.11"))
    assert made.ruled("foreign-card")[0] == "void-round"
    assert all_even(made.events, 2)
    assert made.nets(made.round.before) == wallets(made.events, 1) == NETS


@clause("5.5.4")
@pytest.mark.parametrize("phase", ["dealing", "examining", "decided", "revealed", "settled"])
def test_5_5_4_a_wrong_deal_that_nobody_has_handled_is_void(phase):
    made = table().to(phase, look=False)
    ruled = made.ruled("misdeal", whole_hands_repair="no", reconstructible="no")
    assert ruled == ("void-round", ("5.5", "5.5.4", "5.14"))
    assert all_even(made.events)


@clause("5.5.4")
@pytest.mark.parametrize("by", [DEALS, Actor("p1")])
@pytest.mark.parametrize("returns", [True, False])
def test_5_5_4_who_looks_at_a_hand_or_returns_it_has_handled_it_whoever_records_it(by, returns):
    made = full().close().deal()
    made.say(c.ReturnHand(by, 1, made.cards(1)) if returns else c.Examine(by, 1))
    ruled = made.ruled("misdeal", whole_hands_repair="no", reconstructible="no")
    assert ruled == ("offer-choice", ("5.6", "5.6.1", "5.6.3"))


@clause("5.5.4", "5.6")
@pytest.mark.parametrize("handled", [True, False])
@pytest.mark.parametrize("option", ["options", "misdeal"])
def test_5_5_4_read_of_cards_that_were_turned_up(option, handled):
    made = full(readings={"exposed-card": option}).close().deal()
    if handled:
        made.look(1)
    ruled = made.ruled("exposed-cards", cards=1, shown={3: made.shoe.card(3)})
    if option == "misdeal" and not handled:
        assert ruled == ("void-round", ("5.5", "5.5.4", "3.12", "5.14"))
        assert all_even(made.events)
    else:
        assert ruled == ("offer-choice", ("5.6", "5.6.1", "5.6.3"))
        assert len(made.round.incidents[0].choosing) == 3


@clause("5.5.6")
@pytest.mark.parametrize("phase", ["dealing", "examining", "settled"])
def test_5_5_6_a_wrong_number_of_dealers_cards_voids_what_cannot_be_reconstructed(phase):
    made = table().to(phase)
    ruled = made.ruled("dealer-count", reconstructible="no")
    assert ruled == ("void-round", ("5.5", "5.5.6", "5.14"))
    assert all_even(made.events)


@clause("5.14")
def test_5_14_every_bet_of_every_player_is_returned():
    made = full(limits={"initial": (100, 5000)}).bet(1, "p2", amount=300).bet(1, "p3", "lucky-tie")
    made.close().deal()
    made.ruled("deck-count")
    assert [bet[:4] for bet in made.events[-1].bets] == [
        (1, "p1", "initial", 1000),
        (1, "p2", "initial", 300),
        (1, "p3", "lucky-tie", 1000),
        (2, "p2", "initial", 1000),
        (3, "p3", "initial", 1000),
    ]


# 5.9 and 5.10: cards out of the shoe


@clause("5.9")
def test_5_9_a_card_that_lies_face_up_is_the_next_card():
    made = table(shuffler=False).open().bet(1, "p1").bet(2, "p2").close().deal(4)
    card = made.shoe.card(4)
    assert made.ruled("face-up-in-shoe", shown={4: card}) == ("next-card", ("5.9",))
    assert not made.round.is_stopped
    made.deal(1)
    assert made.round.places(2) == (1, 4)
    assert made.round.cards(2) == (card,)
    made.deal().look(2).decide_all().show().settle()
    assert wallets(made.events) == made.nets()


@clause("5.9")
def test_5_9_read_as_a_dealing_error_besides():
    made = table(readings={"face-up-card": "options"}).to("dealing")
    assert made.ruled("face-up-in-shoe") == ("offer-choice", ("5.9", "5.6", "5.6.1", "5.6.3"))
    assert made.round.incidents[0].choosing == {(1, "p1"), (2, "p2")}


@clause("5.10")
@pytest.mark.parametrize("first", [4, 5])
def test_5_10_a_supervisor_decides_which_of_two_cards_comes_first(first):
    made = table(shuffler=False).open().bet(1, "p1").bet(2, "p2").close().deal(4)
    number = made.incident("drawn-together", order_known="no", cards=2)
    hands = ((2, (1, first)), (DEALER, (2, 9 - first)))
    assert made.refused(c.GiveRuling(DEALS, number, hands=hands)) == ("authority/role", "5.10")
    given = made.rule(number, SUPERVISOR, hands=hands)[0]
    assert (given.remedy, given.because.clauses) == (
        "decide-order", ("5.10", "5.10.1", "5.6", "5.6.1", "5.6.3"),
    )  # fmt: skip
    assert made.round.places(2) == (1, first)
    for bettor in ("p1", "p2"):
        made.choose(int(bettor[1]), bettor, "continue")
    made.deal()
    assert [len(made.round.places(where)) for where in (1, 2, DEALER)] == [3, 3, 3]


@clause("5.10")
@pytest.mark.parametrize("role", ["pit-supervisor", "pit-manager", "shift-manager"])
def test_5_10_or_anyone_above(role):
    made = table().to("dealing")
    number = made.incident("drawn-together", order_known="no")
    assert made.rule(number, Actor("p9", role))[0].by.role == role


@clause("5.10")
@pytest.mark.parametrize("phase", ["dealing", "examining", "decided", "revealed", "settled"])
@pytest.mark.parametrize("option", ["always", "until-shown"])
def test_5_10_the_pit_supervisor_decides_also_where_nobody_may_choose_any_more(option, phase):
    """The reading ends the choice of 5.10.1; who decides the order is in 5.10 itself."""
    made = table(readings={"late-options": option}).to(phase)
    number = made.incident("drawn-together", order_known="no")
    assert made.refused(c.GiveRuling(DEALS, number)) == ("authority/role", "5.10")
    given = made.rule(number, SUPERVISOR)[0]
    assert (given.remedy, given.authority) == ("decide-order", "pit-supervisor")
    is_over = option == "until-shown" and phase in ("revealed", "settled")
    assert ("5.10.1" in given.because.clauses, bool(given.options)) == (not is_over, not is_over)


@clause("5.10.1")
@pytest.mark.parametrize("order_known", ["yes", "no"])
def test_5_10_1_the_players_choose_as_after_any_dealing_error(order_known):
    made = table().to("dealing")
    made.ruled("drawn-together", SUPERVISOR, order_known=order_known)
    assert made.round.incidents[0].choosing == {(1, "p1"), (2, "p2")}
    made.choose(1, "p1", "return")
    assert made.stakes() == {(2, "p2", "initial"): 1000}
    assert made.round.is_stopped


# 5.11: noticed in a later round


LATE = [
    "foreign-card", "deck-count", "unshuffled", "too-few-cards", "misdeal", "exposed-cards",
    "face-up-in-shoe", "drawn-together", "interruption", "dealer-count", "player-count",
    "late-discovery",
]  # fmt: skip


@clause("5.11")
@pytest.mark.parametrize("incident", LATE)
def test_5_11_an_error_noticed_after_the_next_round_has_begun_changes_nothing(incident):
    made = full().play_out().open().bet(1, "p1").close()
    remedy, clauses = made.ruled(incident, box=1, round=1)
    assert (remedy, "5.11" in clauses) == ("stands", True)
    assert made.round.phase == "dealing"
    assert wallets(made.events, 1) == NETS
    assert made.stakes() == {(1, "p1", "initial"): 1000}


# 5.5.6 and 5.8 set the time themselves, and by its closing words earlier rounds stand where 5.5
# describes the error.
BY_5_5 = ["foreign-card", "deck-count", "unshuffled", "too-few-cards"]
SILENT = [one for one in LATE if one not in (*BY_5_5, "dealer-count", "player-count")]


@clause("5.5", "5.11")
@pytest.mark.parametrize("incident", BY_5_5)
def test_5_5_earlier_rounds_stand_even_if_5_11_is_read_as_silent(incident):
    made = full(readings={"late-error": "referred"}).play_out().open()
    assert made.ruled(incident, round=1) == ("stands", ("5.5", "5.11"))
    assert wallets(made.events, 1) == NETS


@clause("5.5", "5.5.4")
@pytest.mark.parametrize("incident", ["misdeal", "exposed-cards", "dealer-count", "player-count"])
def test_5_5_a_wrong_deal_that_nobody_handled_stands_in_an_earlier_round(incident):
    readings = {
        "late-error": "referred", "exposed-card": "misdeal", "wrong-count": "general",
    }  # fmt: skip
    made = full(readings=readings).close().deal().run_out_of_time().show_all().settle().open()
    told = {"box": 1, "whole_hands_repair": "no", "round": 1}
    assert made.ruled(incident, **told) == ("stands", ("5.5", "5.5.4", "5.11"))
    if incident != "exposed-cards":  # Complete hands can be moved: not described in 5.5.
        again = full(readings=readings).close().deal().run_out_of_time().show_all().settle().open()
        assert again.ruled(incident, box=1, whole_hands_repair="yes", round=1)[0] == "refer"


@clause("5.11", "5.16")
@pytest.mark.parametrize("incident", SILENT)
def test_5_11_read_as_silent_on_the_round_itself(incident):
    made = full(readings={"late-error": "referred"}).play_out().open()
    remedy, clauses = made.ruled(incident, box=1, round=1)
    assert remedy == "refer"
    assert {"5.11", "5.16"} <= set(clauses)
    decides = c.GiveRuling(SUPERVISOR, 0, "void-round", "the deck was wrong", round=1)
    assert made.refused(decides)[0] == "authority/role"
    made.say(decides._replace(by=MANAGER))
    assert all_even(made.events, 1)
    assert made.round.before.phase == "void"
    assert made.round.phase == "betting"


@clause("5.11")
@pytest.mark.parametrize(("count", "remedy"), [("specific", "stands"), ("general", "refer")])
@pytest.mark.parametrize("incident", ["dealer-count", "player-count"])
def test_5_11_read_with_a_wrong_number_of_cards(incident, count, remedy):
    made = full(readings={"late-error": "referred", "wrong-count": count}).play_out().open()
    assert made.ruled(incident, box=1, round=1)[0] == remedy
    assert wallets(made.events, 1) == NETS


@clause("5.11")
def test_5_11_a_round_before_the_last_is_out_of_reach():
    made = full().play_out().open().bet(1, "p1").play_out().open()
    assert made.refused(c.ReportIncident(DEALS, "other", round=1)) == ("unknown/round", None)
    assert made.refused(c.ReportIncident(DEALS, "other", round=4)) == ("unknown/round", None)


# 5.16: what no clause covers


@clause("5.16")
@pytest.mark.parametrize("phase", PHASES[:6])
def test_5_16_the_shift_manager_decides_what_no_clause_covers(phase):
    made = table().to(phase)
    assert made.ruled("other") == ("refer", ("5.16",))
    assert made.round.is_stopped
    assert made.refused(c.OpenBets(DEALS)) == ("round/stopped", None)
    assert made.refused(c.GiveRuling(DEALS, 0)) == ("rule/twice", None)
    decides = c.GiveRuling(Actor("p9", "pit-manager"), 0, "void-round", "a chip was swallowed")
    assert made.refused(decides) == ("authority/role", "5.16")
    given = made.say(decides._replace(by=MANAGER))[0]
    assert (given.remedy, given.reason) == ("void-round", "a chip was swallowed")
    assert given.because.clauses == ("5.16",)
    assert all_even(made.events)


@clause("5.16")
def test_5_16_nobody_decides_what_a_clause_rules():
    made = table().to("examining")
    made.incident("foreign-card")
    other = c.GiveRuling(MANAGER, 0, "play-on", "it does no harm")
    assert made.refused(other) == ("rule/remedy", "5.5")


@clause("5.16")
def test_5_16_a_decision_of_the_house_shows_nobody_a_card():
    made = full().close().deal()
    made.ruled("other")
    made.rule(0, MANAGER, "play-on", "all is well")
    cards = [one["cards"] for one in view(made.round, Viewer("dealer"), made.shoe)["boxes"]]
    assert cards == ["?? ?? ??"] * 3


def voids(incident, *clauses):
    """Whether the round is void by these clauses, in the middle of it and once it is settled."""
    for phase in ("dealing", "examining", "revealed", "settled"):
        made = table().to(phase)
        assert made.ruled(incident) == ("void-round", clauses)
        assert made.round.phase == "void"
        assert all_even(made.events)


@clause("5.5.1")
def test_5_5_1_a_card_that_does_not_belong_to_the_set():
    voids("foreign-card", "5.5", "5.5.1", "5.14")


@clause("5.5.2")
def test_5_5_2_a_card_short_or_over():
    voids("deck-count", "5.5", "5.5.2", "5.14")


@clause("5.5.3")
def test_5_5_3_cards_that_were_not_shuffled():
    voids("unshuffled", "5.5", "5.5.3", "5.14")


@clause("5.5.5")
def test_5_5_5_too_few_cards_to_finish_the_round():
    voids("too-few-cards", "5.5", "5.5.5", "5.14")
