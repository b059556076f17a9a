"""The living PAR: how often each row has come up, beside how often it should have.

Rows that no decision touches are counted from the ledger, box by box, against the exact law of the
count: rounds are independent, boxes of one round share the dealer's hand and the fourth card. Where
a player decides, the cards are read instead (`cards_dealt`). A row drifts when a count as unlikely
as its own has a chance, times the number of rows looked at, below the level of the whole report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.house.reporting.cards_dealt import CardsDealt, by_kind, cards_dealt
from pitboss.house.reporting.exact_edges import ExactEdges
from pitboss.house.reporting.irregular_rounds import BoxRows, IrregularRounds
from pitboss.house.reporting.records import Records, Scope
from pitboss.house.reporting.settled_bets import SettledBets
from pitboss.language.wagers import Wager
from pitboss.maths.odds.count_laws import BoundedLaw, CountLaw, Rounds, binomial, of_boxes
from pitboss.maths.simulation.standard_errors import conditional_chances
from pitboss.reports.report import CHANCE, COUNT, REAL, Column, Fact, Report, Section

LEVEL = 0.01  # The chance that a fair house raises any alarm at all.
FROM_LEDGER, BY_HAND, DEALT = "rows", "given the hands played", "cards dealt"


class Tested(NamedTuple):
    """One row, and the law of its count."""

    fingerprint: str
    game: str
    what: str  # A wager's title, or whose hands.
    row: str
    outcome: str
    how: str
    trials: int
    times: int
    expected: float
    law: CountLaw | BoundedLaw

    @property
    def chance(self) -> float:
        """Of a count as unlikely as this one."""
        return self.law.chance_of_as_unlikely(self.times)


class RowCounts:
    """Boxes by row, and rounds by how many boxes had the wager, of one wager."""

    def __init__(self) -> None:
        self.rows: Counter[str | None] = Counter()
        self.rounds: Counter[int] = Counter()  # By number of boxes.


class LivingPar:
    def __init__(self, records: Records, scope: Scope) -> None:
        records.check(scope)
        self.records, self.scope = records, scope
        self.span = records.span(scope)
        self.counts: dict[tuple[str, str], RowCounts] = {}
        self._count()
        if not self.counts:
            raise records.no_rounds(scope)

    @cached_property
    def dealt(self) -> dict[str, CardsDealt]:
        """By configuration with a decision: the cards."""
        return cards_dealt(self.records, self.scope, self.span)

    @cached_property
    def tested(self) -> list[Tested]:
        return sorted(self._tested(), key=lambda row: (row.game, row.fingerprint))

    def _count(self) -> None:
        settled = SettledBets(self.records, self.scope)
        for fingerprint, wager, row, boxes in settled.rows(self.span):
            self._of(fingerprint, wager).rows[row] += boxes
        for fingerprint, wager, boxes, rounds in settled.boxes_together(self.span):
            self._of(fingerprint, wager).rounds[boxes] += rounds
        irregular = IrregularRounds(self.records, self.scope)
        for fingerprint, then, now in irregular.rows_replaced(self.span):
            self._add(fingerprint, then, -1)
            self._add(fingerprint, now, 1)

    def _of(self, fingerprint: str, wager: str) -> RowCounts:
        return self.counts.setdefault((fingerprint, wager), RowCounts())

    def _add(self, fingerprint: str, rows: BoxRows, sign: int) -> None:
        boxes = Counter(wager for _, wager in rows)
        for (_, wager), row in rows.items():
            self._of(fingerprint, wager).rows[row] += sign
        for wager, number in boxes.items():
            self._of(fingerprint, wager).rounds[number] += sign

    def _tested(self) -> Iterator[Tested]:
        for fingerprint in self.records.fingerprints:
            if self.records.has_odds(fingerprint):
                edges = ExactEdges(self.records.setup(fingerprint))
                for wager in edges.rules.wagers:
                    yield from self._from_ledger(fingerprint, edges, wager)
        for fingerprint, cards in self.dealt.items():
            yield from self._by_cards(fingerprint, cards)

    def _from_ledger(self, fingerprint: str, edges: ExactEdges, wager: Wager) -> Iterator[Tested]:
        counts = self.counts.get((fingerprint, wager.key))
        if counts is None or not wager.is_staked or edges.belongs_to_main(wager.key):
            return
        conditional = conditional_chances(wager, edges.odds.strategy.plays)
        trials = sum(boxes * rounds for boxes, rounds in counts.rounds.items())
        settled = counts.rows.copy()
        groups = {row.key: [number] for number, row in enumerate(wager.rows)}
        titles = {row.key: row.outcome for row in wager.rows}
        unpaid = [row for row in wager.rows if wager.price and not row.pay.is_win]
        if unpaid:  # The ledger does not tell them apart.
            key, keys = unpaid[-1].key, [row.key for row in unpaid]
            groups[key] = [number for other in keys for number in groups[other]]
            for other in keys[:-1]:
                del groups[other]
            settled[key] += settled.pop(None, 0)
        exact = np.array(edges.odds[wager.key].ways) / edges.odds[wager.key].deals
        for key, numbers in groups.items():
            chances = conditional.chances[:, numbers].sum(1)
            rounds = [
                Rounds(of_boxes(conditional.weights, chances, boxes), number)
                for boxes, number in counts.rounds.items()
            ]
            expected = float(exact[numbers].sum()) * trials
            yield Tested(
                fingerprint, edges.rules.key, wager.title, key, titles[key], FROM_LEDGER, trials,
                settled[key], expected, CountLaw(rounds),
            )  # fmt: skip

    def _by_cards(self, fingerprint: str, cards: CardsDealt) -> Iterator[Tested]:
        game = self.records.game_of(fingerprint)
        for name, count, chance in by_kind(cards.setup, cards.dealer_hands, is_dealers=True):
            law = binomial(chance, cards.rounds)
            yield Tested(
                fingerprint, game, "Dealer's hand", name, name, DEALT, cards.rounds, count,
                law.mean, law,
            )  # fmt: skip
        hands = int(cards.player_hands.sum())
        for name, count, chance in by_kind(cards.setup, cards.player_hands, is_dealers=False):
            law = binomial(chance, hands)
            yield Tested(
                fingerprint, game, "Players' hands", name, name, DEALT, hands, count, law.mean, law
            )
        for wager in cards.wagers:
            for row in wager.rows:
                tally = cards.rows.get((wager.key, row.key))
                if tally is not None:
                    by_hand = BoundedLaw(tally.expected, tally.variance, cards.most_played)
                    yield Tested(
                        fingerprint, game, wager.title, row.key, row.outcome, BY_HAND,
                        cards.hands_played, tally.count, tally.expected, by_hand,
                    )  # fmt: skip


# The report

COLUMNS = (
    Column("configuration", "configuration", on_screen=False),
    Column("game", "game", on_screen=False),
    Column("fingerprint", "fingerprint", on_screen=False),
    Column("wager", "wager", on_screen=False),
    Column("row", "row", on_screen=False),
    Column("outcome", "row"),
    Column("how", "how", on_screen=False),
    Column("trials", "of", COUNT, on_screen=False),
    Column("count", "count", COUNT),
    Column("expected", "expected", REAL),
    Column("difference", "difference", REAL, on_screen=False),
    Column("low", "from", COUNT),
    Column("high", "to", COUNT),
    Column("chance", "chance", CHANCE),
    Column("adjusted", "adjusted", CHANCE, on_screen=False),
    Column("drifts", "", on_screen=True),
)
SECTIONS = {
    FROM_LEDGER: "Rows that no decision touches",
    BY_HAND: "Rows of hands that were played",
    DEALT: "Hands that were dealt",
}
NOTES = {
    FROM_LEDGER: "Each box counts once. Boxes of one round share the dealer's hand and the fourth "
    "card; the bands allow for it.",
    BY_HAND: "Against the exact chance of the row given all players' hands of the round, so how "
    "people play does not matter. The chance is an upper bound, by Bennett's inequality.",
    DEALT: "From the decks that the revealed seeds make, folded hands included.",
}


def living_par(records: Records, scope: Scope) -> Report:
    """Counts of every row beside their exact chances, and which of them drift."""
    par = LivingPar(records, scope)
    looked_at = len(par.tested)
    level = LEVEL / max(looked_at, 1)
    sections = []
    for how, title in SECTIONS.items():
        rows = tuple(_cells(records, row, level, looked_at) for row in par.tested if row.how == how)
        if rows:
            sections.append(
                Section(how.replace(" ", "_"), title, COLUMNS, rows, None, NOTES[how],
                        "configuration", "wager")
            )  # fmt: skip
    alarms = tuple(_alarm(records, row, looked_at) for row in par.tested if row.chance <= level)
    facts = (
        Fact("scope", "About", scope.words()),
        Fact("rows_tested", "Rows looked at", looked_at, COUNT),
        Fact("family_level", "Chance of any alarm in a fair house, at most", LEVEL, CHANCE),
        Fact("row_level", "Each row's share of it", level, CHANCE),
        Fact("drifting", "Rows that drift", len(alarms), COUNT),
    )
    return Report("par", "Living PAR", facts, tuple(sections), alarms, _untested(par))


def _untested(par: LivingPar) -> tuple[str, ...]:
    notes = []
    if par.dealt:
        notes.append(
            "Not tested: how often hands are folded, and the Ante Bonus, which follow from the "
            "hands and from how people play."
        )
        left_out = sum(cards.left_out for cards in par.dealt.values())
        if left_out:
            notes.append(
                f"{left_out:,} rounds with an incident or without a revealed seed are left out of "
                "the cards."
            )
    notes.append("Not tested: the Envy Bonus, and rounds that were voided (see: report voids).")
    return tuple(notes)


def _cells(
    records: Records, row: Tested, level: float, looked_at: int
) -> tuple[str | int | float, ...]:
    low, high = row.law.band(level)
    chance = row.chance
    return (
        records.configuration(row.fingerprint), row.game, row.fingerprint, row.what, row.row,
        row.outcome, row.how, row.trials, row.times, row.expected, row.times - row.expected,
        low, high, chance,
        min(chance * looked_at, 1.0), "drifts" if chance <= level else "",
    )  # fmt: skip


def _alarm(records: Records, row: Tested, looked_at: int) -> str:
    adjusted = min(row.chance * looked_at, 1.0)
    over = "more" if row.times > row.expected else "fewer"
    name = f"{records.configuration(row.fingerprint)}: {row.what}, {row.outcome}"
    return (
        f"{name} came up {row.times:,} times of {row.trials:,}, {over} than the "
        f"{row.expected:,.1f} expected. So unlikely a count has a chance of at most "
        f"{row.chance:.1g}, and of at most {adjusted:.1g} among the {looked_at} rows looked at."
    )
