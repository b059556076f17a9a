"""pitboss simulate: what it prints, draws and refuses."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from math import gcd
from pathlib import Path

import numpy as np
import pytest

from pitboss.cli import run
from pitboss.maths.simulation.blocks import ROUNDS
from pitboss.maths.simulation.simulate import simulate
from pitboss.reports.simulation_charts import bars, simulation_chart
from pitboss.rulebooks import RULEBOOKS

POKER = ["simulate", "three-card-poker", "--rounds", "20000", "--seats", "2", "--seed", "5"]


@pytest.fixture
def told(capsys):
    def ask(*words, code=0):
        assert run(words) == code
        out, err = capsys.readouterr()
        assert err == ""
        return " ".join(out.split())

    return ask


def test_a_table_of_wagers_and_a_verdict(told):
    out = told(*POKER)
    assert "Three Card Poker: 20,000 rounds, 2 boxes" in out
    assert "pair-plus, house edge 40,000" in out
    assert "All 30 outcomes are within five standard errors of the exact odds." in out
    assert "from $10,000.00" in out
    assert "seed=5" in out


def test_json_is_the_librarys(capsys):
    assert run([*POKER, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    rules = RULEBOOKS["three-card-poker"].configure()
    assert data == simulate(rules, 20_000, boxes=2, seed=5).as_json()


def test_bets_strategy_readings_and_the_jackpot(capsys):
    words = ["--bet", "ante=5", "--bet", "progressive=2.50", "--strategy", "play-all"]
    words += ["--jackpot", "30000", "--reading", "envy=everyone", "--workers", "0", "--json"]
    assert run([*POKER, *words]) == 0
    data = json.loads(capsys.readouterr().out)
    box = {"stakes": {"ante": 500, "progressive": 250}, "strategy": "play-all"}
    assert data["boxes"] == [{**box, "player": "box 1"}, {**box, "player": "box 2"}]
    assert data["jackpot"]["start"] == 3_000_000
    assert data["readings"]["envy"] == "everyone"
    assert data["wagers"]["ante"]["outcomes"][0]["count"] == 0


def test_boxes_of_their_own_and_terms_of_the_jackpot(capsys):
    words = ["simulate", "three-card-poker", "--rounds", "5000", "--json", "--seed", "2"]
    words += ["--box", "ante=5 progressive=2.50 player=red", "--box", "pair-plus=10"]
    words += ["--box", "player=red ante=20 strategy=Ks,3d,2h", "--strategy", "play-all"]
    words += ["--jackpot", "500", "--contribution", "40%", "--reset", "300"]
    assert run(words) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["boxes"] == [
        {"stakes": {"ante": 500, "progressive": 250}, "strategy": "play-all", "player": "red"},
        {"stakes": {"pair-plus": 1000}, "strategy": "play-all", "player": "box 2"},
        {"stakes": {"ante": 2000}, "strategy": "K-3-2 and better", "player": "red"},
    ]
    assert data["jackpot"]["start"] == 50_000
    assert data["jackpot"]["fed"] == 5000 * 100


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rounds", "0"],
         "The number of rounds is 0: give a whole number from 1 to 10,000,000,000,000."),
        (["--rounds", "x"],
         "The number of rounds is 'x': give a whole number, such as 6, 1000000 or 1e6."),
        (["--seed", "-1"], "The seed is '-1': give a whole number, such as 6, 1000000 or 1e6."),
        (["--seats", "17"], "One deck deals to 1 to 16 boxes, not 17."),
        (["--bet", "ante=0"],
         "The bet on ante is nothing: give an amount such as 50, or '$50' in quotes."),
        (["--bet", "anti=5"], "There is no wager 'anti' in three-card-poker: did you mean ante?"),
        (["--strategy", "worst"],
         "There is no strategy 'worst': choose from best, threshold, play-all."),
        (["--box", "ante=5"],
         "With --box, each box has its own bets: leave out --seats and --bet."),
        (["--contribution", "6/5"],
         "The contribution is '6/5': give a share of the wager, such as 1/5 or 20%."),
        (["--contribution", "1/0"],
         "The contribution is '1/0': give a share of the wager, such as 1/5 or 20%."),
        (["--jackpot", "-5"],
         "The jackpot is '-5': give an amount such as 50, 50.00 or '$50'; the smallest unit is "
         "written 5000c."),
        (["-o", "x.gif"], "x.gif should end in one of .png, .svg, to say what to make."),
        (["-o", "no/where/x.png"],
         "no/where/x.png can't be written: there is no folder no/where."),
    ],
)  # fmt: skip
def test_what_is_refused(refused, words, sentence):
    assert refused(*POKER, *words) == sentence


def test_a_cluster_that_is_not_there(refused, monkeypatch):
    monkeypatch.setattr("pitboss.maths.simulation.cluster.TIMEOUT", "200ms")
    sentence = refused(*POKER, "--cluster", "tcp://127.0.0.1:9")
    assert sentence.startswith("The cluster tcp://127.0.0.1:9 can't be reached (")


def test_a_game_without_a_decision_or_a_jackpot(refused):
    words = ["simulate", "three-pictures", "--rounds", "10"]
    assert refused(*words, "--strategy", "threshold") == (
        "Three Pictures has no decision to make: nobody folds."
    )
    assert refused(*words, "--jackpot", "5") == (
        "There is no jackpot in three-pictures: leave it out."
    )


# Interruption


@contextmanager
def impatient(what):
    """Somebody who presses Ctrl-C when the first block is finished."""

    def follow(done, asked):
        raise KeyboardInterrupt

    yield follow


def test_an_interrupted_run_tells_what_is_there(told, monkeypatch):
    monkeypatch.setattr("pitboss.cli.screen.count_progress", impatient)
    words = ["simulate", "three-card-poker", "--bet", "pair-plus=5", "--rounds", str(5 * ROUNDS)]
    out = told(*words, code=130)
    assert f"Stopped interrupted: {ROUNDS:,} of {5 * ROUNDS:,} rounds were finished" in out
    assert "All 6 outcomes are within five standard errors of the exact odds." in out


# As from a terminal: whoever is started in the background ignores Ctrl-C, and so do its children.
LISTENING = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from pitboss.cli import run; sys.exit(run(sys.argv[1:]))"
)


def test_control_c_from_a_terminal():
    words = [sys.executable, "-c", LISTENING, "simulate", "three-pictures"]
    words += ["--rounds", "10000000000"]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        cpu = 0.0
        while cpu < 3 and running.poll() is None:  # Long enough for a block, compiled or not.
            time.sleep(0.2)
            fields = Path(f"/proc/{running.pid}/stat").read_text("utf-8").split()
            cpu = (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=120)
    finally:
        running.kill()
    assert running.returncode == 130
    assert ("Stopped" in out and "outcomes" in out) or err.startswith("Interrupted before")


def test_an_interruption_before_the_first_block(capsys, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("pitboss.maths.simulation.engines.run_block", interrupted)
    assert run(POKER) == 130
    assert capsys.readouterr().err == (
        "Interrupted before the first block of rounds was finished.\n"
    )


# Charts


@pytest.fixture(scope="module")
def made():
    return simulate(RULEBOOKS["three-card-prime"].configure(), 30_000, boxes=3, seed=2)


@pytest.mark.parametrize(("ending", "first"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_charts_are_the_same_bytes_every_time(made, ending, first):
    drawn = simulation_chart(made, ending)
    assert drawn.startswith(first)
    assert drawn == simulation_chart(made, ending)


def test_charts_to_a_file(told, tmp_path):
    file = tmp_path / "table.svg"
    out = told(*POKER, "-o", str(file))
    assert out.endswith("charts of Three Card Poker")
    assert b"</svg>" in file.read_bytes()


@pytest.mark.parametrize("game", RULEBOOKS)
def test_bars_hold_the_rounds_and_stand_at_their_results(game):
    rules = RULEBOOKS[game].configure()
    first = rules.rulebook.main[0]
    simulated = simulate(rules, 20_000, bets={first: 1000}, seed=1)
    middles, shares, width = bars(simulated)
    assert 0.985 <= shares.sum() <= 1
    assert len(shares) <= 61
    # One bet of ten dollars has few results, and each has a bar.
    assert width == gcd(*(int(result) for result, _, _ in simulated.histogram()))
    by_result = {round(m): s for m, s in zip(middles, shares, strict=True)}
    edges = {low: n / 20_000 for low, _, n in simulated.histogram()}
    for result, share in edges.items():
        if share > 0.01:
            assert by_result[int(result)] == pytest.approx(share)


def test_a_table_where_every_round_comes_to_the_same(made):
    """One bar is enough."""
    rules = RULEBOOKS["three-card-poker"].configure()
    simulated = simulate(rules, 1, bets={"ante": 100}, seed=1)
    middles, shares, _ = bars(simulated)
    assert shares.tolist() == [1.0]
    assert middles == pytest.approx([-float(simulated.house_win)])
    assert simulation_chart(simulated, "svg")


def test_without_matplotlib(refused, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    sentence = refused(*POKER, "-o", str(tmp_path / "x.png"))
    assert sentence == "A chart needs the reports extra: pip install 'pitboss[reports]'."
    assert np.asarray(os.listdir(tmp_path)).size == 0
