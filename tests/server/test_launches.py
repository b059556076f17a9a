"""Launches: an operator's player comes in once, by a signed request, and plays from the wallet."""

import contextlib
import json
import subprocess
import sys
import time
import uuid
from dataclasses import replace

import pytest

from pitboss.errors import PitbossError
from pitboss.house.settings.house_settings import WalletSettings
from pitboss.house.wallets.wallet_signature import sign
from pitboss.server.launches import MOST_LAUNCHES, PATH, SECONDS, Launches
from tests.support.houses import PRACTICE, assert_in_order
from tests.support.pages import blocks
from tests.support.serving import ENTROPY, ROOT, Client, free_port, served, serving_process
from tests.support.wallet_trials import Player, wait_for_calls
from tests.support.wallets import EXAMPLE, SECRET, secret_file, served_wallet
from tests.support.wire import conforms

ADA = {"player": "p-17", "name": "Ada"}


@pytest.fixture(scope="module")
def secret(tmp_path_factory):
    return secret_file(tmp_path_factory.mktemp("secret"))


@pytest.fixture(scope="module")
def wallet(tmp_path_factory):
    with served_wallet(tmp_path_factory.mktemp("wallet") / "wallet.db") as wallet:
        yield wallet


@pytest.fixture(scope="module")
def server(tmp_path_factory, wallet, secret):
    settings = replace(PRACTICE, wallet=WalletSettings(wallet.url, str(secret), 20))
    with served(tmp_path_factory.mktemp("house"), settings=settings) as server:
        yield server


def signed(body, secret=SECRET, path=PATH, at=None):
    asked = {"id": str(uuid.uuid4()), **body} if isinstance(body, dict) else body
    data = json.dumps(asked).encode()
    return data, sign(secret, "POST", path, int(time.time()) if at is None else at, data)


def ask(server, body, headers):
    return Client(server.address, comes_in=False).request("POST", PATH, body, headers)


def token_of(path):
    assert path.startswith("/?launch=")
    return path.removeprefix("/?launch=")


@contextlib.contextmanager
def launched(server, player, name):
    """A browser that was sent here by the operator."""
    address = EXAMPLE.launch(server.address, SECRET, player, name)
    browser = Client(server.address, comes_in=False, conforms=conforms)
    token = token_of(address.removeprefix(server.address))
    browser.guest = browser.post(f"{PATH}/{token}")
    yield browser


def test_a_player_is_launched_and_plays_from_their_wallet(server, wallet):
    wallet.open_account("p-17", 50_000)
    with launched(server, "p-17", "Ada") as browser:
        assert (browser.guest["name"], browser.guest["balance"]) == ("Ada", 50_000)
        assert browser.get("/v1/guests/me") == browser.guest
        assert browser.post("/v1/guests") == browser.guest  # Known already, and stays who they are.
        with browser.sit("three-card-poker") as table:
            ante = next(bet for bet in table.now["allowed"]["bets"] if bet["wager"] == "ante")
            # Half of what is in the wallet, for the Play wager has to be covered.
            assert (table.now["balance"], ante["ranges"]) == (50_000, [[500, 25_000]])
            message = table.deal({"1": {"ante": 1_000}}, ENTROPY)
            assert (message["balance"], wallet.balance("p-17")) == (49_000, 48_000)
            message = table.finish()
            net = message["session"]["net"]
            assert (message["view"]["phase"], message["balance"]) == ("settled", 50_000 + net)
            wait_for_calls(server.house)
            assert wallet.balance("p-17") == 50_000 + net
            refused = table.refusal("stake", boxes={"1": {"ante": 50_000}, "2": {"ante": 5_000}})
            assert refused["code"] == "wallet/declined"
        grant = browser.request("POST", "/v1/guests/me/grants", {"id": "g"})
        assert (grant.status, grant.code) == (409, "wallet/no-grants")
    with launched(server, "p-17", "Ada") as again:
        assert again.guest["person"] == browser.guest["person"]
        assert again.cookie != browser.cookie


