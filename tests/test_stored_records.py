"""Stored files stay readable: tests/golden/records holds those of every version that is read.

`python -m tests.test_stored_records` writes the files of the current version anew. That is only
right while the version has not been released, or where rules and titles have changed but not the
format; a change of format needs a new version and an upgrader.
"""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from pitboss.errors import PitbossError
from pitboss.notation import setup_json
from pitboss.notation.record import check, run, run_events
from pitboss.notation.record_json import as_json, from_json, restore, save
from pitboss.notation.setup_json import is_installed
from pitboss.notation.text import followed, read
from pitboss.notation.upgrades import EVENTS, ROUND, current, earlier, upgraded
from pitboss.play.answers import Refusal
from tests.support.json_values import through_json
from tests.test_playthroughs import FILES, NETS, nets
from tests.test_playthroughs import events as played
from tests.test_schemas import VALIDATORS

FOLDER = Path(__file__).with_name("golden") / "records"
STORED = sorted(FOLDER.glob("*-*/*.json"))
MESSAGE = (
    "If the format has changed, add a version and an upgrader (docs/decisions/0012). "
    "If only rules or titles have, run: python -m tests.test_stored_records"
)


def load(path):
    return json.loads(path.read_text("utf-8"))


def name_of(path):
    return f"{path.parent.name}/{path.stem}"


def folder_of(format):
    return FOLDER / format.removeprefix("pitboss-").replace("/", "-")


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


def test_there_are_files_of_every_version():
    formats = [format for name in (ROUND, EVENTS) for format in (*earlier(name), current(name))]
    assert {path.parent for path in STORED} == {folder_of(format) for format in formats}
    for name in (ROUND, EVENTS):
        assert {path.stem for path in folder_of(current(name)).glob("*.json")} == set(NETS)


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
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
        yield folder_of(data["format"]) / f"{playthrough.stem}.json", text


@pytest.mark.parametrize("playthrough", FILES, ids=lambda path: path.stem)
def test_what_is_written_now_has_not_changed(playthrough):
    for path, text in written(playthrough):
        assert path.read_text("utf-8") == text, MESSAGE


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
        data = load(chance.choice(STORED))
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
