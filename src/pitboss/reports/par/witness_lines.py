"""Witness deals as a lab checks them: a deal for each row, and the command that settles it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pitboss.cards.deck import name, names
from pitboss.cards.hands import COUNT, cards_of, masks
from pitboss.language.currency import DOLLARS
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.witness import Witness, witnesses

UNIT = 100


@dataclass(frozen=True)
class WitnessLine:
    """A deal that reaches a row, in notation."""

    rules: Rules
    witness: Witness
    options: Sequence[str]  # The configuration, as the command line takes it.

    @property
    def wager(self) -> Wager:
        return self.witness.wager

    @property
    def player(self) -> str:
        return names(cards_of(self.witness.player))

    @property
    def dealer(self) -> str:
        return names(cards_of(self.witness.dealer))

    @property
    def fourth(self) -> str | None:
        return None if self.witness.fourth is None else name(self.witness.fourth)

    @cached_property
    def bets(self) -> dict[str, int]:
        """The smallest bets with which the wager is settled."""
        wager = self.wager
        on = wager.envy.paid_to if wager.envy else wager.placed_wager
        needs = self.rules.wager(on).needs
        keys = dict.fromkeys([needs.wager, on] if needs else [on])
        return {key: self.rules.prices.get(key, UNIT) for key in keys}

    @property
    def bystander(self) -> str:
        """A hand that shares no card with either hand, for the bettor who is paid the envy."""
        mask = masks()
        taken = mask[self.witness.player] | mask[self.witness.dealer]
        disjoint = next(row for row in range(COUNT) if not mask[row] & taken)
        return names(cards_of(disjoint))

    @property
    def command(self) -> str:
        """The command that settles this deal."""
        own = self.bystander if self.wager.envy else self.player
        words = ["pitboss", "settle", self.rules.key, "--player", own, "--dealer", self.dealer]
        if self.wager.envy:
            words += ["--others", self.player]
        if self.fourth is not None:
            words += ["--fourth", self.fourth]
        if self.witness.folded:
            words.append("--fold")
        for key, amount in self.bets.items():
            words += ["--bet", f"{key}={DOLLARS.typed(amount)}"]
        if any(self.rules.wager(key).has_jackpot for key in self.bets):
            words += ["--jackpot", "0"]
        return shlex.join([*words, *self.options])


def witness_lines(rules: Rules, options: Sequence[str]) -> list[WitnessLine]:
    """A deal for each row of each wager that some deal reaches."""
    return [
        WitnessLine(rules, witness, options)
        for wager in rules.wagers
        for witness in witnesses(rules, wager)
    ]