def test_a_table_says_what_is_in_the_wallet_after_a_restart(tmp_path, wallet, secret):
    wallet.open_account("p-18", 12_300)
    settings = replace(PRACTICE, wallet=WalletSettings(wallet.url, str(secret), 20))
    with served(tmp_path, settings=settings) as server:
        person = server.house.launch("t" * 64, "p-18", "Bob").result(30).person
        table = server.house.sit(person.id, "three-pictures").result(30).table
    with served(tmp_path, settings=settings) as server:
        assert server.house.look(person.id, table).result(30).standing.balance == 12_300


def test_the_launch_on_the_page_is_one(server):
    page = (ROOT / "docs" / "wallet.md").read_text("utf-8")
    (shown,) = [json.loads(block.text) for block in blocks(page) if block.language == "json"]
    answer = ask(server, *signed({**shown, "id": shown["id"].rstrip("…")}))
    assert (answer.status, {*answer.json()}) == (201, {"path", "seconds"})
    assert f'"seconds": {SECONDS}' in page


def test_a_launch_is_used_once(server, wallet):
    wallet.open_account("p-19", 100)
    answer = ask(server, *signed({"player": "p-19", "name": "Cyd"}))
    assert (answer.status, answer.json()["seconds"]) == (201, SECONDS)
    token = token_of(answer.json()["path"])
    used = [
        Client(server.address, comes_in=False).request("POST", f"{PATH}/{token}") for _ in range(2)
    ]
    assert [answer.status for answer in used] == [201, 404]
    assert used[1].code == "launch/over"
    assert "HttpOnly" in used[0].headers["set-cookie"]


@pytest.mark.parametrize("token", ["x", "A" * 43, "A" * 64])
def test_a_token_that_nobody_has(server, token):
    answer = Client(server.address, comes_in=False).request("POST", f"{PATH}/{token}")
    assert (answer.status, answer.code) == (404, "launch/over")


def test_only_the_operator_launches(server):
    body, headers = signed(ADA)
    wrong = [
        (body, {}),
        signed(ADA, b"x" * 64),
        signed(ADA, path="/v1/guests"),
        signed(ADA, at=int(time.time()) - 120),
        (signed({**ADA, "player": "p-1"})[0], headers),
    ]
    answers = [ask(server, *request) for request in wrong]
    assert {(answer.status, answer.code) for answer in answers} == {(401, "launch/signature")}
    assert ask(server, body, headers).status == 201
    again = ask(server, body, headers)  # Whoever has heard it can't use it.
    assert (again.status, again.code) == (401, "launch/signature")


@pytest.mark.parametrize(
    "body",
    [
        {"player": "p-1"},
        {**ADA, "id": ""},
        {**ADA, "player": ""},
        {**ADA, "player": "a b"},
        {**ADA, "player": "x" * 65},
        {**ADA, "name": ""},
        {**ADA, "name": "x" * 41},
        {**ADA, "name": "x" * 25},
        {**ADA, "name": "Di"},
        {**ADA, "name": "Ada\u202e"},
        {**ADA, "name": "Ad\u0430"},
        {**ADA, "name": "<b>Ada</b>"},
        {**ADA, "name": "House"},
        {**ADA, "name": "Guest 417"},
        {**ADA, "more": 1},
        [],
    ],
)
def test_what_a_launch_says_is_checked(server, body):
    assert ask(server, *signed(body)).status == 422


