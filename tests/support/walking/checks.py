"""What must hold after every command, whatever it was.

The events are the record, so everything here is worked out from them, apart from the code that
made them: the money, the cards, the words of a refusal. The round is compared with that.
"""

import re

from pitboss.cards.deck import DECK
from pitboss.cards.hands import row_of
from pitboss.errors import PitbossError
from pitboss.language.policies import EVERY_TABLE
from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play.answers import Refusal
from pitboss.play.apply import replay
from pitboss.play.decide import start
from pitboss.play.state import EXAMINING, OVER, RETURN, REVEALED
from pitboss.rulebooks.clauses import clauses
from pitboss.table.bets import Box
from pitboss.testing.books import Books
from tests.support.walking.felt import Felt
from tests.support.walking.ledger import Ledger
from tests.support.walking.plainness import not_plain
from tests.support.walking.scene import STAFF
from tests.support.walking.wrong import Wrong

CODE = re.compile(r"[a-z]+/[a-z-]+")
MONEY = (
    e.BetPlaced, e.BetReduced, e.BetRemoved, e.BetsClosed, e.Played, e.BetAnnulled, e.Settled,
    e.PaymentCorrected, e.Voided,
)  # fmt: skip
ORDER = ("idle", "betting", "dealing", "examining", "decided", "revealed", "settled", "void")
WAITS = ("round/stopped", "round/face-down", "round/order", "authority/role")
RANKS = ("player", "dealer", "pit-supervisor", "pit-manager", "shift-manager")
PLACES = set(range(DECK))
BETWEEN_REPLAYS = 50


def frozen(round):
    """The round as values that nobody can change, to see whether somebody did."""
    boxes = tuple(
        (number, *box[1:], tuple((who, tuple(s.items())) for who, s in box.stakes.items()))
        for number, box in round.boxes.items()
    )
    incidents = tuple((one[0], tuple(one.facts.items()), *one[2:]) for one in round.incidents)
    rest = (
        round.number, round.phase, round.dealer, round.fourth, round.dealt, round.waiting,
        round.handled, round.withdrawn, tuple(round.contributions.items()), round.jackpot,
        round.payments, round.void,
    )  # fmt: skip
    return boxes, incidents, tuple(round.faces.items()), rest, round.before and frozen(round.before)


