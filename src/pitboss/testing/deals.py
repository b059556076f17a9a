"""The deals that a rulebook is tried on: one for every row, and many at random.

A deal is held as arrays, as plain text and numbers, or as a round in the round notation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from pitboss.cards.deck import DECK, name
from pitboss.cards.hands import Array, cards_of, rows_of
from pitboss.language.expressions import Deal
from pitboss.language.rulebook import Rules
from pitboss.library import BoxSettlement, settle_box
from pitboss.maths.odds.witness import witnesses
from pitboss.play.setup import Setup
from pitboss.table.settlement import Settler

LARGEST_STAKE = 5_000  # Small enough that odd stakes are frequent, so that rounding is tried.


@dataclass(frozen=True)
class PlainDeal:
    """One box to be settled, in nothing but text and numbers.

    Cards are such as "Qs" or "Td". Amounts are in the smallest unit. `stakes` has an entry for
    every wager with a bet, including the one that playing on implies.
    """

    player: tuple[str, ...]
    dealer: tuple[str, ...]
    fourth: str | None
    folded: bool
    stakes: Mapping[str, int]
    readings: Mapping[str, str]
    paytables: Mapping[str, str]
    jackpot: int

    def __str__(self) -> str:
        words = [f"player {' '.join(self.player)}", f"dealer {' '.join(self.dealer)}"]
        words += [f"fourth card {self.fourth}"] if self.fourth else []
        words += ["folded"] if self.folded else []
        return ", ".join([*words, ", ".join(f"{key}={n}" for key, n in self.stakes.items())])


# By wager: the key of the row that it ends in, and what the bettor wins or loses.
PlainSettlement = Callable[[PlainDeal], Mapping[str, tuple[str, int]]]


def random_deals(rules: Rules, count: int, seed: int) -> Deal:
    """Deals of one deck, as arrays; in a game with a decision, some hands fold."""
    chance = np.random.default_rng(seed)
    cards: Array = np.array([chance.permutation(DECK)[:7] for _ in range(count)])
    played = chance.random(count) < 0.7 if rules.rulebook.decision else np.ones(count, bool)
    return Deal(rows_of(cards[:, :3]), rows_of(cards[:, 3:6]), cards[:, 6], played)


def with_witnesses(rules: Rules, deals: Deal) -> Deal:
    """The same deals, and one more for every row of every wager."""
    listed = [witness for wager in rules.wagers for witness in witnesses(rules, wager)]
    return Deal(
        np.append(deals.player, [witness.player for witness in listed]),
        np.append(deals.dealer, [witness.dealer for witness in listed]),
        np.append(deals.fourth, [witness.fourth or 0 for witness in listed]),
        np.append(deals.played, [not witness.folded for witness in listed]),
    )


def one_by_one(deals: Deal) -> Iterator[tuple[int, int, int, bool]]:
    """(player's hand, dealer's hand, fourth card, whether the player plays on)."""
    columns = (deals.player, deals.dealer, deals.fourth, deals.played)
    yield from zip(*(column.tolist() for column in columns), strict=True)


def plain_deals(rules: Rules, deals: Deal, seed: int) -> Iterator[PlainDeal]:
    """Each deal with a bet of a random size on every wager."""
    chance = np.random.default_rng(seed)
    for player, dealer, fourth, played in one_by_one(deals):
        stakes = {
            wager.key: rules.prices.get(wager.key) or int(chance.integers(1, LARGEST_STAKE))
            for wager in rules.wagers
            if wager.is_staked and wager.equals is None
        }
        if played:
            stakes |= {w.key: stakes[w.equals] for w in rules.wagers if w.equals is not None}
        yield PlainDeal(
            tuple(name(card) for card in cards_of(player)),
            tuple(name(card) for card in cards_of(dealer)),
            name(fourth) if rules.rulebook.fourth_card else None,
            not played,
            stakes,
            rules.readings,
            {key: str(table) for key, table in rules.paytables.items()},
            int(chance.integers(LARGEST_STAKE)) if has_jackpot(rules) else 0,
        )


def settled(settler: Settler, deal: PlainDeal) -> BoxSettlement:
    """The same deal, settled by the rulebook."""
    rules = settler.rules
    return settle_box(
        settler,
        " ".join(deal.player),
        " ".join(deal.dealer),
        {key: stake for key, stake in deal.stakes.items() if rules.wager(key).equals is None},
        deal.fourth,
        deal.folded,
        deal.jackpot if has_jackpot(rules) else None,
    )


def has_jackpot(rules: Rules) -> bool:
    return rules.has_jackpot


def round_text(rules: Rules, deal: PlainDeal) -> str:
    """A round with this deal in box 1, as a dealer would write it down."""
    table = Setup(rules)
    tables = [f"paytable {key}={table}" for key, table in rules.paytable_keys.items()]
    readings = [f"reading {key}={option}" for key, option in rules.readings.items()]
    pairs = zip(deal.player, deal.dealer, strict=True)
    hands = [card for pair in pairs for card in pair] if table.by_ones else []
    fourth = [deal.fourth] if deal.fourth else []
    bets = [
        f"bet 1 p1 {key} {stake}"
        for key, stake in deal.stakes.items()
        if rules.wager(key).equals is None
    ]
    decision = "fold 1" if deal.folded else "play 1"
    return "\n".join([
        f"game {rules.key}",
        *tables,
        *readings,
        "table boxes=1",
        " ".join(["shoe", *fourth, *(hands or (*deal.player, *deal.dealer))]),
        "open",
        *bets,
        "close",
        "deal",
        decision if table.follow_up else "return 1",
        "show dealer",
        *(["show fourth"] if deal.fourth else []),
        *([] if table.face_up and not table.follow_up else ["show 1"]),
        f"settle {deal.jackpot}" if has_jackpot(rules) else "settle",
        "",
    ])  # fmt: skip
