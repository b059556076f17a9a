"""What is kept out: foreign pages, floods, what can't be read, and other people's tables."""

import contextlib
import json
import logging
import socket

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pitboss.house.storage.schema import JOURNAL
from pitboss.server import facts
from pitboss.server.asking import Limits
from pitboss.server.guards import HEADERS, MOST_BYTES
from pitboss.server.guests import Allowance, Buckets
from pitboss.server.sockets import MOST_QUEUED, MOST_SOCKETS
from tests.support.serving import ENDLESS, Client, served, wait_until

FOREIGN = "http://elsewhere.example"
FEW = Allowance(5, 0.000_1)
MANY = MOST_QUEUED + 100  # More than a connection that nobody reads can hold.


def entries(server):
    """How many commands were written down."""
    with server.house.reading.connect() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(JOURNAL)).scalar_one()


def all_heard(connection):
    """All that is still said until a connection is closed, and the code it is closed with."""
    messages = []
    try:
        while True:
            messages.append(connection.recv(30))
    except ConnectionClosed as closed:
        return messages, closed.rcvd.code


def closed_with(connection):
    return all_heard(connection)[1]


def refused_at_once(client, path, headers):
    """The status of a handshake that fails."""
    with pytest.raises(InvalidStatus) as refused:
        client.connect(path, headers)
    return refused.value.response.status_code


# Where a request comes from


@pytest.mark.parametrize("origin", [FOREIGN, "null", "", "http://localhost", "https://127.0.0.1"])
def test_pages_of_other_sites_are_refused(server, guest, origin):
    before = entries(server)
    for method, path, body in (
        ("GET", "/v1/guests/me", None),
        ("POST", "/v1/guests", None),
        ("POST", "/v1/tables", {"game": "three-pictures"}),
    ):
        answer = guest.request(method, path, body, {"Origin": origin})
        assert (answer.status, answer.code) == (403, "request/origin")
    assert entries(server) == before
    table = guest.post("/v1/tables", {"game": "three-pictures"})["table"]
    assert refused_at_once(guest, f"/v1/tables/{table}", {"Origin": origin}) == 403


def test_our_own_page_is_not_refused(server, guest):
    own = {"Origin": server.address}
    assert guest.request("GET", "/v1/guests/me", headers=own).status == 200
    table = guest.post("/v1/tables", {"game": "three-pictures"})["table"]
    guest.connect(f"/v1/tables/{table}", own).close()


@pytest.mark.parametrize(
    "host", ["elsewhere.example", "elsewhere.example:80", "localhost", "", "é"]
)
def test_other_names_of_this_server_are_refused(guest, host):
    """As a page would use that has its own name lead to this machine."""
    answer = guest.request("GET", "/v1/lobby", headers={"Host": host})
    assert (answer.status, answer.code) == (421, "request/host")


def test_sockets_at_other_names_are_refused(server, guest):
    plug = plugged_into(server)
    guest.address = "http://elsewhere.example"
    with pytest.raises(InvalidStatus) as refused:
        guest.connect("/v1/tables/T", sock=plug)
    assert refused.value.response.status_code == 403


def test_a_header_that_is_given_twice_is_refused(server, guest):
    """The first would be ours, and somebody else might go by the second."""
    assert refused_at_once(guest, "/v1/tables/T", {"Host": "elsewhere.example"}) == 403
    with pytest.raises(InvalidStatus) as refused:
        guest.connect("/v1/tables/T", {"Origin": FOREIGN}, origin=server.address)
    assert refused.value.response.status_code in (400, 403)


# Cookies and headers


def test_the_cookie_of_a_guest(guest):
    answer = Client(guest.address, comes_in=False).request("POST", "/v1/guests")
    name_and_token, *flags = answer.headers["set-cookie"].split("; ")
    assert name_and_token.startswith("pitboss=")
    assert len(name_and_token) >= len("pitboss=") + 43  # 256 bits.
    assert {flag.lower() for flag in flags} == {
        "httponly", "samesite=strict", "path=/", f"max-age={30 * 86_400}",
    }  # fmt: skip


