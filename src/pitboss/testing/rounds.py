"""Random walks over the round of play, as a hypothesis state machine for any rulebook.

At every step: a command is accepted or refused, and a refusal changes nothing; what is accepted was
offered by `allowed`, and what is offered is accepted at its bounds; the ledger that is kept from
the events equals the round; no view tells a hidden card. At the end the events replay to the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

from pitboss.cards.deck import DECK
from pitboss.language.irregularities import AUTHORITIES, FACTS, INCIDENTS
from pitboss.language.rulebook import Rulebook
from pitboss.play import (
    Actor,
    Command,
    Event,
    Refusal,
    carry_on,
    command_for,
    decide,
    due,
    replay,
    shoe,
    start,
)
from pitboss.play import commands as c
from pitboss.play.dealing import order
from pitboss.play.incidents import FROM_EVENTS
from pitboss.testing.books import Books
from pitboss.testing.offers import METER, offered_commands, refused_offers, was_offered
from pitboss.testing.sight import Sight, leak, viewers
from pitboss.testing.tables import draw_setup

PLAYERS = [Actor(person) for person in ("p1", "p2", "p3")]
STAFF = [Actor(role, role) for role in AUTHORITIES]
EVERYBODY = [*PLAYERS, *STAFF]
# By type: whoever reads commands from a wire has checked the types, and nothing else.
NONSENSE: dict[type, Sequence[Any]] = {
    int: (-1, 0, 99, 10**15),
    str: ("", "nobody", "shift-manager"),
    bool: (True, False),
    tuple: ((), (0,), (0, 0, 0), (51, 50, 49, 48)),
}

STEADY = settings(
    deadline=None,
    database=None,
    report_multiple_bugs=False,
    derandomize=True,  # Whoever changes a rule must not wait for luck.
    suppress_health_check=list(HealthCheck),
    stateful_step_count=40,
)
chances = st.randoms(use_true_random=False)  # Drawn by hypothesis, and so shrunk by it.
picks = st.integers(0, 2**16)


class RoundFault(AssertionError):
    """Something that must never happen at a table."""


class TableMachine(RuleBasedStateMachine):
    """A table of one game at which anybody says anything."""

    rulebook: Rulebook

    @initialize(chance=chances)
    def sit_down(self, chance: Random) -> None:
        self.setup = draw_setup(self.rulebook, chance)
        self.round = start(self.setup)
        self.events: list[Event] = []
        self.books, self.sight = Books(), Sight()
        self.cards = list(range(DECK))
        chance.shuffle(self.cards)
        self.turn = 0

    # What is said

    @rule(pick=picks, who=st.sampled_from(EVERYBODY))
    def somebody_does_what_is_offered(self, pick: int, who: Actor) -> None:
        offers = list(offered_commands(self.round, who, shoe(self.cards)))
        if offers:
            self.say(offers[pick % len(offers)])

    @rule(pick=picks)
    def the_table_goes_on(self, pick: int) -> None:
        """Somebody bets where nobody has; else the table takes its own next step."""
        step = due(self.round)
        if step is None:
            waiting = [command for actor in PLAYERS for command in self.moves(actor)]
            if waiting:
                self.say(waiting[pick % len(waiting)])
            return
        jackpot = METER if self.setup.meter_wagers else None
        self.say(command_for(self.round, step, shoe(self.cards), STAFF[0], jackpot))

    def moves(self, actor: Actor) -> list[Command]:
        offers = offered_commands(self.round, actor, shoe(self.cards))
        return [command for command in offers if not isinstance(command, c.TakeBack)]

    @rule(pick=picks, who=st.sampled_from(EVERYBODY), other=st.sampled_from(EVERYBODY))
    def somebody_says_what_another_may(self, pick: int, who: Actor, other: Actor) -> None:
        offers = list(offered_commands(self.round, who, shoe(self.cards)))
        if offers:
            self.say(offers[pick % len(offers)]._replace(by=other))

    @rule(pick=picks, field=picks)
    def somebody_talks_nonsense(self, pick: int, field: int) -> None:
        offers = list(offered_commands(self.round, EVERYBODY[pick % 4], shoe(self.cards)))
        if not offers:
            return
        command: Any = offers[pick % len(offers)]
        fields = [
            name
            for name in command._fields
            if type(getattr(command, name)) in NONSENSE and name not in ("hands", "bet")
        ]
        if fields:
            name = fields[field % len(fields)]
            values = NONSENSE[type(getattr(command, name))]
            self.say(command._replace(**{name: values[field % len(values)]}))

    @rule(pick=picks, more=st.integers(-2, 2), who=st.sampled_from(EVERYBODY))
    def somebody_bets_about_a_limit(self, pick: int, more: int, who: Actor) -> None:
        offers = offered_commands(self.round, who, shoe(self.cards))
        bets = [command for command in offers if isinstance(command, c.SetBets)]
        if bets:
            bet = bets[pick % len(bets)]
            totals = {key: max(total + more, 0) for key, total in bet.totals.items()}
            self.say(bet._replace(totals=totals))

    @precondition(lambda self: self.round.number)
    @rule(chance=chances, who=st.sampled_from(STAFF))
    def something_goes_wrong(self, chance: Random, who: Actor) -> None:
        # Whether a bet is decided is counted over every deal that is left: that takes time.
        kinds = [kind for kind in INCIDENTS if kind != "interruption"]
        facts = {
            name: chance.choice(options or ("1", "2", "3"))
            for name, (_, options) in FACTS.items()
            if name not in FROM_EVENTS
        }
        box = chance.choice((None, 1, 2, 3))
        before = self.round.before
        about = before.number if before is not None and chance.random() < 0.3 else None
        self.say(c.ReportIncident(who, chance.choice(kinds), facts, box, round=about))

    @precondition(lambda self: self.round.phase == "dealing" and self.setup.led_by == "dealer")
    @rule(chance=chances)
    def a_dealer_deals_by_hand(self, chance: Random) -> None:
        """Rightly or not: cards swapped, one too many, one too few."""
        hands: dict[Any, list[int]] = {}
        first = self.round.dealt
        for place, where in enumerate(order(self.round)[first:], first):
            hands.setdefault(where, []).append(place)
        if hands and chance.random() < 0.7:
            where, other = chance.choice(list(hands)), chance.choice(list(hands))
            hands[where], hands[other] = hands[other], hands[where]
            if chance.random() < 0.5 and hands[where]:
                hands[other].append(hands[where].pop())
        dealt = tuple((where, tuple(places)) for where, places in hands.items())
        self.say(c.Deal(STAFF[0], hands=dealt))

    # What must hold

    def say(self, command: Command) -> None:
        before = self.round
        answer = decide(before, command)
        self.turn += 1
        if isinstance(answer, Refusal):
            if not answer.message.endswith(".") or "/" not in answer.code:
                raise RoundFault(f"A refusal without a code or a sentence: {answer}.")
            return
        if not was_offered(before, command):
            raise RoundFault(f"Accepted and not offered: {command}.")
        after = carry_on(before, command)[0]
        if after != replay(before, answer):
            raise RoundFault(f"The same command leads to two rounds: {command}.")
        for event in answer:
            self.books.post(event)
            self.sight.follow(event)
            if type(event).__name__ == "BetsOpened":  # Another round, another shuffle.
                self.cards = self.cards[17:] + self.cards[:17]
        self.round, self.events = after, [*self.events, *answer]
        self.learn()
        self.check()

    def learn(self) -> None:
        """What was named as it was turned is what lies there, mistyped or not."""
        for place, card in self.round.faces.items():
            if self.cards[place] != card:
                other = self.cards.index(card)
                self.cards[place], self.cards[other] = card, self.cards[place]

    def check(self) -> None:
        difference = self.books.difference(self.round)
        if difference:
            raise RoundFault(f"The money differs: {difference}.")
        who = EVERYBODY[self.turn % len(EVERYBODY)]
        for command, refusal in refused_offers(self.round, who, shoe(self.cards)):
            raise RoundFault(f"Offered and refused: {command}, {refusal}.")
        people = list(viewers(self.round))
        viewer = people[self.turn % len(people)]
        told = leak(self.round, self.sight, self.cards, viewer, self.turn)
        if told:
            raise RoundFault(f"A view leaks: {told}.")

    def teardown(self) -> None:
        if hasattr(self, "events") and replay(start(self.setup), self.events) != self.round:
            raise RoundFault("The events of the table do not replay to the round.")


def walk(rulebook: Rulebook, examples: int = 30, shrink: bool = True) -> None:
    """Walk at so many random tables of a game; a fault is shown with the fewest steps to it."""
    name = f"TableOf{rulebook.title.replace(' ', '')}"
    machine = type(name, (TableMachine,), {"rulebook": rulebook})
    phases = (Phase.generate, Phase.shrink) if shrink else (Phase.generate,)
    run(machine, settings=settings(STEADY, max_examples=examples, phases=phases))
