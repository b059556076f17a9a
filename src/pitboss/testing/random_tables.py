"""Random tables for random walks: any choice that an operator has may be made."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pitboss.language.irregularities import AUTHORITIES, INCIDENTS, REMEDIES
from pitboss.language.rulebook import Caps, Rulebook
from pitboss.play.setup import CHOICES, Limit, Setup


def draw_setup(book: Rulebook, chance: Random) -> Setup:
    """A table of a game: about half of the choices are the defaults."""
    readings = {
        reading.key: chance.choice(list(reading.options))
        for reading in book.readings
        if chance.random() < 0.5
    }
    policies = {"half-unit": chance.choice(("down", "up"))}
    chip = chance.choice((1, 1, 50))
    staked = [wager for wager in book.wagers if wager.is_staked]
    caps: Caps = {}
    if chance.random() < 0.2:
        caps = {chance.choice(staked).key: {"hand": 3000, "round": 5000}}
    rules = book.configure(readings=readings, policies=policies, caps=caps, chip=chip)
    first, follow_up = book.main[0], {wager.key for wager in staked if wager.equals}
    offered: tuple[str, ...] = ()
    if chance.random() < 0.2:
        offered = tuple(
            w.key for w in staked if w.key in {first, *follow_up} or chance.random() < 0.6
        )
    on_felt = offered or tuple(wager.key for wager in staked)
    limited = [w.key for w in staked if w.key in on_felt and not w.equals and w.price is None]
    limits = {key: draw_limit(chance) for key in limited if chance.random() < 0.6}
    choices = {
        name: chance.choice(list(options))
        for name, options in CHOICES.items()
        if name == "led_by" or chance.random() < 0.5
    }
    # Without a policy on "other", whatever goes wrong can be put before the shift manager.
    known = [incident for incident in INCIDENTS if incident != "other"]
    stated = chance.sample(known, chance.choice((0, 0, 1, 3)))
    return Setup(
        rules,
        boxes=chance.choice((1, 2, 3, 4, 4, 5, 7, 16)),
        limits=limits,
        offered=offered,
        shuffler=chance.random() < 0.5,
        incidents={incident: chance.choice(list(REMEDIES)) for incident in stated},
        referred_to=chance.choice(AUTHORITIES),
        contribution=chance.choice((Fraction(1, 5), Fraction(1, 3), Fraction(0))),
        **choices,
    )


def draw_limit(chance: Random) -> Limit:
    step = chance.choice((1, 50, 100))
    minimum = step * chance.choice((1, 2, 5)) if step > 1 else chance.choice((1, 7, 500))
    return Limit(minimum, minimum * chance.choice((1, 2, 5, 20)), step)