def test_the_cookie_behind_https(tmp_path):
    with served(tmp_path, origins=frozenset({"https://play.example"})) as server:
        client = Client(server.address, comes_in=False)
        host = {"Host": "play.example", "Origin": "https://play.example"}
        answer = client.request("POST", "/v1/guests", headers=host)
        name_and_token, *flags = answer.headers["set-cookie"].split("; ")
        assert name_and_token.startswith("__Host-pitboss=")
        assert {"secure", "httponly", "samesite=strict", "path=/"} <= {
            flag.lower() for flag in flags
        }
        assert not any(flag.lower().startswith("domain") for flag in flags)
        assert client.request("GET", "/v1/guests/me", headers=host).status == 200


@pytest.mark.parametrize(
    "cookie", ["x", "a" * 31, "a" * 65, "a" * 5_000, "é" * 40, "a " * 20, "'; DROP TABLE people"]
)
def test_what_cannot_be_a_token_is_nobodys(server, cookie):
    stranger = Client(server.address, comes_in=False)
    stranger.cookie = f"pitboss={cookie}".encode().decode("latin-1")
    answer = stranger.request("GET", "/v1/guests/me")
    assert (answer.status, answer.code) == (401, "guest/unknown")


def test_every_answer_has_the_headers(guest):
    answers = [
        guest.request("GET", "/v1/lobby"),
        guest.request("GET", "/v1/openapi.json"),
        guest.request("GET", "/v1/nothing"),
        guest.request("GET", "/"),
        guest.request("DELETE", "/v1/guests"),
        guest.request("POST", "/v1/tables", {"game": 1}),
        guest.request("GET", "/v1/lobby", headers={"Host": "elsewhere.example"}),
        guest.request("GET", "/v1/lobby", headers={"Origin": FOREIGN}),
        guest.request("POST", "/v1/tables", b"x" * (MOST_BYTES + 1)),
        Client(guest.address, comes_in=False).request("GET", "/v1/guests/me"),
    ]
    assert {answer.status for answer in answers} == {200, 401, 403, 404, 405, 413, 421, 422}
    for answer in answers:
        assert HEADERS.items() <= answer.headers.items(), answer
        assert "server" not in answer.headers
        if answer.status >= 400:
            assert {*answer.json()["error"]} == {"code", "message", "clause"}
            assert answer.headers["cache-control"] == "no-store"


