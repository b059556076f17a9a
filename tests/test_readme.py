"""The README and the pages made from the rules say what is so."""

import re
from collections import Counter
from pathlib import Path

import pytest

from pitboss import games
from pitboss.rulebooks import OWN
from pitboss.rulebooks.clauses import clauses
from scripts.notebooks import NOTEBOOKS, notebook
from scripts.pictures import PICTURES, draw
from scripts.reading_pages import FOLDER, pages
from scripts.ruling_table import PAGE, page
from tests.games import GAMES
from tests.support.mutation import row_mutants

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("game", list(OWN))
def test_the_table_of_games_gives_the_exact_edges(game):
    title = OWN[game].title
    row = next(line for line in README.splitlines() if line.startswith(f"| {title} |"))
    _, _, main, best, worst, *_ = (cell.strip() for cell in row.split("|"))
    odds = games[game].odds()
    assert main == f"{float(odds.main.house_edge) * 100:.4f} %"
    others = {
        key: odds[key].house_edge
        for key in odds
        if odds[key].wager.is_staked and key not in OWN[game].main
    }
    for told, pick in ((best, min), (worst, max)):
        key, figure = told.split(" ", 1)
        assert others[key] == pick(others.values())
        assert figure == f"{float(others[key]) * 100:.4f} %"


def test_the_readings_shown_are_priced_right():
    tie = games["prosperity-3-pictures"].configure(readings={"tie": "ranking"}).odds()["tie"]
    assert f"+{float(tie.house_edge) * 100:.4f} %" in README
    for option in ("any-picture", "reused"):
        game = games["prosperity-3-pictures"].configure(readings={"picture-match": option})
        assert f"{float(game.odds()['picture-perfect'].house_edge) * 100:.4f} %" in README
    pushes = games["three-card-prime"].configure(readings={"copy": "pushes"}).odds().main
    assert f"up to {float(pushes.house_edge) * 100:.4f} %" in README


def test_the_counts_of_clauses_are_right():
    counts = Counter(clause.status for game in OWN for clause in clauses(game))
    told = re.search(r"(\d+) implemented and tested, (\d+) drawings, headings", README)
    assert [int(n) for n in told.groups()] == [counts["implemented"], counts["not modelled"]]
    assert set(counts) == {"implemented", "not modelled"}


def test_the_counts_of_mutants_are_right():
    equal = sum(len(which) for game in GAMES.values() for which in game.equal_mutants.values())
    wagers = [OWN[key].wager(wager) for key, game in GAMES.items() for wager in game.plain.WAGERS]
    total = sum(len(list(row_mutants(wager))) for wager in wagers)
    assert f"{total - equal} of {total} small wrong changes" in README
    assert f"and {equal} come to the same row" in README


def test_reading_pages_are_up_to_date():
    for name, text in pages().items():
        assert (FOLDER / name).read_text("utf-8") == text, "run: python -m scripts.reading_pages"


def test_the_table_of_irregularities_is_up_to_date():
    assert PAGE.read_text("utf-8") == page(), "run: python -m scripts.ruling_table"


@pytest.mark.parametrize("name", list(PICTURES))
def test_pictures_are_up_to_date(name):
    drawn = (ROOT / "docs" / "pictures" / name).read_text("utf-8")
    assert drawn == draw(PICTURES[name]), "run: python -m scripts.pictures"


@pytest.mark.parametrize("name", list(NOTEBOOKS))
def test_notebooks_are_up_to_date_and_without_outputs(name):
    written = (ROOT / "notebooks" / name).read_text("utf-8")
    assert written == notebook(NOTEBOOKS[name]), "run: python -m scripts.notebooks"


def test_links_lead_somewhere():
    for text in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", text.read_text("utf-8")):
            assert (text.parent / target).exists(), (text, target)
