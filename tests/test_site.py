"""The site of the documentation: it builds without a warning, every page is in its navigation and
every name on its reference, links lead somewhere, and nothing is loaded from elsewhere."""

import json
import re
import sys

import pytest
import yaml

import pitboss
import pitboss.notation
import pitboss.play
import pitboss.testing
from pitboss.rulebooks import OWN
from scripts.command_page import PAGE as COMMAND_PAGE
from scripts.command_page import page as command_page
from scripts.site import DOCS, build, configuration, stage
from scripts.site_links import problems
from tests.support.pages import FENCED

COMPACT = {"ensure_ascii": False, "separators": (",", ":")}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    stage(folder)
    build(folder)  # Strict: a warning is an error.
    return folder / "html"


def test_links_lead_somewhere_and_nothing_is_loaded_from_elsewhere(site):
    assert problems(site) == []
    assert len(list(site.rglob("*.html"))) > 90


def test_every_public_name_is_on_the_reference(site):
    anchors = {
        anchor
        for path in site.glob("library/*.html")
        for anchor in re.findall(r'id="(pitboss\.[\w.]+)"', path.read_text("utf-8"))
    }
    for module in (pitboss, pitboss.play, pitboss.notation, pitboss.testing):
        names = {*module.__all__} - {"__version__", "DEALER", "FOURTH"}  # Assigned in one line.
        missing = {name for name in names if not anchors & homes(module, name)}
        assert missing == set(), "add them to a page of docs/library"


def homes(module, name):
    """Where a public name may be documented: as a module's own, or where it is defined."""
    value = getattr(module, name)
    rooms = [
        room
        for key, room in list(sys.modules.items())
        if key.startswith(f"{module.__name__}.") and vars(room).get(name) is value
    ]
    defined = {f"{value.__module__}.{value.__name__}"} if hasattr(value, "__name__") else set()
    return {f"{room.__name__}.{name}" for room in [module, *rooms]} | defined


def test_files_outside_the_docs_are_shown_as_pages(site):
    shown = (site / "files" / "examples" / "client.py.html").read_text("utf-8")
    assert "A program that plays a round of one game or of each" in shown


def test_a_result_of_search_names_the_sections_that_it_lies_in(site):
    index = json.loads((site / "search.json").read_text("utf-8"))
    assert (site / "search.js").read_text("utf-8").endswith(json.dumps(index, **COMPACT))
    paths = [item["path"] for item in index["items"] if item["title"].startswith("Misdeal:")]
    games = [book.title for book in OWN.values() if book.key != "three-card-prime"]
    assert paths == [["Rules and rulings", "Incidents and rulings", game] for game in games]


def entries(nav):
    """The pages of a navigation."""
    for entry in nav:
        value = next(iter(entry.values())) if isinstance(entry, dict) else entry
        if isinstance(value, list):
            yield from entries(value)
        else:
            yield value


def test_every_page_is_in_the_navigation_once():
    listed = list(entries(yaml.safe_load(configuration())["nav"]))
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert sorted(listed) == sorted(pages)


def test_the_reference_of_the_command_line_is_up_to_date():
    assert COMMAND_PAGE.read_text("utf-8") == command_page(), "run: python -m scripts.command_page"


LINK = re.compile(r"\]\((?!https?://)([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("path", sorted(DOCS.rglob("*.md")), ids=lambda path: path.name)
def test_links_between_the_files_lead_somewhere(path):
    """Those of a checkout, which are read without a site."""
    text = FENCED.sub("", path.read_text("utf-8"))
    targets = [path.parent / target for target in LINK.findall(text)]
    assert [target for target in targets if not target.exists()] == []


# What the check of links finds


@pytest.mark.parametrize(
    ("markup", "sentence"),
    [
        ('<a href="gone/">x</a>', "index.html links to gone/, which does not exist."),
        ('<a href="#gone">x</a>', "index.html links to #gone, where there is no such anchor."),
        ('<script src="//cdn.example/x.js"></script>', "index.html loads //cdn.example/x.js"),
        ('<link rel="stylesheet" href="https://a.example/">', "index.html loads https://a.example"),
        ("<p style=\"background: url('https://b.example/x')\">", "index.html loads https://b"),
        ('<img src="gone.png">', "index.html links to gone.png, which does not exist."),
        ('<a href="./">x</a>', "index.html links to ./, a folder, which does not open from disk."),
        ("<script>1</script>", "index.html has an inline script or style: script."),
        ("<style>p {}</style>", "index.html has an inline script or style: style."),
        ('<p style="color: red">x</p>', "index.html has an inline script or style: p."),
    ],
)
def test_a_bad_link_is_found(markup, sentence, tmp_path):
    (tmp_path / "index.html").write_text(f"<html>{markup}</html>", "utf-8")
    assert any(problem.startswith(sentence) for problem in problems(tmp_path))


def test_good_links_are_not_complained_about(tmp_path):
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "index.html").write_text(
        '<h1 id="top"><a href="../index.html">x</a></h1>', "utf-8"
    )
    (tmp_path / "index.html").write_text(
        '<a href="x/index.html#top">x</a><a href="">x</a>'
        '<script type="application/json">{}</script>'
        '<a href="#">x</a><a href="https://www.rfc-editor.org/">x</a>'
        '<link rel="canonical" href="https://c.example/">',
        "utf-8",
    )
    (tmp_path / "x.css").write_text("p { background: url(x.png) }", "utf-8")
    assert problems(tmp_path) == []


def test_a_style_that_loads_from_elsewhere_is_found(tmp_path):
    (tmp_path / "x.css").write_text("@import 'https://fonts.example/x';", "utf-8")
    assert problems(tmp_path) == ["x.css loads https://fonts.example/x from elsewhere."]