def test_the_policy_lets_nothing_in_that_is_not_ours():
    policy = HEADERS["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "frame-ancestors 'none'" in policy


def test_a_fault_of_ours_tells_nothing(guest, monkeypatch, caplog):
    monkeypatch.setattr(facts, "lobby", lambda _: 1 / 0)
    answer = guest.request("GET", "/v1/lobby")
    assert (answer.status, answer.code) == (500, "server/fault")
    assert HEADERS.items() <= answer.headers.items()
    assert b"Zero" not in answer.body
    wait_until(lambda: "ZeroDivisionError" in caplog.text)  # It is in the log instead.


# Sizes


def test_a_body_that_is_too_large_is_refused(server, guest):
    fits = json.dumps({"game": "x" * 40}).encode().ljust(MOST_BYTES)
    assert guest.request("POST", "/v1/tables", fits).code == "unknown/game"
    answer = guest.request("POST", "/v1/tables", fits + b" ")
    assert (answer.status, answer.code) == (413, "request/too-large")


def test_a_body_that_goes_on_and_on_is_refused(server, guest):
    """Without a length: it is counted as it comes."""
    answer = guest.request("POST", "/v1/tables", iter([b"[" * 1_000] * 17))
    assert (answer.status, answer.code) == (413, "request/too-large")


def test_a_frame_that_is_too_large_ends_the_connection(guest):
    with guest.sit("three-pictures") as table:
        table.send(" " * (MOST_BYTES + 1))
        assert closed_with(table.connection) == 1009
    with guest.sit("three-pictures") as table:
        with contextlib.suppress(ConnectionClosed):  # It may end before the second part is sent.
            table.connection.send([" " * 10_000, " " * 10_000])
        assert closed_with(table.connection) == 1009


# Floods


def test_too_many_messages_are_not_carried_out(tmp_path):
    with served(tmp_path, limits=Limits(FEW, ENDLESS, ENDLESS)) as server:
        guest = Client(server.address)
        with guest.sit("three-pictures") as table, guest.sit("three-card-poker") as other:
            before = entries(server)
            said = [table.say("stake", boxes={"2": {"initial": 500 * n}}) for n in range(1, 9)]
            assert [message["type"] for message in said] == ["table"] * 5 + ["problem"] * 3
            assert {message["error"]["code"] for message in said[5:]} == {"rate/too-fast"}
            assert other.refusal("play", box=2)["code"] == "rate/too-fast"  # For the guest.
            assert entries(server) == before + 5
        with Client(server.address).sit("three-pictures") as table:  # Not for anybody else.
            table.ask("stake", boxes={"2": {"initial": 500}})


def test_messages_that_cannot_be_read_count_too(tmp_path):
    with (
        served(tmp_path, limits=Limits(FEW, ENDLESS, ENDLESS)) as server,
        Client(server.address).sit("three-pictures") as table,
    ):
        codes = []
        for _ in range(7):
            table.send("{")
            codes.append(table.hear()["error"]["code"])
        assert codes == ["message/invalid"] * 5 + ["rate/too-fast"] * 2


def test_too_many_requests_are_refused(tmp_path):
    with served(tmp_path, limits=Limits(ENDLESS, FEW, ENDLESS)) as server:
        guest = Client(server.address)
        table = guest.post("/v1/tables", {"game": "three-pictures"})["table"]
        before = entries(server)
        answers = [guest.request("GET", "/v1/guests/me") for _ in range(4)]
        answers.append(guest.request("POST", "/v1/tables", {"game": "three-card-poker"}))
        assert [answer.status for answer in answers] == [200] * 3 + [429] * 2
        assert answers[-1].code == "rate/too-fast"
        assert closed_with(guest.connect(f"/v1/tables/{table}")) == 4429
        elsewhere = {"X-Forwarded-For": "198.51.100.7"}  # Anybody can say so.
        assert guest.request("GET", "/v1/lobby", headers=elsewhere).status == 429
        assert entries(server) == before


def test_too_many_guests_are_refused(tmp_path):
    with served(tmp_path, limits=Limits(ENDLESS, ENDLESS, FEW)) as server:
        known = [Client(server.address) for _ in range(5)]
        before = entries(server)
        answer = Client(server.address, comes_in=False).request("POST", "/v1/guests")
        assert (answer.status, answer.code) == (429, "rate/too-fast")
        assert "set-cookie" not in answer.headers
        assert entries(server) == before
        assert known[0].post("/v1/guests") == known[0].guest


def test_an_allowance_comes_back_with_time():
    now = [0.0]
    buckets = Buckets(Allowance(2, 0.5), lambda: now[0])
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert buckets.take("b")
    now[0] = 1.9
    assert not buckets.take("a")
    now[0] = 2.1
    assert buckets.take("a")
    assert not buckets.take("a")
    now[0] = 1_000
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]


def test_a_table_is_open_so_many_times_at_most(guest):
    table = guest.post("/v1/tables", {"game": "three-pictures"})["table"]
    sockets = [guest.at(table) for _ in range(MOST_SOCKETS)]
    assert closed_with(guest.connect(f"/v1/tables/{table}")) == 4429
    sockets.pop().connection.close()
    with guest.at(table):
        pass
    for open_one in sockets:
        open_one.connection.close()


