"""Our rules against the plain settlement: the same rows and amounts, deal by deal.

The two share no code. They share the numbering of cards, and the keys of rows, readings and pay
tables, which are public.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from types import ModuleType, SimpleNamespace

import numba
import numpy as np

from pitboss.language.rulebook import Rulebook, Rules
from tests.games import PLAIN


@cache
def plain_compiled(game: str) -> SimpleNamespace:
    """The plain settlement, made fast by numba; the same source."""
    return PLAIN[game].compiled(partial(numba.njit, cache=True))


def pay_readings(rulebook: Rulebook) -> Iterator[dict[str, str]]:
    """Every combination of the readings that decide what one box is paid."""
    plain = PLAIN[rulebook.key]
    kept = [
        (key, options)
        for key, options in zip(plain.READINGS, plain.OPTIONS, strict=True)
        if not key.startswith("envy")
    ]
    for options in product(*(options for _, options in kept)):
        yield dict(zip((key for key, _ in kept), options, strict=True))


def option_numbers(plain: ModuleType, readings: dict[str, str]) -> tuple[int, ...]:
    return tuple(
        options.index(readings.get(key, options[0]))
        for key, options in zip(plain.READINGS, plain.OPTIONS, strict=True)
    )


def random_deals(seed: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Seven different cards a deal: the player's three, the dealer's three, the fourth."""
    shuffled = np.random.default_rng(seed).random((count, 52)).argpartition(7, axis=1)[:, :7]
    np.random.default_rng(seed + 1).permuted(shuffled, axis=1, out=shuffled)
    return shuffled.astype(np.int64), np.random.default_rng(seed + 2).integers(0, 2, count)


@numba.njit
def _loop(outcomes, cards, played, reading, out):  # type: ignore[no-untyped-def]
    for i in range(len(cards)):
        c = cards[i]
        rows = outcomes((c[0], c[1], c[2]), (c[3], c[4], c[5]), c[6], played[i], reading)
        for w in range(len(rows)):
            out[i, w] = rows[w]


def plain_rows(
    game: str, cards: np.ndarray, played: np.ndarray, readings: dict[str, str]
) -> np.ndarray:
    """[deal, wager]: row numbers by the plain settlement."""
    plain = PLAIN[game]
    out = np.empty((len(cards), len(plain.WAGERS)), np.int64)
    _loop(plain_compiled(game).outcomes, cards, played, option_numbers(plain, readings), out)
    return out


def number_of_rows(game: str, rules: Rules, wager: str) -> np.ndarray:
    """[our row]: its number in the plain settlement, matched by key."""
    plain = PLAIN[game]
    theirs = plain.ROWS[plain.WAGERS.index(wager)]
    return np.array([theirs.index(row.key) for row in rules.wager(wager).rows])
