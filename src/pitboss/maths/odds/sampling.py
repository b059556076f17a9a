"""Random deals from a given seed, many at once."""

from __future__ import annotations

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import COUNT, Array, masks
from pitboss.language.expressions import Deal
from pitboss.language.wagers import Wager


def random_deals(count: int, seed: int | np.random.SeedSequence) -> Deal:
    """Deals drawn uniformly: two hands and a fourth card, no card twice.

    Both hands and the card are drawn independently, and draws that share a card are rejected. The
    rest is uniform over all deals.
    """
    rng, mask = np.random.default_rng(seed), np.array(masks())
    accepted: list[Array] = []
    total = 0
    while total < count:
        player, dealer = rng.integers(0, COUNT, (2, count))
        fourth = rng.integers(0, DECK, count)
        held = mask[player] | mask[dealer]
        fits = (mask[player] & mask[dealer] == 0) & (held >> fourth & 1 == 0)
        accepted.append(np.stack([player[fits], dealer[fits], fourth[fits]]))
        total += int(fits.sum())
    return Deal(*np.concatenate(accepted, axis=1)[:, :count])


def random_rows(
    wager: Wager, players: Array, dealers: Array, plays: Array, count: int, seed: int
) -> Array:
    """[row]: how often a wager comes to each row in random deals of some hands.

    `plays` says for each of the 22,100 hands whether it plays.

    The player's hand is drawn from `players`. Each of them must leave the same number of `dealers`
    that share no card with it: then redrawing only the dealer's hand keeps deals equally likely.
    """
    rng, mask = np.random.default_rng(seed), np.array(masks())
    player, dealer = rng.choice(players, count), rng.choice(dealers, count)
    while (shared := np.flatnonzero(mask[player] & mask[dealer])).size:
        dealer[shared] = rng.choice(dealers, shared.size)
    rows: Array = np.asarray(wager.result(Deal(player, dealer, played=plays[player])))
    return np.bincount(rows, minlength=len(wager.rows))
