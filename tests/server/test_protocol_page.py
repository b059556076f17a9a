"""docs/protocol.md is true: what it says is said to a server, and answered as the page shows."""

import hashlib
import json
from pathlib import Path

from pitboss.server.asking import LIMITS
from pitboss.server.connections import HEAD_BYTES, REQUEST_SECONDS
from pitboss.server.guards import MOST_BYTES, MOST_CONNECTIONS
from pitboss.server.sign_in_guard import MOST_COUNTS, SIGN_IN_LIMITS
from pitboss.server.sign_ins import MOST_WAITING
from pitboss.server.sockets import MOST_QUEUED, MOST_SOCKETS
from tests.support.pages import blocks
from tests.support.serving import Client, served
from tests.support.wire import DOCUMENT, conforms

PAGES = Path(__file__).parents[2] / "docs"
PAGE = (PAGES / "protocol.md").read_text("utf-8")
SHOWN = [json.loads(block.text) for block in blocks(PAGE) if block.language == "json"]
DOTS = "…"


def randomness(length):
    return hashlib.sha256(b"docs/protocol.md").digest()[:length]


def agrees(shown, real):
    """Whether a part of the page shows this, with dots for what it leaves out."""
    if isinstance(shown, dict) and isinstance(real, dict):
        return all(key in real and agrees(part, real[key]) for key, part in shown.items())
    if isinstance(shown, list) and isinstance(real, list):
        if shown[-1:] == [DOTS]:
            return len(real) >= len(shown) and all(map(agrees, shown[:-1], real))
        return len(shown) == len(real) and all(map(agrees, shown, real))
    if isinstance(shown, str) and isinstance(real, str) and DOTS in shown:
        return real.startswith(shown.split(DOTS)[0])
    return type(shown) is type(real) and shown == real


def test_the_conversation_on_the_page_takes_place(tmp_path):
    clock = lambda: 1_800_000_000_000_000  # noqa: E731
    with served(tmp_path, clock=clock, randomness=randomness) as server:
        guest = Client(server.address, conforms=conforms)
        real, table = guest.guest, None
        for shown in SHOWN:
            if "command" in shown:
                table.send(shown)
                real = table.hear()
            elif {*shown} == {"game"}:
                real = guest.post("/v1/tables", shown)
                table = guest.at(real["table"])
            elif shown.get("sequence") == 1:
                assert agrees(shown, table.now)
            elif {*shown} == {"hands"}:
                assert agrees(shown, guest.get(f"/v1/tables/{table.now['table']}/advice"))
            elif {"id", "password"} <= {*shown}:
                real = guest.post("/v1/players", shown)
            elif "password" in shown:
                real = guest.post("/v1/sessions", shown)
            elif {"id", "kind"} <= {*shown}:
                real = guest.post("/v1/people/me/limits", shown)
            elif "days" in shown:
                real = guest.post("/v1/people/me/exclusion", shown)
            elif "seed" in shown:
                assert agrees(shown, guest.get(f"/v1/rounds/{table.now['round']}")["shuffle"])
            else:
                assert agrees(shown, real), real
        assert table.now["view"]["phase"] == "settled"
        table.connection.close()


def test_the_page_shows_every_command_and_every_message():
    assert {shown["command"] for shown in SHOWN if "command" in shown} == {
        "stake", "deal", "play", "fold",
    }  # fmt: skip
    assert {shown["type"] for shown in SHOWN if "type" in shown} == {"table", "problem"}


def test_the_page_names_every_address():
    for path, methods in DOCUMENT["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {path}`" in PAGE


def test_the_limits_on_the_page_are_the_servers():
    commands, requests, guests, players, _, refusals = LIMITS
    for sentence in (
        f"{commands.burst:g} messages at once and {commands.per_second:g} a second",
        f"{requests.burst:g} requests at once and {requests.per_second:g} a second",
        f"{guests.burst:g} new guests at once and one every {1 / guests.per_second:g} seconds",
        f"{players.burst:g} names are asked for at once and one every {1 / players.per_second:g}",
        f"A body or a frame has at most {MOST_BYTES:,} bytes",
        f"The head of a request has at most {HEAD_BYTES:,} bytes",
        f"head and body, arrives within {REQUEST_SECONDS} seconds",
        f"An address has at most {MOST_CONNECTIONS} connections",
        f"{refusals.burst:g} refused commands at once and one every {1 / refusals.per_second:g}",
        f"{MOST_SOCKETS} connections",
        f"{MOST_QUEUED} messages behind",
    ):
        assert sentence in " ".join(PAGE.split())


def test_the_limits_of_guessing_are_the_servers():
    players = (PAGES / "players.md").read_text("utf-8")
    counted = {
        "by an address, for all names": SIGN_IN_LIMITS.address,
        "by an address, for one name": SIGN_IN_LIMITS.address_and_name,
        "for one name, by all browsers its player has never used": SIGN_IN_LIMITS.name,
        "by a browser its player has used, for that name": SIGN_IN_LIMITS.browser,
    }
    for words, (burst, per_second) in counted.items():
        minutes = round(1 / per_second / 60)
        every = "one a minute" if minutes == 1 else f"one every {minutes} minutes"
        assert f"| {words} | {burst:g} | {every} |" in players
    assert f"{MOST_COUNTS:,} of each kind" in players
    assert f"{MOST_WAITING} more may wait" in players


def test_what_does_not_agree_is_noticed():
    real = {"a": 1, "b": [1, 2, 3], "c": "abc"}
    for shown in ({"a": 1}, {"b": [1, "…"]}, {"c": "ab…"}, {"c": "…"}):
        assert agrees(shown, real)
    for shown in ({"a": 2}, {"d": 1}, {"b": [1, 2]}, {"b": [2, "…"]}, {"c": "b…"}, {"a": "…"}):
        assert not agrees(shown, real)
