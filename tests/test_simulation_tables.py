"""A box's table of outcomes against the wagers themselves, deal by deal."""

from dataclasses import replace

import numpy as np
import pytest

from pitboss.cards import six_cards
from pitboss.cards.hands import COLUMNS, COUNT, hand
from pitboss.language.expressions import Deal, dealer
from pitboss.maths.odds.moments import BoxMoments
from pitboss.maths.odds.sampling import random_deals
from pitboss.maths.odds.strategy import best
from pitboss.maths.simulation.factor_tables import factor_tables
from pitboss.maths.simulation.hand_comparison import Order, orders, split, unsplit
from pitboss.maths.simulation.joint_table import FEW_SUMS, JointTable, is_special
from pitboss.maths.simulation.kernel_plan import by_box, kernel_plan
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
        joint = JointTable(wagers, plays)
        found = joint.rows[joint.result(deal)]
        assert {wager.key for wager in joint.wagers} == {wager.key for wager in wagers}
        for place, wager in enumerate(joint.wagers):
            assert (found[:, place] == wager.result(deal)).all(), (wager.key, rules.readings)


@pytest.mark.parametrize("game", RULEBOOKS)
@pytest.mark.parametrize("seed", range(3))
def test_factor_tables_hold_the_row_of_every_wager(game, seed):
    """Before they are split and joined: each factor table, and the table of six cards."""
    chance = np.random.default_rng([seed, 7])
    rules = some_rules(RULEBOOKS[game], chance)
    plays = some_plays(rules, chance)
    dealt = random_deals(DEALS, seed)
    deal = Deal(dealt.player, dealt.dealer, dealt.fourth, plays[dealt.player])
    joint = JointTable(rules.wagers, plays)
    seen = []
    for factor in joint.factors:
        rows = factor.rows[factor.look_up(deal)]
        for place, wager in enumerate(factor.wagers):
            seen.append(wager.key)
            assert (rows[:, place] == wager.result(deal)).all(), wager.key
    if joint.six is not None:
        seen.append(joint.six.key)
        value = six_cards.value(dealt.player, dealt.dealer)
        assert (joint._six_rows[1, joint.six_digits[value]] == joint.six.result(deal)).all()
    assert sorted(seen) == sorted(wager.key for wager in rules.wagers)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_outcome_that_can_be_has_a_number_and_few_others_do(game):
    rules = RULEBOOKS[game].configure()
    plays = best(rules).plays if rules.rulebook.decision else np.ones(COUNT, bool)
    wagers = [wager for wager in rules.wagers if not wager.envy]
    joint = JointTable(wagers, plays)
    ways = BoxMoments(rules, plays).joint
    at = [[w.key for w in joint.wagers].index(wager.key) for wager in wagers]
    named = {tuple(rows[place] for place in at) for rows in joint.rows.tolist()}
    reached = set(map(tuple, np.argwhere(ways).tolist()))
    assert reached <= named
    assert joint.outcomes <= max(FEW_SUMS, 3 * len(reached))
    if joint.is_renumbered:
        assert len(named) == joint.outcomes


@pytest.mark.parametrize("kept", [slice(None), slice(4)])
def test_outcomes_that_need_a_second_look_come_last(kept):
    rules = RULEBOOKS["three-card-poker"].configure()
    wagers = rules.wagers[kept]
    joint = JointTable(wagers, best(rules).plays)
    dealt = random_deals(DEALS, 2)
    # The rare hands that need one, each against many dealers' hands, besides random deals.
    royal = np.repeat(np.flatnonzero(COLUMNS["royal"]()), 1000)
    player = np.concatenate([dealt.player, royal])
    against = np.concatenate([dealt.dealer, dealt.dealer[: len(royal)]])
    deal = Deal(player, against, 0, best(rules).plays[player])
    special = np.zeros(len(player), bool)
    for wager in wagers:
        special |= np.array([is_special(wager, row) for row in wager.rows])[wager.result(deal)]
    assert ((joint.result(deal) >= joint.first_special) == special).all()
    assert not joint.is_renumbered  # Few sums, special hands last: each is an outcome.
    assert special.any() == (kept == slice(None))
    assert joint.special_share == pytest.approx(4 / 22_100 if special.any() else 0)