def test_a_slow_reader_is_dropped_and_can_come_back(tmp_path):
    with served(tmp_path, send_buffer=4_096) as server:
        guest = Client(server.address)
        with guest.sit("three-pictures") as table:
            path, plug = f"/v1/tables/{table.now['table']}", plugged_into(server)
            slow = guest.connect(path, sock=plug, max_queue=1)  # It reads on when we do.
            for count in range(MANY):
                table.ask("stake", boxes={"2": {"initial": 500 + 500 * (count % 2)}})
            messages, code = all_heard(slow)
            assert code == 4008
            heard = [json.loads(message)["sequence"] for message in messages]
            assert heard == [*range(heard[0], heard[0] + len(heard))]  # No gap before the end.
            assert len(heard) < MANY
            with guest.at(table.now["table"]) as back:
                assert back.now["view"] == table.now["view"]
                table.ask("stake", boxes={})
                assert back.hear()["view"] == table.now["view"]


def test_what_a_dropped_reader_says_is_not_carried_out(tmp_path, caplog):
    caplog.set_level(logging.INFO)
    with served(tmp_path, send_buffer=4_096) as server:
        guest = Client(server.address)
        with guest.sit("three-pictures") as table:
            path, plug = f"/v1/tables/{table.now['table']}", plugged_into(server)
            slow = guest.connect(path, sock=plug, max_queue=1)
            for count in range(MANY):
                table.ask("stake", boxes={"2": {"initial": 500 + 500 * (count % 2)}})
            slow.send(json.dumps({"id": "late", "command": "stake", "boxes": {}}))
            slow.send(json.dumps({"id": "later", "command": "stake", "boxes": {}}))
            assert closed_with(slow) == 4008
            left = table.ask("stake", boxes={"2": {"initial": 1_500}})
            assert left["sequence"] == MANY + 2
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


def plugged_into(server):
    """A connection whose own buffer is small, too."""
    host, port = server.address.removeprefix("http://").split(":")
    plug = socket.socket()
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    plug.connect((host, int(port)))
    return plug


# Other people's tables and rounds


def test_nobody_sees_or_plays_at_the_table_of_another(server, guest):
    other = Client(server.address)
    with other.sit("three-card-poker") as theirs:
        played = theirs.deal({"2": {"pair-plus": 500}})["round"]
        theirs.deal({"2": {"ante": 500}})
        table = theirs.now["table"]
        before = entries(server)
        assert closed_with(guest.connect(f"/v1/tables/{table}")) == 4403
        advice = guest.request("GET", f"/v1/tables/{table}/advice")
        assert (advice.status, advice.code) == (403, "table/not-yours")
        for path in (f"/v1/rounds/{played}", f"/v1/rounds/{played}/text"):
            assert other.request("GET", path).status == 200
            answer = guest.request("GET", path)
            assert (answer.status, answer.code) == (404, "round/unknown")
            unknown = guest.request("GET", path.replace(table, "NOTABLE0"))
            assert unknown.status == 404
        assert guest.get("/v1/rounds") == {"rounds": [], "more": None}
        assert entries(server) == before


def test_somebody_unknown_is_told_so(server, guest):
    table = guest.post("/v1/tables", {"game": "three-pictures"})["table"]
    stranger = Client(server.address, comes_in=False)
    assert closed_with(stranger.connect(f"/v1/tables/{table}")) == 4401
    for method, path, body in (
        ("GET", "/v1/guests/me", None),
        ("POST", "/v1/guests/me/grants", {"id": "x"}),
        ("POST", "/v1/tables", {"game": "three-pictures"}),
        ("GET", "/v1/rounds", None),
        ("GET", f"/v1/tables/{table}/advice", None),
    ):
        answer = stranger.request(method, path, body)
        assert (answer.status, answer.code) == (401, "guest/unknown")


@pytest.mark.parametrize("table", ["NOTABLE0", "%00", "a%00b", "%F0%9F%82%A1", "x" * 65, "%2e%2e"])
def test_a_table_that_is_not_there(server, guest, table):
    """PostgreSQL's text holds no NUL: one must not reach the database."""
    assert closed_with(guest.connect(f"/v1/tables/{table}")) == 4404
    assert guest.request("GET", f"/v1/tables/{table}/advice").status in (404, 422)
    assert guest.request("GET", f"/v1/rounds/{table}-1").status in (404, 422)
    assert not server.house.failure


# What can't be read


