"""A table that is looked at: every command is said, applied, and followed by all the checks."""

import random

from pitboss.play.answers import Refusal
from pitboss.play.decide import carry_on, start
from pitboss.play.events import BetsOpened
from tests.support.walking.checks import Checks
from tests.support.walking.scene import Scene
from tests.support.walking.wrong import Wrong


class Table:
    def __init__(self, setup):
        self.setup = setup
        self.scene = Scene(start(setup))
        self.checks = Checks(self.scene.round)

    @property
    def round(self):
        return self.scene.round

    def say(self, command, chance):
        """The events or the refusal that the command leads to."""
        scene, before = self.scene, self.scene.round
        try:
            after, answer = carry_on(before, command)
        except Exception as error:
            raise Wrong(f"exception: {error!r} after {command}") from error
        self.checks.said(before, command, after, answer, scene.cards)
        if not isinstance(answer, Refusal):
            scene.round, scene.last = after, command
            if after.faces is not before.faces:
                scene.learn()
            if answer and type(answer[0]) is BetsOpened:
                scene.begin(random.Random(chance.getrandbits(32)))
        return answer
