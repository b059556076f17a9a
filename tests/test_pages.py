"""Every Python session that a page of the docs shows runs, and prints what the page says."""

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^```pycon\n(.*?)^```", re.M | re.S)
PAGES = [path for path in sorted(DOCS.glob("*.md")) if BLOCK.search(path.read_text("utf-8"))]


def test_the_round_of_play_opens_with_a_program():
    assert DOCS / "round-of-play.md" in PAGES


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_sessions_of_a_page_run(path):
    text = "\n".join(BLOCK.findall(path.read_text("utf-8")))
    session = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    assert session.examples
    told = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(session, out=told.append)
    assert told == []