def test_frames_that_are_not_text_end_the_connection(guest, caplog):
    caplog.set_level(logging.INFO)
    with guest.sit("three-pictures") as table:
        table.connection.send(b'{"id":"a","command":"stake","boxes":{}}')
        assert closed_with(table.connection) == 1003
    with guest.sit("three-pictures") as table:
        table.connection.send(b"\xff\xfe", text=True)
        assert closed_with(table.connection) == 1007
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


NESTED = "[" * 8_000
BAD_MESSAGES = {
    "nothing": "",
    "no JSON": "{",
    "two documents": "{}{}",
    "a list": "[]",
    "null": "null",
    "a number": "1e999",
    "deep": NESTED,
    "deep and closed": '{"a":' * 2_000 + "1" + "}" * 2_000,
    "NaN": '{"id":"a","command":"stake","boxes":{"2":{"initial":NaN}}}',
    "infinite": '{"id":"a","command":"stake","boxes":{"2":{"initial":1e400}}}',
    "huge": '{"id":"a","command":"stake","boxes":{"2":{"initial":1' + "0" * 5_000 + "}}}",
    "large": '{"id":"a","command":"stake","boxes":{"2":{"initial":9223372036854775808}}}',
    "negative": '{"id":"a","command":"stake","boxes":{"2":{"initial":-500}}}',
    "a float": '{"id":"a","command":"stake","boxes":{"2":{"initial":500.0}}}',
    "a text": '{"id":"a","command":"stake","boxes":{"2":{"initial":"500"}}}',
    "true": '{"id":"a","command":"stake","boxes":{"2":{"initial":true}}}',
    "other digits": '{"id":"a","command":"stake","boxes":{"\u0662":{"initial":500}}}',
    "a box twice": '{"id":"a","command":"stake","boxes":{"02":{"initial":500}}}',
    "a box's name": '{"id":"a","command":"play","box":"2"}',
    "too many boxes": json.dumps(
        {"id": "a", "command": "stake", "boxes": {str(n): {} for n in range(1, 18)}}
    ),
    "too many wagers": json.dumps(
        {"id": "a", "command": "stake", "boxes": {"1": {f"w{n}": 1 for n in range(17)}}}
    ),
    "no command": '{"id":"a","boxes":{}}',
    "no id": '{"command":"stake","boxes":{}}',
    "an empty id": '{"id":"","command":"stake","boxes":{}}',
    "a long id": '{"id":"' + "a" * 65 + '","command":"stake","boxes":{}}',
    "NUL in the id": '{"id":"a\\u0000","command":"stake","boxes":{}}',
    "a line feed in the id": '{"id":"a\\n","command":"stake","boxes":{}}',
    "a surrogate in the id": '{"id":"\\ud800","command":"stake","boxes":{}}',
    "NUL in a wager": '{"id":"a","command":"stake","boxes":{"2":{"initial\\u0000":500}}}',
    "a surrogate in a wager": '{"id":"a","command":"stake","boxes":{"2":{"\\ud83c":500}}}',
    "NUL in the text": '{"id":"a","command":"stake","boxes":{}}\x00',
    "a command of the house": '{"id":"a","command":"expire"}',
    "a field more": '{"id":"a","command":"play","box":2,"person":"x"}',
    "upper case": json.dumps({"id": "a", "command": "deal", "entropy": "AB" * 32}),
    "short entropy": json.dumps({"id": "a", "command": "deal", "entropy": "ab" * 31}),
    "a line feed more": json.dumps({"id": "a", "command": "deal", "entropy": "ab" * 32 + "\n"}),
}


def test_messages_that_cannot_be_read_change_nothing(server, guest, caplog):
    caplog.set_level(logging.INFO)
    with guest.sit("three-pictures") as table:
        kept = table.ask("stake", boxes={"2": {"initial": 500}})
        before = entries(server)
        for what, message in BAD_MESSAGES.items():
            table.send(message)
            heard = table.hear()
            assert heard["type"] == "problem", what
            assert heard["error"]["code"] == "message/invalid", what
            assert len(heard["error"]["message"]) <= 300, what
        assert entries(server) == before
        with guest.at(table.now["table"]) as again:
            assert again.now["view"] == kept["view"]
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


