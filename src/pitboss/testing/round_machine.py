"""Random walks over the round of play, as a hypothesis state machine for any rulebook.

At every step a command is said. It is accepted or refused, and a refusal changes nothing. What is
accepted was offered by `allowed`, and what is offered is accepted at its bounds. `RoundChecks`
works money, cards and reasons out again from the events, and `view_checks` looks for leaks. At the
end the events replay to the round, and the round can be brought to its end.

`walk` runs the machine and says what was reached. A fault is reported with the fewest steps that
lead to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from hypothesis import HealthCheck, Phase, note, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

from pitboss.cards.deck import DECK
from pitboss.language.rulebook import Rulebook
from pitboss.play import (
    Actor,
    Command,
    Event,
    Refusal,
    Round,
    RulingGiven,
    Setup,
    allowed,
    carry_on,
    command_for,
    decide,
    due,
    replay,
    shoe,
    start,
)
from pitboss.play import commands as c
from pitboss.play.state import EXAMINING, OVER
from pitboss.testing.deals import PlainSettlement
from pitboss.testing.offers import METER, offered_commands, refused_offers, was_offered
from pitboss.testing.random_commands import (
    DEALS,
    EVERYBODY,
    MANAGER,
    PLAYERS,
    REASON,
    STRANGERS,
    correction,
    dealt_by_hand,
    incident,
    mistyped,
    moved_hands,
    out_of_order,
    ruling,
    some_cards,
    with_all_facts,
    with_nonsense,
)
from pitboss.testing.random_tables import draw_setup
from pitboss.testing.round_checks import RoundChecks
from pitboss.testing.round_fault import RoundFault
from pitboss.testing.view_checks import check_hidden, check_shown, viewers

STEPS = 50  # Of one walk.
WAY_OUT = 60  # Sensible commands after which any round is over.

STEADY = settings(
    deadline=None,
    database=None,
    report_multiple_bugs=False,
    derandomize=True,  # Whoever changes a rule must not wait for luck.
    suppress_health_check=list(HealthCheck),
    stateful_step_count=STEPS,
)
chances = st.randoms(use_true_random=False)  # Drawn by hypothesis, and so shrunk by it.
picks = st.integers(0, 2**16)


@dataclass
class Reached:
    """What random walks have come across, so that a test can tell whether they saw enough."""

    commands: Counter[str] = field(default_factory=Counter)  # Those accepted, by kind.
    refusals: Counter[str] = field(default_factory=Counter)  # By code.
    events: Counter[str] = field(default_factory=Counter)  # By kind.
    rulings: Counter[tuple[str, str]] = field(default_factory=Counter)  # By remedy and phase.
    views: Counter[tuple[str, str]] = field(default_factory=Counter)  # By role and phase.

    @property
    def remedies(self) -> set[str]:
        return {remedy for remedy, _ in self.rulings}

    def __add__(self, other: Reached) -> Reached:
        return Reached(
            self.commands + other.commands,
            self.refusals + other.refusals,
            self.events + other.events,
            self.rulings + other.rulings,
            self.views + other.views,
        )

    @property
    def said(self) -> int:
        """The number of commands, refused ones included."""
        return self.commands.total() + self.refusals.total()


class TableMachine(RuleBasedStateMachine):
    """A table of one game at which anybody says anything."""

    rulebook: Rulebook
    plain: PlainSettlement | None = None
    reached: Reached
    last_setup: ClassVar[Setup | None] = None

    @initialize(chance=chances)
    def sit_down(self, chance: Random) -> None:
        setup, last = draw_setup(self.rulebook, chance), type(self).last_setup
        # Half of the walks begin at the table of the walk before, whose settlement is compiled.
        self.setup = type(self).last_setup = last if last == setup else setup
        self.round = start(self.setup)
        self.checks = RoundChecks(self.round, type(self).plain)
        self.events: list[Event] = []
        self.last: Command = c.OpenBets(DEALS)
        self.cards = list(range(DECK))
        chance.shuffle(self.cards)
        self.turn = 0
        self.is_sound = True

    # Sensible commands

    @rule(pick=picks, who=st.sampled_from(EVERYBODY))
    def somebody_does_what_is_offered(self, pick: int, who: Actor) -> None:
        self.say(self.offer(pick, who))

    @rule(chance=chances)
    def the_round_goes_on(self, chance: Random) -> None:
        self.say(self.next_step(chance))

    @rule(chance=chances, steps=st.integers(2, 9))
    def the_round_goes_on_for_a_while(self, chance: Random, steps: int) -> None:
        """So that rounds come to their end, too."""
        for _ in range(steps):
            self.say(self.next_step(chance))

    @rule(pick=picks, more=st.integers(-2, 2), who=st.sampled_from(EVERYBODY))
    def somebody_bets_about_a_limit(self, pick: int, more: int, who: Actor) -> None:
        offers = offered_commands(self.round, who, shoe(self.cards))
        bets = [command for command in offers if isinstance(command, c.SetBets)]
        if bets:
            bet = bets[pick % len(bets)]
            totals = {key: max(total + more, 0) for key, total in bet.totals.items()}
            self.say(bet._replace(totals=totals))

    # What goes wrong

    @precondition(lambda self: self.round.number)
    @rule(chance=chances)
    def something_goes_wrong(self, chance: Random) -> None:
        self.say(incident(self.round, self.cards, chance))

    @rule(chance=chances, steps=st.integers(1, 9))
    def something_goes_wrong_after_a_while(self, chance: Random, steps: int) -> None:
        """So that things go wrong in every phase: a walk spends most of its time on betting."""
        for _ in range(steps):
            self.say(self.next_step(chance))
        self.say(incident(self.round, self.cards, chance))
        self.say(self.next_step(chance))

    @precondition(lambda self: self.round.incidents or self.round.before)
    @rule(chance=chances)
    def somebody_rules(self, chance: Random) -> None:
        self.say(ruling(self.round, chance))

    @precondition(lambda self: self.round.phase == "dealing" and self.setup.led_by == "dealer")
    @rule(chance=chances)
    def a_dealer_deals_by_hand(self, chance: Random) -> None:
        self.say(dealt_by_hand(self.round, chance))

    @precondition(lambda self: self.round.phase in ("decided", "revealed"))
    @rule(chance=chances)
    def cards_are_turned_one_by_one(self, chance: Random) -> None:
        command = some_cards(self.round, self.cards, chance)
        if command is not None:
            self.say(command)

    @precondition(lambda self: self.round.phase in (EXAMINING, "decided", "revealed"))
    @rule(chance=chances)
    def a_card_is_mistyped(self, chance: Random) -> None:
        self.say(mistyped(self.next_step(chance), chance))

    @precondition(lambda self: self.round.phase in OVER or self.round.before)
    @rule(chance=chances)
    def a_payment_is_corrected(self, chance: Random) -> None:
        self.say(correction(self.round, chance))

    # What should not be said

    @rule(pick=picks, who=st.sampled_from(EVERYBODY), other=st.sampled_from(EVERYBODY + STRANGERS))
    def somebody_says_what_another_may(self, pick: int, who: Actor, other: Actor) -> None:
        self.say(self.offer(pick, who)._replace(by=other))

    @rule(chance=chances, pick=picks, who=st.sampled_from(EVERYBODY))
    def somebody_talks_nonsense(self, chance: Random, pick: int, who: Actor) -> None:
        is_sensible = chance.random() < 0.5
        command = self.offer(pick, who) if is_sensible else self.anything(chance)
        self.say(with_nonsense(command, chance))

    @rule(chance=chances)
    def somebody_speaks_out_of_order(self, chance: Random) -> None:
        self.say(self.anything(chance))

    @rule()
    def somebody_says_it_again(self) -> None:
        self.say(self.last)

    # Choosing a command

    def offer(self, pick: int, who: Actor) -> Command:
        """One of the commands that are offered to somebody, or else to the dealer."""
        for actor in (who, DEALS):
            offers = list(offered_commands(self.round, actor, shoe(self.cards)))
            if offers:
                return offers[pick % len(offers)]
        return c.OpenBets(DEALS)

    def anything(self, chance: Random) -> Command:
        return out_of_order(self.round, self.cards, chance)

    def next_step(self, chance: Random, is_hasty: bool = False) -> Command:
        """A command that takes the round on; in haste, one that brings it to its end."""
        round, before = self.round, self.round.before
        if round.is_stopped:
            return self._resolve(round, chance, is_hasty)
        # What is open about the round before has time until the next.
        if before is not None and before.is_stopped and (round.phase in OVER or not is_hasty):
            return self._resolve(before, chance, is_hasty)
        step = due(round)
        waits_for_bets = step is not None and step.command == "CloseBets" and not is_hasty
        if step is None or (waits_for_bets and chance.random() < 0.5):
            if is_hasty and round.phase == EXAMINING:
                return c.TimeOut(DEALS, dict.fromkeys(round.waiting, False))
            moves = list(self._moves(chance.choice(PLAYERS)))
            return chance.choice(moves) if moves else c.ReportIncident(DEALS, "other")
        jackpot = METER if self.setup.meter_wagers else None
        return command_for(round, step, shoe(self.cards), DEALS, jackpot)

    def _moves(self, player: Actor) -> Iterator[Command]:
        """What players may do who want the round to go on."""
        waiting = sorted(
            {bettor for n in self.round.waiting for bettor in self.round.boxes[n].stakes}
        )
        for actor in map(Actor, waiting or [player.id]):
            for command in offered_commands(self.round, actor, shoe(self.cards)):
                if not isinstance(command, c.TakeBack):
                    yield command

    def _resolve(self, target: Round, chance: Random, is_hasty: bool) -> Command:
        """The next thing to say about an incident of this round, or of the one before."""
        about = None if target is self.round else target.number
        open_ones = [n for n, reported in enumerate(target.incidents) if reported.is_open]
        number = open_ones[-1] if is_hasty else chance.choice(open_ones)
        choosing = sorted(target.incidents[number].choosing)
        if choosing:
            if about is None and chance.random() < 0.2:
                return c.TimeOut(DEALS)
            box, bettor = chance.choice(choosing)
            option = chance.choice(target.incidents[number].options)
            return c.Choose(Actor(bettor), number, box, bettor, option, about)
        staff = allowed(self.round, MANAGER).staff
        assert staff is not None
        for offer in staff.rulings:
            if (offer.round, offer.number) != (target.number, number):
                continue
            remedies: list[str | None] = [*offer.remedies]
            if offer.as_ruled and (not remedies or chance.random() < 0.5):
                remedies = [None]
            if is_hasty and "void-round" in remedies:
                remedies = ["void-round"]
            if remedies:
                hands = moved_hands(target, chance) if chance.random() < 0.2 else ()
                # Hypothesis prefers the ends of a list: the first remedy voids the round and the
                # last leaves the incident open, so both go to the middle.
                middle = len(remedies) // 2
                remedy = chance.choice(remedies[middle:] + remedies[:middle])
                return c.GiveRuling(
                    MANAGER, number, remedy, REASON, () if is_hasty else hands, about
                )
        return with_all_facts(self.round, target, number, chance)

    # Saying it

    def say(self, command: Command) -> None:
        self.is_sound = False  # Until all checks have passed.
        note(f"{command!r}")
        self._say(command)
        self.is_sound = True

    def _say(self, command: Command) -> None:
        before = self.round
        answer = decide(before, command)
        self.turn += 1
        if isinstance(answer, Refusal):
            self.reached.refusals[answer.code] += 1
            self.checks.refused(before, command, answer)
            return
        if not was_offered(before, command):
            raise RoundFault(f"Accepted and not offered: {command}.")
        after, again = carry_on(before, command)
        if (after, again) != (replay(before, answer), answer):
            raise RoundFault(f"The same command leads to two rounds: {command}.")
        self.checks.accepted(before, command, after, answer, self.cards)
        self.round, self.last = after, command
        self.events += answer
        self._count(before, command, answer)
        self._learn()
        if after.number != before.number:  # Another round, another shuffle.
            self.cards = self.cards[17:] + self.cards[:17]
        self._check_offers()
        self._check_views()

    def _count(self, before: Round, command: Command, events: Sequence[Event]) -> None:
        self.reached.commands[type(command).__name__] += 1
        self.reached.events.update(type(event).__name__ for event in events)
        for event in events:
            if isinstance(event, RulingGiven):
                phase = before.phase if event.round == before.number else "next round"
                self.reached.rulings[event.remedy, phase] += 1

    def _learn(self) -> None:
        """What was named as it was turned is what lies there, mistyped or not."""
        for place, card in self.round.faces.items():
            if self.cards[place] != card:
                other = self.cards.index(card)
                self.cards[place], self.cards[other] = card, self.cards[place]

    def _check_offers(self) -> None:
        who = EVERYBODY[self.turn % len(EVERYBODY)]
        for command, refusal in refused_offers(self.round, who, shoe(self.cards), turn=self.turn):
            raise RoundFault(f"Offered and refused: {command}, {refusal}.")

    def _check_views(self) -> None:
        people = list(viewers(self.round))
        viewer = people[self.turn % len(people)]
        check_hidden(self.round, self.checks.felt, self.cards, viewer, self.turn)
        check_shown(self.round, self.checks.felt, self.cards, viewer, self.turn)
        self.reached.views[viewer.role, self.round.phase] += 1

    def teardown(self) -> None:
        # Hypothesis comes here after a fault, too, which a second fault would hide.
        if not getattr(self, "is_sound", False):
            return
        if replay(start(self.setup), self.events) != self.round:
            raise RoundFault("The events of the table do not replay to the round.")
        self.checks.check_replay(self.round)
        self._check_way_out()

    def _check_way_out(self) -> None:
        """From wherever the walk has led, the table can get to the next round."""
        chance, number = Random(self.turn), self.round.number
        for _ in range(WAY_OUT):
            if self.round.number != number:
                return
            self.say(self.next_step(chance, is_hasty=True))
        raise RoundFault(f"There is no way on from {self.round.phase}: {self.round}.")


def walk(
    rulebook: Rulebook,
    examples: int = 30,
    shrink: bool = True,
    plain: PlainSettlement | None = None,
    part: int | None = None,
    machine: type[TableMachine] = TableMachine,
) -> Reached:
    """Walk at so many random tables of a game, and say what was reached.

    Each `part` has walks of its own; a subclass of the machine may check more. A fault is raised
    as a `RoundFault`.
    """
    reached = Reached()
    name = f"TableOf{rulebook.title.replace(' ', '')}"
    fields = {"rulebook": rulebook, "plain": plain and staticmethod(plain), "reached": reached}
    walker = type(name, (machine,), fields)
    phases = (Phase.generate, Phase.shrink) if shrink else (Phase.generate,)
    steady = settings(STEADY, max_examples=examples, phases=phases)
    run(walker if part is None else seed(part)(walker), settings=steady)
    return reached
