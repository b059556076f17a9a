"""The rule card in the formats that it is handed out in."""

from __future__ import annotations

from pitboss.language.rulebook import Rules
from pitboss.reports.card.html import card_html
from pitboss.reports.card.rule_card import card_data
from pitboss.reports.pdf import pdf

ENDINGS = ("html", "pdf")


def card(rules: Rules, ending: str) -> bytes:
    data = card_data(rules)
    return pdf("card/card.typ", data) if ending == "pdf" else card_html(data)