def test_a_second_look_that_hangs_on_the_dealer_is_told_by_renumbering():
    rules = RULEBOOKS["three-card-poker"].configure()
    progressive = next(w for w in rules.wagers if any(row.pay.meter for row in w.rows))
    rows = tuple(
        replace(row, when=row.when & dealer.suited) if row.pay.meter else row
        for row in progressive.rows
    )
    wagers = (replace(progressive, rows=rows), rules.wagers[0])
    plays = np.ones(COUNT, bool)
    joint = JointTable(wagers, plays)
    assert joint.is_renumbered
    royal = np.repeat(np.flatnonzero(COLUMNS["royal"]()), 1000)
    against = random_deals(len(royal), 4).dealer
    deal = Deal(royal, against, 0, True)
    special = np.zeros(len(royal), bool)
    for place, wager in enumerate(joint.wagers):
        found = joint.rows[joint.result(deal), place]
        assert (found == wager.result(deal)).all()
        special |= np.array([is_special(wager, row) for row in wager.rows])[found]
    assert special.any()
    assert not special.all()
    assert ((joint.result(deal) >= joint.first_special) == special).all()


def test_numbers_of_more_than_sixteen_bits_are_not_made(monkeypatch):
    rules = RULEBOOKS["three-card-poker"].configure()
    categories = JointTable(rules.wagers, best(rules).plays).categories
    most = (1 << 16 - categories.bits) - 2  # Two levels are beyond all hands.
    for levels, fits in ((most, True), (most + 1, False)):
        categories.order = Order(np.full(COUNT, levels - 1), np.zeros(COUNT, int))
        assert categories.fits == fits
    monkeypatch.setattr("pitboss.maths.simulation.joint_table.SIXTEEN_BITS", 35)
    with pytest.raises(NotImplementedError, match="sixteen bits"):
        JointTable(rules.wagers, best(rules).plays)


def test_wagers_that_read_the_dealer_differently_are_kept_apart():
    rules = RULEBOOKS["three-card-prime"].configure()
    joint = JointTable(rules.wagers, best(rules).plays)
    assert [[w.key for w in factor.wagers] for factor in joint.factors] == [
        ["ante", "play"],
        ["prime"],
        ["pair-bonus"],
    ]
    assert joint.six.key == "all-six"
    # Of both hands' strength and colour in one table there would be fourteen million entries.
    assert sum(factor.table.size for factor in joint.factors) < 400_000


@pytest.mark.parametrize("game", RULEBOOKS)
@pytest.mark.parametrize("seed", range(3))
def test_a_table_that_is_split_says_the_same_of_any_two_hands(game, seed):
    """By every order that the rules compare hands by, and by none."""
    chance = np.random.default_rng([seed, 6])
    rules = some_rules(RULEBOOKS[game], chance)
    player, other = chance.integers(COUNT, size=(2, DEALS))
    for factor in factor_tables(rules.wagers, some_plays(rules, chance)):
        if factor.whose != "dealer":
            continue
        plain = factor.table[factor.player[player], factor.shared[other]]
        assert (
            unsplit(factor).table[factor.player[player], factor.shared[other], 1] == plain
        ).all()
        for order in orders(factor):
            split_table = split(factor, order)
            signs = 1 + np.sign(order.own[player] - order.theirs[other])
            assert (
                split_table.table[split_table.player[player], split_table.shared[other], signs]
                == plain
            ).all()


