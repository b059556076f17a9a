"""What a person may do now: bounds by example, and random walks that hold them to `decide`."""

import sys

import pytest

from pitboss.play import Actor, allowed, carry_on, limits, setup, start, views
from pitboss.play import commands as c
from pitboss.play.apply import APPLY
from pitboss.play.betting import LARGEST_STAKE
from pitboss.play.events import BetsClosed, Played
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.round_machine import RoundFault, walk
from tests.support.playing import DEALS, MANAGER, SUPERVISOR, Table

POKER, LUCKY, PICTURES, PRIME = (
    "three-card-poker", "lucky-three-pictures", "three-pictures", "three-card-prime",
)  # fmt: skip
LIMITS = {"initial": (500, 2000, 100)}
ALLOWED = sys.modules["pitboss.play.allowed"]  # The package has a function of that name.
P1, P2, P3 = Actor("p1"), Actor("p2"), Actor("p3")


def bounds(table, actor, box=1):
    """(ranges, if seated) by wager, of one box."""
    return {
        bet.wager: (bet.ranges, bet.if_seated)
        for bet in allowed(table.round, actor).bets
        if bet.box == box
    }


def test_before_a_round_nobody_may_do_anything_but_open_the_bets():
    table = Table(POKER)
    assert not any(allowed(table.round, P1))
    staff = allowed(table.round, DEALS).staff
    assert staff.steps == (("OpenBets", None),)
    assert not any(staff[1:])


def test_each_wager_with_its_limits_and_the_bet_it_needs():
    table = Table(POKER, limits={"ante": (500, 2000, 100)}).open()
    bets = {bet.wager: bet for bet in allowed(table.round, P1).bets if bet.box == 1}
    assert set(bets) == {"ante", "pair-plus", "progressive"}  # Play is placed after looking.
    assert bets["ante"][3:] == (0, ((500, 2000),), ((500, 2000),), 100, None)
    assert bets["pair-plus"].ranges == ((1, LARGEST_STAKE),)
    assert (bets["progressive"].ranges, bets["progressive"].needs) == (((250, 250),), "ante")


def test_a_box_of_another_is_not_offered_where_a_box_has_one_bettor():
    table = Table(POKER).open().bet(2, "p2")
    assert {bet.box for bet in allowed(table.round, P1).bets} == {1, 3, 4}
    assert {bet.box for bet in allowed(table.round, P2).bets} == {1, 2, 3, 4}


def test_5_1_who_stands_has_the_room_that_is_left_and_who_sits_displaces():
    table = Table(LUCKY, limits=LIMITS).open().bet(1, "p1", amount=1500, seated=True)
    # The seat is taken; by 5.2 the box has its minimum already.
    assert bounds(table, P2)["initial"] == (((100, 500),), ())
    assert bounds(table, P1)["initial"] == (((500, 2000),), ((500, 2000),))
    table = Table(LUCKY, limits=LIMITS).open().bet(1, "p1", amount=1500)
    assert bounds(table, P2)["initial"] == (((100, 500), (1600, 2000)), ((100, 2000),))


def test_1_19_only_a_higher_bet_takes_the_place_of_the_highest():
    """Nobody sits: 500 is left, or more than the 1,500 of the highest bettor."""
    table = Table(LUCKY, limits=LIMITS).open().bet(1, "p1", amount=1500)
    assert table.refused(c.SetBets(P2, 1, "p2", {"initial": 1500}))[0] == "rule/over-maximum"
    table.say(c.SetBets(P2, 1, "p2", {"initial": 1600}))
    assert table.stakes() == {(1, "p1", "initial"): 400, (1, "p2", "initial"): 1600}


def test_who_sits_elsewhere_may_bet_standing():
    table = Table(LUCKY).open().bet(1, "p1", seated=True)
    assert bounds(table, P1, 2)["initial"] == (((1, LARGEST_STAKE),), ())


def test_a_dealer_records_what_lies_there_for_anybody():
    table = Table(LUCKY, led_by="dealer", limits=LIMITS).open().bet(1, "p1", amount=100)
    bets = [bet for bet in allowed(table.round, DEALS).bets if bet[:3:2] == (1, "initial")]
    assert [(bet.bettor, bet.total, bet.ranges) for bet in bets] == [
        ("p1", 100, ((1, LARGEST_STAKE),)),
        (None, 0, ((1, LARGEST_STAKE),)),
    ]
    assert {bet.needs for bet in allowed(table.round, DEALS).bets} == {None}


def test_staff_do_not_bet_for_players_at_a_table_that_runs_itself():
    table = Table(POKER).open()
    assert allowed(table.round, DEALS).bets == ()


