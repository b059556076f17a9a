"""Rounds read back from the journal: under their own configuration, with all that was said."""

from dataclasses import replace

import pytest

from pitboss.errors import PitbossError
from pitboss.house.records.days import SECOND
from pitboss.house.rounds.archive import open_archive
from pitboss.house.rounds.history import as_text
from pitboss.house.tables.practice import FoldHand, PlayHand
from pitboss.notation.record import run
from pitboss.notation.text import read
from pitboss.play import setup
from pitboss.play.answers import Refusal
from tests.support.disputed_house import ANNA, POKER, PROSPERITY, disputed_house
from tests.support.houses import EXPIRES_AFTER, PRACTICE, Clock, Guest, opened


def test_a_round_keeps_the_configuration_it_was_played_under(house):
    guest = Guest(house, POKER)
    guest.deal({1: {"ante": 500}})
    old = guest.round.setup
    new = setup(old.rules, old.limits, boxes=2)

    offers = {**PRACTICE.offers, POKER: PRACTICE.offer(POKER)._replace(setup=new)}
    house.adopt(replace(PRACTICE, offers=offers)).result(30)
    guest.ask(FoldHand(1))
    ended = house.history.round(guest.table, 1).steps[-1].time
    guest.look()  # The new configuration is entered now, under the number of the round before.
    played = house.history.round(guest.table, 1)
    assert played.entries[-1].fingerprint == new.fingerprint
    assert played.round.setup == old
    assert played.steps[-1].time == ended
    assert played.shuffle.fingerprint == old.fingerprint
    guest.deal({2: {"ante": 500}})
    assert house.history.round(guest.table, 2).round.setup == new


@pytest.mark.parametrize("number", [0, 2, -1])
def test_there_is_no_round_before_the_first_or_after_the_last(house, number):
    guest = Guest(house, PROSPERITY)
    guest.deal({1: {"initial": 500}})
    with pytest.raises(PitbossError, match="There is no round"):
        house.history.round(guest.table, number)


@pytest.mark.parametrize(("game", "main"), [(POKER, "ante"), (PROSPERITY, "initial")])
def test_a_hand_that_ran_out_of_time_is_written_down_as_such(tmp_path, game, main):
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:
        guest = Guest(house, game)
        guest.deal({1: {main: 500}, 2: {main: 1000}})
        if game == POKER:
            guest.ask(PlayHand(2))
        clock.now += EXPIRES_AFTER + SECOND
        house.sweep().result(30)
        played = house.history.round(guest.table, 1)
        assert played.is_over
        outcomes = list(run(read(as_text(played))))
        assert not [outcome for outcome in outcomes if isinstance(outcome.answer, Refusal)]
        assert outcomes[-1].after.round.payments == played.round.payments
        assert ("time-out" in as_text(played)) == (game == POKER)


def test_what_was_said_about_a_round_late_belongs_to_it(tmp_path):
    disputed_house(tmp_path, commands=1)
    with open_archive(tmp_path) as archive:
        played, later = archive.round("LATE0001-1"), archive.round("LATE0001-2")
    assert [step.command["command"] for step in played.steps][-1] == "CorrectPayment"
    (because,) = played.round.corrections.values()
    assert because.says == "A chip was short."
    assert later.round.corrections == {}
    assert played.head != later.head
    paid = {payment.bettor: payment.net for payment in played.round.payments}
    before = {payment.bettor: payment.net for payment in played.steps[-2].round.payments}
    assert paid[ANNA] == before[ANNA] + 250
