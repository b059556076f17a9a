"""pitboss drill: the dealer school, in the terminal or on paper."""

from __future__ import annotations

import secrets
import time
from functools import partial
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pitboss.cli.options import (
    GameKey,
    Json,
    Paytables,
    Readings,
    RulebookFile,
    configured,
    fraction,
    number,
)
from pitboss.cli.output import ReportFile, report_format, report_written
from pitboss.cli.questions import NoAnswer, Slip, ask
from pitboss.errors import BadConfiguration

if TYPE_CHECKING:
    from fractions import Fraction

    from pitboss.school.drill import Drill
    from pitboss.school.question import Question

SEEDS = 1_000_000  # A drawn seed has up to six digits, so that it is easily typed again.


def drill(
    game: GameKey,
    kind: Annotated[
        str,
        typer.Option(
            metavar="K", help="name, higher, qualifies, pay, error, say, ruling, or all of them."
        ),
    ] = "all",
    n: Annotated[str, typer.Option(metavar="N", help="How many questions.")] = "20",
    seed: Annotated[
        str | None,
        typer.Option(metavar="N", help="The same seed, the same drill; a new one if left out."),
    ] = None,
    seconds: Annotated[str, typer.Option(metavar="N", help="The time for each question.")] = "30",
    pass_mark: Annotated[
        str, typer.Option("--pass", metavar="SHARE", help="What has to be right, such as 80%.")
    ] = "80%",
    output: ReportFile = None,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """The dealer school: timed questions with a pass mark.

    The answers come from the rules.

    Rare and costly cases come more often. With -o the drill is a sheet with its key: .pdf, .html
    or .json. Each drill is a new one, and prints its seed: with --seed N you get it again. In the
    terminal, exit code 1 means that it was not passed.

    Example: pitboss drill three-card-poker --kind pay --n 10 --seed 7 -o drill.pdf
    """
    from pitboss.reports.drill_sheet import ENDINGS, drill_json, drill_sheet
    from pitboss.reports.files import check_place, write
    from pitboss.school.drill import Drill

    drill = Drill(
        configured(game, paytable, reading).rules,
        kind,
        number("The number of questions", n),
        secrets.randbelow(SEEDS) if seed is None else number("The seed", seed),
        number("The time", seconds),
        _share(pass_mark),
    )
    if output is not None:
        ending = report_format(output, ENDINGS, as_json)
        check_place(output)
        write(output, drill_sheet(drill, ending))
        title = drill.rules.rulebook.title
        content = f"{drill.count} questions on {title}, and their key (seed {drill.seed})"
        report_written(output, content, as_json, seed=drill.seed)
    elif as_json:
        print(drill_json(drill), end="")
    elif not _passed(drill):
        raise typer.Exit(1)


def _share(text: str) -> Fraction:
    """A share of the questions: 80%, 0.8, 4/5, or 80 for 80 per cent."""
    share = fraction(text)
    if share is None:
        raise BadConfiguration("drill/mark", f"The pass mark is {text!r}: give it as 80%.")
    return share / 100 if share > 1 and "%" not in text else share


class Marked(NamedTuple):
    """An answer that was given."""

    question: Question
    is_right: bool
    seconds: float


def _passed(drill: Drill) -> bool:
    """Ask every question, mark the answers, and say how it went."""
    from pitboss.cli import drill_screen as screen

    screen.show_head(drill)
    marked: list[Marked] = []
    for place, question in enumerate(drill.questions, 1):
        screen.show_question(question, place, drill.count)
        began = time.monotonic()
        try:
            answer = ask(screen.prompt(question), partial(_meant, question))
        except NoAnswer:
            break
        took = time.monotonic() - began
        is_late = took > drill.seconds
        marked.append(Marked(question, answer == question.answer and not is_late, took))
        screen.show_mark(question, answer == question.answer, is_late, took)
    return screen.show_result(drill, marked)


def _meant(question: Question, text: str) -> str:
    answer = question.understood(text)
    if answer is None:
        amount = "Say an amount such as 125, push or take."
        raise Slip("Answer with a letter." if question.choices else amount)
    return answer
