"""Stored files stay readable: tests/golden/records holds those of every version.

`python -m tests.test_stored_records` writes the files of the current version anew. That is only
right while the version has not been released, or where rules and titles have changed but not the
format; a change of format needs a new version and an upgrader.
"""

import copy
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from pitboss.errors import BadNotation, PitbossError
from pitboss.notation import setup_json
from pitboss.notation.record import check, run, run_events
from pitboss.notation.record_json import as_json, from_json, restore, save
from pitboss.notation.setup_json import is_installed
from pitboss.notation.text import followed, read
from pitboss.notation.upgrades import EVENTS, ROUND, UPGRADERS, current, upgraded
from pitboss.play.answers import Refusal
from pitboss.play.events import BetsClosed, Voided
from tests.support.json_values import changed, through_json
from tests.test_playthroughs import FILES, NETS, nets, returned
from tests.test_playthroughs import events as played
from tests.test_schemas import VALIDATORS

FOLDER = Path(__file__).with_name("golden") / "records"
STORED = sorted(FOLDER.glob("*-*/*.json"))
OLD = [path for path in STORED if path.parent.name.endswith("-1")]
MESSAGE = (
    "If the format has changed, add a version and an upgrader (docs/decisions/0012). "
    "If only rules or titles have, run: python -m tests.test_stored_records"
)


def load(path):
    return json.loads(path.read_text("utf-8"))


def name_of(path):
    return f"{path.parent.name}/{path.stem}"


def opened(data):
    """The set-up, the outcomes and the events of a file."""
    if data["format"].startswith(EVENTS):
        setup, events, _ = restore(data)
        return setup, list(run_events(setup, events)), list(events)
    record = from_json(data)
    outcomes = list(run(record))
    answers = [step.answer for step in outcomes if not isinstance(step.answer, Refusal)]
    return record.setup, outcomes, [event for answer in answers for event in answer]


@pytest.fixture(params=STORED, ids=name_of)
def stored(request):
    return request.param


@pytest.fixture(params=OLD, ids=name_of)
def old(request):
    return request.param


def test_there_are_files_of_every_version():
    assert {path.parent.name for path in STORED} == {
        f"{name.removeprefix('pitboss-')}-{version}"
        for name, upgraders in UPGRADERS.items()
        for version in range(1, len(upgraders) + 2)
    }
    for name in (ROUND, EVENTS):
        folder = current(name).removeprefix("pitboss-").replace("/", "-")
        assert {path.stem for path in (FOLDER / folder).glob("*.json")} == set(NETS)


def test_it_comes_to_what_was_worked_out_by_hand(stored):
    _, _, events = opened(load(stored))
    assert nets(events) == NETS[stored.stem]


def test_it_is_settled_again_to_the_same_amounts(stored):
    _, outcomes, _ = opened(load(stored))
    assert any(outcome.answer for outcome in outcomes)
    check(outcomes)


def test_it_can_be_told_in_words(stored):
    _, outcomes, _ = opened(load(stored))
    assert sum(len(followed(outcome)) for outcome in outcomes) >= len(outcomes)


def test_it_is_valid_by_the_schema_once_it_is_upgraded(stored):
    data = load(stored)
    is_record = data["format"].startswith(ROUND)
    now, _ = upgraded(data, ROUND if is_record else EVENTS)
    VALIDATORS["record" if is_record else "saved-events"].validate(now)


def test_it_is_written_in_the_current_version_and_read_again(stored):
    data = load(stored)
    setup, outcomes, events = opened(data)
    now = save(setup, events) if data["format"].startswith(EVENTS) else as_json(from_json(data))
    now = through_json(now)
    assert now["format"] in (current(ROUND), current(EVENTS))
    again, repeated, same = opened(now)
    assert again == setup
    assert same == events
    assert repeated[-1].after.round == outcomes[-1].after.round
    check(repeated)


# The version that is written now


def written(playthrough):
    """The paths and texts of the files that hold this playthrough."""
    record = read(playthrough.read_text("utf-8"))
    for data in (as_json(record), save(record.setup, played(record))):
        folder = data["format"].removeprefix("pitboss-").replace("/", "-")
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
        yield FOLDER / folder / f"{playthrough.stem}.json", text


@pytest.mark.parametrize("playthrough", FILES, ids=lambda path: path.stem)
def test_what_is_written_now_has_not_changed(playthrough):
    for path, text in written(playthrough):
        assert path.read_text("utf-8") == text, MESSAGE


# Upgrades

# Version 1 did not count a hand that the dealer took back as handled by its player.
HANDLED = {
    "interruption-concluded", "interruption-void", "noticed-in-the-next-round",
    "void-after-settlement",
}  # fmt: skip
CITED_MORE = {"pro-rata"}  # Version 1 cited 5.1.2, too, which says when bets are not pro-rated.


def test_an_upgraded_file_says_what_would_be_written_now(old):
    """A second way to the same events: the playthrough, played by the code of today."""
    _, _, events = opened(load(old))
    playthrough = next(path for path in FILES if path.stem == old.stem)
    today = played(read(playthrough.read_text("utf-8")))
    differing = [pair for pair in zip(events, today, strict=True) if pair[0] != pair[1]]
    assert bool(differing) == (old.stem in HANDLED | CITED_MORE)
    for then, now in differing:
        if old.stem in CITED_MORE:
            assert set(then.because.clauses) > set(now.because.clauses)
            assert then._replace(because=now.because) == now
        else:
            facts = dict(then.facts) | {"handled": "yes"}
            assert then._replace(facts=tuple(facts.items())) == now


def test_an_upgrade_leaves_the_data_as_it_was(old):
    data = load(old)
    before = copy.deepcopy(data)
    upgraded(data, data["format"].split("/")[0])
    assert data == before


