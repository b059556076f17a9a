"""Players over HTTP: names, passwords, sign-ins, and the limits that they set."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from pitboss.errors import PitbossError
from pitboss.house.people.passwords import Passwords
from pitboss.house.records.days import SECOND
from pitboss.server.asking import LIMITS
from pitboss.server.guests import Allowance, Buckets, source_of
from pitboss.server.sign_in_guard import SIGN_IN_LIMITS, SignInGuard
from pitboss.server.sign_ins import MOST_WAITING, Lane
from tests.server.test_guards import all_heard, closed_with
from tests.support.houses import Clock, entries_of
from tests.support.serving import GENEROUS, Client, served
from tests.support.wire import conforms

SECRET = "correct horse battery"
POKER = "three-card-poker"
NUMBERS = count(1)


@pytest.fixture
def ada(server):
    """A player, and the browser that she signed in with first."""
    client = Client(server.address, conforms=conforms)
    client.name = f"Ada {next(NUMBERS)}"
    client.guest = register(client, client.name)
    return client


def register(client, name, password=SECRET, id="register"):
    return client.post("/v1/players", {"id": id, "name": name, "password": password})


def sign_in(client, name, password=SECRET, address=None):
    headers = {"X-Forwarded-For": address} if address else {}
    return client.request("POST", "/v1/sessions", {"name": name, "password": password}, headers)


def limit(client, kind, amount, period="day", id=None):
    body = {"id": id or f"{kind}-{period}-{amount}", "kind": kind, "period": period}
    return client.post("/v1/people/me/limits", {**body, "amount": amount})


# Becoming a player


def test_a_guest_keeps_everything_but_the_cookie(server, guest):
    with guest.sit(POKER) as table:
        table.deal({"1": {"ante": 1000}})
        before, shown = guest.get("/v1/guests/me"), guest.cookie
        assert before["is_player"] is False
        after = register(guest, "Grace")
        assert after == {**before, "name": "Grace", "is_player": True}
        assert guest.cookie != shown
        stale = Client(server.address, comes_in=False)
        stale.cookie = shown
        assert stale.request("GET", "/v1/guests/me").code == "guest/unknown"
        table.finish()  # The line to the table was not cut.
        assert table.now["view"]["phase"] == "settled"
    assert guest.post("/v1/tables", {"game": POKER})["table"] == table.now["table"]


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("Al", SECRET, "player/name"),
        ("x" * 90, SECRET, "player/name"),
        ("Guest 7", SECRET, "player/name"),
        ("Somebody", "short", "player/password"),
        ("Somebody", "password123", "player/password"),
        ("Some Body", "some body", "player/password"),
        ("Somebody", "x" * 200, "player/password"),
        ("x" * 101, SECRET, "request/invalid"),
        ("Somebody", "x" * 513, "request/invalid"),
        ("Somebody", None, "request/invalid"),
    ],
)
def test_names_and_passwords_that_will_not_do(guest, name, password, code):
    body = {"id": "register", "name": name, "password": password}
    answer = guest.request("POST", "/v1/players", body)
    assert (answer.status, answer.code) == (422, code)
    assert guest.get("/v1/guests/me")["is_player"] is False


def test_a_name_that_is_taken(ada, guest):
    body = {"id": "r", "name": ada.name.upper(), "password": SECRET}
    answer = guest.request("POST", "/v1/players", body)
    assert (answer.status, answer.code) == (409, "player/name-taken")
    answer = ada.request("POST", "/v1/players", {**body, "name": "Another"})
    assert (answer.status, answer.code) == (409, "player/already")


# Signing in and out


def test_a_player_comes_back_from_another_browser(server, ada):
    other = Client(server.address, conforms=conforms)
    answer = sign_in(other, ada.name.lower())
    told = answer.json()
    conforms("POST /v1/sessions 200", told)
    assert told == {**ada.guest, "left_behind": 100_000}  # Of the guest that it was.
    assert other.get("/v1/guests/me") == ada.guest == ada.get("/v1/guests/me")


def test_cookies_are_out_of_reach_for_scripts_and_other_sites(server, ada):
    client = Client(server.address, comes_in=False)
    connection = client.request("POST", "/v1/sessions", {"name": ada.name, "password": SECRET})
    assert set(client.cookies) == {"pitboss", "pitboss-earlier"}
    assert "HttpOnly" in connection.headers["set-cookie"]
    assert "samesite=strict" in connection.headers["set-cookie"].lower()


def test_signing_out_closes_what_this_browser_has_open_and_nothing_else(server, ada):
    other = Client(server.address)
    sign_in(other, ada.name)
    with ada.sit(POKER) as here, other.sit(POKER) as there:
        answer = ada.request("DELETE", "/v1/sessions/current")
        assert (answer.status, answer.body) == (204, b"")
        assert closed_with(here.connection) == 4401
        assert there.deal({"1": {"ante": 500}})["answer"]["refused"] is None
    assert "pitboss" not in ada.cookies
    assert ada.request("GET", "/v1/guests/me").status == 401
    assert other.get("/v1/guests/me")["person"] == ada.guest["person"]


def test_signing_out_everywhere(server, ada):
    other = Client(server.address)
    sign_in(other, ada.name)
    with other.sit(POKER) as there:
        assert ada.request("DELETE", "/v1/sessions").status == 204
        assert closed_with(there.connection) == 4401
    assert other.request("GET", "/v1/guests/me").status == 401


def test_a_guest_does_not_sign_out(guest):
    for path in ("/v1/sessions/current", "/v1/sessions"):
        answer = guest.request("DELETE", path)
        assert (answer.status, answer.code) == (409, "player/guest")
    assert guest.get("/v1/guests/me")["balance"] == 100_000


def test_a_token_that_was_signed_out_opens_no_table(server, ada):
    table = ada.post("/v1/tables", {"game": POKER})["table"]
    stale = Client(server.address, comes_in=False)
    stale.cookies = dict(ada.cookies)
    ada.request("DELETE", "/v1/sessions/current")
    assert closed_with(stale.connect(f"/v1/tables/{table}")) == 4401


def test_a_browser_that_signs_in_as_somebody_else_leaves_its_tables(server, ada, guest):
    with guest.sit(POKER) as table:
        sign_in(guest, ada.name)
        assert closed_with(table.connection) == 4401


def test_a_new_password_takes_the_old_one_and_ends_other_sign_ins(server, ada):
    other = Client(server.address)
    sign_in(other, ada.name)
    body = {"id": "change", "old": "not this one", "new": "a better one, I hope"}
    answer = ada.request("PUT", "/v1/players/me/password", body)
    assert (answer.status, answer.code) == (403, "player/old-password")
    with ada.sit(POKER) as here, other.sit(POKER) as there:
        answer = ada.request("PUT", "/v1/players/me/password", {**body, "old": SECRET})
        assert answer.status == 200
        conforms("PUT /v1/players/me/password 200", answer.json())
        assert closed_with(there.connection) == 4401
        assert here.deal({"1": {"ante": 500}})["answer"]["refused"] is None
    assert other.request("GET", "/v1/guests/me").status == 401
    assert sign_in(other, ada.name).code == "player/sign-in"
    assert sign_in(other, ada.name, body["new"]).status == 200
    assert ada.get("/v1/guests/me")["person"] == ada.guest["person"]


def test_a_guest_has_no_password_to_change(guest):
    body = {"id": "change", "old": SECRET, "new": "a better one, I hope"}
    answer = guest.request("PUT", "/v1/players/me/password", body)
    assert (answer.status, answer.code) == (409, "player/guest")


# Guessing


def test_whichever_is_wrong_the_answer_is_the_same(server, ada):
    stranger = Client(server.address, comes_in=False)
    answers = [
        sign_in(stranger, ada.name, "a wrong password"),
        sign_in(stranger, "Nobody Here", SECRET),
        sign_in(stranger, "", ""),
        sign_in(stranger, "\0" * 3, SECRET),
        sign_in(stranger, "Guest 1", SECRET),
    ]
    assert {(answer.status, answer.body) for answer in answers} == {
        (answers[0].status, answers[0].body)
    }
    assert answers[0].code == "player/sign-in"
    assert [set(answer.headers) for answer in answers] == [set(answers[0].headers)] * 5


class Counting(Passwords):
    def __init__(self):
        super().__init__(time_cost=1, memory_kib=8)
        self.checked = []

    def is_right(self, kept, password):
        self.checked.append(threading.current_thread().name)
        return super().is_right(kept, password)


def test_whichever_is_wrong_the_work_is_the_same_and_not_the_writers(tmp_path):
    passwords = Counting()
    with served(tmp_path, passwords=passwords) as server:
        ada = Client(server.address)
        register(ada, "Ada")
        for name in ("Ada", "Nobody", "Bob", "x"):
            passwords.checked.clear()
            sign_in(Client(server.address, comes_in=False), name, "a wrong password")
            assert len(passwords.checked) == 1
            assert passwords.checked[0] not in ("writer", "server")


def test_an_attacker_with_many_addresses_does_not_lock_the_player_out(tmp_path):
    """A thousand failures; then the player's own browser signs in at the first attempt."""
    limits = GENEROUS._replace(sign_ins=SIGN_IN_LIMITS)
    with served(tmp_path, limits=limits, is_behind_proxy=True) as server:
        ada = Client(server.address)
        register(ada, "Ada")
        ada.request("DELETE", "/v1/sessions/current")
        assert set(ada.cookies) == {"pitboss-earlier"}
        stranger = Client(server.address, comes_in=False)
        answers = [
            sign_in(stranger, "Ada", f"guess {number}", f"10.{number // 250}.0.{number % 250}")
            for number in range(1_000)
        ]
        codes = [answer.code for answer in answers]
        assert codes.count("player/sign-in") == SIGN_IN_LIMITS.name.burst
        assert set(codes) == {"player/sign-in", "rate/sign-in"}
        # Also from an address that the attacker shares with her, and after her own mistakes.
        for guess in ("a typing mistake", "another mistake"):
            assert sign_in(ada, "Ada", guess, "10.0.0.1").code == "player/sign-in"
        assert sign_in(ada, "Ada", SECRET, "10.0.0.1").status == 200
        assert ada.get("/v1/guests/me")["name"] == "Ada"
        # Another browser of hers has to wait, as any that nobody knows.
        assert sign_in(stranger, "Ada", SECRET, "10.9.9.9").code == "rate/sign-in"


