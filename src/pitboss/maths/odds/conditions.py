"""Conditions as a key: wagers that ask the same expressions have the same counts.

Configuring a rulebook leaves an expression without a choice the very object it was, so two pay
tables, or two readings that do not touch a wager, share what has been counted for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.language.wagers import Wager


@dataclass(frozen=True)
class Conditions:
    """The conditions of some wagers; two are equal if they are the same objects, in order."""

    ids: tuple[int, ...]
    wagers: tuple[Wager, ...] = field(compare=False, repr=False)  # Keeps the objects alive.

    @classmethod
    def of(cls, *wagers: Wager) -> Conditions:
        return cls(tuple(id(row.when) for wager in wagers for row in wager.rows), wagers)
