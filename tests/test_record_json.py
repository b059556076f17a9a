"""The JSON form of a round: it comes back, and what it says that followed is held to the rules."""

import copy
import json

import pytest

from pitboss.errors import BadNotation, PitbossError
from pitboss.notation.codec import command_to_json
from pitboss.notation.record import Record, Step, check, run
from pitboss.notation.record_json import as_json, from_json, parse_json
from pitboss.notation.text import read, write
from pitboss.play import commands as c
from pitboss.play.answers import Refusal
from pitboss.play.events import Actor
from tests.support.playing import DEALS
from tests.test_notation import ROUND, TWO
from tests.test_setup_json import SETUPS

OPEN = {"command": command_to_json(c.OpenBets(DEALS))}


def form(text=ROUND):
    return json.loads(json.dumps(as_json(read(text))))


def test_how_the_json_form_looks():
    data = form()
    assert data["format"] == "pitboss-round/2"
    assert (data["game"], data["version"]) == ("three-card-poker", "MBS v4")
    assert data["shoe"] == "Qs Qd 7h Qh 8c 3d"
    assert data["table"]["boxes"] == 2
    assert data["steps"][1] == {
        "command": {
            "command": "PlaceBet",
            "by": {"id": "p1", "role": "player"},
            "box": 1,
            "bettor": "p1",
            "wager": "ante",
            "amount": 5000,
            "seated": False,
        },
        "events": [
            {
                "event": "BetPlaced",
                "box": 1,
                "bettor": "p1",
                "wager": "ante",
                "amount": 5000,
                "seated": False,
                "by": {"id": "p1", "role": "player"},
            }
        ],
    }
    refused = form(ROUND.replace("close\n", "close\nbet 2 p2 ante 500\n"))["steps"][3]
    assert refused["refused"] == {
        "error": "rule/late-bet",
        "clause": "5.6",
        "message": "No more bets were called: this bet can't be taken.",
    }


@pytest.mark.parametrize("text", [ROUND, TWO, f"# One.\n{ROUND}# Two.\nopen\n# Three."])
def test_the_json_form_comes_back(text):
    data = form(text)
    record = from_json(data)
    check(run(record))
    assert as_json(record) == data
    assert write(record._replace(fingerprint=None)) == write(read(text))


def test_what_followed_may_be_left_out():
    data = form()
    bare = copy.deepcopy(data)
    for step in bare["steps"]:
        step.pop("events")
    record = from_json(bare)
    check(run(record))
    assert as_json(record) == data


def at_step(data, number):
    return data["steps"][number - 1]


def changes():
    """A change to the form of a round, and the resulting message."""

    def net(data):
        at_step(data, 8)["events"][0]["payments"][1]["net"] = 9000

    def amount(data):
        at_step(data, 2)["events"][0]["amount"] = 50

    def fewer(data):
        at_step(data, 8)["events"][0]["payments"].pop()

    def nothing(data):
        at_step(data, 2)["events"] = []

    def more(data):
        at_step(data, 3)["events"].append(at_step(data, 2)["events"][0])

    def refused(data):
        step = at_step(data, 3)
        del step["events"]
        step["refused"] = {"error": "round/order", "message": "Wait."}

    def clause(data):
        at_step(data, 8)["events"][0]["jackpot"] = 5

    def other(data):
        at_step(data, 1)["events"][0]["fingerprint"] = "0123456789ab"

    def command(data):
        at_step(data, 2)["command"]["amount"] = 6000

    yield net, "Step 8, Settled payments 2 net: the file says 9000, the rules give 5000."
    yield amount, "Step 2, BetPlaced amount: the file says 50, the rules give 5000."
    yield fewer, "Step 8, Settled payments: the file says 1 item, the rules give 2 items."
    yield nothing, "Step 2: the file says nothing, the rules give BetPlaced."
    yield more, "Step 3: the file says BetsClosed, BetPlaced, the rules give BetsClosed."
    yield refused, "Step 3: the file says a refusal, round/order, the rules give BetsClosed."
    yield clause, "Step 8, Settled jackpot: the file says 5, the rules give None."
    yield other, "Step 1, BetsOpened fingerprint: the file says '0123456789ab', the rules give"
    yield command, "Step 2, BetPlaced amount: the file says 5000, the rules give 6000."


