"""pitboss strategy: which hands to play, and what any other way costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.odds import per_cent
from pitboss.cli.options import (
    GameKey,
    Json,
    Paytables,
    Readings,
    RulebookFile,
    configured,
    print_json,
)

if TYPE_CHECKING:
    from pitboss.maths.odds.information import Known
    from pitboss.maths.odds.strategy import Strategy

SAMPLES, SEED = 20_000, 1  # For what can't be counted; the error is told.


def strategy(
    game: GameKey,
    hand: Annotated[
        str | None, typer.Option(metavar="CARDS", help="The decision with one hand.")
    ] = None,
    threshold: Annotated[
        str | None, typer.Option(metavar="CARDS", help="What playing this and better costs.")
    ] = None,
    information: Annotated[
        bool, typer.Option("--information", help="What knowing hidden cards is worth.")
    ] = False,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """The best strategy, worked out hand by hand, and the cost of others.

    Example: pitboss strategy three-card-poker --hand "Qs 6d 4h"
    """
    from pitboss.maths.odds import strategy as strategies

    best = strategies.best(configured(game, paytable, reading))
    listed = [best, *strategies.others(best.bet)]
    if threshold is not None:
        listed.append(strategies.from_threshold(best.bet, threshold))
    told = None if hand is None else _decision(best, hand)
    known = what_is_known(best, quiet=as_json) if information else []
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
                **({"information": [_known(one) for one in known]} if known else {}),
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
    if known:
        seen = table("somebody who knows", ">house edge", ">worth", "how")
        for fact in known:
            sampled = f"sampled, ± {per_cent(fact.standard_error)}"
            gain = float(best.odds.house_edge) - fact.house_edge
            how = sampled if fact.exact is None else "exact"
            seen.add_row(fact.what, per_cent(fact.house_edge), per_cent(gain), how)
        out.print(seen)
    if told is not None:
        out.print(
            f"{told['cards']}: [bold]{told['decision']}[/]. Playing is worth {told['play']:+.6f} "
            f"of the ante, folding {told['fold']:+.6f}."
        )


def what_is_known(best: Strategy, quiet: bool) -> list[Known]:
    """The edge against somebody with hidden knowledge, worked out behind a progress bar."""
    from rich.progress import Progress

    from pitboss.cli.screen import console
    from pitboss.maths.odds.information import dealer_cards, other_boxes

    found = []
    with Progress(console=console(), transient=True, disable=quiet) as bar:

        def follow(what: str) -> Callable[[float], None]:
            task = bar.add_task(what, total=1.0)
            return lambda share: bar.update(task, completed=share)

        for cards in (1, 2, 3):
            found.append(dealer_cards(best.bet, cards, follow(f"{cards} of the dealer's cards")))
        for boxes in (1, 6):
            follower = follow(f"{boxes} other boxes")
            found.append(other_boxes(best.bet, boxes, SAMPLES, SEED, follower))
    return found


def _known(one: Known) -> dict[str, Any]:
    exact = {} if one.exact is None else {"exact": str(one.exact)}
    sampled = {"standard_error": one.standard_error, "samples": one.samples} if not exact else {}
    return {"known": one.what, "house_edge": one.house_edge, **exact, **sampled}


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
