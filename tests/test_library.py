"""Pitboss as a library: what it exports, its mappings, its types, its reprs and its records."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import pitboss
from pitboss import (
    BadRulebook,
    BoxBets,
    Limits,
    Paytable,
    PitbossError,
    UnknownName,
    games,
)
from pitboss.cards.hands import COUNT
from pitboss.errors import unknown
from pitboss.rulebooks import OWN, RULEBOOKS
from tests.consumer import pricing, tables

ROOT = Path(__file__).parents[1]
CONSUMER = ROOT / "tests" / "consumer"
POKER = games["three-card-poker"]
BETS = {"ante": 5000, "pair-plus": 1000}


def settlement():
    return POKER.settle(player="Qs Qd 7h", dealer="Qh 8c 3d", bets=BETS)


def python(program):
    """What a program prints in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


# What there is to import


def test_every_exported_name_is_there_and_listed():
    assert dir(pitboss) == sorted(pitboss.__all__)
    for name in pitboss.__all__:
        assert getattr(pitboss, name) is not None
    assert {*pitboss._MODULE_OF, "__version__"} == {*pitboss.__all__}


def test_another_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'pitboss' has no attribute 'gaems'"):
        pitboss.gaems  # noqa: B018


def test_every_error_of_the_tree_is_exported():
    """The server's own is an answer over HTTP, and reaches no caller in Python."""
    errors = {
        error.__name__
        for error in PitbossError.__subclasses__()
        if not error.__module__.startswith("pitboss.server.")
    }
    assert errors | {"PitbossError"} == {
        name
        for name in pitboss.__all__
        if isinstance(value := getattr(pitboss, name), type) and issubclass(value, Exception)
    }


def test_importing_pitboss_imports_nothing_heavy():
    loaded = python("import sys, pitboss; dir(pitboss); print(*sys.modules)").split()
    assert "pitboss" in loaded
    assert not {"numpy", "numba", "typer", "pitboss.library"} & {*loaded}


SETTLE = """
import sys
from pitboss import games
hands = {"player": "Qs Qd 7h", "dealer": "Qh 8c 3d"}
print(games["three-card-poker"].settle(**hands, bets={"ante": 5000}).net)
print(*sys.modules)
"""


def test_settling_imports_no_simulation_session_or_design():
    net, modules = python(SETTLE).splitlines()
    assert net == "10000"
    rooms = {".".join(module.split(".")[:3]) for module in modules.split()}
    assert "pitboss.maths.odds" in rooms
    heavy = {f"pitboss.maths.{room}" for room in ("simulation", "sessions", "design")}
    assert not ({"numba", "matplotlib", "rich", "typer"} | heavy) & rooms


# Mappings


def broken(monkeypatch):
    """A game that is installed but can't be used."""

    def source(key, was=RULEBOOKS.source):
        if key == "broken":
            raise BadRulebook("rulebook/import", "The installed game broken can't be used.")
        return was(key)

    monkeypatch.setattr(RULEBOOKS, "source", source)


MAPPINGS = {
    "games": games,
    "odds": games["three-card-poker"].odds(),
    "settlement": settlement(),
}


@pytest.mark.parametrize("mapping", MAPPINGS.values(), ids=MAPPINGS)
def test_a_mapping_keeps_the_contract_of_mappings(mapping):
    assert isinstance(mapping, Mapping)
    keys = list(mapping)
    assert keys
    assert len(mapping) == len(keys) == len(set(keys))
    assert list(mapping.keys()) == keys
    assert len(list(mapping.values())) == len(list(mapping.items())) == len(keys)
    for key in keys:
        assert key in mapping
        assert repr(mapping.get(key)) == repr(mapping[key])
    for key in ("no-such-key", "", 5, None):
        assert key not in mapping
        assert mapping.get(key) is None
        assert mapping.get(key, "default") == "default"
        with pytest.raises(KeyError) as missing:
            mapping[key]
        assert isinstance(missing.value, UnknownName)


def test_looking_for_a_wager_does_not_count_its_odds():
    odds = POKER.odds()
    assert "pair-plus" in odds
    assert odds._by_key == {}


def test_a_game_that_can_not_be_used_is_not_in_the_mapping(monkeypatch):
    broken(monkeypatch)
    assert "broken" not in games
    assert games.get("broken", "default") == "default"
    with pytest.raises(BadRulebook):
        games["broken"]


