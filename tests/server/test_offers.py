"""Documents and odds: there before the first guest, each with its own jackpot, never stale."""

from fractions import Fraction

import pytest

from pitboss.house.settings.cautions import cautions
from pitboss.house.settings.house_file import read_house_file
from tests.support.serving import Client, served, serving_process, wait_until
from tests.support.wire import conforms

TABLE = """
[[tables]]
key = "{key}"
game = "three-card-poker"
jackpot = "{key}"
"""
JACKPOT = """
[jackpots.{key}]
reset = "{reset}"
"""
PRICE, HANDS = 250, 22_100
# Of all hands, in cents: 1 + 3 + 44 + 52 + 720 win; an AKQ of spades takes the meter as well.
FIXED = 3 * 125_000 + 44 * 17_500 + 52 * 15_000 + 720 * 1_500
RESETS = {"low": 100_000, "high": 5_000_000}


def house_file(folder, **resets):
    file = folder / "house.toml"
    jackpots = "".join(JACKPOT.format(key=key, reset=reset) for key, reset in resets.items())
    file.write_text(jackpots + "".join(TABLE.format(key=key) for key in resets), "utf-8")
    return file


def wait_until_adopted(folder):
    log = folder / "data" / "server.log"
    wait_until(lambda: log.exists() and "the house file is adopted" in log.read_text("utf-8"))


def edge_at(meter):
    return f"{float((1 - Fraction(meter + FIXED, HANDS * PRICE)) * 100):.2f}"


def progressive_in(odds):
    (figures,) = [figures for figures in odds["wagers"] if figures["wagers"] == ["progressive"]]
    return figures


@pytest.fixture(scope="module")
def cities(tmp_path_factory):
    """A house with two offers of one game, alike but for what their jackpots begin with."""
    folder = tmp_path_factory.mktemp("cities")
    settings = read_house_file(house_file(folder, low="$1,000", high="$50,000"))
    with served(folder / "data", settings=settings) as server:
        yield server


@pytest.fixture
def visitor(cities):
    return Client(cities.address, conforms=conforms)


def test_documents_and_odds_are_there_before_anybody_sits_down(server):
    stranger = Client(server.address, comes_in=False, conforms=conforms)
    tiles = stranger.get("/v1/lobby")["games"]
    assert len(tiles) == 5
    for tile in tiles:
        fingerprint = tile["fingerprint"]
        assert stranger.get(f"/v1/documents/{fingerprint}")["game"] == tile["game"]
        odds = stranger.get(f"/v1/odds/{fingerprint}?offer={tile['offer']}")
        assert odds["wagers"][0]["edge"] == tile["edge"]["per_cent"]
        assert stranger.get(f"/v1/odds/{fingerprint}") == odds
    guest = Client(server.address, conforms=conforms)
    seats = [guest.post("/v1/tables", {"game": tile["offer"]}) for tile in tiles]
    assert [seat["fingerprint"] for seat in seats] == [tile["fingerprint"] for tile in tiles]


def test_each_offer_has_the_odds_of_its_own_jackpot(visitor):
    tiles = {tile["offer"]: tile for tile in visitor.get("/v1/lobby")["games"]}
    assert [tile["table"] for tile in tiles.values()] == list(tiles) == list(RESETS)
    assert tiles["low"]["fingerprint"] == tiles["high"]["fingerprint"]
    for offer, reset in RESETS.items():
        odds = visitor.get(f"/v1/odds/{tiles[offer]['fingerprint']}?offer={offer}")
        assert odds["reset"] == reset
        assert progressive_in(odds)["edge"] == edge_at(reset)
        assert f"at ${reset // 100:,}.00. Even at $25,200.00." in progressive_in(odds)["note"]


def test_each_offer_is_cautioned_by_its_own_jackpot(tmp_path):
    settings = read_house_file(house_file(tmp_path, low="$1,000", high="$50,000"))
    raised = {caution.table: caution for caution in cautions(settings)}
    assert {key: caution.kind for key, caution in raised.items()} == {
        "low": "low-return", "high": "player-edge",
    }  # fmt: skip


