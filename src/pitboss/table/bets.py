"""Bets on boxes, checked against the rules.

A box is a place for a hand. Its bets are by bettor: one, or several in games with shared boxes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.errors import BadBet, unknown
from pitboss.language.rulebook import LARGEST_STAKE, Rules
from pitboss.language.stakes import no_bet, not_staked, unequal, wrong_amount, wrong_price
from pitboss.language.wagers import Needs, Stakes, Wager


class Box(NamedTuple):
    """A hand and the bets on it, by bettor."""

    number: int
    hand: int
    bets: Mapping[str, Stakes]
    folded: bool = False


class Bets:
    """The bets that one set of rules accepts."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._shared = rules.rulebook.shared_boxes
        self._decision = rules.rulebook.decision
        # By wager that takes a stake: its posted price, and the bet that it rests on.
        self._terms: dict[str, tuple[int | None, Needs | None]] = {
            wager.key: (rules.prices.get(wager.key), wager.needs)
            for wager in rules.wagers
            if wager.is_staked
        }
        self._follows = [(w, w.equals) for w in rules.wagers if w.equals is not None]

    def complete(self, box: Box) -> Mapping[str, Stakes]:
        """The bets of a box, checked and completed with the wager that playing implies."""
        bets = box.bets
        if len(bets) != 1 and not (self._shared and bets):
            self._refuse_bettors(box)
        if box.folded and not self._decision:
            raise BadBet("bet/fold", f"Nobody folds in {self.rules.key}.")
        for stakes in bets.values():
            if not stakes:
                raise self._no_bet(box)
            for key, stake in stakes.items():
                if key not in self._terms:
                    raise self._not_a_bet(key)
                price, needs = self._terms[key]
                if type(stake) is not int or not 0 < stake <= LARGEST_STAKE:
                    raise wrong_amount(self.rules, self.rules.by_key[key], stake)
                if price is not None and stake != price:
                    raise wrong_price(self.rules, self.rules.by_key[key], stake, price)
                if needs is not None and needs.wager not in stakes:
                    self._check_needs(box, key, needs)
        if self._follows:
            return {bettor: self._with_play(box, stakes) for bettor, stakes in bets.items()}
        return bets

    def _with_play(self, box: Box, stakes: Stakes) -> Stakes:
        """The stakes with the wager placed after the deal, unless the hand folded."""
        completed = dict(stakes)
        for wager, first in self._follows:
            if box.folded:
                self._check_fold(stakes, wager, first)
            elif first in completed:
                stake = completed[first]
                if completed.setdefault(wager.key, stake) != stake:
                    raise unequal(self.rules, wager, completed)
        return completed

    def _check_fold(self, stakes: Stakes, wager: Wager, first: str) -> None:
        if first not in stakes:
            title = self.rules.by_key[first].title
            raise BadBet("bet/fold", f"There is no {title} to fold.", _fold_clause(wager))
        if wager.key in stakes:
            message = f"A hand that folded has no {wager.title}: leave it out."
            raise BadBet("bet/fold", message, _fold_clause(wager))

    def _check_needs(self, box: Box, key: str, needs: Needs) -> None:
        if needs.anybody and any(needs.wager in stakes for stakes in box.bets.values()):
            return
        wager, base = self.rules.by_key[key], self.rules.by_key[needs.wager].title
        whose = "anybody's" if needs.anybody else "the bettor's own"
        raise BadBet(
            "bet/needs",
            f"{wager.title} rests on {whose} {base} on the same box, and there is none.",
            needs.clauses[0],
        )

    def _refuse_bettors(self, box: Box) -> None:
        if not box.bets:
            raise self._no_bet(box)
        raise BadBet(
            "bet/one-bettor", f"Box {box.number} takes one player's bets in {self.rules.key}."
        )

    def _no_bet(self, box: Box) -> BadBet:
        return no_bet(next(iter(self._terms)), f" on box {box.number}")

    def _not_a_bet(self, key: object) -> Exception:
        wager = self.rules.by_key.get(str(key))
        if wager is None:
            return unknown("wager", key, self._terms, self.rules.key)
        return not_staked(wager)


def _fold_clause(wager: Wager) -> str:
    """The clause by which a hand that folds has no such wager."""
    return wager.row("folded").clauses[0]
