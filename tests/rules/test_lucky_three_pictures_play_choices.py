"""Non-Commission Lucky Three Pictures 5.6 and 5.8: what the players may choose, and then have."""

from functools import partial

import pytest

from pitboss.notation.wording import sentences
from pitboss.play import Viewer, allowed, view
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.events import DEALER, Actor
from tests.support.clause import clause
from tests.support.playing import DEALS, SUPERVISOR, Table, wallets

table = partial(Table, "lucky-three-pictures")
# A shuffler deals these by threes: 7 with a Picture, plain 6, 5; the dealer has plain 6.
HANDS = "Ks 2d 5c  Ac Ad 4d  2s 3d Th  3h As 2h"
NETS = {"p1": 1000, "p2": 0, "p3": -1000}
RIGHT = {1: (0, 1, 2), 2: (3, 4, 5), 3: (6, 7, 8), DEALER: (9, 10, 11)}
CHOICE = ("offer-choice", ("5.6", "5.6.1", "5.6.3"))
RECONSTRUCTED = ("offer-choice", ("5.6", "5.6.2", "5.6.3"))


def full(**told):
    made = table(HANDS, **told).open()
    for box in (1, 2, 3):
        made.bet(box, f"p{box}")
    return made


def dealt(made, **hands):
    """A dealer has dealt as told; whatever is not told is right."""
    named = {f"b{where}": places for where, places in RIGHT.items()} | hands
    put = tuple((k[1:] if k == "bdealer" else int(k[1:]), places) for k, places in named.items())
    made.close().say(c.Deal(DEALS, hands=put))
    return made


def choosing(made, number=0):
    return made.round.incidents[number].choosing


def finish(made):
    return made.decide_all().show().settle()


def all_go_on(made, number=0):
    for box, bettor in sorted(choosing(made, number)):
        made.choose(box, bettor, "continue", number)
    return made


# 5.6: any other dealing error


@clause("5.6", "5.6.1", "5.6.3")
def test_5_6_each_player_continues_or_has_the_bet_back():
    made = full().close().deal()
    shown = {3: made.shoe.card(3)}
    assert made.ruled("exposed-cards", cards=1, shown=shown) == CHOICE
    assert choosing(made) == {(1, "p1"), (2, "p2"), (3, "p3")}
    assert made.refused(c.Examine(Actor("p1"), 1)) == ("round/stopped", None)
    made.choose(1, "p1", "continue")
    made.choose(2, "p2", "return")
    assert made.round.is_stopped
    made.choose(3, "p3", "continue")
    assert not made.round.is_stopped
    assert finish(made).nets() == {"p1": 1000, "p3": -1000}
    assert wallets(made.events) == {"p1": 1000, "p2": 0, "p3": -1000}


@clause("5.6")
def test_5_6_a_further_dealing_error_gives_the_choice_again():
    made = full().close().deal()
    made.ruled("exposed-cards", cards=1)
    made.choose(1, "p1", "return")
    all_go_on(made)
    assert made.ruled("exposed-cards", cards=1) == CHOICE
    assert choosing(made, 1) == {(2, "p2"), (3, "p3")}
    made.choose(3, "p3", "return", 1)
    assert finish(all_go_on(made, 1)).nets() == {"p2": 0}
    assert wallets(made.events) == {"p1": 0, "p2": 0, "p3": 0}


@clause("5.6", "5.6.1")
def test_5_6_read_as_binding_whoever_went_on():
    made = full(readings={"second-choice": "bound"}).close().deal()
    made.ruled("exposed-cards", cards=1)
    made.choose(1, "p1", "return")
    all_go_on(made)
    assert made.ruled("exposed-cards", cards=1) == CHOICE
    assert choosing(made, 1) == frozenset()
    assert not made.round.is_stopped
    assert finish(made).nets() == {"p2": 0, "p3": -1000}


