"""The battery: the house's decks pass it, bad shuffles do not, and every one of its tests works."""

import json
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from pitboss.errors import PitbossError
from pitboss.testing.shuffles import Report, Statistic, battery, house_decks, in_parts
from pitboss.testing.shuffles.__main__ import main
from pitboss.testing.shuffles.decks import fresh_inputs, series_inputs
from tests.support.bad_shuffles import (
    STATISTICAL,
    decks_of,
    few_riffles,
    from_small_seeds,
    goes_on_from,
)

DECKS, FEWER = 50_000, 20_000
LEVEL = 0.01


@cache
def report_on(shuffle):
    return battery(decks_of(shuffle, FEWER))


def names(statistics):
    return [statistic.name for statistic in statistics]


def test_the_houses_shuffle_passes():
    report = battery(house_decks(DECKS))
    assert names(report.rejected) == []
    assert (report.decks, report.level, len(report.statistics)) == (DECKS, LEVEL, 33)


@pytest.mark.parametrize("shuffle", STATISTICAL, ids=lambda shuffle: shuffle.__name__)
def test_a_bad_shuffle_is_caught(shuffle):
    assert not report_on(shuffle).passed


def test_every_test_of_the_battery_catches_something():
    others = [few_riffles, *map(goes_on_from, range(1, 6))]
    reports = [
        *map(report_on, STATISTICAL),
        *(battery(decks_of(shuffle, 10_000)) for shuffle in others),
        battery(from_small_seeds(20, 10_000)),
    ]
    caught = {name for report in reports for name in names(report.rejected)}
    assert sorted(set(names(reports[0].statistics)) - caught) == []


def test_a_seed_of_32_bits_is_not_seen_in_so_few_decks():
    """Which is why tests/house/test_seed_sources.py reads the source instead."""
    assert battery(from_small_seeds(32, FEWER)).passed


# Its decks


def test_each_quarter_of_a_series_counts_one_input_up():
    inputs = list(series_inputs(400, 7))
    assert len(set(inputs)) == 400
    for counted in range(3):
        columns = [*zip(*inputs[100 * counted : 100 * counted + 100], strict=True)]
        numbers = [[int.from_bytes(key, "big") for key in column] for column in columns[:2]]
        steps = [{*np.diff(column).tolist()} for column in (*numbers, columns[2])]
        assert steps == [{int(column == counted)} for column in range(3)]
    assert all(len(set(column)) == 100 for column in zip(*inputs[300:], strict=True))


def test_a_series_is_always_the_same_and_each_has_its_own_decks():
    one, again, other = (np.concatenate(list(house_decks(12_000, series))) for series in (1, 1, 2))
    assert (one == again).all()
    assert (one != other).any(axis=1).all()


def test_fresh_decks_are_never_the_same():
    assert not set(fresh_inputs(100)) & set(fresh_inputs(100))
    first, second = (next(house_decks(100, None)) for _ in range(2))
    assert first.shape == (100, 52)
    assert (first != second).any(axis=1).all()


# Its verdict


def report_of(*p_values):
    statistics = [Statistic(str(at), "exact", 0, 0, p) for at, p in enumerate(p_values)]
    return Report(1, LEVEL, tuple(statistics))


@pytest.mark.parametrize(
    ("p_values", "rejected"),
    [
        *(((0.0026, 0.5, 0.5, 0.5), []), ((0.0025, 0.5, 0.5, 0.5), ["0"])),
        # The next one is held to a third of the level, not to a quarter.
        *(((0.5, 0.0033, 0.0001, 0.5), ["2", "1"]), ((0.5, 0.0033, 0.0026, 0.5), [])),
        ((0, 0, 0, 0), ["0", "1", "2", "3"]),
    ],
)
def test_the_family_keeps_its_level_by_holms_procedure(p_values, rejected):
    report = report_of(*p_values)
    assert (names(report.rejected), report.passed) == (rejected, not rejected)
    assert report.bound == LEVEL / 4


@pytest.mark.parametrize(
    ("decks", "code"),
    [
        ([], "shuffles/decks"),
        ([np.zeros((9_999, 52), int)], "shuffles/decks"),
        ([np.zeros((10_000, 51), int)], "shuffles/cards"),
        ([np.zeros(52, int)], "shuffles/cards"),
        ([np.zeros((10_000, 52))], "shuffles/cards"),
        ([np.full((10_000, 52), 52)], "shuffles/cards"),
        ([np.full((10_000, 52), -1)], "shuffles/cards"),
    ],
)
def test_what_is_no_series_of_decks_is_refused(decks, code):
    with pytest.raises(PitbossError) as refused:
        battery(decks)
    assert refused.value.code == code


def test_how_decks_are_cut_into_arrays_makes_no_difference():
    decks = np.concatenate(list(house_decks(12_000)))
    whole, cut = battery([decks]), battery(np.array_split(decks, [0, 1, 3, 8, 8, 100, 11_999]))
    assert whole == cut
    assert whole == battery(in_parts(map(bytes, decks)))


# Its command


@pytest.fixture
def run():
    app = typer.Typer()
    app.command()(main)
    return lambda *words: CliRunner().invoke(app, words)


def test_the_command_prints_what_the_battery_finds(run):
    ran = run("--decks", "12000", "--series", "3")
    report = battery(house_decks(12_000, 3))
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert all(name in ran.stdout for name in names(report.statistics))
    assert "12,000 decks, 33 tests at a family-wise level of 0.01" in " ".join(ran.stdout.split())
    assert "No test fails." in ran.stdout


def test_the_command_prints_json_and_fails_with_a_test(run):
    ran = run("--decks", "12000", "--series", "3", "--level", "1", "--json")
    printed = json.loads(ran.stdout)
    assert (ran.exit_code, printed["passed"]) == (1, False)
    assert printed == battery(house_decks(12_000, 3), 1.0).as_json()
    assert "Tests that fail" in run("--decks", "12000", "--level", "1").stdout


def test_the_command_says_which_extra_it_needs(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    ran = run("--decks", "12000")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert (
        ran.stderr == "The house's shuffle needs the house extra: pip install 'pitboss[house]'.\n"
    )


def test_the_command_refuses_too_few_decks():
    command = [sys.executable, "-m", "pitboss.testing.shuffles", "--decks", "500"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "500 decks are too few for the battery: give 10,000 or more.\n"
