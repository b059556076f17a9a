"""pitboss session: what it tells, what it draws, and how it refuses."""

import json
import sys

import pytest

from pitboss import games
from pitboss.maths.sessions.ruin import Limits
from pitboss.maths.sessions.session import Session
from pitboss.reports.charts import draw
from pitboss.reports.session_charts import band_of_the_edge, distribution, session_caption
from pitboss.rulebooks import RULEBOOKS

ANTE = ["session", "three-card-poker", "--bet", "ante=10"]
INITIAL = ["session", "three-pictures", "--bet", "initial=10"]


@pytest.fixture(scope="module")
def evening():
    return Session(RULEBOOKS["three-card-poker"].configure(), {"ante": 1000})


def test_a_players_session_as_data(told_json, evening):
    limits = ["--bankroll", "300", "--loss-limit", "280", "--win-goal", "100"]
    data = told_json(*ANTE, "--rounds", "300", *limits, "--result", "-150")
    results = evening.after(300)
    assert data["game"] == "three-card-poker"
    assert (data["stakes"], data["needs"], data["rounds"]) == ({"ante": 1000}, 2000, 300)
    assert data["one_round"]["expectation"] == str(evening.one_round.results.mean)
    assert data["result"]["expected"] == float(results.mean)
    assert data["result"]["ahead"] == results.chance_ahead
    assert data["result"]["quantiles"]["0.5"] == results.quantile(0.5)
    assert data["result"]["error"] == results.error < 1e-9
    stopped = evening.stopped(300, Limits(30_000, 28_000, 10_000))
    ends = [data["limits"][end] for end in ("ruined", "at_loss_limit", "at_win_goal", "all_played")]
    assert ends == [
        *(stopped.chance_ruined, stopped.chance_loss_limit),
        *(stopped.chance_win_goal, stopped.chance_all_played),
    ]
    assert sum(ends) == pytest.approx(1, abs=1e-10)
    assert 0 < ends[0] < ends[1]  # A last bet may take more than what is left to the limit.
    assert data["limits"]["expected_rounds"] == stopped.expected_rounds
    assert data["limits"]["rounds_quantiles"]["0.5"] == stopped.rounds_quantile(0.5)
    low, high = data["limits"]["for_ever"]["expected_rounds"]
    assert stopped.expected_rounds < low <= high
    luck = evening.luck(300, -15_000)
    assert data["luck"]["at_most"] == luck.at_most
    assert data["luck"]["how"] == "exact"


def test_an_evening_costs_per_hour_too(told, told_json, evening):
    words = [*ANTE, "--rounds", "100", "--rounds-per-hour", "50"]
    hourly = told_json(*words)["hourly"]
    one = evening.one_round.results
    assert hourly["expected"] == pytest.approx(float(one.mean) * 50)
    assert hourly["standard_deviation"] == pytest.approx(one.standard_deviation * 50**0.5)
    assert (hourly["rounds_per_hour"], hourly["hours"]) == (50, 2)
    shown = " ".join(told(*words).split())
    assert "At 50 rounds an hour, 100 rounds take 2 hours. An hour costs $16.86 on average" in shown


def test_an_hour_brings_money_where_the_player_has_the_edge(told):
    words = ["session", "prosperity", "--bet", "initial=1.00", "--bet", "tie=10.00"]
    assert "An hour brings $" in " ".join(told(*words, "--rounds", "10").split())


def test_a_players_session_for_people(told):
    limits = ["--bankroll", "300", "--win-goal", "100"]
    shown = told(*ANTE, "--rounds", "300", *limits, "--result", "+40")
    for words in (
        *("ante $10.00", "A full bet needs $20.00: $10.00 of it to play on.", "after 300 rounds"),
        *("█", "with a bankroll of $300.00, a win goal of $100.00", "ruined", "median"),
        *("Without a limit on rounds", "no chance is off by more than"),
        *("+$40.00 for the player", "as far out, on either side"),
    ):
        assert words in shown, words
    assert "house" not in shown.replace("house edge", "")


