"""The practice table: one person sets the pace, and nobody waits.

A click is one command here and may be several of the round, all or nothing: `stake` says what lies
on the table, `deal` closes the bets, deals and lets the player look, `play` and `fold` decide a
hand. Whatever the table does by itself then follows in the same breath: hands are turned and
settled, the seed is revealed, and the commitment to the next one is published.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, NoReturn

from pitboss.house import events as h
from pitboss.house.events import HOUSE as BY_HOUSE
from pitboss.house.keys.sealing import Key
from pitboss.house.people.player_limits import Room
from pitboss.house.records.ledger import (
    Balances,
    Overdraft,
    TableAccounts,
    Transfer,
    accounts_of,
    book,
    book_around,
    player,
)
from pitboss.house.settings.house_settings import METER, Terms
from pitboss.house.tables.shuffle import ABSENT, ENTROPY_BYTES, SEED_BYTES, commitment, deck
from pitboss.play import (
    Actor,
    Allowed,
    BetPlaced,
    CloseBets,
    Command,
    Event,
    Examine,
    Fold,
    OpenBets,
    Play,
    Refusal,
    ReturnHand,
    Round,
    SetBets,
    Setup,
    Shoe,
    TimeOut,
    allowed,
    apply,
    best_answers,
    command_for,
    decide,
    due,
    replay,
)
from pitboss.play.allowed import BetBounds, HandActions, Ranges
from pitboss.play.player_actions import may_fold
from pitboss.play.running import HOUSE
from pitboss.play.setup import BEST
from pitboss.play.state import BETTING, EXAMINING, IDLE, OVER

# The table


class Seed(NamedTuple):
    """The seed of a round that is open or comes next."""

    round: int
    commitment: str
    secret: bytes
    is_from_before: bool = False  # It was sealed before the house was opened.

    def __repr__(self) -> str:  # Logs and tracebacks must not tell.
        return f"<seed of round {self.round}>"


class Table(NamedTuple):
    """A practice table as it stands. Nothing in it changes: the next one is another."""

    id: str
    person: str
    round: Round
    seed: Seed
    shoe: Shoe  # Of the round that was dealt last.
    jackpot: str = ""  # The shared jackpot that it plays for, if its meter is not its own.

    def __repr__(self) -> str:
        return f"<table {self.id}, round {self.round.number}>"

    @property
    def setup(self) -> Setup:
        return self.round.setup

    @property
    def accounts(self) -> TableAccounts:
        return accounts_of(self.id, self.jackpot)


RENEWED = Refusal(
    "shuffle/renewed",
    "The house has drawn a new seed for this round: look at the table and deal again.",
)


class Refused(Exception):
    """A command that is not carried out, and why."""

    def __init__(self, code: str, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message, clause)


# Commands

Boxes = Mapping[int, Mapping[str, int]]  # By box, by wager: totals.


class Stake(NamedTuple):
    """All that the player has on the table; a box or a wager that is not named is taken back."""

    boxes: Boxes


class Deal(NamedTuple):
    entropy: str  # The player's own randomness, in hexadecimal digits.
    boxes: Boxes | None = None  # The stakes, if they are not placed yet.
    commitment: str | None = None  # That the entropy was drawn for: it goes into no other deck.


class PlayHand(NamedTuple):
    box: int


class FoldHand(NamedTuple):
    box: int


class Expire(NamedTuple):
    """The guest stayed away: hands run out of time, and open bets go back or are settled.

    Said by the house.
    """


TableCommand = Stake | Deal | PlayHand | FoldHand | Expire
TABLE_COMMANDS: dict[str, type[TableCommand]] = {
    "stake": Stake, "deal": Deal, "play": PlayHand, "fold": FoldHand, "expire": Expire,
}  # fmt: skip

Randomness = Callable[[int], bytes]
BEYOND_ALL_BETS = 1 << 62


class Turn:
    """One command at a table while it is carried out: what happens, and what it comes to."""

    def __init__(
        self,
        table: Table,
        balances: Balances,
        randomness: Randomness,
        key: Key,
        terms: Terms | None = None,
        room: Room | None = None,
        held_elsewhere: int = 0,
    ) -> None:
        self.table, self.balances = table, balances
        self.randomness, self.key = randomness, key
        self.terms = terms  # Of its jackpot, where the game has one.
        self.room = room  # What the player's own limits leave, where they have any.
        self.held_elsewhere = held_elsewhere  # Play stakes that hands at other tables may need.
        self.round, self.seed, self.shoe = table.round, table.seed, table.shoe
        self.jackpot, self.accounts = table.jackpot, table.accounts
        self.was_hit = False  # Whether the meter was paid from.
        self.person = Actor(table.person)
        self.events: list[h.AnyEvent] = []
        self.transfers: list[Transfer] = []

    def outcome(self) -> Table:
        """The table after it."""
        table = self.table
        return Table(table.id, table.person, self.round, self.seed, self.shoe, self.jackpot)

    def carry_out(self, command: TableCommand) -> None:
        """Raise `Refused` if it cannot be; then nothing of it counts."""
        try:
            match command:
                case Stake(boxes):
                    self.stake(boxes)
                case Deal():
                    self.deal(command)
                case PlayHand(box):
                    self.say(Play(self.person, box))
                    self.go_on()
                case FoldHand(box):
                    self.say(Fold(self.person, box))
                    self.go_on()
                case Expire():
                    self.expire()
        except Overdraft as overdraft:
            if overdraft.account != player(self.person.id):
                raise
            has = self.balances.committed.get(overdraft.account, 0)  # Before this command.
            message = f"You have {self.money(has)}, and that is not enough: bet less."
            raise Refused("money/balance", message) from None

    # Steps

    def say(self, command: Command) -> None:
        """Say a command at the round, and write down what happens."""
        answer = decide(self.round, command)
        if isinstance(answer, Refusal):
            raise Refused(*answer)
        for event in answer:
            self.happens(event)

    def happens(self, event: Event) -> None:
        self.transfers += book(self.balances, self.accounts, self.round, event)
        self.round = apply(self.round, event)
        self.events.append(event)

    def happens_around(self, event: h.HouseEvent) -> None:
        self.transfers += book_around(self.balances, event, self.accounts)
        self.events.append(event)

    def money(self, units: int) -> str:
        return self.round.setup.rules.currency.money(units)

    def stake(self, boxes: Boxes) -> None:
        if self.round.phase == IDLE or self.round.phase in OVER:
            self.say(OpenBets(HOUSE))
        before = at_risk(self.round, self.person.id)
        mine = [number for number, box in self.round.boxes.items() if self.person.id in box.stakes]
        # What is taken away first frees the seat, and the money, for what is placed.
        for number in sorted({*mine, *boxes}, key=lambda number: self.order_of(number, boxes)):
            totals = boxes.get(number, {})
            sits = self.sits_at(number)
            self.say(SetBets(self.person, number, self.person.id, totals, sits))
        lacking = cover(self.round, self.person.id) - self.spare_money()
        if lacking > 0:
            self.refuse_uncovered(lacking)
        if self.room is not None:
            self.keep_within(self.room, at_risk(self.round, self.person.id) - before)

    def order_of(self, number: int, boxes: Boxes) -> tuple[bool, bool, int]:
        """Boxes that are given up come first, then those with less on them than before."""
        box, totals = self.round.boxes.get(number), boxes.get(number, {})
        before = {} if box is None else box.stakes.get(self.person.id, {})
        return bool(totals), sum(totals.values()) >= sum(before.values()), number

    def refuse_uncovered(self, lacking: int) -> NoReturn:
        missing = self.money(lacking)
        if self.held_elsewhere:
            raise Refused(
                "money/play-not-covered",
                f"This leaves {missing} too little to play on with all hands: bet less.",
            )
        follow_up = self.round.setup.rules.by_key[str(self.round.setup.follow_up)].title
        raise Refused(
            "money/play-not-covered",
            f"This leaves {missing} too little for the {follow_up} wager: bet less.",
        )

    def spare_money(self) -> int:
        """The player's balance, less what their hands at other tables may still need."""
        return self.balances[player(self.person.id)] - self.held_elsewhere

    def keep_within(self, room: Room, added: int) -> None:
        """What is taken back is never too much; where no bets are taken, none is moved either."""
        places = any(isinstance(event, BetPlaced) for event in self.events)
        if (places and room.is_closed) or added > max(room.left, 0):
            raise Refused(*room.refusal)
        self.room = room._replace(left=room.left - added)

    def sits_at(self, number: int) -> bool:
        """A person sits at one box, the first they bet on, and may bet on others."""
        seats = [box for box, state in self.round.boxes.items() if state.seated == self.person.id]
        return not seats or seats == [number]

    def deal(self, command: Deal) -> None:
        self.close_bets(command)
        self.mix(h.EntropyMixed(self.round.number, command.entropy))
        self.go_on()

    def mix(self, mixed: h.EntropyMixed) -> None:
        """Make the deck."""
        self.happens_around(mixed)
        fingerprint = self.round.setup.fingerprint
        self.shoe = shoe_of(self.seed, mixed.entropy, self.table.id, fingerprint)

    def close_bets(self, command: Deal) -> None:
        entropy, boxes, promised = command
        if len(entropy) != 2 * ENTROPY_BYTES or set(entropy) - set("0123456789abcdef"):
            message = f"Give {ENTROPY_BYTES} bytes of randomness in lower-case hexadecimal digits."
            raise Refused("shuffle/entropy", message)
        if promised not in (None, self.seed.commitment):
            raise Refused(*RENEWED)
        if boxes is not None:
            self.stake(boxes)
        if self.room is not None and not self.room.may_deal:
            raise Refused(*self.room.refusal)
        self.say(CloseBets(HOUSE))

    def price(self, command: TableCommand) -> int:
        """What the player needs for the bets of a command, the Play wager that may follow included.

        The bets are placed on this turn with more money than anybody has, and nothing beyond them
        is carried out. Raise `Refused` if the table would not take them.
        """
        who = player(self.person.id)
        self.balances.staged[who] = BEYOND_ALL_BETS
        match command:
            case Stake(boxes):
                self.stake(boxes)
            case Deal(boxes=boxes) if boxes is not None:
                self.close_bets(command)
            case _:
                return 0
        return BEYOND_ALL_BETS - self.balances[who] + cover(self.round, self.person.id)

    def go_on(self) -> None:
        """Take the table's own steps, and look at and return hands, until a decision is due."""
        while self.round.phase not in OVER:
            self.take_own_steps()
            if self.round.phase == EXAMINING and self.handle_hands():
                continue
            if self.round.phase not in OVER:
                return
        self.finish()

    def take_own_steps(self) -> None:
        """What the table does by itself from the close on, until hands are awaited."""
        while (step := due(self.round)) and step.command not in ("OpenBets", "CloseBets"):
            jackpot = self.balances[self.accounts.meter]
            self.say(command_for(self.round, step, self.shoe, HOUSE, jackpot))

    def handle_hands(self) -> bool:
        """Look at the hands, the seat's first, and return those without a decision."""
        before = len(self.events)
        boxes = self.round.boxes
        waiting = sorted(self.round.waiting, key=lambda n: (boxes[n].seated is None, n))
        for number in waiting:
            if boxes[number].examined_by is None:
                answer = decide(self.round, Examine(self.person, number))
                if not isinstance(answer, Refusal):  # One hand only, where a rulebook says so.
                    for event in answer:
                        self.happens(event)
        for number in waiting:
            box = self.round.boxes[number]
            if not may_fold(self.round, box):
                face_up = self.round.setup.comes_back_up
                cards = self.shoe.hand(box.places) if face_up else ()
                by = HOUSE if box.examined_by is None else self.person
                self.say(ReturnHand(by, number, cards))
        return len(self.events) > before

    def finish(self) -> None:
        """The round is over: reveal its seed, fill the meter after a hit, commit to the next."""
        self.happens_around(h.SeedRevealed(self.round.number, self.seed.secret.hex()))
        self.charge_meter()
        self.was_hit = any(payment.from_meter for payment in self.round.payments)
        if self.was_hit:
            self.fund_meter()
        self.draw_seed()

    def fund_meter(self) -> None:
        held = self.balances[self.accounts.meter]
        if self.terms is not None and self.terms.reset > held:
            self.happens_around(h.MeterFunded(self.terms.reset - held))

    def charge_meter(self) -> None:
        """The meter gives the bank back what it funds of fixed prizes and envy, if it does."""
        setup, terms = self.round.setup, self.terms
        if terms is None:
            return
        due = 0
        for paid in self.round.payments:
            if paid.wager in setup.rules.prices and terms.fixed_pays == METER:
                due += paid.stake + paid.net - paid.from_meter
            elif setup.rules.by_key[paid.wager].envy and terms.envy == METER:
                due += paid.net
        due = min(due, self.balances[self.accounts.meter])
        if due:
            self.happens_around(h.MeterCharged(due))

    def link(self, jackpot: str) -> None:
        """Play for another jackpot from now on; what a meter of its own held goes along."""
        carried = 0 if self.jackpot else self.balances[self.accounts.meter]
        self.happens_around(h.MeterLinked(jackpot, carried))
        self.jackpot, self.accounts = jackpot, accounts_of(self.table.id, jackpot)
        if not jackpot:
            self.fund_meter()

    def keep_bank_at(self, imprest: int) -> None:
        """Fill or credit the bank so that it begins the day with its imprest."""
        lacking = imprest - self.balances[self.accounts.bank]
        if lacking > 0:
            self.happens_around(h.BankFilled(lacking, BY_HOUSE))
        elif lacking < 0:
            self.happens_around(h.BankCredited(-lacking, BY_HOUSE))

    def move_bank(self, amount: int, by: str) -> None:
        """Fill the bank from the cage, or credit it where the amount is negative.

        A bank that has paid out more than it took holds nothing: the house stands behind it.
        """
        held = max(self.balances[self.accounts.bank], 0)
        if -amount > held:
            shown = self.money(held)
            message = f"The bank of {self.table.id} holds {shown}: credit no more than that."
            raise Refused("bank/holds", message)
        moved = h.BankFilled(amount, by) if amount > 0 else h.BankCredited(-amount, by)
        self.happens_around(moved)

    def draw_seed(self) -> None:
        """Draw the seed of the open or the next round, publish its commitment and seal it."""
        is_over = self.round.phase in (IDLE, *OVER)
        number, fingerprint = self.round.number + is_over, self.round.setup.fingerprint
        secret = self.randomness(SEED_BYTES)
        promise = commitment(secret, self.table.id, number, fingerprint)
        sealed = self.key.seal(secret, self.table.id, number, fingerprint)
        self.seed = Seed(number, promise, secret)
        self.happens_around(h.SeedSealed(number, promise, sealed))

    def withdraw_seed(self) -> None:
        """Give up the seed of a round whose bets are not closed, and make it public."""
        self.happens_around(h.SeedWithdrawn(self.seed.round, self.seed.secret.hex()))

    def renew_seed(self) -> None:
        """Deal the open or the coming round from another seed."""
        self.withdraw_seed()
        self.draw_seed()

    def open_table(self, offer: str, jackpot: str, imprest: int) -> None:
        """The first entry of a table: it has a meter and a commitment before anybody bets."""
        setup = self.round.setup
        opened = h.TableOpened(self.person.id, setup.rules.key, setup.fingerprint, offer)
        self.happens_around(opened)
        if jackpot:
            self.link(jackpot)
        else:
            self.fund_meter()
        if imprest:
            self.keep_bank_at(imprest)
        self.draw_seed()

    def expire(self) -> None:
        if bets_are_settled_without(self.table):
            self.say(CloseBets(HOUSE))
            self.mix(h.EntropyMixed(self.round.number, ABSENT, absent=True))
            self.take_own_steps()
        if self.round.phase in (BETTING, EXAMINING):
            answer = decide(self.round, TimeOut(HOUSE, self.best_decisions()))
            if not isinstance(answer, Refusal):  # Otherwise nothing lies on the table.
                for event in answer:
                    self.happens(event)
            if self.round.phase != BETTING:
                self.go_on()

    def best_decisions(self) -> dict[int, bool]:
        """By box: whether to play, where the table decides so; a hand without the money folds."""
        if self.round.phase != EXAMINING or self.round.setup.out_of_time != BEST:
            return {}
        decisions, left = {}, self.spare_money()
        for box, plays in best_answers(self.round, self.shoe).items():
            costs = self.round.boxes[box].stakes[self.person.id].get(self.round.setup.first, 0)
            decisions[box] = plays and costs <= left
            left -= costs if decisions[box] else 0
        return decisions

    def configure(self, new: Setup) -> None:
        """Play the next round under other settings, with a seed of its own."""
        self.withdraw_seed()
        self.round = Round(new, self.round.number)
        self.happens_around(h.TableConfigured(new.fingerprint))
        self.draw_seed()


