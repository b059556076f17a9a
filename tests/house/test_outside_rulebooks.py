"""A house that plays a game from outside is opened, checked and read with its very rulebook."""

import json
import shutil

import pytest

from pitboss.cli import run
from pitboss.errors import NoHouse
from pitboss.house.checks.table_check import Counts
from pitboss.house.checks.verify import verify
from pitboss.house.people.person import hash_of_token
from pitboss.house.settings.house_file import PRACTICE, BadHouseFile, read_house_file
from pitboss.house.tables.practice import Deal
from tests.support.houses import ENTROPY, Guest, events_in, findings, opened
from tests.support.outside import WAR_THREE, changed_example, known_games

FILE = """
[[tables]]
key = "war"
title = "War after dark"
game = "war-three"
readings = { tie = "lost" }
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The folder of a house in which one round was played, and bets lie for another."""
    folder = tmp_path_factory.mktemp("house")
    with (
        known_games(WAR_THREE) as games,
        opened(folder, settings=read_house_file(PRACTICE, games)) as house,
    ):
        guest = Guest(house, "war-three")
        guest.deal({1: {"war": 1_000}})
        guest.stake({2: {"war": 500, "red-alert": 100}})
    return folder


@pytest.fixture
def folder(played, tmp_path):
    return shutil.copytree(played, tmp_path / "house")


def settings():
    return read_house_file(PRACTICE, ["war-three"])


def says(folder, **named):
    with pytest.raises(NoHouse) as refused:
        opened(folder, **named)
    assert refused.value.code == "house/rulebook"
    return refused.value.message


def test_every_opening_journals_the_rulebooks_from_outside(folder):
    with known_games(WAR_THREE), opened(folder, settings=settings()) as house:
        kinds = [event for event in events_in(house, "house") if "Opened" in type(event).__name__]
        first, second = (event.rulebooks for event in kinds)
    assert first == second
    assert [*first] == ["war-three"]
    assert len(first["war-three"]) == 64


def test_a_house_of_our_own_games_names_none(tmp_path):
    with known_games(), opened(tmp_path) as house:
        (event,) = [e for e in events_in(house, "house") if type(e).__name__ == "HouseOpened"]
        assert event.rulebooks == {}


def test_what_is_open_goes_on_and_is_settled_again(folder):
    with known_games(WAR_THREE):
        with opened(folder, settings=settings()) as house:
            person = house.person_with(hash_of_token("one")).id
            table = house.sit(person, "war-three").result(30).table
            assert house.look(person, table).result(30).standing.table.round.phase == "betting"
            reply = house.ask(person, table, "again", Deal(ENTROPY)).result(30)
            assert reply.standing.table.round.phase == "settled"
        counts = Counts()
        assert [*verify(folder, counts)] == []
        assert (counts.rounds, counts.rounds_not_settled_again) == (2, 0)


def test_a_house_is_not_opened_without_its_rulebook(folder):
    with known_games():
        assert says(folder) == (
            f"The house in {folder} plays war-three, whose rulebook is from outside: name its file "
            "with --rulebook."
        )
        with pytest.raises(NoHouse) as refused:
            findings(folder)
        assert refused.value.code == "house/rulebook"


def test_commands_about_it_ask_for_the_file(folder, refused, told, told_json, capsys):
    with known_games():
        for words in (["serve"], ["verify"], ["rounds"], ["report"]):
            assert refused(*words, "--data", str(folder)).endswith("with --rulebook.")
    data = ("--data", str(folder), "--rulebook", str(WAR_THREE))
    with known_games():
        assert told_json("verify", *data)["ok"]
        assert "10.00" in told("rounds", *data, "--game", "war-three")
        assert "War Three" in told("report", *data, "--game", "war-three")
        (table, *_) = told_json("rounds", *data)["rounds"]
        run(["bank", "fill", table["table"], "100.00", *data, "--json"])
        assert json.loads(capsys.readouterr().out)["moved"] == 10_000


@pytest.mark.parametrize(
    ("old", "new"), [("", ""), ('"4 to 5"', '"9 to 5"')], ids=["bytes", "pays"]
)
def test_a_house_is_not_opened_with_another_rulebook(folder, tmp_path, old, new):
    with known_games(changed_example(tmp_path / "war", old, new)):
        message = says(folder, settings=settings())
        assert message.startswith(
            f"The rulebook of war-three is not the one that the house in {folder}"
        )
        assert message.endswith("bring that file back, or give the changed game a key of its own.")
        (first, *_), _ = findings(folder)
        assert first.where == "The rulebook of war-three"
        assert first.says.startswith("It is not the one that the house was opened with")
    with known_games(WAR_THREE):  # Nothing was changed by that.
        assert findings(folder)[0] == []
        opened(folder, settings=settings()).close()


def test_a_game_that_was_never_offered_binds_nobody(tmp_path):
    with known_games(WAR_THREE):
        opened(tmp_path).close()
    with known_games():
        opened(tmp_path).close()


def test_a_house_file_names_the_game(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(FILE, "utf-8")
    with known_games(WAR_THREE):
        offer = read_house_file(file).offers["war"]
        assert offer.setup.rules.readings["tie"] == "lost"
    with known_games(), pytest.raises(BadHouseFile) as refused:
        read_house_file(file)
    assert "A game of your own needs --rulebook." in refused.value.message


def test_the_practice_house_offers_it_on_its_own_terms():
    with known_games(WAR_THREE):
        offer = settings().offers["war-three"]
        ours = settings().offers["three-pictures"]
    assert offer.setup.boxes == ours.setup.boxes == 3
    assert offer.setup.limits["war"] == ours.setup.limits["initial"]
    assert offer.setup.limits["red-alert"] == ours.setup.limits["tie"]


def test_check_takes_the_file(told_json, tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(FILE, "utf-8")
    with known_games():
        assert told_json("check", "--house", str(file), "--rulebook", str(WAR_THREE))["ok"]
        assert told_json("check", "--rulebook", str(WAR_THREE))["ok"]


def test_bots_play_it_for_a_day(told_json, tmp_path):
    data = ("--data", str(tmp_path / "demo"))
    words = ("--days", "1", "--tables", "1", "--rulebook", str(WAR_THREE))
    with known_games():
        assert told_json("house", "simulate", *words, *data)["ok"]
        listed = told_json("rounds", *data, "--game", "war-three", "--rulebook", str(WAR_THREE))
    assert len(listed["rounds"]) == 20  # As many as are listed at most.
