"""Random deals, many at once, from a given seed."""

from __future__ import annotations

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import COUNT, Array, masks
from pitboss.language.expressions import Deal


def random_deals(count: int, seed: int | np.random.SeedSequence) -> Deal:
    """So many deals, all equally likely: hands and a fourth card that share nothing.

    Hands are drawn without looking, and those that share a card are thrown away: what is left is
    uniform over all deals.
    """
    rng, mask = np.random.default_rng(seed), np.array(masks())
    made: list[Array] = []
    have = 0
    while have < count:
        player, dealer = rng.integers(0, COUNT, (2, count))
        fourth = rng.integers(0, DECK, count)
        held = mask[player] | mask[dealer]
        fits = (mask[player] & mask[dealer] == 0) & (held >> fourth & 1 == 0)
        made.append(np.stack([player[fits], dealer[fits], fourth[fits]]))
        have += int(fits.sum())
    return Deal(*np.concatenate(made, axis=1)[:, :count])