def shoe_of(seed: Seed, entropy: str, table: str, fingerprint: str) -> Shoe:
    return Shoe(deck(seed.secret, bytes.fromhex(entropy), table, seed.round, fingerprint))


def cover(round: Round, person: str) -> int:
    """What the player needs to play on with every hand that may still be decided."""
    if round.setup.follow_up is None:
        return 0
    stakes = (box.stakes.get(person, {}) for box in round.boxes.values() if box.played is None)
    return sum(wagers.get(round.setup.first, 0) for wagers in stakes)


def at_risk(round: Round, person: str) -> int:
    """What lies on an open table for the player, and the wager that may follow."""
    if round.phase not in (BETTING, EXAMINING):
        return 0
    stakes = sum(sum(box.stakes.get(person, {}).values()) for box in round.boxes.values())
    return stakes + cover(round, person)


def held(table: Table) -> int:
    """What the player needs for the hands of the round that is open; nothing if none is."""
    return 0 if table.round.phase in (IDLE, *OVER) else cover(table.round, table.person)


def bets_are_settled_without(table: Table) -> bool:
    """Whether open bets are dealt to and settled although the player has left: by a clause."""
    round = table.round
    settles = bool(round.setup.procedure.walked_away)
    return settles and round.phase == BETTING and round.is_bet_on


