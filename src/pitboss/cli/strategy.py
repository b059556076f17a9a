"""pitboss strategy: which hands to play, and what other strategies cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import (
    GameKey,
    Json,
    Paytables,
    Readings,
    RulebookFile,
    configured,
)
from pitboss.cli.output import print_json

if TYPE_CHECKING:
    from pitboss.maths.odds.information import InformedEdge
    from pitboss.maths.odds.strategy import Strategy

SAMPLES, SEED = 20_000, 1  # For what can't be counted; the standard error is shown.


def strategy(
    game: GameKey,
    hand: Annotated[
        str | None, typer.Option(metavar="CARDS", help="The best decision for this hand.")
    ] = None,
    threshold: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="The cost of playing this hand and better."),
    ] = None,
    information: Annotated[
        bool, typer.Option("--information", help="The value of knowing hidden cards.")
    ] = False,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """The best strategy, and what others cost.

    It is computed hand by hand: every deal of every hand is counted.

    Example: pitboss strategy three-card-poker --hand "Qs 6d 4h"
    """
    from pitboss.maths.odds import strategy as strategies

    best = configured(game, paytable, reading).strategy()
    listed = [best, *strategies.others(best.bet)]
    if threshold is not None:
        listed.append(strategies.from_threshold(best.bet, threshold))
    decision = None if hand is None else _decision(best, hand)
    known = what_is_known(best, quiet=as_json) if information else []
    if as_json:
        print_json(
            {
                "game": game,
                "fingerprint": best.bet.rules.fingerprint,
                "strategy": best.words(),
                "folds": best.folds,
                "exceptions": best.exceptions(),
                "strategies": [_strategy_json(compared, best) for compared in listed],
                **({} if decision is None else {"hand": decision}),
                **({"information": [_known_json(fact) for fact in known]} if known else {}),
            }
        )
        return
    from pitboss.cli.screen import console, table
    from pitboss.reports.formatting import per_cent

    out = console()
    out.print(f"[bold]{best.words()}[/]")
    edges = table("strategy", ">folds", ">house edge", ">costs", ">element of risk", ">std dev")
    for compared in listed:
        odds = compared.odds
        edges.add_row(
            compared.name,
            f"{compared.folds:,}",
            per_cent(odds.house_edge),
            per_cent(odds.house_edge - best.odds.house_edge),
            per_cent(odds.element_of_risk),
            f"{odds.standard_deviation:.4f}",
        )
    out.print(edges)
    if known:
        gains = table("somebody who knows", ">house edge", ">worth", "how")
        for fact in known:
            sampled = f"sampled, ± {per_cent(fact.standard_error)}"
            gain = float(best.odds.house_edge) - fact.house_edge
            how = sampled if fact.exact is None else "exact"
            gains.add_row(fact.what, per_cent(fact.house_edge), per_cent(gain), how)
        out.print(gains)
    if decision is not None:
        out.print(
            f"{decision['cards']}: [bold]{decision['decision']}[/]. "
            f"Playing is worth {decision['play']:+.6f} of the ante, "
            f"folding {decision['fold']:+.6f}."
        )


def what_is_known(best: Strategy, quiet: bool) -> list[InformedEdge]:
    """The edge against somebody who knows hidden cards, computed behind a progress bar."""
    from rich.progress import Progress

    from pitboss.cli.screen import console
    from pitboss.maths.odds.information import dealer_cards, other_boxes

    edges = []
    with Progress(console=console(), transient=True, disable=quiet) as bar:

        def follow(what: str) -> Callable[[float], None]:
            task = bar.add_task(what, total=1.0)
            return lambda share: bar.update(task, completed=share)

        for cards in (1, 2, 3):
            edges.append(dealer_cards(best.bet, cards, follow(f"{cards} of the dealer's cards")))
        for boxes in (1, 6):
            follower = follow(f"{boxes} other boxes")
            edges.append(other_boxes(best.bet, boxes, SAMPLES, SEED, follower))
    return edges


def _known_json(known: InformedEdge) -> dict[str, Any]:
    exact = {} if known.exact is None else {"exact": str(known.exact)}
    sampled = {"standard_error": known.standard_error, "samples": known.samples}
    return {"known": known.what, "house_edge": known.house_edge, **(exact or sampled)}


def _decision(best: Strategy, text: str) -> dict[str, Any]:
    from pitboss.cards.deck import names, parse

    return {
        "cards": names(parse(text, 3)),
        "decision": best.best(text),
        "play": float(best.value(text, "play")),
        "fold": float(best.value(text, "fold")),
    }


def _strategy_json(compared: Strategy, best: Strategy) -> dict[str, Any]:
    odds = compared.odds
    return {
        "strategy": compared.name,
        "folds": compared.folds,
        "expectation": str(odds.expectation),
        "house_edge": float(odds.house_edge),
        "costs": float(odds.house_edge - best.odds.house_edge),
        "element_of_risk": float(odds.element_of_risk),
        "standard_deviation": odds.standard_deviation,
    }
