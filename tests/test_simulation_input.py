"""What a simulation is told: strategies, numbers and bets, and what it refuses."""

import json
from fractions import Fraction

import pytest

from pitboss import games
from pitboss.cards.hands import COLUMNS, COUNT, hand
from pitboss.errors import BadBet, BadCards, BadConfiguration, PitbossError, UnknownName
from pitboss.maths.odds.strategy import best, hands_played
from pitboss.maths.simulation.blocks import ROUNDS
from pitboss.maths.simulation.simulate import simulate
from pitboss.maths.simulation.table import BoxBets, SimulatedTable
from pitboss.rulebooks import RULEBOOKS

POKER = RULEBOOKS["three-card-poker"].configure()
PRIME = RULEBOOKS["three-card-prime"].configure()
PICTURES = RULEBOOKS["three-pictures"].configure()


# Strategies


def test_somebody_who_folds_every_hand():
    simulated = simulate(POKER, 5000, bets={"ante": 100}, strategy=lambda cards: False)
    assert simulated.agrees
    assert simulated.edge == simulated.exact_edge == 1
    assert (simulated.standard_error, simulated.z) == (0.0, 0.0)
    assert simulated.wagers["play"].handle == simulated.wagers["play"].exact == 0


def test_strategies_by_name():
    assert (hands_played(POKER, "best") == best(POKER).plays).all()
    assert hands_played(POKER, "play-all").all()
    assert hands_played(PICTURES, "best").all()
    strength = COLUMNS["strength"]()
    q64 = strength >= strength[hand("Qs 6d 4h")]
    assert (hands_played(POKER, "threshold") == q64).all()
    # Best play of Three Card Prime has exceptions; a threshold has none.
    assert (hands_played(PRIME, "threshold") == q64).all()
    assert (hands_played(PRIME, "best") != q64).sum() == 24


def test_one_hand_and_better():
    plays = hands_played(POKER, "Ks 3d 2h")
    strength = COLUMNS["strength"]()
    assert (plays == (strength >= strength[hand("Kc 3c 2h")])).all()
    assert not plays[hand("Qs Jd 9h")]
    simulated = simulate(POKER, 200_000, bets={"ante": 100}, strategy="Ks 3d 2h")
    assert simulated.agrees
    assert simulated.as_json()["boxes"][0]["strategy"] == "K-3-2 and better"
    with pytest.raises(BadCards):
        hands_played(POKER, "Ks 3d 2x")


def test_a_strategy_of_ones_own_is_asked_once_about_every_hand():
    asked = []

    def aces(cards):
        asked.append(cards)
        return "A" in cards

    plays = hands_played(POKER, aces)
    assert len(asked) == len(set(asked)) == COUNT
    assert asked[hand("4h Qs 6d")] == "Qs 6d 4h"
    assert (plays == [("A" in cards) for cards in asked]).all()
    simulated = simulate(POKER, 200_000, bets={"ante": 100}, strategy=aces)
    assert simulated.agrees
    assert simulated.as_json()["boxes"][0]["strategy"] == "own"


def test_a_strategy_of_ones_own_folds_what_it_says():
    def pairs_only(cards):
        return len({card[0] for card in cards.split()}) < 3

    simulated = simulate(POKER, 300_000, strategy=pairs_only, seed=4, bets={"ante": 100})
    folds = next(o for o in simulated.wagers["ante"].outcomes if o.row.key == "folded")
    assert abs(folds.z) < 5
    assert folds.expected > 0.8 * simulated.hands
    assert simulated.agrees


@pytest.mark.parametrize("answer", ["play", None, 1, 0.5])
def test_a_strategy_that_answers_nonsense(answer):
    with pytest.raises(BadConfiguration) as refused:
        simulate(POKER, 10, strategy=lambda cards: answer)
    assert refused.value.code == "strategy/answer"
    told = f"The strategy answers {answer!r} to 2h 2d 2c: True to play, False to fold."
    assert refused.value.message == told


def test_a_strategy_where_nobody_folds():
    for strategy in ("threshold", lambda cards: True):
        with pytest.raises(BadConfiguration) as refused:
            simulate(PICTURES, 10, strategy=strategy)
        assert refused.value.message == "Three Pictures has no decision to make: nobody folds."
    with pytest.raises(UnknownName) as unknown:
        simulate(POKER, 10, strategy="bets")
    assert unknown.value.message == "There is no strategy 'bets': did you mean best?"


# Input


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"rounds": 0}, "The number of rounds is 0: give a whole number from 1 to 10,000,000,000,000."),  # noqa: E501
        ({"rounds": 1.5}, "The number of rounds is 1.5: give a whole number from 1 to 10,000,000,000,000."),  # noqa: E501
        ({"rounds": True}, "The number of rounds is True: give a whole number from 1 to 10,000,000,000,000."),  # noqa: E501
        ({"seed": -1}, "The seed is -1: give a whole number from 0."),
        ({"workers": 0}, "The number of workers is 0: give a whole number from 1 to 1,024."),
        ({"boxes": 0}, "The number of boxes is 0: give a whole number from 1."),
        ({"boxes": 17}, "One deck deals to 1 to 16 boxes, not 17."),
        ({"boxes": []}, "One deck deals to 1 to 16 boxes, not 0."),
        ({"boxes": [BoxBets({"ante": 5})], "bets": {"ante": 5}},
         "Bets go with a number of boxes; boxes of their own have them already."),
    ],
)  # fmt: skip
def test_numbers_that_make_no_sense(given, told):
    with pytest.raises(BadConfiguration) as refused:
        simulate(POKER, **{"rounds": 10, **given})
    assert refused.value.message == told


