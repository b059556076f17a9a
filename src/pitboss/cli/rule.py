"""pitboss rule: a ruling on an irregularity, with its clause and its cost."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pitboss.cli.completion import complete_incidents
from pitboss.cli.options import GameKey, Json, Readings, RulebookFile, configured, pairs
from pitboss.cli.output import print_json
from pitboss.errors import BadFact, BadNotation

if TYPE_CHECKING:
    from pitboss.language.irregularities import MissingFact, Ruling
    from pitboss.language.rulebook import Rules
    from pitboss.maths.odds.expectation import Expected
    from pitboss.play.costs import Option
    from pitboss.play.state import Incident, Round

STAKE = 10_000  # The bet that costs are given for outside a round: $100.00.
REMEDY_WORDS = {
    "play-on": "play on",
    "stands": "the result stands",
    "void-round": "void the round",
    "remove-hand": "take that hand out",
    "offer-choice": "let the players choose",
}


def rule(
    game: GameKey,
    incident: Annotated[
        str | None,
        typer.Argument(
            metavar="[INCIDENT]",
            help="What happened; asked for if left out.",
            autocompletion=complete_incidents,
        ),
    ] = None,
    fact: Annotated[
        list[str] | None, typer.Argument(metavar="[FACT=VALUE]…", help="The known facts.")
    ] = None,
    reading: Readings = None,
    round_file: Annotated[
        Path | None,
        typer.Option("--round", metavar="FILE", help="The round it happened in: docs/notation.md."),
    ] = None,
    box: Annotated[int | None, typer.Option(metavar="N", help="The box concerned.")] = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """A ruling: its clause, who may give it, what to say, and what each option costs.

    Facts that matter and are missing are asked for, one at a time. With --round, facts that follow
    from the round are not asked for, and the costs are those of the bets at its last step.

    Example: pitboss rule three-card-poker exposed-cards cards=2
    """
    facts = dict(pairs("FACT", fact))
    if incident is None:
        incident = _ask_incident(as_json)
    if round_file is None:
        decision = _by_itself(configured(game, None, reading).rules, incident, facts, as_json)
    else:
        decision = _in_round(game, round_file, incident, facts, box, as_json)
    if as_json:
        print_json(_decision_json(game, incident, decision))
    else:
        show(decision, None if round_file else STAKE)


class Decision(NamedTuple):
    """A ruling with the facts that it rests on, and what each option is worth."""

    facts: dict[str, str]
    ruling: Ruling
    options: Sequence[Option]


def _by_itself(rules: Rules, incident: str, facts: dict[str, str], as_json: bool) -> Decision:
    """The ruling outside a round; its costs are for one bet, before any card is seen."""
    from pitboss.language.irregularities import MissingFact
    from pitboss.play.costs import options
    from pitboss.play.setup import Setup
    from pitboss.play.state import BETTING, BoxState, Round

    ruling = rules.rule(incident, facts)
    while isinstance(ruling, MissingFact):
        facts[ruling.name] = _ask(ruling, as_json)
        ruling = rules.rule(incident, facts)
    setup = Setup(rules)
    round = Round(setup, 1, BETTING, {1: BoxState({"player": {setup.first: STAKE}})})
    return Decision(facts, ruling, options(round))


def _in_round(
    game: str, file: Path, incident: str, facts: dict[str, str], box: int | None, as_json: bool
) -> Decision:
    """The ruling in a round as it stands at the end of a file."""
    from pitboss.language.irregularities import MissingFact
    from pitboss.play.costs import options
    from pitboss.play.rulings import rule_on

    round = _last_state(game, file)
    while True:
        reported = _reported(round, incident, facts, box)
        ruling = rule_on(round, reported)
        if not isinstance(ruling, MissingFact):
            return Decision(dict(reported.facts), ruling, options(round, reported))
        facts[ruling.name] = _ask(ruling, as_json)


def _last_state(game: str, file: Path) -> Round:
    from pitboss.cli.replay import load

    replayed = load(file, None)
    rules = replayed.setup.rules
    if not replayed.is_settled_again:
        message = (
            f"{file.name} was played by version {rules.rulebook.version} of the rulebook. "
            "Install it to rule on that round."
        )
        raise BadNotation("notation/version", message)
    if rules.key != game:
        message = f"{file.name} is a round of {rules.key}, not of {game}."
        raise BadNotation("notation/game", message)
    if not replayed.outcomes:
        raise BadNotation("notation/empty", f"{file.name} contains no step of a round.")
    return replayed.outcomes[-1].after.round


def _reported(round: Round, incident: str, facts: dict[str, str], box: int | None) -> Incident:
    from pitboss.play.answers import Refusal
    from pitboss.play.commands import ReportIncident
    from pitboss.play.decide import carry_on
    from pitboss.play.events import Actor

    report = ReportIncident(Actor("dealer", "dealer"), incident, dict(facts), box)
    after, answer = carry_on(round, report)
    if isinstance(answer, Refusal):
        raise BadFact(answer.code, answer.message, answer.clause)
    return after.incidents[-1]


# Questions


def _ask_incident(as_json: bool) -> str:
    from pitboss.cli.screen import console
    from pitboss.language.irregularities import INCIDENTS

    _check_interactive("incident", as_json)
    keys = list(INCIDENTS)
    for number, key in enumerate(keys, 1):
        console().print(f"{number:>3}  {INCIDENTS[key]} [dim]{key}[/]")
    answer = typer.prompt("What happened? Number or name")
    if answer.isascii() and answer.isdigit() and 0 < int(answer) <= len(keys):
        return keys[int(answer) - 1]
    return str(answer)


def _ask(missing: MissingFact, as_json: bool) -> str:
    _check_interactive(missing.name, as_json)
    answers = f" ({', '.join(missing.answers)})" if missing.answers else ""
    return str(typer.prompt(f"{missing.question}{answers}"))


def _check_interactive(missing: str, as_json: bool) -> None:
    """Refuse to ask where nobody can answer."""
    if as_json or not sys.stdin.isatty():
        raise BadFact(
            "fact/missing", f"The ruling needs to know {missing}: give it on the command line."
        )


# Output


def _decision_json(game: str, incident: str, decision: Decision) -> dict[str, Any]:
    facts, ruling, options = decision
    policies = [policy.key for policy in ruling.policies]
    return {
        "game": game,
        "incident": incident,
        "facts": {name: int(value) if name == "cards" else value for name, value in facts.items()},
        "remedy": ruling.remedy,
        "clauses": list(ruling.clauses),
        **({"policies": policies} if policies else {}),
        "authority": ruling.authority,
        "says": ruling.says,
        "costs": [
            {
                "remedy": option.remedy,
                "bettors": {who: float(worth.amount) for who, worth in option.by_bettor.items()},
                "house": float(option.house.amount),
                "standard_error": option.house.error,
            }
            for option in options
        ],
    }


def show(decision: Decision, stake: int | None) -> None:
    """`stake` is the bet that the costs are for; None inside a round, with its own bets."""
    from pitboss.cli.screen import console, table
    from pitboss.language.irregularities import REMEDIES

    ruling = decision.ruling
    sources = [", ".join(ruling.clauses) or "no clause"]
    if ruling.policies:
        sources.append("policy " + ", ".join(policy.key for policy in ruling.policies))
    rows = table("ruling", "")
    rows.add_row("[bold]" + ruling.remedy + "[/]", REMEDIES[ruling.remedy])
    rows.add_row("clauses", "; ".join(sources))
    rows.add_row("given by", ruling.authority.replace("-", " ") + " or above")
    rows.add_row("say", f"“{ruling.says}”")
    console().print(rows)
    _show_costs(decision.options, stake)


def _show_costs(options: Sequence[Option], stake: int | None) -> None:
    """What the round is worth to each bettor and to the house under each option."""
    from pitboss.cli.screen import console, table
    from pitboss.language.pays import money

    bettors = list(options[0].by_bettor)
    columns = [f">{bettor}" for bettor in (*bettors, "the house")]
    costs = table("what each option is worth", *columns)
    for option in options:
        cells = [_worth(option.by_bettor[bettor]) for bettor in bettors]
        costs.add_row(REMEDY_WORDS[option.remedy], *cells, _worth(option.house))
    console().print(costs)
    is_exact = all(option.house.error is None for option in options)
    how = "Counted exactly" if is_exact else "Sampled where an error is given, otherwise exact"
    bets = f", for a bet of {money(stake)} before any card is seen" if stake else ""
    console().print(f"[dim]{how}{bets}; assuming the best strategy, before caps.[/]")


def _worth(expected: Expected) -> str:
    from pitboss.language.pays import money
    from pitboss.reports.formatting import signed_money

    error = "" if expected.error is None else f" ± {money(round(expected.error))}"
    return f"{signed_money(float(expected.amount))}{error}"
