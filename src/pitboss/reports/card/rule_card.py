"""The rule card: the one page a player is handed, generated from the rules in force.

How a round goes follows from the rules as well: which bets come first, whether there is a
decision, whether the dealer may fail to qualify, whether there is a fourth card.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pitboss.language.pays import Pay, money
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.reports.card.html import card_html
from pitboss.reports.felts import GOLD, INK, IVORY, felt
from pitboss.reports.pdf import pdf

ENDINGS = ("html", "pdf")
LONGEST_LINE = 44  # Of outcomes with the same pay that share a line.
NOTICE = (
    "For play money. Not affiliated with any casino, publisher or owner of a game's name; the "
    "rulebook named here decides."
)


def card(rules: Rules, ending: str) -> bytes:
    """The card in one of the formats of `ENDINGS`."""
    data = card_data(rules)
    return pdf("card/card.typ", data) if ending == "pdf" else card_html(data)


def card_json(rules: Rules) -> bytes:
    return (json.dumps(card_data(rules), indent=2, ensure_ascii=False) + "\n").encode()


def card_data(rules: Rules) -> dict[str, Any]:
    """Everything the card says."""
    rulebook = rules.rulebook
    strategy = GameOdds(rules).strategy.words() if rulebook.decision else ""
    return {
        "game": rules.key,
        "title": rulebook.title,
        "tagline": rulebook.tagline,
        "colours": {"felt": felt(rules.key), "gold": GOLD, "ivory": IVORY, "ink": INK},
        "steps": steps(rules),
        "hands": rulebook.hand_order,
        "qualifying": qualifying(rules),
        "strategy": strategy,
        "wagers": [_wager(rules, wager) for wager in rules.wagers],
        "readings": [
            {
                "question": reading.question,
                "answer": _sentence(reading.options[rules.readings[reading.key]]),
            }
            for reading in rulebook.pay_readings
            if reading.kind == "pay"
        ],
        "version": f"{rulebook.title}, {rulebook.version}",
        "fingerprint": rules.fingerprint,
        "notice": NOTICE,
    }


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def listed(words: Sequence[str], conjunction: str = "and") -> str:
    """A list in words: a, b and c."""
    *others, last = words
    return f"{', '.join(others)} {conjunction} {last}" if others else last


# How a round goes


def steps(rules: Rules) -> list[str]:
    """A round in a few short steps."""
    decision, fourth = rules.rulebook.decision, rules.rulebook.fourth_card
    table_card = ", and one more card lies face down on the table" if fourth else ""
    sentences = [
        *_betting(rules),
        f"You and the dealer each get three cards from one deck{table_card}.",
        _decision(rules) if decision else "There is no decision to make.",
        "The dealer's cards are turned and compared with yours. The higher hand wins.",
    ]
    counted = [wager.title for wager in rules.wagers if wager.columns("fourth")]
    if counted:
        sentences.append(
            f"The card on the table is turned last. It counts for {listed(counted)} only."
        )
    return sentences


def _betting(rules: Rules) -> list[str]:
    first = rules.wager(rules.rulebook.main[0])
    others = [
        wager
        for wager in rules.wagers
        if wager.is_staked and wager is not first and wager.equals is None
    ]
    independent = [wager.title for wager in others if wager.needs is None]
    dependent = [_with_price(rules, wager) for wager in others if wager.needs]
    opening = f"Place your {first.title}."
    if independent:
        opening += f" {listed(independent)} may be bet with it or alone."
    if not dependent:
        return [opening]
    anybody = any(wager.needs and wager.needs.anybody for wager in others)
    condition = f"Once anybody has an {first.title} on a box," if anybody else "With it"
    return [opening, f"{condition} you may also bet {listed(dependent)}."]


def _with_price(rules: Rules, wager: Wager) -> str:
    price = rules.prices.get(wager.key)
    return wager.title if price is None else f"{wager.title} ({money(price)})"


def _decision(rules: Rules) -> str:
    first = rules.wager(rules.rulebook.main[0]).title
    play = next(wager.title for wager in rules.wagers if wager.equals)
    return (
        f"Look at your hand. Play on with a {play} bet equal to your {first}, or fold and lose the "
        f"{first}. Your other bets stay in play either way."
    )


def qualifying(rules: Rules) -> str:
    """What follows if the dealer does not qualify; empty where the dealer always does."""
    consequences, outcome = [], ""
    for key in rules.rulebook.main:
        wager = rules.wager(key)
        for row in wager.rows:
            if row.key == "dealer-not-qualified":
                outcome = row.outcome
                consequences.append(f"{wager.title} {_consequence(row.pay)}")
    if not consequences:
        return ""
    return f"{outcome}: the hand does not qualify. {listed(consequences)}."


def _consequence(pay: Pay) -> str:
    if pay.is_win:
        return f"pays {pay.words()}"
    return "loses" if pay.is_loss else "is returned"


# What it pays


def _wager(rules: Rules, wager: Wager) -> dict[str, Any]:
    """The pays of a wager. Neighbouring outcomes with the same pay share a line if they fit."""
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
        return f"to those with a {prize} bet, for a hand at the table"
    if wager.paid_on:
        condition = "" if wager.columns("dealer") else ", whatever the dealer has"
        return f"on the {rules.wager(wager.paid_on).title}{condition}"
    table = rules.paytables[wager.key]
    key = table if isinstance(table, str) else table.key
    has_choice = len(rules.rulebook.wager(wager.key).paytables) > 1 or not isinstance(table, str)
    return f"pay table {key}" if has_choice else ""
