"""Bets on boxes, and what a rulebook asks of them.

A box is a place for a hand. Where the rulebook lets several people bet on one box, its bets are
kept by bettor; elsewhere a box has one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.errors import BadBet, unknown
from pitboss.language.pays import money
from pitboss.language.rulebook import LARGEST_STAKE, Rules
from pitboss.language.wagers import Needs, Wager

Stakes = Mapping[str, int]  # By wager.


class Box(NamedTuple):
    """A hand and the bets on it, by bettor."""

    number: int
    hand: int
    bets: Mapping[str, Stakes]
    folded: bool = False


class Bets:
    """What may be bet under one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._shared = rules.rulebook.shared_boxes
        self._decision = rules.rulebook.decision
        # By wager: the only stake it takes, if it has a price, and the bet that it needs.
        self._asks: dict[str, tuple[int | None, Needs | None]] = {
            wager.key: (rules.prices.get(wager.key), wager.needs)
            for wager in rules.wagers
            if wager.is_staked
        }
        self._follows = [(w, w.equals) for w in rules.wagers if w.equals is not None]

    def complete(self, box: Box) -> Mapping[str, Stakes]:
        """The bets of a box, checked, with the wager that playing on implies."""
        bets = box.bets
        if len(bets) != 1 and not (self._shared and bets):
            self._refuse_bettors(box)
        if box.folded and not self._decision:
            raise BadBet("bet/fold", f"Nobody folds in {self.rules.key}.")
        for stakes in bets.values():
            if not stakes:
                raise self._no_bet(box)
            for key, stake in stakes.items():
                if key not in self._asks:
                    raise self._not_a_bet(key)
                price, needs = self._asks[key]
                if type(stake) is not int or not 0 < stake <= LARGEST_STAKE:
                    raise self._bad_amount(key, stake)
                if price is not None and stake != price:
                    raise self._bad_price(key, stake, price)
                if needs is not None and needs.wager not in stakes:
                    self._check_needs(box, key, needs)
        if self._follows:
            return {bettor: self._with_play(box, stakes) for bettor, stakes in bets.items()}
        return bets

    def _with_play(self, box: Box, stakes: Stakes) -> Stakes:
        """The wager placed after the deal: equal to the other, unless the player folded."""
        made = dict(stakes)
        for wager, first in self._follows:
            if box.folded:
                self._check_fold(stakes, wager, first)
            elif first in made and made.setdefault(wager.key, made[first]) != made[first]:
                title = self.rules.by_key[first].title
                raise BadBet(
                    "bet/equal",
                    f"{wager.title} must equal the {title}: {made[first]}, not {made[wager.key]}.",
                    wager.needs.clauses[0] if wager.needs else None,
                )
        return made

    def _check_fold(self, stakes: Stakes, wager: Wager, first: str) -> None:
        if first not in stakes:
            title = self.rules.by_key[first].title
            raise BadBet("bet/fold", f"There is no {title} to fold.", _fold_clause(wager))
        if wager.key in stakes:
            told = f"A hand that folded has no {wager.title}: leave it out."
            raise BadBet("bet/fold", told, _fold_clause(wager))

    def _check_needs(self, box: Box, key: str, needs: Needs) -> None:
        if needs.anybody and any(needs.wager in stakes for stakes in box.bets.values()):
            return
        wager, on = self.rules.by_key[key], self.rules.by_key[needs.wager].title
        whose = "anybody's" if needs.anybody else "the bettor's own"
        raise BadBet(
            "bet/needs",
            f"{wager.title} rests on {whose} {on} on the same box, and there is none.",
            needs.clauses[0],
        )

    def _refuse_bettors(self, box: Box) -> None:
        if not box.bets:
            raise self._no_bet(box)
        raise BadBet(
            "bet/one-bettor", f"Box {box.number} takes one player's bets in {self.rules.key}."
        )

    def _no_bet(self, box: Box) -> BadBet:
        first = next(iter(self._asks))
        return BadBet("bet/none", f"There is no bet on box {box.number}: place {first}=1000.")

    def _not_a_bet(self, key: object) -> Exception:
        wager = self.rules.by_key.get(str(key))
        if wager is None:
            return unknown("wager", key, self._asks, self.rules.key)
        return BadBet(
            "bet/not-staked",
            f"{wager.title} is paid without a stake of its own: leave it out.",
            wager.rows[-1].clauses[0],
        )

    def _bad_amount(self, key: str, stake: object) -> BadBet:
        return BadBet(
            "bet/amount",
            f"{self.rules.by_key[key].title} is staked with {stake!r}: "
            f"give a whole number of units from 1 to {LARGEST_STAKE:,}.",
        )

    def _bad_price(self, key: str, stake: int, price: int) -> BadBet:
        wager = self.rules.by_key[key]
        return BadBet(
            "bet/price",
            f"{wager.title} has one posted price, {price} ({money(price)}), and not {stake}.",
        )


def _fold_clause(wager: Wager) -> str:
    """The clause by which a hand that folds has no such wager."""
    return wager.row("folded").clauses[0]