@clause("5.6")
@pytest.mark.parametrize(("option", "asked"), [("again", 3), ("bound", 0)])
def test_5_6_read_of_cards_that_are_dealt_after_the_choice(option, asked):
    made = full(shuffler=False, readings={"second-choice": option}).close().deal(2)
    made.ruled("exposed-cards", cards=1, shown={1: made.shoe.card(1)})
    all_go_on(made).deal(3)
    made.ruled("drawn-together", order_known="yes")
    assert len(choosing(made, 1)) == asked
    assert all_go_on(made, 1).deal().round.phase == "examining"


@clause("5.6.1")
def test_5_6_1_but_a_void_round_is_void():
    made = full().close().deal()
    made.ruled("exposed-cards", cards=1)
    all_go_on(made)
    assert made.ruled("foreign-card")[0] == "void-round"
    assert not any(wallets(made.events).values())


@clause("5.6.2", "1.17")
def test_5_6_2_players_continue_with_the_hand_as_reconstructed():
    """Box 2 has the last card of box 1, and box 1 one of box 2."""
    made = dealt(full(led_by="dealer"), b1=(0, 1, 5), b2=(3, 4, 2)).look(1)
    number = made.incident("misdeal", reconstructible="yes")
    given = made.rule(number, hands=((1, RIGHT[1]), (2, RIGHT[2])))[0]
    assert (given.remedy, given.because.clauses) == RECONSTRUCTED
    assert dict(made.round.hands()) == RIGHT
    made.choose(3, "p3", "return")
    all_go_on(made)
    assert made.round.boxes[1].examined_by is None  # The hand that was looked at is another now.
    assert finish(made).nets() == {"p1": 1000, "p2": 0}


@clause("5.6", "5.6.1", "5.6.2", "5.6.3", "1.17")
@pytest.mark.parametrize(("reconstructible", "goes_on"), [("no", "5.6.1"), ("yes", "5.6.2")])
def test_5_6_whether_cards_can_be_reconstructed_decides_what_each_option_rests_on(
    reconstructible, goes_on
):
    made = dealt(full(led_by="dealer"), b1=(0, 1, 5), b2=(3, 4, 2)).look(1)
    number = made.incident("misdeal")
    assert made.refused(c.GiveRuling(DEALS, number)) == ("fact/missing", None)
    made.incident("misdeal", reconstructible=reconstructible)
    (given,) = made.rule(number)
    assert given.because.clauses == ("5.6", goes_on, "5.6.3")
    (shown,) = view(made.round, Viewer("player", "p1"), made.shoe)["incidents"]
    assert shown["clauses"] == {"continue": [goes_on], "return": ["5.6.3"]}
    (choice,) = allowed(made.round, Actor("p1")).choices
    assert dict(zip(choice.options, choice.clauses, strict=True)) == {
        "continue": (goes_on,), "return": ("5.6.3",),
    }  # fmt: skip
    said = e.OptionChosen(1, number, 1, "p1", "continue", Actor("p1"))
    assert list(sentences(made.round, [said])) == [
        f"p1 chooses to continue with the hand of box 1 ({goes_on})."
    ]


@clause("1.17")
@pytest.mark.parametrize("incident", ["dealer-count", "player-count"])
def test_1_17_reconstruction_returns_cards_to_the_order_they_were_meant_to_have(incident):
    made = dealt(full(led_by="dealer"), b3=(6, 7, 8, 9), bdealer=(10, 11))
    number = made.incident(incident, box=3, reconstructible="yes")
    moves = c.GiveRuling(DEALS, number, hands=((3, RIGHT[3]),))
    taken = moves._replace(hands=((3, (6, 7, 10)),))  # That card is the dealer's.
    assert made.refused(taken) == ("cards/dealt", None)
    given = made.rule(number, hands=((3, RIGHT[3]), (DEALER, RIGHT[DEALER])))[0]
    assert given.because.clauses == ("5.6", "5.6.2", "5.6.3")
    assert dict(made.round.hands()) == RIGHT
    assert finish(all_go_on(made)).nets() == NETS


