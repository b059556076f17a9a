"""Every small wrong change to a declaration is caught, or proven to change nothing."""

import numpy as np
import pytest

from pitboss.cards.hands import CARDS, COLUMNS, COUNT, hand
from pitboss.rulebooks import RULEBOOKS
from pitboss.table.bets import Box
from pitboss.table.settlement import Settler
from tests.games import GAMES, PLAIN
from tests.plain.hand_columns import COLUMNS as PLAIN_COLUMNS
from tests.support.mutation import (
    configurations,
    equal_mutants,
    has_right_pays,
    has_right_rows,
    pay_mutants,
    row_mutants,
)

WAGERS = [(game, key) for game, plain in PLAIN.items() for key in plain.WAGERS]


@pytest.mark.parametrize(("game", "key"), WAGERS)
def test_declarations_are_right_on_every_pair_of_classes(game, key):
    rulebook = RULEBOOKS[game]
    for readings in configurations(rulebook, rulebook.wager(key)):
        assert has_right_rows(game, rulebook.wager(key), readings), readings
        assert has_right_pays(game, rulebook.wager(key), readings), readings


@pytest.mark.parametrize(("game", "key"), WAGERS)
def test_changed_pays_are_caught(game, key):
    rulebook = RULEBOOKS[game]
    every = list(configurations(rulebook, rulebook.wager(key)))
    for what, mutant in pay_mutants(rulebook.wager(key)):
        assert not all(has_right_pays(game, mutant, readings) for readings in every), what


@pytest.mark.parametrize(("game", "key"), WAGERS)
def test_changed_rows_are_caught_or_equal(game, key):
    """Equal mutants are listed: an order of rows that exclude each other, or a part of a condition
    that an earlier row has answered; the same row on every pair of classes, under every reading.
    """
    equal = equal_mutants(game, key)
    assert equal == list(GAMES[game].equal_mutants.get(key, ()))
    assert len(equal) < len(list(row_mutants(RULEBOOKS[game].wager(key))))


@pytest.mark.parametrize(("game", "reading"), [
    (game, reading.key)
    for game in GAMES
    for reading in RULEBOOKS[game].readings
    if reading.kind == "pay"
])  # fmt: skip
def test_a_changed_default_is_caught(game, reading):
    rulebook = RULEBOOKS[game]
    for option in list(next(r for r in rulebook.readings if r.key == reading).options)[1:]:
        # The wagers under the wrong default, held to the plain settlement's own defaults.
        wrong = rulebook.configure(readings={reading: option}).readings
        settled = [wager.under(wrong) for wager in rulebook.wagers]
        held = [
            has_right_rows(game, wager, {}) and has_right_pays(game, wager, {})
            for wager in settled
            if wager.key in PLAIN[game].WAGERS
        ]
        assert not all(held) or envy_paid(wrong) != ENVY_AS_WRITTEN


# Two hits, one of them on a box of somebody with progressive wagers on two boxes: 1.1.3 and 3.16
# pay each of the two people once for the other's hand.
ENVY_AS_WRITTEN = {"first": 5000, "second": 25000}


def envy_paid(readings):
    rules = RULEBOOKS["three-card-poker"].configure(
        readings={key: value for key, value in readings.items() if key.startswith("envy")}
    )
    bets = {"ante": 1000, "progressive": 250}
    boxes = [
        Box(1, hand("As Ks Qs"), {"first": bets}),
        Box(2, hand("2c 5d 9h"), {"first": bets}),
        Box(3, hand("Ah Kh Qh"), {"second": bets}),
    ]
    paid = {}
    for line in Settler(rules).settle(boxes, hand("2s 7d 9c"), jackpot=10**6).lines:
        if line.wager.key == "envy":
            paid[line.bettor] = paid.get(line.bettor, 0) + line.net
    return paid


def test_envy_is_as_written():
    assert envy_paid(RULEBOOKS["three-card-poker"].configure().readings) == ENVY_AS_WRITTEN


@pytest.mark.parametrize("name", sorted(COLUMNS))
def test_a_column_off_by_one_at_one_hand_is_caught(name):
    column = COLUMNS[name]().astype(np.int64)
    plain = np.array([PLAIN_COLUMNS[name](*cards) for cards in CARDS.tolist()]).astype(np.int64)
    assert means_the_same(name, column, plain)
    for row in np.random.default_rng(len(name)).integers(0, COUNT, 50):
        mutant = column.copy()
        mutant[row] += 1
        assert not means_the_same(name, mutant, plain), CARDS[row]


def means_the_same(name, column, plain):
    """Numbers are compared as they are; of an order only the order counts, of a name the name."""
    if name.startswith("strength"):
        return (_places(column) == _places(plain)).all()
    if name == "ranks":
        pairs = np.unique(np.stack([column, plain]), axis=1).shape[1]
        return pairs == len(np.unique(column)) == len(np.unique(plain))
    return (column == plain).all()


def _places(values):
    return np.unique(values, return_inverse=True)[1]
