"""A table's events, saved and restored; and amounts that somebody has changed."""

import json
import sys

import pytest

from pitboss.errors import BadNotation, PitbossError
from pitboss.language.irregularities import INCIDENTS
from pitboss.notation.record import check, check_money, run, run_events
from pitboss.notation.record_json import restore, save
from pitboss.notation.text import followed, read
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Refusal
from pitboss.rulebooks import RULEBOOKS
from tests.support.json_values import changed, through_json
from tests.support.playing import DEALS, SUPERVISOR, Table
from tests.test_codec import PLACED
from tests.test_playthroughs import FILES


def played(game):
    """A table with one round settled and another one under way, with an incident each."""
    table = Table(game).to("settled").open().bet(1, "p1").close().deal()
    table.incident("other", round=1)
    table.incident("foreign-card")
    return table


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_table_is_restored_as_it_stood(game):
    table = played(game)
    data = through_json(save(table.setup, table.events))
    setup, events, round = restore(data)
    assert setup == table.setup
    assert list(events) == table.events
    assert round == table.round
    assert through_json(save(setup, events)) == data


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_step_of_a_playthrough_is_restored_as_it_stood(path):
    events = []
    for outcome in run(read(path.read_text("utf-8"))):
        round = outcome.after.round
        if not isinstance(outcome.answer, Refusal):
            events += outcome.answer
        text = json.dumps(save(round.setup, events))
        restored = restore(json.loads(text))
        assert restored.round == round
        assert restored.round.before == round.before
        assert restored.events == tuple(events)


def test_a_card_that_stays_down_is_restored_in_its_place():
    table = Table("three-card-poker", "Qs Qd 7h  Qh 8c 3d  2s 9d 4h").to("decided")
    first, *turned = table.cards("dealer")
    table.say(c.Reveal(DEALS, "dealer", (None, *turned)))
    places = table.round.dealer
    assert table.events[-1].faces == tuple(zip(places[1:], turned, strict=True))
    round = restore(through_json(save(table.setup, table.events))).round
    assert round == table.round
    assert round.cards("dealer") == tuple(turned)
    assert places[0] not in round.faces
    table.say(c.Reveal(DEALS, "dealer", (first,)))
    assert table.round.cards("dealer") == (first, *turned)
    assert restore(save(table.setup, table.events)).round == table.round


def test_a_file_may_begin_with_a_later_round():
    table = played("three-card-poker")
    later = [i for i, event in enumerate(table.events) if isinstance(event, e.BetsOpened)][1]
    setup, events, round = restore(save(table.setup, table.events[later:]))
    assert round == table.round.but(before=None)
    check(run_events(setup, events))
    for outcome in run_events(setup, events):
        assert followed(outcome)


@pytest.mark.parametrize(("field", "value"), [("round", 7), ("round", -1), ("number", -1)])
def test_an_event_out_of_order_is_refused(field, value):
    table = played("three-card-poker")
    with pytest.raises(
        BadNotation, match=r"IncidentReported, (has a round number|names an unknown)"
    ):
        restore(changed(save(table.setup, table.events), ["events", -1, field], value))


def test_restoring_decides_nothing_anew(monkeypatch):
    table = played("three-card-poker")

    def forbidden(*_):
        raise AssertionError("nothing is to be decided")

    monkeypatch.setattr(sys.modules["pitboss.play.decide"], "HANDLERS", {})
    monkeypatch.setattr("pitboss.play.settling.payments", forbidden)
    restore(save(table.setup, table.events))


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (
            ["format"],
            "pitboss-events/3",
            "newer than pitboss-events/2: read it with a newer Pitboss.",
        ),
        (["format"], None, "The file does not name its format: it should be pitboss-events/2"),
        (["events"], {}, "no list of events"),
        (["events", 0, "fingerprint"], "0123456789ab", "of the round in event 1"),
        (["events", 1, "wager"], "antee", "Event 2, BetPlaced, names an unknown wager."),
        (["events", 1, "box"], 9, "Event 2, BetPlaced, names an unknown box"),
        (["events", 1, "amount"], True, "Event 2: BetPlaced.amount is True"),
        (["events", 0], PLACED, "Event 1, BetPlaced, comes before BetsOpened."),
        (
            ["events", 0, "round"],
            0,
            "Event 1, BetsOpened, has a round number that is out of order.",
        ),
        (["events", 4, "hands", 0, 1, 0], 52, "Event 5, Dealt, names an unknown place"),
        (["events", 5, "box"], 3, "Event 6, HandExamined, can't follow"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(path, value, expected):
    table = Table("three-card-poker").to("settled")
    data = changed(save(table.setup, table.events), path, value)
    with pytest.raises(PitbossError) as refused:
        restore(data)
    assert expected in refused.value.message


def test_a_record_of_another_set_up_is_refused():
    table, other = Table("three-card-poker").to("betting"), Table("three-card-poker", boxes=3)
    data = {**save(other.setup, table.events)}
    with pytest.raises(BadNotation, match="fingerprint of the round in event 1"):
        restore(data)


def test_what_was_named_must_be_known():
    table = played("three-card-poker")
    data = save(table.setup, table.events)
    at = next(i for i, event in enumerate(data["events"]) if event["event"] == "IncidentReported")
    assert data["events"][at]["incident"] in INCIDENTS
    with pytest.raises(BadNotation, match="names an unknown incident"):
        restore(changed(data, ["events", at, "incident"], "earthquake"))


# Amounts in a file


def last(table, kind):
    return next(
        i for i, event in reversed(list(enumerate(table.events))) if isinstance(event, kind)
    )


def checked(data):
    setup, events, _ = restore(data)
    check(run_events(setup, events))


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_changed_payment_is_found(game):
    table = Table(game).to("settled")
    data, at = save(table.setup, table.events), last(table, e.Settled)
    checked(data)
    net = data["events"][at]["payments"][0]["net"]
    expected = f"Event {at + 1}, payments 1 net: the file says {net + 1}, the rules give {net}."
    with pytest.raises(BadNotation) as refused:
        checked(changed(data, ["events", at, "payments", 0, "net"], net + 1))
    assert refused.value.message == expected
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
    with pytest.raises(BadNotation, match="bets 1 amount: the file says 5, the rules give"):
        checked(changed(data, ["events", at, "bets", 0, "amount"], 5))


def test_a_changed_correction_is_found():
    table = Table("three-card-poker").to("settled")
    table.say(c.CorrectPayment(SUPERVISOR, 1, "p1", "ante", 70, "miscounted"))
    data, at = save(table.setup, table.events), last(table, e.PaymentCorrected)
    checked(data)
    with pytest.raises(BadNotation, match="was: the file says 69"):
        checked(changed(data, ["events", at, "was"], 69))


def test_a_settlement_with_hidden_hands_is_found():
    table = Table("three-pictures").to("decided")
    with pytest.raises(BadNotation, match="settles a round that can't be settled"):
        check_money(table.round, e.Settled((), None, DEALS))
