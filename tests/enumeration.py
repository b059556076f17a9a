"""The dull road to the same numbers: deal after deal through the plain settlement, compiled.

It knows no class of hands, no column and no inclusion and exclusion. Its one economy is that what
names no suit can't tell hands apart that differ by a renaming of the suits: one hand of each such
family is dealt against every dealer's hand, and counts for all of its family. Wagers that do name
a suit are left out here, and counted by other roads.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import prod
from types import FunctionType, SimpleNamespace

import numba
import numpy as np

from pitboss.configuration import Rulebook, Rules
from tests.agreement import option_numbers, plain_compiled
from tests.plain import PLAIN

DECK = 52
DEALS = 407_170_400  # C(52, 3) × C(49, 3)
DEALERS = 18_424  # C(49, 3)
HANDS = np.array(list(combinations(range(DECK), 3)))
STAKE = 2  # So that half of it is whole.

# What names a suit, a colour or a fourth card.
LEFT_OUT = {
    "three-card-poker": {"progressive", "envy"},
    "three-card-prime": {"prime", "pair-bonus", "all-six"},
}

# Options that change what is paid, and no row: these deals are the default's (or play-pushes').
SAME_ROWS = {
    ("perfect-tie", "also"): "instead",
    ("progressive-stake", "returned"): "kept",
    ("envy", "everyone"): "others",
    ("envy-unit", "wager"): "player",
    ("copy", "ante-pushes"): "wins",
    ("copy", "pushes"): "play-pushes",
}


def names(setting: object) -> str:
    """How pytest is to call a setting."""
    if isinstance(setting, dict):
        return ",".join(f"{key}={option}" for key, option in setting.items()) or "as-written"
    return str(setting)


def one_at_a_time(rulebook: Rulebook) -> Iterator[dict[str, str]]:
    """The rulebook as written, then every other option of a reading of pay by itself."""
    yield {}
    for reading in rulebook.readings:
        if reading.kind == "pay":
            for option in list(reading.options)[1:]:
                yield {reading.key: option}


def configurations(rulebook: Rulebook) -> Iterator[Rules]:
    """As written, each other reading, each other pay table: one at a time."""
    for readings in one_at_a_time(rulebook):
        yield rulebook.configure(readings=readings)
    for wager in rulebook.wagers:
        for table in wager.paytables[1:]:
            yield rulebook.configure(paytables={wager.key: table})


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


def _no_six(p, d):
    return 9


@cache
def _compiled(game: str) -> SimpleNamespace:
    """The plain rows; without the six cards of Prime, which take long and are left out."""
    if game != "three-card-prime":
        return plain_compiled(game)
    plain = PLAIN[game]
    made = {"all_six": numba.njit(_no_six)}
    for f in (plain.ranks, plain.category, plain.value, plain.colour, plain.outcomes):
        made[f.__name__] = numba.njit(FunctionType(f.__code__, made, f.__name__))
    return SimpleNamespace(**made)


@numba.njit
def _tally(outcomes, hands, dealers, played, reading, strides, total):
    for i in range(len(hands)):
        p = (hands[i, 0], hands[i, 1], hands[i, 2])
        for j in range(len(dealers)):
            d = (dealers[j, 0], dealers[j, 1], dealers[j, 2])
            if d[0] in p or d[1] in p or d[2] in p:
                continue
            rows = outcomes(p, d, 0, played, reading)
            place = 0
            for w in range(len(rows)):
                place += rows[w] * strides[w]
            total[i, place] += 1


@numba.njit
def _informed(outcomes, hands, weights, dealers, reading, strides, nets, fold, total):
    """What the best decisions win that know one, two or three of the dealer's cards."""
    for i in range(len(hands)):
        p = (hands[i, 0], hands[i, 1], hands[i, 2])
        one, two = np.zeros(52, np.int64), np.zeros((52, 52), np.int64)
        for j in range(len(dealers)):
            d = (dealers[j, 0], dealers[j, 1], dealers[j, 2])
            if d[0] in p or d[1] in p or d[2] in p:
                continue
            rows = outcomes(p, d, 0, 1, reading)
            place = 0
            for w in range(len(rows)):
                place += rows[w] * strides[w]
            won = nets[place]
            for card in d:
                one[card] += won
            two[d[0], d[1]] += won
            two[d[0], d[2]] += won
            two[d[1], d[2]] += won
            total[2] += weights[i] * max(won, fold)
        for a in range(52):
            if a in p:
                continue
            total[0] += weights[i] * max(one[a], fold * 48 * 47 // 2)
            for b in range(a + 1, 52):
                if b not in p:
                    total[1] += weights[i] * max(two[a, b], fold * 47)


class Plainly:
    """One game under some readings, dealt out: every family of hands against every dealer."""

    def __init__(self, game: str, readings: dict[str, str]) -> None:
        self.game, self.plain = game, PLAIN[game]
        self.reading = option_numbers(self.plain, readings)
        out = LEFT_OUT.get(game, set())
        self.wagers = [wager for wager in self.plain.WAGERS if wager not in out]
        rows = dict(zip(self.plain.WAGERS, self.plain.ROWS, strict=True))
        self.rows = [rows[wager] for wager in self.wagers]
        self.shape = tuple(map(len, self.rows))
        strides, step = dict.fromkeys(self.plain.WAGERS, 0), prod(self.shape)
        for wager, length in zip(self.wagers, self.shape, strict=True):
            step //= length
            strides[wager] = step
        self._strides = np.array(list(strides.values()))
        self.hands, self.weights = families()
        self.played = self._dealt(HANDS, played=1)  # [family, tuple of rows]: dealer's hands.
        self.folded = self.played
        if "folded" in self.rows[0]:
            some = self._dealt(HANDS[::100], played=0)
            assert ((some > 0).sum(1) == 1).all(), "a fold hangs on the dealer's hand"
            self.folded = np.where(some > 0, DEALERS, 0)

    def _dealt(self, dealers: np.ndarray, played: int) -> np.ndarray:
        total = np.zeros((len(self.hands), prod(self.shape)), np.int64)
        outcomes = _compiled(self.game).outcomes
        _tally(outcomes, self.hands, dealers, played, self.reading, self._strides, total)
        return total

    def by_family(self, wager: str) -> np.ndarray:
        """[family, row]: dealer's hands, everyone playing."""
        at = self.wagers.index(wager)
        others = tuple(1 + axis for axis in range(len(self.shape)) if axis != at)
        return self.played.reshape(-1, *self.shape).sum(others)

    def ways(self, table: np.ndarray, wager: str) -> dict[str, int]:
        """By row: ways over all deals, by a [family, tuple] table."""
        at = self.wagers.index(wager)
        every = (self.weights @ table).reshape(self.shape)
        kept = every.sum(tuple(axis for axis in range(len(self.shape)) if axis != at))
        return dict(zip(self.rows[at], kept.tolist(), strict=True))

    def nets(self, rules: Rules) -> np.ndarray:
        """[tuple of rows]: what the main bet wins, in STAKE units, by the plain pays."""
        tables = tuple(
            listed.index(str(rules.paytables[wager]))
            for wager, listed in zip(self.plain.WAGERS, self.plain.PAYTABLES, strict=True)
        )
        main, stakes = rules.rulebook.main, (STAKE,) * len(self.plain.WAGERS)
        reading = option_numbers(self.plain, dict(rules.readings))
        made = []
        for rows in product(*(range(length) for length in self.shape)):
            of = dict(zip(self.wagers, rows, strict=True))
            every = tuple(of.get(wager, 0) for wager in self.plain.WAGERS)
            won = self.plain.nets(every, reading, tables, stakes, 0)
            paid = dict(zip(self.plain.WAGERS, won, strict=True))
            made.append(sum(paid[wager] for wager in main))
        return np.array(made)

    def values(self, rules: Rules) -> tuple[np.ndarray, np.ndarray]:
        """[family]: what playing and what folding wins over all dealer's hands, in STAKE units."""
        nets = self.nets(rules)
        return self.played @ nets, self.folded @ nets

    def best(self, rules: Rules) -> np.ndarray:
        """[family]: whether to play."""
        play, fold = self.values(rules)
        return play >= fold

    def under(self, plays: np.ndarray) -> np.ndarray:
        """[family, tuple of rows]: dealer's hands, under a strategy."""
        return np.where(plays[:, None], self.played, self.folded)

    def expectation(self, rules: Rules, plays: np.ndarray) -> Fraction:
        won = int(self.weights @ self.under(plays) @ self.nets(rules))
        return Fraction(won, STAKE * DEALS)

    def informed(self, rules: Rules) -> list[Fraction]:
        """What the main bet is worth to one who knows one, two, three of the dealer's cards."""
        nets, total = self.nets(rules), np.zeros(3, np.int64)
        _, folds = self.values(rules)
        fold = int(folds[0]) // DEALERS
        assert (folds == fold * DEALERS).all()
        outcomes = _compiled(self.game).outcomes
        _informed(outcomes, self.hands, self.weights, HANDS, self.reading, self._strides,
                  nets, fold, total)  # fmt: skip
        # A dealer's hand shows one of three cards, one of three pairs, or itself.
        shown = zip(total.tolist(), (3, 3, 1), strict=True)
        return [Fraction(won, STAKE * DEALS * times) for won, times in shown]


@cache
def _plainly(game: str, options: tuple[tuple[str, str], ...]) -> Plainly:
    return Plainly(game, dict(options))


def plainly(rules: Rules) -> Plainly:
    """The deals of a game as configured; what is paid for them is asked for with the rules."""
    plain = PLAIN[rules.key]
    options = {key: SAME_ROWS.get((key, rules.readings[key]), rules.readings[key])
               for key in plain.READINGS}  # fmt: skip
    return _plainly(rules.key, tuple(options.items()))
