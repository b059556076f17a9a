"""A walker: it plays at a table by chance and a seed, mostly sensibly, and looks at every step.

Rounds follow each other at one table after the other. About a third of what is said is wrong. After
every command the checks of `walking.checks` are made; a walk that fails says by what commands, the
fewest that still fail.
"""

import random
from collections import Counter

from pitboss.play.answers import Refusal
from pitboss.play.events import BetsOpened, RulingGiven
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.tables import draw_setup
from tests.support.walking.mistakes import go_wrong
from tests.support.walking.moves import go_on
from tests.support.walking.shrink import fewest, story
from tests.support.walking.table import Table
from tests.support.walking.wrong import Wrong

WRONG = 0.3  # The share of commands that are no sensible ones.
TABLE = 1500  # Commands at one table.
ROUND = 200  # Commands after which a round is only brought to its end.
WAY_OUT = 250  # In so many sensible commands any round can be ended.


class Walk:
    """A walk over tables of one game."""

    def __init__(self, game, seed):
        self.game = game
        self.chance = random.Random(f"{game} {seed}")
        self.events, self.refusals, self.rulings = Counter(), Counter(), Counter()
        self.commands = 0
        self.sit_down()

    def sit_down(self):
        """At a new table."""
        self.table = Table(draw_setup(RULEBOOKS[self.game], self.chance))
        self.said = []  # All that was said at this table.
        self.in_round = 0

    def go(self, commands):
        """So many commands; the walk itself, for what was reached."""
        try:
            for _ in range(commands):
                self.step()
            self.table.checks.replays(self.table.round)
        except Wrong as error:
            short = fewest(self.table.setup, self.said, error)[-ROUND - WAY_OUT - 2 :]
            told = f"{error}\n{story(self.table.setup, short)}"
            raise Wrong(told) from error.__cause__
        return self

    def step(self):
        """One command, and the events or the refusal that it leads to."""
        self.commands += 1
        if self.commands % TABLE == 0:
            self.table.checks.replays(self.table.round)
            self.sit_down()
        table, chance = self.table, self.chance
        hasty = table.scene.is_hasty = self.in_round > ROUND
        is_sensible = hasty or chance.random() >= WRONG
        command = (go_on if is_sensible else go_wrong)(table.scene, chance)
        self.said.append(command)
        before = table.round
        answer = table.say(command, chance)
        self.note(before, answer, is_sensible)
        return answer

    def note(self, before, answer, is_sensible):
        """Count what was reached; find out if there is no way on."""
        scene = self.table.scene
        self.in_round += 1
        if isinstance(answer, Refusal):
            self.refusals[answer.code] += 1
            scene.in_vain += is_sensible
        else:
            scene.in_vain = 0
            self.events.update([type(event).__name__ for event in answer])
            first = answer[0] if answer else None
            if type(first) is RulingGiven:
                late = first.round != before.number
                self.rulings[first.remedy, "next round" if late else before.phase] += 1
            elif type(first) is BetsOpened:
                self.in_round = 0
        if self.in_round > ROUND + WAY_OUT:
            raise Wrong(f"stuck: there is no way on from {scene.round.phase}: {answer}")
