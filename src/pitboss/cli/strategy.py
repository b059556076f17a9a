"""pitboss strategy: which hands to play, and what any other way costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.odds import per_cent
from pitboss.cli.options import GameKey, Json, Paytables, Readings, configured, print_json

if TYPE_CHECKING:
    from pitboss.maths.strategy import Strategy


def strategy(
    game: GameKey,
    hand: Annotated[
        str | None, typer.Option(metavar="CARDS", help="The decision with one hand.")
    ] = None,
    threshold: Annotated[
        str | None, typer.Option(metavar="CARDS", help="What playing this and better costs.")
    ] = None,
    paytable: Paytables = None,
    reading: Readings = None,
    as_json: Json = False,
) -> None:
    """The best strategy, worked out hand by hand, and the cost of others.

    Example: pitboss strategy three-card-poker --hand "Qs 6d 4h"
    """
    from pitboss.maths import strategy as strategies

    best = strategies.best(configured(game, paytable, reading))
    listed = [best, *strategies.others(best.bet)]
    if threshold is not None:
        listed.append(strategies.from_threshold(best.bet, threshold))
    told = None if hand is None else _decision(best, hand)
    if as_json:
        print_json(
            {
                "game": game,
                "fingerprint": best.bet.rules.fingerprint,
                "strategy": best.words(),
                "folds": best.folds,
                "exceptions": best.exceptions(),
                "strategies": [_plain(one, best) for one in listed],
                **({} if told is None else {"hand": told}),
            }
        )
        return
    from pitboss.cli.screen import console, table

    out = console()
    out.print(f"[bold]{best.words()}[/]")
    shown = table("strategy", ">folds", ">house edge", ">costs", ">element of risk", ">std dev")
    for one in listed:
        shown.add_row(
            one.name,
            f"{one.folds:,}",
            per_cent(one.odds.house_edge),
            per_cent(one.odds.house_edge - best.odds.house_edge),
            per_cent(one.odds.element_of_risk),
            f"{one.odds.standard_deviation:.4f}",
        )
    out.print(shown)
    if told is not None:
        out.print(
            f"{told['cards']}: [bold]{told['decision']}[/]. Playing is worth {told['play']:+.6f} "
            f"of the ante, folding {told['fold']:+.6f}."
        )


def _decision(best: Strategy, text: str) -> dict[str, Any]:
    return {
        "cards": text,
        "decision": best.best(text),
        "play": float(best.value(text, "play")),
        "fold": float(best.value(text, "fold")),
    }


def _plain(one: Strategy, best: Strategy) -> dict[str, Any]:
    odds = one.odds
    return {
        "strategy": one.name,
        "folds": one.folds,
        "expectation": str(odds.expectation),
        "house_edge": float(odds.house_edge),
        "costs": float(odds.house_edge - best.odds.house_edge),
        "element_of_risk": float(odds.element_of_risk),
        "standard_deviation": odds.standard_deviation,
    }
