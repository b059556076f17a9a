"""A drill: questions of some kinds, drawn from a seed; its time and its pass mark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any

import numpy as np

from pitboss.errors import BadConfiguration, unknown
from pitboss.language.rulebook import Rules
from pitboss.school import hand_topics, pay_topics, ruling_topics
from pitboss.school.deals import Rows
from pitboss.school.question import (
    ERROR,
    HIGHER,
    KINDS,
    NAME,
    PAY,
    QUALIFIES,
    RULING,
    SAY,
    Question,
    Random,
    Topic,
)

ALL = "all"
MOST = 500
PASS_MARK = Fraction(4, 5)
SECONDS = 30  # For each question.


def _sentences(rows: Rows) -> Iterator[Topic]:
    """What the dealer announces and, where the rulebook has rulings, how they are announced."""
    announced = list(hand_topics.announcements(rows))
    try:
        ruled = list(ruling_topics.sentences(rows.rules))
    except BadConfiguration:  # Then there are hands to announce, and nothing else.
        ruled = []
    yield from _balanced(announced, ruled)


def _balanced(*pools: Sequence[Topic]) -> Iterator[Topic]:
    """Pools that are asked equally often, whatever their sizes."""
    for pool in pools:
        total = sum(topic.weight for topic in pool)
        yield from (topic._replace(weight=topic.weight / total) for topic in pool)


POOLS: Mapping[str, Callable[[Rows], Iterator[Topic]]] = {
    NAME: hand_topics.names,
    HIGHER: hand_topics.comparisons,
    QUALIFIES: hand_topics.qualifications,
    PAY: pay_topics.payments,
    ERROR: pay_topics.errors,
    SAY: _sentences,
    RULING: lambda rows: ruling_topics.rulings(rows.rules),
}


@dataclass(frozen=True)
class Drill:
    """So many questions on a game, the same ones for the same seed."""

    rules: Rules
    kind: str = ALL
    count: int = 20
    seed: int = 1
    seconds: int = SECONDS
    pass_mark: Fraction = PASS_MARK

    def __post_init__(self) -> None:
        if self.kind not in (ALL, *KINDS):
            raise unknown("kind", self.kind, (ALL, *KINDS))
        if not 1 <= self.count <= MOST:
            message = f"A drill of {self.count} questions: give 1 to {MOST}."
            raise BadConfiguration("drill/number", message)
        if self.seconds < 1:
            raise BadConfiguration("drill/time", "Allow at least one second for each question.")
        if not 0 < self.pass_mark <= 1:
            message = "The pass mark is a share of the questions, such as 80%: above 0, up to 100%."
            raise BadConfiguration("drill/mark", message)

    @cached_property
    def pools(self) -> dict[str, list[Topic]]:
        """The topics of each kind that this game has."""
        rows, pools = Rows(self.rules), {}
        for kind in KINDS if self.kind == ALL else (self.kind,):
            try:
                pools[kind] = list(POOLS[kind](rows))
            except BadConfiguration as lacking:
                if self.kind != ALL:
                    raise
                self.__dict__.setdefault("lacking", []).append(lacking.message)
        return pools

    @property
    def left_out(self) -> list[str]:
        """What the game lacks, a sentence for each kind."""
        return list(self.pools and self.__dict__.get("lacking", []))

    @cached_property
    def questions(self) -> list[Question]:
        random, kinds = np.random.default_rng(self.seed), list(self.pools)
        drawn: dict[str, list[Topic]] = {kind: [] for kind in kinds}
        questions: list[Question] = []
        while len(questions) < self.count:
            for place in random.permutation(len(kinds)).tolist():
                kind = kinds[place]
                if not drawn[kind]:
                    drawn[kind] = _in_random_order(self.pools[kind], random)
                questions.append(drawn[kind].pop().ask(random))
        return questions[: self.count]

    @property
    def needed(self) -> int:
        """The right answers that pass."""
        return ceil(self.pass_mark * self.count)

    def as_json(self) -> dict[str, Any]:
        return {
            **self.rules.as_json(),
            "kind": self.kind,
            "seed": self.seed,
            "seconds": self.seconds,
            "pass_mark": float(self.pass_mark),
            "needed": self.needed,
            "left_out": self.left_out,
            "questions": [
                {"number": number, **question.as_json()}
                for number, question in enumerate(self.questions, 1)
            ],
        }


def _in_random_order(pool: Sequence[Topic], random: Random) -> list[Topic]:
    """All topics of a pool, heavy ones more likely at the end, where they are taken first."""
    weights = np.array([topic.weight for topic in pool])
    # The order of exponential variates with these rates is that of weighted draws.
    waiting = random.exponential(size=len(pool)) / weights
    return [pool[place] for place in np.argsort(-waiting, kind="stable").tolist()]
