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
            stakes, seated, seen, looked, played, accepts, came = box
            # Whoever looked has not seen the hand that lies there now.
            if looked is not None and not set(seen) <= set(places):
                looked = None
            boxes[where] = BoxState(stakes, seated, places, looked, played, accepts, came)
        last = max((last, *places))
    return round.but(boxes=boxes, dealer=dealer, fourth=fourth, dealt=last + 1)
