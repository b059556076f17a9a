"""The cards on the felt, worked out from the events alone.

A second implementation of what `apply` keeps and `view` shows. It shares no code with either.
"""

from __future__ import annotations

from pitboss.play import Event, Viewer
from pitboss.play import events as e
from pitboss.testing.round_fault import RoundFault


class Felt:
    """The cards of the latest round, by their places in the shoe."""

    def __init__(self) -> None:
        self._clear(0)

    def _clear(self, number: int) -> None:
        self.number = number
        self.hands: dict[e.Where, tuple[int, ...]] = {}
        self.faces: dict[int, int] = {}  # By place: the card that lies face up there.
        self.examined: dict[e.Where, str] = {}  # By box: who examined its hand.
        self.folded: set[int] = set()
        self.was_moved = False  # Whether a ruling has moved cards.
        self.deal_is_over = False
        self.is_over = False

    def post(self, event: Event) -> None:
        if isinstance(event, e.BetsOpened):
            self._clear(event.round)
        elif getattr(event, "round", self.number) == self.number:
            self._post(event)

    def _post(self, event: Event) -> None:
        match event:
            case e.Dealt():
                for where, places in event.hands:
                    self.hands[where] = self.hands.get(where, ()) + places
                self.deal_is_over = event.is_last
            case e.HandExamined():
                if not self.hands.get(event.box):
                    raise RoundFault(f"A hand is examined that was not dealt: {event}.")
                self.examined[event.box] = event.player
            case e.HandReturned():
                self._turn(event.box, event.faces)
            case e.Revealed():
                self._turn(event.where, event.faces)
            case e.CardCorrected():
                self.faces[event.place] = event.card
            case e.Folded():
                self.folded.add(event.box)
            case e.IncidentReported():
                self.faces.update(event.faces)
            case e.RulingGiven():
                for where, places in event.hands:
                    self._move(where, places)
            case e.Settled() | e.Voided():
                self.is_over = True

    def _turn(self, where: e.Where, faces: e.Faces) -> None:
        turned, hand = dict(faces), self.hands.get(where, ())
        if not turned.keys() <= set(hand) or turned.keys() & self.faces.keys():
            raise RoundFault(
                f"Cards are turned at {sorted(turned)}, which are not the face-down places "
                f"of {where}, {hand}."
            )
        self.faces.update(turned)

    def _move(self, where: e.Where, places: tuple[int, ...]) -> None:
        # Whoever examined a hand sees what is added to it, but has not seen another hand.
        if not set(self.hands.get(where, ())) <= set(places):
            self.examined.pop(where, None)
        self.hands[where] = places
        self.was_moved = True

    def seen_by(self, viewer: Viewer) -> set[int]:
        """The places whose cards this viewer may see, face up or not."""
        seen = set(self.faces)
        if viewer.role == "player":
            for where, player in self.examined.items():
                if player == viewer.id:
                    seen.update(self.hands[where])
        if viewer.role == "auditor" and self.is_over:
            seen.update(place for places in self.hands.values() for place in places)
        return seen
