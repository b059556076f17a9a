"""The compiled loop: fair cards, and the same counts as a plain simulation and as C."""

import shutil
from fractions import Fraction
from itertools import islice, permutations
from math import sqrt
from pathlib import Path
from random import Random
from zlib import crc32

import numpy as np
import pytest
from numba import njit

from bench.building import built
from bench.simulation_c import Ours, theirs
from pitboss.cards.deck import DECK
from pitboss.cards.hands import CARDS, COUNT
from pitboss.language.expressions import Deal
from pitboss.language.stakes import every_wager
from pitboss.maths.simulation.blocks import ROUNDS, cards, run_block, state
from pitboss.maths.simulation.kernel import arrays, counters, dealing, loop, outcome_sums
from pitboss.maths.simulation.simulate import task
from pitboss.maths.simulation.table import BoxBets, SimulatedTable
from pitboss.rulebooks import RULEBOOKS

SIXTEEN_BITS, FULL = 2**16, 2**64
DECK_NAMES = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


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
    for start, expected in (([1, 2, 3, 4], known), (state(7, 3)[:, 0].tolist(), None)):
        plain, held = xoshiro(list(start)), start
        for step in range(1000):
            number, *held = dealing.following(*map(np.uint64, held))
            assert int(number) == next(plain)
            if expected and step < len(expected):
                assert int(number) == expected[step]


def test_every_lane_has_numbers_of_its_own():
    held = state(7, 3)
    lanes = [xoshiro(lane) for lane in held.T.tolist()]
    numbers = np.zeros((dealing.AT_ONCE, dealing.LANES), np.uint64)
    for _ in range(50):
        dealing.random_numbers(held, numbers)
        for made in numbers.tolist():
            assert made == [next(lane) for lane in lanes]


def test_each_block_has_a_state_of_its_own():
    lanes = {
        tuple(lane) for seed in range(20) for number in range(20) for lane in state(seed, number).T
    }
    assert len(lanes) == 400 * dealing.LANES
    sequence = np.random.SeedSequence(9, spawn_key=(4,))
    assert (
        state(9, 4).ravel().tolist()
        == sequence.generate_state(4 * dealing.LANES, np.uint64).tolist()
    )


@njit
def _places(left):
    """[bits]: the place that they lead to, and the rest by which they are refused."""
    places, rests = np.zeros(SIXTEEN_BITS, np.int64), np.zeros(SIXTEEN_BITS, np.int64)
    for bits in range(SIXTEEN_BITS):
        places[bits] = dealing.place_of(np.uint16(bits), np.uint16(left))
        rests[bits] = dealing.rest_of(np.uint16(bits), np.uint16(left))
    return places, rests


