"""The rule card: the one page that a player is handed, from the rules in force."""

from __future__ import annotations

import json
from typing import Any

from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.reports.card.words import listed, qualifying, steps
from pitboss.reports.felts import GOLD, INK, IVORY, felt

LONGEST_LINE = 44  # Of outcomes that pay the same, told together.
NOTICE = (
    "For play money. Not affiliated with any casino, publisher or owner of a game's name; the "
    "rulebook named here decides."
)


def card_data(rules: Rules) -> dict[str, Any]:
    """All that the card says."""
    rulebook = rules.rulebook
    strategy = GameOdds(rules).strategy.words() if rulebook.decision else ""
    return {
        "game": rules.key,
        "title": rulebook.title,
        "tagline": rulebook.tagline,
        "colours": {"felt": felt(rules.key), "gold": GOLD, "ivory": IVORY, "ink": INK},
        "steps": steps(rules),
        "hands": rules.rulebook.hand_order,
        "qualifying": qualifying(rules),
        "strategy": strategy,
        "wagers": [_wager(rules, wager) for wager in rules.wagers],
        "readings": [
            {"question": one.question, "answer": _sentence(one.options[rules.readings[one.key]])}
            for one in rulebook.pay_readings
            if one.kind == "pay"
        ],
        "version": f"{rulebook.title}, {rulebook.version}",
        "fingerprint": rules.fingerprint,
        "notice": NOTICE,
    }


def card_json(rules: Rules) -> bytes:
    return (json.dumps(card_data(rules), indent=2, ensure_ascii=False) + "\n").encode()


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _wager(rules: Rules, wager: Wager) -> dict[str, Any]:
    """What it pays, outcomes that pay the same told together where they are short."""
    lines: list[tuple[list[str], str]] = []
    for row in wager.rows:
        if not row.pay.is_win and not (row.pay.is_push and row.pay.staked):
            continue
        pays = row.pay.words() if row.pay.is_win else "returned"
        if lines and lines[-1][1] == pays:
            together = [*lines[-1][0], row.outcome]
            if len(", ".join(together)) <= LONGEST_LINE:
                lines[-1] = (together, pays)
                continue
        lines.append(([row.outcome], pays))
    return {
        "wager": wager.key,
        "title": wager.title,
        "note": _note(rules, wager),
        "rows": [{"outcome": listed(outcomes, "or"), "pays": pays} for outcomes, pays in lines],
    }


def _note(rules: Rules, wager: Wager) -> str:
    if wager.envy:
        prize = rules.wager(wager.envy.paid_to).title
        return f"to those with a {prize} bet, on a hand at the table"
    if wager.paid_on:
        whatever = "" if wager.columns("dealer") else ", whatever the dealer has"
        return f"on the {rules.wager(wager.paid_on).title}{whatever}"
    table = rules.paytables[wager.key]
    key = table if isinstance(table, str) else table.key
    own = len(rules.rulebook.wager(wager.key).paytables) > 1 or not isinstance(table, str)
    return f"pay table {key}" if own else ""
