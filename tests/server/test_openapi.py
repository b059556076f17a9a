"""The OpenAPI document as generators of clients read it: what openapi-python-client makes works.

The types of the page are made by the other generator: `npm run types:check` holds them against it.
"""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.serving import Client
from tests.support.wire import DOCUMENT, FILE

ROOT = Path(__file__).parents[2]
GENERATOR = ROOT / ".tools" / "client" / "bin"  # Of an environment of its own: the Makefile's.
SCHEMAS = DOCUMENT["components"]["schemas"]
OPERATIONS = {
    f"{method.upper()} {path}": operation
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}
# What a client may leave out, and what a view has only where there is something to see.
OPTIONAL = {
    "DealMessage": {"boxes", "commitment"},
    "BoxView": {"announcement", "hand", "matches", "points", "qualifies"},
    "HandView": {"announcement", "hand", "points", "qualifies"},
    "View": {"fourth"},
}


def test_names_of_operations_are_plain():
    names = [operation["operationId"] for operation in OPERATIONS.values()]
    assert len({*names}) == len(names)
    assert [name for name in names if not re.fullmatch("[a-z]+(_[a-z]+)*", name)] == []
    assert OPERATIONS["POST /v1/guests"]["operationId"] == "come_in"
    assert OPERATIONS["GET /v1/rounds/{round}/text"]["operationId"] == "round_text"


def test_what_is_always_sent_is_required():
    optional = {
        name: {*schema["properties"]} - {*schema.get("required", ())}
        for name, schema in SCHEMAS.items()
        if "properties" in schema
    }
    assert {name: fields for name, fields in optional.items() if fields} == OPTIONAL


def test_every_429_says_when_to_ask_again():
    for operation in OPERATIONS.values():
        assert operation["responses"]["429"]["headers"]["Retry-After"]["required"]


def test_a_launch_is_answered_by_201_alone():
    answers = OPERATIONS["POST /v1/launches/{token}"]["responses"]
    assert [status for status in answers if status < "300"] == ["201"]


def test_pairs_have_their_length_in_words_that_generators_read():
    """A schema may be `false`, and the generators of today stop there."""

    def schemas(part):
        if isinstance(part, dict):
            yield part
            part = list(part.values())
        if isinstance(part, list):
            for inner in part:
                yield from schemas(inner)

    pairs = [part for part in schemas(DOCUMENT) if "prefixItems" in part]
    assert pairs
    for pair in pairs:
        assert pair["minItems"] == pair["maxItems"] == len(pair["prefixItems"])
        assert "items" not in pair


def test_the_page_names_what_is_outdated():
    page = (ROOT / "docs" / "compatibility.md").read_text("utf-8")
    outdated = {
        f"{name}.{field}"
        for name, schema in SCHEMAS.items()
        for field, shape in schema.get("properties", {}).items()
        if shape.get("deprecated")
    }
    assert {*re.findall(r"^\| `(\w+\.\w+)` \|", page, re.M)} == outdated


PROGRAM = """
import json
import sys
from client import Client
from client.api.default import come_in, house, lobby, me, odds, rounds, sit_down, table_document
from client.models import ErrorMessage, LobbyGame, OddsFigures, SitDown, TableMessage

with Client(sys.argv[1]) as asking:
    guest = come_in.sync(client=asking)
    assert me.sync(client=asking) == guest and guest.balance == 100_000
    assert house.sync(client=asking).symbol == "$"
    tiles = lobby.sync(client=asking).games
    assert len(tiles) == 5 and all(isinstance(tile, LobbyGame) for tile in tiles)
    for tile in tiles:
        figures = odds.sync(tile.fingerprint, client=asking, offer=tile.offer)
        assert isinstance(figures, OddsFigures) and figures.wagers[0].edge == tile.edge.per_cent
        document = table_document.sync(tile.fingerprint, client=asking)
        assert document.title == tile.title and document.wagers[0].rows[0].clauses
    seat = sit_down.sync(client=asking, body=SitDown(game=tiles[0].offer))
    assert seat.fingerprint == tiles[0].fingerprint
    assert rounds.sync(client=asking).rounds == []
    refused = sit_down.sync(client=asking, body=SitDown(game="chess"))
    assert isinstance(refused, ErrorMessage) and refused.error.code == "unknown/game"
    print(seat.table)
said = json.load(sys.stdin)
assert TableMessage.from_dict(said).to_dict() == said
"""


@pytest.mark.skipif(not GENERATOR.exists(), reason="`make test` brings the generator along")
def test_a_generated_client_asks_a_server(tmp_path, server):
    config = tmp_path / "config.json"  # Without hooks: nobody reads what is generated here.
    config.write_text(json.dumps({"post_hooks": []}))
    words = [
        "generate", "--path", FILE, "--config", config, "--output-path", tmp_path / "client",
        "--meta", "none", "--fail-on-warning",
    ]  # fmt: skip
    made = subprocess.run(
        [GENERATOR / "openapi-python-client", *words], capture_output=True, text=True, check=False
    )
    assert (made.returncode, made.stderr) == (0, ""), made.stdout
    with Client(server.address).sit("three-card-poker") as table:
        message = json.dumps(table.deal({"1": {"ante": 1_000}, "2": {"pair-plus": 500}}))
    ran = subprocess.run(
        [GENERATOR / "python", "-c", PROGRAM, server.address],
        cwd=tmp_path, input=message, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.fullmatch("[A-Z0-9]{8}\n", ran.stdout)