@clause("5.6.3")
def test_5_6_3_a_hand_whose_bet_went_back_is_invalid():
    made = full().close().deal()
    made.ruled("exposed-cards", cards=1)
    chosen, gone = made.choose(1, "p1", "return")
    assert chosen == e.OptionChosen(1, 0, 1, "p1", "return", by=Actor("p1"))
    assert gone[:4] == (1, "p1", "initial", 1000)
    assert gone.because.clauses == ("5.6.3",)
    all_go_on(made)
    assert made.refused(c.ReturnHand(DEALS, 1, made.cards(1)))[0] == "unknown/box"
    assert 1 not in made.round.waiting


@clause("5.6.3")
def test_5_6_3_side_bets_that_rested_on_it_go_back_too():
    made = full().bet(1, "p2", "lucky-tie", 100).bet(2, "p1", "lucky-tie", 100).close().deal()
    made.ruled("exposed-cards", cards=1)
    assert choosing(made) == {(1, "p1"), (1, "p2"), (2, "p2"), (2, "p1"), (3, "p3")}
    gone = made.choose(1, "p1", "return")[1:]
    assert [(one.bettor, one.wager) for one in gone] == [("p1", "initial"), ("p2", "lucky-tie")]
    assert gone[1].because.clauses == ("3.9", "5.13")
    assert (1, "p2") not in choosing(made)
    assert (2, "p1", "lucky-tie") in made.stakes()


@clause("5.6.3")
def test_5_6_3_a_round_without_bets_is_over():
    made = full().close().deal()
    made.ruled("exposed-cards", cards=1)
    for box in (1, 2, 3):
        made.choose(box, f"p{box}", "return")
    assert made.round.phase == "settled"
    assert wallets(made.events) == {"p1": 0, "p2": 0, "p3": 0}
    assert made.open().round.number == 2


@clause("5.6.3")
def test_5_6_3_while_bets_are_open_the_round_goes_on_without_those_that_went_back():
    made = full()
    made.ruled("exposed-cards", cards=1, shown={0: made.shoe.card(0)})
    for box in (1, 2, 3):
        made.choose(box, f"p{box}", "return")
    assert made.round.phase == "betting"
    made.bet(4, "p4").close().deal()
    assert made.round.cards(4) == (made.shoe.card(0),)  # The card that everybody saw.


@clause("5.6")
def test_5_6_each_chooses_once_and_for_themselves():
    made = full().close().deal()
    made.ruled("exposed-cards", cards=1)
    chooses = c.Choose(Actor("p1"), 0, 1, "p1", "continue")
    assert made.refused(chooses._replace(by=Actor("p2"))) == ("authority/not-yours", None)
    assert made.refused(chooses._replace(option="double")) == ("unknown/option", None)
    assert made.refused(chooses._replace(box=2)) == ("rule/no-choice", None)
    made.say(chooses._replace(by=DEALS))  # The dealer notes what a player says.
    assert made.refused(chooses) == ("rule/no-choice", None)


@clause("5.6")
def test_5_6_who_does_not_choose_goes_on_by_policy():
    made = full().close().deal()
    number = made.incident("exposed-cards", cards=1)
    assert made.refused(c.TimeOut(DEALS)) == ("round/stopped", None)
    made.rule(number)
    made.choose(2, "p2", "return")
    made.say(c.TimeOut(DEALS))
    unmade = [event for event in made.events if getattr(event, "automatic", False)]
    assert [(event.bettor, event.option) for event in unmade] == [
        ("p1", "continue"), ("p3", "continue"),
    ]  # fmt: skip
    assert finish(made).nets() == {"p1": 1000, "p3": -1000}


@clause("5.5.4", "5.6")
@pytest.mark.parametrize("option", ["options", "play-on"])
def test_5_5_4_read_of_complete_hands_that_were_moved(option):
    made = full(led_by="dealer", readings={"repaired-misdeal": option})
    dealt(made, b1=RIGHT[2], b2=RIGHT[1])
    number = made.incident("misdeal", whole_hands_repair="yes")
    part = c.GiveRuling(DEALS, number, hands=((1, (0, 1, 5)), (2, (3, 4, 2))))
    assert made.refused(part) == ("cards/whole-hands", None)
    given = made.rule(number, hands=((1, RIGHT[1]), (2, RIGHT[2])))[0]
    if option == "options":
        assert given.because.clauses == ("5.5.4", "5.6", "5.6.2", "5.6.3")
        assert len(choosing(made)) == 3
    else:
        assert given.because.clauses == ("5.5.4",)
        assert not made.round.is_stopped
    assert finish(all_go_on(made)).nets() == NETS


