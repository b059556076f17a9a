"""Hands where they are said to lie."""

from __future__ import annotations

from pitboss.play import events as e
from pitboss.play.state import BoxState, Round


def with_hands(round: Round, hands: e.Hands) -> Round:
    """The round with these hands where they are said to lie."""
    boxes = dict(round.boxes)
    dealer, fourth, last = round.dealer, round.fourth, round.dealt - 1
    for where, places in hands:
        if where == e.DEALER:
            dealer = places
        elif where == e.FOURTH:
            fourth = places[0] if places else None
        else:
            assert isinstance(where, int)
            box = boxes.get(where) or BoxState({})
            # Whoever looked has not seen the hand that lies there now.
            if box.examined_by is not None and not set(box.places) <= set(places):
                box = box._replace(examined_by=None)
            boxes[where] = box._replace(places=places)
        if places and max(places) > last:
            last = max(places)
    return round.but(boxes=boxes, dealer=dealer, fourth=fourth, dealt=last + 1)
