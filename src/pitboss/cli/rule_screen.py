"""A ruling on the screen: the ruling itself, and a table of what each option is worth."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cli.screen import console, table
from pitboss.language.irregularities import REMEDIES, Ruling
from pitboss.language.pays import money
from pitboss.maths.odds.expectation import Expected
from pitboss.play.costs import Option

IN_WORDS = {
    "play-on": "play on",
    "stands": "the result stands",
    "void-round": "void the round",
    "remove-hand": "take that hand out",
    "offer-choice": "let the players choose",
}


def show(found: Ruling, costs: Sequence[Option], stake: int | None) -> None:
    because = ", ".join(found.clauses)
    if found.policies:
        ours = "policy " + ", ".join(one.key for one in found.policies)
        because = f"{because}; {ours}" if because else f"no clause; {ours}"
    shown = table("ruling", "")
    shown.add_row("[bold]" + found.remedy + "[/]", REMEDIES[found.remedy])
    shown.add_row("clauses", because)
    shown.add_row("given by", found.authority.replace("-", " ") + " or above")
    shown.add_row("say", f"“{found.says}”")
    console().print(shown)
    _show_costs(costs, stake)


def _show_costs(costs: Sequence[Option], stake: int | None) -> None:
    """Each option, and what the round is then worth to each bettor and to the house."""
    bettors = list(costs[0].by_bettor)
    columns = [f">{bettor}" for bettor in (*bettors, "the house")]
    shown = table("what each option is worth", *columns)
    for one in costs:
        cells = [_worth(one.by_bettor[bettor]) for bettor in bettors]
        shown.add_row(IN_WORDS[one.remedy], *cells, _worth(one.house))
    console().print(shown)
    is_exact = all(one.house.error is None for one in costs)
    how = "Counted exactly" if is_exact else "Sampled where an error is given, else exact"
    bets = f", for a bet of {money(stake)} before a card is seen" if stake else ""
    console().print(f"[dim]{how}{bets}; play by the best strategy, before caps.[/]")


def _worth(found: Expected) -> str:
    amount = round(float(found.amount))
    sign = "+" if amount > 0 else ""
    error = "" if found.error is None else f" ± {money(round(found.error))}"
    return f"{sign}{money(amount)}{error}"
