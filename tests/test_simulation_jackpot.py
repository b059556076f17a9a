"""Money over time: every round settled by the table's own settlement, meter and envy included."""

from fractions import Fraction

import numpy as np
import pytest

from pitboss.errors import BadBet, BadConfiguration
from pitboss.language.paytables import Paytable
from pitboss.language.stakes import every_wager
from pitboss.maths.simulation.blocks import cards
from pitboss.maths.simulation.jackpot import Jackpot, Share, follow
from pitboss.maths.simulation.simulate import simulate
from pitboss.maths.simulation.table import BoxBets
from pitboss.rulebooks import RULEBOOKS
from pitboss.table.bets import Box
from pitboss.table.settlement import Settler

ROUNDS = 2_500
OFTEN = Paytable(
    "often",
    {
        "akq-spades": "100 % of the jackpot",
        "akq-other": "60 % of the jackpot",
        "straight-flush": "10 % of the jackpot",
        "three-of-a-kind": "$150",
        "straight": "2 % of the jackpot",
    },
)


def settled(made, meter=None):
    """What the house wins in each round, and where the meter ends, by the table's settlement.

    The rounds are those of the first block; the meter is followed one round at a time.
    """
    table = made.table
    rules, fourth = table.rules, table.rules.rulebook.fourth_card
    settler = Settler(rules, compile=True)
    dealt = cards(made.seed, 0, made.rounds, len(table.boxes), fourth)
    terms, holds, won, staked = table.jackpot, table.jackpot.start, [], 0
    meters = []
    for turn in range(made.rounds):
        holds += table.fed
        meters.append(holds)
        boxes = [
            Box(number + 1, int(hand), {box.player: box.stakes}, not table.plays[number][hand]
                and "ante" in box.stakes)
            for number, (box, hand) in enumerate(
                zip(table.boxes, dealt.players[turn], strict=True)
            )
        ]  # fmt: skip
        card = int(dealt.fourth[turn]) if fourth else None
        lines = settler.settle(boxes, int(dealt.dealer[turn]), card, holds).lines
        won.append(-sum(line.net for line in lines))
        staked += sum(line.stake for line in lines)
        paid = sum(int(line.row.pay.meter * holds) for line in lines if line.row.pay.meter)
        if paid:
            holds = max(holds - paid, terms.after_a_hit)
    return won, staked, holds, meters


@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_house_wins_what_settlement_says_round_by_round(game):
    rules = RULEBOOKS[game].configure()
    first = {rules.rulebook.main[0]: 600}
    boxes = [BoxBets(every_wager(rules)), BoxBets(first), BoxBets(every_wager(rules))]
    simulated = simulate(rules, ROUNDS, boxes=boxes, seed=3)
    won, staked, _, _ = settled(simulated)
    assert simulated.house_win == sum(won)
    assert simulated.handle == staked
    # Besides what rounds came to, the standard error knows what rare outcomes should have added.
    squares = (simulated.standard_error * simulated.handle) ** 2 - simulated._unseen_squares()
    assert squares == pytest.approx(np.var(won) * ROUNDS)
    rounds, running = simulated.running()
    assert running == pytest.approx(np.cumsum(won)[rounds - 1])
    assert sum(count for _, _, count in simulated.histogram()) == ROUNDS
    low, high, _ = simulated.histogram()[0]
    assert low <= -max(won) + simulated.table.unit or len(simulated.histogram()) == 1
    assert high > low


@pytest.mark.parametrize("envy", ["others", "everyone"])
@pytest.mark.parametrize("unit", ["player", "wager"])
def test_a_meter_that_is_hit_often_and_envy_of_people_with_two_boxes(envy, unit):
    rules = RULEBOOKS["three-card-poker"].configure(
        paytables={"progressive": OFTEN}, readings={"envy": envy, "envy-unit": unit}
    )
    every = every_wager(rules)
    boxes = [
        BoxBets(every, player="one"),
        BoxBets(every, player="another"),
        BoxBets(every, player="one"),
        BoxBets({"ante": 1000}),
        BoxBets({"pair-plus": 1000}),
        BoxBets(every, "play-all"),
    ]
    terms = Jackpot(500_000, Fraction(1, 3), 100_000)
    simulated = simulate(rules, 12_000, boxes=boxes, seed=4, jackpot=terms)
    won, staked, holds, meters = settled(simulated)
    assert len(simulated.meter.hits) > 1000
    assert simulated.wagers["envy"].won > 0
    assert (simulated.house_win, simulated.handle) == (sum(won), staked)
    assert simulated.meter.end == holds
    assert simulated.meter.total == sum(meters)
    assert simulated.meter.squares == sum(held**2 for held in meters)
    assert simulated.meter.highest == max(meters)
    assert simulated.meter.fed == simulated.table.fed * 12_000 == 12_000 * int(Fraction(4 * 250, 3))
    rounds, running = simulated.running()
    assert running == pytest.approx(np.cumsum(won)[rounds - 1])
    spread = np.std(won) * np.sqrt(12_000) / simulated.handle
    assert simulated.standard_error == pytest.approx(spread, rel=0.02)
    assert abs(simulated.z) < 5
    assert simulated.agrees, simulated.verdict


