"""A plain ledger of one round, kept from its events alone: every unit that moves is written down.

What a bettor puts in comes from the wallet and is held until the round is over; then it goes back,
is lost to the house, or is paid by it.
"""

from collections import defaultdict

from pitboss.play import events as e
from tests.walking.wrong import Wrong


class Ledger:
    def __init__(self, setup):
        self.setup = setup
        self.wallets = defaultdict(int)  # By bettor: what the round has come to so far.
        self.held = {}  # By box, bettor and wager: stakes in play.
        self.nets = []  # Of the payments, line by line.
        self.owners = []  # The box, bettor and wager of each line.
        self.house = 0
        self.priced = {}  # Of what is held, what feeds the meter; and so it stays when settled.
        self.about = {}  # By incident: the box and the bet that it is about.
        self.folded, self.taken_off = set(), set()  # Boxes; bets that went back after the close.
        self.is_closed = self.is_over = self.is_void = False

    def after(self, event):
        if type(event) in AFTER:
            AFTER[type(event)](self, event)
            if self.house + sum(self.wallets.values()) + sum(self.held.values()):
                raise Wrong(f"money: {event} makes or loses some")

    def placed(self, event):
        if self.is_closed:
            raise Wrong(f"late bet: {event} after the close")
        self._put((event.box, event.bettor, event.wager), event.amount)

    def played(self, event):
        box, bettor, amount = event.box, event.bettor, event.amount
        key = (box, bettor, self.setup.follow_up)
        if key in self.held or box in self.folded:
            raise Wrong(f"decision: {event} after another")
        if self.held.get((box, bettor, self.setup.first)) != amount:
            raise Wrong(f"money: {event} is not what the first bet was")
        self._put(key, amount)

    def went_down(self, event):
        if (event.box, event.bettor, self.setup.follow_up) in self.held or event.box in self.folded:
            raise Wrong(f"decision: {event} after another")
        self.folded.add(event.box)

    def _put(self, key, amount):
        if amount <= 0:
            raise Wrong(f"money: a stake of {amount}")
        self.wallets[key[1]] -= amount
        self.held[key] = self.held.get(key, 0) + amount

    def lowered(self, event):
        key = (event.box, event.bettor, event.wager)
        if not 0 < event.amount <= self.held.get(key, 0):
            raise Wrong(f"money: {event} gives back more than is held")
        if type(event) is e.BetRemoved and event.amount != self.held[key]:
            raise Wrong(f"money: {event} leaves a rest")
        self.wallets[event.bettor] += event.amount
        self.held[key] -= event.amount
        if not self.held[key]:
            del self.held[key]
            self.priced.pop(key, None)
            if self.is_closed:
                self.taken_off.add(key)

    def closed(self, event):
        self.is_closed = True
        prices = self.setup.rules.prices
        self.priced = {key: stake for key, stake in self.held.items() if key[2] in prices}

    def meter(self):
        """What the bets in play have put into the meter."""
        return int(self.setup.contribution * sum(self.priced.values()))

    def reported(self, event):
        self.about[event.number] = event.box, event.bet

    def ruled(self, event):
        box, bet = self.about[event.number]
        if event.remedy == "remove-hand" or (event.remedy == "remove-bet" and bet):
            self.out(box, bet[1] if event.remedy == "remove-bet" else self.setup.first)

    def chosen(self, event):
        if event.option == "return":
            self.out(event.box, self.setup.first)

    def out(self, box, wager):
        """A bet goes back after settlement, and what rests on the first bet goes with that.

        Where there is a meter, a box has one bettor.
        """
        for key in list(self.priced if self.is_over else ()):
            if key[0] == box and wager in (key[2], self.setup.first):
                del self.priced[key]

    def settled(self, event):
        if self.is_over:
            raise Wrong(f"money: {event} settles twice")
        self.all_decided()
        left = dict(self.held)
        for one in event.payments:
            key, stake, net = (one.box, one.bettor, one.wager), one.stake, one.net
            if stake and left.pop(key, None) != stake:
                raise Wrong(f"money: {key} is settled for {stake}, which is not what is held")
            if net < -stake:
                raise Wrong(f"money: {key} loses more than its stake")
            self.wallets[one.bettor] += stake + net
            self.house -= net
            self.nets.append(net)
            self.owners.append(key)
        if left:
            raise Wrong(f"money: {left} is still held after settlement")
        self.held, self.is_over = left, True

    def all_decided(self):
        """Who may fold has folded or played, and nobody both."""
        first, follow_up = self.setup.first, self.setup.follow_up
        for box, bettor, wager in self.held if follow_up else ():
            play = (box, bettor, follow_up)
            is_in = play in self.held or play in self.taken_off
            if wager == first and is_in == (box in self.folded):
                raise Wrong(f"decision: box {box} has not decided, or twice")

    def corrected(self, event):
        line = event.line
        if line == len(self.nets):
            self.nets.append(0)
            self.owners.append((event.box, event.bettor, event.wager))
        key = (event.box, event.bettor, event.wager)
        if self.is_void or self.nets[line] != event.was or self.owners[line] != key:
            raise Wrong(f"money: {event} corrects what was not paid")
        self.nets[line] = event.net
        self.wallets[event.bettor] += event.net - event.was
        self.house -= event.net - event.was

    def voided(self, event):
        for bettor, amount in event.returned:
            self.wallets[bettor] += amount
            self.house -= amount
        for stake in self.held.values():
            self.house += stake  # What is no longer held went out with the rest.
        self.held, self.nets, self.owners = {}, [], []
        if any(self.wallets.values()) or self.house or event.contribution != self.meter():
            raise Wrong(f"money: {event} leaves {dict(self.wallets)}, meter {self.meter()}")
        self.priced = {}
        self.is_over = self.is_void = True

    def agrees(self, round):
        """Compare with the round's own books."""
        if self.is_closed and round.contribution != self.meter():
            raise Wrong(f"money: {round.contribution} in the meter where {self.meter()} is due")
        if self.is_over:
            nets = [paid.net for paid in round.payments]
            if nets != self.nets:
                raise Wrong(f"money: the round says {nets}, the events {self.nets}")
        else:
            bets = {(box, bettor, wager): stake for box, bettor, wager, stake in round.bets()}
            if bets != self.held:
                raise Wrong(f"money: the round holds {bets}, by the events {self.held}")


AFTER = {
    e.BetPlaced: Ledger.placed,
    e.Played: Ledger.played,
    e.Folded: Ledger.went_down,
    e.BetReduced: Ledger.lowered,
    e.BetRemoved: Ledger.lowered,
    e.BetsClosed: Ledger.closed,
    e.IncidentReported: Ledger.reported,
    e.RulingGiven: Ledger.ruled,
    e.OptionChosen: Ledger.chosen,
    e.Settled: Ledger.settled,
    e.PaymentCorrected: Ledger.corrected,
    e.Voided: Ledger.voided,
}
