"""Asking a rulebook for a ruling, in tests."""

from pitboss.language.irregularities import MissingFact
from pitboss.rulebooks import RULEBOOKS


def _ruling(game, incident, readings, facts):
    named = {name.replace("_", "-"): value for name, value in facts.items()}
    return RULEBOOKS[game].configure(readings=readings).rule(incident, named)


def ruled(game, incident, readings=None, **facts):
    """(remedy, clauses, authority), or the name of the fact that is missing."""
    ruling = _ruling(game, incident, readings, facts)
    if isinstance(ruling, MissingFact):
        return ruling.name
    return ruling.remedy, ruling.clauses, ruling.authority


def refers(game, incident, **facts):
    """Whether an incident goes to the shift manager, by policy."""
    ruling = _ruling(game, incident, None, facts)
    policies = [policy.key for policy in ruling.policies]
    return (ruling.remedy, ruling.clauses, ruling.authority, policies) == (
        "refer", (), "shift-manager", ["referral"],
    )  # fmt: skip