@pytest.mark.parametrize("left", range(1, DECK + 1))
def test_every_place_comes_of_equally_many_bits(left):
    """All bits that there are, and a plain multiplication beside them."""
    places, rests = _places(left)
    product = np.arange(SIXTEEN_BITS) * left
    assert (places == product // SIXTEEN_BITS).all()
    assert (rests == product % SIXTEEN_BITS).all()
    taken = rests >= SIXTEEN_BITS % left
    assert set(np.bincount(places[taken]).tolist()) == {SIXTEEN_BITS // left}
    assert taken.sum() == SIXTEEN_BITS // left * left


def plain_deals(held, drawn):
    """[card, round] of one batch after another, by lists: the cards left, in order, and the place
    of the next one among them; and how often bits were refused so far."""
    lanes, refused = [xoshiro(lane) for lane in held.T.tolist()], 0
    while True:
        rounds = dealing.BATCH
        left, cards = [list(range(DECK)) for _ in range(rounds)], []
        for card in range(drawn):
            if card % 3 == 0:  # Each lane makes three numbers at a time.
                made = [[next(lane) for lane in lanes] for _ in range(3)]
            numbers = made[card % 3]
            cards.append([])
            for turn in range(rounds):
                among = left[turn]
                bits = numbers[turn // 4] >> 16 * (turn % 4) & 0xFFFF
                while bits * len(among) % SIXTEEN_BITS < SIXTEEN_BITS % len(among):
                    refused, bits = refused + 1, next(lanes[turn // 4]) & 0xFFFF
                cards[-1].append(among.pop(bits * len(among) // SIXTEEN_BITS))
        yield cards, refused


@pytest.mark.parametrize(("boxes", "fourth"), [(1, 0), (2, 1), (6, 0), (16, 1)])
def test_cards_are_those_of_a_plain_deal_with_the_same_bits(boxes, fourth):
    hands = boxes + 1
    batch = np.zeros((3 * hands + fourth, dealing.BATCH), np.uint8)
    held = state(5, boxes)
    plain = plain_deals(held.copy(), len(batch))
    for _ in range(8):
        dealing.deal(held, hands, batch)
        cards, refused = next(plain)
        assert batch.tolist() == cards
    assert refused > 1


def test_bits_are_refused_as_often_as_it_takes():
    """A lane whose first number is 0, which favours a place, and whose fourth is refused, too."""
    chance = Random(1)
    while True:
        start = [0, chance.getrandbits(64), chance.getrandbits(64), 0]
        first, *_, fourth = islice(xoshiro(list(start)), 4)
        assert first == 0
        if (fourth & 0xFFFF) * DECK % SIXTEEN_BITS < SIXTEEN_BITS % DECK:
            break
    held = state(5, 0)
    held[:, 3] = start
    batch, plain = np.zeros((3, dealing.BATCH), np.uint8), plain_deals(held.copy(), 3)
    dealing.deal(held, 1, batch)
    cards, refused = next(plain)
    assert batch.tolist() == cards
    assert refused >= 4 + 1  # Each of the lane's four rounds, and the first of them once more.


def test_three_cards_make_the_hand_that_they_are_whatever_their_order():
    for order in permutations(range(3)):
        for first in range(0, COUNT, dealing.BATCH):
            numbers = np.arange(first, first + dealing.BATCH) % COUNT
            rows = np.zeros(dealing.BATCH, np.uint16)
            outcome_sums.row_of(CARDS[numbers][:, order].T.astype(np.uint8), rows)
            assert (rows == numbers).all()


def test_ranks_and_suitedness_are_told_of_three_cards_in_any_order():
    """By text: the ranks' places in the deck, and whether there is one suit."""
    names = np.array([[DECK_NAMES[card] for card in hand] for hand in CARDS])
    for order in permutations(range(3)):
        for first in range(0, COUNT, dealing.BATCH):
            numbers = np.arange(first, first + dealing.BATCH) % COUNT
            told = np.zeros(dealing.BATCH, np.uint16)
            outcome_sums.ranks_of(CARDS[numbers][:, order].T.astype(np.uint8), told)
            for number, hand in zip(told.tolist(), names[numbers][:, order], strict=True):
                high, middle, low = ("23456789TJQKA".index(name[0]) for name in hand)
                suited = len({name[1] for name in hand}) == 1
                assert number == 4096 * suited + 256 * high + 16 * middle + low


def test_kept_code_is_made_of_every_file_of_the_kernel():
    """Else a change in one of them would go unnoticed."""
    (cell,) = loop.play.py_func.__closure__
    modules = arrays, counters, dealing, outcome_sums
    assert cell.cell_contents == crc32(
        "".join(Path(m.__file__).read_text() for m in modules).encode()
    )
    folder = Path(loop.__file__).parent
    besides = {"__init__.py", "compiling.py", "loop.py"}
    assert {Path(m.__file__).name for m in modules} == {
        p.name for p in folder.glob("*.py")
    } - besides


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
    held, batch, dealt = state(5, 0), np.zeros((10, dealing.BATCH), np.uint8), []
    for _ in range(400_000 // dealing.BATCH):
        dealing.deal(held, 3, batch)
        dealt.append(batch.astype(np.int64))
    drawn = np.concatenate(dealt, axis=1)
    for one in range(10):
        assert chi_square_is_likely(np.bincount(drawn[one], minlength=DECK))
        for other in range(one):
            both = np.bincount(drawn[other] * DECK + drawn[one], minlength=DECK * DECK)
            apart = ~np.eye(DECK, dtype=bool).ravel()
            assert not both[~apart].any()
            assert chi_square_is_likely(both[apart])
    # Nor from one round to the next, to the next lane's, or to the next batch.
    for further in (1, 4, dealing.BATCH):
        after = drawn[0, :-further] * DECK + drawn[0, further:]
        assert chi_square_is_likely(np.bincount(after, minlength=DECK * DECK))


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
    return SimulatedTable(rules, boxes)


def two_wagers():
    """Six cards, and one table besides."""
    rules = RULEBOOKS["three-card-prime"].configure()
    return SimulatedTable(rules, [BoxBets({"ante": 300, "all-six": 200})] * 3, "threshold")


TABLES = {game: lambda game=game: mixed_table(game) for game in RULEBOOKS} | {"two": two_wagers}


@pytest.mark.parametrize("which", TABLES)
def test_counts_are_those_of_a_plain_simulation_with_the_same_cards(which):
    table, rounds = TABLES[which](), 30_000
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
        outcomes = joint.result(deal)
        specials += [(r, box, outcomes[r]) for r in np.flatnonzero(outcomes >= joint.first_special)]
    unit = float(table.unit)
    assert block.squares * unit**2 == pytest.approx((result**2).sum(), rel=1e-12)
    for step in (work.step, 1, 7, 320, dealing.BATCH, 10_000, rounds):
        sums = run_block(work._replace(step=step), 0).sums
        plain = np.add.reduceat(result, np.arange(0, rounds, step))
        assert sums * unit == pytest.approx(plain), step
    listed = [tuple(hit) for hit in block.hits[:, :3].tolist()]
    assert listed == sorted((int(r), b, int(o)) for r, b, o in specials)
    assert block.hits[:, 3] * unit == pytest.approx(result[block.hits[:, 0]])
    low, shift = table.bins
    places = np.clip((np.rint(result / unit).astype(int) - low) >> shift, 0, work.bins - 1)
    assert block.bins.tolist() == np.bincount(places, minlength=work.bins).tolist()


def test_hits_beyond_the_room_for_them_are_found_all_the_same():
    rules = RULEBOOKS["three-card-poker"].configure()
    table = SimulatedTable(rules, [BoxBets(every_wager(rules))] * 6)
    work = task(table, 100_000, 2)
    roomy, tight = run_block(work, 0), run_block(work._replace(room=0), 0)
    assert len(roomy.hits) > 50
    assert roomy.hits.tolist() == tight.hits.tolist()
    assert (roomy.counts == tight.counts).all()


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("mode", ["poker", "compared", "prime"])
def test_counts_are_those_of_c_written_by_hand(mode):
    ours = Ours.of_mode(mode)
    found = theirs(built("simulation"), mode, ours.cards())
    block = run_block(ours.task, 0)
    assert ours.counts(block) == found.counts
    unit = ours.table.unit
    assert Fraction(block.sums.sum()) * unit == found.total
    assert Fraction(block.squares) * unit**2 == found.squares
    wagers = len({wager for _, wager, _ in found.counts})
    assert sum(found.counts.values()) == ROUNDS * 6 * wagers


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("mode", ["poker", "prime"])
def test_c_with_cards_of_its_own_comes_to_the_same_within_chance(mode):
    """What is timed deals fair cards, too: all boxes of a row together, as far off as two draws."""
    ours = Ours.of_mode(mode)
    counts, found = ours.counts(run_block(ours.task, 0)), theirs(built("simulation"), mode)
    assert found.seconds > 0
    for wager, row in {(wager, row) for _, wager, row in counts}:
        one, other = (
            sum(n for (_, *key), n in made.items() if key == [wager, row])
            for made in (counts, found.counts)
        )
        # Boxes share the dealer's hand: six times the variance of one box at the most.
        assert abs(one - other) <= 5 * sqrt(6 * (one + other)) + 5, (wager, row)