def test_a_stolen_list_of_earlier_sign_ins_does_not_help_with_other_names(tmp_path):
    limits = GENEROUS._replace(sign_ins=SIGN_IN_LIMITS)
    with served(tmp_path, limits=limits) as server:
        eve, bob = Client(server.address), Client(server.address)
        register(eve, "Eve")
        register(bob, "Bob")
        codes = [sign_in(eve, "Bob", f"guess {number}").code for number in range(30)]
        assert codes.count("player/sign-in") == SIGN_IN_LIMITS.address_and_name.burst
        eve.cookies["pitboss-earlier"] = "x" * 43 + "." + eve.cookies["pitboss-earlier"]
        codes = [sign_in(eve, "Eve", f"guess {number}").code for number in range(30)]
        assert codes.count("player/sign-in") == SIGN_IN_LIMITS.browser.burst


def test_guesses_of_an_hour_are_bounded_whoever_makes_them():
    now = [0.0]
    guard = SignInGuard(clock=lambda: now[0])
    made = 0
    for second in range(24 * 3600):
        now[0] = float(second)
        made += guard.begin(f"address {second}", "ada")
    assert made <= SIGN_IN_LIMITS.name.burst + 24 * 10
    assert not guard.begin("one more", "ada")
    assert guard.begin("one more", "bob")
    assert guard.begin("one more", "ada", "her own browser")


