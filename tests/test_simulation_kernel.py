"""The compiled loop: fair cards, and the same counts as a plain simulation and as C."""

import shutil
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest
from numba import njit

from bench.building import built
from bench.simulation_c import Ours, theirs
from pitboss.cards import DECK
from pitboss.expressions import Deal
from pitboss.hands import CARDS, COUNT
from pitboss.maths.simulation import kernel
from pitboss.maths.simulation.blocks import ROUNDS, cards, run_block, sorted_deck, state
from pitboss.maths.simulation.boxes import BoxBets
from pitboss.maths.simulation.plan import pairs
from pitboss.maths.simulation.simulate import task
from pitboss.maths.simulation.table import Table
from pitboss.maths.stakes import every_wager
from pitboss.rulebooks import RULEBOOKS

WORD, FULL = 2**32, 2**64


def xoshiro(s):
    """xoshiro256++ as its authors write it, in Python's integers."""

    def rotl(x, k):
        return (x << k | x >> (64 - k)) % FULL

    while True:
        yield (rotl((s[0] + s[3]) % FULL, 23) + s[0]) % FULL
        t = s[1] << 17 & (FULL - 1)
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)


def test_random_numbers_are_those_of_xoshiro():
    # The numbers of the authors' own program, from the state 1, 2, 3, 4.
    known = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205]
    for start, expected in (([1, 2, 3, 4], known), (state(7, 3).tolist(), None)):
        plain, held = xoshiro(list(start)), start
        for step in range(1000):
            number, *held = kernel.following(*map(np.uint64, held))
            assert int(number) == next(plain)
            if expected and step < len(expected):
                assert int(number) == expected[step]


def test_each_block_has_a_state_of_its_own():
    states = {tuple(state(seed, number).tolist()) for seed in range(50) for number in range(50)}
    assert len(states) == 2500
    sequence = np.random.SeedSequence(9, spawn_key=(4,))
    assert state(9, 4).tolist() == sequence.generate_state(4, np.uint64).tolist()


@njit
def _three_at(bits, left):
    """[bits]: the choice of three places as one number, and whether it is fair."""
    found, fair = np.zeros(len(bits), np.int64), np.zeros(len(bits), np.bool_)
    for n in range(len(bits)):
        i, j, k, rest = kernel.three_places(bits[n], left)
        found[n] = (i * (left - 1) + j) * (left - 2) + k
        fair[n] = kernel.is_fair(rest, left * (left - 1) * (left - 2))
    return found, fair


