"""Charts: legends in the colours that are drawn, what they are about, and which part is shown."""

import re

import numpy as np
import pytest
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from pitboss.cli.session_house import HouseReport
from pitboss.cli.session_player import PlayerReport
from pitboss.maths.sessions.ruin import Limits
from pitboss.maths.sessions.session import Session
from pitboss.maths.simulation.simulate import simulate
from pitboss.reports import charts, simulation_charts
from pitboss.reports.charts import Caption, bands_chart, listed_bets, share_shown, tint
from pitboss.reports.simulation_charts import MOST_HITS, simulation_chart
from pitboss.rulebooks import RULEBOOKS
from tests.support.par_sheets import sheet_of

RULES = RULEBOOKS["three-card-poker"].configure()
STAKES = {"ante": 1000, "pair-plus": 500}
PROGRESSIVE = {"ante": 1000, "progressive": 250}


@pytest.fixture
def drawn(monkeypatch):
    """Draws a chart, and keeps its figure."""
    figures = []

    class Kept(Figure):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            figures.append(self)

    monkeypatch.setattr("matplotlib.figure.Figure", Kept)

    def draw(make, *arguments):
        make(*arguments)
        return figures[-1]

    return draw


def draw_report(report):
    charts.draw(report.panels(), "png", report.caption())


def session_report(kind):
    session = Session(RULES, STAKES)
    if kind == "player":
        return PlayerReport(session, 60, Limits(bankroll=20_000, win_goal=9_000))
    return HouseReport(session, 2, 40, 20, 60, 0.001)


@pytest.fixture(scope="module")
def simulated():
    return simulate(RULES, 30_000, boxes=2, bets=PROGRESSIVE, seed=3)


def every_figure(drawn, simulated):
    odds = sheet_of("three-card-poker").odds["pair-plus"]
    caption = Caption("Pair Plus", "Every round: one unit", "rules 123", "#10454F")
    return [
        drawn(bands_chart, odds.results, 1, caption),
        drawn(draw_report, session_report("player")),
        drawn(draw_report, session_report("house")),
        drawn(simulation_chart, simulated, "png"),
    ]


def pixels(figure):
    canvas = FigureCanvasAgg(figure)
    with rc_context({"text.parse_math": False}):
        canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3]


def test_legends_have_the_colours_that_are_seen(drawn, simulated):
    """Pixel by pixel: an area has the colour that stands for it in the legend."""
    checked = 0
    for figure in every_figure(drawn, simulated):
        picture = pixels(figure)
        height = picture.shape[0]
        for axes in figure.axes:
            box = axes.get_window_extent()
            inside = picture[int(height - box.y1) : int(height - box.y0), int(box.x0) : int(box.x1)]
            legend = axes.get_legend()
            for handle in legend.legend_handles if legend else ():
                assert handle.get_alpha() is None
                if isinstance(handle, Line2D):  # Too thin to have many pixels of its own colour.
                    lines = [line for line in axes.lines if line.get_label() == handle.get_label()]
                    assert [(line.get_color(), line.get_alpha()) for line in lines] == [
                        (handle.get_color(), None)
                    ]
                else:
                    colour = [round(255 * part) for part in to_rgb(handle.get_facecolor())]
                    seen = (inside == colour).all(axis=2).sum()
                    assert seen > 100, (axes.get_xlabel(), handle.get_label())
                checked += 1
    assert checked == 4 + 3 + 3 + 4 + 4 + 5 + 2


def test_a_transparent_band_would_be_seen_as_a_difference():
    """Two transparent bands on each other are darker than either is in the legend."""
    shades = [tint("#10454F", shade) for shade in charts.SHADES]
    assert shades == sorted(shades, reverse=True)
    assert len(set(shades)) == 3
    assert (tint("#10454F", 0), tint("#10454F", 1)) == ("#FFFFFF", "#10454F")


