"""The operators' door: signed commands on a port of its own, and nobody else's."""

import json
import re
import socket
import stat
import time
import uuid

import pytest
import sqlalchemy as sa

from pitboss.cli import run
from pitboss.house import House
from pitboss.house.keys.operator_key import OPERATOR, load_operator_key
from pitboss.house.rounds.archive import reading
from pitboss.house.storage.schema import JOURNAL
from pitboss.house.wallets.wallet_signature import sign
from pitboss.server import serve
from pitboss.server.operator_door import ALLOWED, PATH
from tests.support.houses import Guest
from tests.support.pages import blocks
from tests.support.serving import ROOT, Client, serving_process


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def tables(folder):
    """Two: one whose bank nothing else is done with."""
    with House(folder) as house:
        return [Guest(house, "three-pictures", token).table for token in ("a", "b")]


@pytest.fixture(scope="module")
def table(tables):
    return tables[0]


@pytest.fixture(scope="module")
def server(folder, table):
    with serving_process(folder) as process:
        yield process


@pytest.fixture(scope="module")
def key(server, folder):
    return load_operator_key(folder)


@pytest.fixture(scope="module")
def door(key):
    return Client(f"http://{key.authority}", comes_in=False)


@pytest.fixture
def fill(table):
    return {"command": "fill", "id": str(uuid.uuid4()), "by": "ann", "table": table, "amount": 5}


def ask(door, key, asked, path=PATH, at=0, **headers):
    """The answer, once what other tests have asked leaves room for it."""
    while (answer := ask_once(door, key, asked, path, at, **headers)).status == 429:
        time.sleep(0.1)
    return answer


def ask_once(door, key, asked, path=PATH, at=0, **headers):
    body = json.dumps(asked).encode()
    signed = sign(key.secret, "POST", PATH, int(time.time()) + at, body)
    return door.request("POST", path, body, {**signed, **headers})


@pytest.fixture
def unchanged(folder):
    """Nothing is written down by what a test asks."""
    before = entries(folder)
    yield
    assert entries(folder) == before


def entries(folder):
    with reading(folder) as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(JOURNAL)).scalar_one()


def test_the_command_on_the_page_is_one(door, key, tables):
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    (shown,) = [json.loads(block.text) for block in blocks(page) if block.language == "json"]
    answer = ask(door, key, {**shown, "table": tables[1]}).json()
    (answered,) = re.findall(r'`(\{"table".*\})`', page)
    assert {**answer, "table": shown["table"]} == json.loads(answered)
    assert f"After {ALLOWED.burst} requests" in page


def test_a_slip_counts_once_and_is_journalled_with_who_asked(door, key, folder, table, fill):
    assert stat.S_IMODE((folder / OPERATOR).stat().st_mode) == 0o600
    answers = [ask(door, key, fill).json() for _ in range(2)]
    assert [answer["again"] for answer in answers] == [False, True]
    assert answers[0]["bank"] == answers[1]["bank"]
    used = ask(door, key, {**fill, "amount": 6})
    assert (used.status, used.code) == (409, "command/id-used")
    with reading(folder) as connection:
        query = sa.select(JOURNAL.c.person).where(JOURNAL.c.command_id == fill["id"])
        assert connection.execute(query).scalars().all() == ["ann"]


def test_a_credit_of_more_than_the_bank_holds(door, key, fill):
    bank = ask(door, key, fill).json()["bank"]
    credit = {**fill, "command": "credit", "id": str(uuid.uuid4())}
    answer = ask(door, key, {**credit, "amount": 99_999_999_900})
    assert (answer.status, answer.code) == (409, "bank/holds")
    answer = ask(door, key, {**credit, "id": str(uuid.uuid4()), "amount": bank})
    assert (answer.status, answer.json()["bank"]) == (200, 0)


