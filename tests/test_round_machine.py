"""The round of play as hypothesis sees it: any list of commands, shrunk when one goes wrong.

The checks and the commands are the walker's; hypothesis chooses among them in its own way, which
finds other lists than chance does.
"""

from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

from pitboss.play.answers import Refusal
from pitboss.play.apply import APPLY
from pitboss.play.commands import COMMANDS
from pitboss.play.events import BetPlaced
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.tables import draw_setup
from tests.support.walking.mistakes import anything, chosen, go_wrong, ruled, spoilt
from tests.support.walking.moves import go_on
from tests.support.walking.reports import incident
from tests.support.walking.table import Table
from tests.support.walking.wrong import Wrong

# From a seed: whoever changes a rule must not wait for luck.
STEADY = settings(
    deadline=None,
    database=None,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
    stateful_step_count=50,
)
chances = st.randoms(use_true_random=False)  # Drawn by hypothesis, and so shrunk by it.


USUAL = set(COMMANDS) - {"CorrectPayment", "CorrectCard"}  # Those two are rare.
reached = Counter()  # Commands in all, those refused, and by kind those let through.


class RoundMachine(RuleBasedStateMachine):
    @initialize(game=st.sampled_from(list(RULEBOOKS)), chance=chances)
    def sit_down(self, game, chance):
        self.table = Table(draw_setup(RULEBOOKS[game], chance))

    def say(self, make, chance):
        command = make(self.table.scene, chance)
        answer = self.table.say(command, chance)
        is_refused = isinstance(answer, Refusal)
        reached["commands"] += 1
        reached["refused" if is_refused else type(command).__name__] += 1

    @rule(chance=chances)
    def a_sensible_command(self, chance):
        self.say(go_on, chance)

    @rule(chance=chances, more=st.integers(2, 9))
    def some_sensible_commands(self, chance, more):
        """So that rounds come to their end, too."""
        for _ in range(more):
            self.say(go_on, chance)

    @rule(chance=chances)
    def a_mistake(self, chance):
        self.say(go_wrong, chance)

    @rule(chance=chances)
    def a_command_out_of_order(self, chance):
        self.say(anything, chance)

    @rule(chance=chances)
    def a_command_with_nonsense(self, chance):
        self.say(spoilt, chance)

    @precondition(lambda self: self.table.round.number)
    @rule(chance=chances)
    def an_incident(self, chance):
        self.say(incident, chance)

    @precondition(lambda self: self.table.round.incidents)
    @rule(chance=chances)
    def a_ruling(self, chance):
        self.say(ruled, chance)

    @precondition(lambda self: any(one.choosing for one in self.table.round.incidents))
    @rule(chance=chances)
    def a_choice(self, chance):
        self.say(chosen, chance)

    def teardown(self):
        if hasattr(self, "table"):
            self.table.checks.replays(self.table.round)


def reach(examples, part=0, **told):
    """Run so many examples and count what is reached; each part has others."""
    run(seed(part)(RoundMachine), settings=settings(STEADY, max_examples=examples, **told))


def reach_commands(commands, examples, most_parts):
    """Part after part, until there are so many commands, and of every kind some let through.

    Hypothesis also draws numbers that it finds in the modules loaded so far, so which examples a
    part has changes with the code, and with the tests that ran before.
    """
    reached.clear()
    for part in range(most_parts):
        reach(examples, part)
        if reached["commands"] >= commands and set(reached) >= USUAL:
            return
    raise AssertionError(f"after {most_parts} parts only {reached}")


def test_any_list_of_commands_applies_or_is_refused():
    reach_commands(5_000, 30, most_parts=12)
    assert 0.1 * reached["commands"] < reached["refused"] < 0.7 * reached["commands"]
    assert reached["Settle"] >= 10


def test_hypothesis_finds_a_planted_bug(monkeypatch):
    """A bet that is raised counts only once."""

    def wrong(round, event):
        box = round.boxes.get(event.box)
        held = box and event.wager in box.stakes.get(event.bettor, {})
        return round if held else right(round, event)

    right = APPLY[BetPlaced]
    monkeypatch.setitem(APPLY, BetPlaced, wrong)
    with pytest.raises(Wrong, match=r"money: by the events|limits: |replay: "):
        reach(60, phases=[Phase.generate])  # Without the time it takes to shrink it.
