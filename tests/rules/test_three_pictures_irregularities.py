"""Three Pictures, section 5: what the rulebook rules, and what it leaves to be referred."""

from functools import partial

from tests.support.clause import clause
from tests.support.rulings import refers, ruled

GAME = "three-pictures"
rule = partial(ruled, GAME)


@clause("5.1", "5.1.1", "5.1.2")
def test_5_1_a_foreign_card_voids_this_round_and_no_other():
    assert rule("foreign-card") == ("void-round", ("5.1", "5.1.1", "5.1.2"), "dealer")
    assert refers(GAME, "late-discovery")


@clause("5.2")
def test_5_2_a_deck_that_is_not_complete_voids_the_round():
    assert rule("deck-count") == ("void-round", ("5.2",), "dealer")
    assert refers(GAME, "too-few-cards")
    assert refers(GAME, "unshuffled")


@clause("5.3")
def test_5_3_a_misdeal_is_void_unless_complete_hands_can_be_moved():
    for incident in ("misdeal", "player-count"):
        assert rule(incident) == "handled"
        assert rule(incident, handled="no") == "whole-hands-repair"
        moved = rule(incident, handled="no", whole_hands_repair="yes")
        assert moved == ("reconstruct", ("5.3",), "dealer")
        left = rule(incident, handled="no", whole_hands_repair="no")
        assert left == ("void-round", ("5.3",), "dealer")
        assert refers(GAME, incident, handled="yes")


@clause("5.4")
def test_5_4_a_wrong_number_of_dealers_cards_is_void_without_conditions():
    assert rule("dealer-count") == ("void-round", ("5.4",), "dealer")
    assert rule("dealer-count", noticed="late", reconstructible="yes")[0] == "void-round"
    stands = {"late-miscount": "stands"}
    assert rule("dealer-count", stands) == "noticed"
    late = rule("dealer-count", stands, noticed="late")
    assert late == ("stands", ("1.1.4", "5.4"), "dealer")
    assert rule("dealer-count", stands, noticed="in-time")[0] == "void-round"


def test_exposed_cards_are_not_ruled_here():
    assert refers(GAME, "exposed-cards", cards="2")


@clause("5.5")
def test_5_5_a_late_bet_is_refused():
    assert rule("late-bet") == ("refuse", ("5.5",), "dealer")


@clause("5.6")
def test_5_6_a_bet_taken_back_late_stands():
    assert rule("late-withdrawal") == ("bet-stands", ("5.6",), "dealer")


def test_what_only_another_rulebook_rules_is_referred():
    for incident in (
        "over-maximum",
        "under-minimum",
        "misplaced-bet",
        "walked-away",
        "interruption",
        "face-up-in-shoe",
        "drawn-together",
        "other",
    ):
        assert refers(GAME, incident), incident
