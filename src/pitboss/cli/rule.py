"""pitboss rule: a ruling on an irregularity, with its clause."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import GameKey, Json, Readings, configured, pairs, print_json
from pitboss.errors import BadFact

if TYPE_CHECKING:
    from pitboss.irregularities import MissingFact, Ruling


def rule(
    game: GameKey,
    incident: Annotated[
        str | None, typer.Argument(metavar="[INCIDENT]", help="What happened; asked without it.")
    ] = None,
    fact: Annotated[
        list[str] | None, typer.Argument(metavar="[FACT=VALUE]…", help="Facts that are known.")
    ] = None,
    reading: Readings = None,
    as_json: Json = False,
) -> None:
    """A ruling, its clause, who may give it, and what to say to the table.

    Facts that matter and are missing are asked for, one at a time.

    Example: pitboss rule three-card-poker exposed-cards cards=2
    """
    from pitboss.irregularities import MissingFact

    rules = configured(game, None, reading)
    told = dict(pairs("FACT", fact))
    if incident is None:
        incident = _ask_incident(as_json)
    found = rules.rule(incident, told)
    while isinstance(found, MissingFact):
        told[found.name] = _ask(found, as_json)
        found = rules.rule(incident, told)
    if as_json:
        print_json(_plain(game, incident, told, found))
    else:
        _show(found)


def _ask_incident(as_json: bool) -> str:
    from pitboss.cli.screen import console
    from pitboss.irregularities import INCIDENTS

    _needs_somebody("incident", as_json)
    keys = list(INCIDENTS)
    for number, key in enumerate(keys, 1):
        console().print(f"{number:>3}  {INCIDENTS[key]} [dim]{key}[/]")
    answer = typer.prompt("What happened? Number or name")
    if answer.isascii() and answer.isdigit() and 0 < int(answer) <= len(keys):
        return keys[int(answer) - 1]
    return str(answer)


def _ask(missing: MissingFact, as_json: bool) -> str:
    _needs_somebody(missing.name, as_json)
    answers = f" ({', '.join(missing.answers)})" if missing.answers else ""
    return str(typer.prompt(f"{missing.question}{answers}"))


def _needs_somebody(what: str, as_json: bool) -> None:
    """Asking needs a person at the other end."""
    if as_json or not sys.stdin.isatty():
        raise BadFact(
            "fact/missing", f"The ruling needs to know {what}: give it on the command line."
        )


def _plain(game: str, incident: str, facts: dict[str, str], found: Ruling) -> dict[str, Any]:
    policies = {"policies": [one.key for one in found.policies]} if found.policies else {}
    return {
        "game": game,
        "incident": incident,
        "facts": {name: int(v) if name == "cards" else v for name, v in facts.items()},
        "remedy": found.remedy,
        "clauses": list(found.clauses),
        **policies,
        "authority": found.authority,
        "says": found.says,
    }


def _show(found: Ruling) -> None:
    from pitboss.cli.screen import console, table
    from pitboss.irregularities import REMEDIES

    because = ", ".join(found.clauses)
    if found.policies:
        because = "no clause; policy " + ", ".join(one.key for one in found.policies)
    shown = table("ruling", "")
    shown.add_row("[bold]" + found.remedy + "[/]", REMEDIES[found.remedy])
    shown.add_row("clauses", because)
    shown.add_row("given by", found.authority.replace("-", " ") + " or above")
    shown.add_row("say", f"“{found.says}”")
    console().print(shown)