def test_envy_is_paid_to_those_whom_the_readings_name():
    """Antes on four boxes, three of them with the progressive, two of those one person's."""
    expected = {
        ("others", "player"): [1, 1, 1, 2],
        ("others", "wager"): [1, 2, 1, 3],
        ("everyone", "player"): [2, 2, 2, 2],
        ("everyone", "wager"): [3, 3, 3, 3],
    }
    for (envy, unit), times in expected.items():
        rules = RULEBOOKS["three-card-poker"].configure(readings={"envy": envy, "envy-unit": unit})
        both = {"ante": 1000, "progressive": 250}
        boxes = [BoxBets(both, player="one"), BoxBets(both), BoxBets(both, player="one")]
        boxes += [BoxBets({"ante": 1000}), BoxBets({"pair-plus": 5})]
        table = simulate(rules, 1, boxes=boxes).table
        wager = rules.wager("envy")
        assert [table.envy_payments(box, wager) for box in range(5)] == [*times, 0]


def plainly(terms, fed, shares, rounds):
    """The meter, a round at a time."""
    holds, seen, paid, path = terms.start, [], [], [(0, terms.start)]
    for turn in range(rounds):
        holds += fed
        seen.append(holds)
        due = [int(share.part * holds) for share in shares if share.round == turn]
        paid += due
        if due:
            path.append((turn + 1, holds))
            holds = max(holds - sum(due), terms.after_a_hit)
            path.append((turn + 1, holds))
    return holds, seen, paid, [*path, (rounds, holds)]


@pytest.mark.parametrize("seed", range(20))
def test_the_meter_is_followed_as_a_plain_loop_would(seed):
    chance = np.random.default_rng(seed)
    terms = Jackpot(int(chance.integers(0, 10_000)), Fraction(1, 5), int(chance.integers(0, 9_000)))
    fed, rounds = int(chance.integers(0, 100)), int(chance.integers(1, 200))
    turns = sorted(chance.integers(0, rounds, int(chance.integers(0, 9))).tolist())
    shares = [
        Share(turn, 0, "progressive", "x", Fraction(int(chance.integers(1, 101)), 100))
        for turn in turns
    ]
    meter = follow(terms, fed, shares, rounds)
    holds, seen, paid, path = plainly(terms, fed, shares, rounds)
    assert (meter.end, meter.total, meter.squares) == (holds, sum(seen), sum(x * x for x in seen))
    assert [hit.paid for hit in meter.hits] == paid
    assert list(meter.path) == path
    assert meter.highest == max([terms.start, *seen])
    assert meter.mean == Fraction(sum(seen), rounds)


def test_terms_that_make_no_sense():
    for terms, told in (
        ({"start": -1}, "The jackpot holds -1: give a whole number of units."),
        ({"start": 2.5}, "The jackpot holds 2.5: give a whole number of units."),
        ({"reset": -5}, "The jackpot is reset to -5: give a whole number of units."),
        ({"contribution": Fraction(3, 2)}, "3/2 of a wager can't feed the jackpot: "
         "give a part up to 1."),
    ):  # fmt: skip
        with pytest.raises(BadConfiguration) as refused:
            Jackpot(**terms)
        assert refused.value.message == told


def test_a_game_without_a_jackpot():
    with pytest.raises(BadBet) as refused:
        simulate(RULEBOOKS["three-pictures"].configure(), 10, jackpot=1000)
    assert refused.value.message == "There is no jackpot in three-pictures: leave it out."
    nobody = simulate(RULEBOOKS["three-card-poker"].configure(), 10, bets={"ante": 100}, jackpot=5)
    assert nobody.meter is None
