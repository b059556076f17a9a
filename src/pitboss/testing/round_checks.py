"""What must hold after every command, whatever it was.

The events are the record, so the money, the cards and the reasons are worked out from them again,
apart from the code that made them, and the round is compared with the result.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass

from pitboss.cards.deck import DECK, name
from pitboss.cards.hands import row_of
from pitboss.errors import PitbossError
from pitboss.language.irregularities import AUTHORITIES
from pitboss.language.policies import EVERY_TABLE
from pitboss.play import Command, Event, Refusal, Round, Setup, replay, start
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.setup import SELF_RUNNING
from pitboss.play.state import EXAMINING, OVER, RETURN, REVEALED
from pitboss.rulebooks.clauses import clauses
from pitboss.table.bets import Box
from pitboss.testing.deals import PlainDeal, PlainSettlement
from pitboss.testing.felt import Felt
from pitboss.testing.money_checks import Bet, Books
from pitboss.testing.plain_data import wrong_field
from pitboss.testing.round_fault import RoundFault

CODE = re.compile(r"[a-z]+/[a-z-]+")
PHASES = ("idle", "betting", "dealing", "examining", "decided", "revealed", "settled", "void")
RANKS = ("player", *AUTHORITIES)
# Codes with which a settlement may be put off although nothing is missing on the felt.
NOT_YET = ("round/stopped", "round/face-down", "round/order", "authority/role")
CUTS_BETS = ("remove-hand", "remove-bet", "reduce", "pro-rate")
LARGEST_JACKPOT = 2**53
UNCHANGEABLE = (int, str, bool, type(None))


class RoundChecks:
    """Follows one table from its first round on, and raises a `RoundFault` if anything is wrong."""

    def __init__(self, round: Round, plain: PlainSettlement | None = None) -> None:
        self.setup = round.setup
        # A second settlement, written without Pitboss.
        self.plain = plain if plain and _is_usual(round.setup) else None
        self.clauses, self.policies = _citable(round.setup)
        self.books = Books(round.setup)
        self.felt = Felt()
        self.events: list[Event] = []  # Since bets were opened for the round before.
        self.opened_at = 0  # Where this round's begin.
        self.kept = _frozen(round)

    # After a command

    def refused(self, round: Round, command: Command, refusal: Refusal) -> None:
        self._unchanged(round)
        code, message, clause = refusal
        if not CODE.fullmatch(code):
            raise RoundFault(f"A refusal has the code {code!r}.")
        # A name that is nearly right is answered with a question.
        if not message.endswith((".", "?")) or "\n" in message:
            raise RoundFault(f"The message of a refusal is not a sentence: {message!r}.")
        if clause is not None and clause not in self.clauses:
            raise RoundFault(f"A refusal cites {clause!r}, which does not exist.")
        if isinstance(command, c.Settle) and code not in NOT_YET and self._is_due(round, command):
            raise RoundFault(f"A round that is played out cannot be settled: {refusal}.")

    def accepted(
        self,
        before: Round,
        command: Command,
        after: Round,
        events: Sequence[Event],
        cards: Sequence[int],
    ) -> None:
        """`cards` are all the cards of the shoe, by place."""
        self._unchanged(before)
        if not events and not isinstance(command, c.SetBets):  # Its totals may hold already.
            raise RoundFault(f"A command is accepted and nothing follows: {command}.")
        for event in events:
            self._check_event(event)
            self._post(event, cards)
        self.books.check(after)
        self._check_corrections(after, events)
        self._check_limits(events)
        self._check_phase(before, after, events)
        self._check_cards(after)
        self.kept = _frozen(after)

    def check_replay(self, round: Round) -> None:
        """The events of the last two rounds give the round as it stands."""
        if replay(start(self.setup), self.events) != round:
            raise RoundFault("The events of the last two rounds do not replay to the round.")

    def _unchanged(self, round: Round) -> None:
        if _frozen(round) != self.kept:
            raise RoundFault("A round was changed in place.")

    def _is_due(self, round: Round, command: c.Settle) -> bool:
        """Whether nothing is missing for a settlement: neither cards nor the jackpot."""
        hands, jackpot = self.felt.hands, command.jackpot
        staked: list[e.Where] = [number for number, box in round.boxes.items() if box.stakes]
        if round.phase != REVEALED or any(len(hands.get(n, ())) != 3 for n in (e.DEALER, *staked)):
            return False
        if self.setup.rules.rulebook.fourth_card and not hands.get(e.FOURTH):
            return False
        if jackpot is None:
            return not self.setup.rules.prices
        return type(jackpot) is int and 0 <= jackpot < LARGEST_JACKPOT

    # Events

    def _post(self, event: Event, cards: Sequence[int]) -> None:
        if isinstance(event, e.BetsOpened):
            del self.events[: self.opened_at]
            self.opened_at = len(self.events)
        self.events.append(event)
        held = dict(self.books.held) if isinstance(event, e.Settled) else {}
        self.books.post(event)
        self.felt.post(event)
        if isinstance(event, e.Settled) and event.payments:
            self._check_settlement(event, held, cards)
        if isinstance(event, e.HandExamined) and self.setup.procedure.one_hand:
            examined = list(self.felt.examined.values()).count(event.player)
            if examined > 1:
                raise RoundFault(f"A player examines two hands: {event}.")

    def _check_event(self, event: Event) -> None:
        field = wrong_field(event)
        if field:
            raise RoundFault(f"The field {field} is not of its declared type: {event}.")
        because = getattr(event, "because", None)
        if because is not None:
            cites = because.clauses or because.policies or isinstance(event, e.PaymentCorrected)
            exist = self.clauses >= set(because.clauses) and self.policies >= set(because.policies)
            if not (cites and exist and because.says):
                raise RoundFault(f"The table acts without a reason that exists: {event}.")
        match event:
            case e.RulingGiven() if event.remedy != "refer":
                if RANKS.index(event.by.role) < RANKS.index(event.authority):
                    raise RoundFault(f"A ruling is given without authority: {event}.")
            case e.BetPlaced():
                is_own = event.by == (event.bettor, "player")
                if not is_own and event.by.role not in AUTHORITIES:
                    raise RoundFault(f"A bet is placed for somebody else: {event}.")

    def _check_corrections(self, round: Round, events: Sequence[Event]) -> None:
        """Payments change only by a correction, or on boxes whose bets or cards have changed."""
        changed = {event.box for event in events if isinstance(event, e.PaymentCorrected)}
        cause = events[0] if events else None
        if not changed or isinstance(cause, e.PaymentCorrected):
            return
        affected: set[e.Where | None] = set()
        if isinstance(cause, e.OptionChosen) and cause.option == RETURN:
            affected = {cause.box}
        elif isinstance(cause, e.RulingGiven):
            affected = {where for where, _ in cause.hands}
            target = round if cause.round == round.number else round.before
            if cause.remedy in CUTS_BETS and target is not None:
                affected.add(target.incidents[cause.number].box)
        # The dealer's cards concern everybody; caps and envy reach over to other boxes.
        reaches_others = bool(self.setup.rules.caps or self.setup.envied_for)
        is_shared = reaches_others or bool({e.DEALER, e.FOURTH} & affected)
        if not affected or not (is_shared or changed <= affected):
            raise RoundFault(f"Payments change without a cause: {events}.")

    def _check_limits(self, events: Sequence[Event]) -> None:
        """A table that runs itself lets no area go over its maximum."""
        if self.setup.led_by != SELF_RUNNING:
            return
        for event in events:
            if not isinstance(event, e.BetPlaced) or event.wager not in self.setup.limits:
                continue
            limit, area = self.setup.limits[event.wager], (event.box, event.wager)
            held = self.books.held.items()
            total = sum(stake for (box, _, wager), stake in held if (box, wager) == area)
            if total > limit.maximum:
                raise RoundFault(f"Bets of {total} on {area} are over the limit: {limit}.")

    # Settlement

    def _check_settlement(
        self, event: e.Settled, held: Mapping[Bet, int], cards: Sequence[int]
    ) -> None:
        """Payments follow from the cards on the felt: face up, or of a fold that decides nothing.

        The settler is asked directly, and so is the plain settlement, if there is one.
        """
        stakes: dict[int, dict[str, dict[str, int]]] = {}
        for (box, bettor, wager), stake in held.items():
            stakes.setdefault(box, {}).setdefault(bettor, {})[wager] = stake
        boxes = []
        for number, by_bettor in sorted(stakes.items()):
            has_first = any(self.setup.first in wagers for wagers in by_bettor.values())
            folded = number in self.felt.folded and has_first
            hand = self._hand(number, cards, may_be_down=folded)
            boxes.append(Box(number, row_of(hand), by_bettor, folded))
        places = self.felt.hands.get(e.FOURTH)
        fourth = self.felt.faces[places[0]] if places else None
        dealer = row_of(self._hand(e.DEALER, cards))
        try:
            lines = self.setup.settler.settle(boxes, dealer, fourth, event.jackpot).lines
        except PitbossError as error:
            raise RoundFault(f"Bets or cards are settled that cannot be: {error}") from None
        due = sorted(
            (line.box, line.bettor, line.wager.key, line.row.key, line.net)
            for line in lines
            # Playing implies a stake, but a ruling may have removed it.
            if not line.stake or (line.box, line.bettor, line.wager.key) in held
        )
        paid = sorted((p.box, p.bettor, p.wager, p.row, p.net) for p in event.payments)
        if due != paid:
            raise RoundFault(f"Wrong payments: {paid} is paid and {due} is due.")
        if self.plain is not None:
            for settled in boxes:
                for bettor in settled.bets:
                    self._check_plainly(self.plain, event, settled, bettor, cards)

    def _hand(
        self, where: e.Where, cards: Sequence[int], may_be_down: bool = False
    ) -> tuple[int, ...]:
        places = self.felt.hands.get(where, ())
        if len(places) != 3:
            raise RoundFault(f"A round is settled while {where} has {len(places)} cards.")
        if not may_be_down and not self.felt.faces.keys() >= set(places):
            raise RoundFault(f"A round is settled while {where} lies face down.")
        return tuple(self.felt.faces.get(place, cards[place]) for place in places)

    def _check_plainly(
        self,
        plain: PlainSettlement,
        event: e.Settled,
        box: Box,
        bettor: str,
        cards: Sequence[int],
    ) -> None:
        """One bettor on one box, settled as if alone at the table; envy is left out."""
        rules, fourth = self.setup.rules, self.felt.hands.get(e.FOURTH)
        deal = PlainDeal(
            tuple(map(name, self._hand(box.number, cards, may_be_down=box.folded))),
            tuple(map(name, self._hand(e.DEALER, cards))),
            name(self.felt.faces[fourth[0]]) if fourth else None,
            box.folded,
            box.bets[bettor],
            rules.readings,
            {key: str(table) for key, table in rules.paytables.items()},
            event.jackpot or 0,
        )
        alone = {wager.key for wager in rules.wagers if wager.envy is None}
        paid = {
            payment.wager: (payment.row, payment.net)
            for payment in event.payments
            if (payment.box, payment.bettor) == (box.number, bettor)
            # What several bettors win from one meter depends on who is paid first.
            and payment.wager in alone and not payment.from_meter
        }  # fmt: skip
        due = {
            key: result
            for key, result in plain(deal).items()
            if key in paid or (result[1] and key in alone and key not in self.setup.meter_wagers)
        }
        if paid != due:
            raise RoundFault(f"Wrong payments: {paid} is paid, and plainly {due} is due, {deal}.")

    # The round

    def _check_phase(self, before: Round, after: Round, events: Sequence[Event]) -> None:
        if after.number == before.number:
            first = events[0] if events else None
            # Cards that a ruling has moved may have to be shown once more.
            moved = isinstance(first, e.RulingGiven) and first.hands and before.phase not in OVER
            if PHASES.index(after.phase) < PHASES.index(before.phase) and not moved:
                raise RoundFault(f"The round goes from {before.phase} back to {after.phase}.")
        elif after.number != before.number + 1 or after.phase != "betting":
            raise RoundFault(f"Round {after.number} follows round {before.number}.")
        if (after.phase == EXAMINING) != bool(after.waiting):
            raise RoundFault(f"In phase {after.phase} boxes {set(after.waiting)} are awaited.")

    def _check_cards(self, after: Round) -> None:
        felt = self.felt
        if after.faces != felt.faces:
            raise RoundFault(
                f"The cards differ: {dict(after.faces)} are up, by the events {felt.faces}."
            )
        if len(set(felt.faces.values())) != len(felt.faces):
            raise RoundFault(f"One card lies face up twice: {felt.faces}.")
        hands = {where: places for where, places in felt.hands.items() if places}
        if dict(after.hands()) != hands:
            raise RoundFault(
                f"The cards differ: {dict(after.hands())} are dealt, by the events {hands}."
            )
        places = [place for hand in hands.values() for place in hand]
        if len(set(places)) != len(places) or not set(places) <= set(range(DECK)):
            raise RoundFault(f"A place is in two hands, or not in the shoe: {hands}.")
        if self.setup.led_by == SELF_RUNNING and felt.deal_is_over and not felt.was_moved:
            self._check_deal(after, hands)

    def _check_deal(self, after: Round, hands: Mapping[e.Where, tuple[int, ...]]) -> None:
        """A table that deals by itself deals three cards to every bet, in order, dealer last."""
        if after.phase in OVER:
            return
        staked: list[e.Where] = [number for number, box in after.boxes.items() if box.stakes]
        for where in (e.DEALER, *staked):
            if len(hands.get(where, ())) != 3:
                raise RoundFault(f"A wrong number of cards was dealt to {where}: {hands}.")
        # A box that left in the middle of the deal has fewer.
        whole = (n for n, hand in hands.items() if isinstance(n, int) and len(hand) == 3)
        boxes: list[e.Where] = sorted(whole)
        last_cards = [hands[where][-1] for where in (*boxes, e.DEALER)]
        if last_cards != sorted(last_cards):
            raise RoundFault(f"The cards were dealt in a wrong order: {hands}.")


def _is_usual(setup: Setup) -> bool:
    """Whether a plain settlement holds: it knows neither caps nor how a table rounds."""
    rules, usual = setup.rules, setup.rules.rulebook.configure()
    return not rules.caps and (rules.policies, rules.chip) == (usual.policies, usual.chip)


def _citable(setup: Setup) -> tuple[frozenset[str], frozenset[str]]:
    """The clauses and the policies that a table may cite."""
    rulebook = setup.rules.rulebook
    numbers = frozenset(clause.number for clause in clauses(rulebook.key))
    return numbers, frozenset(policy.key for policy in (*rulebook.policies, *EVERY_TABLE))


def _frozen(value: object) -> object:
    """A copy in values that nobody can change, to see later whether somebody did."""
    if type(value) in UNCHANGEABLE:  # Most values are: this halves the time.
        return value
    if isinstance(value, tuple):
        return tuple(map(_frozen, value))
    if is_dataclass(value):
        if isinstance(value, Setup):
            return value
        return tuple(_frozen(getattr(value, field.name)) for field in fields(value))
    if isinstance(value, Mapping):
        return tuple((key, _frozen(item)) for key, item in value.items())
    return value
