"""The trials of wallets in `make test`, much longer: some ten minutes on two cores."""

import logging

import pytest

from pitboss.house.office import errands
from tests.house.conftest import place, postgres_server  # noqa: F401  # Fixtures.
from tests.house.test_wallet import die_at_points
from tests.support.wallet_trials import (
    FUNDS,
    kill_while_it_plays,
    play_over_a_bad_line,
    settle_up,
)
from tests.support.wallets import FaultyWallet

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]

STEPS, KILLS = 400, 20


@pytest.mark.parametrize("seed", [10, 11])
def test_books_agree_after_much_play_over_a_bad_line(place, seed, caplog, monkeypatch):  # noqa: F811
    caplog.set_level(logging.CRITICAL)
    monkeypatch.setattr(errands, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(errands, "LONGEST_WAIT", 0.05)
    wallet = FaultyWallet(seed)
    refusals, died = play_over_a_bad_line(place, wallet, STEPS, seed, players=6, crashes=30)
    assert died > 10
    counts = settle_up(place, wallet, dict.fromkeys(wallet.inner.balances, FUNDS))
    assert counts.rounds > STEPS
    assert {None, "wallet/declined", "wallet/unreachable"} <= {*refusals}
    assert all(count > 20 for count in wallet.faults.values()), wallet.faults


@pytest.mark.parametrize("fault", [None, "before", "after"])
def test_a_house_may_die_at_any_point(tmp_path, fault, caplog):
    caplog.set_level(logging.CRITICAL)
    assert die_at_points(tmp_path, fault, 1) > 20


def test_books_agree_after_many_kills(tmp_path):
    counts, said = kill_while_it_plays(tmp_path, KILLS, seed=1)
    assert said["done"] > 10 * KILLS
    assert counts.in_transit == 0
