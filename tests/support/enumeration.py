"""The same numbers by brute force: every deal there is, through the plain settlement.

It knows no column, no expression, and no inclusion and exclusion. All 22,100 hands of the player
meet all 22,100 of the dealer, and each pair that shares no card is counted.

Nothing is assumed about suits. A plain settlement looks at cards in functions of *one* hand only,
such as `points(hand)`; those are tabulated for every hand. The functions of both hands are compiled
with a class in place of a hand, a class being all hands with the same entries in every table. Code
that tried to look at a card there would not compile, so that hands of one class can't be told
apart, whatever a wager is about. A fourth card is treated in the same way.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import combinations, product
from math import prod
from types import FunctionType, ModuleType

import numba
import numpy as np

from pitboss.language.rulebook import Rules
from tests.games import PLAIN
from tests.support.agreement import option_numbers

DECK = 52
DEALS = 407_170_400  # C(52, 3) × C(49, 3)
DEALERS = 18_424  # C(49, 3)
HANDS = np.array(list(combinations(range(DECK), 3)))
STAKE = 2  # So that half of it is whole.
NO_ROW = 255
ARGUMENTS = 16  # A function of a hand and a number takes an option, or a rank of 2 to 14.


def names(setting: object) -> str:
    """How pytest is to call a setting."""
    if isinstance(setting, dict):
        return ",".join(f"{key}={option}" for key, option in setting.items()) or "as-written"
    return str(setting)


# What a plain settlement sees of a hand


def functions_of(plain: ModuleType, hands: int, cards: int = 0) -> dict[str, FunctionType]:
    """The functions that take so many hands, or else so many single cards, by annotation."""
    listed = {}
    for name, function in inspect.getmembers(plain, inspect.isfunction):
        parameters = inspect.signature(function).parameters.values()
        hints = [parameter.annotation for parameter in parameters]
        singles = hints.count(getattr(plain, "Card", None)) if plain.Hand not in hints else 0
        if (hints.count(plain.Hand), singles) == (hands, cards):
            listed[name] = function
    return listed


@dataclass(frozen=True)
class Seen:
    """All that a plain settlement can see of each hand, and of a fourth card."""

    tables: dict[str, np.ndarray]  # By function: [argument, class].
    classes: np.ndarray  # [hand]: its class.
    dealers: np.ndarray  # [hand, class]: dealer's hands of that class that share no card with it.
    fourth_tables: dict[str, np.ndarray]  # By function: [0, class].
    fourths: int  # Classes of fourth cards.

    @property
    def count(self) -> int:
        return self.dealers.shape[1]


@cache
def seen(plain: ModuleType) -> Seen:
    compiled = plain.compiled(partial(numba.njit, cache=True))
    tables = {}
    for name, function in functions_of(plain, hands=1).items():
        takes_a_number = len(inspect.signature(function).parameters) > 1
        rows = [
            [getattr(compiled, name)(tuple(hand), *number) for hand in HANDS.tolist()]
            for number in ([(n,) for n in range(ARGUMENTS)] if takes_a_number else [()])
        ]
        if np.ndim(rows) == 2:  # Else it returns several numbers, to functions of one hand only.
            tables[name] = np.array(rows, np.int64)
    classes, example = _classes(tables, len(HANDS))
    masks = np.bitwise_or.reduce(1 << HANDS, axis=1)
    dealers = np.zeros((len(HANDS), len(example)), np.uint16)  # At most 18,424 of them.
    _meet(masks, classes, dealers, masks)
    of_card = {
        name: np.array([[getattr(compiled, name)(card) for card in range(DECK)]])
        for name in functions_of(plain, hands=0, cards=1)
    }
    _, fourths = _classes(of_card, DECK)
    return Seen(
        {name: table[:, example] for name, table in tables.items()},
        classes,
        dealers,
        {name: table[:, fourths] for name, table in of_card.items()},
        len(fourths),
    )


def _classes(tables: dict[str, np.ndarray], count: int) -> tuple[np.ndarray, np.ndarray]:
    """[thing]: its class; [class]: a thing of it. Without a table all things are alike."""
    columns = np.concatenate([np.zeros((1, count), np.int64), *tables.values()])
    _, example, classes = np.unique(columns, axis=1, return_index=True, return_inverse=True)
    return classes, example


@numba.njit(cache=True)
def _meet(masks, classes, dealers, players):
    for player in range(len(players)):
        for dealer in range(len(masks)):
            if players[player] & masks[dealer] == 0:
                dealers[player, classes[dealer]] += 1


# A class is handed over as a complex number: it can't be indexed, iterated, divided or ordered, so
# that nothing but the tables can be asked about it.


def _look_up(table: np.ndarray):
    if len(table) > 1:
        return numba.njit(lambda hand, number: table[number, int(hand.real)], boundscheck=True)
    return numba.njit(lambda hand: table[0, int(hand.real)])


def _constant(value: int):
    return numba.njit(lambda p, d: value)


@cache
def blind_outcomes(plain: ModuleType, six_cards: int = 0):
    """`outcomes` on classes; a function that needs both hands' cards is `six_cards` always."""
    known: dict = {"__name__": plain.__name__}
    for name, table in (seen(plain).tables | seen(plain).fourth_tables).items():
        known[name] = _look_up(table)
    for name in getattr(plain, "SIX_CARDS", {}):
        known[name] = _constant(six_cards)
    for name, function in functions_of(plain, hands=2).items():
        if name not in known:
            known[name] = numba.njit(FunctionType(function.__code__, known, name))
    return known["outcomes"]


