"""Exact statistics of a discrete distribution."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt


@dataclass(frozen=True)
class Distribution:
    """Net results, each with the number of equally likely ways to get it."""

    ways: Mapping[Fraction, int]

    def __repr__(self) -> str:
        return f"<distribution of {len(self.ways)} results, mean {float(self.mean):g}>"

    @classmethod
    def of(cls, outcomes: Iterable[tuple[Fraction, int]]) -> Distribution:
        ways: dict[Fraction, int] = {}
        for value, count in outcomes:
            if count:
                ways[value] = ways.get(value, 0) + count
        return cls(dict(sorted(ways.items())))

    @cached_property
    def total(self) -> int:
        return sum(self.ways.values())

    def moment(self, power: int) -> Fraction:
        return sum(value**power * n for value, n in self.ways.items()) / Fraction(self.total)

    @cached_property
    def mean(self) -> Fraction:
        return self.moment(1)

    @cached_property
    def variance(self) -> Fraction:
        return self.moment(2) - self.mean**2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def skewness(self) -> float:
        third = self.moment(3) - 3 * self.mean * self.moment(2) + 2 * self.mean**3
        return float(third) / self.standard_deviation**3 if self.variance else 0.0
