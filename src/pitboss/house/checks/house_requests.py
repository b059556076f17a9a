"""Requests outside tables checked: who asked for what, and whether that is what happened.

Grants are worked out again from the settings in force and from what a person had; limits and
exclusions are those that were asked for. It is told before the events of an entry are taken in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from pitboss.house import events as h
from pitboss.house.checks.house_check import HouseCheck
from pitboss.house.events import HOUSE
from pitboss.house.office.wallet_desk import OPERATOR
from pitboss.house.people.player_limits import effective_from, excluded_until
from pitboss.house.records.journal import Entry
from pitboss.house.records.ledger import Balances, player
from pitboss.house.settings.house_settings import HouseSettings
from pitboss.language.currency import DOLLARS

Problems = Iterator[str]


class Said(NamedTuple):
    """A request in the house's own stream, and what decides about it."""

    by: str
    time: int
    request: dict[str, Any]
    is_refused: bool
    events: list[h.AnyEvent]
    house: HouseCheck  # As it stood before.
    settings: HouseSettings | None  # In force; None before the first were adopted.
    balances: Balances
    wealth: Callable[[str], int]  # What a person has, on the felt too.

    def money(self, units: int) -> str:
        return (DOLLARS if self.settings is None else self.settings.currency).money(units)

    def leads_to(self, *kinds: type) -> bool:
        """Whether exactly these events happened."""
        return [type(event) for event in self.events] == list(kinds)


def problems_of(
    entry: Entry,
    events: list[h.AnyEvent],
    house: HouseCheck,
    settings: HouseSettings | None,
    balances: Balances,
    wealth: Callable[[str], int],
) -> Problems:
    request, refused = json.loads(entry.request), json.loads(entry.answer)["refused"]
    said = Said(
        entry.person, entry.time, request, refused is not None, events, house, settings, balances,
        wealth,
    )  # fmt: skip
    if said.is_refused and events:
        yield "It was refused, and events stand beside it."
    if "sha256" in request and said.is_refused:  # It was too long to be kept.
        return
    command = request["command"]
    if command not in REQUESTS:
        yield f"No version of Pitboss asks the house for {command!r}."
        return
    is_houses, check = REQUESTS[command]
    if is_houses and said.by != HOUSE:
        yield f"It was said by {said.by}, and only the house itself says that."
    if not is_houses:
        others = {person for person in map(_person, events) if person not in ("", said.by)}
        yield from (f"{said.by} said it, and it is about {other}." for other in sorted(others))
    if not said.is_refused or command in CAN_REFUSE:
        yield from check(said)


def _person(event: h.AnyEvent) -> str:
    return str(getattr(event, "person", ""))


def _comes_in(said: Said) -> Problems:
    if not said.leads_to(h.GuestCame, h.Granted):
        yield "A guest comes in with a grant, and other events are recorded."
    elif said.settings is not None and said.events[1] != h.Granted(
        said.by, said.settings.grant.amount
    ):
        granted = said.money(said.settings.grant.amount)
        yield f"A guest is granted {granted}, and not what is recorded."


def _grant(said: Said) -> Problems:
    if said.settings is None:
        return
    grant, wealth = said.settings.grant, said.wealth(said.by)
    is_excluded = said.house.people.of(said.by).excluded_until > said.time
    is_due = wealth < grant.below and not is_excluded
    if is_due == said.is_refused:
        has = (
            f"They had {said.money(wealth)}, and are granted money below {said.money(grant.below)}"
        )
        yield f"{has}{' unless they are excluded' if is_excluded else ''}: it should be otherwise."
    elif is_due and said.events != [h.Granted(said.by, grant.amount - wealth)]:
        yield f"A grant brings them to {said.money(grant.amount)}, and another amount is recorded."


def _expires(said: Said) -> Problems:
    person = said.request["guest"]
    left = said.balances[player(person)]
    swept = [h.Swept(person, left)] if left else []
    if said.events != [*swept, h.GuestExpired(person)]:
        yield f"They had {said.money(left)} when they were seen off, and other events are recorded."


def _set_limit(said: Said) -> Problems:
    limit = said.request["kind"], said.request["period"], said.request["amount"]
    effective = effective_from(said.house.people.of(said.by).limits, *limit, said.time)
    if said.events != [h.LimitSet(said.by, *limit, effective)]:
        yield "Another limit is recorded than was asked for."


