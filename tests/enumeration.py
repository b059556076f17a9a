"""The dull road to the same numbers: deal after deal through the plain settlement, compiled.

It knows no class of hands, no column and no inclusion and exclusion. Its only economy, where it is
used, is that a wager which names no suit cannot tell hands apart that differ by a renaming of the
suits: one hand of each such family is dealt against every dealer's hand, and counts for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations

import numba
import numpy as np

from pitboss.configuration import Rulebook, Rules
from tests.agreement import option_numbers, plain_compiled
from tests.plain import PLAIN

DECK = 52
DEALS = 407_170_400  # C(52, 3) × C(49, 3)
DEALERS = 18_424  # C(49, 3)
HANDS = np.array(list(combinations(range(DECK), 3)))
MOST_ROWS = 16

# The wagers that name a suit or a colour.
SUITED = {
    ("three-card-poker", "progressive"),
    ("three-card-poker", "envy"),
    ("three-card-prime", "prime"),
    ("three-card-prime", "all-six"),
}


def one_at_a_time(rulebook: Rulebook) -> Iterator[dict[str, str]]:
    """The rulebook as written, then every other option of a reading of pay by itself."""
    yield {}
    for reading in rulebook.readings:
        if reading.kind == "pay":
            for option in list(reading.options)[1:]:
                yield {reading.key: option}


def every_table(rulebook: Rulebook) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """(pay tables, readings): each other reading, then each other pay table, one at a time."""
    for readings in one_at_a_time(rulebook):
        yield {}, readings
    for wager in rulebook.wagers:
        for table in wager.paytables[1:]:
            yield {wager.key: table}, {}


def names(setting: object) -> str:
    """How pytest is to call a setting."""
    if isinstance(setting, dict):
        return ",".join(f"{key}={option}" for key, option in setting.items()) or "as-written"
    return str(setting)


@numba.njit
def _count(outcomes, hands, weights, fourths, dealers, played, reading, total):
    for i in range(len(hands)):
        p = (hands[i, 0], hands[i, 1], hands[i, 2])
        for j in range(len(dealers)):
            d = (dealers[j, 0], dealers[j, 1], dealers[j, 2])
            if d[0] in p or d[1] in p or d[2] in p:
                continue
            rows = outcomes(p, d, fourths[i], played, reading)
            for w in range(len(rows)):
                total[w, rows[w]] += weights[i]


def counted(
    game: str,
    readings: dict[str, str],
    hands: np.ndarray,
    weights: np.ndarray | None = None,
    fourths: np.ndarray | None = None,
    dealers: np.ndarray = HANDS,
    played: int = 1,
) -> dict[str, dict[str, int]]:
    """By wager and row: how often it comes about over hands against all dealer's hands."""
    plain = PLAIN[game]
    ones = np.ones(len(hands), np.int64)
    total = np.zeros((len(plain.WAGERS), MOST_ROWS), np.int64)
    _count(
        plain_compiled(game).outcomes,
        hands,
        ones if weights is None else weights,
        ones if fourths is None else fourths,
        dealers,
        played,
        option_numbers(plain, readings),
        total,
    )
    return {
        wager: dict(zip(rows, total[w].tolist(), strict=False))
        for w, (wager, rows) in enumerate(zip(plain.WAGERS, plain.ROWS, strict=True))
    }


@cache
def families() -> tuple[np.ndarray, np.ndarray]:
    """One hand of each family under renaming of the suits, and the size of the family."""
    found: dict[tuple[int, ...], int] = {}
    for hand in HANDS.tolist():
        alike = {
            tuple(sorted(card - card % 4 + suits[card % 4] for card in hand))
            for suits in permutations(range(4))
        }
        found[min(alike)] = len(alike)
    return np.array(list(found)), np.array(list(found.values()))


@numba.njit
def _values(outcomes, nets, hand, dealers, played, reading, tables, stakes, meter, total):
    p = (hand[0], hand[1], hand[2])
    for j in range(len(dealers)):
        d = (dealers[j, 0], dealers[j, 1], dealers[j, 2])
        if d[0] in p or d[1] in p or d[2] in p:
            continue
        won = nets(outcomes(p, d, 0, played, reading), reading, tables, stakes, meter)
        for w in range(len(won)):
            total[w] += won[w]


def won(
    rules: Rules, hand: np.ndarray, dealers: np.ndarray = HANDS, played: bool = True
) -> dict[str, int]:
    """By wager, a unit on each: what a hand wins over all the dealer's hands it can meet."""
    plain = PLAIN[rules.key]
    tables = tuple(
        names.index(str(rules.paytables[wager]))
        for wager, names in zip(plain.WAGERS, plain.PAYTABLES, strict=True)
    )
    compiled, total = plain_compiled(rules.key), np.zeros(len(plain.WAGERS), np.int64)
    _values(
        compiled.outcomes,
        compiled.nets,
        hand,
        dealers,
        int(played),
        option_numbers(plain, dict(rules.readings)),
        tables,
        (1,) * len(plain.WAGERS),
        0,
        total,
    )
    return dict(zip(plain.WAGERS, total.tolist(), strict=True))
