"""The booked walks of `make test`, a hundred times as many."""

import pytest

from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.round_machine import walk
from tests.house.test_ledger import TABLES, BankedMachine

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]


@pytest.mark.parametrize("part", range(100, 105))
@pytest.mark.parametrize("game", RULEBOOKS)
def test_random_walks_balance(game, part):
    reached = walk(RULEBOOKS[game], 20 * TABLES, machine=BankedMachine, part=part)
    assert reached.events["Settled"] > TABLES