def test_a_launch_that_was_used_stays_used_after_a_restart(tmp_path, wallet, secret):
    """Also one by which nobody came in; and the id, by whatever signature."""
    wallet.open_account("p-21", 100)
    settings = replace(PRACTICE, wallet=WalletSettings(wallet.url, str(secret), 20))
    asked = {**ADA, "player": "p-21", "id": "launch-1"}
    used, waiting = signed(asked), signed({**asked, "id": "launch-2"})
    with served(tmp_path, settings=settings) as server:
        path, forgotten = (ask(server, *request).json()["path"] for request in (used, waiting))
        Client(server.address, comes_in=False).post(f"{PATH}/{token_of(path)}")
    with served(tmp_path, settings=settings) as server:
        again = signed(asked, at=int(time.time()) + 1)
        for request in (used, waiting, again):
            answer = ask(server, *request)
            assert (answer.status, answer.code) == (401, "launch/signature")
        for token in (token_of(path), token_of(forgotten)):
            answer = Client(server.address, comes_in=False).request("POST", f"{PATH}/{token}")
            assert (answer.status, answer.code) == (404, "launch/over")
        assert ask(server, *signed({**asked, "id": "launch-3"})).status == 201
    assert_in_order(tmp_path)


def test_a_name_is_kept_as_all_names_are(server, wallet):
    wallet.open_account("p-22", 100)
    with launched(server, "p-22", "  Ada \uff21 ") as browser:
        assert browser.guest["name"] == "Ada A"
    with pytest.raises(PitbossError, match="A name has 3 to 24 letters"):
        server.house.launch("t" * 64, "p-23", "A\n").result(30)


def test_a_house_without_a_wallet_launches_nobody(tmp_path):
    with served(tmp_path) as server:
        answer = ask(server, *signed(ADA))
        assert (answer.status, answer.code) == (404, "launch/none")


def test_launches_end_after_a_minute_and_are_not_kept_for_ever():
    now = [1_700_000_000.0]
    launches = Launches(SECRET, lambda: now[0])

    first, second = launches.begin("p-1", "Ada"), launches.begin("p-2", "Ada")
    now[0] += SECONDS - 1
    assert launches.take(first).player == "p-1"
    now[0] += 2
    with pytest.raises(PitbossError, match="opened once"):
        launches.take(second)
    tokens = [launches.begin(f"p-{number}", "Ada") for number in range(MOST_LAUNCHES + 1)]
    with pytest.raises(PitbossError, match="opened once"):
        launches.take(tokens[0])
    assert launches.take(tokens[1]).player == "p-1"


def test_the_example_serves_an_operator(tmp_path, secret):
    """As its page says: a wallet, a house and a launch, each a process of its own."""
    wallet_port = free_port()
    house_file = tmp_path / "house.toml"
    house_file.write_text(
        f'[wallet]\nurl = "http://127.0.0.1:{wallet_port}"\nsecret-file = "{secret}"\n'
        '[[tables]]\ngame = "three-pictures"\n',
        "utf-8",
    )
    example = [sys.executable, str(ROOT / "examples" / "wallet.py")]
    data = ["--data", str(tmp_path / "wallet.db")]
    words = [*example, "serve", str(secret), "--port", str(wallet_port), *data]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as wallet:
        try:
            assert "A wallet at" in wallet.stdout.readline()
            with serving_process(tmp_path / "data", house=house_file) as process:
                words = ["launch", str(secret), "p-1", "Dia", "--house", process.address, *data]
                said = subprocess.run(
                    [*example, *words], capture_output=True, text=True, check=True
                )
                token = said.stdout.strip().partition("launch=")[2]
                browser = Client(process.address, comes_in=False)
                assert browser.post(f"{PATH}/{token}")["balance"] == 50_000
                with browser.sit("three-pictures") as table:
                    message = table.deal({"1": {"initial": 1_000}}, ENTROPY)
                    assert message["balance"] == 50_000 + message["view"]["mine"]["net"]
                process.stop()
        finally:
            wallet.kill()
    assert_in_order(tmp_path / "data")


def test_players_come_in_by_name(server):
    seat = Player(server.house, "p-20")
    assert server.house.person_with("nobody") is None
    assert seat.person.name == "Player p-20"