def test_of_a_key_said_twice_the_last_counts_and_is_written_down(server, guest):
    """As every JSON parser in a browser has it."""
    with guest.sit("three-pictures") as table:
        twice = '{"id":"a","id":"b","command":"stake","boxes":{"2":{"initial":500,"initial":1000}}}'
        table.send(twice)
        heard = table.hear()
        assert heard["answer"] == {"id": "b", "refused": None}
        table.finish()
        query = sa.select(JOURNAL.c.command_id, JOURNAL.c.request).where(
            JOURNAL.c.stream == table.now["table"], JOURNAL.c.sequence == heard["sequence"]
        )
        with server.house.reading.connect() as connection:
            id, request = connection.execute(query).one()
        assert (id, json.loads(request)["boxes"]) == ("b", {"2": {"initial": 1_000}})


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"null", b"[]", b"\xff\xfe", b"\x00", NESTED.encode(), b'{"game":NaN}',
        b'{"game":1' + b"0" * 5_000 + b"}", b'{"game":"\\ud800"}', b'{"game":"a\\u0000b"}',
        b'{"game":"three-pictures","person":"x"}', b'{"game":["three-pictures"]}',
        b'{"game":"Three Pictures"}', b'{"game":"three-pictures"', b'{"game":true}',
    ],
)  # fmt: skip
def test_bodies_that_cannot_be_read_are_refused(server, guest, body):
    before = entries(server)
    for path in ("/v1/tables", "/v1/guests/me/grants"):
        answer = guest.request("POST", path, body)
        assert answer.status in (400, 422)
        assert answer.code == "request/invalid"
    assert entries(server) == before


@pytest.mark.parametrize(
    "query",
    [
        "limit=0", "limit=51", "limit=1e3", "before=0", "before=-1", "limit=%00",
        "before=9223372036854775808", "before=%D9%A2",
    ],
)  # fmt: skip
def test_pages_of_history_have_bounds(guest, query):
    assert guest.request("GET", f"/v1/rounds?{query}").code == "request/invalid"


@pytest.mark.parametrize("name", ["T", "T-", "-1", "T-x", "T--1", "T-1_0", "T-" + "9" * 13, "T-0"])
def test_rounds_that_cannot_be(guest, name):
    answer = guest.request("GET", f"/v1/rounds/{name}")
    assert (answer.status, answer.code) == (404, "round/unknown")


# The page


@pytest.fixture(scope="module")
def with_page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    (folder / "secret.txt").write_text("secret", "utf-8")
    page = folder / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>Pitboss</title>", "utf-8")
    (page / "icon.svg").write_text("<svg/>", "utf-8")
    (page / "assets" / "index-1a2b.js").write_text("1", "utf-8")
    with served(folder / "house", page=page) as server:
        yield Client(server.address)


def test_the_page_and_its_files(with_page):
    page = with_page.request("GET", "/")
    assert (page.status, page.headers["cache-control"]) == (200, "no-cache")
    assert HEADERS.items() <= page.headers.items()
    assert with_page.request("GET", "/rounds/T-1").body == page.body
    assert with_page.request("GET", "/icon.svg").body == b"<svg/>"
    asset = with_page.request("GET", "/assets/index-1a2b.js")
    assert asset.headers["cache-control"].endswith("immutable")
    assert with_page.request("GET", "/assets/none.js").status == 404
    answer = with_page.request("GET", "/v1/nothing")
    assert (answer.status, answer.code) == (404, "request/unknown")


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd",
        "/%00", "/a%00b", "/assets/%00", "/" + "a" * 5_000, "/" + "a/" * 2_000, "/%ff%fe",
        "/assets/" + "a" * 5_000, "/%0d%0aX: y",
    ],
)  # fmt: skip
def test_no_address_leads_out_of_the_page(with_page, path):
    answer = with_page.request("GET", path.replace(" ", "%20"))
    assert answer.status in (200, 404)
    assert b"secret" not in answer.body
    assert b"root:" not in answer.body
