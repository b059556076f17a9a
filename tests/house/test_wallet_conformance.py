"""The contract of a wallet: kept by ours, and every breach of it is found by the check for it."""

import time

import pytest

from pitboss.house.wallets.wallet import Declined, Receipt
from pitboss.testing.reference_wallet import ReferenceWallet
from pitboss.testing.wallets import WalletConformance
from tests.support.wallets import ROOT, ServedWallet


class TestReferenceWallet(WalletConformance):
    @pytest.fixture
    def wallet(self):
        return ReferenceWallet()

    def open_account(self, wallet, player, amount):
        wallet.open_account(player, amount)

    def restarted(self, wallet):
        """Its books are all that it has."""
        again = ReferenceWallet()
        again.balances, again.entries = dict(wallet.balances), dict(wallet.entries)
        return again


class TestWalletOverHttp(WalletConformance):
    """The adapter and the example of an operator's server."""

    @pytest.fixture
    def wallet(self, tmp_path):
        self.wallets = [ServedWallet(tmp_path / "wallet.db")]
        yield self.wallets[0]
        self.wallets[-1].close()

    def open_account(self, wallet, player, amount):
        wallet.open_account(player, amount)

    def restarted(self, wallet):
        wallet.close()
        self.wallets.append(ServedWallet(wallet.file))
        return self.wallets[-1]


# Faults


class Faulty(ReferenceWallet):
    """Breaks the contract in one way."""


class TakesAgain(Faulty):
    def debit(self, player, amount, reference):
        before = self.entries.pop(reference, None)
        if before is not None and (before.declined or before[:3] != ("debit", player, amount)):
            self.entries[reference] = before
        return super().debit(player, amount, reference)


class GivesAgain(Faulty):
    def credit(self, player, amount, reference):
        before = self.entries.pop(reference, None)
        if before is not None and before[:3] != ("credit", player, amount):
            self.entries[reference] = before
        return super().credit(player, amount, reference)


class TakesAnyAmountAgain(Faulty):
    """Looks at the reference alone, and gives a receipt for what it did not do."""

    def debit(self, player, amount, reference):
        before = self.entries.get(reference)
        if before is not None and before.player == player and not before.declined:
            return Receipt(reference, self.balances[player])
        return super().debit(player, amount, reference)


class GivesAnyAmountAgain(Faulty):
    def credit(self, player, amount, reference):
        before = self.entries.get(reference)
        if before is not None and before[:2] == ("credit", player):
            return Receipt(reference, self.balances[player])
        return super().credit(player, amount, reference)


class KeepsReferencesByPlayer(Faulty):
    def debit(self, player, amount, reference):
        return super().debit(player, amount, reference + player)

    def rollback(self, player, reference):
        answer = super().rollback(player, reference + player)
        return Receipt(reference, answer.balance) if isinstance(answer, Receipt) else answer


class KeepsReferencesByKind(Faulty):
    def credit(self, player, amount, reference):
        answer = super().credit(player, amount, f"credit {reference}")
        return Receipt(reference, answer.balance) if isinstance(answer, Receipt) else answer


class GivesCredit(Faulty):
    def debit(self, player, amount, reference):
        if player in self.balances and reference not in self.entries and amount > 0:
            self.balances[player] += 10**6
            answer = super().debit(player, amount, reference)
            self.balances[player] -= 10**6
            return answer
        return super().debit(player, amount, reference)


class ForgetsThatItDeclined(Faulty):
    def debit(self, player, amount, reference):
        answer = super().debit(player, amount, reference)
        if isinstance(answer, Declined) and self.entries[reference].declined != "rolled-back":
            del self.entries[reference]
        return answer


class RollsBackAgain(Faulty):
    def rollback(self, player, reference):
        answer = super().rollback(player, reference)
        entry = self.entries.get(reference)
        if entry is not None and entry.amount is not None and entry.declined == "rolled-back":
            self.entries[reference] = entry._replace(declined="")
        return answer


class ForgetsEarlyRollbacks(Faulty):
    def rollback(self, player, reference):
        was_there = reference in self.entries
        answer = super().rollback(player, reference)
        if not was_there:
            self.entries.pop(reference, None)
        return answer


class DeclinesEarlyRollbacks(Faulty):
    def rollback(self, player, reference):
        if reference not in self.entries:
            return Declined("unknown-reference")
        return super().rollback(player, reference)


class ForgetsLateRollbacks(Faulty):
    def rollback(self, player, reference):
        entry = self.entries.get(reference)
        answer = super().rollback(player, reference)
        if entry is not None and not entry.declined:
            del self.entries[reference]
        return answer


class GivesBackWhatItDeclined(Faulty):
    def rollback(self, player, reference):
        entry = self.entries.get(reference)
        if entry is not None and entry.declined == "insufficient-funds":
            self.entries[reference] = entry._replace(declined="")
        return super().rollback(player, reference)


class RollsBackTheLastDebit(Faulty):
    def rollback(self, player, reference):
        mine = [at for at, entry in self.entries.items() if entry[:2] == ("debit", player)]
        if reference in mine and not self.entries[mine[-1]].declined:
            answer = super().rollback(player, mine[-1])
            return Receipt(reference, answer.balance)
        return super().rollback(player, reference)


class RollsBackCredits(Faulty):
    def rollback(self, player, reference):
        entry = self.entries.get(reference)
        if entry is not None and entry.kind == "credit":
            self.balances[player] -= entry.amount
            return Receipt(reference, self.balances[player])
        return super().rollback(player, reference)


