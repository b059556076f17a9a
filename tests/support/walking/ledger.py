"""A plain ledger of one round, kept from its events alone: every unit that moves is written down.

What a bettor puts in comes from the wallet and is held until the round is over; then it goes back,
is lost to the house, or is paid by it.
"""

from collections import defaultdict

from pitboss.play import events as e
from tests.support.walking.wrong import Wrong


class Ledger:
    def __init__(self, setup):
        self.setup = setup
        self.wallets = defaultdict(int)  # By bettor: what the round has come to so far.
        self.held = {}  # By box, bettor and wager: stakes in play.
        self.nets = []  # Of the payments, line by line.
        self.owners = []  # The box, bettor and wager of each line.
        self.house = 0
        self.fed = {}  # By bet: what it has put into the meter; and so it stays when settled.
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
        key = (box, bettor, event.wager)
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
            if self.is_closed:
                self.taken_off.add(key)
        self.feeds_less(event, self.held.get(key, 0))

    def feeds_less(self, event, left):
        """The meter gives back what a bet fed it, but for what is left of the bet."""
        key = (event.box, event.bettor, event.wager)
        due = self.part(left) if key in self.fed else 0
        if event.from_meter != self.fed.get(key, 0) - due:
            raise Wrong(f"meter: {event}, which was fed {self.fed}")
        if key in self.fed:
            self.fed[key] = due

    def part(self, stake):
        return int(self.setup.contribution * stake)

    def closed(self, event):
        """What leaves at the close has not fed the meter; of the rest, every priced bet has."""
        self.is_closed = True
        self.fed = {tuple(part[:3]): part.amount for part in event.contributions}
        for key, stake in self.held.items():
            if key in self.fed and self.fed[key] != self.part(stake):
                raise Wrong(f"meter: {event} takes the wrong part of {key}")

    def meter(self):
        """What the bets in play have put into the meter."""
        return sum(self.fed.values())

    def annulled(self, event):
        key = (event.box, event.bettor, event.wager)
        if not self.is_over or key not in self.owners:
            raise Wrong(f"money: {event} annuls what was not settled")
        self.feeds_less(event, 0)

    def settled(self, event):
        if self.is_over:
            raise Wrong(f"money: {event} settles twice")
        self.all_decided()
        left, meter = dict(self.held), event.jackpot or 0
        for one in event.payments:
            meter -= one.from_meter
            if meter < 0 or not 0 <= one.from_meter <= max(one.net + one.stake, 0):
                raise Wrong(f"meter: {event} takes more out than there is, or than is paid")
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
        for bet in event.bets:
            self.wallets[bet.bettor] += bet.amount
            self.house -= bet.amount
        for stake in self.held.values():
            self.house += stake  # What is no longer held went out with the rest.
        self.held, self.nets, self.owners = {}, [], []
        if any(self.wallets.values()) or self.house:
            raise Wrong(f"money: {event} leaves {dict(self.wallets)}")
        self.fed = {}
        self.is_over = self.is_void = True

    def agrees(self, round):
        """Compare with the round's own books."""
        fed = {key: amount for key, amount in self.fed.items() if amount}
        if round.contributions != fed:
            raise Wrong(f"meter: {round.contributions} where {fed} is due")
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
    e.BetAnnulled: Ledger.annulled,
    e.Settled: Ledger.settled,
    e.PaymentCorrected: Ledger.corrected,
    e.Voided: Ledger.voided,
}
