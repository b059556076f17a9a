"""Readings and pay tables compared: what each other option costs, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.language.rulebook import Rules
from pitboss.maths.odds.game_odds import GameOdds

MAIN = "main"  # The main bet under its best strategy, listed with the wagers.


@dataclass(frozen=True)
class PricedOption:
    """One option other than the one in force, and the house edges that it changes."""

    kind: str  # "paytable" or "reading".
    key: str  # The wager, or the reading.
    option: str
    edges: dict[str, tuple[Fraction, Fraction]]  # By wager: in force, and with this option.


def priced_options(rules: Rules) -> list[PricedOption]:
    """Every other pay table and every other reading of pay, against the rules in force."""
    in_force = edges(GameOdds(rules))
    priced = []
    for kind, key, option in _options(rules):
        paytables, readings = dict(rules.paytables), dict(rules.readings)
        if kind == "paytable":
            paytables[key] = option
        else:
            readings[key] = option
        other = rules.rulebook.configure(
            paytables, readings, rules.policies, rules.caps, rules.chip, rules.prices
        )
        with_option = edges(GameOdds(other))
        changed = {
            wager: (edge, with_option[wager])
            for wager, edge in in_force.items()
            if edge != with_option[wager]
        }
        priced.append(PricedOption(kind, key, option, changed))
    return priced


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
    """The house edge of each wager that stands by itself, and of a main bet with a decision."""
    rulebook = odds.rules.rulebook
    alone = [
        key
        for key in odds
        if odds.rules.wager(key).is_staked and not (rulebook.decision and key in rulebook.main)
    ]
    by_wager = {key: odds[key].house_edge for key in alone}
    return {**by_wager, MAIN: odds.main.house_edge} if rulebook.decision else by_wager
