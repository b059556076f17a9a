"""The simulator: its tables against the wagers themselves, its counts against the exact odds."""

import json
from random import Random

import numpy as np
import pytest

from pitboss import games
from pitboss.cards import six_cards
from pitboss.cards.hands import COUNT, rows_of
from pitboss.cli import run
from pitboss.errors import PitbossError
from pitboss.language.expressions import Deal
from pitboss.maths.simulation.boxes import BoxBets
from pitboss.maths.simulation.joint import Joint
from pitboss.maths.simulation.simulate import simulate
from pitboss.rulebooks import RULEBOOKS
from tests.support.agreement import random_deals

HANDS = 10_000_000
SEATS = 6


@pytest.mark.parametrize("game", RULEBOOKS)
@pytest.mark.parametrize("seed", range(3))
def test_the_joint_table_has_the_rows_of_every_wager(game, seed):
    chance, book = Random(f"{game} {seed}"), RULEBOOKS[game]
    readings = {one.key: chance.choice(list(one.options)) for one in book.readings}
    tables = {wager.key: chance.choice(wager.paytables) for wager in book.wagers}
    rules = book.configure(tables, readings)
    cards, _ = random_deals(seed, 200_000)
    player, dealer, fourth = rows_of(cards[:, :3]), rows_of(cards[:, 3:6]), cards[:, 6]
    plays = np.random.default_rng(seed).random(COUNT) < 0.6
    if not book.decision:
        plays[:] = True
    joint = Joint([wager for wager in rules.wagers if not wager.envy], plays)
    deal = Deal(player, dealer, fourth, plays[player])
    seen = set()
    for factor in joint.factors:
        rows = factor.rows[factor.look_up(deal)]
        for place, wager in enumerate(factor.wagers):
            seen.add(wager.key)
            assert (rows[:, place] == wager.result(deal)).all(), wager.key
    if joint.six is not None:
        seen.add(joint.six.key)
        value = six_cards.value(player, dealer)
        assert (joint.six_rows[value] == joint.six.result(deal)).all()
    assert seen == {wager.key for wager in rules.wagers if not wager.envy}


@pytest.mark.parametrize("game", RULEBOOKS)
def test_ten_million_hands_agree_with_the_exact_odds(game):
    made = simulate(RULEBOOKS[game].configure(), -(-HANDS // SEATS), boxes=SEATS, seed=1)
    assert made.hands >= HANDS
    for wager in made.wagers.values():
        assert sum(outcome.count for outcome in wager.outcomes) == made.hands
        assert all(abs(outcome.z) < 5 for outcome in wager.outcomes), wager
    assert abs(made.z) < 5
    assert made.agrees


def test_a_wrong_pay_table_would_not_agree():
    """The verdict can fail: counts of one game held against the odds of another strategy."""
    rules = RULEBOOKS["three-card-poker"].configure()
    best = simulate(rules, 300_000, boxes=2, seed=3)
    everything = simulate(rules, 300_000, boxes=2, seed=3, strategy="play-all")
    ante = {name: made.wagers["ante"].outcomes for name, made in (("b", best), ("a", everything))}
    wrong = zip(ante["b"], ante["a"], strict=True)
    assert any(abs(b.count - a.expected) > 5 * a.standard_error + 1 for b, a in wrong)


def counts(made):
    found = {
        key: [outcome.count for outcome in wager.outcomes] for key, wager in made.wagers.items()
    }
    return found, made.house_win, made.standard_error


@pytest.mark.parametrize("game", ["three-card-poker", "three-card-prime"])
def test_the_number_of_workers_changes_nothing(game):
    rules, rounds = RULEBOOKS[game].configure(), 2 * 2**20 + 1000
    one = simulate(rules, rounds, boxes=2, seed=5)
    two = simulate(rules, rounds, boxes=2, seed=5, workers=2)
    assert counts(one) == counts(two)
    assert counts(one) != counts(simulate(rules, rounds, boxes=2, seed=6))


def test_boxes_may_differ_in_bets_and_strategy():
    rules = RULEBOOKS["three-card-poker"].configure()
    boxes = [
        BoxBets({"ante": 100}),
        BoxBets({"ante": 500, "pair-plus": 100}, strategy="play-all"),
        BoxBets({"pair-plus": 300}),
    ]
    made = simulate(rules, 400_000, boxes=boxes, seed=2)
    assert made.wagers["ante"].hands == 800_000
    assert made.wagers["pair-plus"].hands == 800_000
    assert made.agrees


def test_a_strategy_of_ones_own_is_asked_about_every_hand():
    rules, asked = RULEBOOKS["three-card-poker"].configure(), []

    def pairs_only(hand):
        asked.append(hand)
        return len({card[0] for card in hand.split()}) < 3

    made = simulate(rules, 300_000, strategy=pairs_only, seed=4, bets={"ante": 100})
    assert len(asked) == COUNT
    folds = next(o for o in made.wagers["ante"].outcomes if o.row.key == "folded")
    assert abs(folds.z) < 5
    assert folds.expected > 0.8 * made.hands
    assert made.agrees


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds": 0},
        {"rounds": 1.5},
        {"rounds": 10, "workers": 0},
        {"rounds": 10, "seed": -1},
        {"rounds": 10, "boxes": 0},
        {"rounds": 10, "boxes": 17},
        {"rounds": 10, "strategy": "bold"},
        {"rounds": 10, "strategy": lambda hand: "perhaps"},
        {"rounds": 10, "bets": {"ante": -5}},
        {"rounds": 10, "bets": {"antes": 5}},
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence(wrong):
    with pytest.raises(PitbossError) as told:
        simulate(RULEBOOKS["three-card-poker"].configure(), **wrong)
    assert told.value.message.endswith((".", "?"))


def test_an_interrupted_run_keeps_what_is_finished():
    def stop(done, asked):
        raise KeyboardInterrupt

    rules = RULEBOOKS["three-pictures"].configure()
    made = simulate(rules, 3 * 2**20, seed=1, progress=stop)
    assert made.rounds == 2**20
    assert made.asked == 3 * 2**20
    assert made.stopped == "interrupted"
    assert made.agrees


def test_the_library_simulates():
    made = games["three-card-poker"].simulate(100_000, seed=7)
    assert made.rounds == 100_000
    assert made.agrees


def test_the_command(capsys):
    words = ["simulate", "three-card-poker", "--rounds", "200000", "--seats", "3", "--json"]
    assert run(words) == 0
    made = json.loads(capsys.readouterr().out)
    assert (made["rounds"], made["agrees"], len(made["boxes"])) == (200_000, True, 3)
    assert made["exact_edge"] == pytest.approx(made["edge"], abs=0.2)
    assert run([*words[:-1]]) == 0
    assert "within five standard errors" in capsys.readouterr().out
