"""A question of a drill, the pools that questions are drawn from, and what counts as right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards.deck import names
from pitboss.cards.hands import Array
from pitboss.language.currency import DOLLARS
from pitboss.language.pays import money

Random = np.random.Generator
NAME, HIGHER, QUALIFIES, PAY, ERROR, SAY, RULING = KINDS = (
    "name", "higher", "qualifies", "pay", "error", "say", "ruling",
)  # fmt: skip
TITLES = {
    NAME: "Name the hand",
    HIGHER: "Which is higher?",
    QUALIFIES: "Does the dealer qualify?",
    PAY: "Pay this wager",
    ERROR: "Find the error",
    SAY: "What do you say?",
    RULING: "What is the ruling?",
}
LETTERS = "abcdefgh"
TAKE, PUSH = "take it", "push"
TAKE_WORDS, PUSH_WORDS = ("take", "takes", "lose", "loses", "t"), ("push", "pushes", "return", "p")


class Shown(NamedTuple):
    """Cards on the table, and whose they are."""

    name: str
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Question:
    kind: str
    asks: str
    answer: str
    why: str  # Why that is so, in the words of the rules.
    clauses: tuple[str, ...] = ()
    hands: tuple[Shown, ...] = ()
    facts: tuple[str, ...] = ()  # What else is known: bets, decisions, circumstances.
    choices: tuple[str, ...] = ()  # Empty where an amount is asked for.

    @property
    def letter(self) -> str:
        """The letter of the right answer; empty where an amount is asked for."""
        return LETTERS[self.choices.index(self.answer)] if self.choices else ""

    def understood(self, answer: str) -> str | None:
        """The answer that somebody means by some words; None if they mean none."""
        return self._choice(answer.strip()) if self.choices else _action(answer.strip())

    def _choice(self, answer: str) -> str | None:
        text = answer.casefold().rstrip(".)")
        if len(text) == 1 and text in LETTERS[: len(self.choices)]:
            return self.choices[LETTERS.index(text)]
        if text.isascii() and text.isdigit():
            number = int(text[:3])
            return self.choices[number - 1] if 0 < number <= len(self.choices) else None
        meant = [choice for choice in self.choices if choice.casefold().startswith(text)]
        exact = [choice for choice in meant if choice.casefold().rstrip(".") == text]
        meant = exact or meant
        return meant[0] if text and len(meant) == 1 else None

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "asks": self.asks,
            "hands": [{"name": hand.name, "cards": names(hand.cards)} for hand in self.hands],
            "facts": list(self.facts),
            "choices": list(self.choices),
            "answer": self.answer,
            "letter": self.letter,
            "why": self.why,
            "clauses": list(self.clauses),
        }


def _action(answer: str) -> str | None:
    """An amount in dollars, or what else becomes of a bet."""
    text = answer.casefold()
    if text in TAKE_WORDS or text == TAKE:
        return TAKE
    if text in PUSH_WORDS:
        return PUSH
    amount = DOLLARS.read(text)
    return None if amount is None else money(amount)


class Topic(NamedTuple):
    """Something to ask about, and how often to ask it in comparison with others."""

    weight: float
    ask: Callable[[Random], Question]


def weight(probability: float, units: float) -> float:
    """How often to ask about a case: the bits of its rarity, times those of what is at stake.

    `units` is what a mistake can cost, as a multiple of the stake.
    """
    return max(-log2(probability), 1.0) * (1 + log2(1 + units))


def mixed(random: Random, choices: Sequence[str]) -> tuple[str, ...]:
    """Choices in a random order, each once."""
    distinct = list(dict.fromkeys(choices))
    return tuple(distinct[place] for place in random.permutation(len(distinct)).tolist())


def picked(random: Random, values: Sequence[int] | Array) -> int:
    """One of some numbers."""
    return int(values[int(random.integers(len(values)))])
