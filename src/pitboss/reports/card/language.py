"""The words of the rule card: one file for each language, in `words/`.

A rulebook from outside is in no such file. Whatever is missing there is said in the rulebook's own
words.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from pitboss.errors import unknown
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Row, Wager

ENGLISH, CHINESE = "en", "zh"
LANGUAGES = (ENGLISH, CHINESE)


@cache
def words_in(language: str) -> Words:
    if language not in LANGUAGES:
        raise unknown("language", language, LANGUAGES)
    file = files("pitboss.reports.card") / "words" / f"{language}.toml"
    return Words(language, tomllib.loads(file.read_text("utf-8")))


class Words:
    def __init__(self, language: str, data: dict[str, Any]) -> None:
        self.language = language
        self.data = data

    def __call__(self, section: str, key: str, **values: object) -> str:
        """A phrase, with its blanks filled in."""
        text: str = self.data[section][key]
        return text.format(**values)

    def section(self, name: str) -> dict[str, str]:
        return dict(self.data[name])

    def listed(self, items: Sequence[str], conjunction: str = "and") -> str:
        """A list in words: a, b and c."""
        *others, last = items
        if not others:
            return last
        return self("lists", "comma").join(others) + self("lists", conjunction) + last

    def sentences(self, texts: Sequence[str]) -> str:
        return self("lists", "sentence").join(text for text in texts if text)

    # A game

    def of_game(self, game: str, *keys: str) -> Any:
        """What the file has at this place; None if it does not know the game or the place."""
        entry: Any = self.data["games"].get(game)
        for key in keys:
            entry = entry.get(key) if entry is not None else None
        return entry

    def knows(self, rules: Rules) -> bool:
        return self.of_game(rules.key) is not None

    def title(self, rules: Rules) -> str:
        return self.of_game(rules.key, "title") or rules.rulebook.title

    def tagline(self, rules: Rules) -> str:
        return self.of_game(rules.key, "tagline") or rules.rulebook.tagline

    def hand_order(self, rules: Rules) -> str:
        return self.of_game(rules.key, "hands") or rules.rulebook.hand_order

    def wager(self, rules: Rules, wager: Wager) -> str:
        return self.of_game(rules.key, "wagers", wager.key, "title") or wager.title

    def about(self, rules: Rules, wager: Wager) -> str:
        return self.of_game(rules.key, "wagers", wager.key, "about") or ""

    def outcome(self, rules: Rules, wager: Wager, row: Row) -> str:
        return self.of_game(rules.key, "rows", wager.key, row.key) or row.outcome

    def notes(self, rules: Rules, place: str) -> list[str]:
        """What the readings in force mean at this place of the card: a wager, hands, qualifying."""
        by_reading = self.of_game(rules.key, "notes", place) or {}
        return [
            options[rules.readings[key]]
            for key, options in by_reading.items()
            if not is_moot(rules, key)
        ]


# Readings that make no difference under an option of another one.
MOOT = {("prosperity-3-pictures", "three-pictures-total"): ("tie", "ranking")}


def is_moot(rules: Rules, reading: str) -> bool:
    other, option = MOOT.get((rules.key, reading), ("", ""))
    return bool(other) and rules.readings[other] == option
