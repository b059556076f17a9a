"""Whether a view shows only what its viewer may see: the hidden cards are others, the view is not.

Which places a viewer may see comes from the events, by `felt`, and not from the code of views.
"""

import json
import random

from pitboss.cards.deck import DECK
from pitboss.language.irregularities import AUTHORITIES
from pitboss.play import views
from pitboss.play.shoe import Shoe
from pitboss.play.views import Viewer
from tests.support.walking.wrong import Wrong

STRANGER = "p9"


def viewers(round):
    """Everybody who may look: who has bets, who looked, somebody without either, and the staff."""
    names = {STRANGER}
    for box in round.boxes.values():
        names.update(box.stakes)
        if box.examined_by:
            names.add(box.examined_by)
    yield from (Viewer("player", name) for name in sorted(names))
    # Staff may have a name that a player has, too.
    yield from (Viewer(role, "p1") for role in ("spectator", "auditor", *AUTHORITIES))


def shown(round, viewer, cards):
    """What leaves for this viewer, byte by byte."""
    return json.dumps(views.view(round, viewer, Shoe(tuple(cards)))).encode()


def look(round, felt, cards, seed=0):
    """Look at the round with everybody's eyes; how many they were."""
    count = 0
    for viewer in viewers(round):
        seen = felt.seen_by(*viewer)
        hidden = [place for place in range(DECK) if place not in seen]
        right = shown(round, viewer, cards)
        others, unknown = list(cards), list(cards)
        for place, card in zip(hidden, permuted(cards, hidden, seed), strict=True):
            others[place], unknown[place] = card, None
        if shown(round, viewer, others) != right:
            raise Wrong(f"leak: {viewer} can tell the hidden cards in {round.phase}")
        if shown(round, viewer, unknown) != right:
            raise Wrong(f"leak: the shoe is asked for cards that {viewer} may not see")
        count += 1
    return count


def permuted(cards, places, seed):
    """The cards of these places in another order, each at another place."""
    kept = [cards[place] for place in places]
    if len(kept) < 2:  # One card that nobody has seen can be told from the others.
        return kept
    shift = random.Random(seed).randrange(1, len(kept))
    return kept[shift:] + kept[:shift]


def sees_changes(round, felt, cards):
    """The other way round: a card that a viewer may see is in the view. How often it was tried."""
    in_hands = [place for places in felt.hands.values() for place in places]
    free = [card for card in range(DECK) if card not in felt.up.values()]
    count = 0
    for viewer in viewers(round):
        right = shown(round, viewer, cards)
        for place in felt.seen_by(*viewer).intersection(in_hands):
            changed, other = round, list(cards)
            if place in felt.up:
                changed = round.but(faces={**round.faces, place: free[0]})
            else:
                # Every place may be in a hand: then another hidden card is exchanged with it.
                hidden = [n for n in range(DECK) if n not in felt.up and n != place]
                at = next((n for n in hidden if n not in in_hands), hidden[0])
                other[place], other[at] = other[at], other[place]
            if shown(changed, viewer, other) == right:
                raise Wrong(f"blind: {viewer} does not see place {place} in {round.phase}")
            count += 1
    return count
