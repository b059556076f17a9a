"""Readings: the options where a rulebook is unclear.

A reading names the question, the clauses in conflict and the options. The first option is the
rulebook as written, and the default. Where no text applies at all, there is a policy instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pitboss.errors import BadConfiguration, unknown
from pitboss.language.expressions import Choice, Expression, lift

T = TypeVar("T")


@dataclass(frozen=True)
class Options:
    """A question with several options, the default first."""

    key: str
    question: str
    options: Mapping[str, str]  # Each option, in words.

    @property
    def default(self) -> str:
        return next(iter(self.options))


@dataclass(frozen=True)
class Alternatives(Generic[T]):
    """A value for each option of a reading, such as a pay."""

    reading: str
    options: Mapping[str, T]

    def under(self, readings: Mapping[str, str]) -> T:
        return self.options[readings[self.reading]]


@dataclass(frozen=True)
class Reading(Options):
    """A question that a rulebook answers ambiguously, or contradicts itself on."""

    clauses: tuple[str, ...]
    why: str  # What the text says, and why that is unclear.
    kind: str = "pay"  # Or "procedure": it is then priced by the rulings it changes.

    def __call__(self, **options: Expression | bool) -> Expression:
        """A condition or column that depends on this reading."""
        return Choice(self.key, {k: lift(v) for k, v in self._spelt(options).items()})

    def of(self, **options: T) -> Alternatives[T]:
        """A pay, or another value, that depends on this reading."""
        return Alternatives(self.key, self._spelt(options))

    def itself(self) -> Alternatives[str]:
        """The option in force, as a word."""
        return Alternatives(self.key, {option: option for option in self.options})

    def _spelt(self, options: Mapping[str, T]) -> dict[str, T]:
        spelt = {key.replace("_", "-"): option for key, option in options.items()}
        if list(spelt) != list(self.options):
            raise TypeError(f"reading {self.key!r} has the options {', '.join(self.options)}")
        return spelt


def chosen(
    kind: str, known: tuple[Options, ...], asked: Mapping[str, str], where: str
) -> dict[str, str]:
    """Every reading (or policy) with the option asked for, or else its default."""
    by_key = {options.key: options for options in known}
    for key, option in asked.items():
        if key not in by_key:
            if not by_key:
                raise BadConfiguration(f"unknown/{kind}", f"{where} has no {kind} to choose.")
            raise unknown(kind, key, by_key, where)
        if not isinstance(option, str) or option not in by_key[key].options:
            raise unknown(f"option of {kind} {key}", option, by_key[key].options)
    return {key: asked.get(key, options.default) for key, options in by_key.items()}
