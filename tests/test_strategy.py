"""Strategies, hand by hand: against the plain settlement dealt out, and as people read them."""

import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from pitboss import games
from pitboss.cards.deck import parse
from pitboss.cards.hands import COUNT, RANKS, hand, masks, rows_of
from pitboss.cli import run
from pitboss.errors import BadConfiguration
from pitboss.language.compiled import compiled
from pitboss.language.expressions import Deal
from pitboss.maths.odds.counting import DEALS
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.main_bet import MainBet
from pitboss.maths.odds.strategy import (
    FOLD,
    PLAY,
    Strategy,
    best,
    edges_by_threshold,
    from_threshold,
    others,
)
from pitboss.rulebooks import RULEBOOKS
from pitboss.testing import configurations
from tests.plain import three_card_poker as plain
from tests.support.agreement import random_deals
from tests.support.enumeration import DEALERS, HANDS, STAKE, plainly
from tests.test_odds import per_cent

DECIDING = [game for game, book in RULEBOOKS.items() if book.decision]
RULES = [rules for game in DECIDING for rules in configurations(RULEBOOKS[game])]


def named(rules):
    settings = {**rules.paytable_keys, **rules.readings}
    usual = RULEBOOKS[rules.key].configure()
    usual = {**usual.paytable_keys, **usual.readings}
    changed = [f"{key}={option}" for key, option in settings.items() if usual[key] != option]
    return "-".join([rules.key, *changed])


POKER = RULEBOOKS["three-card-poker"].configure()
PRIME = RULEBOOKS["three-card-prime"].configure()
PLAYED = [
    "play everything", "mimic the dealer", "King high and better", "Ace high and better",
    "pair and better",
]  # fmt: skip


# Published


def test_queen_six_four_and_up():
    strategy = best(POKER)
    assert RANKS[strategy.threshold].tolist() == [4, 6, 12]
    assert strategy.folds == 7200
    assert strategy.words() == "Play Q-6-4 and better; fold the rest."
    assert strategy.exceptions() == []
    decisions = [strategy.best(cards) for cards in ("Qs 6d 4h", "Qs 6d 3h", "Qs 7d 2h", "Js Td 8h")]
    assert decisions == [PLAY, FOLD, PLAY, FOLD]


def test_what_other_strategies_cost():
    bet = MainBet(POKER)
    listed = others(bet)
    assert [one.name for one in listed] == PLAYED
    everything, dealer_like, *_ = listed
    assert per_cent(everything.odds.house_edge) == "7.65"
    assert per_cent(dealer_like.odds.house_edge) == "3.45"
    assert (everything.folds, everything.words()) == (0, "Play every hand.")
    assert dealer_like.words() == "Play Q-3-2 and better; fold the rest."


def test_mimicking_the_dealer_folds_what_does_not_qualify():
    _, dealer_like, *_ = others(MainBet(POKER))
    # Three different ranks of ten, in no run, not of one suit: J high or less, no ace.
    runs = 8
    assert dealer_like.folds == (120 - runs) * (64 - 4)