class OpensAccounts(Faulty):
    def credit(self, player, amount, reference):
        self.balances.setdefault(player, 0)
        return super().credit(player, amount, reference)


class TakesNegativeAmounts(Faulty):
    def debit(self, player, amount, reference):
        if amount < 0:
            return super().credit(player, -amount, reference)
        return super().debit(player, amount, reference)


class CountsInDollars(Faulty):
    def credit(self, player, amount, reference):
        return super().credit(player, round(float(f"{amount / 100:.10g}") * 100), reference)


class Unlocked:
    """Lets other threads in between looking and acting."""

    def __enter__(self):
        time.sleep(0.002)

    def __exit__(self, *_):
        pass


class _Slow(dict):
    def get(self, key, default=None):
        found = super().get(key, default)
        time.sleep(0.005)
        return found


class LooksThenActs(Faulty):
    """Without a lock, a reference may be new to several threads."""

    def __init__(self):
        super().__init__()
        self.entries, self._lock = _Slow(), Unlocked()


class SlowBalances(dict):
    def __getitem__(self, key):
        found = super().__getitem__(key)
        time.sleep(0.005)
        return found


class ReadsThenWrites(Faulty):
    """Without a lock, two debits may be decided on the same balance."""

    def __init__(self):
        super().__init__()
        self.balances, self._lock = SlowBalances(), Unlocked()


class SaysAnythingAsReason(Faulty):
    def debit(self, player, amount, reference):
        answer = super().debit(player, amount, reference)
        return Declined("Not enough money!") if isinstance(answer, Declined) else answer


class TellsWrongBalances(Faulty):
    def _once(self, entry, reference):
        answer = super()._once(entry, reference)
        return answer._replace(balance=0) if isinstance(answer, Receipt) else answer


class RoundsItsBalances(Faulty):
    def balance(self, player):
        has = super().balance(player)
        return has // 100 * 100 if isinstance(has, int) else has


CAUGHT = {
    RoundsItsBalances: {"a_balance_is_what_the_player_has"},
    TellsWrongBalances: {"a_debit_takes_its_amount", "a_credit_gives_its_amount"},
    TakesAgain: {"a_repeated_debit_takes_nothing_more"},
    TakesAnyAmountAgain: {"another_amount_under_a_used_reference_is_declined"},
    KeepsReferencesByPlayer: {"another_player_under_a_used_reference_is_declined"},
    GivesCredit: {"a_debit_beyond_the_balance_is_declined_and_takes_nothing"},
    ForgetsThatItDeclined: {"a_declined_debit_stays_declined"},
    RollsBackAgain: {"a_rollback_gives_a_debit_back_once"},
    ForgetsEarlyRollbacks: {"a_debit_that_comes_after_its_rollback_is_declined"},
    DeclinesEarlyRollbacks: {"a_debit_that_comes_after_its_rollback_is_declined"},
    ForgetsLateRollbacks: {"a_debit_repeated_after_its_rollback_is_declined"},
    GivesBackWhatItDeclined: {"a_rollback_of_a_declined_debit_gives_nothing"},
    RollsBackTheLastDebit: {"a_rollback_leaves_other_debits_alone"},
    GivesAgain: {"a_repeated_credit_gives_nothing_more"},
    GivesAnyAmountAgain: {"a_credit_of_another_amount_under_a_used_reference_is_declined"},
    RollsBackCredits: {"a_credit_is_not_rolled_back"},
    KeepsReferencesByKind: {"debits_and_credits_have_references_of_their_own"},
    OpensAccounts: {"an_unknown_player_is_declined"},
    TakesNegativeAmounts: {"an_amount_is_above_nothing"},
    CountsInDollars: {"large_amounts_are_exact"},
    LooksThenActs: {
        "one_debit_that_comes_many_times_at_once_is_taken_once",
        "one_credit_that_comes_many_times_at_once_is_given_once",
        "a_rollback_at_once_with_its_debit_leaves_nothing_taken",
    },
    ReadsThenWrites: {"debits_at_once_never_take_more_than_there_is"},
    SaysAnythingAsReason: {"a_debit_beyond_the_balance_is_declined_and_takes_nothing"},
}
RESTART = "what_was_done_outlives_a_restart"
CHECKS = [
    name.removeprefix("test_") for name in vars(WalletConformance) if name.startswith("test_")
]


class Kit(WalletConformance):
    """The kit, run by hand."""

    __test__ = False

    def open_account(self, wallet, player, amount):
        wallet.open_account(player, amount)


def fails(check, wallet):
    try:
        getattr(Kit(), f"test_{check}")(wallet())
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("wallet", CAUGHT, ids=lambda wallet: wallet.__name__)
def test_a_breach_is_found_by_the_checks_for_it(wallet):
    assert {check for check in CAUGHT[wallet] if fails(check, wallet)} == CAUGHT[wallet]


def test_a_true_wallet_passes_by_hand_too():
    assert [check for check in CHECKS if check != RESTART and fails(check, ReferenceWallet)] == []


def test_a_wallet_that_forgets_is_found():
    class Forgets(TestReferenceWallet):
        __test__ = False

        def restarted(self, wallet):
            again = super().restarted(wallet)
            again.entries.clear()
            return again

    with pytest.raises(AssertionError):
        Forgets().test_what_was_done_outlives_a_restart(ReferenceWallet())


def test_every_check_is_there_for_a_breach():
    assert {*CHECKS} == {RESTART}.union(*CAUGHT.values())
    page = (ROOT / "docs" / "wallet.md").read_text("utf-8")
    assert f"of its {len(CHECKS)} checks" in page
