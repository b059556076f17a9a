"""What each wager pays, in as few lines as a player can read at a glance.

Rows of one wager stand in columns where the words name them: what the same hand pays otherwise.
Wagers with the same outcomes share a table, with a column each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pitboss.language.currency import DOLLARS, Currency
from pitboss.language.pays import Pay
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.reports.card.house import House
from pitboss.reports.card.language import ENGLISH, Words
from pitboss.reports.card.text_width import width

LONGEST_LINE = 41  # Of outcomes with the same pays that share a line.
LONGEST_IN_COLUMNS = 32
NO_PAY = "–"


@dataclass(frozen=True)
class Line:
    key: str
    outcome: str
    pays: tuple[str, ...]


@dataclass(frozen=True)
class PayBlock:
    """One table of pays, of one wager or of several."""

    wagers: tuple[Wager, ...]
    heads: tuple[str, ...]
    lines: tuple[Line, ...]


def pay_words(pay: Pay, words: Words, currency: Currency = DOLLARS) -> str:
    """What a win pays, or that the stake is returned."""
    if not pay.is_win:
        return words("pays", "returned")
    if pay.meter:
        return words("pays", "jackpot", share=f"{float(pay.meter) * 100:.0f}")
    if pay.cash:
        return currency.money(pay.cash)
    won, staked = pay.stake.numerator, pay.stake.denominator
    is_short = 100 % staked == 0  # Two decimals are exact.
    decimal = f"{won / staked:,.2f}".rstrip("0").rstrip(".") if is_short else ""
    form = "decimal" if is_short else "odds"
    return words("pays", form, won=f"{won:,}", staked=staked, decimal=decimal)


def pay_blocks(rules: Rules, house: House, words: Words) -> list[dict[str, Any]]:
    """The tables of pays as plain data."""
    blocks: list[PayBlock] = []
    for wager in rules.wagers:
        if not house.offers(wager):
            continue
        block = _block(rules, wager, words)
        merged = _merged(rules, blocks[-1], block, words) if blocks else None
        if merged is not None:
            blocks[-1] = merged
        elif block.lines:
            blocks.append(block)
    return [_plain(rules, block, words) for block in blocks]


def _block(rules: Rules, wager: Wager, words: Words) -> PayBlock:
    shown = [
        Line(
            row.key, words.outcome(rules, wager, row), (pay_words(row.pay, words, rules.currency),)
        )
        for row in wager.rows
        if row.pay.is_win or (row.pay.is_push and row.pay.staked)
    ]
    heads: dict[str, str] = dict(words.of_game(rules.key, "columns", wager.key) or {})
    plain_head = heads.pop("plain", "")
    columns = {prefix: _under(prefix, shown) for prefix in heads}
    columns = {prefix: pays for prefix, pays in columns.items() if pays}
    if not columns:
        return PayBlock((wager,), (), tuple(shown))
    moved = {f"{prefix}-{key}" for prefix, pays in columns.items() for key in pays}
    lines = [
        replace(line, pays=(*line.pays, *(pays.get(line.key, NO_PAY) for pays in columns.values())))
        for line in shown
        if line.key not in moved
    ]
    return PayBlock((wager,), (plain_head, *(heads[prefix] for prefix in columns)), tuple(lines))


def _under(prefix: str, lines: Sequence[Line]) -> dict[str, str]:
    """The pays of the lines with a prefix, by the line without it."""
    keys = {line.key for line in lines}
    return {
        key: line.pays[0]
        for line in lines
        if (key := line.key.removeprefix(f"{prefix}-")) != line.key and key in keys
    }


def _merged(rules: Rules, block: PayBlock, other: PayBlock, words: Words) -> PayBlock | None:
    """Both tables as one, where the second says something about the outcomes of the first."""
    first, (second,) = block.wagers[0], other.wagers
    if block.heads or other.heads:
        return None
    if [replace(line, key="") for line in block.lines] == [
        replace(line, key="") for line in other.lines
    ]:
        return replace(block, wagers=(*block.wagers, second))
    pays = {line.outcome: line.pays for line in other.lines}
    outcomes = {line.outcome for line in block.lines}
    is_beside = second.equals == first.key and outcomes == set(pays)
    is_envy = second.envy is not None and second.envy.paid_to == first.key
    if len(block.wagers) > 1 or not (is_beside or (is_envy and set(pays) <= outcomes)):
        return None
    lines = tuple(
        replace(line, pays=line.pays + pays.get(line.outcome, (NO_PAY,))) for line in block.lines
    )
    heads = (words.wager(rules, first), words.wager(rules, second))
    return PayBlock((first, second), heads, lines)


def _together(lines: Sequence[Line], words: Words, longest: int) -> list[Line]:
    """Neighbouring outcomes with the same pays share a line if they fit."""
    groups: list[list[Line]] = []
    for line in lines:
        if groups and groups[-1][0].pays == line.pays:
            outcomes = [other.outcome for other in (*groups[-1], line)]
            if width(words.listed(outcomes, "or")) <= longest:
                groups[-1].append(line)
                continue
        groups.append([line])
    return [
        replace(group[0], outcome=words.listed([line.outcome for line in group], "or"))
        for group in groups
    ]


def _plain(rules: Rules, block: PayBlock, words: Words) -> dict[str, Any]:
    keys = [wager.key for wager in block.wagers]
    titles = [words.wager(rules, wager) for wager in block.wagers]
    english = [wager.title for wager in block.wagers]
    about = [words.about(rules, wager) for wager in block.wagers]
    notes = [note for key in keys for note in words.notes(rules, key)]
    caps = [
        words("pays", f"cap-{scope}", amount=rules.currency.money(amount))
        for key in keys
        for scope, amount in rules.caps.get(key, {}).items()
    ]
    longest = LONGEST_IN_COLUMNS if block.heads else LONGEST_LINE
    tables = [rules.paytable_keys[key] for key in keys if key in rules.paytable_keys]
    return {
        "wagers": keys,
        "title": " · ".join(titles),
        "english": "" if words.language == ENGLISH or titles == english else " · ".join(english),
        "table": words("pays", "table", table=", ".join(tables)) if tables else "",
        "about": words.sentences([*about, *notes, *caps]),
        "heads": list(block.heads),
        "rows": [
            {"outcome": line.outcome, "pays": list(line.pays)}
            for line in _together(block.lines, words, longest)
        ],
    }
