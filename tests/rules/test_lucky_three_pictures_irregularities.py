"""Non-Commission Lucky Three Pictures, section 5, as far as it can be ruled from facts alone.

Tests without a clause cover paragraphs whose ruling still has to be carried out in a round of
play: pro rata, choices, an interrupted round.
"""

from functools import partial

import pytest

from tests.support.clause import clause
from tests.support.rulings import ruled

rule = partial(ruled, "lucky-three-pictures")
GENERAL = {"wrong-count": "general"}


@clause("5.1")
def test_5_1_bets_over_the_maximum_are_cut_in_time_and_pro_rated_later():
    assert rule("over-maximum") == "noticed"
    assert rule("over-maximum", noticed="before-close") == ("reduce", ("5.1",), "dealer")
    for noticed in ("in-time", "late", "never"):
        late = rule("over-maximum", noticed=noticed)
        assert late == ("pro-rate", ("5.1.1",), "dealer")


@clause("5.1.2")
def test_5_1_2_no_pro_rata_where_somebody_has_bet_under_the_minimum():
    told = {"noticed": "in-time", "small_bet": "yes"}
    assert rule("over-maximum", **told) == ("bet-stands", ("5.1.2",), "dealer")
    player = {"under-minimum": "player"}
    assert rule("over-maximum", player, **told) == ("pro-rate", ("5.1.1", "5.1.2"), "dealer")


def test_5_2_bets_under_the_minimum_may_be_raised_in_time_and_stand_later():
    assert rule("under-minimum") == "noticed"
    assert rule("under-minimum", noticed="before-close") == ("offer-choice", ("5.2",), "dealer")
    assert rule("under-minimum", noticed="in-time") == ("bet-stands", ("5.2.1",), "dealer")


@clause("5.3")
def test_5_3_the_bet_of_a_player_who_left_is_settled():
    assert rule("walked-away") == ("bet-stands", ("5.3",), "dealer")


def test_5_4_an_interrupted_round_goes_on_only_if_a_bet_was_decided():
    assert rule("interruption") == "decided"
    assert rule("interruption", decided="yes") == ("conclude", ("5.4", "5.4.1"), "dealer")
    void = rule("interruption", decided="no")
    assert void == ("void-round", ("5.4", "5.4.2", "5.14"), "dealer")


@clause("5.5", "5.5.1", "5.5.2", "5.5.3", "5.5.5")
@pytest.mark.parametrize(
    ("incident", "number"),
    [
        ("foreign-card", "5.5.1"),
        ("deck-count", "5.5.2"),
        ("unshuffled", "5.5.3"),
        ("too-few-cards", "5.5.5"),
    ],
)
def test_5_5_what_is_wrong_with_the_deck_voids_the_round(incident, number):
    assert rule(incident) == ("void-round", ("5.5", number, "5.14"), "dealer")


@clause("5.5.4")
def test_5_5_4_a_misdeal_is_void_before_cards_are_handled_and_a_choice_after():
    assert rule("misdeal") == "handled"
    void = rule("misdeal", handled="no", whole_hands_repair="no")
    assert void == ("void-round", ("5.5", "5.5.4", "5.14"), "dealer")
    moved = rule("misdeal", handled="no", whole_hands_repair="yes")
    assert moved == ("offer-choice", ("5.5.4", "5.6", "5.6.2", "5.6.3"), "dealer")
    play_on = {"repaired-misdeal": "play-on"}
    plain = rule("misdeal", play_on, handled="no", whole_hands_repair="yes")
    assert plain == ("reconstruct", ("5.5.4",), "dealer")


@clause("5.5.6")
def test_5_5_6_a_wrong_number_of_dealers_cards():
    assert rule("dealer-count") == "noticed"
    void = rule("dealer-count", noticed="in-time", reconstructible="no")
    assert void == ("void-round", ("5.5", "5.5.6", "5.14"), "dealer")
    repaired = rule("dealer-count", noticed="in-time", reconstructible="yes")
    assert repaired == ("offer-choice", ("5.6", "5.6.2", "5.6.3"), "dealer")
    assert rule("dealer-count", noticed="late") == ("stands", ("5.5.6", "5.11"), "dealer")
    general = rule("dealer-count", GENERAL, handled="no", whole_hands_repair="no")
    assert general == ("void-round", ("5.5", "5.5.4", "5.14"), "dealer")


def test_5_6_any_other_dealing_error_gives_the_players_a_choice():
    choice = ("offer-choice", ("5.6", "5.6.1", "5.6.3"), "dealer")
    assert rule("exposed-cards") == choice
    assert rule("misdeal", handled="yes") == "reconstructible"
    assert rule("misdeal", handled="yes", reconstructible="no") == choice
    reconstructed = ("offer-choice", ("5.6", "5.6.2", "5.6.3"), "dealer")
    assert rule("misdeal", handled="yes", reconstructible="yes") == reconstructed


@clause("5.7")
def test_5_7_late_bets_and_late_withdrawals_are_refused():
    assert rule("late-bet") == ("refuse", ("3.11", "5.7"), "dealer")
    assert rule("late-withdrawal") == ("refuse", ("5.7",), "dealer")


@clause("5.8")
def test_5_8_a_hand_with_a_wrong_number_of_cards_is_taken_out():
    assert rule("player-count") == "noticed"
    out = rule("player-count", noticed="in-time", reconstructible="no")
    assert out == ("remove-hand", ("5.8", "5.8.1"), "dealer")
    repaired = rule("player-count", noticed="in-time", reconstructible="yes")
    assert repaired == ("offer-choice", ("5.6", "5.6.2", "5.6.3"), "dealer")
    assert rule("player-count", noticed="late") == ("stands", ("5.8", "5.11"), "dealer")
    general = rule("player-count", GENERAL, handled="no", whole_hands_repair="no")
    assert general == ("void-round", ("5.5", "5.5.4", "5.14"), "dealer")


@clause("5.9")
def test_5_9_a_card_face_up_in_the_shoe_is_the_next_card():
    assert rule("face-up-in-shoe") == ("next-card", ("5.9",), "dealer")


@clause("5.10")
def test_5_10_cards_drawn_together_need_a_supervisor_where_their_order_is_unknown():
    assert rule("drawn-together") == "order-known"
    unknown = rule("drawn-together", order_known="no")
    assert unknown == (
        "decide-order",
        ("5.10", "5.10.1", "5.6", "5.6.1", "5.6.3"),
        "pit-supervisor",
    )
    known = rule("drawn-together", order_known="yes")
    assert known == ("offer-choice", ("5.10.1", "5.6", "5.6.2", "5.6.3"), "dealer")


@clause("5.11")
def test_5_11_an_error_of_an_earlier_round_changes_no_later_one():
    assert rule("late-discovery") == ("stands", ("5.11",), "dealer")


@clause("5.12")
def test_5_12_chips_may_be_moved_until_bets_are_closed():
    moved = rule("misplaced-bet", noticed="before-close")
    assert moved == ("play-on", ("3.4", "5.12"), "dealer")
    for told in ({}, {"noticed": "in-time"}, {"noticed": "late"}):
        assert rule("misplaced-bet", **told) == ("bet-stands", ("5.12", "5.15"), "dealer")


@clause("5.13")
def test_5_13_a_side_bet_without_an_initial_bet_goes_back():
    assert rule("orphan-side-bet") == ("remove-bet", ("5.13",), "dealer")


@clause("5.16")
def test_5_16_the_rest_is_for_the_shift_manager():
    assert rule("other") == ("refer", ("5.16",), "shift-manager")
