"""A drill on paper: the questions with room for the answers, and the key on pages of its own."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from typing import Any

from pitboss.reports.blocks import (
    CardFace,
    DealtHand,
    Exercise,
    Facts,
    Page,
    Paragraph,
    TableBlock,
    page_data,
)
from pitboss.reports.felts import felt
from pitboss.reports.html import html_pages
from pitboss.reports.par.sheet import SOFTWARE
from pitboss.reports.pdf import pdf
from pitboss.school.drill import ALL, Drill
from pitboss.school.question import LETTERS, TITLES, Question

ENDINGS = ("pdf", "html", "json")
MINUTE = 60


def drill_sheet(drill: Drill, ending: str) -> bytes:
    """The sheet in the format of a file's ending."""
    if ending == "json":
        return drill_json(drill).encode()
    pages = sheet_pages(drill)
    if ending == "html":
        return html_pages(_title(drill), felt(drill.rules.key), pages, SOFTWARE).encode()
    return pdf("pages.typ", sheet_data(drill, pages))


def drill_json(drill: Drill) -> str:
    return json.dumps(drill.as_json(), indent=2, ensure_ascii=False) + "\n"


def sheet_data(drill: Drill, pages: Sequence[Page]) -> dict[str, Any]:
    """The data of the typst template."""
    rulebook = drill.rules.rulebook
    return {
        "title": _title(drill),
        "game": rulebook.title,
        "version": f"{rulebook.title}, {rulebook.version}",
        "report": "Drill",
        "reference": f"{drill.kind} {drill.seed}",
        "software": SOFTWARE,
        "colour": felt(drill.rules.key),
        "pages": page_data(pages),
    }


def _title(drill: Drill) -> str:
    return f"Drill: {drill.rules.rulebook.title}, {drill.kind} {drill.seed}"


def minutes(seconds: int) -> str:
    """A time as people say it: 45 s, 10 min, 2 min 30 s."""
    whole, rest = divmod(seconds, MINUTE)
    parts = [f"{whole} min"] if whole else []
    return " ".join([*parts, *([f"{rest} s"] if rest or not whole else [])])


def sheet_pages(drill: Drill) -> list[Page]:
    title = drill.rules.rulebook.title
    what = "all kinds of questions" if drill.kind == ALL else TITLES[drill.kind].rstrip("?").lower()
    allowed = minutes(drill.seconds * drill.count)
    head = Facts(
        [
            ("Name", "_" * 34),
            ("Date", "_" * 34),
            ("Time allowed", allowed),
            ("Pass mark", f"{drill.needed} of {drill.count} right"),
            ("Right", f"{'_' * 8} of {drill.count}"),
        ]
    )
    exercises = [_exercise(number, each) for number, each in enumerate(drill.questions, 1)]
    return [
        Page(title, f"Drill: {what}", [head, *exercises]),
        Page(f"Key: {title}", f"Drill {drill.kind}, seed {drill.seed}", [*_key(drill)]),
    ]


def _exercise(number: int, question: Question) -> Exercise:
    return Exercise(
        str(number),
        TITLES[question.kind],
        question.asks,
        question.facts,
        [
            DealtHand(hand.name, [CardFace.of(card) for card in hand.cards], "")
            for hand in question.hands
        ],
        list(zip(LETTERS, question.choices, strict=False)),
    )


def _key(drill: Drill) -> list[Paragraph | TableBlock | Facts]:
    rows = [
        (
            str(number),
            f"{question.letter}  {question.answer}".strip(),
            question.why,
            ", ".join(question.clauses),
        )
        for number, question in enumerate(drill.questions, 1)
    ]
    words = ["pitboss", "drill", drill.rules.key, "--kind", drill.kind]
    words += ["--n", str(drill.count), "--seed", str(drill.seed), "-o", "drill.pdf"]
    note = "Every answer is worked out by the rules in force: by settlement, or by the ruling."
    return [
        Paragraph(" ".join([note, *drill.left_out])),
        TableBlock(("", "answer", "why", "clauses"), rows, small=True),
        Facts([("Rules", drill.rules.fingerprint), ("Made by", shlex.join(words))], mono=True),
    ]
