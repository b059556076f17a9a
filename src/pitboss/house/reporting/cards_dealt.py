"""The cards of finished rounds in games with a decision, and how its wagers came out by hand.

What people choose to play changes how often a row of the Ante or the Play comes up, and says
nothing about the deal. So two things are counted that no strategy can change:

- every hand that was dealt, folded ones included, from the deck that the revealed seed makes;
- for each hand that was played, the row that it came to, against the exact chance of that row
  given all players' hands of the round. Whatever a decision was based on, the dealer's hand is then
  equally likely to be any of those left.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple

import numpy as np

from pitboss.cards.hands import COLUMNS, COUNT, Array, row_of
from pitboss.house.reporting.finished_rounds import FinishedRound, finished_rounds
from pitboss.house.reporting.records import Records, Scope, Span
from pitboss.language.compiled import Compiled
from pitboss.language.expressions import Deal
from pitboss.language.wagers import Wager
from pitboss.maths.odds.dealer_hands_left import DealerHandsLeft
from pitboss.play import Setup
from pitboss.play.events import DEALER

# A round with one of these is left out: its cards may have been moved, or were corrected.
IRREGULAR = {"IncidentReported", "RulingGiven", "CardCorrected", "Voided", "PaymentCorrected"}
KINDS = ("High card", "Pair", "Flush", "Straight", "Three of a kind", "Straight flush")


class CardsOfRound(NamedTuple):
    """The cards of one finished round."""

    hands: dict[int, tuple[int, ...]]  # By box.
    dealer: tuple[int, ...]
    rows: dict[tuple[int, str], str]  # By box and wager: the row that was settled.
    played: frozenset[int]  # Boxes.


class DecidedRow:
    """A row of a wager that follows a decision, over all hands that were played."""

    def __init__(self) -> None:
        self.count = 0
        self.expected = self.variance = 0.0


class CardsDealt:
    """All deals of one configuration."""

    def __init__(self, setup: Setup) -> None:
        rules = setup.rules
        self.setup = setup
        self.rounds = self.left_out = 0
        self.dealer_hands = np.zeros(COUNT, np.int64)
        self.player_hands = np.zeros(COUNT, np.int64)
        self.rounds_by_boxes: Counter[int] = Counter()
        self.wagers = [
            wager
            for wager in rules.wagers
            if wager.key in rules.rulebook.main and wager.columns(DEALER)
        ]
        self.hands_played = self.most_played = 0  # In all, and in one round.
        self.rows: dict[tuple[str, str], DecidedRow] = defaultdict(DecidedRow)
        self._tables = {wager.key: Compiled(wager) for wager in self.wagers}
        self._left = {key: DealerHandsLeft(table.classes[1]) for key, table in self._tables.items()}

    def add(self, deal: CardsOfRound) -> None:
        self.rounds += 1
        self.rounds_by_boxes[len(deal.hands)] += 1
        self.dealer_hands[row_of(deal.dealer)] += 1
        rows = {box: row_of(cards) for box, cards in deal.hands.items()}
        for row in rows.values():
            self.player_hands[row] += 1
        played = [box for box in rows if box in deal.played]
        self.hands_played += len(played)
        self.most_played = max(self.most_played, len(played))
        if played:
            seen = [card for cards in deal.hands.values() for card in cards]
            for wager in self.wagers:
                self._add_rows(wager, deal, [(box, rows[box]) for box in played], seen)

    def _add_rows(
        self, wager: Wager, deal: CardsOfRound, played: list[tuple[int, int]], seen: list[int]
    ) -> None:
        table = self._tables[wager.key]
        ways = self._left[wager.key].ways(seen)
        chances = ways / ways.sum()
        # [box, class of dealer's hands]: the row of a hand that was played.
        by_class = table.table[1, [table.classes[0].of[hand] for _, hand in played], :, 0]
        settled = Counter(deal.rows.get((box, wager.key)) for box, _ in played)
        for number, row in enumerate(wager.rows):
            boxes = (by_class == number).sum(0)
            mean = float(boxes @ chances)
            count = settled.get(row.key, 0)
            if mean or count:
                of = self.rows[wager.key, row.key]
                of.count += count
                of.expected += mean
                of.variance += max(float((boxes * boxes) @ chances) - mean * mean, 0.0)


def cards_dealt(records: Records, scope: Scope, span: Span) -> dict[str, CardsDealt]:
    """By configuration with a decision: the deals of the rounds that ended in these entries."""
    wanted = [
        f
        for f in records.fingerprints
        if records.setup(f).rules.rulebook.decision and records.has_odds(f)
    ]
    dealt = {f: CardsDealt(records.setup(f)) for f in wanted}
    for finished in finished_rounds(records, scope, span, wanted):
        _add(dealt[finished.fingerprint], finished)
    return {f: cards for f, cards in dealt.items() if cards.rounds or cards.left_out}


def _add(cards: CardsDealt, finished: FinishedRound) -> None:
    events, hands = finished.events, finished.hands()
    if IRREGULAR & events.keys() or not events["Settled"] or hands is None:
        cards.left_out += 1
        return
    dealer = hands.pop(DEALER)
    boxes = {box: cards for box, cards in hands.items() if isinstance(box, int)}
    payments = events["Settled"][-1]["payments"]
    rows = {(paid["box"], paid["wager"]): paid["row"] for paid in payments}
    played = frozenset(event["box"] for event in events["Played"])
    cards.add(CardsOfRound(boxes, dealer, rows, played))


def by_kind(setup: Setup, hands: Array, is_dealers: bool) -> list[tuple[str, int, float]]:
    """Hands by kind: its name, how many there are, and its exact chance."""
    kinds = hand_kinds(setup, is_dealers)
    return [
        (name, int(hands[members].sum()), float(members.sum() / COUNT))
        for name, members in kinds.items()
    ]


def hand_kinds(setup: Setup, is_dealers: bool) -> dict[str, Array]:
    """The kinds of three-card hands; of the dealer's, high cards by whether they qualify."""
    category = COLUMNS["category"]()
    kinds = {name: category == number for number, name in enumerate(KINDS)}
    qualifies = setup.rules.rulebook.qualifies
    if is_dealers and qualifies is not None:
        every = np.arange(COUNT)
        hold = np.asarray(qualifies.under(setup.rules.readings).ask(Deal(every, every)))
        high = kinds.pop(KINDS[0])
        kinds = {
            "High card, not qualified": high & ~hold,
            "High card, qualified": high & hold,
            **kinds,
        }
    return kinds
