"""Asking for a ruling, in tests."""

from pitboss.language.irregularities import MissingFact
from pitboss.rulebooks import RULEBOOKS


def ruled(game, incident, readings=None, **facts):
    """(remedy, clauses, authority), or the name of the fact that is missing."""
    told = {name.replace("_", "-"): value for name, value in facts.items()}
    found = RULEBOOKS[game].configure(readings=readings).rule(incident, told)
    if isinstance(found, MissingFact):
        return found.name
    return found.remedy, found.clauses, found.authority


def refers(game, incident, **facts):
    """Whether an incident goes to the shift manager, by policy."""
    told = {name.replace("_", "-"): value for name, value in facts.items()}
    found = RULEBOOKS[game].configure().rule(incident, told)
    return (found.remedy, found.clauses, found.authority, [p.key for p in found.policies]) == (
        "refer", (), "shift-manager", ["referral"],
    )  # fmt: skip