@pytest.mark.parametrize("left", range(DECK, 3, -3))
def test_every_choice_of_three_places_comes_of_equally_many_bits(left):
    """Bits to choices is monotone, so a choice is known by its first and its last bits; and of
    those in between, none but the first can be unfair, for rests grow from one to the next."""
    ways = left * (left - 1) * (left - 2)
    choices = np.arange(ways, dtype=object)
    first = np.array([-(-v * WORD // ways) for v in choices], np.uint64)
    last = np.append(first[1:], np.uint64(WORD)) - np.uint64(1)
    left = np.uint64(left)
    found, is_first_fair = _three_at(first, left)
    assert (found == choices).all()
    for bits in (last, np.minimum(first + np.uint64(1), last)):
        found, fair = _three_at(bits, left)
        assert (found == choices).all()
        assert fair[bits != first].all()
    counts = last.astype(np.int64) - first.astype(np.int64) + 1 - ~is_first_fair
    assert set(counts.tolist()) == {WORD // ways}
    chance = np.random.default_rng(int(left)).integers(0, WORD, 10_000).astype(np.uint64)
    found, _ = _three_at(chance, left)
    assert (found == [int(bits) * ways >> 32 for bits in chance]).all()
    assert (np.diff(_three_at(np.sort(chance), left)[0]) >= 0).all()


@pytest.mark.parametrize("left", range(1, DECK + 1))
def test_every_place_comes_of_equally_many_bits(left):
    held = [np.uint64(n) for n in (1, 2, 3, 4)]

    def place(bits):
        """The place, or None where other bits are taken instead."""
        found, *after = kernel.fair_one(np.uint64(bits), np.uint64(left), *held)
        return int(found) if [int(n) for n in after] == [1, 2, 3, 4] else None

    firsts = [-(-v * WORD // left) for v in range(left + 1)]
    fair = set()
    for choice, (first, after) in enumerate(pairwise(firsts)):
        assert place(first) in (choice, None)
        assert place(first + 1) == place(after - 1) == choice
        fair.add(after - first - (place(first) is None))
    assert fair == {WORD // left}


def test_unfair_bits_are_drawn_again():
    """All rests up to where they count: each is taken, or the next number is."""
    left = np.uint64(DECK)
    ways = 52 * 51 * 50
    held = [np.uint64(n) for n in (1, 2, 3, 4)]
    number, *after = kernel.following(*held)
    other = kernel.three_places(np.uint64(number % WORD), left)[:3]
    firsts = (-(-choice * WORD // ways) for choice in range(ways))
    unfair = [bits for bits in firsts if bits * ways % WORD < WORD % ways]
    assert len(unfair) == WORD % ways
    for bits in unfair[::97]:
        i, j, k, *then = kernel.fair_three(np.uint64(bits), left, *held)
        assert (i, j, k) == other
        assert then == after
    i, j, k, *then = kernel.fair_three(np.uint64(unfair[5] + 1), left, *held)
    assert then == held


def chi_square_is_likely(counts):
    """Within five standard deviations of what equally likely cells come to."""
    counts = np.asarray(counts, float).ravel()
    expected = counts.sum() / len(counts)
    found = ((counts - expected) ** 2 / expected).sum()
    freedom = len(counts) - 1
    return abs(found - freedom) < 5 * sqrt(2 * freedom)


def test_the_yardstick_sees_a_bias_of_five_per_cent():
    fair = np.random.default_rng(1).multinomial(2_000_000, [1 / 52] * 52)
    assert chi_square_is_likely(fair)
    bent = np.full(52, 1 / 52)
    bent[0] *= 1.05
    assert not chi_square_is_likely(
        np.random.default_rng(1).multinomial(2_000_000, bent / bent.sum())
    )


@pytest.mark.parametrize(("boxes", "fourth"), [(1, False), (6, True), (16, True), (5, False)])
def test_hands_and_cards_are_equally_likely(boxes, fourth):
    dealt = cards(3, 0, 400_000, boxes, fourth)
    for hands in (dealt.dealer, dealt.players[:, 0], dealt.players[:, -1]):
        assert chi_square_is_likely(np.bincount(hands, minlength=COUNT))
    if fourth:
        assert chi_square_is_likely(np.bincount(dealt.fourth, minlength=DECK))
    everything = np.concatenate([CARDS[dealt.dealer[:, None]], CARDS[dealt.players]], axis=1)
    seen = everything.reshape(len(dealt.dealer), -1)
    if fourth:
        seen = np.concatenate([seen, dealt.fourth[:, None]], axis=1)
    assert (np.diff(np.sort(seen, axis=1), axis=1) > 0).all()  # No card twice.


def test_cards_follow_each_other_without_a_pattern():
    held, deck, dealt = state(5, 0), sorted_deck(), np.zeros(3, np.uint32)
    turned, rounds = np.zeros(1, np.uint8), 60_000
    drawn = np.zeros((rounds, 10), np.int64)
    for turn in range(rounds):
        kernel.deal(held, deck, 1, 2, pairs(), dealt, turned)
        drawn[turn] = deck[:-11:-1]  # As they were drawn, to the back of the deck.
        assert turned[0] == deck[-10]
    assert sorted(deck.tolist()) == list(range(DECK))
    for one in range(10):
        assert chi_square_is_likely(np.bincount(drawn[:, one], minlength=DECK))
        for other in range(one):
            both = np.bincount(drawn[:, other] * DECK + drawn[:, one], minlength=DECK * DECK)
            apart = ~np.eye(DECK, dtype=bool).ravel()
            assert not both[~apart].any()
            assert chi_square_is_likely(both[apart])
    after = np.bincount(drawn[:-1, 0] * DECK + drawn[1:, 0], minlength=DECK * DECK)
    assert chi_square_is_likely(after)  # Nor from one round to the next.


def mixed_table(game):
    """Boxes that differ in bets and in strategy."""
    rules = RULEBOOKS[game].configure()
    every = every_wager(rules)
    first = {rules.rulebook.main[0]: 500}
    boxes = [BoxBets(every), BoxBets(first), BoxBets(every), BoxBets({**first, **every})]
    if rules.rulebook.decision:
        boxes += [BoxBets(every, "play-all"), BoxBets(first, lambda hand: hand[0] in "AK")]
    if game == "three-card-poker":
        boxes += [BoxBets({"pair-plus": 700})]
    return Table(rules, boxes)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_counts_are_those_of_a_plain_simulation_with_the_same_cards(game):
    table, rounds = mixed_table(game), 30_000
    rules, boxes = table.rules, len(table.boxes)
    fourth = rules.rulebook.fourth_card
    work = task(table, rounds, 11)
    block = run_block(work, 0)
    dealt = cards(11, 0, rounds, boxes, fourth)
    result, specials = np.zeros(rounds), []
    for box, joint in enumerate(table.joints):
        own = dealt.players[:, box]
        deal = Deal(own, dealt.dealer, dealt.fourth if fourth else 0, table.plays[box][own])
        rows = {wager.key: wager.result(deal) for wager in table.wagers(box)}
        for place, wager in enumerate(joint.wagers):
            plain = np.bincount(rows[wager.key], minlength=len(wager.rows))
            ours = np.zeros(len(wager.rows), int)
            np.add.at(ours, joint.rows[:, place], block.counts[box, : joint.outcomes])
            assert ours.tolist() == plain.tolist(), (box, wager.key)
            nets = np.array([float(net) for net in table.nets(box, wager)])
            result += nets[rows[wager.key]]
        found = joint.result(deal)
        specials += [(r, box, found[r]) for r in np.flatnonzero(found >= joint.first_special)]
    unit = float(table.unit)
    assert block.squares * unit**2 == pytest.approx((result**2).sum(), rel=1e-12)
    steps = np.add.reduceat(result, np.arange(0, rounds, work.step))
    assert block.sums * unit == pytest.approx(steps)
    listed = [tuple(hit) for hit in block.hits[:, :3].tolist()]
    assert listed == sorted((int(r), b, int(o)) for r, b, o in specials)
    assert block.hits[:, 3] * unit == pytest.approx(result[block.hits[:, 0]])
    low, shift = table.bins
    places = np.clip((np.rint(result / unit).astype(int) - low) >> shift, 0, work.bins - 1)
    assert block.bins.tolist() == np.bincount(places, minlength=work.bins).tolist()


def test_hits_beyond_the_room_for_them_are_found_all_the_same():
    rules = RULEBOOKS["three-card-poker"].configure()
    table = Table(rules, [BoxBets(every_wager(rules))] * 6)
    work = task(table, 100_000, 2)
    roomy, tight = run_block(work, 0), run_block(work._replace(room=0), 0)
    assert len(roomy.hits) > 50
    assert roomy.hits.tolist() == tight.hits.tolist()
    assert (roomy.counts == tight.counts).all()


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("mode", ["poker", "compared", "prime"])
def test_counts_are_those_of_c_written_by_hand(mode):
    ours = Ours.of_mode(mode)
    taken, counts, total, squares = theirs(built("simulation"), mode)
    block = run_block(ours.task, 0)
    assert taken > 0
    assert ours.counts(block) == counts
    unit = ours.table.unit
    assert Fraction(block.sums.sum()) * unit == total
    assert Fraction(block.squares) * unit**2 == squares
    assert sum(counts.values()) == ROUNDS * 6 * len({wager for _, wager, _ in counts})
