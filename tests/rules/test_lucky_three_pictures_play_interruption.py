"""Non-Commission Lucky Three Pictures 5.4: a round that breaks off, decided exactly."""

from functools import partial

import pytest

from pitboss.play import commands as c
from pitboss.play.events import DEALER
from pitboss.play.incidents import any_bet_decided
from tests.support.clause import clause
from tests.support.playing import DEALS, Table, all_even

table = partial(Table, "lucky-three-pictures")
# A shuffler deals these by threes: 7 with a Picture, plain 6, 5; the dealer has plain 6.
HANDS = "Ks 2d 5c  Ac Ad 4d  2s 3d Th  3h As 2h"
NETS = {"p1": 1000, "p2": 0, "p3": -1000}
FIVE, SIX, TIE = "2s 3d Th", "Ac Ad 4d", "Ah 2h 3h"


def full(cards=HANDS, **told):
    made = table(cards, **told).open()
    for box in (1, 2, 3):
        made.bet(box, f"p{box}")
    return made


def broken_off(*hands, dealer=SIX, bets=(), told=None, shown=False, **setup):
    """What is ruled when power fails after these hands came back: (remedy, clauses)."""
    made = table(" ".join((*hands, dealer)), boxes=max(len(hands), 2), **setup).open()
    for box in range(1, len(hands) + 1):
        made.bet(box, f"p{box}")
    for wager in bets:
        made.bet(1, "p1", wager, 100)
    made.close().deal().decide_all()
    if shown:
        made.show()
    ruled = made.ruled("interruption", **(told or {}))
    assert (made.round.phase == "void") == (ruled[0] == "void-round")
    assert all_even(made.events) or ruled[0] == "conclude"
    return ruled


VOID = ("void-round", ("5.4", "5.4.2", "5.14"))
CONCLUDE = ("conclude", ("5.4", "5.4.1"))


@clause("5.4", "5.4.1", "5.4.2")
def test_5_4_one_bet_that_is_won_or_lost_for_certain_continues_the_round():
    assert broken_off(FIVE) == VOID
    assert broken_off(FIVE, bets=["player-lucky-6"]) == CONCLUDE  # Lost: 5 points are not 6.
    assert broken_off("Kc Qd 6s", bets=["player-lucky-6"]) == VOID  # It may still lose.
    assert broken_off(FIVE, bets=["lucky-tie", "lucky-pictures", "dealer-lucky-6"]) == VOID
    assert broken_off("Kc Qd Js", bets=["lucky-pictures"]) == CONCLUDE  # Won, by whatever row.


@clause("5.4.1")
def test_5_4_1_three_pictures_cannot_lose_but_may_tie_and_that_is_not_won():
    assert broken_off("Kc Qd Js") == VOID


@clause("5.4.1")
def test_5_4_1_a_certain_push_is_neither_won_nor_lost():
    assert broken_off(SIX, dealer=TIE, shown=True) == VOID
    assert broken_off(SIX, dealer=TIE, shown=True, bets=["lucky-tie"]) == CONCLUDE
    assert broken_off(SIX, dealer=FIVE, shown=True) == CONCLUDE


@clause("5.4.1")
def test_5_4_1_cards_of_other_boxes_are_known_too():
    """Ten Pictures lie face up: the dealer can't have the three that Lucky Pictures needs."""
    pictures = ("Ks Kh Kd", "Qs Qh Qd", "Js Jh Jd")
    nine = (SIX, *pictures, "4s 3c Tc")
    assert broken_off(*nine, dealer="2d 3d Td", bets=["lucky-pictures"]) == VOID
    ten = (SIX, *pictures, "Kc 3c Tc")
    assert broken_off(*ten, dealer="2d 3d Td", bets=["lucky-pictures"]) == CONCLUDE


@clause("5.4.1")
def test_5_4_1_the_round_is_then_concluded():
    made = full().bet(2, "p2", "player-lucky-6", 100).bet(3, "p3", "player-lucky-6", 100)
    made.close().deal().decide_all()
    assert made.ruled("interruption")[0] == "conclude"
    made.show().settle()
    assert made.nets() == {"p1": 1000, "p2": -100, "p3": -1100}


@clause("5.4.1")
@pytest.mark.parametrize(("option", "ruled"), [("placed", VOID), ("offered", CONCLUDE)])
def test_5_4_1_read_which_bets_are_available(option, ruled):
    readings = {"available-bets": option}
    assert broken_off(FIVE, readings=readings) == ruled
    assert broken_off(SIX, dealer=TIE, readings=readings) == VOID
    assert broken_off(FIVE, readings=readings, offered=("initial",)) == VOID


@clause("5.4.1")
@pytest.mark.parametrize("option", ["face-up", "examined", "dealt"])
def test_5_4_1_read_which_cards_are_known(option):
    made = table(f"{FIVE} {SIX}", readings={"known": option}).open().bet(1, "p1")
    made.bet(1, "p1", "player-lucky-6", 100).close().deal().look(1)
    known = {"face-up": (), "examined": (1,), "dealt": (1, DEALER)}[option]
    places = [place for where in known for place in made.round.places(where)]
    decided = any_bet_decided(made.round, {place: made.shoe.card(place) for place in places})
    assert decided == (option != "face-up")
    told = {} if option == "face-up" else {"decided": decided}
    other = {"decided": True} if option == "face-up" else {}
    refused = made.refused(c.ReportIncident(DEALS, "interruption", **other))
    assert refused[0] == ("fact/from-events" if option == "face-up" else "fact/missing")
    assert made.ruled("interruption", **told) == (CONCLUDE if decided else VOID)


@clause("5.4.2")
@pytest.mark.parametrize("phase", ["betting", "dealing", "examining"])
def test_5_4_2_before_any_card_is_up_the_round_is_void(phase):
    made = table().to(phase)
    assert made.ruled("interruption") == VOID
    assert all_even(made.events)


@clause("5.4.1")
def test_5_4_1_bets_that_were_settled_have_been_decided():
    made = full().play_out()
    assert made.ruled("interruption") == CONCLUDE
    assert made.nets() == NETS
    pushes = table(f"{SIX} {TIE}").open().bet(1, "p1").play_out()
    assert pushes.ruled("interruption") == VOID