def test_hands_are_compared_by_what_the_rules_compare():
    poker = factor_tables(RULEBOOKS["three-card-poker"].configure().wagers, np.ones(COUNT, bool))[0]
    (by_strength,) = orders(poker)
    strength = COLUMNS["strength"]()
    one, other = np.random.default_rng(3).integers(COUNT, size=(2, DEALS))
    assert (by_strength.sign(one, other) - 1 == np.sign(strength[one] - strength[other])).all()
    assert len(split(poker, by_strength).table) < 10 < len(poker.table)
    lucky = factor_tables(
        RULEBOOKS["lucky-three-pictures"].configure().wagers, np.ones(COUNT, bool)
    )[0]
    points = COLUMNS["points"]()
    assert any(
        (order.sign(one, other) - 1 == np.sign(points[one] - points[other])).all()
        for order in orders(lucky)
    )


def test_a_hand_that_is_not_compared_with_has_one_slot():
    """Against a dealer who does not qualify it matters only what the player holds."""
    rules = RULEBOOKS["three-card-poker"].configure()
    joint = JointTable(rules.wagers[:4], best(rules).plays)
    assert sorted(joint.categories.is_compared) == [False, True]
    assert joint.categories.width == 1 + 3
    qualifies = COLUMNS["strength"]() >= COLUMNS["strength"]()[hand("Qs 3d 2h")]
    assert (joint.categories.is_compared[joint.categories.dealer.of] == qualifies).all()


def test_equal_bets_share_their_tables_and_what_they_win():
    rules = RULEBOOKS["three-card-poker"].configure()
    plays = best(rules).plays
    alone, whole_bet = JointTable(rules.wagers[3:4], plays), JointTable(rules.wagers, plays)
    boxes = [alone, whole_bet, alone, whole_bet, alone]
    nets = [np.arange(joint.outcomes) for joint in boxes]
    plan = kernel_plan(boxes, nets, False, 0, 0)
    assert plan.tables.layout.tolist() == [0, 1, 0, 1, 0]
    by = plan.counting
    assert by.outcomes == whole_bet.outcomes
    assert (by.group_size, by.combinations) == (2, by.outcomes**2)
    # Both pairs win alike, so there is one line for them, and one for the box that is left over.
    assert by.net_begins[0] == by.net_begins[1] != by.net_begins[2]
    assert len(by.nets) == 2 * by.combinations
    for one in range(alone.outcomes):
        assert by.nets[by.net_begins[2] + one] == one
        for other in range(whole_bet.outcomes):
            assert by.nets[by.net_begins[0] + one * by.outcomes + other] == one + other


def test_hands_are_told_by_their_ranks_only_where_suits_do_not_matter():
    rules = RULEBOOKS["three-card-poker"].configure()
    fold_by_suit = np.random.default_rng(1).random(COUNT) < 0.5

    def told_by_ranks(wagers, plays):
        joint = JointTable(wagers, plays)
        return kernel_plan([joint], [np.zeros(joint.outcomes)], False, 0, 0).tables.by_ranks

    plays = best(rules).plays
    assert told_by_ranks(rules.wagers[:4], plays)
    assert not told_by_ranks(rules.wagers, plays)  # A royal flush in spades pays more.
    assert not told_by_ranks(rules.wagers[:4], fold_by_suit)


@pytest.mark.parametrize("boxes", range(1, 6))
@pytest.mark.parametrize("together", [1, 2])
def test_boxes_counted_together_are_told_apart_again(boxes, together):
    chance, outcomes, rounds = np.random.default_rng(boxes), 5, 1000
    found = chance.integers(outcomes, size=(boxes, rounds))
    rules = RULEBOOKS["three-card-poker"].configure()
    joint = JointTable(rules.wagers[:4], best(rules).plays)
    by = kernel_plan([joint], [np.zeros(joint.outcomes)], False, 0, 0).counting
    by = by._replace(outcomes=outcomes, group_size=together, combinations=outcomes**together)
    groups = [found[box : box + together] for box in range(0, boxes, together)]
    numbers = [group[0] * outcomes + group[1] if len(group) == 2 else group[0] for group in groups]
    counts = np.concatenate([np.bincount(one, minlength=by.combinations) for one in numbers])
    plain = [np.bincount(one, minlength=outcomes).tolist() for one in found]
    assert by_box(counts, boxes, by).tolist() == plain
