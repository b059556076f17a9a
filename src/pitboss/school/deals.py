"""Deals for a drill: those that reach a row, other ones each time, and their settlement."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.cards.deck import DECK
from pitboss.cards.hands import COUNT, Array, cards_of, masks, row_of
from pitboss.language.compiled import classes, compiled
from pitboss.language.expressions import Deal
from pitboss.language.pays import money
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Row, Wager
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.witness import Witness, witnesses
from pitboss.school.question import Random, Shown, picked, weight
from pitboss.table.bets import Box
from pitboss.table.receipt import Line
from pitboss.table.settlement import Settler

STAKES = (500, 1000, 1500, 2500, 4000, 5000, 7500, 10_000, 12_500, 15_000)
METERS = (500_000, 4_000_000)  # What a jackpot meter may show.
SUITS = 4
TRIES = 40
BETTOR = "player"


class Dealt(NamedTuple):
    """A box against the dealer."""

    player: int
    dealer: int
    fourth: int | None
    folded: bool

    @property
    def hands(self) -> tuple[Shown, ...]:
        fourth = () if self.fourth is None else (Shown("Fourth card", (self.fourth,)),)
        player, dealer = tuple(cards_of(self.player)), tuple(cards_of(self.dealer))
        return (Shown("Player", player), Shown("Dealer", dealer), *fourth)


class Rows:
    """The rows that deals can reach: how rare each is, and deals that reach it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.settler = Settler(rules)
        self._masks: Array = np.array(masks())
        self._tables = {wager.key: compiled(wager) for wager in rules.wagers}

    @cached_property
    def odds(self) -> GameOdds:
        return GameOdds(self.rules)

    @cached_property
    def names(self) -> list[str]:
        """[hand]: what it is called."""
        return [self.rules.name_hand(hand) for hand in range(COUNT)]

    @cached_property
    def _name_numbers(self) -> Array:
        return np.asarray(np.unique(self.names, return_inverse=True)[1])

    def called_alike(self, hand: int, hands: Array) -> Array:
        """Those of some hands that have the same name as one hand."""
        numbers = self._name_numbers
        return np.asarray(hands[numbers[hands] == numbers[hand]])

    @cached_property
    def all(self) -> list[Witness]:
        return [each for wager in self.rules.wagers for each in witnesses(self.rules, wager)]

    def of(self, wager: Wager) -> list[Witness]:
        return [witness for witness in self.all if witness.wager.key == wager.key]

    def weight(self, witness: Witness) -> float:
        """How often to ask about a row, by its exact probability and by what it pays."""
        odds = self.odds[witness.wager.key]
        ways = dict(zip((row.key for row in odds.wager.rows), odds.ways, strict=True))
        pay = witness.row.pay
        units = float(odds.net(pay)) if not witness.wager.envy else pay.cash / STAKES[0]
        return (
            weight(ways[witness.row.key] / odds.deals, abs(units)) if ways[witness.row.key] else 1
        )

    def deal(self, witness: Witness, random: Random) -> Dealt:
        """Another deal that reaches the same row, or that one if none is found."""
        vary = self._relabelled if witness.wager.columns("six") else self._drawn
        for _ in range(TRIES):
            dealt = vary(witness, random)
            if dealt is not None and self._row(witness.wager, dealt) == witness.row:
                return dealt
        return Dealt(witness.player, witness.dealer, witness.fourth, witness.folded)

    def _row(self, wager: Wager, dealt: Dealt) -> Row:
        deal = Deal(dealt.player, dealt.dealer, dealt.fourth or 0, not dealt.folded)
        return wager.rows[int(self._tables[wager.key].result(deal))]

    def _drawn(self, witness: Witness, random: Random) -> Dealt | None:
        """Cards drawn from those that the wager does not tell apart."""
        wager, mask = witness.wager, self._masks
        of_player = classes("player", wager.columns("player")).of
        player = picked(random, np.flatnonzero(of_player == of_player[witness.player]))
        fourth, taken = None, int(mask[player])
        if witness.fourth is not None:
            of_fourth = classes("fourth", wager.columns("fourth")).of
            alike = [
                card
                for card in range(DECK)
                if of_fourth[card] == of_fourth[witness.fourth] and not taken >> card & 1
            ]
            if not alike:
                return None
            fourth = picked(random, alike)
            taken |= 1 << fourth
        dealers = self.dealers(wager, witness.row, player, fourth, not witness.folded)
        dealers = dealers[mask[dealers] & taken == 0]
        if not len(dealers):
            return None
        return Dealt(player, picked(random, dealers), fourth, witness.folded)

    def dealers(
        self, wager: Wager, row: Row, player: int, fourth: int | None, played: bool = True
    ) -> Array:
        """The dealer's hands against which a hand comes to a row; some share its cards."""
        deal = Deal(np.int64(player), np.arange(COUNT), fourth or 0, played)
        results = np.broadcast_to(self._tables[wager.key].result(deal), COUNT)
        return np.flatnonzero(results == wager.rows.index(row))

    def _relabelled(self, witness: Witness, random: Random) -> Dealt:
        """The same six cards in other suits, dealt to the two hands in another way."""
        suits = random.permutation(SUITS).tolist()
        cards = [
            card // SUITS * SUITS + suits[card % SUITS]
            for card in (*cards_of(witness.player), *cards_of(witness.dealer))
        ]
        order = random.permutation(len(cards)).tolist()
        held = [cards[place] for place in order]
        fourth = witness.fourth
        if fourth is not None:
            fourth = picked(random, [card for card in range(DECK) if card not in held])
        return Dealt(row_of(held[:3]), row_of(held[3:]), fourth, witness.folded)

    # Bets and their settlement

    def bets_for(self, wager: Wager, random: Random) -> dict[str, int]:
        """The bets with which a wager is settled."""
        on = wager.envy.paid_to if wager.envy else wager.placed_wager
        needs = self.rules.wager(on).needs
        return self._staked([needs.wager, on] if needs else [on], random)

    def all_bets(self, random: Random) -> dict[str, int]:
        """A bet on everything that can be placed before the deal."""
        placed = [w.key for w in self.rules.wagers if w.is_staked and not w.equals]
        return self._staked(placed, random)

    def _staked(self, keys: Sequence[str], random: Random) -> dict[str, int]:
        chip, prices = self.rules.chip, self.rules.prices
        return {
            key: prices.get(key) or max(chip, picked(random, STAKES) // chip * chip)
            for key in dict.fromkeys(keys)
        }

    def meter(self, bets: dict[str, int], random: Random) -> int | None:
        """What the jackpot holds, where a bet can win some of it."""
        if not any(self.rules.wager(key).has_jackpot for key in bets):
            return None
        return int(random.integers(*METERS)) // 100 * 100

    def settle(self, dealt: Dealt, bets: dict[str, int], meter: int | None) -> list[Line]:
        box = Box(1, dealt.player, {BETTOR: bets}, dealt.folded)
        return list(self.settler.settle([box], dealt.dealer, dealt.fourth, meter).lines)

    def envy(self, dealt: Dealt, bets: dict[str, int], meter: int | None) -> tuple[int, Line]:
        """Somebody else's hand, and the line of an Envy Bonus that this hand pays them."""
        wager = next(wager for wager in self.rules.wagers if wager.envy)
        assert wager.envy is not None
        taken = int(self._masks[dealt.player] | self._masks[dealt.dealer])
        own = int(np.flatnonzero(self._masks & taken == 0)[0])
        boxes = [
            Box(1, own, {BETTOR: bets}),
            Box(2, dealt.player, {"other": {wager.envy.hit_with: STAKES[0]}}),
        ]
        lines = self.settler.settle(boxes, dealt.dealer, dealt.fourth, meter).lines
        return own, next(line for line in lines if line.wager.envy and line.bettor == BETTOR)


def bets_in_words(rules: Rules, bets: dict[str, int], meter: int | None) -> tuple[str, ...]:
    """The bets on a box, as a dealer sees them."""
    staked = [f"{rules.wager(key).title} {money(stake)}" for key, stake in bets.items()]
    jackpot = [] if meter is None else [f"The jackpot meter shows {money(meter)}."]
    return (f"Bets: {', '.join(staked)}.", *jackpot)
