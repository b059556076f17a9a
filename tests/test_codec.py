"""Commands and events as JSON values: they come back exactly, and nothing else is read."""

import pytest
from hypothesis import given, settings

from pitboss.errors import BadNotation, PitbossError
from pitboss.notation.codec import (
    command_from_json,
    command_to_json,
    event_from_json,
    event_to_json,
)
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.commands import COMMANDS
from pitboss.play.events import EVENTS
from tests.support.json_values import changed, through_json, values
from tests.support.playing import DEALS

KINDS = [
    *((kind, event_to_json, event_from_json) for kind in EVENTS.values()),
    *((kind, command_to_json, command_from_json) for kind in COMMANDS.values()),
]


@pytest.mark.parametrize(
    ("kind", "of", "to"), KINDS, ids=lambda kind: getattr(kind, "__name__", "")
)
def test_it_comes_back_exactly(kind, of, to):
    @settings(max_examples=25, deadline=None)
    @given(values(kind))
    def comes_back(value):
        back = to(through_json(of(value)))
        assert type(back) is kind
        assert back == value
        assert repr(back) == repr(value)  # 1 equals True, and a list is no tuple.

    comes_back()


def test_how_it_looks():
    event = e.BetPlaced(1, "p1", "ante", 5000, False, e.Actor("p1"))
    assert event_to_json(event) == {
        "event": "BetPlaced",
        "box": 1,
        "bettor": "p1",
        "wager": "ante",
        "amount": 5000,
        "seated": False,
        "by": {"id": "p1", "role": "player"},
    }
    command = c.TimeOut(DEALS, {1: True, 2: False})
    assert command_to_json(command) == {
        "command": "TimeOut",
        "by": {"id": "dealer", "role": "dealer"},
        "best": {"1": True, "2": False},
        "bettor": None,
    }


# What is refused

PLACED = event_to_json(e.BetPlaced(1, "p1", "ante", 5000, False, e.Actor("p1")))
REMOVED = event_to_json(e.BetRemoved(1, "p1", "ante", 5, DEALS, e.Because(("5.13",), (), "So.")))
DEALT = event_to_json(e.Dealt(((1, (0, 1, 2)), ("dealer", (3, 4, 5))), True, (1,), DEALS))
REPORTED = event_to_json(
    e.IncidentReported(1, 0, "misdeal", (("handled", "no"),), 1, ("p1", "ante"), ((3, 7),), DEALS)
)
SETTLED = event_to_json(
    e.Settled((e.Payment(1, "p1", "ante", "player-higher", 5, 5, 0),), None, DEALS)
)


WRONG = [
    (PLACED, ["box"], wrong, "BetPlaced.box")
    for wrong in (True, 1.0, "1", None, [1], {}, 2**53, -(2**53), 10**40)
]
WRONG += [
    (PLACED, ["seated"], 0, "BetPlaced.seated"),
    (PLACED, ["bettor"], 5, "BetPlaced.bettor"),
    (PLACED, ["bettor"], None, "BetPlaced.bettor"),
    (PLACED, ["bettor"], "\ud800", "BetPlaced.bettor"),
    (PLACED, ["by"], "p1", "BetPlaced.by"),
    (PLACED, ["by"], ["p1", "player"], "BetPlaced.by"),
    (PLACED, ["by", "role"], 1, "BetPlaced.by.role"),
    (PLACED, ["by", "hat"], 1, "has an unknown field 'hat'"),
    (PLACED, ["hat"], 1, "has an unknown field 'hat'"),
    (REMOVED, ["because"], {"says": 5}, "BetRemoved.because.says is 5"),
    (REMOVED, ["because", "clauses"], "5.13", "BetRemoved.because.clauses"),
    (REMOVED, ["because", "clauses"], [5.13], "BetRemoved.because.clauses[0]"),
    (DEALT, ["hands", 0], [1], "Dealt.hands[0]"),
    (DEALT, ["hands", 0], [1, [0, 1, 2], 3], "Dealt.hands[0]"),
    (DEALT, ["hands", 1, 0], None, "Dealt.hands[1][0]"),
    (DEALT, ["hands", 1, 0], True, "Dealt.hands[1][0]"),
    (DEALT, ["hands", 1, 1, 2], "5", "Dealt.hands[1][1][2]"),
    (REPORTED, ["facts"], {"handled": "no"}, "IncidentReported.facts"),
    (REPORTED, ["bet"], ["p1"], "IncidentReported.bet"),
    (SETTLED, ["payments", 0, "net"], 5.0, "Settled.payments[0].net"),
    (SETTLED, ["payments"], {}, "Settled.payments"),
    (SETTLED, ["jackpot"], False, "Settled.jackpot"),
    (PLACED, ["event"], "BetPlacd", "did you mean BetPlaced?"),
    (PLACED, ["event"], None, "There is no event 'None'"),
    (PLACED, ["event"], "PlaceBet", "There is no event 'PlaceBet'"),
]


@pytest.mark.parametrize(("data", "path", "value", "told"), WRONG)
def test_what_does_not_fit_is_refused(data, path, value, told):
    with pytest.raises(PitbossError) as refused:
        event_from_json(changed(data, path, value))
    message = refused.value.message
    assert told in message
    assert message.endswith((".", "?"))
    assert message.isprintable()
    assert len(message) < 500
    assert "/" in refused.value.code


@pytest.mark.parametrize(
    ("kind", "of", "to"), KINDS, ids=lambda kind: getattr(kind, "__name__", "")
)
def test_only_a_field_with_a_default_may_be_missing(kind, of, to):
    @settings(max_examples=3, deadline=None)
    @given(values(kind))
    def reads(value):
        data = of(value)
        for name in kind._fields:
            left = {key: item for key, item in data.items() if key != name}
            if name in kind._field_defaults:
                assert to(left) == value._replace(**{name: kind._field_defaults[name]})
            else:
                with pytest.raises(BadNotation, match=f"{kind.__name__} has no field {name}"):
                    to(left)

    reads()


@pytest.mark.parametrize("key", ["01", "+1", "1.0", " 1", "１", "-0", "", "one", "1_0", "9" * 17])
def test_a_number_as_a_key_has_one_spelling(key):
    data = {**command_to_json(c.TimeOut(DEALS)), "best": {key: True}}
    with pytest.raises(BadNotation, match=r"A key of TimeOut\.best"):
        command_from_json(data)


@pytest.mark.parametrize("data", [None, 5, "BetPlaced", [], [PLACED], {1: 2}])
def test_something_else_is_no_event(data):
    with pytest.raises(BadNotation, match="should be an object"):
        event_from_json(data)
