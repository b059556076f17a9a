"""The table's own next step, and a whole round by nothing else."""

import dataclasses

import pytest

from pitboss.cards.deck import name, parse
from pitboss.errors import BadCards, PitbossError
from pitboss.language.wagers import Wager
from pitboss.maths.odds.strategy import best
from pitboss.play import DEALER, FOURTH, Actor, best_answers, carry_on, command_for, due, run_table
from pitboss.play import commands as c
from pitboss.play.answers import Refusal
from pitboss.play.setup import Settings, Setup
from pitboss.play.shoe import Shoe
from pitboss.rulebooks import RULEBOOKS
from tests.support.playing import DEALS, PHASES, Table

PRIME, POKER, LUCKY, PICTURES = (
    "three-card-prime", "three-card-poker", "lucky-three-pictures", "three-pictures",
)  # fmt: skip


@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_step_that_is_due_is_accepted_in_every_phase(game):
    for phase in PHASES:
        table = Table(game).to(phase)
        step = due(table.round)
        if phase in ("examining", "next round open"):
            assert step is None  # Hands are out, or nobody has bet yet: players are awaited.
            continue
        answer = carry_on(table.round, command_for(table.round, step, table.shoe, jackpot=1))[1]
        assert not isinstance(answer, Refusal)


def test_each_phase_has_its_step():
    steps = {phase: due(Table(POKER).to(phase).round) for phase in PHASES}
    assert steps == {
        "betting": ("CloseBets", None), "dealing": ("Deal", None), "examining": None,
        "decided": ("Reveal", DEALER), "revealed": ("Settle", None),
        "settled": ("OpenBets", None), "next round open": None,
    }  # fmt: skip
    assert due(Table(POKER).round) == ("OpenBets", None)


def test_without_a_bet_there_is_nothing_to_close():
    assert due(Table(POKER).open().round) is None


def test_an_incident_stops_the_table():
    table = Table(POKER).to("dealing")
    table.incident("other")
    assert due(table.round) is None


@pytest.mark.parametrize(("turned", "order"), [
    ("last", [DEALER, 1, 2, FOURTH]), ("first", [FOURTH, DEALER, 1, 2]),
])  # fmt: skip
def test_the_fourth_card_is_turned_when_the_table_says(turned, order):
    table = Table(PRIME, fourth_turned=turned, returned="face-down").to("decided")
    shown = []
    while (step := due(table.round)).command == "Reveal":
        shown.append(step.where)
        table.say(command_for(table.round, step, table.shoe))
    assert shown == order


def test_3_8_a_folded_hand_is_not_turned_up_for_nothing():
    table = Table(POKER).to("examining").decide_all(folds=(1,)).show()
    assert due(table.round) == ("Reveal", 2)


def test_a_hand_with_a_card_too_many_is_not_turned_up():
    table = Table(POKER, led_by="dealer").open().bet(1, "p1").close()
    table.say(c.Deal(DEALS, hands=((1, (0, 1, 2)), (DEALER, (3, 4, 5, 6)))))
    table.decide_all()
    assert due(table.round) is None  # It has to be reported.


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_round_runs_from_the_close_to_the_end(game):
    table = Table(game).open().bet(1, "p1").close()
    round, events = run_table(table.round, table.shoe, jackpot=0)
    assert round.phase == "examining"
    round, answer = carry_on(round, c.TimeOut(DEALS))
    assert not isinstance(answer, Refusal)
    round, more = run_table(round, table.shoe, jackpot=0)
    assert round.phase == "settled"
    assert [type(event).__name__ for event in (*events, *more)][-1] == "Settled"


def test_a_shoe_that_does_not_know_a_card_is_an_error():
    table = Table(POKER).to("decided")
    with pytest.raises(BadCards, match="does not know that card"):
        run_table(table.round, Shoe())


def test_a_jackpot_that_is_not_told_is_an_error():
    table = Table(POKER, "As Ks Qs").open().bet(1, "p1").bet(1, "p1", "progressive", 250).close()
    round, _ = run_table(table.round, table.shoe)
    round, _ = carry_on(round, c.Play(Actor("p1"), 1))
    with pytest.raises(PitbossError, match="jackpot"):
        run_table(round, table.shoe)


@pytest.mark.parametrize("game", [POKER, PRIME])
def test_out_of_time_the_best_strategy_answers_for_each_hand(game):
    table = Table(game, out_of_time="best", seed=2).open()
    for box in (1, 2, 3, 4):
        table.bet(box, f"p{box}")
    table.close().deal()
    answers = best_answers(table.round, table.shoe)
    strategy = best(table.setup.rules)
    hands = {box: " ".join(name(card) for card in table.cards(box)) for box in (1, 2, 3, 4)}
    assert answers == {box: strategy.best(hand) == "play" for box, hand in hands.items()}
    assert len(set(answers.values())) == 2  # Some play and some fold.
    table.say(c.TimeOut(DEALS, answers))
    assert {n: box.played for n, box in table.round.boxes.items()} == answers


def test_where_nobody_decides_there_is_nothing_to_answer():
    table = Table(LUCKY).to("examining")
    assert best_answers(table.round, table.shoe) == {}


def test_a_guest_who_is_gone_has_the_open_bets_back():
    table = Table(PICTURES).open().bet(1, "p1").bet(2, "p2").bet(2, "p2", "tie", 100)
    events = table.say(c.TimeOut(DEALS, bettor="p2"))
    assert [event.because.policies for event in events] == [("time-out",), ("time-out",)]
    assert table.stakes() == {(1, "p1", "initial"): 1000}


def test_a_hand_that_is_not_brought_back_in_time_is_turned_by_the_dealer():
    table = Table(PICTURES, "Ks 2d 4c").open().bet(1, "p1").close().deal()
    (returned,) = table.say(c.TimeOut(DEALS))
    assert returned[1:3] == ("p1", ())
    assert returned.automatic
    round, _ = run_table(table.round, table.shoe)
    assert round.cards(1) == tuple(parse("Ks 2d 4c"))
    assert round.phase == "settled"


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_warm_table_compiles_nothing_at_the_first_settlement(game, monkeypatch):
    """Whatever asks a wager's conditions about many deals at once has been done before."""
    table = Table(game, out_of_time="best")
    table.setup.warm()
    largest = []
    right = Wager.result_in_bytes

    def watched(wager, deal):
        rows = right(wager, deal)
        largest.append(rows.size)
        return rows

    monkeypatch.setattr(Wager, "result_in_bytes", watched)
    table.open().bet(1, "p1").close().deal()
    table.say(c.TimeOut(DEALS, best_answers(table.round, table.shoe)))
    round, _ = run_table(table.round, table.shoe, jackpot=0)
    assert round.phase == "settled"
    assert max(largest, default=1) <= 1


def test_a_cold_table_does_compile_then(monkeypatch):
    """So that the test above can fail."""
    sizes = []
    right = Wager.result_in_bytes
    monkeypatch.setattr(
        Wager, "result_in_bytes", lambda wager, deal: sizes.append(1) or right(wager, deal)
    )
    Table(PRIME, readings={"copy": "pushes"}, seed=3).to("settled")
    assert sizes


def test_the_settings_of_a_table_are_those_of_its_set_up():
    names = {field.name for field in dataclasses.fields(Setup)} - {"rules", "limits"}
    assert set(Settings.__annotations__) == names
