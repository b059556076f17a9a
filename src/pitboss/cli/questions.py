"""Questions in the terminal: numbers, prefixes and words are understood, and a slip is asked again.

Answers come from the keyboard or from a pipe, line by line. Where the lines end, nobody is left to
ask, and the caller says what is missing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from pitboss.errors import PitbossError

Value = TypeVar("Value")
LEAST_PART = 4  # Letters from within a word or its meaning that are taken for it.


class NoAnswer(Exception):
    """The input has ended, or the person has stopped it."""


class Slip(Exception):
    """An answer that is not one; its text says what would be."""


def ask(question: str, understand: Callable[[str], Value]) -> Value:
    """The answer to a question; it is asked again until it is understood."""
    from rich.text import Text

    from pitboss.cli.screen import console

    while True:
        console().print(Text(question, "bold"), end=" ")
        try:
            answer = input().strip()
        except (EOFError, OSError, KeyboardInterrupt):  # An input may be closed, too.
            console().print()
            raise NoAnswer from None
        if not sys.stdin.isatty():
            console().print(Text(answer))
        try:
            return understand(answer)
        except (Slip, PitbossError) as slip:
            console().print(Text(str(slip), "yellow"))


def option(answer: str, words: Mapping[str, str], numbered: Sequence[str] = ()) -> str:
    """The one of these words that an answer means: its number, itself, a prefix, or what it means.

    `words` has the meaning of each, and `numbered` those that go by a number, from 1 on.
    """
    text = answer.casefold()
    if not text:
        raise Slip("Please answer, or press Ctrl-C to stop.")
    if text.isascii() and text.isdigit() and numbered:
        if len(text) < 4 and 0 < int(text) <= len(numbered):
            return numbered[int(text) - 1]
        raise Slip(f"There is no {text}: the numbers are 1 to {len(numbered)}.")
    if text in words:
        return text
    matching = [word for word in words if word.casefold().startswith(text)]
    if not matching and len(text) >= LEAST_PART:
        matching = [word for word in words if text in f"{word} {words[word]}".casefold()]
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise Slip(f"{answer} could be {_joined(matching)}.")
    offered = "a number or a name of the list" if numbered else _joined(list(words))
    raise Slip(f"{answer} is not an answer here: say {offered}.")


def _joined(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
