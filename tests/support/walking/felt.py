"""What lies on the felt, worked out from the events alone: hands, cards that are up, who looked.

It is a second road to what `apply` keeps and `view` shows, and shares no code with either.
"""

from pitboss.play import events as e
from tests.support.walking.wrong import Wrong


class Felt:
    """The cards of the latest round, by their places in the shoe."""

    def __init__(self):
        self.open(0)

    def open(self, number):
        self.number = number
        self.hands = {}  # By box, "dealer", "fourth": places.
        self.up = {}  # By place: the card that lies face up there.
        self.looked = {}  # By box: who looked at its hand.
        self.folded = set()
        self.was_moved = False  # Whether a ruling has moved cards.
        self.deal_is_over = False
        self.is_over = False

    def after(self, event):
        kind = type(event)
        if kind is e.BetsOpened:
            self.open(event.round)
        elif kind in AFTER and getattr(event, "round", self.number) == self.number:
            AFTER[kind](self, event)

    def dealt(self, event):
        for where, places in event.hands:
            self.hands[where] = self.hands.get(where, ()) + places
        self.deal_is_over = event.is_last

    def examined(self, event):
        if not self.hands.get(event.box):
            raise Wrong(f"cards: {event}, and there is no hand")
        self.looked[event.box] = event.player

    def turned(self, event):
        """Cards of a hand are turned up, each at a place of that hand that was face down."""
        where = event.box if type(event) is e.HandReturned else event.where
        turned = dict(event.faces)
        if not set(self.hands.get(where, ())) >= set(turned) or set(turned) & set(self.up):
            raise Wrong(f"cards: {event}, and the hand is {self.hands.get(where)}")
        self.up = {**self.up, **turned}

    def corrected(self, event):
        self.up = {**self.up, event.place: event.card}

    def went_down(self, event):
        self.folded.add(event.box)

    def reported(self, event):
        self.up = {**self.up, **dict(event.faces)}

    def ruled(self, event):
        for where, places in event.hands:
            # Who looked holds the hand, and sees what is added to it; another hand is unseen.
            if not set(self.hands.get(where, ())) <= set(places):
                self.looked.pop(where, None)
            self.hands[where] = places
            self.was_moved = True

    def ended(self, event):
        self.is_over = True

    def seen_by(self, role, name):
        """The places whose cards somebody may see, face up or not."""
        seen = set(self.up)
        if role == "player":
            for box, who in self.looked.items():
                if who == name:
                    seen.update(self.hands[box])
        if role == "auditor" and self.is_over:
            for places in self.hands.values():
                seen.update(places)
        return seen


AFTER = {
    e.Dealt: Felt.dealt,
    e.HandExamined: Felt.examined,
    e.HandReturned: Felt.turned,
    e.Revealed: Felt.turned,
    e.CardCorrected: Felt.corrected,
    e.Folded: Felt.went_down,
    e.IncidentReported: Felt.reported,
    e.RulingGiven: Felt.ruled,
    e.Settled: Felt.ended,
    e.Voided: Felt.ended,
}
