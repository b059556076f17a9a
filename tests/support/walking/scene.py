"""Where a walk stands: the round, the cards of its shoe, and who is there."""

from pitboss.cards.deck import DECK
from pitboss.language.irregularities import AUTHORITIES
from pitboss.play.events import Actor

PEOPLE = ("p1", "p2", "p3", "p4", "p5")
STAFF = tuple(Actor(role, role) for role in AUTHORITIES)
DEALS, MANAGER = STAFF[0], STAFF[-1]


class Scene:
    def __init__(self, round):
        self.round = round
        self.cards = list(range(DECK))  # By place; who walks knows them all.
        self.wanted = 1  # How many bets this round should have, more or less.
        self.is_hasty = False  # Whether the round is only to be brought to its end.
        self.in_vain = 0  # Sensible commands that were refused, one after the other.
        self.last = None  # The last command that was let through.

    @property
    def setup(self):
        return self.round.setup

    def begin(self, chance):
        """A new round has begun, with another shuffle."""
        chance.shuffle(self.cards)
        self.wanted = chance.choice((1, 2, 2, 3, 4, 6))

    def learn(self):
        """What was named as it was turned is what lies there, mistyped or not."""
        for place, card in self.round.faces.items():
            if self.cards[place] != card:
                other = self.cards.index(card)
                self.cards[place], self.cards[other] = card, self.cards[place]

    def hand(self, where):
        return tuple(self.cards[place] for place in self.round.places(where))

    def down(self, where):
        """The cards of a hand that lie face down."""
        faces = self.round.faces
        return tuple(self.cards[p] for p in self.round.places(where) if p not in faces)