def test_every_chart_says_its_title_bets_and_fingerprint(drawn, simulated):
    _, player, house, table = every_figure(drawn, simulated)
    for figure, stakes in ((player, STAKES), (house, STAKES), (table, PROGRESSIVE)):
        assert figure.get_suptitle().startswith("Three Card Poker: ")
        source = figure.get_supxlabel()
        assert listed_bets(stakes, "best") in source
        assert RULES.fingerprint in source
    assert player.get_suptitle().endswith("a player's session of 60 rounds")
    assert house.get_suptitle().endswith("the same bets on each of 2 boxes")
    assert table.get_suptitle().endswith("30,000 rounds of 2 boxes, seed 3")


def test_charts_of_the_par_sheet_say_so_too(drawn, monkeypatch):
    captions = []
    monkeypatch.setattr(
        "pitboss.reports.par.wager_pages.bands_chart",
        lambda results, stake, caption: captions.append(caption) or "<svg></svg>",
    )
    from pitboss.reports.par.pages import par_pages

    sheet = sheet_of("three-card-poker")
    par_pages(sheet, "pdf")
    assert len(captions) == 6
    for caption in captions:
        assert caption.title.startswith("Three Card Poker, ")
        assert caption.bets.startswith("Every round: ")
        assert RULES.fingerprint in caption.source
        assert sheet.short_identity in caption.source


def test_boxes_with_other_bets_are_told_apart(drawn):
    from pitboss.maths.simulation.table import BoxBets

    boxes = [BoxBets({"ante": 500}), BoxBets({"ante": 900}, "play-all"), BoxBets({"ante": 500})]
    figure = drawn(simulation_chart, simulate(RULES, 2_000, boxes=boxes, seed=1), "png")
    assert figure.get_supxlabel().startswith(
        "Box 1, 3: ante $5.00; strategy: best; Box 2: ante $9.00; strategy: play-all."
    )


# Which part is shown


def test_the_whole_of_the_running_edge_is_shown(drawn, simulated):
    _, running, _ = drawn(simulation_chart, simulated, "png").axes
    low, high = running.get_ylim()
    first, last = running.get_xlim()
    rounds, _ = simulated.running()
    (actual,) = (line for line in running.lines if line.get_label() == "actual")
    assert (actual.get_ydata() >= low).all()
    assert (actual.get_ydata() <= high).all()
    assert (first, last) == (rounds[0], simulated.rounds)
    assert running.get_xlabel() == f"rounds, with a point every {rounds[0]:,}"


def test_a_histogram_says_how_much_of_it_is_shown(drawn, simulated):
    results, *_ = drawn(simulation_chart, simulated, "png").axes
    shares = sum(bar.get_height() for bar in results.patches)
    told = re.search(r"; ([0-9.]+) % of rounds are shown", results.get_xlabel())
    assert float(told[1]) / 100 <= shares < float(told[1]) / 100 + 0.001
    assert "without the jackpot" in results.get_xlabel()
    player = drawn(draw_report, session_report("player")).axes[0]
    shares = sum(bar.get_height() for bar in player.patches)
    assert f"the middle {share_shown(shares)} of results" in player.get_xlabel()


def test_the_meter_says_which_hits_it_shows(drawn, monkeypatch):
    played = simulate(RULES, 90_000, boxes=6, bets=PROGRESSIVE, seed=3)
    hits = len(played.meter.hits)
    assert 3 < hits < MOST_HITS
    *_, meter = drawn(simulation_chart, played, "png").axes
    assert meter.get_xlabel() == f"rounds: all 90,000, with {hits} hits"
    assert meter.get_xlim() == (0, 90_000)
    monkeypatch.setattr(simulation_charts, "MOST_HITS", 3)
    *_, meter = drawn(simulation_chart, played, "png").axes
    first, last = meter.get_xlim()
    assert last == 90_000
    assert meter.get_xlabel() == (
        f"rounds: the last {last - first:,.0f} of 90,000, with the last 3 of {hits} hits"
    )
    drops = sum(np.diff(meter.lines[0].get_ydata()) < 0)
    assert drops == 3


def test_a_share_is_never_rounded_up_to_all():
    assert [share_shown(share) for share in (0.99999, 0.9981, 0.9)] == [
        "99.9 %",
        "99.8 %",
        "90.0 %",
    ]