def test_without_an_offer_a_jackpot_that_may_be_either_is_empty(visitor):
    fingerprint = visitor.get("/v1/lobby")["games"][0]["fingerprint"]
    odds = visitor.get(f"/v1/odds/{fingerprint}")
    assert odds["reset"] == 0
    assert progressive_in(odds)["edge"] == edge_at(0)
    assert progressive_in(odds)["note"].endswith("with an empty meter. Even at $25,200.00.")


def test_a_table_says_which_offer_it_is_of(visitor):
    for offer in RESETS:
        seat = visitor.post("/v1/tables", {"game": offer})
        assert (seat["offer"], seat["game"]) == (offer, "three-card-poker")
        with visitor.at(seat["table"]) as table:
            assert table.now["offer"] == offer
            odds = visitor.get(f"/v1/odds/{table.now['fingerprint']}?offer={table.now['offer']}")
            assert odds["reset"] == table.now["meter"] == RESETS[offer]


def test_an_offer_that_is_not_there_is_named(visitor, guest):
    fingerprint = visitor.get("/v1/lobby")["games"][0]["fingerprint"]
    refused = visitor.request("GET", f"/v1/odds/{fingerprint}?offer=hihg")
    assert (refused.status, refused.code) == (404, "unknown/offer")
    assert "did you mean high?" in refused.json()["error"]["message"]
    poker = guest.get("/v1/lobby")["games"][3]["fingerprint"]
    refused = guest.request("GET", f"/v1/odds/{poker}?offer=three-pictures")
    assert (refused.status, refused.code) == (404, "unknown/offer")  # It is of another game.
    assert guest.request("GET", f"/v1/odds/{poker}?offer=A").status == 422


def test_another_reset_is_told_at_once_and_what_is_the_same_is_not_sent_again(tmp_path):
    file = house_file(tmp_path, low="$1,000")
    with serving_process(tmp_path / "data", house=file) as process:
        client = Client(process.address)
        tile = client.get("/v1/lobby")["games"][0]
        address = f"/v1/odds/{tile['fingerprint']}?offer=low"
        first = client.request("GET", address)
        tag = {"If-None-Match": first.headers["etag"]}
        assert client.request("GET", address, headers=tag).status == 304
        house_file(tmp_path, low="$2,000")
        wait_until_adopted(tmp_path)
        assert client.request("GET", address, headers=tag).status == 200
        assert client.get(address)["reset"] == 200_000
        assert client.get("/v1/lobby")["games"][0]["fingerprint"] == tile["fingerprint"]


def test_a_table_that_is_offered_no_more_has_no_reset(tmp_path):
    file = house_file(tmp_path, low="$1,000")
    with serving_process(tmp_path / "data", house=file) as process:
        client = Client(process.address)
        table = client.post("/v1/tables", {"game": "low"})
        address = f"/v1/odds/{table['fingerprint']}?offer=low"
        assert client.get(address)["reset"] == 100_000
        house_file(tmp_path, other="$2,000")
        wait_until_adopted(tmp_path)
        assert client.get(address)["reset"] == 0


@pytest.mark.parametrize("what", ["documents", "odds"])
def test_what_is_kept_is_asked_about_each_time(guest, what):
    fingerprint = guest.post("/v1/tables", {"game": "three-card-poker"})["fingerprint"]
    answer = guest.request("GET", f"/v1/{what}/{fingerprint}")
    assert answer.headers["cache-control"] == "no-cache"
    tag = answer.headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = guest.request("GET", f"/v1/{what}/{fingerprint}", headers={"If-None-Match": known})
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
    for other in ('"other"', tag[:-2] + '"', ""):
        again = guest.request("GET", f"/v1/{what}/{fingerprint}", headers={"If-None-Match": other})
        assert (again.status, again.body) == (200, answer.body)
    assert guest.request("GET", f"/v1/{what}/{'0' * 64}").code == "document/unknown"
