"""The parts of a sentence about a round: who, which hand, which cards, and where it is written."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pitboss.cards.deck import signs
from pitboss.cards.hands import row_of
from pitboss.language.pays import money
from pitboss.play import events as e
from pitboss.play.dealing import HAND
from pitboss.play.setup import Setup
from pitboss.play.state import Round

STATED = "stated"  # What the operator has laid down for a table.


def printable(text: str) -> str:
    """A text of somebody's, safe to print on one line."""
    return text if text.isprintable() else json.dumps(text)[1:-1]


def cited(clauses: Sequence[str], policies: Sequence[str] = ()) -> str:
    """The end of a sentence, such as (5.2, policy void-bets)."""
    ours = ["house policy" if one == STATED else f"policy {one}" for one in policies]
    listed = ", ".join(dict.fromkeys((*clauses, *ours)))
    return f" ({listed})" if listed else ""


def why(because: e.Because) -> str:
    """The reason and where it is written, as the end of a sentence."""
    says = printable(because.says).rstrip(".")
    if says and not says[1:2].isupper():  # CCTV stays as it is.
        says = says[0].lower() + says[1:]
    return f"{': ' if says else ''}{says}{cited(because.clauses, because.policies)}."


def title(setup: Setup, wager: str) -> str:
    known = setup.rules.by_key.get(wager)
    return known.title if known else printable(wager)


def hand(where: e.Where) -> str:
    """Whose cards."""
    if where == e.DEALER:
        return "the dealer"
    return "the fourth card" if where == e.FOURTH else f"box {where}"


def who(actor: e.Actor) -> str:
    """A player by id, staff by their role."""
    if actor.role == "player":
        return printable(actor.id)
    role = f"the {printable(actor.role).replace('-', ' ')}"
    return role if actor.id == actor.role else f"{role} {printable(actor.id)}"


def listed(parts: Sequence[str]) -> str:
    """One, another and a third."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def start_of(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def faces(round: Round, where: e.Where, turned: e.Faces) -> str:
    """The cards turned now; once all of a hand are up, all of them and what it is called."""
    up = {**round.faces, **dict(turned)}
    cards = [up[place] for place in round.places(where) if place in up]
    if len(cards) == HAND and where != e.FOURTH:
        name = round.setup.rules.name_hand(row_of(cards))
        return f"{signs(cards)}, {name}" if name else signs(cards)  # Recorded rules name no hand.
    return signs([card for _, card in turned])


def signed(units: int) -> str:
    """A gain or a loss, with its sign."""
    return f"+{money(units)}" if units > 0 else money(units)