def test_a_settlement_with_several_envy_lines_has_one_key_for_them():
    settled = POKER.settle(
        player="Ks 9d 4c", dealer="Qd 9c 4h", bets={"ante": 1000, "progressive": 250},
        jackpot=5_000_000, others=["Ah Kh Qh", "Ad Kd Qc"],
    )  # fmt: skip
    assert [*settled] == [*dict.fromkeys(line.wager.key for line in settled.lines)]
    two = POKER.settle(
        player="Ks 9d 4c", dealer="8d 9c 4h", bets={"ante": 1000, "progressive": 250},
        jackpot=5_000_000, others=["Ah Kh Qh", "Ad Kd Qd"],
    )  # fmt: skip
    envy = [line for line in two.lines if line.wager.key == "envy"]
    assert len(envy) == 2
    assert len(two) == len(two.lines) - 1
    assert two["envy"] is envy[0]


# Errors


def test_an_unknown_name_is_a_key_error_and_a_value_error_with_a_plain_sentence():
    error = unknown("game", "pokerr", ["poker"])
    assert isinstance(error, KeyError)
    assert isinstance(error, ValueError)
    assert str(error) == error.message == "There is no game 'pokerr': did you mean poker?"


def test_no_other_error_is_a_key_error():
    others = [error for error in PitbossError.__subclasses__() if error is not UnknownName]
    assert others
    assert not any(issubclass(error, LookupError) for error in others)


# Types


