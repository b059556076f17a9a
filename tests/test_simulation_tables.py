"""A box's table of outcomes against the wagers themselves, deal by deal."""

import numpy as np
import pytest

from pitboss.expressions import Deal
from pitboss.hands import COUNT
from pitboss.maths.moments import BoxMoments
from pitboss.maths.sampling import random_deals
from pitboss.maths.simulation.joint import Joint, is_special
from pitboss.maths.simulation.plan import plan
from pitboss.maths.strategy import best
from pitboss.rulebooks import RULEBOOKS

DEALS = 200_000


def some_rules(book, chance):
    """Rules with readings and pay tables by chance."""
    return book.configure(
        paytables={w.key: str(chance.choice(w.paytables)) for w in book.wagers},
        readings={r.key: str(chance.choice(list(r.options))) for r in book.readings},
    )


def some_plays(rules, chance):
    """The best strategy, one that folds by the toss of a coin, or none at all."""
    if not rules.rulebook.decision:
        return np.ones(COUNT, bool)
    made = best(rules).plays, chance.random(COUNT) < 0.5, np.ones(COUNT, bool)
    return made[int(chance.integers(3))]


@pytest.mark.parametrize("game", RULEBOOKS)
@pytest.mark.parametrize("seed", range(3))
def test_an_outcome_names_the_row_of_every_wager(game, seed):
    chance = np.random.default_rng([seed, 5])
    rules = some_rules(RULEBOOKS[game], chance)
    plays = some_plays(rules, chance)
    dealt = random_deals(DEALS, seed)
    deal = Deal(dealt.player, dealt.dealer, dealt.fourth, plays[dealt.player])
    kept = [w for w in rules.wagers if chance.random() < 0.8] or list(rules.wagers)
    for wagers in (rules.wagers, kept):
        joint = Joint(wagers, plays)
        found = joint.rows[joint.result(deal)]
        assert {wager.key for wager in joint.wagers} == {wager.key for wager in wagers}
        for place, wager in enumerate(joint.wagers):
            assert (found[:, place] == wager.result(deal)).all(), (wager.key, rules.readings)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_outcome_that_can_be_has_a_number_and_few_others_do(game):
    rules = RULEBOOKS[game].configure()
    plays = best(rules).plays if rules.rulebook.decision else np.ones(COUNT, bool)
    wagers = [wager for wager in rules.wagers if not wager.envy]
    joint = Joint(wagers, plays)
    ways = BoxMoments(rules, plays).joint
    at = [[w.key for w in joint.wagers].index(wager.key) for wager in wagers]
    named = {tuple(rows[place] for place in at) for rows in joint.rows.tolist()}
    reached = set(map(tuple, np.argwhere(ways).tolist()))
    assert reached <= named
    assert len(named) == joint.outcomes <= 3 * len(reached)


def test_outcomes_that_need_a_second_look_come_last():
    rules = RULEBOOKS["three-card-poker"].configure()
    joint = Joint(rules.wagers, best(rules).plays)
    special = [
        any(is_special(w, w.rows[row]) for w, row in zip(joint.wagers, rows, strict=True))
        for rows in joint.rows.tolist()
    ]
    assert special == sorted(special)
    assert special.index(True) == joint.first_special
    assert joint.special_share == pytest.approx(4 / 22_100)
    plain = Joint(rules.wagers[:4], best(rules).plays)
    assert plain.first_special == plain.outcomes
    assert plain.special_share == 0.0


def test_wagers_that_read_the_dealer_differently_are_kept_apart():
    rules = RULEBOOKS["three-card-prime"].configure()
    joint = Joint(rules.wagers, best(rules).plays)
    assert [[w.key for w in factor.wagers] for factor in joint.factors] == [
        ["ante", "play"],
        ["prime"],
        ["pair-bonus"],
    ]
    assert joint.six.key == "all-six"
    # Of both hands' strength and colour in one table there would be fourteen million entries.
    assert sum(factor.table.size for factor in joint.factors) < 400_000


def test_one_numbering_of_hands_serves_all_boxes():
    rules = RULEBOOKS["three-card-poker"].configure()
    plays = best(rules).plays
    alone, whole = Joint(rules.wagers[3:4], plays), Joint(rules.wagers, plays)
    nets = [np.zeros(joint.outcomes, np.int64) for joint in (alone, whole, alone)]
    made = plan([alone, whole, alone], nets, False, 0, 0)
    assert made.tables.layout.tolist() == [0, 1, 0]
    assert made.counting.outcomes == whole.outcomes
    assert len(made.counting.nets) == 2 * whole.outcomes  # Equal nets are kept once.
    assert made.counting.paid[0] == made.counting.paid[2] != made.counting.paid[1]
