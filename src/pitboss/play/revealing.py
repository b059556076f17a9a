"""Cards are turned up: the dealer's hand, the fourth card, hands that stayed face down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.cards.deck import DECK, name
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Answer, Refusal, refuse
from pitboss.play.dealing import HAND, named
from pitboss.play.state import DECIDED, EXAMINING, REVEALED, Round


def reveal(round: Round, command: c.Reveal) -> Answer:
    where, cards = command.where, tuple(command.cards)
    refused = _too_soon(round, where) or wrong_cards(round, where, cards)
    if refused:
        return refused
    # The dealer's hand may have been turned up by mistake, and is shown all the same.
    places = round.places(where)
    if where != e.DEALER and places[0] in round.faces and round.is_up(places):
        return refuse("rule/twice", "That hand is face up already; a card can be corrected.")
    return (e.Revealed(where, turned(round, where, cards), command.by),)


def turned(round: Round, where: e.Where, cards: Sequence[int | None]) -> e.Faces:
    """The places of the cards that are turned now; those that were up keep theirs."""
    places, faces = round.places(where), round.faces
    if None in cards:  # Named place by place.
        pairs = zip(places, cards, strict=True)
        return tuple((at, card) for at, card in pairs if card is not None and at not in faces)
    fresh = [card for card in cards if card is not None]
    if not faces.keys().isdisjoint(places):
        known = [faces[place] for place in places if place in faces]
        places = tuple(place for place in places if place not in faces)
        fresh = [card for card in fresh if card not in known]
    # Fewer cards than places where they are turned one by one.
    return tuple(zip(places, fresh, strict=False))


def _too_soon(round: Round, where: e.Where) -> Refusal | None:
    steps, setup = round.setup.procedure, round.setup
    if where == e.FOURTH:
        if not setup.rules.rulebook.fourth_card:
            return refuse("cards/fourth", f"There is no fourth card in {setup.rules.key}.")
        if round.phase != (REVEALED if setup.fourth_turned == "last" else DECIDED):
            message = "The fourth card is not turned yet."
            return refuse("round/order", message, steps.fourth)
        return None
    if where == e.DEALER:
        if round.phase != DECIDED:
            message = "The dealer's hand is turned once, after every hand is back."
            return refuse("round/order", message, steps.reveals)
        if setup.fourth_turned == "first" and round.fourth not in (None, *round.faces):
            return refuse("round/order", "The fourth card is turned first.", steps.fourth)
        return None
    if type(where) is not int or not round.places(where):
        return refuse("unknown/box", f"There is no hand on box {where!r}.")
    if round.phase != REVEALED:
        message = "Hands are turned up after the dealer's."
        return refuse("round/order", message, steps.compares)
    return None


def wrong_cards(round: Round, where: e.Where, cards: Sequence[int | None]) -> Refusal | None:
    """Whether these can't be cards of that hand: all three, or those that are turned now."""
    places, faces = round.places(where), round.faces
    wanted = 1 if where == e.FOURTH else HAND
    if len(places) != wanted:
        message = f"{named(where)} has {len(places)} cards and not {wanted}: report it."
        return refuse("cards/count", message)
    named_now = [card for card in cards if card is not None]
    if len(cards) == len(named_now) == wanted and faces.keys().isdisjoint(places):
        return _twice(cards, named_now, faces)  # A whole hand, and none of it was up before.
    known = [faces[place] for place in places if place in faces]
    if None in cards:
        if not _fit(places, cards, faces):
            return refuse("cards/differ", "Name the hand card by card, ?? for one that is down.")
        fresh = [
            card
            for place, card in zip(places, cards, strict=True)
            if card is not None and place not in faces
        ]
        cards = [card for card in cards if card is not None]
    else:
        fresh = [card for card in cards if card is not None and card not in known]
    if known and len(cards) == wanted and len(fresh) + len(known) != wanted:
        return refuse("cards/differ", "A card of that hand that lies face up is another.")
    if len(fresh) > wanted - len(known) or not cards:
        return refuse("cards/count", f"{len(cards)} cards where {wanted} should be.")
    return _twice(cards, fresh, faces)


def _fit(places: Sequence[int], cards: Sequence[int | None], faces: Mapping[int, int]) -> bool:
    """Whether cards named place by place agree with those that lie there face up."""
    return len(cards) == len(places) and all(
        card is None or faces.get(place, card) == card
        for place, card in zip(places, cards, strict=True)
    )


def _twice(
    cards: Sequence[int | None], fresh: Sequence[int], faces: Mapping[int, int]
) -> Refusal | None:
    """Whether something is no card, or a card that is turned now lies face up already."""
    for card in cards:
        if type(card) is not int or not 0 <= card < DECK:
            return refuse("cards/unknown", "Name each card by rank and suit, such as Qh.")
    turned = set(fresh)
    if len(turned) == len(fresh) and turned.isdisjoint(faces.values()):
        return None
    twice = next(card for i, card in enumerate(fresh) if card in (*faces.values(), *fresh[:i]))
    return refuse("cards/twice", f"{name(twice)} was dealt already; one deck holds it once.")


def correct_card(round: Round, command: c.CorrectCard) -> Answer:
    """A mistyped card, until settlement."""
    by, where, was, card = command
    if round.phase not in (EXAMINING, DECIDED, REVEALED):
        message = "A card is corrected before settlement; afterwards a payment is."
        return refuse("round/order", message, round.setup.procedure.ends)
    if any(type(named_card) is not int or not 0 <= named_card < DECK for named_card in (was, card)):
        return refuse("cards/unknown", "Name the card by rank and suit, such as Qh.")
    places = round.places(where) if type(where) in (int, str) else ()
    showing = [place for place in places if round.faces.get(place) == was]
    if not showing:
        return refuse("cards/unknown", f"{named(where)} has no such card face up.")
    if card in round.faces.values():
        return refuse("cards/twice", f"{name(card)} was dealt already; one deck holds it once.")
    return (e.CardCorrected(where, showing[0], was, card, by),)