@clause("5.6")
def test_5_6_read_as_each_bettors_or_the_seated_players_choice():
    for option, asked in (("each", {"p1", "p2"}), ("seated", {"p1"})):
        made = table(HANDS, readings={"shared-choice": option}).open()
        made.bet(1, "p2", amount=500).bet(1, "p1", seated=True).bet(2, "p3").close().deal()
        made.ruled("exposed-cards", cards=1)
        assert choosing(made) == {(1, who) for who in asked} | {(2, "p3")}
        gone = made.choose(1, "p1", "return")[1:]
        left = {(2, "p3", "initial"): 1000}
        if option == "each":
            left[1, "p2", "initial"] = 500
            assert [one.because.clauses for one in gone] == [("5.6.3",)]
        else:  # 1.19 says who the seated player is.
            assert [one.because.clauses for one in gone] == [("5.6.3", "1.19", "1.20")] * 2
        assert made.stakes() == left


@clause("5.6")
@pytest.mark.parametrize("phase", ["examining", "decided", "revealed", "settled"])
@pytest.mark.parametrize("option", ["always", "until-shown"])
def test_5_6_read_until_when_players_may_choose(option, phase):
    made = table(readings={"late-options": option}).to(phase)
    stands = option == "until-shown" and phase in ("revealed", "settled")
    remedy, clauses = made.ruled("exposed-cards", cards=1)
    assert (remedy, clauses) == ("play-on" if stands else "offer-choice", CHOICE[1])
    assert choosing(made) == (frozenset() if stands else {(1, "p1"), (2, "p2")})


@clause("5.10.1", "5.10")
@pytest.mark.parametrize("order_known", ["yes", "no"])
@pytest.mark.parametrize("option", ["always", "until-shown"])
def test_5_10_1_read_until_when_players_may_choose(option, order_known):
    made = table(readings={"late-options": option}).to("revealed")
    remedy, clauses = made.ruled("drawn-together", SUPERVISOR, order_known=order_known)
    if option == "always":
        assert "5.10.1" in clauses
        assert choosing(made) == {(1, "p1"), (2, "p2")}
    else:
        late = {
            "yes": ("play-on", ("5.10.1", *RECONSTRUCTED[1])),
            "no": ("decide-order", ("5.10",)),
        }
        assert (remedy, clauses) == late[order_known]
        assert not made.round.is_stopped
    in_time = table(readings={"late-options": option}).to("dealing")
    in_time.ruled("drawn-together", SUPERVISOR, order_known=order_known)
    assert choosing(in_time) == {(1, "p1"), (2, "p2")}


@clause("5.6.3")
def test_5_6_3_after_settlement_the_bet_comes_back_all_the_same():
    made = full().bet(3, "p1", "lucky-tie", 100).play_out()
    assert made.nets() == {"p1": 900, "p2": 0, "p3": -1000}
    made.ruled("exposed-cards", cards=1)
    _, *annulled = made.choose(3, "p3", "return")
    assert [(one.bettor, one.wager, one.amount) for one in annulled[:2]] == [
        ("p3", "initial", 1000),
        ("p1", "lucky-tie", 100),  # It rested on that bet.
    ]
    assert all(isinstance(one, e.BetAnnulled) for one in annulled[:2])
    assert [(one.bettor, one.wager, one.was, one.net) for one in annulled[2:]] == [
        ("p3", "initial", -1000, 0),
        ("p1", "lucky-tie", -100, 0),
    ]
    all_go_on(made)
    assert made.nets() == wallets(made.events) == {"p1": 1000, "p2": 0, "p3": 0}
    assert made.open().round.number == 2
