"""The rule card in the formats that it is handed out in."""

from __future__ import annotations

from pitboss.configuration import Rules
from pitboss.reports.card_html import card_html
from pitboss.reports.pdf import pdf
from pitboss.reports.rule_card import card_data

ENDINGS = ("html", "pdf")


def card(rules: Rules, ending: str) -> bytes:
    data = card_data(rules)
    return pdf("card.typ", data) if ending == "pdf" else card_html(data)
