"""A table to play at, in tests: it says commands in the order of play and keeps their events.

Every command is followed by the checks of the random walks. Unless a test names its cards, they
come from a shoe shuffled with a seed.
"""

from __future__ import annotations

import random

from pitboss.cards.deck import DECK, parse
from pitboss.play import commands as c
from pitboss.play.answers import Refusal
from pitboss.play.apply import replay
from pitboss.play.decide import decide, start
from pitboss.play.events import DEALER, FOURTH, Actor, BetReduced, BetRemoved, BetsOpened
from pitboss.play.ledger import Ledger
from pitboss.play.setup import setup
from pitboss.play.shoe import shoe
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.round_checks import RoundChecks

DEALS = Actor("dealer", "dealer")
SUPERVISOR = Actor("supervisor", "pit-supervisor")
MANAGER = Actor("manager", "shift-manager")
PHASES = ("betting", "dealing", "examining", "decided", "revealed", "settled", "next round open")


class Table:
    """One table of a game."""

    def __init__(self, game, cards="", readings=None, policies=None, seed=1, chip=1, **choices):
        rules = RULEBOOKS[game].configure(readings=readings, policies=policies, chip=chip)
        self.setup = setup(rules, **{"boxes": 4, **choices})
        known = parse(cards)
        rest = [card for card in range(DECK) if card not in known]
        random.Random(seed).shuffle(rest)
        self.shoe = shoe([*known, *rest])
        self.round = start(self.setup)
        self.events = []
        self.checks = RoundChecks(self.round)

    def say(self, command):
        """Say a command that is accepted; its events."""
        answer = decide(self.round, command)
        assert not isinstance(answer, Refusal), answer
        after = replay(self.round, answer)
        self.checks.accepted(self.round, command, after, answer, self.shoe.cards)
        self.round = after
        self.events += answer
        return list(answer)

    def refused(self, command):
        """Say a command that is refused; the code and the clause."""
        answer = decide(self.round, command)
        assert isinstance(answer, Refusal), answer
        self.checks.refused(self.round, command, answer)
        return answer.code, answer.clause

    # The order of play

    def open(self):
        self.say(c.OpenBets(DEALS))
        return self

    def bet(self, box, bettor, wager=None, amount=1000, seated=False, by=None):
        wager = wager or self.setup.first
        self.say(c.PlaceBet(by or self.hand(bettor), box, bettor, wager, amount, seated))
        return self

    def hand(self, bettor):
        """Whose hand puts a bet down: the dealer records it, or the bettor places it."""
        return DEALS if self.setup.led_by == "dealer" else Actor(bettor)

    def close(self):
        self.say(c.CloseBets(DEALS))
        return self

    def deal(self, cards=None):
        self.say(c.Deal(DEALS, cards))
        return self

    def cards(self, where):
        return self.shoe.hand(self.round.places(where))

    def look(self, box, bettor=None):
        bettor = bettor or next(iter(self.round.boxes[box].stakes))
        self.say(c.Examine(Actor(bettor), box))
        return self

    def decide(self, box, play=True):
        """The hand comes back: played, folded, or simply returned."""
        stakes = self.round.boxes[box].stakes.values()
        if self.setup.follow_up and any(self.setup.first in wagers for wagers in stakes):
            self.say(c.Play(DEALS, box) if play else c.Fold(DEALS, box))
        elif self.setup.follow_up or not self.setup.face_up:
            self.say(c.ReturnHand(DEALS, box))
        else:
            self.say(c.ReturnHand(DEALS, box, self.cards(box)))
        return self

    def decide_all(self, folds=()):
        for box in sorted(self.round.waiting):
            self.decide(box, box not in folds)
        return self

    def show(self, where=DEALER):
        self.say(c.Reveal(DEALS, where, self.cards(where)))
        return self

    def show_all(self):
        """The dealer's hand, the fourth card, and every hand that is still face down."""
        self.show()
        if self.round.fourth is not None:
            self.show(FOURTH)
        for box, held in sorted(self.round.boxes.items()):
            if held.stakes and len(self.round.cards(box)) < 3:
                self.show(box)
        return self

    def settle(self, jackpot=1_000_000):
        self.say(c.Settle(DEALS, jackpot if self.setup.rules.prices else None))
        return self

    def play_out(self, folds=(), jackpot=1_000_000):
        """From open bets to the end of the round."""
        self.close().deal().decide_all(folds).show_all()
        return self.settle(jackpot)

    def run_out_of_time(self):
        """Nobody touches a hand: those that are out come back, or fold, by the table's policy."""
        self.say(c.TimeOut(DEALS))
        return self

    def to(self, phase, look=True):
        """A round with one bet on box 1 and one on box 2, taken to a phase.

        With `look` off nobody ever handles a card: the hands are left to run out of time.
        """
        steps = PHASES.index(phase)
        self.open().bet(1, "p1").bet(2, "p2")
        if steps > 0:
            self.close()
        if steps > 1:
            self.deal()
            if look:
                self.look(1)
        if steps > 2:
            if look:
                self.decide_all()
            else:
                self.run_out_of_time()
        if steps > 3:
            self.show_all()
        if steps > 4:
            self.settle()
        if steps > 5:
            self.open()
        return self

    # What goes wrong

    def incident(self, incident, by=DEALS, box=None, **details):
        """Report an incident; its number. Details are facts, `round`, `shown`, `bet`, `decided`."""
        fields = {k: details.pop(k) for k in ("round", "shown", "bet", "decided") if k in details}
        facts = {name.replace("_", "-"): str(value) for name, value in details.items()}
        (event,) = self.say(c.ReportIncident(by, incident, facts, box, **fields))
        return event.number

    def rule(self, number=0, by=DEALS, remedy=None, reason="", hands=(), round=None):
        """Give the ruling; its event and what follows from it."""
        return self.say(c.GiveRuling(by, number, remedy, reason, hands, round))

    def ruled(self, incident, by=DEALS, box=None, **details):
        """Report and rule: (remedy, clauses)."""
        number = self.incident(incident, by, box, **details)
        ruling = self.rule(number, by, round=details.get("round"))[0]
        return ruling.remedy, ruling.because.clauses

    def choose(self, box, bettor, option, number=0, round=None):
        return self.say(c.Choose(Actor(bettor), number, box, bettor, option, round))

    # What it comes to

    def nets(self, round=None):
        """By bettor: what the round has come to."""
        nets = {}
        for payment in (round or self.round).payments:
            nets[payment.bettor] = nets.get(payment.bettor, 0) + payment.net
        return nets

    def stakes(self):
        """(box, bettor, wager): stake, for every bet that stands."""
        return {(box, bettor, wager): stake for box, bettor, wager, stake in self.round.bets()}


# What a table's events come to


def wallets(events, number=1):
    """By bettor: the sum of all that round `number` has moved, from the events alone."""
    ledger, current = Ledger(), None
    for event in events:
        if isinstance(event, BetsOpened):
            current = event.round
        if getattr(event, "round", current) == number:
            ledger.post(event)
    bettors = {**ledger.staked, **ledger.returned, **ledger.paid}
    return {
        bettor: ledger.returned[bettor] + ledger.paid[bettor] - ledger.staked[bettor]
        for bettor in bettors
    }


def all_even(events, number=1):
    """Whether nobody has won or lost anything, and somebody had bet."""
    nets = wallets(events, number)
    return bool(nets) and not any(nets.values())


def went_back(table):
    """The events by which bets were removed or reduced."""
    return [event for event in table.events if isinstance(event, BetRemoved | BetReduced)]
