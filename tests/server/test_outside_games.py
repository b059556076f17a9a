"""A game from outside in a house: offered, played, journalled, recovered and verified."""

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from types import SimpleNamespace

from tests.support.outside import EXAMPLE, WAR_THREE
from tests.support.serving import ENTROPY, ROOT, Client, serving_process
from tests.support.wire import conforms

WITH = ("--rulebook", str(WAR_THREE))


def plain_settle():
    """The game's second settlement, which shares no code with ours."""
    spec = spec_from_file_location("plain_war", EXAMPLE / "tests" / "plain_war_three.py")
    plain = module_from_spec(spec)
    spec.loader.exec_module(plain)
    return plain.settle


def pitboss(*words):
    """A command in a process of its own, which knows no other games."""
    program = "from pitboss.cli import main\nmain()"
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, words)],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip


def nets(view):
    settled, settle = {}, plain_settle()
    for box in view["boxes"]:
        (stakes,) = box["bets"].values()
        deal = SimpleNamespace(
            player=box["cards"].split(), dealer=view["dealer"]["cards"].split(),
            stakes=stakes, readings={"tie": "returned"},
        )  # fmt: skip
        for wager, (_, net) in settle(deal).items():
            if wager in stakes:
                settled[box["box"], wager] = net
    return settled


def paid(view):
    return {(line["box"], line["wager"]): line["net"] for line in view["payments"]}


BETS = {"1": {"war": 1_000, "red-alert": 500}, "3": {"war": 2_500}}


def test_a_game_is_played_killed_recovered_and_verified(tmp_path):
    data = tmp_path / "data"
    with serving_process(data, words=WITH) as process:
        guest = Client(process.address, conforms=conforms)
        tiles = {tile["game"]: tile for tile in guest.get("/v1/lobby")["games"]}
        assert len(tiles) == 6
        tile = tiles["war-three"]
        assert (tile["offer"], tile["title"]) == ("war-three", "War Three")
        assert tile["line"] == "Three cards against the dealer's three. The highest card wins."
        document = guest.get(f"/v1/documents/{tile['fingerprint']}")
        assert [wager["title"] for wager in document["wagers"]] == ["War bet", "Red Alert"]
        assert document["wagers"][0]["limit"] == {"minimum": 500, "maximum": 50_000, "step": 500}
        odds = guest.get(f"/v1/odds/{tile['fingerprint']}?offer=war-three")
        assert odds["wagers"][0]["edge"] == tile["edge"]["per_cent"]
        assert "4.2" in guest.get("/v1/clauses/war-three")["clauses"]
        with guest.sit("war-three") as table:
            view = table.deal(BETS)["view"]
            assert view["phase"] == "settled"
            assert paid(view) == nets(view)
            balance = table.now["balance"]
            assert balance == 100_000 + sum(nets(view).values())
            table.ask("stake", boxes=BETS)
            round, seat = table.now["round"], table.now["table"]
        process.kill()
    with serving_process(data, words=WITH) as process:
        guest.address = process.address
        with guest.at(seat) as table:
            assert (table.now["round"], table.now["balance"]) == (round, balance - 4_000)
            view = table.ask("deal", entropy=ENTROPY)["view"]
            assert view["phase"] == "settled"
            assert paid(view) == nets(view)
        replay = guest.get(f"/v1/rounds/{round}")
        assert replay["steps"][-1]["view"]["payments"] == view["payments"]
        process.stop()
    verified = pitboss("verify", "--data", data, *WITH, "--json")
    found = json.loads(verified.stdout)
    assert (verified.returncode, found["problems"]) == (0, [])
    assert found["rounds"] == 2
    assert found["checked"]["rounds_not_settled_again"] == 0
