"""docs/errors.md lists every code, each as the server sends it."""

import re

from scripts.error_page import CODE, HOUSE, PAGE, REQUESTS, ROUND, SOURCE, codes, page, sections

TEXT = PAGE.read_text("utf-8")


def test_the_page_is_what_the_source_says():
    assert page() == TEXT


def test_no_code_of_the_server_or_the_house_is_missing():
    """By searching for anything that looks like a code, instead of reading the syntax."""
    listed = {*re.findall(r"^\| `([a-z/-]+)` \|", TEXT, re.M)}
    for module in (*REQUESTS, *HOUSE):
        quoted = re.findall(r'"([a-z]+/[a-z-]+)"', (SOURCE / module).read_text("utf-8"))
        assert {*quoted} - listed <= {"text/plain"}, module
    assert codes() <= listed


def test_every_error_says_something():
    for name, errors in sections().items():
        assert errors, name
        for error in errors:
            assert CODE.fullmatch(error.code)
            assert re.search(r"[a-z]{2,}", error.says), error
    assert {"rule/over-maximum", "unknown/box"} <= {error.code for error in sections()["round"]}
    assert len(ROUND) == 4


def test_clauses_are_cited_by_game():
    (row,) = [line for line in TEXT.splitlines() if line.startswith("| `rule/late-bet`")]
    assert "Three Pictures 5.5" in row
    assert "Three Card Poker 5.6" in row
