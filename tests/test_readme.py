"""The figures of the README are right, and the generated pages are up to date."""

import re
import tomllib
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
    for cell, extreme in ((best, min), (worst, max)):
        key, figure = cell.split(" ", 1)
        assert others[key] == extreme(others.values())
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
    shown = re.search(r"(\d+) implemented and tested, (\d+) drawings, headings", README)
    assert [int(n) for n in shown.groups()] == [counts["implemented"], counts["not modelled"]]
    assert set(counts) == {"implemented", "not modelled"}


def test_the_counts_of_mutants_are_right():
    equivalent = sum(
        len(mutants) for game in GAMES.values() for mutants in game.equal_mutants.values()
    )
    wagers = [OWN[key].wager(wager) for key, game in GAMES.items() for wager in game.plain.WAGERS]
    total = sum(len(list(row_mutants(wager))) for wager in wagers)
    killed = total - equivalent
    assert f"{killed} of {total} mutants killed; the other {equivalent} are proven" in README


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


def test_the_number_of_readings_is_right():
    keys = {reading.key for rulebook in OWN.values() for reading in rulebook.readings}
    assert f"[{len(keys)} questions](docs/readings/README.md)" in README


@pytest.mark.parametrize("wager", ["three-pictures", "tie"])
def test_the_returns_that_are_warned_of_are_right(wager):
    game = {"three-pictures": "three-pictures", "tie": "prosperity-3-pictures"}[wager]
    odds = games[game].odds()
    assert wager in {warning.wager for warning in odds.warnings()}
    assert f"| {wager} returns {float(odds[wager].player_return) * 100:.2f} % |" in README


def rooms_in(folder):
    return {path.name for path in folder.iterdir() if path.name[0] != "_"}


def rooms_named(text):
    """What the first columns of tables name, in their order."""
    firsts = re.findall(r"^\| (`.*?) \|", text, re.M)
    rooms = [room.split("/")[0] for first in firsts for room in re.findall(r"`([\w./]+)`", first)]
    return list(dict.fromkeys(rooms))


def test_what_the_architecture_names_is_there():
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    tree, questions = text.split("## Where is …?")
    tree, house = tree.split("## The rooms of the house")
    source = ROOT / "src" / "pitboss"
    assert set(rooms_named(tree)) == rooms_in(source) - {"py.typed", "version.py"}
    assert set(rooms_named(house)) == rooms_in(source / "house")
    paths = re.findall(r"`([\w./]+(?:\.py|\.csv|/))`", text)
    assert len(paths) > 30
    for path in paths:
        places = [
            ROOT / path,
            ROOT / "tests" / path,
            *(ROOT / "src" / "pitboss").glob(f"**/{path}"),
        ]
        assert any(place.exists() for place in places), path
    definitions = re.findall(r"`(\w+)` in `([\w./]+)`", questions)
    assert len(definitions) > 6
    for name, path in definitions:
        source = (ROOT / "src" / "pitboss" / path).read_text("utf-8")
        assert re.search(rf"^ *(?:def|class) {name}\b", source, re.M), (name, path)


def test_the_architecture_lists_rooms_in_the_order_in_which_they_may_import():
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    contracts = {
        contract["containers"][0]: re.findall(r"\w+", " ".join(contract["layers"]))
        for contract in tool["importlinter"]["contracts"]
    }
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    tree, house = text.split("## Where is …?")[0].split("## The rooms of the house")
    for container, table in (("pitboss", tree), ("pitboss.house", house)):
        named = [room.removesuffix(".py") for room in rooms_named(table)]
        assert named == [room for room in contracts[container] if room in named]


TEXTS = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]


def test_links_lead_somewhere():
    for text in TEXTS:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text.read_text("utf-8")):
            assert (text.parent / target).exists(), (text, target)


def test_a_picture_has_a_text_that_stands_in_for_it():
    """A package index shows the README without its pictures."""
    for text in TEXTS:
        for alternative, _ in re.findall(r"!\[(.*?)\]\((.*?)\)", text.read_text("utf-8")):
            assert len(alternative.split()) >= 5, (text, alternative)
