"""Views show what a viewer may see, and nothing else.

Exchange the hidden cards, and every viewer is sent the same bytes; change a card that the viewer
may see, and the bytes change. Which places a viewer may see is worked out by `Felt`, not by the
code of views.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from pitboss.cards.deck import DECK
from pitboss.language.irregularities import AUTHORITIES
from pitboss.play import Round, Shoe, Viewer, view
from pitboss.testing.felt import Felt
from pitboss.testing.round_fault import RoundFault

STRANGER = "stranger"


def viewers(round: Round) -> Iterator[Viewer]:
    """Every kind of viewer: bettors, whoever examined a hand, a stranger, and the staff."""
    people = {STRANGER}
    for box in round.boxes.values():
        people.update(box.stakes)
        if box.examined_by:
            people.add(box.examined_by)
    yield from (Viewer("player", person) for person in sorted(people))
    # Staff may have the id of a player; it must not help them.
    yield from (Viewer(role, "p1") for role in ("spectator", "auditor", *AUTHORITIES))


def check_hidden(
    round: Round, felt: Felt, cards: Sequence[int], viewer: Viewer, turn: int = 0
) -> None:
    """Exchange the cards that this viewer may not see, then remove them: the bytes stay the same.

    Each hidden card goes to another place; `turn` chooses by how many it is shifted.
    """
    seen = felt.seen_by(viewer)
    hidden = [place for place in range(DECK) if place not in seen]
    exchanged: list[int | None] = list(cards)
    unknown: list[int | None] = list(cards)
    shift = turn % (len(hidden) - 1) + 1 if len(hidden) > 1 else 0
    for i, place in enumerate(hidden):
        exchanged[place] = cards[hidden[(i + shift) % len(hidden)]]
        unknown[place] = None
    shown = _bytes(round, viewer, cards)
    if _bytes(round, viewer, exchanged) != shown:
        raise RoundFault(f"A view leaks: {viewer} can tell the hidden cards in {round.phase}.")
    if _bytes(round, viewer, unknown) != shown:
        raise RoundFault(f"A view leaks: it asks for cards that {viewer} may not see.")


def check_shown(
    round: Round, felt: Felt, cards: Sequence[int], viewer: Viewer, turn: int = 0
) -> bool:
    """Change one card that this viewer may see: the bytes change. False if there is no such card.

    `turn` chooses the card.
    """
    in_hands = [place for places in felt.hands.values() for place in places]
    seen = sorted(felt.seen_by(viewer).intersection(in_hands))
    if not seen:
        return False
    place = seen[turn % len(seen)]
    changed, others = round, list(cards)
    if place in felt.faces:
        unused = next(card for card in range(DECK) if card not in felt.faces.values())
        changed = round.but(faces={**round.faces, place: unused})
    else:
        hidden = [n for n in range(DECK) if n not in felt.faces and n != place]
        # If every hidden place belongs to a hand, exchange with one of those.
        other = next((n for n in hidden if n not in in_hands), hidden[0])
        others[place], others[other] = others[other], others[place]
    if _bytes(changed, viewer, others) == _bytes(round, viewer, cards):
        raise RoundFault(f"A view hides too much: {viewer} does not see place {place}.")
    return True


def _bytes(round: Round, viewer: Viewer, cards: Sequence[int | None]) -> bytes:
    return json.dumps(view(round, viewer, Shoe(tuple(cards)))).encode()