@numba.njit
def _ask(outcomes, count, fourth, played, reading, rows):
    for p in range(count):
        for d in range(count):
            answer = outcomes(complex(p), complex(d), complex(fourth), played, reading)
            for w in range(len(answer)):
                rows[w, p, d] = answer[w]


def rows_of_classes(plain: ModuleType, reading, fourth=0, played=1, six_cards=0) -> np.ndarray:
    """[wager, player's class, dealer's class]: row numbers."""
    count = seen(plain).count
    rows = np.zeros((len(plain.WAGERS), count, count), np.uint8)
    _ask(blind_outcomes(plain, six_cards), count, fourth, played, reading, rows)
    return rows


@cache
def decided_by_two_hands(plain: ModuleType, reading: tuple[int, ...]) -> list[str]:
    """The wagers that neither a fourth card nor all six cards together decide."""
    usual = rows_of_classes(plain, reading)
    others = [rows_of_classes(plain, reading, card) for card in range(1, seen(plain).fourths)]
    if hasattr(plain, "SIX_CARDS"):  # Shown by a row number that does not exist.
        others.append(rows_of_classes(plain, reading, six_cards=NO_ROW))
    return [
        wager
        for at, wager in enumerate(plain.WAGERS)
        if all((other[at] == usual[at]).all() for other in others)
    ]


