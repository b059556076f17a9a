"""Strategies: which hands play and which fold.

The best strategy is worked out hand by hand. Any other may be named, given as a lowest hand to
play, or given as a function of the hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from pitboss.cards.deck import ACE, KING, names
from pitboss.cards.hand_names import ranks_of, suit_count, suits_of
from pitboss.cards.hands import COLUMNS, COUNT, Array, cards_of, hand
from pitboss.errors import BadCards, BadConfiguration, unknown
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Stakes, Wager
from pitboss.maths.odds.counting import DEALS
from pitboss.maths.odds.informed_decisions import Informed, informed
from pitboss.maths.odds.main_bet import MainBet, MainOdds
from pitboss.maths.odds.rows_by_hand import NOTHING_SEEN
from pitboss.maths.odds.wager_odds import count, count_under
from pitboss.result_types import ExceptionJson, Record, StrategyJson, StrategyOddsJson

PLAY, FOLD = "play", "fold"
BEST, THRESHOLD, PLAY_ALL = "best", "threshold", "play-all"
NAMES = (BEST, THRESHOLD, PLAY_ALL)


@dataclass(frozen=True, eq=False)
class Strategy:
    """A decision for every hand, and its value."""

    bet: MainBet
    name: str
    plays: Array  # [hand]: whether it plays.

    def __repr__(self) -> str:
        return f"<strategy {self.name} of {self.bet.rules.key}: {self.folds:,} hands fold>"

    @cached_property
    def odds(self) -> MainOdds:
        return self.bet.under(self.plays)

    @property
    def folds(self) -> int:
        return self.odds.folds

    def best(self, text: str) -> str:
        """The decision of this strategy for a hand in notation."""
        return self.decision(hand(text))

    def decision(self, row: int) -> str:
        return PLAY if self.plays[row] else FOLD

    def value(self, text: str, decision: str = PLAY) -> Fraction:
        """The expected net result of a decision with a hand, per unit of the ante."""
        row = hand(text)
        values = self.bet.value_of_playing if decision == PLAY else self.bet.value_of_folding
        return Fraction(int(values[row]), self.bet.scale * int(self.bet.ways[row].sum()))

    @cached_property
    def threshold(self) -> int | None:
        """The lowest hand that plays; None unless every hand at least as high plays too."""
        strength = COLUMNS["strength"]()
        if not self.plays.any():
            return None
        lowest = strength[self.plays].min()
        exact = (self.plays == (strength >= lowest)).all()
        return int(np.flatnonzero(strength == lowest)[0]) if exact else None

    def words(self) -> str:
        """The strategy in words, for a player."""
        if self.plays.all():
            return "Play every hand."
        if not self.plays.any():
            return "Fold every hand."
        if self.threshold is not None:
            return f"Play {ranks_of(self.threshold)} and better; fold the rest."
        parts = []
        for decision, rows in self.exceptions_by_decision.items():
            noun = "hand" if len(rows) == 1 else "hands"
            hands = ", ".join(_in_words(*kind) for kind in kinds(rows))
            parts.append(f"{decision} {hands} as well ({len(rows)} {noun})")
        lowest = ranks_of(self.nearest_threshold[0])
        return f"Play {lowest} and better, fold the rest; but {', and '.join(parts)}."

    @property
    def exceptions_by_decision(self) -> dict[str, list[int]]:
        """The hands whose decision differs from the nearest threshold, by that decision."""
        rows: list[int] = self.nearest_threshold[1].tolist()
        by_decision = {
            decision: [row for row in rows if self.decision(row) == decision]
            for decision in (PLAY, FOLD)
        }
        return {decision: hands for decision, hands in by_decision.items() if hands}

    def exceptions(self) -> list[ExceptionJson]:
        """The hands whose decision differs from the nearest threshold."""
        rows = [] if self.threshold is not None else self.nearest_threshold[1].tolist()
        return [{"cards": names(cards_of(row)), "decision": self.decision(row)} for row in rows]

    @cached_property
    def nearest_threshold(self) -> tuple[int, Array]:
        """The threshold with the fewest exceptions, and those hands."""
        strength = COLUMNS["strength"]()
        levels, place = np.unique(strength, return_inverse=True)
        plays = np.bincount(place, self.plays, len(levels))
        folds = np.bincount(place, ~self.plays, len(levels))
        # Exceptions to "play from level k up": hands below it that play, and above it that fold.
        exceptions = np.append(0, np.cumsum(plays))[:-1] + np.cumsum(folds[::-1])[::-1]
        level = levels[int(exceptions.argmin())]
        rows = np.flatnonzero(self.plays != (strength >= level))
        return int(np.flatnonzero(strength == level)[0]), rows

    def records(self) -> list[Record]:
        """One flat record for each of the 22,100 hands, for a data frame.

        `play` and `fold` are what each decision is worth, per unit of the ante.
        """
        bet, rules = self.bet, self.bet.rules
        units = bet.scale * bet.ways.sum(axis=1)
        worth = zip(
            (bet.value_of_playing / units).tolist(),
            (bet.value_of_folding / units).tolist(),
            strict=True,
        )
        return [
            {
                "cards": names(cards_of(row)),
                "hand": rules.name_hand(row),
                "decision": self.decision(row),
                "play": play,
                "fold": fold,
            }
            for row, (play, fold) in enumerate(worth)
        ]

    def as_json(self, *compared: Strategy) -> StrategyJson:
        """This strategy beside those that people ask about, and any others given."""
        return {
            "game": self.bet.rules.key,
            "fingerprint": self.bet.rules.fingerprint,
            "strategy": self.words(),
            "folds": self.folds,
            "exceptions": self.exceptions(),
            "strategies": [
                strategy._priced(self) for strategy in (self, *others(self.bet), *compared)
            ],
        }

    def _priced(self, reference: Strategy) -> StrategyOddsJson:
        odds = self.odds
        return {
            "strategy": self.name,
            "folds": self.folds,
            "expectation": str(odds.expectation),
            "house_edge": float(odds.house_edge),
            "costs": float(odds.house_edge - reference.odds.house_edge),
            "element_of_risk": float(odds.element_of_risk),
            "standard_deviation": odds.standard_deviation,
        }


def kinds(rows: list[int]) -> list[tuple[int, bool]]:
    """One hand for each kind among some hands, and whether every hand of its kind is there.

    A kind is all hands of the same ranks and number of suits; a hand whose kind is not complete
    stands for itself.
    """
    ranks, listed = COLUMNS["ranks"](), set(rows)
    kinds: list[tuple[int, bool]] = []
    counted: set[int] = set()
    for row in rows:
        if row in counted:
            continue
        same_ranks = np.flatnonzero(ranks == ranks[row]).tolist()
        alike = {other for other in same_ranks if suit_count(other) == suit_count(row)}
        is_whole = alike <= listed
        counted |= alike if is_whole else {row}
        kinds.append((row, is_whole))
    return kinds


def _in_words(row: int, is_whole: bool) -> str:
    return f"{ranks_of(row)} {suits_of(row)}" if is_whole else names(cards_of(row))


# A strategy as a user gives it: one of NAMES; a hand such as "Qs 6d 4h", to play it and better; a
# function of a hand in notation, highest card first, that returns True to play; or a Strategy.
Decisions = str | Callable[[str], bool] | Strategy


def best(rules: Rules, stakes: Stakes | None = None, jackpot: int = 0) -> Strategy:
    """The strategy with the highest expectation, worked out hand by hand.

    It is the best for the main bet. With `stakes`, one player's on a box, it is the best for all of
    them: a side wager that depends on the decision is weighed as well.
    """
    return _best(needs_decision(rules), weighing(rules, stakes or {}, jackpot))


def weighing(rules: Rules, stakes: Stakes, jackpot: int = 0) -> Informed | None:
    """The player who weighs these stakes; None if nothing is weighed besides the main bet."""
    return informed(rules, stakes, jackpot, NOTHING_SEEN) if weighed(rules, stakes) else None


def weighed(rules: Rules, stakes: Stakes) -> list[Wager]:
    """The side wagers with these stakes that the best strategy weighs with the main bet."""
    if rules.rulebook.main[0] not in stakes:
        return []  # The decision is another bettor's.
    return [
        wager
        for wager in rules.wagers
        if wager.reads_decision()
        and wager.key not in rules.rulebook.main
        and wager.placed_wager in stakes
    ]


@lru_cache(maxsize=16)
def _best(rules: Rules, player: Informed | None) -> Strategy:
    bet = MainBet(rules)
    return Strategy(bet, BEST, bet.best if player is None else player.plays(rules))


def best_ways(rules: Rules, wager: Wager) -> tuple[int, ...]:
    """The ways of a side wager; if it depends on the decision, under the main bet's best strategy.

    That strategy is known for every game. What a player gains who weighs the wager depends on the
    stake.
    """
    return count_under(wager, best(rules).plays) if wager.reads_decision() else count(wager)


def others(bet: MainBet) -> list[Strategy]:
    """Strategies that people play, for comparison with the best."""
    pairs, high, rules = COLUMNS["category"]() > 0, COLUMNS["high"](), bet.rules
    played = {"play everything": np.ones(COUNT, bool)}
    if rules.rulebook.qualifies is not None:
        qualifying = [bool(rules.dealer_qualifies(row)) for row in range(COUNT)]
        played["mimic the dealer"] = np.array(qualifying)
    played["King high and better"] = pairs | (high >= KING)
    played["Ace high and better"] = pairs | (high >= ACE)
    played["pair and better"] = pairs
    return [Strategy(bet, name, plays) for name, plays in played.items()]


def from_threshold(bet: MainBet, text: str) -> Strategy:
    """Play this hand and every hand that is at least as high."""
    strength = COLUMNS["strength"]()
    lowest = hand(text)
    return Strategy(bet, f"{ranks_of(lowest)} and better", strength >= strength[lowest])


def edges_by_threshold(bet: MainBet) -> list[tuple[int, Fraction]]:
    """Hands that fold, and the house edge, for every lowest hand to play; the last folds all."""
    _, level = np.unique(COLUMNS["strength"](), return_inverse=True)
    gained = np.zeros(level.max() + 1, np.int64)  # [level]: by playing its hands, not folding them.
    np.add.at(gained, level, bet.value_of_playing - bet.value_of_folding)
    folds = np.append(0, np.cumsum(np.bincount(level)))
    lost_by_folding = np.append(0, np.cumsum(gained))
    everything = int(bet.value_of_playing.sum())
    return [
        (n, -Fraction(everything - lost, bet.scale * DEALS))
        for n, lost in zip(folds.tolist(), lost_by_folding.tolist(), strict=True)
    ]


def needs_decision(rules: Rules) -> Rules:
    """The same rules; an error in games where nobody folds."""
    if not rules.rulebook.decision:
        raise BadConfiguration(
            "strategy/none", f"{rules.rulebook.title} has no decision to make: nobody folds."
        )
    return rules


def hands_played(
    rules: Rules, decisions: Decisions, stakes: Stakes | None = None, jackpot: int = 0
) -> Array:
    """[hand]: whether it plays; in games where nobody folds, every hand does.

    With stakes, the best strategy is the best for all of them.
    """
    if decisions == BEST and not rules.rulebook.decision:
        return np.ones(COUNT, bool)
    needs_decision(rules)
    if isinstance(decisions, Strategy):
        return decisions.plays
    if not isinstance(decisions, str):
        return _decided_by(decisions)
    if decisions == PLAY_ALL:
        return np.ones(COUNT, bool)
    if decisions == BEST:
        return best(rules, stakes, jackpot).plays
    return _from_hand(rules, decisions, stakes, jackpot).plays


def strategy_name(rules: Rules, decisions: Decisions, stakes: Stakes | None = None) -> str:
    """The name of a strategy in a report, and what it weighs besides the main bet."""
    if isinstance(decisions, Strategy):
        return decisions.name
    if not isinstance(decisions, str):
        return "own"
    if decisions not in NAMES:
        return _from_hand(rules, decisions).name
    side = [wager.key for wager in weighed(rules, stakes or {})] if decisions != PLAY_ALL else []
    return f"{decisions}, weighing {', '.join(side)}" if side else decisions


def _from_hand(rules: Rules, text: str, stakes: Stakes | None = None, jackpot: int = 0) -> Strategy:
    """Some hand and better: the hand in `text`, or the threshold nearest to the best strategy."""
    if text == THRESHOLD:
        strategy = best(rules, stakes, jackpot)
        return from_threshold(strategy.bet, names(cards_of(strategy.nearest_threshold[0])))
    try:
        return from_threshold(MainBet(rules), text)
    except BadCards:
        if " " in text or "," in text:  # A hand was meant.
            raise
        raise unknown("strategy", text, NAMES) from None


def _decided_by(strategy: Callable[[str], bool]) -> Array:
    """[hand]: whether a function plays it."""
    plays = np.zeros(COUNT, bool)
    for row in range(COUNT):
        cards = names(cards_of(row))
        answer = strategy(cards)
        if not isinstance(answer, bool | np.bool_):
            message = f"The strategy answers {answer!r} to {cards}: True to play, False to fold."
            raise BadConfiguration("strategy/answer", message)
        plays[row] = answer
    return plays
