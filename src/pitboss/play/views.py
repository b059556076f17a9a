"""Views: what one person may see of a round. Nothing else ever leaves the table for a person.

`view` is the only function that reads both the round and the shoe, and it asks the shoe only for
places that this viewer may see: whatever the hidden cards are, the view is the same.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pitboss.errors import unknown
from pitboss.hands import row_of
from pitboss.irregularities import AUTHORITIES
from pitboss.play.dealing import HAND
from pitboss.play.events import DEALER, FOURTH, Where
from pitboss.play.shoe import Shoe, names
from pitboss.play.state import OVER, BoxState, Incident, Round

VIEWERS = ("player", "spectator", "auditor", *AUTHORITIES)


class Viewer(NamedTuple):
    """Who looks: a player sees the hand they have looked at, an auditor all once it is over."""

    role: str
    name: str = ""


SPECTATOR = Viewer("spectator")


def view(round: Round, viewer: Viewer, shoe: Shoe) -> dict[str, Any]:
    """The round as this viewer may see it, as plain data."""
    if viewer.role not in VIEWERS:
        raise unknown("viewer", viewer.role, VIEWERS)
    setup = round.setup
    fourth = {"fourth": _hand(round, viewer, shoe, FOURTH)} if round.fourth is not None else {}
    return {
        "game": setup.rules.key,
        "fingerprint": setup.fingerprint,
        "round": round.number,
        "phase": round.phase,
        "stopped": round.is_stopped,
        "out_of_time": setup.out_of_time,
        "limits": {key: list(limit) for key, limit in setup.limits.items()},
        "boxes": [
            {"box": number, **_box(box), **_hand(round, viewer, shoe, number)}
            for number, box in sorted(round.boxes.items())
        ],
        "dealer": _hand(round, viewer, shoe, DEALER),
        **fourth,
        "waiting": sorted(round.waiting),
        "incidents": [_incident(one) for one in round.incidents],
        "payments": [dict(paid._asdict()) for paid in round.payments],
    }


def _box(box: BoxState) -> dict[str, Any]:
    return {
        "seated": box.seated,
        "bets": {bettor: dict(stakes) for bettor, stakes in box.stakes.items()},
        "examined_by": box.examined_by,
        "played": box.played,
    }


def _incident(one: Incident) -> dict[str, Any]:
    return {
        "incident": one.incident,
        "facts": dict(one.facts),
        "box": one.box,
        "remedy": one.remedy,
        "options": list(one.options),
        "choosing": sorted([box, bettor] for box, bettor in one.choosing),
    }


def _hand(round: Round, viewer: Viewer, shoe: Shoe, where: Where) -> dict[str, Any]:
    """The cards of a hand, ?? for each that this viewer may not see, and its name if all are."""
    may_look = _may_look(round, viewer, where)
    cards = [
        round.faces.get(place, shoe.card(place) if may_look else None)
        for place in round.places(where)
    ]
    made = {"cards": names(cards)}
    if len(cards) == HAND and None not in cards:
        known = [card for card in cards if card is not None]
        made["hand"] = round.setup.rules.name_hand(row_of(known))
    return made


def _may_look(round: Round, viewer: Viewer, where: Where) -> bool:
    if viewer.role == "auditor":
        return round.phase in OVER
    box = round.boxes.get(where) if isinstance(where, int) else None
    # Only somebody who looked has seen a hand; staff see no more than what is face up.
    return viewer.role == "player" and box is not None and box.examined_by == viewer.name
