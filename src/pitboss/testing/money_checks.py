"""The money of a round, booked from its events alone and compared with the round.

Two ledgers are kept of each round at hand. `pitboss.play.Ledger` is what a house keeps: sums by
bettor. `BetLedger` follows every bet: what is held, what feeds the jackpot meter, what is paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pitboss.play import Event, Ledger, Round, Setup
from pitboss.play import events as e
from pitboss.play.state import SETTLED, VOID
from pitboss.testing.round_fault import RoundFault

Bet = tuple[int, str, str]  # Box, bettor and wager.
BetEvent = e.BetPlaced | e.Played | e.BetReduced | e.BetRemoved | e.BetAnnulled | e.PaymentCorrected


class Books:
    """The ledgers of this round and of the one before."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.ledgers: dict[int, tuple[Ledger, BetLedger]] = {}
        self.number = 0

    @property
    def held(self) -> Mapping[Bet, int]:
        """The bets of the latest round that stand, by the events."""
        return self.ledgers[self.number][1].held

    def post(self, event: Event) -> None:
        if isinstance(event, e.BetsOpened):
            self.number = event.round
            kept = {n: pair for n, pair in self.ledgers.items() if n == event.round - 1}
            self.ledgers = {**kept, event.round: (Ledger(), BetLedger(self.setup))}
        number = getattr(event, "round", self.number)
        if number not in self.ledgers:
            raise RoundFault(f"An event is about a round that is no longer at hand: {event}.")
        for ledger in self.ledgers[number]:
            ledger.post(event)

    def check(self, round: Round) -> None:
        """Compare the ledgers with this round and the one before."""
        for target in (round, round.before):
            if target is None or target.number not in self.ledgers:
                continue
            sums, bets = self.ledgers[target.number]
            by_events, by_round = _of_ledger(sums, target.phase == VOID), _of_round(target)
            if by_events != by_round:
                raise RoundFault(
                    f"The money differs: by the events {by_events}, "
                    f"in round {target.number} {by_round}."
                )
            bets.check(target)