@pytest.mark.usefixtures("unchanged")
def test_only_the_key_of_this_opening_opens_it(door, key, fill):
    body = json.dumps(fill).encode()
    signed = sign(key.secret, "POST", PATH, int(time.time()), body)
    other = key._replace(secret=bytes(32))
    answers = [
        door.request("POST", PATH, body),
        door.request("POST", PATH, body.replace(b"ann", b"eve"), signed),
        door.request("POST", PATH, b"{}"),
        ask(door, other, fill),
        ask(door, key, fill, at=-120),
        ask(door, key, fill, at=120),
    ]
    assert {(answer.status, answer.code) for answer in answers} == {(401, "operator/signature")}


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "own", "page"])
def test_no_page_asks_there(door, key, server, fill, origin):
    own = {"own": door.address, "page": server.address}.get(origin, origin)
    answer = ask(door, key, fill, Origin=own)
    assert (answer.status, answer.code) == (403, "request/origin")
    assert "access-control-allow-origin" not in answer.headers
    before = {"Origin": own, "Access-Control-Request-Method": "POST"}
    assert door.request("OPTIONS", PATH, headers=before).status == 403


@pytest.mark.usefixtures("unchanged")
def test_it_goes_by_one_name(door, key, fill):
    """A name that leads to this machine is not enough: a page could have been loaded by it."""
    for host in (f"localhost:{key.port}", "127.0.0.1", f"evil.example:{key.port}"):
        answer = ask(door, key, fill, Host=host)
        assert (answer.status, answer.code) == (421, "request/host")


@pytest.mark.usefixtures("unchanged")
def test_the_doors_are_two(door, key, server, folder, fill):
    """What players reach has no endpoint for operators, and the operators' port no table."""
    players = Client(server.address, comes_in=False)
    assert ask(players, key, fill).code in ("request/unknown", "request/method")
    for method, path in (("POST", "/v1/guests"), ("GET", "/v1/health"), ("GET", "/openapi.json")):
        assert door.request(method, path).status == 404
    assert PATH not in players.get("/openapi.json")["paths"]


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "change",
    [
        {"amount": 0}, {"amount": -5}, {"amount": "5"}, {"amount": 5.0}, {"amount": True},
        {"amount": 2**53 + 1}, {"amount": 10**30}, {"command": "void"}, {"table": ""},
        {"table": "a b"}, {"by": ""}, {"by": "a b"}, {"by": "x" * 101}, {"by": "house"},
        {"id": ""}, {"id": "a\nb"}, {"id": None}, {"more": 1}, {"amount": 10**12 + 1},
    ],
)  # fmt: skip
def test_what_is_asked_is_checked(door, key, fill, change):
    answer = ask(door, key, {**fill, **change})
    assert answer.status == 422
    codes = "request/invalid", "command/id", "bank/by", "bank/amount"
    assert answer.code in codes


@pytest.mark.usefixtures("unchanged")
def test_a_table_that_is_not_there(door, key, fill):
    answer = ask(door, key, {**fill, "table": "XXXXXXXX"})
    assert (answer.status, answer.code) == (404, "table/unknown")


def test_a_flood_is_refused_and_one_of_strangers_hinders_nobody(door, key, fill):
    other = key._replace(secret=bytes(32))
    assert first_refused(lambda: ask_once(door, other, fill)) == "rate/too-fast"
    assert ask(door, key, fill).status == 200
    assert first_refused(lambda: ask_once(door, key, fill)) == "rate/too-fast"


def first_refused(ask):
    """The code of the first answer that is a 429."""
    for _ in range(100 * int(ALLOWED.burst)):
        answer = ask()
        if answer.status == 429:
            return answer.code
    return None


def test_a_key_that_can_not_be_written_is_said_in_one_sentence(tmp_path, capsys):
    (tmp_path / f"{OPERATOR}.new").mkdir()
    assert run(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said == f"{tmp_path / OPERATOR}.new is a folder, and should be a file: move it away.\n"
    with House(tmp_path):  # It was closed again.
        pass


def test_a_server_without_a_port_leaves_no_key(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(serve, "PORTS_TRIED", 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port), "--data", str(tmp_path)]) == 2
    assert "are all taken" in capsys.readouterr().err
    assert not (tmp_path / OPERATOR).exists()
