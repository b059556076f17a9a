"""A file whose rulebook is not installed: shown and folded from what it says, never settled."""

import json
from dataclasses import replace

import pytest

from pitboss.errors import BadNotation, PitbossError
from pitboss.language.pays import money
from pitboss.notation import setup_json
from pitboss.notation.record import run
from pitboss.notation.record_json import as_json, from_json, restore, save
from pitboss.notation.setup_json import is_installed, setup_from_json, setup_to_json
from pitboss.notation.text import followed
from pitboss.play.answers import Refusal
from pitboss.play.events import Settled
from pitboss.play.settling import payments
from pitboss.rulebooks import RULEBOOKS
from tests.support.json_values import changed, through_json
from tests.test_setup_json import SETUPS
from tests.test_stored_records import FOLDER, load, name_of, opened

NOW = sorted([*FOLDER.glob("round-2/*.json"), *FOLDER.glob("events-2/*.json")])
POKER = FOLDER / "round-2" / "three-card-poker.json"


@pytest.fixture
def uninstalled(monkeypatch):
    """No rulebook is installed."""
    monkeypatch.setattr(setup_json, "RULEBOOKS", {})


@pytest.fixture
def replayed(told, tmp_path, monkeypatch):
    """What `pitboss replay` prints of this data, on a wide screen."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("pitboss.cli.screen._consoles", [])  # One made before has its own width.

    def replay(data, *words):
        path = tmp_path / "round.json"
        path.write_text(json.dumps(data), "utf-8")
        return told("replay", str(path), *words)

    return replay


@pytest.fixture(params=NOW, ids=name_of)
def path(request):
    return request.param


def test_the_round_is_folded_as_it_was(path, monkeypatch):
    data = load(path)
    setup, outcomes, events = opened(data)
    monkeypatch.setattr(setup_json, "RULEBOOKS", {})
    recorded, again, same = opened(data)
    assert not is_installed(recorded)
    assert recorded == setup
    assert same == events
    assert [outcome.after for outcome in again] == [outcome.after for outcome in outcomes]


def test_it_is_written_as_it_was_read(path, uninstalled):
    data = load(path)
    setup, _, events = opened(data)
    now = as_json(from_json(data)) if "steps" in data else save(setup, events)
    assert through_json(now) == data


def test_it_is_told_in_words(path, monkeypatch):
    data = load(path)
    _, installed, _ = opened(data)
    monkeypatch.setattr(setup_json, "RULEBOOKS", {})
    setup, outcomes, _ = opened(data)
    for outcome, usual in zip(outcomes, installed, strict=True):
        # What the dealer announces is worked out by the rulebook.
        by_the_rules = [said for said in followed(usual) if "The dealer announces" not in said]
        words = followed(outcome)
        assert len(words) == len(by_the_rules)
        events = () if isinstance(outcome.answer, Refusal) else outcome.answer
        for settled in (event for event in events if isinstance(event, Settled)):
            for paid in settled.payments:
                title = setup.rules.by_key[paid.wager].title
                assert any(title in said and money(abs(paid.net)) in said for said in words)


def test_the_words_of_a_settlement(uninstalled):
    words = followed(opened(load(POKER))[1][-1])
    assert words[0] == ("Box 1, p1. Ante: Player higher, pays 1 to 1. +$50.00 (3.14.1, 4.1)")
    assert "Box 4, p4. Ante: Dealer higher, loses. -$10.00 (3.14.2)" in words


def test_nothing_is_settled_by_a_record_of_the_rules(uninstalled):
    _, outcomes, _ = opened(load(POKER))
    with pytest.raises(BadNotation, match="three-card-poker MBS v4 is not installed here"):
        payments(outcomes[-1].before.round, None)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.rules.key)
def test_a_set_up_comes_back_from_its_record(setup, uninstalled):
    data = through_json(setup_to_json(setup))
    back = setup_from_json(data)
    assert back == setup
    assert through_json(setup_to_json(back)) == data


# pitboss replay

WARNING = "Not settled again: the rulebook three-card-poker MBS v4 is not installed here."


def test_replay_shows_it_and_says_so(replayed, monkeypatch):
    usual = replayed(load(POKER))
    assert WARNING not in usual
    monkeypatch.setattr(setup_json, "RULEBOOKS", {})
    shown = replayed(load(POKER))
    assert [line for line in shown.splitlines() if "installed" in line] == [WARNING]
    for part in ("Three Card Poker, MBS v4", "Settlement of round 1", "Pair Plus", "Stand-off"):
        assert part in usual
        assert part in shown
    assert usual[usual.index("Settlement") :] == shown[shown.index("Settlement") :]


def test_replay_says_so_to_programs(replayed, uninstalled):
    shown = json.loads(replayed(load(POKER), "--json"))
    assert shown.pop("settled_again") is False
    assert shown == load(POKER)


def test_another_version_of_the_rulebook_does_not_settle_it(replayed, monkeypatch):
    later = replace(RULEBOOKS["three-card-poker"], version="MBS v5")
    monkeypatch.setattr(setup_json, "RULEBOOKS", {later.key: later})
    assert WARNING in replayed(load(POKER))


# What a record can't say


def test_a_file_without_its_rulebook_is_not_read(uninstalled):
    data = load(POKER)
    del data["rulebook"]
    with pytest.raises(PitbossError, match="There is no game 'three-card-poker'"):
        from_json(data)


def test_a_step_that_does_not_say_what_followed(uninstalled):
    data = load(POKER)
    del data["steps"][3]["events"]
    with pytest.raises(BadNotation, match="Step 4 does not record what followed"):
        list(run(from_json(data)))


def test_a_step_that_can_not_have_followed(uninstalled):
    data = load(POKER)
    with pytest.raises(BadNotation, match="Step 2, BetPlaced, names an unknown wager"):
        list(run(from_json(changed(data, ["steps", 1, "events", 0, "wager"], "antee"))))


ROW = ["wagers", 0, "rows", 1]


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ([*ROW, "pay", "stake"], "2", "The fingerprint of the file is"),
        ([*ROW, "pay", "cash"], 5, "The fingerprint of the file is"),
        ([*ROW, "key"], "other", "The fingerprint of the file is"),
        ([*ROW, "pay", "stake"], "1/0", "the pay of ante, dealer-not-qualified, is not a fraction"),
        ([*ROW, "pay", "meter"], "much", "the pay of ante, dealer-not-qualified, is not"),
        ([*ROW, "pay", "cash"], 1.5, "rulebook.wagers[0].rows[1].pay.cash"),
        (
            [*ROW, "outcome"],
            "a\x1b[31m",
            "the text of ante, dealer-not-qualified, can't be printed",
        ),
        (["wagers", 0, "rows"], [], "the wager ante has no rows"),
        (["wagers", 1, "key"], "ante", "list each wager once"),
        (["wagers", 1, "needs", "wager"], "antee", "name no other wager"),
        (["main"], [], "list each wager once"),
        (["main"], ["antee"], "list each wager once"),
        (["steps", "opens"], "3.1", "rulebook.steps.opens"),
        (["steps", "hat"], [], "rulebook.steps has an unknown entry 'hat'"),
        (["title"], None, "rulebook.title is None"),
        (["hat"], 1, "rulebook has an unknown field 'hat'"),
    ],
)
def test_a_rulebook_that_does_not_fit_is_refused(path, value, told, uninstalled):
    with pytest.raises(PitbossError) as refused:
        from_json(changed(load(POKER), ["rulebook", *path], value))
    assert told in refused.value.message


@pytest.mark.parametrize("name", ["readings", "policies", "caps", "chip", "prices", "table"])
def test_a_set_up_that_lacks_something_is_refused(name, uninstalled):
    data = load(FOLDER / "events-2" / "three-card-poker.json")
    data[name] = {"chip": 5, "caps": {"ante": {"hand": 5}}}.get(name, {})
    with pytest.raises(PitbossError):
        restore(data)