class BetLedger:
    """Every bet of one round, and every unit that it moves.

    A stake comes from the bettor and is held until the round is over. Then it is returned, lost to
    the house, or paid by it.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.bettors: Counter[str] = Counter()  # What the round has come to so far.
        self.held: dict[Bet, int] = {}
        self.payments: list[tuple[Bet, int]] = []  # Line by line: the bet and its net.
        self.house = 0
        self.fed: dict[Bet, int] = {}  # What each bet put into the meter.
        self.folded: set[int] = set()
        self.removed: set[Bet] = set()  # Bets that were returned after the close.
        self.is_closed = self.is_over = self.is_void = False

    def post(self, event: Event) -> None:
        match event:
            case e.BetPlaced():
                self._placed(event)
            case e.Played():
                self._played(event)
            case e.Folded():
                self._folded(event)
            case e.BetReduced() | e.BetRemoved():
                self._lowered(event)
            case e.BetsClosed():
                self._closed(event)
            case e.BetAnnulled():
                self._annulled(event)
            case e.Settled():
                self._settled(event)
            case e.PaymentCorrected():
                self._corrected(event)
            case e.Voided():
                self._voided(event)
            case _:
                return
        if self.house + sum(self.bettors.values()) + sum(self.held.values()):
            raise RoundFault(f"Money appears or disappears: {event}.")

    def _placed(self, event: e.BetPlaced) -> None:
        if self.is_closed:
            raise RoundFault(f"A late bet is in: {event}.")
        self._hold(_bet(event), event.amount)

    def _played(self, event: e.Played) -> None:
        if _bet(event) in self.held or event.box in self.folded:
            raise RoundFault(f"A hand is decided twice: {event}.")
        if self.held.get((event.box, event.bettor, self.setup.first)) != event.amount:
            raise RoundFault(f"The Play stake does not equal the first bet: {event}.")
        self._hold(_bet(event), event.amount)

    def _folded(self, event: e.Folded) -> None:
        played = self.setup.follow_up and (event.box, event.bettor, self.setup.follow_up)
        if played in self.held or event.box in self.folded:
            raise RoundFault(f"A hand is decided twice: {event}.")
        self.folded.add(event.box)

    def _hold(self, bet: Bet, amount: int) -> None:
        if amount <= 0:
            raise RoundFault(f"A stake of {amount} on {bet}.")
        self.bettors[bet[1]] -= amount
        self.held[bet] = self.held.get(bet, 0) + amount

    def _lowered(self, event: e.BetReduced | e.BetRemoved) -> None:
        bet = _bet(event)
        if not 0 < event.amount <= self.held.get(bet, 0):
            raise RoundFault(f"More is returned than is held: {event}.")
        if isinstance(event, e.BetRemoved) and event.amount != self.held[bet]:
            raise RoundFault(f"A bet is removed in part: {event}.")
        self.bettors[event.bettor] += event.amount
        self.held[bet] -= event.amount
        left = self.held[bet]
        if not left:
            del self.held[bet]
            if self.is_closed:
                self.removed.add(bet)
        self._feeds(event, left)

    def _feeds(self, event: e.BetReduced | e.BetRemoved | e.BetAnnulled, left: int) -> None:
        """The meter returns what the bet fed it, less the part of what is left of the bet."""
        bet = _bet(event)
        part = self._part(left) if bet in self.fed else 0
        if event.from_meter != self.fed.get(bet, 0) - part:
            raise RoundFault(f"The meter returns a wrong amount, having got {self.fed}: {event}.")
        if bet in self.fed:
            self.fed[bet] = part

    def _part(self, stake: int) -> int:
        return int(self.setup.contribution * stake)

    def _closed(self, event: e.BetsClosed) -> None:
        self.is_closed = True
        self.fed = {(fed.box, fed.bettor, fed.wager): fed.amount for fed in event.contributions}
        for bet, stake in self.held.items():
            if bet in self.fed and self.fed[bet] != self._part(stake):
                raise RoundFault(f"The meter gets a wrong part of {bet}: {event}.")

    def _annulled(self, event: e.BetAnnulled) -> None:
        if not self.is_over or all(bet != _bet(event) for bet, _ in self.payments):
            raise RoundFault(f"A bet is annulled that was not settled: {event}.")
        self._feeds(event, 0)

    def _settled(self, event: e.Settled) -> None:
        if self.is_over:
            raise RoundFault(f"A round is settled twice: {event}.")
        self._check_decisions()
        meter = event.jackpot or 0
        for payment in event.payments:
            bet, stake, net = _bet(payment), payment.stake, payment.net
            meter -= payment.from_meter
            if meter < 0 or not 0 <= payment.from_meter <= max(net + stake, 0):
                raise RoundFault(f"The meter pays more than it has, or than is paid: {payment}.")
            if stake and self.held.pop(bet, None) != stake:
                raise RoundFault(f"The stake that is settled is not the one held: {payment}.")
            if net < -stake:
                raise RoundFault(f"A bet loses more than its stake: {payment}.")
            self.bettors[payment.bettor] += stake + net
            self.house -= net
            self.payments.append((bet, net))
        if self.held:
            raise RoundFault(f"Bets are still held after settlement: {self.held}.")
        self.is_over = True

    def _check_decisions(self) -> None:
        """Whoever may fold has folded or played, and nobody both."""
        first, follow_up = self.setup.first, self.setup.follow_up
        for box, bettor, wager in self.held if follow_up else ():
            if wager == first:
                play = (box, bettor, follow_up)
                has_played = play in self.held or play in self.removed
                if has_played == (box in self.folded):
                    raise RoundFault(f"Box {box} has not decided, or has decided twice.")

    def _corrected(self, event: e.PaymentCorrected) -> None:
        if event.line == len(self.payments):
            self.payments.append((_bet(event), 0))
        if self.is_void or self.payments[event.line] != (_bet(event), event.was):
            raise RoundFault(f"A payment is corrected that was not made: {event}.")
        self.payments[event.line] = (_bet(event), event.net)
        self.bettors[event.bettor] += event.net - event.was
        self.house -= event.net - event.was

    def _voided(self, event: e.Voided) -> None:
        for bet in event.bets:
            self.bettors[bet.bettor] += bet.amount
            self.house -= bet.amount
        self.house += sum(self.held.values())  # Part of what was just handed back.
        self.held, self.payments, self.fed = {}, [], {}
        if any(self.bettors.values()) or self.house:
            raise RoundFault(f"A void leaves somebody with {dict(self.bettors)}: {event}.")
        self.is_over = self.is_void = True

    def check(self, round: Round) -> None:
        fed = {bet: amount for bet, amount in self.fed.items() if amount}
        if round.contributions != fed:
            raise RoundFault(
                f"The meter differs: by the events {fed}, "
                f"in round {round.number} {dict(round.contributions)}."
            )
        by_events: object = self.held
        by_round: object = {bet[:3]: bet[3] for bet in round.bets()}
        if self.is_over:
            by_events = [net for _, net in self.payments]
            by_round = [payment.net for payment in round.payments]
        if by_events != by_round:
            raise RoundFault(
                f"The money differs: by the events {by_events}, in round {round.number} {by_round}."
            )


def _bet(holder: BetEvent | e.Payment) -> Bet:
    return holder.box, holder.bettor, holder.wager


Summary = tuple[Mapping[str, int], Mapping[str, int], int]


def _of_ledger(ledger: Ledger, is_void: bool) -> Summary:
    """What everybody is out of pocket, what was handed over at the end, what the meter has."""
    out = Counter(ledger.staked)
    out.subtract(ledger.returned)
    out.subtract(ledger.paid)
    # What was handed over before a void is part of what goes back: only the sum counts then.
    paid = {} if is_void else _nonzero(ledger.paid)
    return _nonzero(out), paid, ledger.meter_got - ledger.meter_given


def _of_round(round: Round) -> Summary:
    """The same three as the round has them."""
    out: Counter[str] = Counter()
    paid: Counter[str] = Counter()
    meter = sum(round.contributions.values())
    for payment in round.payments:
        out[payment.bettor] -= payment.net
        paid[payment.bettor] += payment.stake + payment.net
        meter -= payment.from_meter
    if round.phase != SETTLED:
        for _, bettor, _, stake in round.bets():
            out[bettor] += stake
    return _nonzero(out), _nonzero(paid), meter


def _nonzero(counter: Counter[str]) -> Mapping[str, int]:
    return {bettor: amount for bettor, amount in counter.items() if amount}
