"""A line of a settlement: one bet, the row it came to, and why; and the dealer's announcement.

A line holds amounts. Its words, clauses and policies are worked out when somebody reads them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pitboss.cards.deck import name as card_name
from pitboss.cards.hand_names import ranks_of
from pitboss.language.expressions import Deal
from pitboss.language.policies import AGGREGATE_CAP, HALF_UNIT
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Row, Wager
from pitboss.result_types import LineJson
from pitboss.table.money import breakage, winnings

POLICY = "policy/"


class Showdown(NamedTuple):
    """What all lines of a settlement share."""

    rules: Rules
    dealer: int
    fourth: int | None
    meter: int | None

    def __repr__(self) -> str:
        return f"<showdown of {self.rules.key}: dealer {self.rules.name_hand(self.dealer)}>"


class Line(NamedTuple):
    """A bet, the row it came to, and the money."""

    box: int
    bettor: str
    wager: Wager
    row: Row
    stake: int
    net: int
    cut: int  # What a cap took from the winnings.
    hand: int
    base: int  # The stake it pays on: its own, or that of another wager.
    showdown: Showdown

    def __repr__(self) -> str:
        came_to = f"{self.row.key}, stake {self.stake}, net {self.net:+}"
        return f"<{self.wager.key} of {self.bettor} on box {self.box}: {came_to}>"

    @property
    def returned(self) -> int:
        """What the bettor gets back, stake included."""
        return self.stake + self.net

    @property
    def winnings(self) -> int:
        """What the house pays, apart from a stake that is returned."""
        return self.net + self.stake if self.row.pay.stake < 0 else self.net

    @property
    def breakage(self) -> int:
        """What rounding to the smallest chip took from the winnings; negative if it added.

        In whole units and before any cap: `winnings + cut + breakage` is what the pay table gives,
        except for a fraction of a unit.
        """
        pay, rules = self.row.pay, self.showdown.rules
        if rules.chip == 1 or not pay.is_win:
            return 0
        return breakage(pay, self.base, self.showdown.meter, rules.chip, rules.rounds_up())

    @property
    def pays(self) -> str:
        return self.row.pay.words(self.showdown.rules.currency)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the payment rests on."""
        capped = self.wager.cap_clauses if self.cut else ()
        return tuple(c for c in (*self.row.clauses, *capped) if not c.startswith(POLICY))

    @property
    def definitions(self) -> tuple[str, ...]:
        """The clauses that define the terms used by those clauses."""
        return tuple(c for c in self.row.definitions if not c.startswith(POLICY))

    @property
    def policies(self) -> tuple[str, ...]:
        """The policies that it rests on, where no clause applies."""
        cited = (*self.row.clauses, *self.row.definitions, *self.wager.clauses)
        policies = [c.removeprefix(POLICY) for c in cited if c.startswith(POLICY)]
        if self.cut:
            policies.append(AGGREGATE_CAP.key)
        if self._is_rounded():
            policies.append(HALF_UNIT.key)
        return tuple(dict.fromkeys(policies))

    def _is_rounded(self) -> bool:
        pay, chip, meter = self.row.pay, self.showdown.rules.chip, self.showdown.meter
        return pay.is_win and winnings(pay, self.base, meter, chip, True) != winnings(
            pay, self.base, meter, chip, False
        )

    @property
    def says(self) -> str:
        """One sentence that a dealer could read aloud."""
        rules, dealer_hand, fourth_card, _ = self.showdown
        pay = self.row.pay
        fields = set(re.findall(r"\{\w+\}", self.row.says))
        player, dealer = rules.name_hand(self.hand), rules.name_hand(dealer_hand)
        player_ranks, dealer_ranks = ranks_of(self.hand), ranks_of(dealer_hand)
        if player == dealer and player_ranks != dealer_ranks and {"{player}", "{dealer}"} <= fields:
            player, dealer = f"{player} ({player_ranks})", f"{dealer} ({dealer_ranks})"
        fourth = "" if fourth_card is None else card_name(fourth_card)
        why = self.row.says.format(player=player, dealer=dealer, fourth=fourth)
        if pay.is_win:
            verdict = f"pays {pay.words(rules.currency)}"
        elif pay.is_loss:
            verdict = "the bet loses"
        else:
            verdict = "the bet is returned" if pay.staked else "no payment"
        capped = f", capped at {rules.currency.money(self.winnings)}" if self.cut else ""
        return f"{self.wager.title}: {why}, {verdict}{capped}."

    def as_json(self) -> LineJson:
        return {
            "wager": self.wager.key,
            "stake": self.stake,
            "row": self.row.key,
            "outcome": self.row.outcome,
            "pays": self.pays,
            "net": self.net,
            "returned": self.returned,
            "breakage": self.breakage,
            "clauses": list(self.clauses),
            "definitions": list(self.definitions),
            "policies": list(self.policies),
            "says": self.says,
        }


def announced(rules: Rules, dealer: int) -> str:
    """What the dealer announces: the hand, and the result of a wager if the rulebook says so.

    Such a wager reads the dealer's hand only, and is announced whether or not anybody bet on it.
    """
    hand, key = rules.name_hand(dealer), rules.rulebook.procedure.announces
    if key is None:
        return hand
    wager = rules.by_key[key]
    row = wager.rows[int(wager.result(Deal(dealer, dealer)))]
    return f"{hand}; {wager.title}: {row.outcome}"
