"""The protocol as a program uses it: real games at a real server, held against its document."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from jsonschema import ValidationError

from pitboss.cards.deck import number
from pitboss.house.checks.table_check import Counts
from pitboss.house.checks.verify import verify as verify_house
from pitboss.house.tables.shuffle import ShuffleFacts, check
from pitboss.library import settle_box
from pitboss.notation.record import run
from pitboss.notation.text import read
from pitboss.rulebooks import RULEBOOKS
from pitboss.table.settlement import Settler
from scripts import openapi
from tests.games import PLAIN
from tests.plain import settle_plainly
from tests.support.houses import GRANT, settings_of
from tests.support.serving import Client, served, serving_process
from tests.support.wire import conforms

ROOT = Path(__file__).parents[2]
GAMES = list(RULEBOOKS)
DECIDED = ["three-card-poker", "three-card-prime"]
HOUR = 3_600_000_000  # Microseconds.


def main_bet(game, amount=500):
    return {RULEBOOKS[game].main[0]: amount}


def every_bet(table, box):
    """The least on every wager that may be bet on this box."""
    bets = [bet for bet in table.now["allowed"]["bets"] if bet["box"] == box]
    return {bet["wager"]: bet["ranges"][0][0] for bet in bets}


def plain_nets(game, view, jackpot):
    """What each bet comes to, by the plain settlement: {(box, wager): net}."""
    rules = settings_of(game).rules
    settle = settle_plainly(PLAIN[game])
    nets = {}
    for box in view["boxes"]:
        (stakes,) = box["bets"].values()
        follows = {"play": stakes["ante"]} if box["played"] and "ante" in stakes else {}
        deal = SimpleNamespace(
            player=box["cards"].split(),
            dealer=view["dealer"]["cards"].split(),
            fourth=(view.get("fourth") or {}).get("cards"),
            folded=box["played"] is False,
            readings=rules.readings,
            paytables=rules.paytables,
            stakes={**follows, **stakes},
            jackpot=jackpot,
        )
        settled = settle(deal)
        nets |= {(box["box"], wager): net for wager, (_, net) in settled.items() if net}
    return nets


def paid(view):
    return {(line["box"], line["wager"]): line["net"] for line in view["payments"] if line["net"]}


# Playing


@pytest.mark.parametrize("boxes", [1, 2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_settlement(guest, game, boxes):
    with guest.sit(game) as table:
        assert table.now["events"] == []
        assert table.now["commands"] == ["stake"]
        before, meter = table.now["balance"], table.now["meter"]
        chosen = [2, 1, 3][:boxes]
        stakes = {str(box): every_bet(table, box) for box in chosen}
        staked = table.ask("stake", boxes=stakes)
        total = sum(sum(wagers.values()) for wagers in stakes.values())
        assert staked["balance"] == before - total
        assert staked["commands"] == ["stake", "deal"]
        table.ask("deal", entropy="ab" * 32)
        ended = table.finish()
        view = ended["view"]
        assert view["phase"] == "settled"
        assert "??" not in view["dealer"]["cards"]
        assert [box["box"] for box in view["boxes"]] == sorted(chosen)
        assert ended["balance"] - before == sum(paid(view).values()) == view["mine"]["net"]
        assert ended["session"]["net"] == view["mine"]["net"]
        expected = plain_nets(game, view, meter)
        assert paid(view) == expected
        assert all(line["clauses"] or line["policies"] for line in view["payments"])


@pytest.mark.parametrize("game", DECIDED)
def test_a_hand_waits_for_its_decision(guest, game):
    with guest.sit(game) as table:
        dealt = table.deal({"2": main_bet(game)})
        assert dealt["commands"] == ["play", "fold"]
        assert dealt["view"]["dealer"]["cards"] == "?? ?? ??"
        (hand,) = dealt["allowed"]["hands"]
        assert hand["box"] == 2
        assert {"Play", "Fold"} <= {*hand["commands"]}
        assert hand["stake"] == 500
        assert table.refusal("deal", entropy="00" * 32)["code"].startswith("round/")
        assert table.refusal("play", box=1)["code"].startswith("unknown/")
        assert table.now["view"] == dealt["view"]


def test_tables_that_wait_are_listed(guest):
    def waiting():
        told = guest.get("/v1/tables")["tables"]
        return [(table["offer"], table["staked"], table["decides"]) for table in told]

    table = guest.sit("three-card-poker")
    assert waiting() == []
    table.ask("stake", boxes={"2": {"ante": 500}})
    assert waiting() == [("three-card-poker", 500, False)]
    table.deal({"2": {"ante": 500}})
    assert waiting() == [("three-card-poker", 500, True)]
    assert guest.get("/v1/tables")["tables"][0]["table"] == table.now["table"]
    table.finish()
    assert waiting() == []
    assert Client(guest.address, comes_in=False).request("GET", "/v1/tables").status == 401


def test_a_fold_loses_the_ante_and_keeps_pair_plus(guest):
    with guest.sit("three-card-poker") as table:
        before = table.now["balance"]
        table.deal({"2": {"ante": 1_000, "pair-plus": 500}})
        ended = table.finish("fold")
        nets = {line["wager"]: line["net"] for line in ended["view"]["payments"]}
        assert nets["ante"] == -1_000
        assert "play" not in nets
        assert nets["pair-plus"] == paid(ended["view"])[2, "pair-plus"]
        assert paid(ended["view"]) == plain_nets("three-card-poker", ended["view"], 0)
        assert ended["balance"] - before == sum(nets.values())


def test_pair_plus_alone_needs_no_decision(guest):
    with guest.sit("three-card-poker") as table:
        ended = table.deal({"2": {"pair-plus": 500}})
        assert ended["view"]["phase"] == "settled"
        assert [line["wager"] for line in ended["view"]["payments"]] == ["pair-plus"]
        assert paid(ended["view"]) == plain_nets("three-card-poker", ended["view"], 0)


def test_stakes_are_totals_and_what_is_not_named_is_taken_back(guest):
    with guest.sit("three-pictures") as table:
        table.ask("stake", boxes={"1": {"initial": 500}, "2": {"initial": 1_000, "tie": 100}})
        table.ask("stake", boxes={"2": {"initial": 1_500}})
        (box,) = [box for box in table.now["view"]["boxes"] if box["bets"]]
        assert list(box["bets"].values()) == [{"initial": 1_500}]
        assert table.now["balance"] == GRANT - 1_500
        table.ask("stake", boxes={})
        assert table.now["balance"] == GRANT


@pytest.mark.parametrize(
    ("boxes", "code"),
    [
        ({"2": {"initial": 501}}, "bet/increment"),
        ({"2": {"initial": 50_500}}, "rule/over-maximum"),
        ({"2": {"tie": 100}}, "rule/orphan-side-bet"),
        ({"2": {"ante": 500}}, "unknown/wager"),
        ({"9": {"initial": 500}}, "unknown/box"),
        ({"1": {"initial": 50_000}, "2": {"initial": 50_000}, "3": {"initial": 500}},
         "money/balance"),
    ],
)  # fmt: skip
def test_stakes_are_all_or_nothing(guest, boxes, code):
    with guest.sit("three-pictures") as table:
        kept = table.ask("stake", boxes={"1": {"initial": 500}})
        refused = table.say("stake", boxes={"3": {"initial": 500}, **boxes})
        assert refused["answer"]["refused"]["code"] == code
        assert refused["view"] == kept["view"]
        assert refused["balance"] == kept["balance"]
        assert refused["events"] == []


def test_an_ante_without_money_to_play_is_refused(guest):
    with guest.sit("three-card-poker") as table:
        boxes = {"1": {"ante": 50_000}, "2": {"ante": 500}}
        assert table.refusal("stake", boxes=boxes)["code"] == "money/play-not-covered"


def test_what_is_allowed_is_carried_out_and_the_next_step_is_not(guest):
    """The bounds for a guest without much money are exact."""
    with guest.sit("three-card-poker") as table:
        table.ask("stake", boxes={"2": {"ante": 45_000}})
        bets = {(bet["box"], bet["wager"]): bet for bet in table.now["allowed"]["bets"]}
        for wager, key in ((3, "pair-plus"), (3, "ante")):
            bet = bets[wager, key]
            most = bet["ranges"][-1][1]
            others = {"2": {"ante": 45_000}}
            more = {**others, "3": {key: most + bet["step"]}}
            assert table.refusal("stake", boxes=more)["code"].startswith(("money/", "rule/over"))
            table.ask("stake", boxes={**others, "3": {key: most}})


# Ids


def test_a_command_that_is_repeated_gets_its_first_answer(guest):
    with guest.sit("three-card-poker") as table:
        first = table.ask("stake", id="once", boxes={"2": {"ante": 500}})
        again = table.ask("stake", id="once", boxes={"2": {"ante": 500}})
        assert again["sequence"] == first["sequence"]
        assert again["events"] == []
        assert {**again, "events": first["events"]} == first
        assert table.refusal("play", id="early", box=2)["code"] == "round/order"
        table.ask("deal", entropy="cd" * 32)
        # Now it could be carried out; its first answer stands.
        repeated = table.say("play", id="early", box=2)
        assert repeated["answer"]["refused"]["code"] == "round/order"
        assert repeated["view"]["phase"] == "examining"


def test_an_id_is_used_once(guest):
    with guest.sit("three-card-poker") as table:
        before = table.ask("stake", id="once", boxes={"2": {"ante": 500}})
        other = table.say("stake", id="once", boxes={"2": {"ante": 1_000}})
        assert other["answer"]["refused"]["code"] == "command/id-used"
        assert table.refusal("deal", id="once", entropy="cd" * 32)["code"] == "command/id-used"
        assert table.now["view"] == before["view"]
        assert table.now["sequence"] == before["sequence"]


def test_ids_are_anybodys_own_at_a_table_of_their_own(server, guest):
    other = Client(server.address)
    with (
        guest.sit("three-pictures") as mine,
        guest.sit("three-card-prime") as elsewhere,
        other.sit("three-pictures") as theirs,
    ):
        for table, bet in ((mine, "initial"), (theirs, "initial"), (elsewhere, "ante")):
            assert table.ask("stake", id="same", boxes={"2": {bet: 500}})["events"]


# Connections


def test_a_second_socket_sees_what_happens(guest):
    with guest.sit("three-card-poker") as table, guest.at(table.now["table"]) as second:
        assert second.now["view"] == table.now["view"]
        for command, more in (
            ("deal", {"boxes": {"2": {"ante": 500}}, "entropy": "ee" * 32}),
            ("fold", {"box": 2}),
        ):
            said = table.ask(command, **more)
            heard = second.hear()
            assert heard["answer"] is None
            assert heard["events"]
            assert {**heard, "answer": said["answer"]} == said


def test_a_socket_that_opens_while_much_happens_misses_nothing(guest):
    """From its first message on, no sequence is left out."""
    commands = 25
    with guest.sit("three-pictures") as table:
        for burst in range(12):
            for count in range(commands):
                boxes = {"2": {"initial": 500 + 500 * (count % 2)}}
                table.send({"id": f"{burst}-{count}", "command": "stake", "boxes": boxes})
            with guest.at(table.now["table"]) as opened:
                last = [table.hear() for _ in range(commands)][-1]["sequence"]
                heard = [opened.now["sequence"]]
                while heard[-1] < last:
                    heard.append(opened.hear(timeout=5)["sequence"])
                assert all(after - before <= 1 for before, after in pairwise(heard))


def test_a_refusal_is_told_only_to_whoever_asked(guest):
    with guest.sit("three-card-poker") as table, guest.at(table.now["table"]) as second:
        table.refusal("play", box=2)
        table.ask("stake", boxes={"2": {"ante": 500}})
        assert second.hear()["events"][0]["event"] == "BetsOpened"
        assert len(second.frames) == 2


def test_whoever_comes_back_finds_the_table_as_it_was(guest):
    with guest.sit("three-card-prime") as table:
        left = table.deal({"2": {"ante": 500}, "3": {"ante": 500}})
        id = table.now["table"]
    with guest.at(id) as table:
        assert table.now == {**left, "answer": None, "events": []}
        assert table.finish()["view"]["phase"] == "settled"


def test_a_restarted_server_goes_on_with_the_same_cards(tmp_path):
    with served(tmp_path) as server:
        guest = Client(server.address)
        with guest.sit("three-card-poker") as table:
            table.ask("stake", id="bets", boxes={"2": {"ante": 500, "pair-plus": 100}})
            left = table.ask("deal", id="deal", entropy="77" * 32)
    with served(tmp_path) as server:
        guest.address = server.address
        with guest.at(left["table"]) as table:
            assert table.now == {**left, "answer": None, "events": []}
            again = table.ask("deal", id="deal", entropy="77" * 32)
            assert again["sequence"] == left["sequence"]
            ended = table.finish()
            assert ended["view"]["boxes"][0]["cards"] == left["view"]["boxes"][0]["cards"]
            assert ended["view"]["phase"] == "settled"


def test_a_killed_server_loses_nothing_that_was_answered(tmp_path):
    """SIGKILL in the middle of a hand; the same command is repeated at the next server."""
    with serving_process(tmp_path) as process:
        guest = Client(process.address)
        table = guest.sit("three-card-poker")
        left = table.ask("deal", "deal", boxes={"2": {"ante": 500}}, entropy="88" * 32)
        process.kill()
        table.connection.close()
    with serving_process(tmp_path) as process:
        guest.address = process.address
        with guest.at(left["table"]) as table:
            assert table.now == {**left, "answer": None, "events": []}
            again = table.ask("deal", "deal", boxes={"2": {"ante": 500}}, entropy="88" * 32)
            assert again["sequence"] == left["sequence"]
            assert table.ask("play", box=2)["view"]["phase"] == "settled"
            replay = guest.get(f"/v1/rounds/{left['round']}")
            verify(replay, left["shuffle"])
        assert "No hand waits for a player. Ledger balanced." in process.stop()
    assert list(verify_house(tmp_path, Counts())) == []


# Fairness


def verify(replay, promised):
    """The shuffle is the one that was promised before the deal, and made the cards that lay."""
    facts = ShuffleFacts(*(replay["shuffle"][field] for field in ShuffleFacts._fields))
    assert promised == {"round": facts.round, "commitment": facts.commitment}
    cards = {at: number(name) for at, name in enumerate(replay["dealt"]) if name != "??"}
    check(facts, cards)
    return cards


@pytest.mark.parametrize("game", GAMES)
def test_the_commitment_comes_before_the_deal_and_holds(guest, game):
    with guest.sit(game) as table:
        for _ in range(2):
            promised = table.now["shuffle"]
            entropy = "99" * 32
            table.deal({"2": main_bet(game)}, entropy)
            ended = table.finish()
            assert ended["shuffle"]["round"] == promised["round"] + 1
            assert ended["shuffle"]["commitment"] != promised["commitment"]
            replay = guest.get(f"/v1/rounds/{ended['round']}")
            assert replay["shuffle"]["entropy"] == entropy
            cards = verify(replay, promised)
            shown = ended["view"]["boxes"][0]["cards"] + " " + ended["view"]["dealer"]["cards"]
            assert {number(name) for name in shown.split()} <= {*cards.values()}


def test_a_deal_for_another_commitment_is_refused_and_the_proof_counts_refused_deals(guest):
    with guest.sit("three-pictures") as table:
        bets, promised = {"2": main_bet("three-pictures")}, table.now["shuffle"]["commitment"]
        stale = {"boxes": bets, "entropy": "88" * 32, "commitment": "0" * 64}
        assert table.refusal("deal", **stale)["code"] == "shuffle/renewed"
        assert (table.now["view"]["phase"], table.now["shuffle"]["commitment"]) == (
            "idle",
            promised,
        )
        deal = {"entropy": "99" * 32, "commitment": promised}
        for _ in range(2):
            refusal = table.refusal("deal", boxes={"2": {"no-wager": 500}}, **deal)
        ended = table.ask("deal", boxes=bets, **deal)
        proof = guest.get(f"/v1/rounds/{ended['round']}")["shuffle"]
        assert (proof["commitment"], proof["entropy"]) == (promised, deal["entropy"])
        assert proof["refused"] == [{**deal, "code": refusal["code"], "times": 2}]
        assert proof["withdrawn"] == []
        text = guest.request("GET", f"/v1/rounds/{ended['round']}/text").body.decode()
        assert f"# refused 2 x {refusal['code']}\n# with entropy {deal['entropy']}\n" in text


def test_the_seed_is_not_told_before_the_end(guest):
    with guest.sit("three-card-poker") as table:
        dealt = table.deal({"2": {"ante": 500}})
        assert guest.request("GET", f"/v1/rounds/{dealt['round']}").status == 404
        assert guest.request("GET", f"/v1/rounds/{dealt['round']}/text").status == 404
        table.finish()
        seed = guest.get(f"/v1/rounds/{dealt['round']}")["shuffle"]["seed"]
        assert seed in table.frames[-1]
        assert not any(seed in frame for frame in table.frames[:-1])
        assert not any("sealed" in frame for frame in table.frames)


# History


@pytest.mark.parametrize("limit", [1, 2, 3, 50])
def test_history_pages_list_every_round_once_the_latest_first(guest, limit):
    played = []
    with guest.sit("three-card-poker") as poker, guest.sit("three-pictures") as pictures:
        for _ in range(2):
            poker.ask("stake", boxes={"2": {"ante": 500}})
            pictures.ask("stake", boxes={"2": {"initial": 500}})
            poker.ask("deal", entropy="11" * 32)
            pictures.refusal("play", box=1)
            pictures.ask("deal", entropy="22" * 32)
            played += [pictures.now["round"], poker.finish()["round"]]
        poker.ask("stake", boxes={"2": {"ante": 500}})  # Not over: not listed.
    listed, more = [], None
    for _ in range(12):
        before = f"&before={more}" if more else ""
        page = guest.get(f"/v1/rounds?limit={limit}{before}")
        assert len(page["rounds"]) <= limit
        listed += [round["round"] for round in page["rounds"]]
        more = page["more"]
        if more is None:
            break
    assert listed == played[::-1]


def test_a_round_in_the_history_is_the_round_that_was_played(guest):
    with guest.sit("three-card-prime") as table:
        table.ask("stake", boxes={"1": {"ante": 500}})
        table.deal({"2": {"ante": 500, "prime": 100}, "3": {"ante": 1_000}})
        ended = table.finish()
    (listed,) = guest.get("/v1/rounds")["rounds"]
    view = ended["view"]
    assert (listed["round"], listed["net"]) == (ended["round"], view["mine"]["net"])
    assert listed["dealer"] == view["dealer"]["cards"]
    assert [hand["cards"] for hand in listed["hands"]] == [box["cards"] for box in view["boxes"]]
    assert sum(hand["net"] for hand in listed["hands"]) == listed["net"]
    replay = guest.get(f"/v1/rounds/{ended['round']}")
    assert [step["command"]["command"] for step in replay["steps"]] == [
        "stake", "deal", "play", "play",
    ]  # fmt: skip
    assert replay["steps"][-1]["view"] == view
    assert replay["head"] == ended["head"]
    told = [event for frame in table.frames for event in json.loads(frame)["events"]]
    assert [event for step in replay["steps"] for event in step["events"]] == told


@pytest.mark.parametrize("game", GAMES)
def test_the_text_of_a_round_settles_to_the_same_payments(guest, game, tmp_path, told):
    with guest.sit(game) as table:
        table.ask("stake", boxes={"3": every_bet(table, 3), "2": every_bet(table, 2)})
        table.ask("stake", boxes={"2": {**every_bet(table, 2), **main_bet(game, 1_500)}})
        table.ask("deal", entropy="33" * 32)
        ended = table.finish()
    answer = guest.request("GET", f"/v1/rounds/{ended['round']}/text")
    assert answer.headers["content-disposition"].endswith(f'"{ended["round"]}.txt"')
    *_, last = run(read(answer.body.decode()))
    payments = {
        (payment.box, payment.wager): payment.net
        for payment in last.after.round.payments
        if payment.net
    }
    assert payments == paid(ended["view"])
    file = tmp_path / "round.txt"
    file.write_bytes(answer.body)
    assert "??" not in told("replay", str(file))


# Money and time


def test_a_guest_who_has_lost_everything_is_granted_more_once(guest):
    assert guest.request("POST", "/v1/guests/me/grants", {"id": "early"}).code == "money/not-due"
    with guest.sit("three-card-poker") as table:
        while table.now["balance"] >= 1_000:
            half = table.now["balance"] // 2
            table.deal({"2": {"ante": min(50_000, half - half % 500)}})
            table.finish("fold")
        poor, net = table.now["balance"], table.now["session"]["net"]
        assert net == poor - GRANT
        for _ in range(2):
            assert guest.post("/v1/guests/me/grants", {"id": "one"}) == {"balance": GRANT}
        told = table.hear()
        assert told["balance"] == GRANT
        assert told["session"]["net"] == net
        assert guest.get("/v1/guests/me")["balance"] == GRANT
        refused = guest.request("POST", "/v1/guests/me/grants", {"id": "two"})
        assert (refused.status, refused.code) == (409, "money/not-due")


def test_money_on_the_table_is_no_reason_for_a_grant(guest):
    with guest.sit("three-pictures") as table:
        table.ask("stake", boxes={"1": {"initial": 50_000}, "2": {"initial": 50_000}})
        assert table.now["balance"] == 0
        assert guest.request("POST", "/v1/guests/me/grants", {"id": "x"}).code == "money/not-due"


def test_a_session_ends_after_an_hour_away(tmp_path):
    now = [HOUR]
    with served(tmp_path, clock=lambda: now[0]) as server:
        guest = Client(server.address, conforms=conforms)
        with guest.sit("three-card-poker") as table:
            assert table.now["session"] == {"began": HOUR // 1_000, "net": 0}
            table.deal({"2": {"ante": 500}})
            table.finish("fold")
            now[0] += HOUR
            stayed = table.refusal("play", box=2) and table.now
            assert stayed["session"] == {"began": HOUR // 1_000, "net": -500}
            now[0] += HOUR + 60_000_000
            table.refusal("play", box=2)
            assert table.now["session"] == {"began": now[0] // 1_000, "net": 0}


def test_a_guest_who_comes_again_is_the_same(guest):
    assert guest.post("/v1/guests") == guest.guest == guest.get("/v1/guests/me")
    first = guest.post("/v1/tables", {"game": "three-pictures"})
    assert guest.post("/v1/tables", {"game": "three-pictures"}) == first


# The document and the example


def test_the_published_document_is_the_servers_own(guest):
    assert openapi.text() == openapi.FILE.read_text("utf-8")
    for path in ("/openapi.json", "/v1/openapi.json"):
        assert guest.request("GET", path).json() == json.loads(openapi.text())


def test_a_message_that_does_not_conform_is_noticed(guest):
    with guest.sit("three-pictures") as table:
        for wrong in ({"balance": "1"}, {"extra": 1}, {"events": [{"event": "Nothing"}]}):
            with pytest.raises(ValidationError):
                conforms("TableMessage", {**table.now, **wrong})


CLIENT = ROOT / "examples" / "client.py"


def ran_client(*words):
    return subprocess.run(
        [sys.executable, str(CLIENT), *words], capture_output=True, text=True, check=False
    )


def test_the_example_plays_every_game(server):
    assert len(CLIENT.read_text("utf-8").splitlines()) < 100
    ran = ran_client(server.address)
    assert (ran.returncode, ran.stderr) == (0, "")
    receipts = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [receipt["game"] for receipt in receipts] == GAMES
    assert receipts[-1]["balance"] == GRANT + sum(receipt["net"] for receipt in receipts)


@pytest.mark.parametrize("game", GAMES)
def test_the_example_prints_the_receipt_of_a_round(server, game):
    """Its lines are those that the rules in force settle the same cards to."""
    ran = ran_client(server.address, game)
    assert (ran.returncode, ran.stderr) == (0, "")
    receipt = json.loads(ran.stdout)
    rules = settings_of(game).rules
    placed = dict.fromkeys(rules.rulebook.main[:1], 500)
    hands = receipt["player"], receipt["dealer"]
    settled = settle_box(Settler(rules), *hands, placed, receipt.get("fourth")).as_json()
    due = [{key: line[key] for key in receipt["lines"][0]} for line in settled["lines"]]
    assert receipt["lines"] == due
    assert settled["lines"][0].keys() - receipt["lines"][0].keys() == {"definitions"}
    assert receipt["net"] == settled["net"] == receipt["balance"] - GRANT


def test_the_example_says_in_a_sentence_what_there_is_not(server):
    ran = ran_client(server.address, "poker")
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1
    assert "There is no game 'poker'" in ran.stderr
