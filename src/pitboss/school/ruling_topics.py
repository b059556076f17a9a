"""Questions on irregularities: the ruling, and the sentence to say.

Nobody has counted how often each thing goes wrong at a table. So a case counts as the rarer the
more facts it depends on, and as the costlier the more bets its ruling moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from pitboss.errors import BadConfiguration
from pitboss.language.irregularities import ANSWERS, FACTS, INCIDENTS, REMEDIES, Ruling, possible
from pitboss.language.rulebook import Rules
from pitboss.rulebooks.clauses import clauses
from pitboss.school.hand_topics import CHOICES
from pitboss.school.question import RULING, SAY, TITLES, Question, Random, Topic, mixed, weight

BOXES = 7
WHOLE_TABLE = ("void-round", "offer-choice", "decide-order", "reconstruct", "conclude", "refer")


class Instance(NamedTuple):
    """An incident with its facts, and the ruling."""

    incident: str
    facts: Mapping[str, str]
    ruling: Ruling

    @property
    def weight(self) -> float:
        bets_moved = BOXES if self.ruling.remedy in WHOLE_TABLE else 1
        return weight(0.5 ** (1 + len(self.facts)), bets_moved)

    @property
    def told(self) -> tuple[str, ...]:
        """What happened, as the floor would tell it."""
        return (f"{INCIDENTS[self.incident]}.", *answered(self.facts))

    @property
    def remedy(self) -> str:
        return remedy_words(self.ruling.remedy, self.ruling.authority)

    @property
    def sources(self) -> tuple[str, ...]:
        return self.ruling.clauses or tuple(f"policy {p.key}" for p in self.ruling.policies)


def answered(facts: Mapping[str, str]) -> Iterator[str]:
    """The questions of the floor, each with its answer as a sentence."""
    for fact, value in facts.items():
        words = ANSWERS.get(value, value)
        yield f"{FACTS[fact][0]} {words[0].upper()}{words[1:]}."


def remedy_words(remedy: str, authority: str) -> str:
    """What is done, and to whom it is referred if it is."""
    words = REMEDIES[remedy]
    return f"{words} to the {authority.replace('-', ' ')}" if remedy == "refer" else words


def instances(rules: Rules) -> list[Instance]:
    """Everything that the rulebook rules on, with all answers to its questions."""
    if not any(clause.kind == "irregularity" for clause in clauses(rules.key)):
        message = (
            f"{rules.rulebook.title} has no section on irregularities: no ruling to ask about."
        )
        raise BadConfiguration("drill/kind", message)
    return [
        Instance(incident, facts, ruling)
        for incident in INCIDENTS
        for facts, ruling in possible(partial(rules.rule, incident))
    ]


def rulings(rules: Rules) -> Iterator[Topic]:
    known = instances(rules)
    for instance in known:
        yield Topic(instance.weight, partial(_ruling, rules, instance, known))


def sentences(rules: Rules) -> Iterator[Topic]:
    known = instances(rules)
    for instance in known:
        yield Topic(instance.weight, partial(_sentence, rules, instance, known))


def _ruling(
    rules: Rules, instance: Instance, known: Sequence[Instance], random: Random
) -> Question:
    others = [other.remedy for other in known if other.remedy != instance.remedy]
    role = instance.ruling.authority.replace("-", " ")
    return Question(
        RULING,
        TITLES[RULING],
        instance.remedy,
        f"{_digests(rules, instance)} For the {role} or above.".strip(),
        instance.sources,
        facts=instance.told,
        choices=_choices(instance.remedy, others, random),
    )


def _sentence(
    rules: Rules, instance: Instance, known: Sequence[Instance], random: Random
) -> Question:
    answer = instance.ruling.says
    others = [other.ruling.says for other in known if other.ruling.says != answer]
    return Question(
        SAY,
        "What do you say to the players?",
        answer,
        _digests(rules, instance),
        instance.sources,
        facts=instance.told,
        choices=_choices(answer, others, random),
    )


def _choices(answer: str, others: Sequence[str], random: Random) -> tuple[str, ...]:
    return mixed(random, [answer, *mixed(random, others)[: CHOICES - 1]])


def _digests(rules: Rules, instance: Instance) -> str:
    by_number = {clause.number: clause.digest for clause in clauses(rules.key)}
    digests = [by_number.get(number, "") for number in instance.ruling.clauses]
    policies = [
        f"No clause rules on it: {policy.options[policy.default]}."
        for policy in instance.ruling.policies
        if not instance.ruling.clauses
    ]
    return " ".join([*digests, *policies])
