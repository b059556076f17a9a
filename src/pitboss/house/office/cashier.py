"""The cashier: calls wallets from threads of its own, so that the writer never waits for one.

A debit is tried once, for somebody waits for it. If nobody knows what came of it, it is rolled
back, and the command is refused. Rollbacks and credits are repeated until they are acknowledged. A
house that opens again goes on where it stopped: open debits are rolled back, open credits are
delivered. All of it may happen twice, since every call has its reference.
"""

from __future__ import annotations

import logging
import threading
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TypeVar

from pitboss.errors import HouseIsStopped
from pitboss.house.office.errands import Errands
from pitboss.house.office.wallet_desk import WalletDesk
from pitboss.house.office.writer import Writer
from pitboss.house.people.person import Person
from pitboss.house.requests import Look, Reply, WalletHolds, WalletSaid, WalletUndone
from pitboss.house.wallets.wallet import DEBIT, Answer, Call, Declined, Receipt, Unreachable, Wallet

log = logging.getLogger(__name__)

ASKING, DELIVERING = 8, 4  # Threads.

T = TypeVar("T")


class Cashier:
    """`clock` counts seconds and never goes back."""

    def __init__(
        self, wallet: Wallet, desk: WalletDesk, writer: Writer, clock: Callable[[], float]
    ) -> None:
        self._wallet, self._desk, self._writer = wallet, desk, writer
        self._lock = threading.Lock()
        self._waiting: defaultdict[str, list[Future[Reply]]] = defaultdict(list)  # By reference.
        self._credits: dict[str, Call] = {}  # By reference: not acknowledged yet.
        self._asking = Errands("wallet", ASKING, clock)
        self._deliveries = Errands("wallet delivery", DELIVERING, clock)
        for call in list(desk.calls.open.values()):
            self._deliver_later(call)
        desk.calls.tell = self._begin

    def stop(self) -> None:
        """Finish the calls that are being made. Others are made when the house opens again."""
        self._asking.close()
        self._deliveries.close()

    def close(self) -> None:
        """Nobody waits any longer: the writer is closed, too."""
        with self._lock:
            left = [answer for answers in self._waiting.values() for answer in answers]
            self._waiting.clear()
        for answer in left:
            answer.set_exception(HouseIsStopped("house/stopped", "The house is closed."))

    # What people wait for

    def in_the_end(self, asked: Future[Reply]) -> Future[Reply]:
        """The answer to a command: after its debit, if it needs one."""
        answer: Future[Reply] = Future()
        answer.set_running_or_notify_cancel()
        asked.add_done_callback(partial(self._asked, answer))
        return answer

    def _asked(self, answer: Future[Reply], asked: Future[Reply]) -> None:
        """Called by the writer, before it can hear what came of the debit."""
        if asked.exception() is None and (reference := asked.result().waits_for):
            with self._lock:
                self._waiting[reference].append(answer)
        else:
            _pass_on(asked, answer)

    def after_looking(self, asked: Future[Reply], table: str = "") -> Future[Reply]:
        """The same answer after the player's wallet was looked into.

        With a table, only if nobody knows what is in the wallet; the table is then looked at again.
        """
        answer: Future[Reply] = Future()
        answer.set_running_or_notify_cancel()

        def look(asked: Future[Reply]) -> None:
            person = None if asked.exception() else asked.result().person
            is_known = person is None or (bool(table) and person.id in self._desk.known)
            if person is None or person.wallet_id is None or is_known:
                _pass_on(asked, answer)
            else:
                self._asking.add(partial(self._look, person, asked, table, answer))

        asked.add_done_callback(look)
        return answer

    def _look(
        self, person: Person, asked: Future[Reply], table: str, answer: Future[Reply]
    ) -> bool:
        balance = self._call(self._wallet.balance, person.wallet_id)
        if isinstance(balance, int):
            self._writer.ask(person.id, "", WalletHolds(balance))
        _pass_on(self._writer.ask(person.id, "", Look(table)) if table else asked, answer)
        return True

    def balance(self, person: str, wallet_id: str) -> int:
        """What is in a wallet, or was when it last said so."""
        balance = self._call(self._wallet.balance, wallet_id)
        return balance if isinstance(balance, int) else self._desk.known.get(person, 0)

    # Calls

    def _call(self, method: Callable[..., T], *arguments: object) -> T | None:
        """What the wallet says; None if nobody knows."""
        try:
            return method(*arguments)
        except Unreachable as error:
            log.warning("the wallet can't be reached: %s", error)
        except Exception:
            log.exception("the wallet's adapter failed")
        return None

    def _begin(self, calls: list[Call]) -> None:
        """These are on disk now."""
        for call in calls:
            if call.kind == DEBIT:
                self._asking.add(partial(self._debit, call))
            else:
                self._deliver_later(call)

    def _debit(self, call: Call) -> bool:
        with self._lock:
            credits = [credit for credit in self._credits.values() if credit.person == call.person]
        for credit in credits:  # The player may bet what they have just won.
            self._deliver(credit)
        answer = self._call(self._wallet.debit, call.wallet_id, call.amount, call.reference)
        if not isinstance(answer, Answer):
            answer = None
        said = self._writer.ask("", "", WalletSaid(call.reference, answer))
        said.add_done_callback(partial(self._debited, call.reference))
        if answer is None:
            self._deliver_later(call)
        return True

    def _debited(self, reference: str, said: Future[Reply]) -> None:
        with self._lock:
            answers = self._waiting.pop(reference, [])
        for answer in answers:
            _pass_on(said, answer)

    def _deliver_later(self, call: Call) -> None:
        if call.kind != DEBIT:
            with self._lock:
                self._credits[call.reference] = call
        self._deliveries.add(partial(self._deliver, call))

    def _deliver(self, call: Call) -> bool:
        """Give the money to the wallet, or roll a debit back; whether that is acknowledged."""
        if call.kind == DEBIT:
            answer = self._call(self._wallet.rollback, call.wallet_id, call.reference)
        else:
            with self._lock:
                if call.reference not in self._credits:
                    return True  # Delivered before a debit.
            answer = self._call(self._wallet.credit, call.wallet_id, call.amount, call.reference)
        if not isinstance(answer, Receipt):
            if isinstance(answer, Declined):
                what = "rollback" if call.kind == DEBIT else f"credit of {call.amount}"
                log.error("the wallet declined the %s %s: %s", what, call.reference, answer.reason)
            return False
        if call.kind == DEBIT:
            self._writer.ask("", "", WalletUndone(call.reference, answer))
        else:
            self._writer.ask("", "", WalletSaid(call.reference, answer))
            with self._lock:
                self._credits.pop(call.reference, None)
        return True


def _pass_on(asked: Future[Reply], answer: Future[Reply]) -> None:
    """Answer as was answered, which is waited for."""
    error = asked.exception()
    if error is None:
        answer.set_result(asked.result())
    else:
        answer.set_exception(error)