def test_no_limits_no_table_of_them(told, told_json):
    shown = told(*INITIAL, "--rounds", "10")
    assert "strategy" not in shown
    assert "full bet" not in shown
    assert "ruined" not in shown
    assert {"limits", "luck", "house"} & set(told_json(*INITIAL, "--rounds", "10")) == set()


def test_limits_too_far_apart_for_play_without_end(told_json, told):
    words = [*ANTE, "--rounds", "50", "--bankroll", "90000", "--win-goal", "90000"]
    assert "for_ever" not in told_json(*words)["limits"]
    assert "Without a limit" not in told(*words)


def test_a_strategy_and_a_jackpot(told_json):
    every = told_json(*ANTE, "--rounds", "9", "--strategy", "play-all")
    high = told_json(*ANTE, "--rounds", "9", "--strategy", "Ks 7d 2h")
    assert every["result"]["expected"] < high["result"]["expected"] < 0
    rich = told_json(*ANTE, "--bet", "progressive=2.50", "--rounds", "9", "--jackpot", "900000")
    assert rich["result"]["expected"] > 0


def test_the_house_as_data(told_json, evening):
    data = told_json(*ANTE, "--house", "--boxes", "3", "--rounds", "700", "--risk", "1%",
                     "--hours", "10", "--rounds-per-hour", "50", "--result", "-700")  # fmt: skip
    table = evening.table(3)
    house = data["house"]
    assert house["covariance"] == {"value": table.shared.value, "standard_error": 0.0}
    rounds = {period: one["rounds"] for period, one in house["periods"].items()}
    assert rounds == {"asked": 700, "hour": 50, "day": 500, "week": 3_500, "30 days": 15_000,
                      "year": 182_500}  # fmt: skip
    asked, results = house["periods"]["asked"], table.after(700)
    assert asked["expected"] == float(results.mean) > 0
    assert asked["behind"] == results.chance_behind
    band = results.band(95)
    assert asked["bands"]["95"]["win"] == [band.low, band.high]
    assert asked["bands"]["95"]["edge"] == [band.low_edge, band.high_edge]
    assert asked["error"] is None
    assert house["bank"]["ever"] == table.bank(700, 0.01).ever
    assert data["luck"]["at_most"] == results.luck(-70_000).at_most
    assert 0 < data["luck"]["at_most"] < 0.2


def test_the_house_for_people(told):
    shown = told(*INITIAL, "--house")
    for words in ("one box, 40 rounds an hour, 20 hours", "year", "292,000", "How: exact.",
                  "at a risk of 0.1000 %", "however long the table stays open"):  # fmt: skip
        assert words in shown, words
    assert "asked" not in shown
    shown = told(*INITIAL, "--house", "--boxes", "2", "--result", "0")
    assert "counted exactly" in shown
    assert "for the house, 800 rounds" in shown


def test_a_wager_with_the_edge_on_the_players_side(told):
    words = ["session", "prosperity-3-pictures", "--bet", "initial=1", "--bet", "tie=1"]
    assert "because the players have the edge" in told(*words, "--house")


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_charts(ending, start, tmp_path, told, told_json):
    file = tmp_path / f"evening.{ending}"
    words = [*INITIAL, "--rounds", "60", "--bankroll", "90", "--loss-limit", "50"]
    assert str(file) in told(*words, "-o", str(file)).replace("\n", "")
    first = file.read_bytes()
    assert first.startswith(start)
    assert told_json(*words, "--win-goal", "40", "-o", str(file))["written"] == str(file)
    second = file.read_bytes()
    assert second.startswith(start)
    assert second != first
    told(*words, "-o", str(file))
    assert file.read_bytes() == first  # The same every time.
    told(*INITIAL, "--house", "-o", str(file))
    assert file.read_bytes().startswith(start)


def test_a_chart_where_results_are_too_many_to_list():
    rules = RULEBOOKS["three-card-poker"].configure()
    odd = Session(rules, {"ante": 100_003, "pair-plus": 50_021}).table()
    panels = [distribution(odd.after(500_000), "three-card-poker"),
              band_of_the_edge(odd, 60, "three-card-poker")]  # fmt: skip
    caption = session_caption(odd.one_round, "odd stakes")
    assert draw(panels, "svg", caption).startswith(b"<?xml")


