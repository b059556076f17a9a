"""A table's events, saved and restored; and amounts that somebody has changed."""

import pytest

from pitboss.errors import BadNotation, PitbossError
from pitboss.irregularities import INCIDENTS
from pitboss.notation.record import check, check_money, run_events
from pitboss.notation.saved import restore, save
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.rulebooks import RULEBOOKS
from tests.plain_values import changed, through_json
from tests.playing import SUPERVISOR, Table
from tests.test_plain import PLACED


def played(game):
    """A table with one round settled and another one under way, with an incident each."""
    table = Table(game).to("settled").open().bet(1, "p1").close().deal()
    table.incident("other", round=1)
    table.incident("foreign-card")
    return table


def without_setup(round):
    before = round.before and round.before.but(setup=None)
    return round.but(setup=None, before=before)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_table_is_restored_as_it_stood(game):
    table = played(game)
    data = through_json(save(table.setup, table.events))
    made, events, round = restore(data)
    assert made.fingerprint == table.setup.fingerprint
    assert list(events) == table.events
    assert without_setup(round) == without_setup(table.round)
    assert through_json(save(made, events)) == data


def test_restoring_decides_nothing_anew(monkeypatch):
    table = played("three-card-poker")

    def forbidden(*_):
        raise AssertionError("nothing is to be decided")

    monkeypatch.setattr("pitboss.play.decide.decide", forbidden)
    monkeypatch.setattr("pitboss.play.settling.payments", forbidden)
    restore(save(table.setup, table.events))


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (["format"], "pitboss-events/2", "should be pitboss-events/1"),
        (["events"], {}, "no list of events"),
        (["events", 0, "fingerprint"], "0123456789ab", "of the round in event 1"),
        (["events", 1, "wager"], "antee", "Event 2, BetPlaced, names no known wager."),
        (["events", 1, "box"], 9, "Event 2, BetPlaced, names no known box"),
        (["events", 1, "amount"], True, "Event 2: BetPlaced.amount is True"),
        (["events", 0], PLACED, "begins with BetsOpened"),
        (["events", 4, "hands", 0, 1, 0], 52, "Event 5, Dealt, names no known place"),
        (["events", 5, "box"], 3, "Event 6, HandExamined, can't follow"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(path, value, told):
    table = Table("three-card-poker").to("settled")
    data = changed(save(table.setup, table.events), path, value)
    with pytest.raises(PitbossError) as refused:
        restore(data)
    assert told in refused.value.message


def test_a_record_of_another_set_up_is_refused():
    table, other = Table("three-card-poker").to("betting"), Table("three-card-poker", boxes=3)
    data = {**save(other.setup, table.events)}
    with pytest.raises(BadNotation, match="fingerprint of the round in event 1"):
        restore(data)


def test_what_was_named_must_be_known():
    table = played("three-card-poker")
    data = save(table.setup, table.events)
    at = next(i for i, one in enumerate(data["events"]) if one["event"] == "IncidentReported")
    assert data["events"][at]["incident"] in INCIDENTS
    with pytest.raises(BadNotation, match="names no known incident"):
        restore(changed(data, ["events", at, "incident"], "earthquake"))


# Amounts in a file


def last(table, kind):
    return next(i for i, one in reversed(list(enumerate(table.events))) if isinstance(one, kind))


def checked(data):
    made, events, _ = restore(data)
    check(run_events(made, events))


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_changed_payment_is_found(game):
    table = Table(game).to("settled")
    data, at = save(table.setup, table.events), last(table, e.Settled)
    checked(data)
    net = data["events"][at]["payments"][0]["net"]
    told = f"Event {at + 1}, payments 1 net: the file says {net + 1}, the rules give {net}."
    with pytest.raises(BadNotation) as found:
        checked(changed(data, ["events", at, "payments", 0, "net"], net + 1))
    assert found.value.message == told
    with pytest.raises(BadNotation, match="payments"):
        checked(changed(data, ["events", at, "payments"], data["events"][at]["payments"][1:]))


def test_a_changed_stake_is_found_by_the_settlement():
    table = Table("three-pictures").to("settled")
    data = save(table.setup, table.events)
    with pytest.raises(BadNotation, match="payments 1 stake"):
        checked(changed(data, ["events", 1, "amount"], 2000))


def test_a_changed_void_is_found():
    table = Table("three-card-poker").to("settled")
    table.ruled("deck-count")
    data, at = save(table.setup, table.events), last(table, e.Voided)
    checked(data)
    with pytest.raises(BadNotation, match="returned 1 2: the file says 5, the rules give"):
        checked(changed(data, ["events", at, "returned", 0, 1], 5))


def test_a_changed_correction_is_found():
    table = Table("three-card-poker").to("settled")
    table.say(c.CorrectPayment(SUPERVISOR, 1, "p1", "ante", 70, "miscounted"))
    data, at = save(table.setup, table.events), last(table, e.PaymentCorrected)
    checked(data)
    with pytest.raises(BadNotation, match="was: the file says 69"):
        checked(changed(data, ["events", at, "was"], 69))


def test_a_settlement_with_hidden_hands_is_found():
    table = Table("three-pictures").to("decided")
    with pytest.raises(BadNotation, match="settles what can't be"):
        check_money(table.round, e.Settled((), None))
