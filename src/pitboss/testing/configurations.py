"""The configurations of a rulebook that are checked: one change at a time."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.language.rulebook import Rulebook, Rules


def one_reading_at_a_time(rulebook: Rulebook) -> Iterator[dict[str, str]]:
    """The rulebook as written, then every other option of each reading of pay."""
    yield {}
    for reading in rulebook.pay_readings:
        for option in list(reading.options)[1:]:
            yield {reading.key: option}


def configurations(rulebook: Rulebook) -> Iterator[Rules]:
    """As written, each other option of a reading of pay, each other pay table."""
    for readings in one_reading_at_a_time(rulebook):
        yield rulebook.configure(readings=readings)
    for wager in rulebook.wagers:
        for table in wager.paytables[1:]:
            yield rulebook.configure(paytables={wager.key: table})


def changes(rules: Rules) -> str:
    """How a configuration differs from the rulebook as written: tie=lost."""
    usual = rules.rulebook.configure()
    changed = [
        f"{key}={option}"
        for chosen, default in (
            (rules.readings, usual.readings),
            (rules.paytables, usual.paytables),
        )
        for key, option in chosen.items()
        if option != default[key]
    ]
    return ",".join(changed) or "as-written"
