"""The whole book of odds against a C program that visits every deal.

Ours: five games, every wager, every pay table, every reading of pay one at a time, strategies
included, with no count kept from before. Theirs (`book.c`): the default readings only, one pass of
all deals a game, and all sets of six cards.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.building import built
from bench.timing import Report, best_of, seconds, start
from pitboss.language.rulebook import Rulebook, Rules
from pitboss.maths.odds import counting, main_bet
from pitboss.maths.odds import wager_odds as odds
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.rulebooks import OWN

LARGEST_MEMORY_MB = 600


def run() -> int:
    """The number of goals missed."""
    report = Report("Exact odds, against a C program that visits every deal (cc -O3)")
    program = built("book")
    whole_book()  # Columns and classes are worked out once, as they are in C.
    ours, theirs = best_of(
        whole_book, lambda: subprocess.run([program], check=True, capture_output=True)
    )
    times = theirs / ours
    report.add("whole book, warm", seconds(ours), seconds(theirs), times, "≥ 5", times >= 5)
    pitboss = str(Path(sys.executable).with_name("pitboss"))
    (cold,) = best_of(lambda: start(pitboss, "odds", "three-card-poker"), rounds=5)
    report.add(
        "pitboss odds three-card-poker, cold",
        seconds(cold), seconds(theirs), theirs / cold, "> 1", cold < theirs,
    )  # fmt: skip
    one_more = price_one_more(OWN["three-card-poker"].configure())
    report.add(
        "one more pay table",
        seconds(one_more),
        seconds(theirs),
        theirs / one_more,
        "≥ 1000",
        theirs >= 1000 * one_more,
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    report.add(
        "peak memory", f"{peak:.0f} MB", f"{LARGEST_MEMORY_MB} MB",
        peak / LARGEST_MEMORY_MB, "≤ 1", peak <= LARGEST_MEMORY_MB,
    )  # fmt: skip
    report.show()
    return report.missed


def configurations(rulebook: Rulebook) -> Iterator[tuple[Rules, list[str]]]:
    """Under every reading, every pay table of every wager once: rules, and the wagers to price."""
    pay = [reading for reading in rulebook.readings if reading.kind == "pay"]
    options = [{}, *({r.key: o} for r in pay for o in list(r.options)[1:])]
    most = max(len(wager.paytables) for wager in rulebook.wagers)
    for readings in options:
        for number in range(most):
            has = [w for w in rulebook.wagers if number < len(w.paytables)]
            paytables = {wager.key: wager.paytables[number] for wager in has}
            rules = rulebook.configure(paytables=paytables, readings=readings)
            yield rules, [wager.key for wager in has]


def whole_book() -> list[object]:
    """Every figure of every configuration, from nothing."""
    counting.pair_ways.cache_clear()
    counting._before.cache_clear()
    counting._running.cache_clear()
    odds._counted.cache_clear()
    main_bet._counted.cache_clear()
    main_bet._every_pair.cache_clear()
    counting.six_card_ways.cache_clear()
    figures: list[object] = []
    for rulebook in OWN.values():
        for rules, keys in configurations(rulebook):
            game_odds = GameOdds(rules)
            figures += [game_odds[key].expectation for key in keys]
            if rulebook.decision and set(keys) & set(rulebook.main):
                figures += [game_odds.main.expectation, game_odds.main.folds]
    return figures


def price_one_more(rules: Rules) -> float:
    pair_plus = GameOdds(rules)["pair-plus"]
    wager = rules.wager("pair-plus")

    def price() -> object:
        return pair_plus.priced(wager).expectation

    (taken,) = best_of(price, rounds=50)
    return taken


if __name__ == "__main__":
    sys.exit(run())
