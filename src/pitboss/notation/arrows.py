"""The lines with an arrow in a written round, compared with what the rules give.

Reading a text ignores them, because the rules work them out again. But a file that is handed over
in a dispute claims something with them, and somebody may have changed one. A step without any
arrow claims nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from pitboss.errors import BadNotation
from pitboss.notation import steps, syntax
from pitboss.notation.record import Outcome
from pitboss.notation.text import COMMENT, FOLLOWS, followed

REFUSED, REASON = "refused (", "): "


class Arrow(NamedTuple):
    """A sentence of a file about a step."""

    line: int  # Of the file, from 1.
    sentence: str


class Difference(NamedTuple):
    """What a file says about a step, and what the rules give instead."""

    step: int
    command: str  # As the file has it.
    line: int  # Where the file says it, or where it should.
    says: str | None  # None: the file leaves it out.
    due: str | None  # None: the rules give nothing of the kind.

    def words(self) -> tuple[str, str]:
        """The words in which both sentences differ."""
        theirs, ours = (self.says or "").split(), (self.due or "").split()
        pieces = [
            (" ".join(theirs[a:b]), " ".join(ours[c:d]))
            for kind, a, b, c, d in SequenceMatcher(
                None, theirs, ours, autojunk=False
            ).get_opcodes()
            if kind != "equal"
        ]
        return " … ".join(piece for piece, _ in pieces), " … ".join(piece for _, piece in pieces)

    def sentence(self) -> str:
        """The difference in one sentence."""
        where = f"Line {self.line}, step {self.step}"
        if self.says is None:
            return f"{where}: the file leaves out “{self.due}”."
        if self.due is None:
            return f"{where}: the file says “{self.says}”, the rules give nothing like it."
        says, due = self.words()
        return f"{where}: the file says {says or 'nothing'}, the rules give {due or 'nothing'}."


def differences(text: str, outcomes: Iterable[Outcome]) -> list[Difference]:
    """Every difference between the arrows of a text and what follows by the rules."""
    answers = {outcome.number: followed(outcome) for outcome in outcomes}
    return [
        difference
        for number, (command, line, arrows) in enumerate(_steps(text), 1)
        if arrows and number in answers
        for difference in _compared(number, command, line, arrows, answers[number])
    ]


def check(found: list[Difference]) -> None:
    """Refuse a text whose arrows differ from the rules."""
    if found:
        more = f" There are {len(found) - 1} more differences." if len(found) > 2 else ""
        more = " There is one more difference." if len(found) == 2 else more
        raise BadNotation("notation/differs", f"{found[0].sentence()}{more}")


def _steps(text: str) -> Iterator[tuple[str, int, list[Arrow]]]:
    """Each step of a text: its command, its line, and the arrows below it."""
    step: tuple[str, int, list[Arrow]] | None = None
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        content = line.strip()
        if content.startswith(FOLLOWS):
            if step is not None:
                step[2].append(Arrow(number, _plain(content.removeprefix(FOLLOWS))))
        elif content and not content.startswith(COMMENT):
            if step is not None:
                yield step
            is_step = syntax.parse(content).verb in steps.VERBS
            step = (content, number, []) if is_step else None
    if step is not None:
        yield step


def _compared(
    number: int, command: str, line: int, arrows: list[Arrow], due: list[str]
) -> Iterator[Difference]:
    theirs, ours = [_stable(arrow.sentence) for arrow in arrows], [_stable(_plain(s)) for s in due]
    pairing = SequenceMatcher(None, theirs, ours, autojunk=False).get_opcodes()
    for kind, first, last, start, end in pairing:
        if kind == "equal":
            continue
        for offset in range(max(last - first, end - start)):
            said = arrows[first + offset] if first + offset < last else None
            place = said.line if said else (arrows[first - 1].line if first else line)
            yield Difference(
                number,
                command,
                place,
                said.sentence if said else None,
                _plain(due[start + offset]) if start + offset < end else None,
            )


def _plain(sentence: str) -> str:
    return " ".join(sentence.split())


def _stable(sentence: str) -> str:
    """What has to agree. The wording of a refusal may improve; its code and clause are stable."""
    return sentence.partition(REASON)[0] if sentence.startswith(REFUSED) else sentence