def mypy(*paths):
    """What mypy reports, as a consumer would run it: strict, with nothing of ours configured."""
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull]
    options = ["--no-error-summary", "--hide-error-context", "--cache-dir", os.devnull]
    return subprocess.run(
        [*command, *options, *(str(path) for path in paths)],
        cwd=ROOT / "tests",
        env={**os.environ, "MYPYPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    ).stdout.splitlines()


def test_programs_are_type_checked_and_mistakes_reported():
    mistakes = CONSUMER / "mistakes.py"
    lines = enumerate(mistakes.read_text("utf-8").splitlines(), 1)
    expected = {
        (mistakes.name, number, code)
        for number, line in lines
        for code in re.findall(r"# error: ([\w-]+)$", line)
    }
    assert len(expected) == 8
    reported = {
        (Path(found[1]).name, int(found[2]), found[3])
        for line in mypy(CONSUMER / "pricing.py", CONSUMER / "tables.py", mistakes)
        if (found := re.fullmatch(r"(.+?):(\d+): error: .*\[([\w-]+)\]", line))
    }
    assert reported == expected


def test_the_programs_run():
    edge, priced, published, decision, known, name, bet, worst = pricing.run()
    assert edge == Fraction(308, 5525)
    assert priced < edge
    assert published[0] == float(POKER.odds().main.house_edge)
    assert decision[0] == "play"
    assert known == [POKER]
    assert name.startswith("name: There is no wager 'antee'")
    assert bet.startswith("bet: Ante is staked with $0.00")
    assert worst == "progressive"
    receipt, simulated, evening, designs = tables.run()
    assert receipt[:3] == (5000, 11000, {"ante": 5000, "play": 5000, "pair-plus": 1000})
    assert simulated[0]
    assert simulated[2:] == (5000, "ante")
    assert 0 < evening[0] < 1
    assert designs[0] == 4


# Reprs


def public_objects(game):
    """Whatever a user may see at the prompt, from the game down."""
    odds = game.odds()
    yield from (games, game, game.rules, game.rulebook, odds, odds.main, odds.main.results)
    yield from odds.values()
    yield from odds.warnings()
    for wager in game.rules.wagers:
        yield wager
        yield from wager.rows
    if game.rulebook.decision:
        yield game.strategy()
    fourth = {"fourth": "2d"} if game.rulebook.fourth_card else {}
    first = game.rulebook.main[0]
    settled = game.settle(player="5s 4s 3s", dealer="9h 8h 7h", bets={first: 1000}, **fourth)
    yield from (settled, game.hand("5s 4s 3s"), *settled.lines, settled.lines[0].showdown)
    session = game.session({first: 1000})
    table = session.table(2)
    yield from (session, session.one_round, session.after(50), session.luck(50, -1000), table)
    yield from (table.after(50), table.after(50).band(95), table.bank(50, 0.01))
    stopped = session.stopped(50, Limits(20_000, win_goal=20_000))
    yield from (stopped, stopped.results, session.for_ever(Limits(20_000, win_goal=20_000)))
    side = next(w.key for w in game.rules.wagers if w.is_staked and w.key not in game.rulebook.main)
    designs = game.design(side, edge=0.05, limit=2)
    yield from (designs, designs.in_force, *designs, designs[0].paytable())
    simulated = game.simulate(1_000, boxes=[BoxBets({first: 1000}), BoxBets({first: 1000})])
    yield from (simulated, *simulated.wagers.values())
    yield from (outcome for _, outcome in simulated.outcomes)
    if "progressive" in odds:
        yield game.simulate(1_000).meter


@pytest.mark.parametrize("game", list(OWN))
def test_a_repr_is_one_short_line(game):
    shown = [(type(value).__name__, repr(value)) for value in public_objects(games[game])]
    assert len(shown) > 40
    assert [(kind, text) for kind, text in shown if len(text) >= 200 or "\n" in text] == []
    assert [(kind, text) for kind, text in shown if " object at 0x" in text] == []


def test_reprs_say_what_it_is():
    assert repr(settlement()) == "<settlement of Three Card Poker: 3 wagers, net +$110.00>"
    assert repr(settlement()["ante"]) == (
        "<ante of you on box 1: player-higher, stake 5000, net +5000>"
    )
    assert repr(POKER.rules) == f"<rules of three-card-poker, MBS v4, {POKER.fingerprint}>"
    assert repr(POKER.odds()["pair-plus"]) == "<odds of pair-plus: house edge 5.5747%>"
    assert repr(POKER.odds()["envy"]) == "<odds of envy>"
    assert repr(POKER.strategy()) == "<strategy best of three-card-poker: 7,200 hands fold>"


def test_the_odds_of_a_game_with_many_wagers_are_cut_short():
    wagers = [
        replace(wager, key=f"{wager.key}-{number}")
        for number in range(9)
        for wager in POKER.rulebook.wagers
        if wager.key == "pair-plus"
    ]
    rulebook = replace(POKER.rulebook, wagers=(*POKER.rulebook.wagers, *wagers))
    text = repr(pitboss.Game(rulebook.configure()).odds())
    assert len(text) < 200
    assert text.endswith(" …>")


def test_the_lines_of_a_settlement_are_printed():
    assert str(settlement()).splitlines()[-1] == "Net +$110.00"
    assert len(str(settlement()).splitlines()) == 4


# Records


def flat(records):
    assert records
    assert all(list(record) == list(records[0]) for record in records)
    values = [value for record in records for value in record.values()]
    assert all(value is None or isinstance(value, str | int | float) for value in values)
    return records


def test_the_records_of_a_settlement_are_its_lines():
    records = flat(settlement().records())
    assert [record["wager"] for record in records] == ["ante", "play", "pair-plus"]
    assert sum(record["net"] for record in records) == settlement().net
    lines = settlement().as_json()["lines"]
    assert [record["says"] for record in records] == [line["says"] for line in lines]


@pytest.mark.parametrize("game", list(OWN))
def test_the_records_of_odds_are_those_of_the_json(game):
    odds = games[game].odds()
    data = odds.as_json()["wagers"]
    records = flat(odds.records())
    assert [record["wager"] for record in records] == list(data)
    for record in records:
        published = data[record["wager"]]
        for name in ("deals", "house_edge", "hit_frequency", "standard_deviation"):
            assert record[name] == published.get(name)
        outcomes = flat(odds[record["wager"]].records())
        for outcome, printed in zip(outcomes, published["outcomes"], strict=True):
            assert printed.items() <= outcome.items()


def test_the_net_of_a_record_adds_up_to_the_expectation():
    odds = POKER.odds()["pair-plus"]
    total = sum(record["net"] * record["probability"] for record in odds.records())
    assert total == pytest.approx(float(odds.expectation))


def test_the_records_of_a_strategy_are_all_hands():
    strategy = POKER.strategy()
    records = flat(strategy.records())
    assert len(records) == COUNT
    assert sum(record["decision"] == "fold" for record in records) == strategy.folds
    for record in records[::1000]:
        for decision in ("play", "fold"):
            worth = float(strategy.value(record["cards"], decision))
            assert record[decision] == pytest.approx(worth)
        better = max(("play", "fold"), key=lambda decision, record=record: record[decision])
        assert record["decision"] == better
    best = sum(max(record["play"], record["fold"]) for record in records) / COUNT
    assert best == pytest.approx(float(strategy.odds.expectation))


def test_the_records_of_a_simulation_are_its_outcomes():
    simulated = POKER.simulate(2_000, seed=3)
    records = flat(simulated.records())
    listed = [
        {"wager": wager, **outcome}
        for wager, counted in simulated.as_json()["wagers"].items()
        for outcome in counted["outcomes"]
    ]
    assert records == listed


def test_the_records_of_designs_begin_with_the_pay_table_in_force():
    designs = POKER.design("pair-plus", {"straight": (4, 8), "flush": (3, 6)}, edge=0.03, limit=3)
    records = flat(designs.records())
    assert [record["number"] for record in records] == [0, 1, 2, 3]
    assert records[0]["house_edge"] == float(POKER.odds()["pair-plus"].house_edge)
    pays = {name.removeprefix("pays."): pay for name, pay in records[1].items() if "pays." in name}
    game = POKER.configure(paytables={"pair-plus": Paytable("mine", pays)})
    assert records[1]["house_edge"] == float(game.odds()["pair-plus"].house_edge)
