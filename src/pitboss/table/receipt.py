"""A line of a settlement: one bet, the row it came to, and why.

Amounts are there at once; the words are made when somebody reads them.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from pitboss.cards.deck import name as card_name
from pitboss.cards.hand_names import ranks_of
from pitboss.language.pays import money
from pitboss.language.policies import AGGREGATE_CAP, HALF_UNIT
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Row, Wager
from pitboss.table.money import breakage, winnings

POLICY = "policy/"


class Showdown(NamedTuple):
    """What a line's words are about."""

    rules: Rules
    dealer: int
    fourth: int | None
    meter: int | None


class Line(NamedTuple):
    box: int
    bettor: str
    wager: Wager
    row: Row
    stake: int
    net: int
    cut: int  # What a cap took from the winnings.
    hand: int
    base: int  # The amount it pays on: its own stake, or the one it is paid on.
    showdown: Showdown

    @property
    def returned(self) -> int:
        """What the bettor is handed back, stake included."""
        return self.stake + self.net

    @property
    def winnings(self) -> int:
        """What the house hands over, apart from a stake that goes back."""
        return self.net + self.stake if self.row.pay.stake < 0 else self.net

    @property
    def breakage(self) -> int:
        """What rounding to the smallest chip took from the winnings; negative where it added.

        In whole units, and before any cap: `winnings + cut + breakage` is what the pay table
        gives, but for a fraction of a unit.
        """
        pay, at = self.row.pay, self.showdown
        if at.rules.chip == 1 or not pay.is_win:
            return 0
        return breakage(pay, self.base, at.meter, at.rules.chip, at.rules.rounds_up())

    @property
    def pays(self) -> str:
        return self.row.pay.words()

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that say so."""
        capped = self.wager.cap_clauses if self.cut else ()
        return tuple(c for c in (*self.row.clauses, *capped) if not c.startswith(POLICY))

    @property
    def definitions(self) -> tuple[str, ...]:
        """The clauses that define the words those clauses use."""
        return tuple(c for c in self.row.definitions if not c.startswith(POLICY))

    @property
    def policies(self) -> tuple[str, ...]:
        """What it rests on where no clause speaks."""
        cited = (*self.row.clauses, *self.row.definitions, *self.wager.clauses)
        ours = [c.removeprefix(POLICY) for c in cited if c.startswith(POLICY)]
        if self.cut:
            ours.append(AGGREGATE_CAP.key)
        if self._is_rounded():
            ours.append(HALF_UNIT.key)
        return tuple(dict.fromkeys(ours))

    def _is_rounded(self) -> bool:
        pay, at = self.row.pay, self.showdown
        chip, meter = at.rules.chip, at.meter
        return pay.is_win and winnings(pay, self.base, meter, chip, True) != winnings(
            pay, self.base, meter, chip, False
        )

    @property
    def says(self) -> str:
        """One sentence that a dealer could read aloud."""
        at, pay = self.showdown, self.row.pay
        words = set(re.findall(r"\{\w+\}", self.row.says))
        player, dealer = at.rules.name_hand(self.hand), at.rules.name_hand(at.dealer)
        ranks = ranks_of(self.hand), ranks_of(at.dealer)
        if player == dealer and ranks[0] != ranks[1] and {"{player}", "{dealer}"} <= words:
            player, dealer = (f"{player} ({one})" for one in ranks)
        fourth = "" if at.fourth is None else card_name(at.fourth)
        why = self.row.says.format(player=player, dealer=dealer, fourth=fourth)
        if pay.is_win:
            verdict = f"pays {pay.words()}"
        elif pay.is_loss:
            verdict = "the bet loses"
        else:
            verdict = "the bet is returned" if pay.staked else "no payment"
        capped = f", capped at {money(self.winnings)}" if self.cut else ""
        return f"{self.wager.title}: {why}, {verdict}{capped}."

    def as_json(self) -> dict[str, Any]:
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
