"""The checks that every wallet has to pass, as the methods of one pytest class.

    from pitboss.testing.wallets import WalletConformance

    class TestMyWallet(WalletConformance):
        @pytest.fixture
        def wallet(self):
            return MyWallet("https://sandbox.example.com")

        def open_account(self, wallet, player, amount):
            ...  # Make a player who has so much.

Each check opens accounts of its own, so the wallet may be one that is kept from run to run. What
each check is for is told in docs/wallet.md.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from pitboss.house.wallets.wallet import REASON, Answer, Declined, Receipt, Wallet

AT_ONCE = 8  # Threads.


class WalletConformance:
    """Subclass it as `TestMyWallet`, with a fixture `wallet` and a way to open accounts."""

    def open_account(self, wallet: Any, player: str, amount: int) -> None:
        """Make a player who has so much."""
        raise NotImplementedError("say how a player comes to be")

    def restarted(self, wallet: Any) -> Any:
        """The wallet after a restart of whatever keeps its books; they must outlive it."""
        pytest.skip("this wallet can't be restarted here")

    def player(self, wallet: Wallet, amount: int) -> str:
        player = f"player-{uuid.uuid4().hex[:12]}"
        self.open_account(wallet, player, amount)
        return player

    # Debits

    def test_a_balance_is_what_the_player_has(self, wallet: Wallet) -> None:
        assert wallet.balance(self.player(wallet, 12_345)) == 12_345
        assert wallet.balance(self.player(wallet, 0)) == 0

    def test_a_debit_takes_its_amount(self, wallet: Wallet) -> None:
        player, reference = self.player(wallet, 1_000), _reference()
        assert _receipt(wallet.debit(player, 300, reference)) == Receipt(reference, 700)
        assert wallet.balance(player) == 700
        assert _receipt(wallet.debit(player, 700, _reference())).balance == 0
        assert wallet.balance(player) == 0

    def test_a_repeated_debit_takes_nothing_more(self, wallet: Wallet) -> None:
        player, reference = self.player(wallet, 1_000), _reference()
        for _ in range(3):
            assert _receipt(wallet.debit(player, 600, reference)).reference == reference
            assert wallet.balance(player) == 400

    def test_another_amount_under_a_used_reference_is_declined(self, wallet: Wallet) -> None:
        player, reference = self.player(wallet, 1_000), _reference()
        _receipt(wallet.debit(player, 100, reference))
        for amount in (99, 101, 500):
            _declined(wallet.debit(player, amount, reference))
        assert wallet.balance(player) == 900

    def test_another_player_under_a_used_reference_is_declined(self, wallet: Wallet) -> None:
        player, other, reference = self.player(wallet, 500), self.player(wallet, 500), _reference()
        _receipt(wallet.debit(player, 100, reference))
        _declined(wallet.debit(other, 100, reference))
        assert (wallet.balance(player), wallet.balance(other)) == (400, 500)

    def test_a_debit_beyond_the_balance_is_declined_and_takes_nothing(self, wallet: Wallet) -> None:
        player = self.player(wallet, 100)
        _declined(wallet.debit(player, 101, _reference()))
        assert wallet.balance(player) == 100
        _receipt(wallet.debit(player, 100, _reference()))

    def test_a_declined_debit_stays_declined(self, wallet: Wallet) -> None:
        """A copy of the request may arrive when the player has the money."""
        player, reference = self.player(wallet, 100), _reference()
        _declined(wallet.debit(player, 500, reference))
        _receipt(wallet.credit(player, 1_000, _reference()))
        _declined(wallet.debit(player, 500, reference))
        assert wallet.balance(player) == 1_100

    # Rollbacks

    def test_a_rollback_gives_a_debit_back_once(self, wallet: Wallet) -> None:
        player, reference = self.player(wallet, 1_000), _reference()
        _receipt(wallet.debit(player, 400, reference))
        for _ in range(3):
            assert _receipt(wallet.rollback(player, reference)) == Receipt(reference, 1_000)
            assert wallet.balance(player) == 1_000

    def test_a_debit_that_comes_after_its_rollback_is_declined(self, wallet: Wallet) -> None:
        player, reference = self.player(wallet, 1_000), _reference()
        _receipt(wallet.rollback(player, reference))
        for _ in range(2):
            _declined(wallet.debit(player, 400, reference))
        _receipt(wallet.rollback(player, reference))
        assert wallet.balance(player) == 1_000

    def test_a_debit_repeated_after_its_rollback_is_declined(self, wallet: Wallet) -> None:
        player, reference = self.player(wallet, 1_000), _reference()
        _receipt(wallet.debit(player, 400, reference))
        _receipt(wallet.rollback(player, reference))
        _declined(wallet.debit(player, 400, reference))
        assert wallet.balance(player) == 1_000

    def test_a_rollback_of_a_declined_debit_gives_nothing(self, wallet: Wallet) -> None:
        player, reference = self.player(wallet, 100), _reference()
        _declined(wallet.debit(player, 500, reference))
        _receipt(wallet.rollback(player, reference))
        assert wallet.balance(player) == 100

    def test_a_rollback_leaves_other_debits_alone(self, wallet: Wallet) -> None:
        player, first, second = self.player(wallet, 1_000), _reference(), _reference()
        _receipt(wallet.debit(player, 100, first))
        _receipt(wallet.debit(player, 200, second))
        _receipt(wallet.rollback(player, first))
        assert wallet.balance(player) == 800
        _receipt(wallet.debit(player, 200, second))
        assert wallet.balance(player) == 800

    # Credits

    def test_a_credit_gives_its_amount(self, wallet: Wallet) -> None:
        player, reference = self.player(wallet, 5), _reference()
        assert _receipt(wallet.credit(player, 300, reference)) == Receipt(reference, 305)
        assert wallet.balance(player) == 305

    def test_a_repeated_credit_gives_nothing_more(self, wallet: Wallet) -> None:
        player, reference = self.player(wallet, 0), _reference()
        for _ in range(3):
            assert _receipt(wallet.credit(player, 600, reference)).reference == reference
            assert wallet.balance(player) == 600

    def test_a_credit_of_another_amount_under_a_used_reference_is_declined(
        self, wallet: Wallet
    ) -> None:
        player, other, reference = self.player(wallet, 0), self.player(wallet, 0), _reference()
        _receipt(wallet.credit(player, 600, reference))
        _declined(wallet.credit(player, 601, reference))
        _declined(wallet.credit(other, 600, reference))
        assert (wallet.balance(player), wallet.balance(other)) == (600, 0)

    def test_a_credit_is_not_rolled_back(self, wallet: Wallet) -> None:
        player, reference = self.player(wallet, 100), _reference()
        _receipt(wallet.credit(player, 50, reference))
        _declined(wallet.rollback(player, reference))
        assert wallet.balance(player) == 150

    def test_debits_and_credits_have_references_of_their_own(self, wallet: Wallet) -> None:
        player, taken, given = self.player(wallet, 1_000), _reference(), _reference()
        _receipt(wallet.debit(player, 100, taken))
        _receipt(wallet.credit(player, 100, given))
        _declined(wallet.credit(player, 100, taken))
        _declined(wallet.debit(player, 100, given))
        assert wallet.balance(player) == 1_000

    # Whom, and how much

    def test_an_unknown_player_is_declined(self, wallet: Wallet) -> None:
        nobody = f"nobody-{uuid.uuid4().hex[:12]}"
        assert isinstance(wallet.balance(nobody), Declined)
        _declined(wallet.debit(nobody, 100, _reference()))
        _declined(wallet.credit(nobody, 100, _reference()))

    def test_an_amount_is_above_nothing(self, wallet: Wallet) -> None:
        player = self.player(wallet, 1_000)
        for amount in (0, -1, -500):
            _declined(wallet.debit(player, amount, _reference()))
            _declined(wallet.credit(player, amount, _reference()))
        assert wallet.balance(player) == 1_000

    def test_large_amounts_are_exact(self, wallet: Wallet) -> None:
        amount = 900_719_925_474_099  # In cents; a float of dollars would round it.
        player = self.player(wallet, amount)
        _receipt(wallet.debit(player, amount - 1, _reference()))
        assert wallet.balance(player) == 1
        _receipt(wallet.credit(player, amount - 1, _reference()))
        assert wallet.balance(player) == amount

    # At once

    def test_one_debit_that_comes_many_times_at_once_is_taken_once(self, wallet: Wallet) -> None:
        player, reference = self.player(wallet, 1_000), _reference()
        for answer in _at_once(lambda _: wallet.debit(player, 100, reference)):
            _receipt(answer)
        assert wallet.balance(player) == 900

    def test_one_credit_that_comes_many_times_at_once_is_given_once(self, wallet: Wallet) -> None:
        player, reference = self.player(wallet, 0), _reference()
        for answer in _at_once(lambda _: wallet.credit(player, 100, reference)):
            _receipt(answer)
        assert wallet.balance(player) == 100

    def test_debits_at_once_never_take_more_than_there_is(self, wallet: Wallet) -> None:
        player = self.player(wallet, 500)
        answers = _at_once(lambda _: wallet.debit(player, 100 + AT_ONCE, _reference()))
        assert sum(isinstance(answer, Receipt) for answer in answers) == 4
        assert wallet.balance(player) == 500 - 4 * (100 + AT_ONCE)

    def test_a_rollback_at_once_with_its_debit_leaves_nothing_taken(self, wallet: Wallet) -> None:
        for _ in range(5):
            player, reference = self.player(wallet, 1_000), _reference()
            undo = partial(wallet.rollback, player, reference)
            take = partial(wallet.debit, player, 100, reference)
            answers = _at_once(partial(_either, undo, take))
            for answer in answers[1::2]:
                _receipt(answer)
            assert wallet.balance(player) == 1_000

    # For good

    def test_what_was_done_outlives_a_restart(self, wallet: Wallet) -> None:
        player = self.player(wallet, 1_000)
        taken, given, undone, declined = (_reference() for _ in range(4))
        _receipt(wallet.debit(player, 100, taken))
        _receipt(wallet.credit(player, 10, given))
        _receipt(wallet.rollback(player, undone))
        _declined(wallet.debit(player, 5_000, declined))
        wallet = self.restarted(wallet)
        assert wallet.balance(player) == 910
        _receipt(wallet.debit(player, 100, taken))
        _receipt(wallet.credit(player, 10, given))
        _declined(wallet.debit(player, 1, undone))
        _declined(wallet.debit(player, 5_000, declined))
        assert wallet.balance(player) == 910


def _reference() -> str:
    return uuid.uuid4().hex[:24].upper()


def _receipt(answer: Answer) -> Receipt:
    assert isinstance(answer, Receipt), f"it should have been carried out, and is {answer!r}"
    return answer


def _declined(answer: Answer) -> None:
    assert isinstance(answer, Declined), f"it should have been declined, and is {answer!r}"
    assert REASON.fullmatch(answer.reason), f"a reason is like-this, not {answer.reason!r}"


def _either(undo: Callable[[], Answer], take: Callable[[], Answer], number: int) -> Answer:
    return undo() if number % 2 else take()


def _at_once(call: Callable[[int], Answer]) -> list[Answer]:
    """The answers to calls that begin in the same moment; whatever one of them raises."""
    answers: list[Any] = [None] * AT_ONCE
    start = threading.Barrier(AT_ONCE)

    def run(number: int) -> None:
        start.wait()
        try:
            answers[number] = call(number)
        except Exception as error:
            answers[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
    return answers
