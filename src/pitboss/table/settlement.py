"""Settlement of a table: every bet on every box, to the unit, with the row it came to.

A `Settler` is prepared once for a set of rules. It takes rows from the wagers themselves or, for a
live table, from compiled tables; the rows are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import DECK, distinct
from pitboss.cards.hands import CARDS, COUNT, Array, masks
from pitboss.errors import BadBet, BadCards
from pitboss.language.compiled import Asked, Rows, compiled
from pitboss.language.expressions import Deal
from pitboss.language.rulebook import CAP_SCOPES, LARGEST_AMOUNT, Rules
from pitboss.language.wagers import Stakes, Wager
from pitboss.table.bets import Bets, Box
from pitboss.table.money import Net, net, share_out
from pitboss.table.receipt import Line, Showdown


class Settlement(NamedTuple):
    rules: Rules
    boxes: Sequence[Box]
    dealer: int
    fourth: int | None
    lines: Sequence[Line]

    @property
    def net(self) -> int:
        """What the bettors gain or lose together."""
        return sum(line.net for line in self.lines)


class Prepared(NamedTuple):
    """A wager, prepared for settlement."""

    wager: Wager
    rows: Rows
    row_of: Callable[[int, int, int, bool], int]
    nets: Sequence[Net]  # By row.
    base: str  # The wager whose stake it pays on.
    is_staked: bool


class Settler:
    """Settles rounds under one set of rules."""

    def __init__(self, rules: Rules, compile: bool = False) -> None:
        self.rules = rules
        self._bets = Bets(rules)
        prepared = [_prepared(rules, wager, compile) for wager in rules.wagers]
        self._wagers = [ready for ready in prepared if not ready.wager.envy]
        self._envy = [ready for ready in prepared if ready.wager.envy]
        self._masks = masks()
        self._fourth_card = rules.rulebook.fourth_card

    def warm(self) -> None:
        """Build now what is otherwise built when the first row is looked up."""
        for prepared in (*self._wagers, *self._envy):
            prepared.row_of(0, COUNT - 1, 0, True)

    def settle(
        self,
        boxes: Sequence[Box],
        dealer: int,
        fourth: int | None = None,
        jackpot: int | None = None,
    ) -> Settlement:
        """Settle every bet on these boxes, in the order of the boxes and of the rulebook."""
        self._check_cards(boxes, dealer, fourth)
        if len(boxes) > 1 and len({box.number for box in boxes}) != len(boxes):
            raise BadBet("bet/box", "Two boxes have the same number.")
        bets = [self._bets.complete(box) for box in boxes]
        lines = self.lines(boxes, bets, dealer, fourth, jackpot)
        return Settlement(self.rules, boxes, dealer, fourth, lines)

    def lines(
        self,
        boxes: Sequence[Box],
        bets: Sequence[Mapping[str, Stakes]],
        dealer: int,
        fourth: int | None,
        jackpot: int | None,
    ) -> list[Line]:
        """The lines of a settlement; unlike `settle`, it checks neither cards nor bets."""
        if jackpot is not None:
            _check_jackpot(jackpot)
        showdown = Showdown(self.rules, dealer, fourth, jackpot)
        card = fourth or 0
        lines: list[Line] = []
        for (number, hand, _, folded), by_bettor in zip(boxes, bets, strict=True):
            for wager, _, row_of, nets, base_wager, is_staked in self._wagers:
                row = -1
                for bettor, stakes in by_bettor.items():
                    if base_wager in stakes:
                        if row < 0:
                            row = row_of(hand, dealer, card, not folded)
                        base = stakes[base_wager]
                        won = nets[row](base, jackpot)
                        # A bonus that pays nothing has no line.
                        if is_staked or won:
                            stake = base if is_staked else 0
                            lines.append(
                                Line(number, bettor, wager, wager.rows[row], stake, won, 0,
                                     hand, base, showdown)
                            )  # fmt: skip
        for envied in self._envy:
            lines.extend(self._envy_lines(envied, boxes, bets, showdown))
        if self.rules.caps:
            _cap(lines, self.rules)
        return lines

    def settle_many(
        self,
        stakes: Stakes,
        player: Array,
        dealer: Array,
        fourth: Array | int = 0,
        played: Array | bool = True,
        jackpot: int | None = None,
    ) -> dict[str, Array]:
        """By wager, [deal]: the net of one bettor's bets on one box, before caps."""
        if jackpot is not None:
            _check_jackpot(jackpot)
        completed = self._bets.complete(Box(1, 0, {"": stakes}))[""]
        deal = Deal(player, dealer, fourth, played)
        won = {}
        for wager, rows, _, nets, base_wager, _ in self._wagers:
            if base_wager in completed:
                by_row = np.array([net_of(completed[base_wager], jackpot) for net_of in nets])
                won[wager.key] = by_row[rows.result(deal)]
        return won

    def _envy_lines(
        self,
        envied: Prepared,
        boxes: Sequence[Box],
        bets: Sequence[Mapping[str, Stakes]],
        showdown: Showdown,
    ) -> Iterator[Line]:
        """For each hand that hits, a line for everyone who is entitled to envy."""
        wager, envy = envied.wager, envied.wager.envy
        if envy is None or not any(envy.paid_to in s for by in bets for s in by.values()):
            return
        by_box = {box.number: by_bettor for box, by_bettor in zip(boxes, bets, strict=True)}
        for hit in boxes:
            row = envied.row_of(hit.hand, showdown.dealer, 0, True)
            won = envied.nets[row](0, None)
            if won:
                for number, bettor in envy.recipients(self.rules.readings, by_box, hit.number):
                    yield Line(number, bettor, wager, wager.rows[row], 0, won, 0,
                               hit.hand, 0, showdown)  # fmt: skip

    def _check_cards(self, boxes: Sequence[Box], dealer: int, fourth: int | None) -> None:
        if (fourth is not None) != self._fourth_card:
            need = "needs a" if self._fourth_card else "has no"
            raise BadCards("cards/fourth", f"{self.rules.rulebook.title} {need} fourth card.")
        held = duplicates = 0
        if fourth is not None:
            if not 0 <= fourth < DECK:
                raise BadCards("cards/unknown", f"{fourth} is not the number of a card, 0 to 51.")
            held = 1 << fourth
        hands = [dealer]
        hands += [box.hand for box in boxes]
        for hand in hands:
            if not 0 <= hand < COUNT:
                raise BadCards("cards/unknown", f"{hand} is not the number of a hand, 0 to 22,099.")
            mask = self._masks[hand]
            duplicates |= held & mask
            held |= mask
        if duplicates:
            single = [] if fourth is None else [fourth]
            distinct(single + [int(card) for hand in hands for card in CARDS[hand]])


