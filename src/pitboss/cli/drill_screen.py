"""The screens of pitboss drill: a question, its mark, and how the whole drill went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from pitboss.cli.screen import GOLD, LOSS, MUTED, WIN, coloured_cards, console
from pitboss.reports.drill_sheet import minutes
from pitboss.reports.formatting import per_cent
from pitboss.school.drill import Drill
from pitboss.school.question import LETTERS, TITLES, Question

if TYPE_CHECKING:
    from pitboss.cli.drill import Marked

WIDEST = 76


def _print(text: Text) -> None:
    console().print(text, width=min(console().width, WIDEST))


def show_head(drill: Drill) -> None:
    console().print(Text(f"{drill.rules.rulebook.title}: drill", f"bold {GOLD}"))
    terms = (
        f"{drill.count} questions, {minutes(drill.seconds)} each; {drill.needed} right to pass; "
        f"seed {drill.seed}."
    )
    _print(Text(terms, MUTED))
    for sentence in drill.left_out:
        _print(Text(sentence, MUTED))


def show_question(question: Question, place: int, count: int) -> None:
    console().print()
    title = Text.assemble((f"{place} of {count}  ", MUTED), (TITLES[question.kind], GOLD))
    console().print(title)
    for fact in question.facts:
        _print(Text(fact))
    for hand in question.hands:
        name = f"{hand.name:<12}" if hand.name else ""
        console().print(Text.assemble("  ", (name, MUTED), coloured_cards(list(hand.cards))))
    if question.asks != TITLES[question.kind]:
        _print(Text(question.asks))
    if question.choices:
        listing = Table.grid(padding=(0, 1))
        listing.add_column(style=GOLD, min_width=3, justify="right")
        for letter, choice in zip(LETTERS, question.choices, strict=False):
            listing.add_row(letter, Text(choice))
        console().print(listing, width=min(console().width, WIDEST))


def prompt(question: Question) -> str:
    if question.choices:
        return f"{LETTERS[0]} to {LETTERS[len(question.choices) - 1]}:"
    return "Dollars, push or take:"


def show_mark(question: Question, is_right: bool, is_late: bool, seconds: float) -> None:
    took = f"{seconds:.0f} s"
    if is_right and not is_late:
        mark = Text(f"✓ Right, {took}. ", WIN)
    elif is_right:
        mark = Text(f"✗ Right, but too late: {took}. ", LOSS)
    else:
        mark = Text(f"✗ {question.answer.rstrip('.')}. ", LOSS)
    cited = f" ({', '.join(question.clauses)})" if question.clauses else ""
    _print(Text.assemble(mark, (question.why + cited, MUTED)))


def show_result(drill: Drill, marked: Sequence[Marked]) -> bool:
    """Say how it went; whether it was passed."""
    right = sum(mark.is_right for mark in marked)
    is_passed = right >= drill.needed
    took = minutes(round(sum(mark.seconds for mark in marked)))
    console().print()
    missing = drill.count - len(marked)
    unanswered = f", {missing} unanswered" if missing else ""
    share = per_cent(right / drill.count, 0)
    verdict = "Passed" if is_passed else "Not passed"
    _print(
        Text.assemble(
            (f"{verdict}: ", WIN if is_passed else LOSS),
            f"{right} of {drill.count} right ({share}){unanswered}, {took}; "
            f"{drill.needed} were needed.",
        )
    )
    wrong = dict.fromkeys(mark.question.kind for mark in marked if not mark.is_right)
    if wrong:
        kinds = ", ".join(TITLES[kind].rstrip("?").lower() for kind in wrong)
        _print(Text(f"To practise: {kinds}.", MUTED))
    return is_passed
