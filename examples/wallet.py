"""An operator's wallet: what Pitboss asks of one, in full, on the standard library alone.

    python examples/wallet.py serve wallet.secret             # listens on port 9000
    python examples/wallet.py launch wallet.secret p-17 Ada   # an address at which Ada can play

The secret is 32 random bytes in hexadecimal digits, in a file that nobody else can read:

    (umask 077; openssl rand -hex 32 > wallet.secret)

The house file names it, too:

    [wallet]
    url = "http://127.0.0.1:9000"
    secret-file = "wallet.secret"

Players and every call are kept in a SQLite file, each call in one transaction with what it moves.
"""

import argparse
import hashlib
import hmac
import json
import sqlite3
import sys
import time
import urllib.request
import uuid
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

MOST_BYTES, MOST_SECONDS = 16_384, 60
FIRST_MONEY = 50_000  # For the players of this example.
TABLES = """
CREATE TABLE IF NOT EXISTS players (id TEXT PRIMARY KEY, balance INTEGER CHECK (balance >= 0));
CREATE TABLE IF NOT EXISTS calls (
    reference TEXT PRIMARY KEY, kind TEXT, player TEXT, amount INTEGER, declined TEXT
);
"""


class Wallet:
    """Money of players, and every reference that was ever used."""

    def __init__(self, file):
        self.file = file
        with closing(self._connect()) as database:
            database.executescript(TABLES)

    def _connect(self):
        return sqlite3.connect(self.file, timeout=30, isolation_level=None)

    def open_account(self, player, amount):
        with closing(self._connect()) as database:
            database.execute("INSERT OR IGNORE INTO players VALUES (?, ?)", (player, amount))

    def answer(self, call, body):
        """What is answered to a call, in one transaction."""
        with closing(self._connect()) as database:
            database.execute("BEGIN IMMEDIATE")  # One call at a time: nothing is read that changes.
            declined = self._carry_out(database, call, body)
            row = database.execute(
                "SELECT balance FROM players WHERE id = ?", (body["player"],)
            ).fetchone()
            database.execute("COMMIT")
        if declined or row is None:
            return {"declined": declined or "unknown-player"}
        return {"balance": row[0]}

    def _carry_out(self, database, call, body):
        """Why a call is declined; None if it is carried out, now or before."""
        if call == "balance":
            return None
        player, reference, amount = body["player"], body["reference"], body.get("amount")
        kind = "debit" if call == "rollback" else call
        before = database.execute(
            "SELECT kind, player, amount, declined FROM calls WHERE reference = ?", (reference,)
        ).fetchone()
        if before is not None and before[:2] != (kind, player):
            return "reference-used"
        if call == "rollback":
            return self._roll_back(database, player, reference, before)
        if before is not None:
            is_other = before[2] not in (amount, None)  # None: rolled back before it came.
            return "reference-used" if is_other else before[3]
        declined = self._move(database, player, amount if kind == "credit" else -amount, amount)
        database.execute(
            "INSERT INTO calls VALUES (?, ?, ?, ?, ?)", (reference, kind, player, amount, declined)
        )
        return declined

    def _roll_back(self, database, player, reference, before):
        if before is None:
            if not self._exists(database, player):
                return "unknown-player"
            # Remembered, so that the debit is declined if it comes after all.
            database.execute(
                "INSERT INTO calls VALUES (?, 'debit', ?, NULL, 'rolled-back')", (reference, player)
            )
        elif before[3] is None:
            self._move(database, player, before[2], before[2])
            database.execute(
                "UPDATE calls SET declined = 'rolled-back' WHERE reference = ?", (reference,)
            )
        return None

    def _move(self, database, player, change, amount):
        if amount <= 0:
            return "bad-amount"
        if not self._exists(database, player):
            return "unknown-player"
        moved = database.execute(
            "UPDATE players SET balance = balance + ? WHERE id = ? AND balance + ? >= 0",
            (change, player, change),
        )
        return None if moved.rowcount else "insufficient-funds"

    def _exists(self, database, player):
        query = "SELECT 1 FROM players WHERE id = ?"
        return database.execute(query, (player,)).fetchone() is not None


# Signatures


def signature(secret, method, path, seconds, body):
    signed = f"{method}\n{path}\n{seconds}\n".encode() + body
    return hmac.new(secret, signed, hashlib.sha256).hexdigest()


def is_signed(secret, method, path, headers, body):
    seconds, given = headers.get("Pitboss-Time", ""), headers.get("Pitboss-Signature", "")
    expected = signature(secret, method, path, seconds, body)
    if not hmac.compare_digest(expected.encode(), given.encode()):
        return False
    return abs(int(seconds) - time.time()) <= MOST_SECONDS


# Over HTTP


class Handler(BaseHTTPRequestHandler):
    """One request; the server has the wallet and the secret."""

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(min(length, MOST_BYTES))
        if not is_signed(self.server.secret, "POST", self.path, self.headers, body):
            self._send(401, {"error": "the signature is wrong, or too old"})
            return
        call = self.path.rpartition("/")[2]
        try:
            asked = json.loads(body)
            texts = [asked["player"], *([] if call == "balance" else [asked["reference"]])]
            amounts = [asked["amount"]] if call in ("debit", "credit") else []
            valid = call in ("balance", "debit", "credit", "rollback")
            valid &= all(isinstance(text, str) and 0 < len(text) <= 64 for text in texts)
            valid &= all(type(amount) is int for amount in amounts)
        except (ValueError, KeyError, TypeError):
            valid = False
        if not valid:
            self._send(400, {"error": "that is no call of a wallet"})
            return
        self._send(200, self.server.wallet.answer(call, asked))

    def _send(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def server_for(wallet, secret, port=9000):
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.wallet, server.secret, server.daemon_threads = wallet, secret, True
    return server


def launch(house, secret, player, name):
    """Ask a house for an address at which a player can play, once and within a minute."""
    path, seconds = "/v1/launches", int(time.time())
    asked = {"id": str(uuid.uuid4()), "player": player, "name": name}
    body = json.dumps(asked).encode()
    headers = {
        "Content-Type": "application/json",
        "Pitboss-Time": str(seconds),
        "Pitboss-Signature": signature(secret, "POST", path, seconds, body),
    }
    request = urllib.request.Request(house + path, body, headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return house + json.load(answer)["path"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=("serve", "launch"))
    parser.add_argument("secret_file", type=Path)
    parser.add_argument("player", nargs="?", default="p-17")
    parser.add_argument("name", nargs="?", default="Ada")
    parser.add_argument("--data", default="wallet.db", help="the SQLite file")
    parser.add_argument("--port", type=int, default=9000)
    parser.add_argument("--house", default="http://localhost:8000", help="where Pitboss is")
    given = parser.parse_args()
    secret, wallet = bytes.fromhex(given.secret_file.read_text()), Wallet(given.data)
    if given.command == "launch":
        wallet.open_account(given.player, FIRST_MONEY)
        print(launch(given.house, secret, given.player, given.name))
        return
    with server_for(wallet, secret, given.port) as server:
        print(f"A wallet at http://127.0.0.1:{server.server_port}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit()
