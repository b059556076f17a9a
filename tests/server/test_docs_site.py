"""The documentation at /docs: the site that is built, or a sentence that says how to build it."""

import pytest

from pitboss.server.guards import HEADERS
from tests.support.serving import Client, served

SENTENCE = "The documentation is not built here: run <code>make docs</code>"


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "site"


@pytest.fixture
def ask(folder, tmp_path):
    with served(tmp_path / "house", docs=folder) as server:
        client = Client(server.address, comes_in=False)
        yield lambda path: client.request("GET", path)


def build(folder):
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>Start</h1>", "utf-8")
    (folder / "assets" / "site.css").write_text("p {}", "utf-8")
    (folder.parent / "secret.txt").write_text("secret", "utf-8")


def test_a_site_that_is_not_built_says_how_to_build_it(ask, folder):
    for path in ("/docs/", "/docs/rulings.html"):
        answer = ask(path)
        assert (answer.status, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert SENTENCE in answer.body.decode()
        assert HEADERS.items() <= answer.headers.items()
    build(folder)  # While the house is open.
    assert ask("/docs/").body == b"<h1>Start</h1>"


def test_the_site_is_served(ask, folder):
    build(folder)
    assert (ask("/docs").status, ask("/docs").headers["location"]) == (307, "/docs/")
    assert ask("/docs/index.html").body == b"<h1>Start</h1>"
    assert ask("/docs/assets/site.css").headers["content-type"].startswith("text/css")
    assert ask("/docs/gone.html").status == 404
    assert 'There is no such page: <a href="/docs/">' in ask("/docs/gone.html").body.decode()
    assert ask("/docs/").headers["cache-control"] == "no-cache"


def test_nothing_beside_the_site_is_served(ask, folder):
    build(folder)
    for path in ("/docs/../secret.txt", "/docs/%2e%2e/secret.txt", "/docs//etc/hostname"):
        assert b"secret" not in ask(path).body


def test_its_policy_differs_by_the_icons_of_its_theme_alone(ask, folder):
    build(folder)
    headers = ask("/docs/").headers
    policy = headers["content-security-policy"]
    assert policy.replace(" data:", "") == HEADERS["content-security-policy"]
    assert "img-src 'self' data:;" in policy
    others = {name: value for name, value in HEADERS.items() if "policy" not in name}
    assert others.items() <= headers.items()
    assert headers["referrer-policy"] == HEADERS["referrer-policy"]