def test_charts_need_the_extra(refused, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    words = [*INITIAL, "--rounds", "5", "-o", str(tmp_path / "x.png")]
    assert refused(*words) == "A chart needs the reports extra: pip install 'pitboss[reports]'."


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (INITIAL, "--rounds 400"),
        ([*INITIAL, "--rounds", "many"], "'many'"),
        ([*INITIAL, "--rounds", "0"], "0 rounds can't be followed"),
        ([*INITIAL, "--rounds", "9999999999"], "from 1 to 1,000,000,000"),
        ([*INITIAL, "--rounds", "1000001", "--bankroll", "50"], "from 1 to 1,000,000"),
        ([*INITIAL, "--rounds", "5", "--bankroll", "9.99"], "$9.99 can't make the first bet"),
        ([*INITIAL, "--rounds", "5", "--bankroll", "0"], "A bankroll of $0.00"),
        ([*INITIAL, "--rounds", "5", "--win-goal", "-5"], "'-5'"),
        ([*INITIAL, "--rounds", "5", "--result", "lots"], "'lots'"),
        ([*INITIAL, "--rounds", "5", "--result", "-"], "'-'"),
        ([*INITIAL, "--rounds", "5", "--result", ""], "''"),
        ([*INITIAL, "--rounds", "5", "-o", "x.pdf"], "one of .png, .svg"),
        ([*INITIAL, "--rounds", "5", "-o", "nowhere/x.png"], "there is no folder nowhere"),
        ([*INITIAL, "--rounds", "5", "--strategy", "play-all"], "no decision to make"),
        ([*ANTE, "--rounds", "5", "--strategy", "well"], "'well'"),
        ([*INITIAL, "--rounds", "5", "--bet", "initial=5"], "given twice"),
        ([*INITIAL, "--rounds", "5", "--bet", "tie"], "NAME=VALUE"),
        ([*INITIAL, "--rounds", "5", "--bet", "tye=5"], "did you mean tie?"),
        ([*INITIAL, "--rounds", "5", "--jackpot", "x"], "The jackpot is 'x'"),
        ([*INITIAL, "--house", "--bankroll", "50"], "leave out --house"),
        ([*INITIAL, "--house", "--boxes", "17"], "1 to 16"),
        ([*INITIAL, "--house", "--hours", "25"], "1 to 24 hours"),
        ([*INITIAL, "--house", "--rounds-per-hour", "0"], "1 to 10,000 rounds"),
        ([*INITIAL, "--rounds", "5", "--rounds-per-hour", "0"], "1 to 10,000 rounds"),
        ([*INITIAL, "--house", "--risk", "60"], "above 0 and below 50%"),
        ([*INITIAL, "--house", "--risk", "0.1%%"], "where a share should be, such as 4% or 0.04"),
        ([*INITIAL, "--house", "--risk", "nan"], "where a share should be, such as 4% or 0.04"),
        (["session", "three-pictures", "--rounds", "5"], "--bet"),
        (["session", "two-pictures", "--rounds", "5", "--bet", "initial=1"], "three-pictures"),
    ],
)
def test_refused_in_one_sentence(words, told, refused):
    assert told in refused(*words)
    assert told.strip("'") in json.loads(refused(*words, "--json"))["message"]


def test_a_result_that_is_judged_and_the_bank_are_marked_on_the_chart():
    class Axes:
        """Paper that remembers the lines drawn from top to bottom."""

        def __init__(self):
            self.lines = {}
            self.xaxis = self.yaxis = self

        def axvline(self, at, **look):
            self.lines[look.get("label")] = at

        def __getattr__(self, name):
            return lambda *_, **__: None

    axes = Axes()
    found = games["three-card-poker"].session({"ante": 1000}).after(50)
    distribution(found, "three-card-poker", {"this result": -12_345, "the bank lost": 500})(axes)
    assert axes.lines["this result −$123.45"] == -12_345
    assert axes.lines["the bank lost $5.00"] == 500