@pytest.mark.parametrize(
    ("stakes", "code", "told"),
    [
        ({}, "bet/none", "There is no bet on box 1: place ante=1000."),
        (7, "bet/none", "There is no bet on box 1: place ante=1000."),
        ({"ante": 0}, "bet/amount",
         "Ante is staked with $0.00: give from $0.01 to $100,000,000.00."),
        ({"ante": -5}, "bet/amount",
         "Ante is staked with -$0.05: give from $0.01 to $100,000,000.00."),
        ({"ante": 10**11}, "bet/amount",
         "Ante is staked with $1,000,000,000.00: give from $0.01 to $100,000,000.00."),
        ({"ante": 2.0}, "bet/amount",
         "Ante is staked with 2.0: give a whole number of the smallest unit: 5000 is $50.00."),
        ({"ante-bonus": 5}, "bet/not-staked",
         "Ante Bonus is paid without a stake of its own: leave it out."),
        ({"progressive": 250}, "bet/needs",
         "Progressive Jackpot rests on the Ante: bet on it too."),
        ({"ante": 5, "progressive": 100}, "bet/price",
         "Progressive Jackpot has one posted price, $2.50, and not $1.00."),
        ({"play": 5}, "bet/needs", "Play rests on the Ante: bet on it too."),
        ({"ante": 5, "play": 6}, "bet/equal", "Play must equal the Ante: $0.05, not $0.06."),
    ],
)  # fmt: skip
def test_bets_that_the_rules_do_not_take(stakes, code, told):
    with pytest.raises(BadBet) as refused:
        simulate(POKER, 10, boxes=[BoxBets(stakes)])
    assert (refused.value.code, refused.value.message) == (code, told)


def test_a_wager_that_does_not_exist():
    with pytest.raises(PitbossError) as refused:
        simulate(POKER, 10, bets={"anti": 5})
    assert (
        refused.value.message == "There is no wager 'anti' in three-card-poker: did you mean ante?"
    )


def test_a_play_bet_that_equals_the_ante_is_the_one_that_follows():
    both = simulate(POKER, 1000, bets={"ante": 5, "play": 5}, seed=2)
    assert both.as_json() == simulate(POKER, 1000, bets={"ante": 5}, seed=2).as_json()


def test_stakes_beyond_what_sums_can_hold():
    rules = RULEBOOKS["three-card-prime"].configure(paytables={"all-six": "a6-5"})
    with pytest.raises(BadBet) as refused:
        simulate(rules, 10, boxes=6, bets={"ante": 7, "all-six": 10**10})
    assert refused.value.message == "These stakes are too large to simulate: lower them."
    assert simulate(rules, 10, boxes=6, bets={"ante": 10**10, "all-six": 10**10}).agrees


def test_halves_of_a_unit_are_exact():
    simulated = simulate(PICTURES, 20_000, bets={"initial": 1}, seed=5)
    assert simulated.table.unit == Fraction(1, 2)
    halves = simulated.wagers["initial"].outcomes[0].count
    assert simulated.house_win.denominator == (2 if halves % 2 else 1)
    told = simulated.as_json()["house_win"]
    assert told == (str(simulated.house_win) if halves % 2 else int(simulated.house_win))


def test_without_bets_every_wager_is_on():
    simulated = simulate(POKER, 100)
    assert simulated.table.boxes[0].stakes == {"ante": 1000, "pair-plus": 1000, "progressive": 250}
    assert list(simulated.wagers) == [wager.key for wager in POKER.wagers if wager.key != "envy"]
    assert "envy" in simulate(POKER, 100, boxes=2).wagers


def test_as_plain_data():
    data = simulate(POKER, 60_000, boxes=2, seed=6).as_json()
    again = json.loads(json.dumps(data, allow_nan=False))
    assert again == data
    assert (data["rounds"], data["asked"], data["stopped"], data["agrees"]) == (
        60_000, 60_000, None, True,
    )  # fmt: skip
    assert data["fingerprint"] == POKER.fingerprint
    assert data["boxes"][1] == {
        "stakes": {"ante": 1000, "pair-plus": 1000, "progressive": 250},
        "strategy": "best",
        "player": "box 2",
    }
    assert sum(one["count"] for one in data["wagers"]["ante"]["outcomes"]) == 120_000
    assert data["jackpot"]["fed"] == 60_000 * 2 * 50
    assert data["house_win"] == -sum(one["won"] for one in data["wagers"].values())


def test_the_library_simulates():
    simulated = games["three-card-poker"].simulate(100_000, seed=7)
    assert simulated.rounds == 100_000
    assert simulated.agrees


def test_blocks_are_of_two_to_the_twentieth():
    assert ROUNDS == 2**20
    table = SimulatedTable(POKER, [BoxBets({"ante": 100})])
    assert table.special_hands == 0.0
