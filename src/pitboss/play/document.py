"""The document of a table: what never changes within one configuration.

Whoever draws a table fetches it once for each fingerprint: titles, pay tables with their clauses,
limits, prices, what a bet needs. Views then hold only what changes.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TypedDict

from pitboss.language.currency import Currency
from pitboss.language.wagers import Row, Wager
from pitboss.play.setup import Setup
from pitboss.table.receipt import POLICY


class RowDocument(TypedDict):
    row: str
    outcome: str
    pays: str
    clauses: list[str]
    policies: list[str]  # What it rests on where no clause speaks.


class NeedsDocument(TypedDict):
    """The bet that a wager rests on."""

    wager: str
    anybody: bool  # Any bettor's on that box, or the bettor's own.
    clauses: list[str]


class LimitDocument(TypedDict):
    minimum: int
    maximum: int
    step: int


class WagerDocument(TypedDict):
    wager: str
    title: str
    offered: bool  # Whether chips may be placed on it here.
    clauses: list[str]
    paytable: str
    rows: list[RowDocument]
    needs: NeedsDocument | None
    equals: str | None  # Staked after looking, with exactly the stake of that wager.
    paid_at: str | None  # A wager without a stake of its own: where its payment is put.
    price: int | None  # The one stake that it takes.
    limit: LimitDocument | None  # Of all bets on one box together; None: no limit.
    caps: dict[str, int]


class Document(TypedDict):
    fingerprint: str
    game: str
    title: str
    version: str
    tagline: str
    rules_fingerprint: str
    readings: dict[str, str]
    policies: dict[str, str]
    wagers: list[WagerDocument]
    first: str  # The wager that opens a hand.
    follow_up: str | None  # The wager that plays a hand on.
    fourth_card: bool
    shared_boxes: bool
    hands_return_face_up: bool
    boxes: int
    chip: int
    led_by: str
    out_of_time: str
    fourth_turned: str
    procedure: dict[str, list[str]]  # By step: the clauses that describe it.


def document(setup: Setup) -> Document:
    """All that a table shows and never changes, as plain data."""
    rules, book = setup.rules, setup.rules.rulebook
    cited = {step.name: getattr(setup.procedure, step.name) for step in fields(setup.procedure)}
    return {
        "fingerprint": setup.fingerprint,
        "game": rules.key,
        "title": book.title,
        "version": book.version,
        "tagline": book.tagline,
        "rules_fingerprint": rules.fingerprint,
        "readings": dict(rules.readings),
        "policies": dict(rules.policies),
        "wagers": [_wager(setup, wager) for wager in rules.wagers],
        "first": setup.first,
        "follow_up": setup.follow_up,
        "fourth_card": book.fourth_card,
        "shared_boxes": book.shared_boxes,
        "hands_return_face_up": setup.comes_back_up,
        "boxes": setup.boxes,
        "chip": rules.chip,
        "led_by": setup.led_by,
        "out_of_time": setup.out_of_time,
        "fourth_turned": setup.fourth_turned,
        "procedure": {
            step: list(clauses)
            for step, clauses in cited.items()
            if isinstance(clauses, tuple) and clauses
        },
    }


def _wager(setup: Setup, wager: Wager) -> WagerDocument:
    rules, limit, needs = setup.rules, setup.limits.get(wager.key), wager.needs
    (paytable,) = wager.paytables
    paid_at = wager.paid_on or (wager.envy.paid_to if wager.envy else None)
    return {
        "wager": wager.key,
        "title": wager.title,
        "offered": wager.key in setup.offered,
        "clauses": list(wager.clauses),
        "paytable": paytable,
        "rows": [_row(rules.currency, row) for row in wager.rows],
        "needs": None if needs is None else {
            "wager": needs.wager, "anybody": needs.anybody, "clauses": list(needs.clauses),
        },
        "equals": wager.equals,
        "paid_at": paid_at,
        "price": rules.prices.get(wager.key),
        "limit": None if limit is None else {
            "minimum": limit.minimum, "maximum": limit.maximum, "step": limit.increment,
        },
        "caps": dict(rules.caps.get(wager.key, {})),
    }  # fmt: skip


def _row(currency: Currency, row: Row) -> RowDocument:
    return {
        "row": row.key,
        "outcome": row.outcome,
        "pays": row.pay.words(currency),
        "clauses": [cited for cited in row.clauses if not cited.startswith(POLICY)],
        "policies": [
            cited.removeprefix(POLICY) for cited in row.clauses if cited.startswith(POLICY)
        ],
    }
