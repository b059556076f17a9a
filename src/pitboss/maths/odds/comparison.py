"""Readings and pay tables side by side: what each option costs, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.language.rulebook import Rules
from pitboss.maths.odds.game_odds import GameOdds

MAIN = "main"  # The main bet under its best strategy, beside the single wagers.


@dataclass(frozen=True)
class Alternative:
    """One thing set otherwise, and the house edges that change by it."""

    kind: str  # "paytable" or "reading".
    key: str  # The wager, or the reading.
    option: str
    edges: dict[str, tuple[Fraction, Fraction]]  # By wager: as configured, and with this option.


def alternatives(rules: Rules) -> list[Alternative]:
    """Every other pay table and every other reading of pay, against the rules in force."""
    base = edges(GameOdds(rules))
    made = []
    for kind, key, option in _options(rules):
        paytables, readings = dict(rules.paytables), dict(rules.readings)
        if kind == "paytable":
            paytables[key] = option
        else:
            readings[key] = option
        other = rules.rulebook.configure(
            paytables, readings, rules.policies, rules.caps, rules.chip, rules.prices
        )
        found = edges(GameOdds(other))
        changed = {k: (base[k], found[k]) for k in base if base[k] != found[k]}
        made.append(Alternative(kind, key, option, changed))
    return made


def _options(rules: Rules) -> Iterator[tuple[str, str, str]]:
    for wager in rules.rulebook.wagers:
        for table in wager.paytables:
            if table != rules.paytables[wager.key] and len(wager.paytables) > 1:
                yield "paytable", wager.key, table
    for reading in rules.rulebook.readings:
        for option in reading.options:
            if reading.kind == "pay" and option != rules.readings[reading.key]:
                yield "reading", reading.key, option


def edges(odds: GameOdds) -> dict[str, Fraction]:
    """The house edge of every wager that can be judged by itself, and of the main bet."""
    rulebook = odds.rules.rulebook
    alone = [
        key
        for key in odds
        if odds.rules.wager(key).is_staked and not (rulebook.decision and key in rulebook.main)
    ]
    made = {key: odds[key].house_edge for key in alone}
    return {**made, MAIN: odds.main.house_edge} if rulebook.decision else made
