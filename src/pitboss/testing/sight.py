"""Views leak nothing: exchange the hidden cards, and every viewer is sent the same bytes.

Which places a viewer may see is worked out from the events, and not by the code of views.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from pitboss.cards.deck import DECK
from pitboss.language.irregularities import AUTHORITIES
from pitboss.play import Event, Round, Shoe, Viewer, view
from pitboss.play import events as e

STRANGER = "stranger"


class Sight:
    """Who may see which places of the shoe, kept from the events of a round."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self.hands: dict[e.Where, tuple[int, ...]] = {}
        self.up: set[int] = set()
        self.looked: dict[e.Where, str] = {}
        self.is_over = False
        self.number = 0

    def follow(self, event: Event) -> None:
        if getattr(event, "round", self.number) != self.number and not isinstance(
            event, e.BetsOpened
        ):
            return  # About the round before, whose cards no view asks for.
        match event:
            case e.BetsOpened():
                self._forget()
                self.number = event.round
            case e.Dealt():
                for where, places in event.hands:
                    self.hands[where] = self.hands.get(where, ()) + places
            case e.HandExamined():
                self.looked[event.box] = event.player
            case e.HandReturned() | e.Revealed() | e.IncidentReported():
                self.up.update(place for place, _ in event.faces)
            case e.RulingGiven():
                for where, places in event.hands:
                    # Whoever looked has not seen another hand that lies there now.
                    if not set(self.hands.get(where, ())) <= set(places):
                        self.looked.pop(where, None)
                    self.hands[where] = places
            case e.Settled() | e.Voided():
                self.is_over = True

    def seen_by(self, viewer: Viewer) -> set[int]:
        """The places whose cards somebody may see, face up or not."""
        seen = set(self.up)
        if viewer.role == "player":
            for where, who in self.looked.items():
                if who == viewer.id:
                    seen.update(self.hands[where])
        if viewer.role == "auditor" and self.is_over:
            seen.update(place for places in self.hands.values() for place in places)
        return seen


def viewers(round: Round) -> Iterator[Viewer]:
    """Everybody who may look: who has bets, who looked, somebody without either, and the staff."""
    people = {STRANGER}
    for box in round.boxes.values():
        people.update(box.stakes)
        if box.examined_by:
            people.add(box.examined_by)
    yield from (Viewer("player", person) for person in sorted(people))
    yield from (Viewer(role) for role in ("spectator", "auditor", *AUTHORITIES))


def leak(round: Round, sight: Sight, cards: Sequence[int], viewer: Viewer, turn: int) -> str | None:
    """What this viewer can tell of the hidden cards, if anything.

    They are exchanged among each other, each to another place, and then taken out altogether.
    """
    seen = sight.seen_by(viewer)
    hidden = [place for place in range(DECK) if place not in seen]
    exchanged: list[int | None] = list(cards)
    unknown: list[int | None] = list(cards)
    shift = turn % (len(hidden) - 1) + 1 if len(hidden) > 1 else 0
    for i, place in enumerate(hidden):
        exchanged[place] = cards[hidden[(i + shift) % len(hidden)]]
        unknown[place] = None
    right = _bytes(round, viewer, cards)
    if _bytes(round, viewer, exchanged) != right:
        return f"{viewer} can tell the hidden cards in {round.phase}"
    if _bytes(round, viewer, unknown) != right:
        return f"the shoe is asked for cards that {viewer} may not see in {round.phase}"
    return None


def _bytes(round: Round, viewer: Viewer, cards: Sequence[int | None]) -> bytes:
    return json.dumps(view(round, viewer, Shoe(tuple(cards)))).encode()