class Plainly:
    """One game under some readings: every hand of the player's against every dealer's."""

    def __init__(self, plain: ModuleType, reading: tuple[int, ...]) -> None:
        self.plain, self.seen = plain, seen(plain)
        self.wagers = decided_by_two_hands(plain, reading)
        listed = dict(zip(plain.WAGERS, plain.ROWS, strict=True))
        self.rows = [listed[wager] for wager in self.wagers]
        self.shape = tuple(map(len, self.rows))
        # [player's class, dealer's class]: the rows of all wagers, as one number.
        self.played = self._together(rows_of_classes(plain, reading))
        self.folded = self._together(rows_of_classes(plain, reading, played=0))

    def _together(self, rows: np.ndarray) -> np.ndarray:
        kept = [rows[self.plain.WAGERS.index(wager)] for wager in self.wagers]
        return np.ravel_multi_index(kept, self.shape)

    def joint(self, plays: np.ndarray | None = None) -> np.ndarray:
        """[row of each wager]: deals; `plays` says which hands do not fold, all of them unless."""
        return self._nobody_folds if plays is None else self._joint(plays)

    @cached_property
    def _nobody_folds(self) -> np.ndarray:
        return self._joint(np.ones(len(HANDS), bool))

    def _joint(self, plays: np.ndarray) -> np.ndarray:
        order = np.argsort(self.seen.classes, kind="stable")
        first = np.searchsorted(self.seen.classes[order], np.arange(self.seen.count))
        total = np.zeros(prod(self.shape), np.int64)
        for hands, rows in ((plays, self.played), (~plays, self.folded)):
            if not hands.any():
                continue
            met = np.where(hands[order, None], self.seen.dealers[order], 0)
            ways = np.add.reduceat(met, first, dtype=np.int64)
            # Sums of whole numbers far below 2**53: floating point is exact here.
            total += np.bincount(rows.ravel(), ways.ravel(), len(total)).astype(np.int64)
        return total.reshape(self.shape)

    def ways(self, wager: str, plays: np.ndarray | None = None) -> dict[str, int]:
        """By row: ways over all deals."""
        at = self.wagers.index(wager)
        others = tuple(axis for axis in range(len(self.shape)) if axis != at)
        return dict(zip(self.rows[at], self.joint(plays).sum(others).tolist(), strict=True))

    def by_hand(self, wager: str) -> np.ndarray:
        """[hand, row]: dealer's hands, nobody folding."""
        at = self.wagers.index(wager)
        rows = np.unravel_index(self.played, self.shape)[at]
        return self._weighed(np.eye(self.shape[at], dtype=np.int64)[rows])

    def _weighed(self, worth: np.ndarray, dealers: np.ndarray | None = None) -> np.ndarray:
        """[hand, …]: the sum over dealer's hands of [player's class, dealer's class, …]."""
        dealers = self.seen.dealers if dealers is None else dealers
        total = np.zeros((len(HANDS), *worth.shape[2:]), np.int64)
        for number in range(self.seen.count):
            hands = self.seen.classes == number
            total[hands] = dealers[hands].astype(np.int64) @ worth[number]
        return total

    def nets(self, rules: Rules) -> np.ndarray:
        """[rows of all wagers]: what the main bet wins, in STAKE units, by the plain pays."""
        tables = tuple(
            listed.index(str(rules.paytables[wager]))
            for wager, listed in zip(self.plain.WAGERS, self.plain.PAYTABLES, strict=True)
        )
        main, stakes = rules.rulebook.main, (STAKE,) * len(self.plain.WAGERS)
        reading = option_numbers(self.plain, dict(rules.readings))
        amounts = []
        for rows in product(*(range(length) for length in self.shape)):
            of = dict(zip(self.wagers, rows, strict=True))
            all_rows = tuple(of.get(wager, 0) for wager in self.plain.WAGERS)
            won = self.plain.nets(all_rows, reading, tables, stakes, 0)
            paid = dict(zip(self.plain.WAGERS, won, strict=True))
            amounts.append(sum(paid[wager] for wager in main))
        return np.array(amounts)

    def values(self, rules: Rules) -> tuple[np.ndarray, np.ndarray]:
        """[hand]: what playing and what folding wins over all dealer's hands, in STAKE units."""
        nets = self.nets(rules)
        return self._weighed(nets[self.played]), self._weighed(nets[self.folded])

    def best(self, rules: Rules) -> np.ndarray:
        """[hand]: whether to play."""
        play, fold = self.values(rules)
        return play >= fold

    def expectation(self, rules: Rules, plays: np.ndarray) -> Fraction:
        won = int(self.joint(plays).ravel() @ self.nets(rules))
        return Fraction(won, STAKE * DEALS)

    def informed(self, rules: Rules) -> list[Fraction]:
        """What the main bet is worth to one who knows one, two, three of the dealer's cards."""
        nets, total = self.nets(rules), np.zeros(3, np.int64)
        _, folds = self.values(rules)
        fold = int(folds[0]) // DEALERS
        assert (folds == fold * DEALERS).all()
        masks = np.bitwise_or.reduce(1 << HANDS, axis=1)
        _informed(HANDS, masks, self.seen.classes, nets[self.played], fold, total)
        # A dealer's hand shows one of three cards, one of three pairs, or itself.
        shown = zip(total.tolist(), (3, 3, 1), strict=True)
        return [Fraction(won, STAKE * DEALS * times) for won, times in shown]

    def exposed(
        self, rules: Rules, cards: Sequence[int], is_dealers: bool
    ) -> Iterator[tuple[Fraction, Fraction]]:
        """What the main bet is worth once a card is seen: as usual, and to one who uses it.

        Every hand without the card meets every dealer's hand that holds it, or else every one that
        does not: then it lies in another box.
        """
        masks, nets = np.bitwise_or.reduce(1 << HANDS, axis=1), self.nets(rules)
        plays = self.best(rules)
        worth = np.stack([nets[self.played], nets[self.folded]], axis=-1)
        for card in cards:
            held = (card == HANDS).any(1)
            dealers = np.zeros_like(self.seen.dealers)
            _meet(masks[held], self.seen.classes[held], dealers, masks)
            if not is_dealers:
                dealers = self.seen.dealers - dealers
            dealers[held] = 0
            met = STAKE * int(dealers.sum(dtype=np.int64))
            play, fold = self._weighed(worth, dealers).T
            usual, used = np.where(plays, play, fold), np.maximum(play, fold)
            yield Fraction(int(usual.sum()), met), Fraction(int(used.sum()), met)


@numba.njit(cache=True)
def _informed(hands, masks, classes, worth, fold, total):
    """What the best decisions win that know one, two or three of the dealer's cards."""
    for i in range(len(hands)):
        won_by_class = worth[classes[i]]
        by_card, by_pair = np.zeros(52, np.int64), np.zeros((52, 52), np.int64)
        for j in range(len(hands)):
            if masks[i] & masks[j]:
                continue
            won = won_by_class[classes[j]]
            a, b, c = hands[j, 0], hands[j, 1], hands[j, 2]
            by_card[a] += won
            by_card[b] += won
            by_card[c] += won
            by_pair[a, b] += won
            by_pair[a, c] += won
            by_pair[b, c] += won
            total[2] += max(won, fold)
        for a in range(52):
            if masks[i] >> a & 1:
                continue
            total[0] += max(by_card[a], fold * 48 * 47 // 2)
            for b in range(a + 1, 52):
                if not masks[i] >> b & 1:
                    total[1] += max(by_pair[a, b], fold * 47)


@cache
def enumerated(plain: ModuleType, reading: tuple[int, ...]) -> Plainly:
    return Plainly(plain, reading)


def plainly(rules: Rules) -> Plainly:
    """The deals of a game as configured; what is paid for them is asked for with the rules."""
    plain = PLAIN[rules.key]
    return enumerated(plain, option_numbers(plain, dict(rules.readings)))