class Checks:
    """Looks over the shoulder of one table from its first round on."""

    def __init__(self, round):
        self.setup = round.setup
        self.clauses = {one.number for one in clauses(round.setup.rules.key)}
        stated = (*round.setup.rules.rulebook.policies, *EVERY_TABLE)
        self.policies = {policy.key for policy in stated}
        self.books = Books()
        self.felt = Felt()
        self.ledgers = {}  # By round: this one's and the one before.
        self.events = []  # Since bets were opened for the round before.
        self.opened_at = 0  # Where this round's begin.
        self.kept = frozen(round)
        self.since_replay = 0

    def said(self, before, command, after, answer, cards=None):
        """`cards` are all the cards of the shoe by place, for what is settled."""
        if frozen(before) != self.kept:
            raise Wrong("purity: a round was changed in place")
        if isinstance(answer, Refusal):
            if after is not before:
                raise Wrong("purity: refused, and yet the round is another")
            self.refused(before, command, answer)
            return
        if not answer and type(command) is not c.SetBets:  # Which may find all as it is.
            raise Wrong("nothing: let through, and nothing follows")
        for event in answer:
            self.happened(event, after, cards)
            self.books.post(event)
        differs = self.books.difference(after)
        if differs:
            raise Wrong(f"money: {differs}")
        self.follows(after, answer)
        self.within_limits(answer)
        if any(isinstance(event, MONEY) for event in answer):
            for one in (after, after.before):
                if one is not None and one.number in self.ledgers:
                    self.ledgers[one.number].agrees(one)
        self.in_order(before, after, answer)
        self.cards_agree(after)
        self.kept = frozen(after)
        self.since_replay += 1
        if self.since_replay >= BETWEEN_REPLAYS or (after.phase in OVER and before is not after):
            self.replays(after)

    def refused(self, round, command, refusal):
        code, message, clause = refusal
        if not CODE.fullmatch(code):
            raise Wrong(f"refusal: the code {code!r}")
        # A name that is nearly right is answered with a question.
        if not message.endswith((".", "?")) or "\n" in message:
            raise Wrong(f"refusal: {message!r} is no sentence")
        if clause is not None and clause not in self.clauses:
            raise Wrong(f"refusal: there is no clause {clause!r}")
        if type(command) is c.Settle and code not in WAITS and self.is_due(round, command):
            raise Wrong(f"settlement: a round that is played out is refused: {refusal}")

    def is_due(self, round, command):
        """Whether nothing is missing for a settlement: neither cards nor the jackpot."""
        held, jackpot = self.felt.hands, command.jackpot
        staked = [number for number, box in round.boxes.items() if box.stakes]
        if round.phase != REVEALED or any(len(held.get(n, ())) != 3 for n in (e.DEALER, *staked)):
            return False
        if self.setup.rules.rulebook.fourth_card and not held.get(e.FOURTH):
            return False
        if jackpot is None:
            return not self.setup.rules.prices
        return type(jackpot) is int and 0 <= jackpot < 2**53

    def happened(self, event, after, cards):
        odd = not_plain(event)
        if odd:
            raise Wrong(f"plain data: {odd} of {event}")
        self.has_its_reason(event)
        if type(event) is e.BetsOpened:
            del self.events[: self.opened_at]
            self.opened_at = len(self.events)
            kept = {n: one for n, one in self.ledgers.items() if n == event.round - 1}
            self.ledgers = {**kept, event.round: Ledger(self.setup)}
        self.events.append(event)
        number = getattr(event, "round", max(self.ledgers))
        if number not in self.ledgers:
            raise Wrong(f"round: {event} is about a round that is not at hand")
        held = self.ledgers[number].held
        self.ledgers[number].after(event)
        self.felt.after(event)
        if type(event) is e.Settled and event.payments:
            self.settled_rightly(event, held, cards)
        if type(event) is e.HandExamined:
            looked = list(self.felt.looked.values()).count(event.player)
            if looked > 1 and self.setup.procedure.one_hand:
                raise Wrong(f"one hand: {event}")

    def has_its_reason(self, event):
        """Whatever the table does by itself cites a clause or policy that exists."""
        because = getattr(event, "because", None)
        if because is not None:
            cites = because.clauses or because.policies or type(event) is e.PaymentCorrected
            if not cites or not self.clauses.issuperset(because.clauses):
                raise Wrong(f"citation: {event}")
            if not self.policies.issuperset(because.policies) or not because.says:
                raise Wrong(f"citation: {event}")
        if type(event) is e.RulingGiven:
            may = RANKS.index(event.by.role) >= RANKS.index(event.authority)
            if event.remedy != "refer" and not may:
                raise Wrong(f"authority: {event}")
        if type(event) is e.BetPlaced and event.by not in ((event.bettor, "player"), *STAFF):
            raise Wrong(f"authority: {event}")

    def follows(self, round, answer):
        """Payments change only by a correction, or where bets or cards have; and only those."""
        cause = answer[0] if answer else None
        if type(cause) is e.PaymentCorrected or not (
            changed := {event.box for event in answer if type(event) is e.PaymentCorrected}
        ):
            return
        if type(cause) is e.OptionChosen:
            allowed = {cause.box} if cause.option == RETURN else set()
        else:
            allowed = {where for where, _ in cause.hands}
            if cause.remedy in ("remove-hand", "remove-bet", "reduce", "pro-rate"):
                target = round if cause.round == round.number else round.before
                allowed.add(target.incidents[cause.number].box)
        # The dealer's cards are everybody's; caps and envy reach over to other boxes.
        touches_all = {e.DEALER, e.FOURTH} & allowed or self.setup.rules.caps
        if not allowed or not (touches_all or self.setup.envied_for or changed <= allowed):
            raise Wrong(f"payments: {answer}")

    def within_limits(self, answer):
        """A table that runs itself lets no area go over its maximum."""
        held = self.ledgers[self.felt.number].held
        for event in answer:
            limit = self.setup.limits.get(getattr(event, "wager", ""))
            if type(event) is e.BetPlaced and limit and self.setup.led_by == "table":
                area = (event.box, event.wager)
                total = sum(stake for key, stake in held.items() if (key[0], key[2]) == area)
                if total > limit.maximum:
                    raise Wrong(f"limits: {total} on {area}, {limit}")

    def settled_rightly(self, event, held, cards):
        """Payments come from the cards on the felt: face up, or of a fold that decides nothing."""
        felt = self.felt

        def hand(where, may_be_down=False):
            places = felt.hands.get(where, ())
            if len(places) != 3:
                raise Wrong(f"settlement: {where} has {len(places)} cards")
            if not may_be_down and not felt.up.keys() >= set(places):
                raise Wrong(f"settlement: {where} lies face down")
            return row_of([felt.up.get(place, cards[place]) for place in places])

        stakes = {}
        for (number, bettor, wager), stake in held.items():
            stakes.setdefault(number, {}).setdefault(bettor, {})[wager] = stake
        boxes = []
        for number, by_bettor in sorted(stakes.items()):
            has_first = any(self.setup.first in mine for mine in by_bettor.values())
            folded = number in felt.folded and has_first
            boxes.append(Box(number, hand(number, folded), by_bettor, folded))
        fourth = felt.up[felt.hands[e.FOURTH][0]] if e.FOURTH in felt.hands else None
        try:
            lines = self.setup.settler.settle(boxes, hand(e.DEALER), fourth, event.jackpot).lines
        except PitbossError as error:  # Bets or cards that can't be.
            raise Wrong(f"settlement: {error}") from None
        due = sorted(
            (one.box, one.bettor, one.wager.key, one.row.key, one.net)
            for one in lines
            # Playing on implies a stake; but a ruling may have taken it off.
            if not one.stake or (one.box, one.bettor, one.wager.key) in held
        )
        paid = sorted((one.box, one.bettor, one.wager, one.row, one.net) for one in event.payments)
        if due != paid:
            raise Wrong(f"settlement: {paid} is paid, and due is {due}")

    def in_order(self, before, after, answer):
        if after.number == before.number:
            # Cards that a ruling has moved may have to be shown once more.
            moved = answer and type(answer[0]) is e.RulingGiven and answer[0].hands
            back = moved and before.phase not in OVER
            if ORDER.index(after.phase) < ORDER.index(before.phase) and not back:
                raise Wrong(f"order: from {before.phase} back to {after.phase}")
        elif after.number != before.number + 1 or after.phase != "betting":
            raise Wrong(f"order: round {after.number} after {before.number}")
        if (after.phase == EXAMINING) != bool(after.waiting):
            raise Wrong(f"order: {after.phase}, and {set(after.waiting)} are waited for")

    def cards_agree(self, after):
        felt = self.felt
        if after.faces != felt.up:
            raise Wrong(f"cards: {after.faces} are up, by the events {felt.up}")
        if len(set(felt.up.values())) != len(felt.up):
            raise Wrong(f"cards: one lies there twice: {felt.up}")
        hands = {where: places for where, places in felt.hands.items() if places}
        if dict(after.hands()) != hands:
            raise Wrong(f"cards: {dict(after.hands())} are dealt, by the events {hands}")
        places = [place for held in hands.values() for place in held]
        if len(set(places)) != len(places) or not set(places) <= PLACES:
            raise Wrong(f"cards: a place in two hands, or none of the shoe's: {hands}")
        if self.setup.led_by == "table" and felt.deal_is_over and not felt.was_moved:
            self.dealt_fully(after, hands)

    def dealt_fully(self, after, hands):
        """A table that deals by itself deals three cards to every bet."""
        if after.phase in OVER:
            return
        for where in (e.DEALER, *(n for n, box in after.boxes.items() if box.stakes)):
            if len(hands.get(where, ())) != 3:
                raise Wrong(f"deal: {where} was dealt {hands.get(where)}")

    def replays(self, round):
        """The events from the round before on give the round as it stands."""
        self.since_replay = 0
        try:
            made = replay(start(self.setup), self.events)
        except Exception as error:
            raise Wrong(f"replay: {error!r}") from error
        if made != round:
            raise Wrong("replay: the events give another round")