def old_events(data, kind):
    """The events of this kind in a file of version 1."""
    listed = data.get("events", [])
    for step in data.get("steps", ()):
        listed = [*listed, *step.get("events", ())]
    return [event for event in listed if event["event"] == kind]


def test_money_by_bet_adds_up_to_money_by_person(old):
    """Version 1 says of a void what each person gets; version 2 says it of each bet."""
    data = load(old)
    _, _, events = opened(data)
    by_person = [dict(event["returned"]) for event in old_events(data, "Voided")]
    assert [returned(event) for event in events if isinstance(event, Voided)] == by_person
    totals = [event["contribution"] for event in old_events(data, "BetsClosed")]
    closes = [event.contributions for event in events if isinstance(event, BetsClosed)]
    assert [sum(part.amount for part in parts) for parts in closes] == totals


def pays(path):
    return any(event["payments"] for event in old_events(load(path), "Settled"))


@pytest.mark.parametrize("path", [path for path in OLD if pays(path)], ids=name_of)
def test_a_changed_payment_in_an_old_file_is_found(path):
    data = load(path)
    settled = next(event for event in old_events(data, "Settled") if event["payments"])
    settled["payments"][0]["net"] += 100
    with pytest.raises(BadNotation, match=r"net: the file says|other amounts"):
        check(opened(data)[1])


def void_file(kind):
    """A file of version 1, and where in it the first event of this kind is."""
    data = load(FOLDER / "events-1" / "void-after-settlement.json")
    number = next(i for i, event in enumerate(data["events"]) if event["event"] == kind)
    return data, ["events", number]


@pytest.mark.parametrize(
    ("kind", "field", "value", "expected"),
    [
        ("Voided", "returned", [["p1", 5], ["p2", 2000]], "gives back other amounts"),
        ("Voided", "contribution", 5, "gives back other amounts than were bet."),
        ("Voided", "round", 3, "An event is about round 3, which the file does not hold."),
        ("BetPlaced", "by", "p1", "Event 2: BetPlaced.by is 'p1': it should be an object."),
        ("BetPlaced", "by", {"id": "p1"}, "The file is not a valid pitboss-events/1 file"),
        ("BetPlaced", "amount", "5", "The file is not a valid pitboss-events/1 file"),
        ("Revealed", "cards", 5, "The file is not a valid pitboss-events/1 file"),
        ("BetsOpened", "fingerprint", "0123456789ab", "fingerprint of the round in event 1"),
        ("BetsOpened", "event", "BetsOpen", "The file is not a valid pitboss-events/1 file"),
        ("HandReturned", "box", 9, "The file is not a valid pitboss-events/1 file"),
    ],
)
def test_an_old_file_that_does_not_fit_is_refused(kind, field, value, expected):
    data, path = void_file(kind)
    with pytest.raises(BadNotation) as refused:
        restore(changed(data, [*path, field], value))
    assert expected in refused.value.message


@pytest.mark.parametrize("missing", ["game", "table", "readings", "prices", "events"])
def test_an_old_file_without_its_set_up_is_refused(missing):
    data, _ = void_file("Voided")
    del data[missing]
    with pytest.raises(BadNotation, match="The file is not a valid pitboss-events/1 file"):
        restore(data)


def test_an_old_record_without_what_followed_is_played_anew():
    data = load(FOLDER / "round-1" / "three-card-poker.json")
    for step in data["steps"]:
        step.pop("events", None)
        step.pop("refused", None)
    record = from_json(data)
    assert not record.is_recorded
    _, _, events = opened(through_json(as_json(record)))
    assert nets(events) == NETS["three-card-poker"]


def test_an_upgraded_record_says_what_it_was():
    data = load(FOLDER / "round-1" / "void-after-settlement.json")
    assert as_json(from_json(data))["upgraded_from"] == "pitboss-round/1"
    assert "upgraded_from" not in load(FOLDER / "round-2" / "void-after-settlement.json")


# Files that somebody has changed

WORDS = ["p1", "p9", "ante", "initial", "dealer", "refer", "void-round", "return", "misdeal", "x"]


def places(data):
    """Every place in the data: the list or object that holds it, and its key."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in pairs:
        yield data, key
        if isinstance(value, dict | list):
            yield from places(value)


def change(data, chance):
    """Change one value in what happened to another one of its type, or take it out."""
    holder, key = chance.choice(list(places(data.get("events") or data["steps"])))
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = chance.choice([value + 1, -1, 0, 1, 3, 51, 2 * value])
    elif isinstance(value, str):
        holder[key] = chance.choice(WORDS)
    else:
        del holder[key]


@pytest.mark.parametrize("is_here", [True, False], ids=["installed", "not installed"])
@pytest.mark.parametrize("seed", range(3))
def test_a_changed_file_is_read_or_refused(seed, is_here, monkeypatch):
    """Whatever a file says, it is shown in words or refused with a sentence."""
    chance, answers, said = random.Random(seed), Counter(), []
    if not is_here:
        monkeypatch.setattr(setup_json, "RULEBOOKS", {})
    for _ in range(80):
        data = load(chance.choice([path for path in STORED if path not in OLD or is_here]))
        change(data, chance)
        try:
            setup, outcomes, _ = opened(data)
            if is_installed(setup):
                check(outcomes)
            said += [sentence for outcome in outcomes for sentence in followed(outcome)]
            answers["read"] += 1
        except PitbossError as error:
            said.append(error.message)
            answers["refused"] += 1
    assert set(answers) == {"read", "refused"}
    assert all(sentence.isprintable() for sentence in said)


if __name__ == "__main__":
    for playthrough in FILES:
        for path, text in written(playthrough):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
