"""Wallets for tests: over HTTP as an operator runs one, and such as do everything wrong."""

import contextlib
import importlib.util
import random
import threading
import time
from pathlib import Path

from pitboss.house.house import wall_clock
from pitboss.house.wallets.wallet import NO_FUNDS, Declined, Unreachable
from pitboss.house.wallets.wallet_http import HttpWallet
from pitboss.testing.reference_wallet import ReferenceWallet

ROOT = Path(__file__).parents[2]
SECRET = bytes(range(32))


def secret_file(folder):
    """A file with the secret, as a house file names one."""
    file = folder / "wallet.secret"
    file.write_text(SECRET.hex() + "\n", "utf-8")
    file.chmod(0o600)
    return file


def load_example():
    """examples/wallet.py as a module."""
    spec = importlib.util.spec_from_file_location("example_wallet", ROOT / "examples" / "wallet.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


EXAMPLE = load_example()


class ServedWallet(HttpWallet):
    """The adapter, with the operator's server that it talks to."""

    def __init__(self, file, timeout=20):
        self.file, self.books = file, EXAMPLE.Wallet(file)
        self.server = EXAMPLE.server_for(self.books, SECRET, 0)
        self.url = f"http://127.0.0.1:{self.server.server_port}/pitboss"
        super().__init__(self.url, SECRET, wall_clock, timeout)
        self._thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self._thread.start()

    def open_account(self, player, amount=0):
        self.books.open_account(player, amount)

    def close(self):
        self.server.shutdown()
        self._thread.join()
        self.server.server_close()


@contextlib.contextmanager
def served_wallet(file, **named):
    wallet = ServedWallet(file, **named)
    try:
        yield wallet
    finally:
        wallet.close()


class FaultyWallet:
    """A true wallet over a bad line, by chance: what is sent may be lost, late, or come twice.

    Its books are always right, and `known` to the test. A request that was lost on the way may
    arrive later, after its rollback.
    """

    def __init__(self, seed, inner=None, rate=0.3):
        self.inner = inner or ReferenceWallet()
        self.rate, self._chance = rate, random.Random(seed)
        self._lock, self._late = threading.Lock(), []
        self.faults = {}

    def open_account(self, player, amount=0):
        self.inner.open_account(player, amount)

    def balance(self, player):
        return self._over_the_line("balance", player)

    def debit(self, player, amount, reference):
        return self._over_the_line("debit", player, amount, reference)

    def credit(self, player, amount, reference):
        return self._over_the_line("credit", player, amount, reference)

    def rollback(self, player, reference):
        return self._over_the_line("rollback", player, reference)

    def _over_the_line(self, method, *arguments):
        with self._lock:
            fault = self._fault(method)
            self.faults[fault] = self.faults.get(fault, 0) + 1
            arriving = [call for call in self._late if self._chance.random() < 0.3]
            self._late = [call for call in self._late if call not in arriving]
            if fault == "late":
                self._late.append((method, arguments))
        for late, given in arriving:
            getattr(self.inner, late)(*given)
        if fault in ("lost", "late"):
            raise Unreachable(f"the {method} was {fault}")
        if fault == "slow":
            time.sleep(0.005)
        if fault == "declined":
            return Declined(NO_FUNDS)  # Though it has the money, and nothing is remembered.
        if fault == "fault":
            raise RuntimeError("the adapter fails")
        answer = getattr(self.inner, method)(*arguments)
        if fault == "twice":
            answer = getattr(self.inner, method)(*arguments)
        if fault == "unanswered":
            raise Unreachable(f"the answer to the {method} was lost")
        return answer

    def _fault(self, method):
        if self._chance.random() >= self.rate:
            return None
        kinds = ["lost", "late", "unanswered", "twice", "slow", "fault"]
        kinds += ["declined"] * (method == "debit")
        unseen = [kind for kind in kinds if kind not in self.faults]
        return self._chance.choice(unseen or kinds)  # Each at least once.

    def arrive(self):
        """Everything that is late arrives."""
        with self._lock:
            late, self._late = self._late, []
        for method, arguments in late:
            getattr(self.inner, method)(*arguments)
