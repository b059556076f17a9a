"""Random walks over every game find nothing wrong, and see enough to be believed."""

import pytest

from pitboss.language.irregularities import REMEDIES
from pitboss.play import COMMANDS, EVENTS, Setup
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing.round_machine import Reached, walk
from tests.games import PLAIN
from tests.plain import settle_plainly

TABLES = 30  # In one part of a walk.
MOST_PARTS = 48  # Every game needed 11 to 14, with three different seeds.
# What the walks over any game reach at least.
COMMANDS_A_GAME = 25_000
SETTLED = 400  # Rounds.
CODES = 38  # Of refusals.
RULINGS = 90  # Remedies, and the phases in which they were given.
PHASES = ("betting", "dealing", "examining", "decided", "revealed", "settled", "void")
VIEWERS = ("player", "spectator", "auditor", "dealer", "shift-manager")


def unused_events(game):
    """Events that a game has no use for."""
    book, table = RULEBOOKS[game], Setup(RULEBOOKS[game].configure())
    events = set() if book.decision else {"Folded", "Played"}
    if not book.procedure.withdrawal_stands:
        events.add("BetWithdrawn")
    if book.decision and table.carries_hand == {table.first}:  # Every hand is decided on.
        events.add("HandReturned")
    return events


def missing(game, reached):
    """What walks over a game should have come across, and have not yet."""
    decisions = set() if RULEBOOKS[game].decision else {"Fold", "Play"}
    unreturned = {"ReturnHand"} if "HandReturned" in unused_events(game) else set()
    return {
        "events": set(EVENTS) - unused_events(game) - set(reached.events),
        "commands": set(COMMANDS) - decisions - unreturned - set(reached.commands),
        "remedies": set(REMEDIES) - reached.remedies,
        "views": {(role, phase) for role in VIEWERS for phase in PHASES} - set(reached.views),
        "refusal codes": max(CODES - len(reached.refusals), 0),
        "rulings by phase": max(RULINGS - len(reached.rulings), 0),
        "settled rounds": max(SETTLED - reached.events["Settled"], 0),
        "number of commands": max(COMMANDS_A_GAME - reached.said, 0),
    }


@pytest.mark.parametrize("game", RULEBOOKS)
def test_walks_find_nothing_wrong_and_see_everything(game):
    """Part after part, until everything was seen.

    Hypothesis also draws numbers that it finds in the modules loaded so far, so the walks of a part
    change with the code and with the tests that ran before.
    """
    reached, plain = Reached(), settle_plainly(PLAIN[game])
    for part in range(MOST_PARTS):
        reached += walk(RULEBOOKS[game], TABLES, plain=plain, part=part)
        if not any(missing(game, reached).values()):
            break
    # Walks that have gone blind would find nothing wrong, too.
    assert not {what: left for what, left in missing(game, reached).items() if left}
    assert 0.15 * reached.said < reached.refusals.total() < 0.5 * reached.said


def test_the_same_part_walks_the_same_way():
    first, second = (walk(RULEBOOKS["three-card-poker"], 5, part=7) for _ in range(2))
    assert first == second
    assert first != walk(RULEBOOKS["three-card-poker"], 5, part=8)
