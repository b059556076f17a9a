"""A wallet over HTTP: signed requests, bounded times, and nothing believed that can't be read."""

import http.server
import json
import socket
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.house.house import wall_clock
from pitboss.house.settings.house_file import BadHouseFile, read_house_file
from pitboss.house.settings.house_settings import WalletSettings, settings_from_json
from pitboss.house.wallets.wallet import Declined, Receipt, Unreachable
from pitboss.house.wallets.wallet_http import HttpWallet
from pitboss.house.wallets.wallet_signature import SIGNATURE, TIME, is_signed, sign
from tests.support.houses import PRACTICE, assert_in_order, opened
from tests.support.pages import blocks
from tests.support.wallet_trials import Player, assert_books_agree, wait_for_calls
from tests.support.wallets import EXAMPLE, SECRET, secret_file, served_wallet

NOW = 1_700_000_000


@pytest.fixture
def answering():
    """A server that gives a certain answer; and what it was asked."""
    asked, given = [], {"status": 200, "body": b'{"balance": 5}'}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append((self.path, dict(self.headers), body))
            self.send_response(given["status"])
            self.end_headers()
            self.wfile.write(given["body"])

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}/wallet/"
        yield HttpWallet(url, SECRET, lambda: NOW * 1_000_000, 20), asked, given
        server.shutdown()
        thread.join()


def test_what_is_sent(answering):
    wallet, asked, _ = answering
    assert wallet.debit("p-1", 1500, "R1") == Receipt("R1", 5)
    assert wallet.rollback("p-1", "R1") == Receipt("R1", 5)
    assert wallet.balance("p-1") == 5
    (path, headers, body), *others = asked
    assert (path, json.loads(body)) == (
        "/wallet/debit", {"player": "p-1", "amount": 1500, "reference": "R1"},
    )  # fmt: skip
    assert is_signed(SECRET, "POST", path, headers, body, NOW)
    assert [(path, json.loads(body)) for path, _, body in others] == [
        ("/wallet/rollback", {"player": "p-1", "reference": "R1"}),
        ("/wallet/balance", {"player": "p-1"}),
    ]


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, b'{"balance": 5}'),
        (302, b'{"balance": 5}'),
        (401, b'{"declined": "bad-signature"}'),
        (200, b""),
        (200, b"null"),
        (200, b"[]"),
        (200, b'{"balance": 5'),
        (200, b'{"balance": "5"}'),
        (200, b'{"balance": 5.0}'),
        (200, b'{"balance": true}'),
        (200, b'{"balance": 1e400}'),
        (200, b'{"balance": 99999999999999999999}'),
        (200, b'{"balance": NaN}'),
        (200, b'{"declined": ""}'),
        (200, b'{"declined": "Go away!"}'),
        (200, b'{"declined": 1, "balance": 5}'),
        (200, b'{"balance": 5, "x": "' + b"x" * 20_000 + b'"}'),
        (200, b"\xff\xfe"),
        (200, b"[" * 10_000),
    ],
    ids=range(19),
)
def test_an_answer_that_cannot_be_read_says_nothing(answering, status, body):
    wallet, _, given = answering
    given |= {"status": status, "body": body}
    for call in (lambda: wallet.debit("p", 1, "R"), lambda: wallet.balance("p")):
        with pytest.raises(Unreachable):
            call()


def test_a_decline(answering):
    wallet, _, given = answering
    given["body"] = b'{"declined": "insufficient-funds"}'
    assert wallet.debit("p", 1, "R") == wallet.balance("p") == Declined("insufficient-funds")


def test_nobody_there():
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{asked.getsockname()[1]}"
        with pytest.raises(Unreachable):
            HttpWallet(url, SECRET, wall_clock, 5).balance("p")


