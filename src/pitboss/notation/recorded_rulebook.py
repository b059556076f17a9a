"""The rulebook as a file records it, for reading the file where the rulebook is not installed.

A file carries the titles, rows, pays and clauses of its game as configured, and the steps of its
procedure. A `RecordedRulebook` is built from them. It is enough to fold events, to put them into
words and to check the fingerprint. It can't name hands or settle bets, because conditions and
rulings are code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.errors import BadNotation
from pitboss.language.expressions import Deal, Expression, Values
from pitboss.language.pays import Pay
from pitboss.language.policies import Policy
from pitboss.language.procedure import QUESTIONS, STEPS, Procedure
from pitboss.language.readings import Alternatives, Reading
from pitboss.language.rulebook import Rulebook, Rules
from pitboss.language.wagers import Envy, Needs, Row, Wager
from pitboss.notation.codec import read, refuse_unknown, writer

FRACTION = re.compile(r"-?[0-9]{1,16}(/[1-9][0-9]{0,15})?")
OTHER_PAYTABLES = "…"  # Stands for the pay tables of a wager that are not in force.


class PayData(NamedTuple):
    stake: str  # The multiple of the stake, a fraction such as "3/2".
    cash: int
    meter: str  # The share of the jackpot meter, a fraction.
    staked: bool


class RowData(NamedTuple):
    key: str
    outcome: str
    pay: PayData
    clauses: tuple[str, ...]


class NeedsData(NamedTuple):
    wager: str
    clauses: tuple[str, ...]
    anybody: bool


class EnvyData(NamedTuple):
    paid_to: str
    hit_with: str
    clauses: tuple[str, ...]


class WagerData(NamedTuple):
    key: str
    title: str
    rows: tuple[RowData, ...]
    clauses: tuple[str, ...]
    needs: NeedsData | None = None
    equals: str | None = None
    paid_on: str | None = None
    envy: EnvyData | None = None
    cap_clauses: tuple[str, ...] = ()


class RulebookData(NamedTuple):
    title: str
    wagers: tuple[WagerData, ...]
    main: tuple[str, ...]
    steps: Mapping[str, tuple[str, ...]]  # The clauses of each step of the procedure.
    withdrawal_stands: bool = False
    dealing: str | None = None
    deal_to: str | None = None
    returned: str | None = None
    decision: bool = False
    fourth_card: bool = False
    shared_boxes: bool = False


# Writing


def rulebook_to_json(rules: Rules) -> dict[str, Any]:
    """The rulebook as configured: one pay per row, and every reading applied."""
    book, procedure = rules.rulebook, rules.rulebook.procedure
    deal_to = procedure.deal_to
    data = RulebookData(
        book.title,
        tuple(_wager_data(wager) for wager in rules.wagers),
        book.main,
        {name: clauses for name in STEPS if (clauses := getattr(procedure, name))},
        procedure.withdrawal_stands,
        procedure.dealing,
        deal_to.under(rules.readings) if deal_to else None,
        procedure.returned,
        book.decision,
        book.fourth_card,
        book.shared_boxes,
    )
    written: dict[str, Any] = writer(RulebookData)(data)
    return written


def _wager_data(wager: Wager) -> WagerData:
    needs, envy = wager.needs, wager.envy
    return WagerData(
        wager.key,
        wager.title,
        tuple(RowData(row.key, row.outcome, _pay_data(row.pay), row.clauses) for row in wager.rows),
        wager.clauses,
        NeedsData(needs.wager, needs.clauses, needs.anybody) if needs else None,
        wager.equals,
        wager.paid_on,
        EnvyData(envy.paid_to, envy.hit_with, envy.clauses) if envy else None,
        wager.cap_clauses,
    )


def _pay_data(pay: Pay) -> PayData:
    return PayData(str(pay.stake), pay.cash, str(pay.meter), pay.staked)


# Reading


def read_rulebook(data: Any) -> RulebookData:
    """The rulebook data of a file, checked for consistency."""
    recorded: RulebookData = read(RulebookData, data, "rulebook")
    refuse_unknown("rulebook.steps", recorded.steps, STEPS)
    keys = [wager.key for wager in recorded.wagers]
    named = [*recorded.main]
    for wager in recorded.wagers:
        named += [wager.needs.wager] if wager.needs else []
        named += [key for key in (wager.equals, wager.paid_on) if key is not None]
        if not wager.rows:
            raise BadNotation("notation/field", f"rulebook: the wager {wager.key} has no rows.")
        for row in wager.rows:
            if not all(text.isprintable() for text in (wager.title, row.outcome, *row.clauses)):
                message = f"rulebook: the text of {wager.key}, {row.key}, can't be printed."
                raise BadNotation("notation/type", message)
            if not all(FRACTION.fullmatch(part) for part in (row.pay.stake, row.pay.meter)):
                message = f"rulebook: the pay of {wager.key}, {row.key}, is not a fraction."
                raise BadNotation("notation/type", message)
    if len(set(keys)) != len(keys) or not recorded.main or not set(named) <= set(keys):
        message = "rulebook: list each wager once, and name no other wager."
        raise BadNotation("notation/field", message)
    return recorded


class RecordedRulebook(Rulebook):
    """A rulebook as a file records it: titles, pays and clauses, but no conditions."""

    can_settle = False


def recorded_rulebook(
    recorded: RulebookData,
    game: str,
    version: str,
    readings: Mapping[str, str],
    policies: Mapping[str, str],
    paytables: Mapping[str, str],
    prices: Mapping[str, int],
) -> RecordedRulebook:
    """A rulebook whose only options are those in force according to the file."""
    condition = NotInstalled(game, version)
    return RecordedRulebook(
        key=game,
        title=recorded.title,
        version=version,
        effective="",
        tagline="",
        wagers=tuple(
            _wager(wager, condition, paytables.get(wager.key), prices.get(wager.key))
            for wager in recorded.wagers
        ),
        readings=tuple(Reading(key, "", {option: ""}, (), "") for key, option in readings.items()),
        main=recorded.main,
        policies=tuple(Policy(key, "", {option: ""}) for key, option in policies.items()),
        name_hand=lambda row, readings: "",
        procedure=_procedure(recorded, readings),
        decision=recorded.decision,
        fourth_card=recorded.fourth_card,
        shared_boxes=recorded.shared_boxes,
    )


def _wager(data: WagerData, condition: NotInstalled, table: str | None, price: int | None) -> Wager:
    rows = tuple(
        Row(row.key, row.outcome, (_pay(row.pay),), condition, row.clauses, "") for row in data.rows
    )
    envy = data.envy and Envy(
        data.envy.paid_to, data.envy.hit_with, Applied(""), Applied(""), data.envy.clauses
    )
    return Wager(
        data.key,
        data.title,
        rows,
        needs=data.needs and Needs(*data.needs),
        equals=data.equals,
        paid_on=data.paid_on,
        envy=envy,
        price=price,
        clauses=data.clauses,
        cap_clauses=data.cap_clauses,
        **({"paytables": (table, OTHER_PAYTABLES)} if table else {}),
    )


def _pay(data: PayData) -> Pay:
    return Pay(Fraction(data.stake), data.cash, Fraction(data.meter), data.staked)


def _procedure(recorded: RulebookData, readings: Mapping[str, str]) -> Procedure:
    settings: dict[str, Any] = {name: recorded.steps.get(name, ()) for name in STEPS}
    settings |= {
        name: Alternatives(key, {readings[key]: readings[key]})
        for name, key in QUESTIONS.items()
        if key in readings
    }
    return Procedure(
        **settings,
        withdrawal_stands=recorded.withdrawal_stands,
        dealing=recorded.dealing,
        deal_to=None if recorded.deal_to is None else Applied(recorded.deal_to),
        returned=recorded.returned,
        announces=None,  # Only the rulebook can work out the result that the dealer announces.
    )


class Applied(Alternatives[str]):
    """Alternatives that were resolved before they were recorded."""

    def __init__(self, option: str) -> None:
        super().__init__("", {"": option})

    def under(self, readings: Mapping[str, str]) -> str:
        return self.options[""]


@dataclass(frozen=True, eq=False)
class NotInstalled(Expression):
    """The condition of a recorded row; asking it is an error."""

    game: str
    version: str

    def ask(self, deal: Deal) -> Values:
        raise BadNotation("rulebook/not-installed", self.words())

    def words(self) -> str:
        return (
            f"The rulebook {self.game} {self.version} is not installed here: install it to settle."
        )

    def choose(self, readings: Mapping[str, str]) -> Expression:
        return self
