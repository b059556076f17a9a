"""The round notation: a round as plain text that a person can read and write.

    # A comment is a line of its own.
    game three-card-poker
    table boxes=3                                 the header: see `header`

    shoe Qs Qd 7h  Qh 8c 3d                       the cards in dealing order, ?? if not known

    open
    bet 1 p1 ante 5000
        → p1 bets $50.00 on Ante, box 1 (1.1.1, 2.2.1, 3.4).
    close
    deal
    play 1 by=p1
    show dealer                                   its cards come from the shoe, or are named
    settle

A step is one command on a line: `steps` has all of them, docs/notation.md explains them. Lines
that begin with → say what followed. They are for people, and ignored when a file is read: the
rules work them out again, and `arrows` compares them.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.errors import BadNotation, PitbossError, unknown
from pitboss.notation import header, steps, syntax
from pitboss.notation.record import Outcome, Point, Record, Step, beginning, known_cards, run, take
from pitboss.notation.wording import refused, sentences
from pitboss.play.answers import Refusal
from pitboss.play.commands import OpenBets
from pitboss.play.dealing import HAND
from pitboss.play.setup import Setup
from pitboss.play.shoe import Shoe, names, parse

FOLLOWS, COMMENT, SHOE = "→", "#", "shoe"
KNOWN_VERBS = (*steps.VERBS, SHOE, *header.VERBS)
INDENT = "    "


def read(text: str) -> Record:
    """The record in a text; an error names its line."""
    reader = TextReader()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        try:
            reader.read(line.strip())
        except PitbossError as error:
            raise BadNotation(error.code, f"Line {number}: {error.message}", error.clause) from None
    return reader.record()


class TextReader:
    """Reads a record line by line."""

    def __init__(self) -> None:
        self.header = header.Header()
        self.header_notes = list[str]()
        self.notes = list[str]()  # For the next step.
        self.shoe: Shoe | None = None  # For the next round.
        self.first_shoe = Shoe()
        self.steps = list[Step]()
        self.point: Point | None = None  # The state of the table, once the header is read.

    def read(self, text: str) -> None:
        if text.startswith(COMMENT):
            if not text.isprintable():
                raise BadNotation(
                    "notation/comment", "The comment contains a character that can't be printed."
                )
            self.notes.append(text[1:].removeprefix(" "))
        elif text and not text.startswith(FOLLOWS):
            line = syntax.parse(text)
            if line.verb == SHOE:
                self._shoe(text.removeprefix(SHOE))
            elif line.verb in header.VERBS:
                self._head(line)
            elif line.verb in steps.VERBS:
                self._step(line)
            else:
                raise unknown("step", line.verb, KNOWN_VERBS)

    def _head(self, line: syntax.ParsedLine) -> None:
        if self.point is not None:
            raise BadNotation(
                "notation/order",
                f"{line.verb} belongs in the header, above the shoe and the steps.",
            )
        self.header.add(line)
        self.header_notes += self.notes
        self.notes = []

    def _shoe(self, cards: str) -> None:
        if self.point is None:
            self.first_shoe = parse(cards)
            self.point = beginning(self.header.setup(), self.first_shoe)
        elif self.shoe or not self.steps:
            raise BadNotation("notation/twice", "This round already has a shoe.")
        else:
            self.shoe = parse(cards)

    def _step(self, line: syntax.ParsedLine) -> None:
        point = self.point or beginning(self.header.setup(), self.first_shoe)
        command = steps.read(line, point)
        if self.shoe and not isinstance(command, OpenBets):
            raise BadNotation(
                "notation/shoe", "The shoe of a later round goes right before its open."
            )
        shoe = None if self.shoe == Shoe() else self.shoe
        step = Step(command, shoe, tuple(self.notes))
        self.notes, self.shoe = [], None
        self.steps.append(step)
        self.point = take(point, step, len(self.steps)).after

    def record(self) -> Record:
        setup = self.point.round.setup if self.point else self.header.setup()
        if self.shoe:
            raise BadNotation(
                "notation/shoe", "The last shoe has no round: add open after it, or delete it."
            )
        return Record(
            setup, tuple(self.steps), self.first_shoe, tuple(self.header_notes), tuple(self.notes),
            self.header.fingerprint,
        )  # fmt: skip


def write(record: Record) -> str:
    """The text of a record, with what followed from each step."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    yield from _comments(record.notes)
    yield from header.write(record.setup, record.fingerprint)
    if record.shoe != Shoe():
        yield from ("", _shoe_line(record.setup, record.shoe))
    for outcome in run(record):
        step = outcome.step
        assert step is not None
        if step.notes or step.shoe or outcome.number == 1:
            yield ""
        yield from _comments(step.notes)
        if step.shoe:
            yield _shoe_line(record.setup, step.shoe)
        yield steps.write(step.command, outcome.before)
        yield from (f"{INDENT}{FOLLOWS} {sentence}" for sentence in followed(outcome))
    if record.ending:
        yield from ("", *_comments(record.ending))


def followed(outcome: Outcome) -> list[str]:
    """What followed from a step, in words."""
    if isinstance(outcome.answer, Refusal):
        return [refused(outcome.answer)]
    return list(sentences(outcome.before.round, outcome.answer))


def _comments(notes: tuple[str, ...]) -> Iterator[str]:
    return (f"{COMMENT} {note}".rstrip() for note in notes)


def _shoe_line(setup: Setup, shoe: Shoe) -> str:
    """The known cards of a shoe, grouped by hand where whole hands are dealt."""
    cards = known_cards(shoe)
    if setup.by_ones:
        return f"{SHOE} {names(cards)}"
    first = 1 if setup.rules.rulebook.fourth_card else 0
    rest = range(first, len(cards), HAND)
    hands = [cards[:first], *(cards[place : place + HAND] for place in rest)]
    return f"{SHOE} {'  '.join(names(hand) for hand in hands if hand)}"
