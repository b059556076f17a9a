"""pitboss rule: a ruling on an irregularity: what to do, who decides, what to say, its clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.completion import complete_bets, complete_incidents
from pitboss.cli.options import (
    AskedGameKey,
    Json,
    Readings,
    RulebookFile,
    amount,
    configured,
    game_key,
    pairs,
    stakes,
)
from pitboss.cli.output import print_json
from pitboss.cli.questions import NoAnswer, Slip, ask, option
from pitboss.errors import BadFact, BadNotation

if TYPE_CHECKING:
    from pitboss.cli.rule_screen import Decision
    from pitboss.language.irregularities import MissingFact
    from pitboss.language.rulebook import Rules
    from pitboss.notation.record import Outcome

SHOWN = "shown"  # A fact, and where exposed cards lie: shown=21:Qh.


def rule(
    game: AskedGameKey = None,
    incident: Annotated[
        str | None,
        typer.Argument(
            metavar="[INCIDENT]",
            help="What happened; asked for if left out.",
            autocompletion=complete_incidents,
        ),
    ] = None,
    fact: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FACT=VALUE]…", help="The known facts, such as handled=no."),
    ] = None,
    reading: Readings = None,
    round_file: Annotated[
        Path | None,
        typer.Option("--round", metavar="FILE", help="The round it happened in: docs/notation.md."),
    ] = None,
    boxes: Annotated[
        int | None,
        typer.Option(metavar="N", help="Without a file: so many boxes, all with the same bets."),
    ] = None,
    bet: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAGER=AMOUNT",
            help="A bet on every box, such as ante=25.",
            autocompletion=complete_bets,
        ),
    ] = None,
    box: Annotated[int | None, typer.Option(metavar="N", help="The box concerned.")] = None,
    exposed: Annotated[
        list[str] | None,
        typer.Option(metavar="CARD", help="A card turned up by it: Qh, dealer:Qh or 3:Qh."),
    ] = None,
    jackpot: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="What the jackpot meter holds.")
    ] = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """A ruling: what to do, who may decide, what to say, and why.

    Facts that matter and are missing are asked for, one at a time. With --round, facts that follow
    from the round are not asked for, an incident that the file holds is found there, and each way
    to rule is priced for every bettor and for the house. With --boxes and --bet, it is priced for a
    table that has just been dealt to.

    Example: pitboss rule three-card-poker exposed-cards cards=2
    """
    facts = dict(pairs("FACT", fact))
    placed = stakes(pairs("--bet", bet))
    _check_round(round_file, boxes, placed)
    if round_file is None and not placed:
        if exposed or jackpot or box is not None or ":" in facts.get(SHOWN, ""):
            message = (
                "Boxes, exposed cards and jackpots belong to a round: give it with --round, or "
                "the bets of its boxes with --bet."
            )
            raise BadFact("fact/round", message)
        rules = configured(game or _ask_game(as_json), None, reading).rules
        decision = _by_itself(rules, incident, facts, as_json)
    else:
        if round_file is not None:
            outcomes = _outcomes(game, round_file)
        else:
            rules = configured(game or _ask_game(as_json), None, reading).rules
            outcomes = _table(rules, 1 if boxes is None else boxes, placed)
        meter = None if jackpot is None else amount("The jackpot", jackpot)
        decision = _in_round(outcomes, incident, facts, box, exposed or [], meter, as_json)
    if as_json:
        print_json(decision.as_json())
    else:
        from pitboss.cli.rule_screen import show

        show(decision)


def _check_round(file: Path | None, boxes: int | None, placed: Mapping[str, int]) -> None:
    """Refuse a file with bets beside it, and boxes without a bet."""
    if file is not None and (placed or boxes is not None):
        message = "The file says what was bet: leave out --round, or --boxes and --bet."
        raise BadFact("fact/round", message)
    if boxes is not None and not placed:
        raise BadFact("fact/round", "Say what is bet on each box: --bet WAGER=AMOUNT.")


def _by_itself(
    rules: Rules, incident: str | None, facts: dict[str, str], as_json: bool
) -> Decision:
    """The ruling outside a round."""
    from pitboss.cli.rule_screen import Decision
    from pitboss.language.irregularities import MissingFact

    incident = _ask_incident(rules, as_json) if incident is None else _named(incident)
    facts = _in_full(facts)
    ruling = rules.rule(incident, facts)
    while isinstance(ruling, MissingFact):
        facts[ruling.name] = _ask(ruling, as_json)
        ruling = rules.rule(incident, facts)
    return Decision(rules, incident, facts, ruling)


def _in_round(
    outcomes: Sequence[Outcome],
    incident: str | None,
    facts: dict[str, str],
    box: int | None,
    exposed: Sequence[str],
    jackpot: int | None,
    as_json: bool,
) -> Decision:
    """The ruling in a round, as it stood when the incident was reported or stands now."""
    from pitboss.cli.rule_screen import Decision
    from pitboss.language.irregularities import MissingFact
    from pitboss.notation.incident_case import case, moment, places_of
    from pitboss.notation.steps import faces
    from pitboss.play.rulings import rule_on

    rules = outcomes[-1].after.round.setup.rules
    at = moment(outcomes, None if incident is None else _named(incident), box)
    if incident is None:
        incident = at.reported.incident if at.reported else _ask_incident(rules, as_json)
    else:
        incident = _named(incident)
    shown = faces(facts.pop(SHOWN)) if ":" in facts.get(SHOWN, "") else {}
    shown |= places_of(at, exposed)
    facts = _in_full(facts)
    while True:
        reported = case(at, incident, facts, box, shown)
        ruling = rule_on(reported.round, reported.incident)
        if not isinstance(ruling, MissingFact):
            known_facts = dict(reported.incident.facts)
            return Decision(rules, incident, known_facts, ruling, reported, jackpot)
        facts[ruling.name] = _ask(ruling, as_json)


def _table(rules: Rules, boxes: int, placed: Mapping[str, int]) -> Sequence[Outcome]:
    from pitboss.notation.incident_case import dealt
    from pitboss.play.setup import setup

    return dealt(setup(rules, boxes=boxes), placed)


def _outcomes(game: str | None, file: Path) -> Sequence[Outcome]:
    from pitboss.cli.replay import load

    replayed = load(file, None)
    rules = replayed.setup.rules
    if not replayed.is_settled_again:
        message = (
            f"{file.name} was played by version {rules.rulebook.version} of the rulebook. "
            "Install it to rule on that round."
        )
        raise BadNotation("notation/version", message)
    if game not in (None, rules.key):
        message = f"{file.name} is a round of {rules.key}, not of {game}."
        raise BadNotation("notation/game", message)
    if not replayed.outcomes:
        raise BadNotation("notation/empty", f"{file.name} contains no step of a round.")
    return replayed.outcomes


# What was meant


def _named(incident: str) -> str:
    """The incident that a word of the command line means: its key, or a prefix of one key only."""
    from pitboss.language.irregularities import INCIDENTS

    starting = [key for key in INCIDENTS if key.startswith(incident)]
    return starting[0] if len(starting) == 1 and incident not in INCIDENTS else incident


def _in_full(facts: dict[str, str]) -> dict[str, str]:
    """Facts with y, n and other prefixes written out; what is not understood is left alone."""
    from pitboss.language.irregularities import FACTS

    full = {}
    for name, value in facts.items():
        answers = FACTS[name][1] if name in FACTS else ()
        starting = [answer for answer in answers if answer.startswith(value.casefold())]
        full[name] = starting[0] if len(starting) == 1 else value
    return full


# Questions


def _ask_game(as_json: bool) -> str:
    from pitboss.cli.rule_screen import show_answers
    from pitboss.rulebooks import RULEBOOKS

    if as_json:
        raise _missing("the game")
    titles = {key: rulebook.title for key, rulebook in RULEBOOKS.items()}

    def understand(answer: str) -> str:
        key = game_key(answer) if not answer.isdigit() else answer
        return key if key in titles else option(answer, titles, numbered=list(titles))

    show_answers("Which game?", titles)
    try:
        return ask("Number or name:", understand)
    except NoAnswer:
        raise _missing("the game") from None


def _ask_incident(rules: Rules, as_json: bool) -> str:
    from pitboss.cli.rule_screen import show_incidents
    from pitboss.language.irregularities import INCIDENTS

    if as_json:
        raise _missing("incident")
    numbered = show_incidents(rules)
    try:
        return ask(
            "What happened? Number or name:", partial(option, words=INCIDENTS, numbered=numbered)
        )
    except NoAnswer:
        raise _missing("incident") from None


def _ask(missing: MissingFact, as_json: bool) -> str:
    """Ask for a fact, with all answers that it takes."""
    from pitboss.cli.rule_screen import show_answers
    from pitboss.language.irregularities import ANSWERS, YES_OR_NO

    if as_json:
        raise _missing(missing.name)
    answers = {answer: ANSWERS.get(answer, "") for answer in missing.answers}
    try:
        if not answers:
            return ask(f"{missing.question} 1 to 52:", _number_of_cards)
        if missing.answers == YES_OR_NO:
            return ask(f"{missing.question} y/n:", partial(option, words=answers))
        show_answers(missing.question, answers)
        numbered = missing.answers
        return ask("Number or name:", partial(option, words=answers, numbered=numbered))
    except NoAnswer:
        raise _missing(missing.name) from None


def _number_of_cards(answer: str) -> str:
    from pitboss.language.irregularities import NUMBERS

    number = answer.lstrip("0")
    if number not in NUMBERS:
        raise Slip(f"{answer or 'That'} is not a number of cards: say 1 to 52.")
    return number


def _missing(name: str) -> BadFact:
    return BadFact("fact/missing", f"The ruling needs to know {name}: give it on the command line.")