def _exclude(said: Said) -> Problems:
    until = excluded_until(said.request["days"], said.time)
    is_shorter = until <= said.house.people.of(said.by).excluded_until
    if said.is_refused != is_shorter:
        yield "An exclusion can be made longer and not shorter: it should be otherwise."
    elif not is_shorter and said.events != [h.Excluded(said.by, until)]:
        yield "Another exclusion is recorded than was asked for."


def _asks_wallet(kind: type) -> Callable[[Said], Problems]:
    def check(said: Said) -> Problems:
        (event,) = said.events
        if not isinstance(event, kind) or getattr(event, "amount", None) != said.request["amount"]:
            yield "Another amount is recorded than the wallet was asked for."

    return check


def _hears_wallet(said: Said) -> Problems:
    kinds = h.WalletDebited | h.WalletDeclined | h.WalletRolledBack | h.WalletCredited
    (event,) = said.events
    if not isinstance(event, kinds) or event.reference != said.request["reference"]:
        yield "Another call to a wallet is recorded than was answered."


def _registers(said: Said) -> Problems:
    (event,) = said.events
    if not isinstance(event, h.PlayerRegistered) or event.name != said.request["name"]:
        yield "Another name is recorded than was asked for."


def _asks_launch(said: Said) -> Problems:
    """Its id is used up by it; the player comes in by a launch of its own."""
    if said.events or said.by != OPERATOR:
        yield "Only the operator asks for a launch, and nothing happens by it."


def _adopts(said: Said) -> Problems:
    (event,) = said.events
    if not isinstance(event, h.SettingsAdopted) or event.fingerprint != said.request["settings"]:
        yield "Other settings are recorded than were adopted."
    elif event.effective < said.time:
        yield "Settings were adopted for a time that was over."


def _jackpot(said: Said) -> Problems:
    (event,) = said.events
    if not isinstance(event, h.JackpotOpened | h.JackpotTermsChanged):
        yield "A jackpot's terms are asked for, and something else is recorded."
        return
    jackpot = None if said.settings is None else said.settings.jackpots.get(event.jackpot)
    if event.jackpot != said.request["jackpot"] or jackpot is None or jackpot.terms != event[1:]:
        yield f"The terms of the jackpot {event.jackpot} are not those of the settings in force."


def _with_fields(kind: Any, *fields: str) -> Callable[[Said], Problems]:
    """One event of this kind, which has these fields of the request."""

    def check(said: Said) -> Problems:
        if not said.leads_to(kind):
            yield f"It leads to {kind.__name__} alone, and other events are recorded."
        elif any(getattr(said.events[0], field) != said.request[field] for field in fields):
            yield f"{kind.__name__} has other contents than were asked for."

    return check


REQUESTS: dict[str, tuple[bool, Callable[[Said], Problems]]] = {
    # By the command: whether only the house itself says it, and what it leads to.
    "come-in": (False, _comes_in),
    "grant": (False, _grant),
    "register": (False, _registers),
    "sign-in": (False, _with_fields(h.PlayerSignedIn)),
    "sign-out": (False, _with_fields(h.PlayerSignedOut)),
    "change-password": (False, _with_fields(h.PasswordChanged)),
    "limit": (False, _set_limit),
    "exclude": (False, _exclude),
    "ask-launch": (False, _asks_launch),
    "launch": (False, _with_fields(h.PlayerLaunched)),
    "debit": (False, _asks_wallet(h.WalletDebitAsked)),
    "credit": (False, _asks_wallet(h.WalletCreditDue)),
    "wallet": (True, _hears_wallet),
    "expire": (True, _expires),
    "adopt": (True, _adopts),
    "jackpot": (True, _jackpot),
    "close-day": (True, _with_fields(h.DayClosed)),
    "reopen": (True, _with_fields(h.Reopened)),
    "open": (True, _with_fields(h.HouseOpened, "program")),
    "restore": (True, _with_fields(h.HouseRestored, "backup", "entry", "at")),
    "rotate-key": (True, _with_fields(h.KeyRotated)),
    "void-unfinished": (True, _with_fields(h.KeyReplaced, "reason")),
}
CAN_REFUSE = ("grant", "exclude")  # Whether they are refused rightly is worked out, too.