# What a player may do


def bets_are_open(table: Table) -> bool:
    return table.round.phase in (IDLE, BETTING, *OVER)


def opened(round: Round) -> Round:
    """The round that a first stake would open; a round that is open is itself."""
    answer = decide(round, OpenBets(HOUSE))
    return round if isinstance(answer, Refusal) else replay(round, answer)


def possible(table: Table, may: Allowed, room: Room | None = None) -> tuple[str, ...]:
    """The commands that make sense now; `may` is what the player is allowed."""
    round = table.round
    if not bets_are_open(table):
        offered = {command for hand in may.hands for command in hand.commands}
        return tuple(name for name, said in (("play", "Play"), ("fold", "Fold")) if said in offered)
    step = due(round)
    may_deal = room is None or room.may_deal
    return ("stake", "deal") if step and step.command == "CloseBets" and may_deal else ("stake",)


def allowed_now(
    table: Table, balance: int, room: Room | None = None, held_elsewhere: int = 0
) -> Allowed:
    """What the player may do, with the money that they have and within their own limits.

    The first stake opens a round. `held_elsewhere` is what their hands at other tables may need.
    """
    round = opened(table.round) if bets_are_open(table) else table.round
    may = allowed(round, Actor(table.person))
    balance -= held_elsewhere
    spare = balance - cover(round, table.person)
    if room is not None:
        spare = 0 if room.is_closed else min(spare, room.left)
    spare = max(spare, 0)
    bets = tuple(_within_means(round, bounds, balance, spare) for bounds in may.bets)
    hands = tuple(_payable(hand, balance) for hand in may.hands)
    return may._replace(bets=tuple(bounds for bounds in bets if bounds.ranges), hands=hands)


def _payable(hand: HandActions, balance: int) -> HandActions:
    """A hand without `Play` where the player can't pay for it."""
    if hand.stake <= balance:
        return hand
    return hand._replace(commands=tuple(name for name in hand.commands if name != "Play"))


def _within_means(round: Round, bounds: BetBounds, balance: int, spare: int) -> BetBounds:
    """The bounds as far as the money reaches, the Play wager covered."""
    can_add = spare
    if round.setup.follow_up and bounds.wager == round.setup.first:
        can_add = spare // 2  # As much again is needed to play on.
    ranges = bounds.if_seated or bounds.ranges
    most = bounds.total + min(can_add, balance)
    within: Ranges = tuple(
        (least, min(end, most - most % bounds.step)) for least, end in ranges if least <= most
    )
    within = tuple((least, end) for least, end in within if least <= end)
    return bounds._replace(ranges=within, if_seated=())
