"""Witness deals: for each row of a wager, a deal that leads to it."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import COLUMNS, COUNT, Array, masks
from pitboss.language.compiled import Compiled, classes, compiled
from pitboss.language.expressions import Deal
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Row, Wager


@dataclass(frozen=True)
class Witness:
    """A deal, in hand and card numbers, and the row that it leads to."""

    wager: Wager
    row: Row
    player: int
    dealer: int
    fourth: int | None
    folded: bool


def witnesses(rules: Rules, wager: Wager) -> list[Witness]:
    """A deal for each row of a wager, in the order of the rows; none for an unreachable row."""
    by_row: dict[int, Witness] = {}
    for deal, rows, apart in _deals(rules, wager, by_row):
        for number in np.flatnonzero(np.bincount(rows[apart])).tolist():
            if number not in by_row:
                dealer = int(np.flatnonzero((rows == number) & apart)[0])
                by_row[number] = Witness(
                    wager,
                    wager.rows[number],
                    int(deal.player),
                    dealer,
                    int(deal.fourth) if rules.rulebook.fourth_card else None,
                    folded=not deal.played,
                )
        if len(by_row) == len(wager.rows):
            break
    return [by_row[number] for number in sorted(by_row)]


def _deals(
    rules: Rules, wager: Wager, found: Container[int]
) -> Iterator[tuple[Deal, Array, Array]]:
    """(deal, rows, possible): each player's hand against all hands of the dealer.

    Hands that lead only to rows that are `found` already are left out.
    """
    table, mask, dealers = compiled(wager), np.array(masks()), np.arange(COUNT)
    decisions = (True, False) if wager.reads_decision() else (True,)
    for player in _hands(wager):
        for card in _fourth_cards(rules, wager, int(mask[player])):
            taken = mask[player] | (1 << card if rules.rulebook.fourth_card else 0)
            apart = mask & taken == 0
            for played in decisions:
                if isinstance(table, Compiled) and all(
                    row in found for row in table.rows_against(player, card, played)
                ):
                    continue
                deal = Deal(np.int64(player), dealers, card, played)
                yield deal, np.broadcast_to(table.result(deal), COUNT), apart


def _hands(wager: Wager) -> list[int]:
    """A hand of each class that the wager tells apart; for six cards, strong hands first."""
    if wager.columns("six"):
        return [int(hand) for hand in np.argsort(-COLUMNS["strength"](), kind="stable")]
    return [int(hand) for hand in classes("player", wager.columns("player")).example]


def _fourth_cards(rules: Rules, wager: Wager, held: int) -> list[int]:
    """A fourth card of each class that the wager tells apart, and that the hand does not hold."""
    if not rules.rulebook.fourth_card:
        return [0]
    of = classes("fourth", wager.columns("fourth")).of
    # From the top of the deck down, so that the usual witness has no deuce on the table.
    free = [card for card in reversed(range(DECK)) if not held >> card & 1]
    return list({int(of[card]): card for card in reversed(free)}.values())
