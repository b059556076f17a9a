"""Cards that lie where they should not, and where they are moved to."""

from pitboss.cards.deck import DECK
from pitboss.play import commands as c
from pitboss.play.dealing import order
from pitboss.play.events import DEALER, FOURTH
from tests.support.walking.scene import DEALS


def due(scene):
    """By hand: the places that it should be dealt next."""
    made = {}
    for place, where in enumerate(order(scene.round)[scene.round.dealt :], scene.round.dealt):
        made.setdefault(where, []).append(place)
    return made


def dealt_by_hand(scene, chance):
    """A dealer deals, rightly or not."""
    hands = {where: list(places) for where, places in due(scene).items()}
    if hands and chance.random() < 0.6:
        disorder(hands, scene.round, chance)
    made = tuple((where, tuple(places)) for where, places in hands.items())
    return c.Deal(DEALS, hands=made, is_last=chance.random() < 0.9)


def disorder(hands, round, chance):
    """One thing goes wrong."""
    where, other = chance.choice(list(hands)), chance.choice(list(hands))
    used = [place for places in hands.values() for place in places]
    beyond = max([round.dealt - 1, *used]) + 1
    kind = chance.randrange(6)
    if kind == 0:
        hands[where], hands[other] = hands[other], hands[where]
    elif kind == 1 and hands[where]:
        hands[other].append(hands[where].pop())
    elif kind == 2 and beyond < DECK:
        hands[where].append(beyond)
    elif kind == 3 and hands[where]:
        hands[where].pop()
    elif kind == 4:
        hands[chance.randint(1, round.setup.boxes)] = hands.pop(where)
    else:
        del hands[where]


def moved(round, chance):
    """Where the cards lie after a ruling: whole hands swapped, single cards, or all put right."""
    hands = {where: list(places) for where, places in round.hands()}
    if not hands:
        return ()
    kind = chance.random()
    if kind < 0.4:
        one, other = chance.choice(list(hands)), chance.choice(list(hands))
        hands = {one: hands[other], other: hands[one]}
    elif kind < 0.7:
        put_right(hands, round)
    else:
        disorder(hands, round, chance)
    return tuple((where, tuple(places)) for where, places in hands.items())


def put_right(hands, round):
    """Three cards for every hand, one for the table."""
    staked = [number for number, box in round.boxes.items() if box.stakes]
    places = [place for held in hands.values() for place in held]
    places += [place for place in range(DECK) if place not in places]
    for where in {**hands, **dict.fromkeys((*staked, DEALER))}:
        count = 1 if where == FOURTH else 3
        hands[where] = places[:count]
        del places[:count]
