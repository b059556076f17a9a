"""The battery: 33 tests that were chosen beforehand, and one verdict at a stated level."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import perm
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import COUNT, Array
from pitboss.errors import PitbossError
from pitboss.testing.shuffles import chances, measures
from pitboss.testing.shuffles.measures import FIRST
from pitboss.testing.shuffles.tallies import (
    Average,
    CardsAtPlaces,
    Distribution,
    EqualCells,
    Repeats,
    Sets,
    Statistic,
    Tally,
    WholeDecks,
    Window,
)

LEVEL = 0.01  # Of the whole family: a fair shuffle fails in one series of decks out of a hundred.
LAGS = range(1, 6)
LEAST_DECKS = 10_000


class Report(NamedTuple):
    """What the battery came to."""

    decks: int
    level: float
    statistics: tuple[Statistic, ...]

    @property
    def rejected(self) -> tuple[Statistic, ...]:
        """The tests that fail, by Holm's procedure: all of them together keep the level."""
        ordered = sorted(self.statistics, key=lambda statistic: statistic.p)
        for at, statistic in enumerate(ordered):
            if statistic.p > self.level / (len(ordered) - at):
                return tuple(ordered[:at])
        return tuple(ordered)

    @property
    def passed(self) -> bool:
        return not self.rejected

    @property
    def bound(self) -> float:
        """A p-value at or below it fails the battery."""
        return self.level / len(self.statistics)

    def as_json(self) -> dict[str, object]:
        return {
            "decks": self.decks,
            "level": self.level,
            "bound": self.bound,
            "passed": self.passed,
            "rejected": [statistic.name for statistic in self.rejected],
            "statistics": [statistic._asdict() for statistic in self.statistics],
        }


def battery(decks: Iterable[Array], level: float = LEVEL) -> Report:
    """Test decks, given as arrays of whole decks: [deck, place], cards by number.

    At least 10,000 decks are needed, and they are read once, one array after the other.
    """
    tallies, number = _tallies(), 0
    earlier = np.empty((0, DECK), np.uint8)
    for part in decks:
        cards = _checked(part)
        window = Window(earlier, cards, number)
        for tally in tallies:
            tally.add(window)
        number += len(cards)
        earlier = np.concatenate([earlier, cards])[-max(LAGS) :]
    if number < LEAST_DECKS:
        message = f"{number:,} decks are too few for the battery: give {LEAST_DECKS:,} or more."
        raise PitbossError("shuffles/decks", message)
    return Report(number, level, tuple(tally.statistic() for tally in tallies))


def _checked(decks: Array) -> Array:
    are_rows = decks.shape[1:] == (DECK,) and decks.dtype.kind in "iu"
    if not are_rows or ((decks < 0) | (decks >= DECK)).any():
        message = f"Decks are rows of {DECK} cards, numbered 0 to {DECK - 1}."
        raise PitbossError("shuffles/cards", message)
    return decks.astype(np.uint8, copy=False)


def _tallies() -> list[Tally]:
    """Every test, in the order of the report."""
    pairs = DECK * (DECK - 1)
    return [
        WholeDecks("decks without some card"),
        CardsAtPlaces("each card at each place"),
        EqualCells("first two cards, in order", pairs, measures.first_two),
        EqualCells("first three cards, as a hand", COUNT, measures.first_hand),
        EqualCells("neighbouring cards, in order", pairs, measures.neighbours),
        EqualCells("first cards of two decks", DECK * DECK, measures.first_cards),
        *(_places_apart(lag) for lag in LAGS),
        *(_decks_apart(lag) for lag in LAGS),
        *(_same_places(lag) for lag in LAGS),
        Average("cards against places", chances.matched_product(), measures.products_with_places),
        Average("inversions", chances.inversions(), measures.inversions),
        Distribution("ascending runs", chances.ascending_runs(), measures.ascending_runs),
        Distribution("colour runs", chances.colour_runs(), measures.colour_runs),
        Sets("sets of 52 first cards", DECK, measures.first_card),
        Sets("sets of 13 last ranks", DECK // 4, measures.last_rank),
        Distribution("fixed points", chances.fixed_points(), measures.fixed_points),
        Distribution("cycles", chances.cycles(), measures.cycles),
        Repeats("a whole deck twice", 2**64, measures.fingerprints),
        Repeats("the first five cards twice", perm(DECK, FIRST), measures.first_five),
        Distribution("first hands of two decks", chances.common_cards(), measures.common_cards),
        Average("all hands of two decks", chances.cards_in_same_hand(), measures.same_hands),
    ]


def _places_apart(lag: int) -> Tally:
    name, moments = f"places {lag} apart, correlation", chances.neighbour_product(lag)
    return Average(name, moments, partial(measures.place_products, lag))


def _decks_apart(lag: int) -> Tally:
    name, moments = f"decks {lag} apart, correlation", chances.matched_product()
    return Average(name, moments, partial(measures.deck_products, lag))


def _same_places(lag: int) -> Tally:
    name, shares = f"decks {lag} apart, same places", chances.fixed_points()
    return Distribution(name, shares, partial(measures.same_places, lag))
