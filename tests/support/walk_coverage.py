"""What random walks over a game should come across: walks that see nothing find nothing wrong."""

from pitboss.language.irregularities import REMEDIES
from pitboss.play import COMMANDS, EVENTS, Setup
from pitboss.rulebooks import RULEBOOKS

# At least, in any game.
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
    """What walks over a game should have come across, and have not yet; empty when nothing is."""
    decisions = set() if RULEBOOKS[game].decision else {"Fold", "Play"}
    unreturned = {"ReturnHand"} if "HandReturned" in unused_events(game) else set()
    goals = {
        "events": set(EVENTS) - unused_events(game) - set(reached.events),
        "commands": set(COMMANDS) - decisions - unreturned - set(reached.commands),
        "remedies": set(REMEDIES) - reached.remedies,
        "views": {(role, phase) for role in VIEWERS for phase in PHASES} - set(reached.views),
        "refusal codes": max(CODES - len(reached.refusals), 0),
        "rulings by phase": max(RULINGS - len(reached.rulings), 0),
    }
    return {goal: left for goal, left in goals.items() if left}
