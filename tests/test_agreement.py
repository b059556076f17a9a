"""Two settlements that share no code agree on random deals, wager by wager and cent by cent."""

import numpy as np
import pytest

from pitboss.cards.hands import rows_of
from pitboss.language.expressions import Deal
from pitboss.rulebooks import RULEBOOKS
from tests.games import PLAIN
from tests.support.agreement import (
    number_of_rows,
    pay_readings,
    plain_rows,
    random_deals,
)

DEALS = 200_000
GAMES = sorted(PLAIN)


@pytest.mark.parametrize("game", GAMES)
def test_every_row_under_every_reading(game):
    cards, played = random_deals(seed=2026, count=DEALS)
    deal = Deal(rows_of(cards[:, :3]), rows_of(cards[:, 3:6]), cards[:, 6], played == 1)
    for readings in pay_readings(RULEBOOKS[game]):
        rules = RULEBOOKS[game].configure(readings=readings)
        expected = plain_rows(game, cards, played, readings)
        for i, key in enumerate(PLAIN[game].WAGERS):
            ours = number_of_rows(game, rules, key)[rules.wager(key).result(deal)]
            wrong = np.flatnonzero(ours != expected[:, i])
            assert not len(wrong), (key, readings, cards[wrong[:3]])
