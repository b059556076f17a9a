"""A server by a house file: what it offers, and what it does when the file changes."""

import re
import tomllib

import pytest

from pitboss.cli import run
from pitboss.house.settings.house_file import FILE, TABLE, read_house_file
from pitboss.house.settings.house_file import PRACTICE as PRACTICE_FILE
from pitboss.house.settings.house_settings import Terms
from tests.support.serving import ENTROPY, ROOT, Client, serving_process, wait_until

PAGE = (ROOT / "docs" / "house-file.md").read_text("utf-8")
EXAMPLE = re.search(r"```toml\n(.*?)```", PAGE, re.S)[1]


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(EXAMPLE, "utf-8")
    return file


def test_the_page_lists_every_entry():
    listed = {*re.findall(r"`([a-z-]+)`", PAGE)}
    jackpot = {"reset", "contribution", "fixed-pays", "envy", "shared"}
    assert {*FILE, *TABLE, *jackpot} <= listed
    assert len(Terms._fields) + 1 == len(jackpot)
    assert tomllib.loads(PRACTICE_FILE.read_text("utf-8"))["tables"]


def test_a_server_offers_what_its_file_says(tmp_path, file):
    with serving_process(tmp_path / "data", house=file) as process:
        client = Client(process.address)
        tables = [(game["table"], game["title"]) for game in client.get("/v1/lobby")["games"]]
        assert tables == [
            ("three-card-poker", "Three Card Poker"),
            ("poker-high", "Three Card Poker, high limit"),
        ]
        seats = [client.post("/v1/tables", {"game": key}) for key, _ in tables]
        assert seats[0]["table"] != seats[1]["table"]
        assert {seat["game"] for seat in seats} == {"three-card-poker"}
        with client.at(seats[1]["table"]) as table:
            assert table.now["meter"] == 1_000_000
            reply = table.say("stake", boxes={"1": {"ante": 500}})
            assert reply["answer"]["refused"]["code"] == "bet/increment"
            table.say("deal", boxes={"1": {"ante": 5_000}}, entropy=ENTROPY)
        refused = client.request("POST", "/v1/tables", {"game": "three-pictures"})
        assert (refused.status, refused.code) == (404, "unknown/game")


def test_money_is_shown_in_the_currency_of_the_house(tmp_path, file):
    file.write_text(EXAMPLE + '[currency]\ncode = "SGD"\nsymbol = "S$"\n', "utf-8")
    with serving_process(tmp_path / "data", house=file) as process:
        client = Client(process.address)
        facts = client.get("/v1/house")
        assert facts == {
            "name": "The Green Room", "currency": "SGD", "symbol": "S$",
            "chips": [500, 2_500, 10_000, 50_000], "grant": 100_000,
        }  # fmt: skip
        with client.sit("three-card-poker") as table:
            reply = table.say("stake", boxes={"1": {"ante": 50_000}, "2": {"ante": 50_000}})
            assert "S$" in reply["answer"]["refused"]["message"]


def test_a_changed_file_is_adopted_and_a_wrong_one_is_not(tmp_path, file):
    with serving_process(tmp_path / "data", house=file) as process:
        client = Client(process.address)

        def titles():
            return [game["title"] for game in client.get("/v1/lobby")["games"]]

        log = tmp_path / "data" / "server.log"
        file.write_text(EXAMPLE.replace("high limit", "for the brave"), "utf-8")
        wait_until(lambda: "the house file is adopted" in log.read_text("utf-8"))
        assert titles()[1] == "Three Card Poker, for the brave"
        file.write_text(EXAMPLE.replace("game =", "gmae ="), "utf-8")
        wait_until(lambda: "the house file is not adopted" in log.read_text("utf-8"))
        assert titles()[1] == "Three Card Poker, for the brave"


def test_a_server_does_not_open_by_a_file_with_mistakes(tmp_path, capsys):
    file = tmp_path / "house.toml"
    file.write_text("nmae = 'x'", "utf-8")
    words = ["serve", "--data", str(tmp_path / "data"), "--house", str(file)]
    assert run(words) == 2
    assert "did you mean name?" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()
    assert read_house_file(PRACTICE_FILE)
