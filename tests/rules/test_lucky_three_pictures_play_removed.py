"""Non-Commission Lucky Three Pictures 5.8: a hand is taken out, and the others choose."""

import pytest

from pitboss.play import commands as c
from tests.rules.test_lucky_three_pictures_play_choices import (
    CHOICE,
    NETS,
    all_go_on,
    choosing,
    dealt,
    finish,
    full,
)
from tests.support.clause import clause
from tests.support.playing import DEALS, MANAGER, SUPERVISOR, wallets


@clause("5.8", "5.8.1")
def test_5_8_the_hand_is_removed_and_the_others_choose():
    made = full(led_by="dealer").bet(2, "p1", "lucky-tie", 100)
    dealt(made, b2=(3, 4, 5, 12))
    assert made.refused(c.ReturnHand(DEALS, 2, made.cards(2)))[0] == "cards/count"
    number = made.incident("player-count", box=2, reconstructible="no")
    given, *gone = made.rule(number)
    assert (given.remedy, given.because.clauses) == ("remove-hand", ("5.8", "5.8.1"))
    assert [one[:4] for one in gone] == [(2, "p2", "initial", 1000), (2, "p1", "lucky-tie", 100)]
    assert choosing(made) == {(1, "p1"), (3, "p3")}
    made.choose(3, "p3", "return")
    all_go_on(made)
    assert finish(made).nets() == {"p1": 1000}
    assert wallets(made.events) == {"p1": 1000, "p2": 0, "p3": 0}


@clause("5.8", "5.8.1")
def test_5_8_after_settlement_too_while_the_next_round_has_not_begun():
    made = full().play_out()
    remedy, _ = made.ruled("player-count", box=3, reconstructible="no")
    assert remedy == "remove-hand"
    assert made.nets() == {"p1": 1000, "p2": 0, "p3": 0}
    assert choosing(made) == {(1, "p1"), (2, "p2")}
    made.choose(1, "p1", "return")
    all_go_on(made)
    assert made.nets() == wallets(made.events) == {"p1": 0, "p2": 0, "p3": 0}
    assert made.round.phase == "settled"


@clause("5.8")
def test_5_8_reads_with_5_6_where_the_cards_can_be_reconstructed():
    made = full().close().deal()
    ruled = made.ruled("player-count", box=2, reconstructible="yes")
    assert ruled == ("offer-choice", ("5.6", "5.6.2", "5.6.3"))
    assert len(choosing(made)) == 3


@clause("5.8")
def test_5_8_read_as_a_wrong_deal_like_any_other():
    for incident in ("player-count", "dealer-count"):
        told = {"box": 2, "reconstructible": "no", "whole_hands_repair": "no"}
        made = full(readings={"wrong-count": "general"}).close().deal()
        assert made.ruled(incident, **told) == ("void-round", ("5.5", "5.5.4", "5.14"))
        handled = full(readings={"wrong-count": "general"}).close().deal().look(1)
        assert handled.ruled(incident, **told) == CHOICE


@clause("5.8.1")
def test_5_8_1_the_others_choose_even_if_they_went_on_after_an_earlier_error():
    made = full().close().deal()
    made.ruled("exposed-cards", cards=1)
    all_go_on(made)
    made.ruled("player-count", box=2, reconstructible="no")
    assert choosing(made, 1) == {(1, "p1"), (3, "p3")}
    made.choose(3, "p3", "return", 1)
    assert finish(all_go_on(made, 1)).nets() == {"p1": 1000}


@clause("5.8.1")
def test_5_8_1_read_as_binding_whoever_went_on():
    made = full(readings={"second-choice": "bound"}).close().deal()
    made.ruled("exposed-cards", cards=1)
    all_go_on(made)
    made.ruled("player-count", box=2, reconstructible="no")
    assert choosing(made, 1) == frozenset()
    assert finish(made).nets() == {"p1": 1000, "p3": -1000}


@clause("5.8.1")
@pytest.mark.parametrize("option", ["always", "until-shown"])
def test_5_8_1_read_until_when_the_others_may_choose(option):
    made = full(readings={"late-options": option}).play_out()
    ruled = made.ruled("player-count", box=3, reconstructible="no")
    if option == "always":
        assert ruled == ("remove-hand", ("5.8", "5.8.1"))
        assert choosing(made) == {(1, "p1"), (2, "p2")}
    else:
        assert ruled == ("remove-hand", ("5.8",))
        assert choosing(made) == frozenset()
    assert made.nets() == wallets(made.events) == {"p1": 1000, "p2": 0, "p3": 0}
    in_time = full(readings={"late-options": option}).close().deal()
    in_time.ruled("player-count", box=3, reconstructible="no")
    assert choosing(in_time) == {(1, "p1"), (2, "p2")}


# A choice that the shift manager gives for the round before


def test_a_choice_about_the_round_before_puts_its_payments_right():
    made = full(readings={"late-error": "referred"}).play_out().open().bet(1, "p1")
    number = made.incident("misdeal", SUPERVISOR, round=1)
    made.rule(number, MANAGER, "offer-choice", "the hands had been crossed", round=1)
    made.choose(3, "p3", "return", round=1)
    assert wallets(made.events, 1) == {**NETS, "p3": 0}
    assert made.nets(made.round.before) == {**NETS, "p3": 0}
    assert made.stakes() == {(1, "p1", "initial"): 1000}
    made.close()  # The round that is on does not wait for the other choices.