def test_a_server_that_drips_does_not_hold_us_up():
    """Each byte comes in time, and the answer never."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def drip():
            connection, _ = listening.accept()
            with connection:
                try:
                    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
                    while True:
                        connection.sendall(b" ")
                        time.sleep(0.05)
                except OSError:
                    return

        thread = threading.Thread(target=drip)
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        with pytest.raises(Unreachable):
            HttpWallet(url, SECRET, wall_clock, 0.5).balance("p")
        thread.join()


# Signatures


def test_a_signature_is_for_one_request_and_for_a_minute():
    headers = sign(SECRET, "POST", "/debit", NOW, b"{}")

    def holds(method="POST", path="/debit", body=b"{}", now=NOW, secret=SECRET, **changed):
        return is_signed(secret, method, path, {**headers, **changed}, body, now)

    assert holds()
    assert holds(now=NOW + 60)
    assert holds(now=NOW - 60)
    for wrong in (
        {"method": "GET"}, {"path": "/credit"}, {"body": b"{ }"}, {"now": NOW + 61},
        {"now": NOW - 61}, {"secret": b"x" * 64}, {SIGNATURE: ""}, {SIGNATURE: "é"}, {TIME: "1"},
        {TIME: str(NOW + 1)}, {TIME: ""},
    ):  # fmt: skip
        assert not holds(**wrong), wrong
    for time_said in ("", "x", "-5", "٣", "1e9", "9" * 400):  # Signed, and no time at all.
        signed = sign(SECRET, "POST", "/debit", time_said, b"{}")
        assert not is_signed(SECRET, "POST", "/debit", signed, b"{}", NOW)


def test_the_example_signs_alike():
    ours = sign(SECRET, "POST", "/debit", NOW, b"{}")[SIGNATURE]
    assert EXAMPLE.signature(SECRET, "POST", "/debit", NOW, b"{}") == ours


def test_the_example_takes_only_what_is_signed(tmp_path):
    with served_wallet(tmp_path / "wallet.db") as wallet:
        wallet.open_account("p-1", 100)
        assert wallet.balance("p-1") == 100
        for secret, clock in ((b"x" * 64, wall_clock), (SECRET, lambda: NOW * 1_000_000)):
            with pytest.raises(Unreachable, match="401"):
                HttpWallet(wallet.url, secret, clock, 20).debit("p-1", 50, "R")
        assert wallet.balance("p-1") == 100


# Settings

TABLE = '\n[[tables]]\ngame = "three-pictures"\n'


def read(tmp_path, text):
    (tmp_path / "house.toml").write_text(text + TABLE, "utf-8")
    return read_house_file(tmp_path / "house.toml")


def test_a_house_file_may_name_a_wallet(tmp_path):
    (tmp_path / "wallet.secret").write_text("x" * 32, "utf-8")
    wallet = '[wallet]\nurl = "http://127.0.0.1:9000/pitboss/"\nsecret-file = "wallet.secret"\n'
    settings = read(tmp_path, wallet + 'timeout = "3 s"')
    secret = str(tmp_path / "wallet.secret")
    assert settings.wallet == WalletSettings("http://127.0.0.1:9000/pitboss", secret, 3)
    assert settings_from_json(json.dumps(settings.to_json())) == settings
    assert read(tmp_path, wallet).wallet.timeout == 5
    without = read(tmp_path, "")
    assert without.fingerprint != settings.fingerprint
    assert "wallet" not in without.to_json()  # Settings of older houses keep their fingerprints.


def test_the_section_on_the_page_is_one(tmp_path, capsys):
    (tmp_path / "wallet.secret").write_text("x" * 32, "utf-8")
    page = (Path(__file__).parents[2] / "docs" / "wallet.md").read_text("utf-8")
    (section,) = [block.text for block in blocks(page) if block.language == "toml"]
    assert read(tmp_path, section).wallet.url == "https://wallet.example.com/pitboss"
    assert run(["check", "--house", str(tmp_path / "house.toml")]) == 0
    assert "https://wallet.example.com/pitboss, 5 s for each call." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("section", "says"),
    [
        ("[wallet]", "[wallet] has no url. [wallet] has no secret-file."),
        ('[wallet]\nurl = "ftp://x"', "wallet.url is 'ftp://x': write an address"),
        ('[wallet]\nurl = "http://me:pw@x"', "write an address"),
        ('[wallet]\nsecret-file = "nowhere"', "there is no file nowhere."),
        ('[wallet]\nsecret-file = ""', "should be the name of a file."),
        ('[wallet]\ntimeout = "2 min"', "should be from 1 s to 60 s"),
        ('[wallet]\nsecret = "x"', "did you mean secret-file?"),
        ("wallet = 1", "wallet should be a table of entries."),
    ],
)
def test_mistakes_in_it_are_named(tmp_path, section, says):
    with pytest.raises(BadHouseFile) as bad:
        read(tmp_path, section)
    assert says in bad.value.message


def test_a_house_plays_through_the_wallet_that_its_settings_name(tmp_path):
    secret = secret_file(tmp_path)
    with served_wallet(tmp_path / "wallet.db") as wallet:
        wallet.open_account("p-1", 10_000)
        named = replace(PRACTICE, wallet=WalletSettings(wallet.url, str(secret), 20))
        with opened(tmp_path / "house", settings=named) as house:
            seat = Player(house, game="three-card-poker")
            assert seat.balance == 10_000
            assert seat.deal({1: {"ante": 500}}).refusal is None
            assert wallet.balance("p-1") == 9_000
            seat.decide_all()
            assert seat.stake({1: {"ante": 50_000}}).refusal.code == "wallet/declined"
            wait_for_calls(house)
            assert_books_agree(house, {"p-1": wallet.balance("p-1")}, {"p-1": 10_000})
        assert_in_order(tmp_path / "house")
