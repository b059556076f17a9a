"""Every combination of wagers, under every reading of pay, as the simulator numbers outcomes."""

from itertools import chain, combinations, product

import numpy as np
import pytest

from pitboss.cards.hands import COUNT
from pitboss.language.expressions import Deal
from pitboss.maths.odds.sampling import random_deals
from pitboss.maths.simulation.joint_table import JointTable
from pitboss.rulebooks import RULEBOOKS

pytestmark = pytest.mark.exhaustive
DEALS = 20_000


def every_rules(book):
    """Rules under every combination of readings, once for all that come to the same conditions."""
    pay = [reading for reading in book.readings if reading.kind == "pay"]
    made = {}
    for options in product(*(reading.options for reading in pay)):
        chosen = {reading.key: option for reading, option in zip(pay, options, strict=True)}
        rules = book.configure(readings=chosen)
        asked = tuple(row.when.words() for wager in rules.wagers for row in wager.rows)
        made.setdefault(asked, rules)
    return made.values()


def every_bet(wagers):
    sizes = range(1, len(wagers) + 1)
    return chain.from_iterable(combinations(wagers, size) for size in sizes)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_bet_has_numbers_for_its_outcomes(game):
    """They fit into sixteen bits, and lead back to the rows that the wagers come to."""
    chance, dealt = np.random.default_rng(1), random_deals(DEALS, 1)
    plays = np.ones(COUNT, bool)
    if RULEBOOKS[game].decision:  # As many kinds of hands as there can be: some of each folded.
        plays = chance.random(COUNT) < 0.5
    deal = Deal(dealt.player, dealt.dealer, dealt.fourth, plays[dealt.player])
    for rules in every_rules(RULEBOOKS[game]):
        rows = {wager.key: wager.result(deal) for wager in rules.wagers}
        for wagers in every_bet(rules.wagers):
            joint = JointTable(wagers, plays)
            found = joint.rows[joint.result(deal)]
            for place, wager in enumerate(joint.wagers):
                assert (found[:, place] == rows[wager.key]).all(), (wager.key, rules.readings)