def test_one_address_has_few_guesses_for_all_names():
    guard = SignInGuard(clock=lambda: 0.0)
    made = sum(guard.begin("here", f"name {number}") for number in range(1_000))
    assert made == SIGN_IN_LIMITS.address.burst


def test_a_success_does_not_count():
    guard = SignInGuard(clock=lambda: 0.0)
    for _ in range(100):
        assert guard.begin("here", "ada")
        guard.succeeded("here", "ada")
    for _ in range(int(SIGN_IN_LIMITS.address_and_name.burst)):
        assert guard.begin("here", "ada")
    assert not guard.begin("here", "ada")


def test_counts_are_bounded_and_are_not_flushed_by_other_names():
    now = [0.0]
    buckets = Buckets(Allowance(10, 10 / 3600), lambda: now[0], most=1_000)
    while buckets.take("victim"):
        pass
    taken = 0
    for number in range(20_000):  # Two a second, for almost three hours.
        now[0] += 0.5
        buckets.take(f"name {number}")
        if number % 500 == 0:
            taken += sum(buckets.take("victim") for _ in range(10))
    assert 0 < taken <= now[0] * 10 / 3600
    assert len(buckets._left) <= 1_000


def test_a_network_of_ipv6_counts_as_one_address():
    assert source_of("2001:db8:1:2::1") == source_of("2001:db8:1:2:ffff::9")
    assert source_of("2001:db8:1:2::1") != source_of("2001:db8:1:3::1")
    assert source_of("::ffff:10.0.0.1") == source_of("10.0.0.1") == "10.0.0.1"
    assert source_of("") == ""


