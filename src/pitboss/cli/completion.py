"""Shell completion of games, wagers, pay tables, readings and incidents.

Typer calls these functions with the words so far. They import the rulebooks and nothing slower,
and they offer nothing instead of failing, because a shell has no place for an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pitboss.language.rulebook import Rulebook

Completions = list[tuple[str, str]]  # Each word with its description.


def complete_games() -> Completions:
    from pitboss.rulebooks import RULEBOOKS

    return [(key, rulebook.title) for key, rulebook in RULEBOOKS.items()]


def complete_wagers(context: typer.Context) -> Completions:
    rulebook = _rulebook(context)
    return [(wager.key, wager.title) for wager in rulebook.wagers] if rulebook else []


def complete_bets(context: typer.Context) -> Completions:
    """WAGER= of each wager with a stake; the amount is up to the bettor."""
    rulebook = _rulebook(context)
    wagers = rulebook.wagers if rulebook else ()
    return [(f"{wager.key}=", wager.title) for wager in wagers if wager.is_staked]


def complete_paytables(context: typer.Context) -> Completions:
    rulebook = _rulebook(context)
    return [
        (f"{wager.key}={key}", wager.title)
        for wager in (rulebook.wagers if rulebook else ())
        if len(wager.paytables) > 1
        for key in wager.paytables
    ]


def complete_readings(context: typer.Context) -> Completions:
    rulebook = _rulebook(context)
    return [
        (f"{reading.key}={option}", meaning)
        for reading in (rulebook.readings if rulebook else ())
        for option, meaning in reading.options.items()
    ]


def complete_incidents() -> Completions:
    from pitboss.language.irregularities import INCIDENTS

    return list(INCIDENTS.items())


def _rulebook(context: typer.Context) -> Rulebook | None:
    from pitboss.rulebooks import RULEBOOKS

    # An option that still lacks its value leaves the words before it in `args`, unparsed.
    words: list[str] = [context.params.get("game", ""), *context.args]
    return next((RULEBOOKS[word] for word in words if word in RULEBOOKS), None)
