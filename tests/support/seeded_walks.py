"""Random walks whose every choice follows from a seed, and the seeds that together see everything.

Hypothesis also draws numbers that it finds in the modules loaded so far, so a walk of its making
changes with any line of code. These draw from `random.Random`: a seed walks the same way until the
rules of its game, or what is drawn for them, change. Then the golden seeds may no longer see
everything, and are searched for again:

    python -m tests.support.seeded_walks
"""

from pathlib import Path
from random import Random

from pitboss.language.irregularities import INCIDENTS
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.random_commands import EVERYBODY, STRANGERS
from pitboss.testing.round_machine import STEPS, Reached, TableMachine
from tests.games import PLAIN
from tests.plain import settle_plainly
from tests.support.walk_coverage import missing

FILE = Path(__file__).parents[1] / "golden" / "walks.txt"
RENEW = "python -m tests.support.seeded_walks"
SEARCHED = 150  # Seeds of each game.

# By the name of a rule's argument. The rules themselves state the same bounds to hypothesis.
DRAWN = {
    "chance": lambda chance: Random(chance.getrandbits(64)),
    "pick": lambda chance: chance.randrange(2**16),
    "who": lambda chance: chance.choice(EVERYBODY),
    "other": lambda chance: chance.choice(EVERYBODY + STRANGERS),
    "more": lambda chance: chance.randint(-2, 2),
    "steps": lambda chance: chance.randint(1, 9),
}


class SeededTable(TableMachine):
    """A table of the random walks at which hypothesis draws nothing."""

    def say(self, command):
        self._say(command)
        self.is_sound = True


def walk_from(game, seed):
    """One walk with all the checks of the random walks; what it reached, and its incidents."""
    reached, chance = Reached(), Random(f"{game} {seed}")
    fields = {
        "rulebook": RULEBOOKS[game],
        "plain": staticmethod(settle_plainly(PLAIN[game])),
        "reached": reached,
    }
    table = type("SeededTable", (SeededTable,), fields)()
    table.sit_down(Random(chance.getrandbits(64)))
    for _ in range(STEPS):
        rules = [rule for rule in table.rules if all(may(table) for may in rule.preconditions)]
        rule = chance.choice(rules)
        rule.function(table, **{name: DRAWN[name](chance) for name in rule.arguments})
    table.teardown()
    incidents = {event.incident for event in table.events if hasattr(event, "incident")}
    return reached, incidents


def walk_all(game, seeds):
    """What these walks reached, and what they should have come across and have not."""
    reached, incidents = Reached(), set()
    for seed in seeds:
        more, reported = walk_from(game, seed)
        reached += more
        incidents |= reported
    unreported = set(INCIDENTS) - incidents
    return reached, missing(game, reached) | ({"incidents": unreported} if unreported else {})


def golden_seeds():
    """By game."""
    lines = (line.partition(":") for line in FILE.read_text("utf-8").splitlines())
    return {game: [int(seed) for seed in seeds.split()] for game, _, seeds in lines}


def search(game):
    """Seeds that together see all that any of many seeds sees, for few commands: a greedy cover."""
    walks = {}
    for seed in range(SEARCHED):
        reached, incidents = walk_from(game, seed)
        kinds = (
            reached.commands, reached.refusals, reached.events, reached.rulings, reached.views,
            incidents,
        )  # fmt: skip
        seen = {(kind, sight) for kind, sights in enumerate(kinds) for sight in sights}
        walks[seed] = seen, reached.said
    unseen = set().union(*(seen for seen, _ in walks.values()))
    chosen = []
    while unseen:
        best = max(walks, key=lambda seed: len(walks[seed][0] & unseen) / walks[seed][1])
        chosen.append(best)
        unseen -= walks[best][0]
    return sorted(chosen)


if __name__ == "__main__":
    FILE.write_text(
        "".join(f"{game}: {' '.join(map(str, search(game)))}\n" for game in RULEBOOKS), "utf-8"
    )
    print(f"Written: {FILE}")