def test_names_are_asked_for_slowly(tmp_path):
    with served(tmp_path, limits=GENEROUS._replace(players=LIMITS.players)) as server:
        guest = Client(server.address)
        codes = [
            guest.request("POST", "/v1/players", {"id": "r", "name": "x", "password": SECRET}).code
            for _ in range(30)
        ]
        assert codes.count("player/name") <= LIMITS.players.burst + 1
        assert codes[-1] == "rate/too-fast"


def test_who_waits_too_long_is_told_to_come_back():
    async def crowd():
        lane, gate = Lane(), threading.Event()
        waiting = [asyncio.create_task(lane.run(gate.wait)) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(PitbossError) as refused:
            await lane.run(gate.wait)
        gate.set()
        assert all(await asyncio.gather(*waiting))
        return refused.value.code

    assert asyncio.run(crowd()) == "rate/busy"


def test_hashes_of_strangers_do_not_hold_up_a_browser_that_is_known(tmp_path):
    """The lane of strangers is blocked; the player signs in all the same."""
    gate = threading.Event()

    class Held(Passwords):
        def is_right(self, kept, password):
            if password == "held":
                assert gate.wait(30)
            return super().is_right(kept, password)

    with served(tmp_path, passwords=Held(1, 8)) as server:
        ada = Client(server.address)
        register(ada, "Ada")
        ada.request("DELETE", "/v1/sessions/current")
        stranger = Client(server.address, comes_in=False)
        thread = threading.Thread(target=sign_in, args=(stranger, "Ada", "held"))
        thread.start()
        try:
            assert sign_in(ada, "Ada").status == 200
        finally:
            gate.set()
            thread.join()


def test_no_password_and_no_token_is_written_anywhere(tmp_path, caplog):
    caplog.set_level("DEBUG")
    with served(tmp_path) as server:
        ada = Client(server.address)
        register(ada, "Ada")
        sign_in(ada, "Ada", "a wrong password")
        sign_in(ada, "Ada")
        body = {"id": "c", "old": SECRET, "new": "a better one, I hope"}
        ada.request("PUT", "/v1/players/me/password", body)
        tokens = [*ada.cookies.values()]
        written = "".join(map(repr, entries_of(server.house.reading)))
    files = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    for secret in (SECRET, "a wrong password", body["new"], *tokens):
        assert secret not in caplog.text
        assert secret not in written
        assert secret.encode() not in files
    assert "a sign-in from 127.0.0.1 failed" in caplog.text
    assert "argon2" not in caplog.text + written


# Away


def test_a_player_who_was_away_for_long_signs_in_again(tmp_path):
    clock = Clock()
    with served(tmp_path, clock=clock) as server:
        ada = Client(server.address)
        register(ada, "Ada")
        with ada.sit(POKER) as table:
            clock.now += 31 * 86_400 * SECOND
            assert table.refusal("stake", boxes={})["code"] == "player/away"
        assert ada.request("GET", "/v1/guests/me").status == 401
        assert sign_in(ada, "Ada").status == 200
        assert ada.get("/v1/guests/me")["balance"] == 100_000


# Limits


def test_a_limit_is_told_at_the_table_and_lowers_the_bounds(guest):
    with guest.sit(POKER) as table:
        assert table.now["limit"] is None
        told = limit(guest, "loss", 3_300)
        (figure,) = told["limits"]
        assert (figure["amount"], figure["used"], figure["left"]) == (3_300, 0, 3_300)
        assert table.hear()["limit"]["left"] == 3_300
        most = {bet["wager"]: bet["ranges"][-1][1] for bet in table.now["allowed"]["bets"]}
        assert most["ante"] == 1_500
        table.ask("stake", boxes={"1": {"ante": 1_500}})
        refusal = table.refusal("stake", boxes={"1": {"ante": 2_000}})
        assert refusal["code"] == "limit/loss"
        assert refusal["message"].startswith("Your loss limit, $33.00 a day, leaves $3.00 for bets")
        assert guest.get("/v1/people/me/limits")["limits"][0]["used"] == 3_000


def test_a_looser_limit_waits_and_can_be_called_off(guest):
    limit(guest, "time", 600, "week")
    (figure,) = limit(guest, "time", None, "week")["limits"]
    assert figure["amount"] == 600
    assert figure["waiting"]["amount"] is None
    assert figure["waiting"]["effective"] > time.time() * 1000 + 86_000_000
    (figure,) = limit(guest, "time", 600, "week", id="again")["limits"]
    assert figure["waiting"] is None


def test_a_break_gives_bets_back_and_refuses_the_next(ada):
    with ada.sit(POKER) as table:
        table.ask("stake", boxes={"1": {"ante": 1_000}})
        told = ada.post("/v1/people/me/exclusion", {"id": "break", "days": 7})
        assert told["excluded"]
        assert told["excluded_until"] > time.time() * 1000
        now = table.hear()
        assert (now["balance"], now["commands"]) == (100_000, ["stake"])
        assert now["limit"]["code"] == "limit/excluded"
        assert now["allowed"]["bets"] == []
        assert table.refusal("stake", boxes={"1": {"ante": 500}})["code"] == "limit/excluded"
    answer = ada.request("POST", "/v1/people/me/exclusion", {"id": "less", "days": 1})
    assert (answer.status, answer.code) == (409, "limit/shorter")
    answer = ada.request("POST", "/v1/guests/me/grants", {"id": "money"})
    assert (answer.status, answer.code) == (409, "limit/excluded")
    told = ada.post("/v1/people/me/exclusion", {"id": "good", "days": None})
    assert (told["excluded"], told["excluded_until"]) == (True, None)
    ada.request("DELETE", "/v1/sessions/current")
    assert sign_in(ada, ada.name).status == 200
    assert ada.get("/v1/rounds")["rounds"] == []  # What was played can still be seen.


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "loss", "period": "day", "amount": -1},
        {"kind": "loss", "period": "day", "amount": True},
        {"kind": "loss", "period": "year", "amount": 1},
        {"kind": "win", "period": "day", "amount": 1},
        {"kind": "loss", "period": "day", "amount": 10**11},
        {"kind": "loss", "period": "day"},
    ],
)
def test_limits_that_can_not_be_read(guest, body):
    answer = guest.request("POST", "/v1/people/me/limits", {"id": "x", **body})
    assert (answer.status, answer.code) == (422, "request/invalid")


@pytest.mark.parametrize("days", [0, 2, -1, True, "1", 1.0, 10**9])
def test_breaks_that_are_not_offered(guest, days):
    answer = guest.request("POST", "/v1/people/me/exclusion", {"id": "x", "days": days})
    assert (answer.status, answer.code) == (422, "request/invalid")


# Races


def test_a_table_that_opens_while_somebody_signs_out_is_closed(server):
    """However the two fall together, no line outlives the sign-in."""
    for attempt in range(20):
        ada = Client(server.address)
        register(ada, f"Racing {attempt}")
        table = ada.post("/v1/tables", {"game": POKER})["table"]
        twin = Client(server.address, comes_in=False)
        twin.cookies = dict(ada.cookies)
        with ThreadPoolExecutor() as pool:
            opening = pool.submit(twin.connect, f"/v1/tables/{table}")
            time.sleep(attempt / 4_000)
            ada.request("DELETE", "/v1/sessions/current")
        assert all_heard(opening.result())[1] == 4401