def _prepared(rules: Rules, wager: Wager, compile: bool) -> Prepared:
    nets = [net(row.pay, rules.chip, rules.rounds_up()) for row in wager.rows]
    rows: Rows = compiled(wager) if compile else Asked(wager)
    return Prepared(wager, rows, rows.row, nets, wager.base_wager, wager.is_staked)


def _check_jackpot(jackpot: object) -> None:
    if type(jackpot) is not int or not 0 <= jackpot <= LARGEST_AMOUNT:
        raise BadBet("bet/jackpot", f"The jackpot is {jackpot!r}: give a whole number of units.")


def _cap(lines: list[Line], rules: Rules) -> None:
    """Reduce winnings to the posted maximum: per hand first, then per round."""
    for key, scopes in rules.caps.items():
        for scope in CAP_SCOPES:
            if scope not in scopes:
                continue
            groups: dict[int, list[int]] = {}
            for i, line in enumerate(lines):
                if line.wager.key == key and line.winnings > 0:
                    groups.setdefault(line.box if scope == "hand" else 0, []).append(i)
            for places in groups.values():
                shares = share_out([lines[i].winnings for i in places], scopes[scope], rules.chip)
                for i, share in zip(places, shares, strict=True):
                    line = lines[i]
                    cut = line.winnings - share
                    lines[i] = line._replace(net=line.net - cut, cut=line.cut + cut)