@pytest.mark.parametrize(
    ("change", "expected"), [*changes()], ids=lambda change: getattr(change, "__name__", "")
)
def test_a_file_that_says_something_else_is_found(change, expected):
    data = form()
    change(data)
    with pytest.raises(BadNotation) as refused:
        check(run(from_json(data)))
    assert refused.value.message.startswith(expected)


def test_a_refusal_is_compared_by_code_and_clause():
    data = form(ROUND.replace("close\n", "close\nbet 2 p2 ante 500\n"))
    refused = at_step(data, 4)["refused"]
    refused["message"] = "Too late."
    check(run(from_json(data)))
    refused["clause"] = "5.5"
    with pytest.raises(BadNotation, match=r"Step 4, clause: the file says '5.5', the rules give"):
        check(run(from_json(data)))
    at_step(data, 4).pop("refused")
    at_step(data, 4)["events"] = []
    with pytest.raises(
        BadNotation, match="Step 4: the file says nothing, the rules give a refusal"
    ):
        check(run(from_json(data)))


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        (
            "format",
            "pitboss-round/3",
            "The file is pitboss-round/3, newer than pitboss-round/2: read",
        ),
        ("format", "pitboss-events/2", "it should be pitboss-round/2."),
        ("format", "pitboss-round/02", "has the format 'pitboss-round/02'"),
        ("format", 2, "has the format 2"),
        ("format", None, "The file does not name its format"),
        ("steps", {}, "no list of steps"),
        ("steps", [5], "Step 1: It is 5: it should be an object."),
        ("steps", [{}], "Step 1: The command is None"),
        ("steps", [{"command": {"command": "Open"}}], "Step 1: There is no command 'Open'"),
        ("steps", [{"hat": 1}], "Step 1: It has an unknown entry 'hat'."),
        ("steps", [{**OPEN, "events": {}}], "Step 1: events should be a list."),
        (
            "steps",
            [{**OPEN, "events": [], "refused": {}}],
            "Step 1: A step has either events or a refusal, not both.",
        ),
        ("hat", 1, "The record has an unknown entry 'hat'."),
        ("shoe", 5, "shoe is 5: it should be text."),
        ("shoe", "Qs Qs", "Qs is there twice"),
        ("notes", ["a\nb"], "Each entry of notes must be one line of printable text."),
        ("notes", "a", "notes is 'a': it should be a list."),
        ("fingerprint", "0123456789ab", "The fingerprint of the file"),
    ],
)
def test_a_form_that_does_not_fit_is_refused(name, value, expected):
    with pytest.raises(PitbossError) as refused:
        from_json({**form(), name: value})
    assert expected in refused.value.message


def test_a_shoe_in_the_middle_goes_with_the_bets_that_are_opened():
    data = form()
    at_step(data, 3)["shoe"] = "Qs"
    with pytest.raises(BadNotation, match="Step 3: Only OpenBets can bring a new shoe"):
        from_json(data)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1, "a": 2}', "An object has the entry 'a' twice."),
        ('{"a": NaN}', "NaN is not a valid number."),
        ('{"a": ', "That is not valid JSON"),
        ('{"a":' + "[" * 100_000, "That is not valid JSON"),
        ('{"a": ' + "9" * 5000 + "}", "That is not valid JSON"),
    ],
)
def test_json_is_read_strictly(text, expected):
    with pytest.raises(BadNotation) as refused:
        parse_json(text)
    assert refused.value.message.startswith(expected)
    assert len(refused.value.message) < 300


def test_a_step_holds_a_command_of_its_own():
    record = Record(SETUPS[3], (Step(c.OpenBets(DEALS)), Step(c.CloseBets(Actor("p1")))))
    (opened, refused) = run(record)
    assert opened.after.round.phase == "betting"
    assert isinstance(refused.answer, Refusal)
    assert refused.after == refused.before
