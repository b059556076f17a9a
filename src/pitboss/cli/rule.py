"""pitboss rule: a ruling on an irregularity, with its clause and what it costs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import GameKey, Json, Readings, RulebookFile, configured, pairs, print_json
from pitboss.errors import BadFact, BadNotation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.language.irregularities import MissingFact, Ruling
    from pitboss.language.rulebook import Rules
    from pitboss.play.costs import Option
    from pitboss.play.state import Incident, Round

STAKE = 10_000  # What the costs are told for where there is no round: $100.00.


def rule(
    game: GameKey,
    incident: Annotated[
        str | None, typer.Argument(metavar="[INCIDENT]", help="What happened; asked without it.")
    ] = None,
    fact: Annotated[
        list[str] | None, typer.Argument(metavar="[FACT=VALUE]…", help="Facts that are known.")
    ] = None,
    reading: Readings = None,
    round_file: Annotated[
        Path | None,
        typer.Option("--round", metavar="FILE", help="The round it happened in: docs/notation.md."),
    ] = None,
    box: Annotated[int | None, typer.Option(metavar="N", help="The box it is about.")] = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """A ruling, its clause, who may give it, what to say to the table, and what each option costs.

    Facts that matter and are missing are asked for, one at a time. With --round, what the round
    tells is not asked, and the costs are those of its bets at its last step.

    Example: pitboss rule three-card-poker exposed-cards cards=2
    """
    told = dict(pairs("FACT", fact))
    if incident is None:
        incident = _ask_incident(as_json)
    if round_file is None:
        rules = configured(game, None, reading)
        found = _asked(rules, incident, told, as_json)
        costs = _usual_costs(rules)
    else:
        told, found, costs = _in_round(game, round_file, incident, told, box, as_json)
    if as_json:
        print_json(_plain(game, incident, told, found, costs))
    else:
        from pitboss.cli.rule_screen import show

        show(found, costs, None if round_file else STAKE)


def _asked(rules: Rules, incident: str, told: dict[str, str], as_json: bool) -> Ruling:
    """The ruling, once every fact that it needs is told."""
    from pitboss.language.irregularities import MissingFact

    found = rules.rule(incident, told)
    while isinstance(found, MissingFact):
        told[found.name] = _ask(found, as_json)
        found = rules.rule(incident, told)
    return found


def _usual_costs(rules: Rules) -> Sequence[Option]:
    """What the options are worth with one bet on the table and no card seen."""
    from pitboss.play.costs import options
    from pitboss.play.setup import Setup
    from pitboss.play.state import BETTING, BoxState, Round

    setup = Setup(rules)
    return options(Round(setup, 1, BETTING, {1: BoxState({"player": {setup.first: STAKE}})}))


def _in_round(
    game: str, file: Path, incident: str, told: dict[str, str], box: int | None, as_json: bool
) -> tuple[dict[str, str], Ruling, Sequence[Option]]:
    """The ruling in a round as it stands at the end of a file."""
    from pitboss.cli.replay import load
    from pitboss.language.irregularities import MissingFact
    from pitboss.play.costs import options
    from pitboss.play.rulings import rule_on

    setup, outcomes, _, is_settled_again = load(file, None)
    if not is_settled_again:
        told_so = (
            f"{file.name} was played by version {setup.rules.rulebook.version} of the rulebook."
        )
        raise BadNotation("notation/version", f"{told_so} Install it to rule on that round.")
    if setup.rules.key != game:
        told_so = f"{file.name} is a round of {setup.rules.key}, not of {game}."
        raise BadNotation("notation/game", told_so)
    if not outcomes:
        raise BadNotation("notation/empty", f"{file.name} holds no step of a round.")
    round = outcomes[-1].after.round
    while True:
        one = _reported(round, incident, told, box)
        found = rule_on(round, one)
        if not isinstance(found, MissingFact):
            return dict(one.facts), found, options(round, one)
        told[found.name] = _ask(found, as_json)


def _reported(round: Round, incident: str, told: dict[str, str], box: int | None) -> Incident:
    from pitboss.play.answers import Refusal
    from pitboss.play.commands import ReportIncident
    from pitboss.play.decide import carry_on
    from pitboss.play.events import Actor

    after, answer = carry_on(
        round, ReportIncident(Actor("dealer", "dealer"), incident, dict(told), box)
    )
    if isinstance(answer, Refusal):
        raise BadFact(answer.code, answer.message, answer.clause)
    return after.incidents[-1]


def _ask_incident(as_json: bool) -> str:
    from pitboss.cli.screen import console
    from pitboss.language.irregularities import INCIDENTS

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


def _plain(
    game: str, incident: str, facts: dict[str, str], found: Ruling, costs: Sequence[Option]
) -> dict[str, Any]:
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
        "costs": [
            {
                "remedy": one.remedy,
                "bettors": {who: float(worth.amount) for who, worth in one.by_bettor.items()},
                "house": float(one.house.amount),
                "standard_error": one.house.error,
            }
            for one in costs
        ],
    }