def plainly_played(cards):
    """By name, whether each strategy plays these cards; from ranks and suits alone."""
    ranks, suits = sorted(card // 4 + 2 for card in cards), {card % 4 for card in cards}
    straight = ranks in ([n, n + 1, n + 2] for n in range(2, 13)) or ranks == [2, 3, 14]
    at_least_pair = len(set(ranks)) < 3 or len(suits) == 1 or straight
    high = max(ranks)
    floors = {"mimic the dealer": 12, "King high and better": 13, "Ace high and better": 14}
    above = {name: at_least_pair or high >= floor for name, floor in floors.items()}
    return {"play everything": True, **above, "pair and better": at_least_pair}


@pytest.mark.parametrize("rules", [POKER, PRIME], ids=named)
def test_other_strategies_as_dealt_out_plainly(rules):
    """Every deal through the plain settlement, under decisions made card by card."""
    dull, at = plainly(rules), rows_of(HANDS)
    decided = [plainly_played(cards) for cards in HANDS.tolist()]
    for strategy in others(MainBet(rules)):
        plays = np.array([by_name[strategy.name] for by_name in decided])
        assert (strategy.plays[at] == plays).all(), strategy.name
        assert strategy.odds.expectation == dull.expectation(rules, plays)
        assert strategy.odds.house_edge > best(rules).odds.house_edge


@pytest.mark.parametrize("rules", [POKER, PRIME], ids=named)
def test_edges_by_threshold_are_those_of_the_strategies(rules):
    bet = MainBet(rules)
    edges = edges_by_threshold(bet)
    assert [folds for folds, _ in edges] == sorted({folds for folds, _ in edges})
    assert edges[0] == (0, others(bet)[0].odds.house_edge)
    assert edges[-1] == (COUNT, 1)  # Folding every hand loses every ante.
    by_folds = dict(edges)
    for lowest in ("5s 3d 2h", "Js Td 8h", "Qs 6d 4h", "Ks 3d 2h", "2s 2d 3h", "As Ks Qs"):
        strategy = from_threshold(bet, lowest)
        assert by_folds[strategy.folds] == strategy.odds.house_edge
    least = from_threshold(bet, "Qs 6d 4h").odds.house_edge
    assert min(edge for _, edge in edges) == least >= best(rules).odds.house_edge


def test_nobody_mimics_a_dealer_who_always_qualifies():
    book = replace(RULEBOOKS["three-card-poker"], qualifies=None)
    names = [strategy.name for strategy in others(MainBet(book.configure()))]
    assert names == [name for name in PLAYED if name != "mimic the dealer"]


# Suits matter in Prime


def test_queen_six_three_of_three_suits_plays():
    strategy = best(PRIME)
    assert strategy.best("Qs 6d 3h") == PLAY
    for two_suits in ("Qs 6s 3h", "Qs 6h 3s", "Qh 6s 3s"):
        assert strategy.best(two_suits) == FOLD
    assert strategy.best("Qs 6s 3s") == PLAY  # A flush.
    assert strategy.threshold is None
    assert strategy.folds == 7176


def test_the_exceptions_are_exactly_those_hands():
    strategy = best(PRIME)
    listed = strategy.exceptions()
    assert len(listed) == 24 == len({one["cards"] for one in listed})
    assert {one["decision"] for one in listed} == {PLAY}
    for one in listed:
        cards = parse(one["cards"], 3)
        assert [card // 4 + 2 for card in cards] == [12, 6, 3]
        assert len({card % 4 for card in cards}) == 3
    assert strategy.words() == (
        "Play Q-6-4 and better, fold the rest; but play Q-6-3 of three suits as well (24 hands)."
    )


def test_the_exceptions_are_worth_playing_and_their_two_suited_sisters_not():
    strategy = best(PRIME)
    assert strategy.value("Qs 6d 3h") > -1 > strategy.value("Qs 6s 3h")
    assert strategy.value("Qs 6d 3h", FOLD) == strategy.value("Qs 6s 3h", FOLD) == -1


# Against the plain settlement: every hand, every dealer's hand


@pytest.mark.parametrize("rules", RULES, ids=named)
def test_every_hand_is_valued_as_dealt_out_plainly(rules):
    dull, bet = plainly(rules), MainBet(rules)
    play, fold = dull.values(rules)
    at = rows_of(HANDS)
    assert (bet.value_of_playing[at] * STAKE == play * bet.scale).all()
    assert (bet.value_of_folding[at] * STAKE == fold * bet.scale).all()
    assert (bet.best[at] == (play >= fold)).all()
    strategy = best(rules)
    assert strategy.odds.expectation == dull.expectation(rules, play >= fold)
    assert strategy.folds == int((play < fold).sum())


@pytest.mark.parametrize("rules", RULES, ids=named)
def test_no_strategy_that_differs_in_one_hand_is_better(rules):
    bet = MainBet(rules)
    won = bet.under(bet.best).expectation
    rng = np.random.default_rng(2026)
    # Some at random, and those where the two decisions are closest.
    close = np.argsort(np.abs(bet.value_of_playing - bet.value_of_folding), kind="stable")[:10]
    for row in (*rng.integers(0, COUNT, 30), *close):
        other = bet.best.copy()
        other[row] = not other[row]
        gap = abs(int(bet.value_of_playing[row] - bet.value_of_folding[row]))
        assert bet.under(other).expectation == won - Fraction(gap, bet.scale * DEALS)
        assert bet.under(other).folds == bet.under(bet.best).folds + (1 if bet.best[row] else -1)


@pytest.mark.parametrize("rules", RULES, ids=named)
def test_the_distribution_has_the_mean_that_the_values_give(rules):
    for one in (best(rules), *others(MainBet(rules))):
        assert one.odds.results.mean == one.odds.expectation
        assert one.odds.results.total == COUNT * DEALERS


def test_a_value_is_per_unit_of_the_ante():
    strategy = best(POKER)
    dull = plainly(POKER)
    play, _ = dull.values(POKER)
    for at in (0, 100, 1000, 10_000, 22_099):
        text = " ".join("23456789TJQKA"[c // 4] + "cdhs"[c % 4] for c in HANDS[at].tolist())
        assert strategy.value(text) * STAKE * DEALERS == int(play[at])


# Nothing but the main bet depends on the decision


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_no_side_wager_depends_on_the_decision(game):
    cards, _ = random_deals(seed=5, count=20_000)
    hands = rows_of(cards[:, :3]), rows_of(cards[:, 3:6])
    for rules in configurations(RULEBOOKS[game]):
        for wager in rules.wagers:
            rows = compiled(wager)
            one, two = (rows.result(Deal(*hands, cards[:, 6], played)) for played in (False, True))
            in_main = rules.rulebook.decision and wager.key in rules.rulebook.main
            if wager.key != "ante-bonus":  # By one reading it is paid after a fold, too.
                assert wager.reads_decision() == in_main
            assert bool((one == two).all()) == (not wager.reads_decision())


def test_the_ante_bonus_after_a_fold_is_a_reading():
    for option, read in (("none", True), ("paid", False)):
        rules = RULEBOOKS["three-card-poker"].configure(readings={"ante-bonus-after-fold": option})
        assert rules.wager("ante-bonus").reads_decision() == read


# From a threshold, and words


def test_from_a_threshold():
    bet = MainBet(POKER)
    same = from_threshold(bet, "Qs 6d 4h")
    assert (same.plays == bet.best).all()
    assert same.name == "Q-6-4 and better"
    assert same.odds.expectation == best(POKER).odds.expectation
    # One step lower and one step higher both cost something.
    for cards, folds in (("Qs 6d 3h", 7200 - 60), ("Qs 6d 5h", 7200 + 60)):
        other = from_threshold(bet, cards)
        assert other.folds == folds
        assert other.odds.house_edge > same.odds.house_edge
    pairs = from_threshold(bet, "2s 2d 3h")
    assert pairs.folds == 16_440
    assert pairs.words() == "Play 3-2-2 and better; fold the rest."


def test_words_of_the_extremes():
    bet = MainBet(POKER)
    assert Strategy(bet, "all", np.ones(COUNT, bool)).words() == "Play every hand."
    none = Strategy(bet, "none", np.zeros(COUNT, bool))
    assert none.words() == "Fold every hand."
    assert none.threshold is None
    assert none.odds.expectation == -1
    assert none.odds.average_stake == 1


def test_a_strategy_that_folds_above_its_threshold_says_so():
    bet = MainBet(POKER)
    plays = bet.best.copy()
    plays[hand("Ks Qd Th")] = False
    odd = Strategy(bet, "odd", plays)
    assert odd.threshold is None
    assert odd.exceptions() == [{"cards": "Ks Qd Th", "decision": FOLD}]
    assert odd.words().endswith("but fold Ks Qd Th as well (1 hand).")


@pytest.mark.parametrize("game", sorted(set(RULEBOOKS) - set(DECIDING)))
def test_games_without_a_decision_have_no_strategy(game, capsys):
    with pytest.raises(BadConfiguration) as refusal:
        best(RULEBOOKS[game].configure())
    assert refusal.value.code == "strategy/none"
    assert run(["strategy", game]) == 2
    assert "nobody folds" in capsys.readouterr().err
    assert GameOdds(RULEBOOKS[game].configure()).strategy.plays.all()


# As programs read it


@pytest.mark.parametrize("game", DECIDING)
def test_strategy_as_json(game, capsys):
    words = ["strategy", game, "--hand", "Qs 6d 3h", "--threshold", "Qs 6d 3h", "--json"]
    assert run(words) == 0
    printed, strategy = json.loads(capsys.readouterr().out), games[game].strategy()
    assert printed["strategy"] == strategy.words()
    assert printed["folds"] == strategy.folds
    assert printed["exceptions"] == strategy.exceptions()
    assert printed["hand"]["decision"] == strategy.best("Qs 6d 3h")
    assert printed["hand"]["play"] == float(strategy.value("Qs 6d 3h"))
    assert printed["hand"]["fold"] == -1.0
    listed = {one["strategy"]: one for one in printed["strategies"]}
    assert list(listed) == ["best", *PLAYED, "Q-6-3 and better"]
    assert listed["best"]["costs"] == 0
    assert listed["best"]["expectation"] == str(strategy.odds.expectation)
    assert all(one["costs"] > 0 for name, one in listed.items() if name != "best")


def test_a_sample_of_hands_is_dealt_against_every_dealer():
    """The slowest road, in plain Python: one hand, 18,424 dealers, no compiled code."""
    stakes, tables = (1,) * 6, (0,) * 6
    mask, strategy = np.array(masks()), best(POKER)
    for cards in ("Qs 6d 4h", "Qs 6d 3h", "As 2s 3s"):
        own, total, met = tuple(parse(cards, 3)), 0, 0
        for dealer in HANDS.tolist():
            if not set(dealer) & set(own):
                rows = plain.outcomes(own, tuple(dealer), 0, 1, (0,) * 5)
                total += sum(plain.nets(rows, (0,) * 5, tables, stakes, 0)[:3])
                met += 1
        assert met == DEALERS == int((mask & mask[hand(cards)] == 0).sum())
        assert strategy.value(cards) * DEALERS == total