def test_after_looking_fold_or_play_with_what_it_costs():
    table = Table(POKER).to("examining")
    assert allowed(table.round, P1).hands == ((1, ("Fold", "Play"), 1000, False),)
    assert allowed(table.round, P2).hands == ((2, ("Examine", "Fold", "Play"), 1000, False),)
    assert allowed(table.round, P3).hands == ()


def test_a_hand_that_comes_back_face_up_names_its_cards():
    table = Table(PICTURES).to("examining")
    assert allowed(table.round, P1).hands == ((1, ("ReturnHand",), 0, True),)


def test_5_6_a_choice_with_its_options():
    table = Table(LUCKY, led_by="dealer").to("examining")
    table.ruled("misdeal", whole_hands_repair="no", reconstructible="no")
    (choice,) = allowed(table.round, P1).choices
    assert choice[:5] == (1, 0, 1, "p1", ("continue", "return"))
    assert choice.clauses == (("5.6.1",), ("5.6.3",))
    assert allowed(table.round, P1).hands == ()  # Play has stopped.
    assert len(allowed(table.round, DEALS).choices) == 2


def test_5_6_late_withdrawals_are_offered_where_they_are_noted():
    assert allowed(Table(POKER).to("dealing").round, P1).withdrawals == ((1, "p1", "ante"),)
    assert allowed(Table(LUCKY).to("dealing").round, P1).withdrawals == ()


def test_a_ruling_the_rulebook_gives_and_one_a_person_decides():
    table = Table(POKER).to("dealing")
    table.incident("deck-count")
    (ruling,) = allowed(table.round, DEALS).staff.rulings
    assert ruling[2:] == (True, ("void-round",), ())
    table = Table(PRIME).to("dealing")
    table.incident("deck-count")
    (ruling,) = allowed(table.round, DEALS).staff.rulings
    assert ruling[2:] == (True, (), ())  # To be referred.
    assert "void-round" in allowed(table.round, MANAGER).staff.rulings[0].remedies


def test_payments_are_corrected_by_a_supervisor():
    table = Table(POKER).to("settled")
    assert allowed(table.round, DEALS).staff.correct_payments == ()
    lines = allowed(table.round, SUPERVISOR).staff.correct_payments
    assert (1, 1, "p1", "ante", 0) in lines


def test_somebody_in_no_role_may_do_nothing():
    assert not any(allowed(Table(POKER).open().round, Actor("p1", "cook")))


# Random walks find faults of `allowed`; more are planted in test_planted_faults.py


def fault(game=LUCKY, examples=60):
    with pytest.raises(RoundFault) as caught:
        walk(RULEBOOKS[game], examples, shrink=False)  # Shrinking takes a while.
    return str(caught.value)


def test_bounds_that_are_too_wide_are_found(monkeypatch):
    right = limits.bounds

    def wide(*arguments, **options):
        ranges, step = right(*arguments, **options)
        return limits.Bounds(tuple((least, most + step) for least, most in ranges), step)

    monkeypatch.setattr(ALLOWED, "bounds", wide)
    assert "Offered and refused" in fault(examples=600)


def test_bounds_that_are_too_narrow_are_found(monkeypatch):
    right = limits.bounds

    def narrow(*arguments, **options):
        ranges, step = right(*arguments, **options)
        narrower = ((least + step, most) for least, most in ranges)
        return limits.Bounds(tuple(pair for pair in narrower if pair[0] <= pair[1]), step)

    monkeypatch.setattr(ALLOWED, "bounds", narrow)
    assert "Accepted and not offered" in fault(examples=600)


def test_an_event_that_is_written_down_wrongly_is_found(monkeypatch):
    right = APPLY[Played]
    monkeypatch.setitem(
        APPLY, Played, lambda round, event: right(round, event._replace(amount=event.amount + 1))
    )
    assert "The money differs" in fault(PRIME, 600)


def test_a_contribution_that_is_forgotten_is_found(monkeypatch):
    right = APPLY[BetsClosed]
    monkeypatch.setitem(
        APPLY, BetsClosed, lambda round, event: right(round, event._replace(contributions=()))
    )
    assert "The money differs" in fault(POKER, 600)


def test_a_view_that_leaks_is_found(monkeypatch):
    monkeypatch.setattr(views, "_may_look", lambda round, viewer, where: viewer.role == "dealer")
    assert "A view leaks" in fault(PICTURES, 600)


def test_a_table_is_the_same_however_often_it_is_asked():
    table = Table(LUCKY, limits=LIMITS).open().bet(1, "p1", amount=600)
    assert allowed(table.round, P1) == allowed(table.round, P1)
    assert carry_on(table.round, c.CloseBets(DEALS))[0] != start(setup(table.setup.rules))
