"""Side wagers that are lost on a fold, in a game from outside: every figure by two roads.

The second road is the plain settlement. It deals every hand against every hand, splits every set of
six cards into two hands in every way, and knows nothing of the first.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from pitboss import load_rulebook
from pitboss.cards.deck import DECK, parse
from pitboss.cards.hands import COUNT, cards_of, row_of, rows_of
from pitboss.cli import run
from pitboss.errors import BadRulebook
from pitboss.language.compiled import Asked, compiled
from pitboss.language.expressions import plays
from pitboss.language.wagers import loses
from pitboss.maths.odds.completions import Known
from pitboss.maths.odds.decision_gains import DecisionGains
from pitboss.maths.odds.expectation import expected
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.rows_by_hand import six_by_hand
from pitboss.maths.odds.strategy import best
from pitboss.maths.odds.wager_odds import count_under
from pitboss.maths.sessions.one_round import one_round
from pitboss.maths.simulation.simulate import simulate
from pitboss.rulebooks import RULEBOOKS
from pitboss.rulebooks.three_card_poker import RULEBOOK as POKER
from pitboss.rulebooks.three_card_prime import RULEBOOK as PRIME
from pitboss.testing import Conformance
from tests.support.enumeration import DEALERS, DEALS, HANDS, STAKE, plainly
from tests.support.outside import WAR_THREE, known_games
from tests.support.plain_six_cards import six_cards_by_hand

FILE = Path(__file__).parent / "support" / "lost_on_a_fold" / "__init__.py"
RULEBOOK = ("--rulebook", str(FILE))
PAYS = {"one-colour": (3, 3, -1), "two-hands": (4, 3, -1)}
SIX_PAYS = (1000, 1000, 1000, 200, 100, 20, 15, 10, 7, -1)  # In the plain settlement's order.
SIDE = ("one-colour", "two-hands", "six-cards")
# Per cent: as if nobody folded, under the best strategy for the main bet, and weighed with it.
PRINTED = {
    "one-colour": ("5.8824", "31.9457", "5.8824"),
    "two-hands": ("3.6206", "30.3103", "3.6206"),
    "six-cards": ("8.5614", "28.2699", "8.5614"),
}


@pytest.fixture
def rules():
    with known_games(FILE):
        yield RULEBOOKS["lost-on-a-fold"].configure()


# The second road: [hand] in the order of plain enumeration, sums over the dealer's 18,424 hands.


@cache
def plain_main():
    """What playing and folding wins on the main bet, per unit of the ante."""
    poker = POKER.configure()
    return tuple(np.array(won) // STAKE for won in plainly(poker).values(poker))


@cache
def plain_side(wager):
    """What a wager wins if every hand plays."""
    if wager == "six-cards":
        return six_cards_by_hand() @ np.array(SIX_PAYS)
    return plainly(PRIME.configure()).by_hand("prime") @ np.array(PAYS[wager])


def plain_best(stakes):
    """[hand]: whether to play, with these stakes on side wagers per unit of the ante."""
    play, fold = plain_main()
    for wager, stake in stakes.items():
        play, fold = play + stake * plain_side(wager), fold - stake * DEALERS
    return play >= fold


def plain_worth(wager, decided):
    won = int(plain_side(wager)[decided].sum()) - DEALERS * int((~decided).sum())
    return Fraction(won, DEALS)


def plain_main_worth(decided):
    play, fold = plain_main()
    return Fraction(int(np.where(decided, play, fold).sum()), DEALS)


def test_a_hand_against_every_hand_that_makes_six_cards_with_it():
    in_our_order = np.empty_like(six_cards_by_hand())
    in_our_order[rows_of(HANDS)] = six_cards_by_hand()
    assert (six_by_hand()[:, ::-1] == in_our_order).all()


# Odds


@pytest.mark.parametrize("wager", SIDE)
def test_the_odds_are_those_of_every_deal_dealt_out(rules, wager):
    odds, usual = GameOdds(rules), plain_best({})
    weighed, alike = odds.weighed(wager), plain_best({wager: 1})
    everybody = np.ones(COUNT, bool)
    figures = [-plain_worth(wager, decided) for decided in (everybody, usual, alike)]
    assert odds[wager].house_edge == figures[1]
    assert odds.main.folds == int((~usual).sum()) == 7_200
    assert weighed.wager.house_edge == figures[2]
    assert weighed.strategy.folds == int((~alike).sum())
    assert weighed.strategy.odds.expectation == plain_main_worth(alike)
    assert tuple(f"{float(figure):.4%}".rstrip("%") for figure in figures) == PRINTED[wager]


def test_ways_are_those_of_the_cards_that_a_wager_reads_and_of_the_decision(rules):
    odds = GameOdds(rules)
    assert [odds[wager].deals for wager in SIDE] == [COUNT, DEALS, DEALS]
    shares = {Fraction(odds[wager].ways[0], odds[wager].deals) for wager in SIDE}
    assert shares == {Fraction(7_200, COUNT)}


@pytest.mark.parametrize("stake", [Fraction(1, 100), Fraction(1, 5), Fraction(1), Fraction(40)])
def test_the_best_strategy_weighs_what_is_staked(rules, stake):
    units = {"ante": stake.denominator, "two-hands": stake.numerator}
    ours, plain = best(rules, units).plays, np.empty(COUNT, bool)
    stakes = {"two-hands": float(stake)}  # Far from a tie, so that floats decide alike.
    plain[rows_of(HANDS)] = plain_best(stakes)
    assert (ours == plain).all()


def test_who_bets_on_the_main_bet_alone_decides_as_ever(rules):
    assert best(rules, {"ante": 500}) is best(rules)
    assert best(rules, {"ante": 500, "six-cards": 5}) is not best(rules)
    assert best(rules, {"six-cards": 5}) is best(rules)  # Another bettor's ante decides.


def lost_pair_bonus():
    """Three Card Prime with a fourth-card wager that is lost on a fold."""
    folded = loses("folded", "Player folds", "3b", says="the player folded", when=~plays)
    bonus = PRIME.wager("pair-bonus")
    lost = replace(bonus, rows=(folded, *bonus.rows))
    wagers = tuple(lost if wager is bonus else wager for wager in PRIME.wagers)
    return replace(PRIME, wagers=wagers).configure()


def test_a_wager_on_a_fourth_card_that_is_lost_on_a_fold():
    wager = lost_pair_bonus().wager("pair-bonus")
    played = np.arange(0, COUNT, 100)
    asked, ways = Asked(wager), [0] * len(wager.rows)
    for hand in played.tolist():
        for card in set(range(DECK)).difference(cards_of(hand)):
            ways[asked.row(hand, 0, card, True)] += 1
    ways[0] += 49 * (COUNT - len(played))
    assert list(count_under(wager, np.isin(np.arange(COUNT), played))) == ways


def test_the_screen_and_the_document_say_by_which_strategy(told, told_json):
    shown = " ".join(told("odds", *RULEBOOK).split())
    assert "Six Cards depends on the decision. It is counted under the best strategy" in shown
    assert "folds 0; then its house edge is 8.5614 %, and the main bet's" in shown
    alone = " ".join(told("odds", *RULEBOOK, "--wager", "six-cards").split())
    assert "Six Cards depends on the decision." in alone
    wager = told_json("odds", *RULEBOOK)["wagers"]["six-cards"]
    assert round(wager["house_edge"], 4) == 0.2827
    assert (wager["weighed"]["folds"], round(wager["weighed"]["house_edge"], 4)) == (0, 0.0856)
    assert "weighed" not in told_json("odds", "three-card-prime")["wagers"]["all-six"]
    sheet = told_json("par", *RULEBOOK)
    assert round(sheet["wagers"]["six-cards"]["house_edge"], 4) == 0.2827
    assert any("Six Cards depends on the decision" in text for text in sheet["definitions"])


# Sessions and simulation


@pytest.mark.parametrize("wager", SIDE)
def test_a_session_is_worth_what_its_bets_are_under_its_strategy(rules, wager):
    stakes = {"ante": 500, wager: 100}
    for strategy, decided, name in (
        ("best", plain_best({wager: 0.2}), f"best, weighing {wager}"),
        (best(rules), plain_best({}), "best"),
        ("play-all", np.ones(COUNT, bool), "play-all"),
    ):
        worth = 500 * plain_main_worth(decided) + 100 * plain_worth(wager, decided)
        found = one_round(rules, stakes, strategy)
        assert found.results.mean == worth
        assert found.strategy == name


def test_a_simulation_agrees_and_folds(rules):
    bets = {"ante": 500, "one-colour": 100, "two-hands": 100, "six-cards": 100}
    weighing_all = plain_best(dict.fromkeys(SIDE, 0.2))
    for strategy, decided in (("best", weighing_all), (best(rules), plain_best({}))):
        result = simulate(rules, 400_000, boxes=3, bets=bets, strategy=strategy, seed=24)
        assert result.agrees, result.verdict
        for wager in SIDE:
            counted = result.wagers[wager]
            assert counted.exact == pytest.approx(float(plain_worth(wager, decided)), abs=1e-12)
            assert counted.outcomes[0].count > 100_000
            assert abs(counted.z) < 5


def test_the_kit_accuses_nothing_in_it(rules):
    kit = type("Kit", (Conformance,), {"rulebook": rules.rulebook, "deals": 40, "tables": 4})()
    kit.rounds = 100_000
    kit.test_ways_sum_to_the_number_of_deals(rules)
    kit.test_one_deal_settles_as_many_do(rules)
    kit.test_the_deal_of_every_row_settles_to_it(rules)
    kit.test_simulation_keeps_to_the_exact_odds(rules)
    kit.test_par_sheet()
    kit.test_random_walks_balance_and_leak_nothing()


# Settlement and prices of a box


def test_a_compiled_wager_on_six_cards_loses_on_a_fold(rules):
    wager = rules.wager("six-cards")
    hands = row_of(parse("As Ks Qs")), row_of(parse("Js Ts 9s"))
    for rows in (Asked(wager), compiled(wager)):
        keys = [wager.rows[rows.row(*hands, 0, played)].key for played in (True, False)]
        assert keys == ["six-card-royal", "folded"]


@pytest.mark.parametrize("cards", ["9s 7d 2h", "As Ad 2h"])
def test_a_box_still_to_decide_is_priced_with_its_best_decision(rules, cards):
    """Over every hand that the dealer may hold."""
    stakes, held = {"ante": 1000, "six-cards": 50}, sorted(parse(cards))
    known = Known(player=tuple(held))
    plain = int(np.flatnonzero((held == HANDS).all(1))[0])
    play, fold = plain_main()
    played = 1000 * int(play[plain]) + 50 * int(plain_side("six-cards")[plain])
    folded = 1000 * int(fold[plain]) - 50 * DEALERS
    worth = Fraction(max(played, folded), DEALERS)
    assert expected(rules, stakes, known, None) == (worth, None)


@pytest.mark.parametrize("stake", [5, 300])
def test_a_fourth_card_is_weighed_with_cards_in_view(stake):
    rules, dead = lost_pair_bonus(), frozenset(parse("2s 2h Qd"))
    stakes, decided = {"ante": 100, "pair-bonus": stake}, set()
    for hand in range(0, COUNT, 1_009):
        cards = tuple(map(int, cards_of(hand)))
        if dead.isdisjoint(cards):
            known = Known(player=cards, dead=dead)
            play, fold = (expected(rules, stakes, known, played) for played in (True, False))
            assert expected(rules, stakes, known, None, seen=Known(dead=dead)) == max(play, fold)
            decided.add(play > fold)
    assert decided == {True, False}


def test_six_cards_of_a_hidden_hand_are_sampled_with_the_decisions(rules):
    stakes = {"ante": 1000, "six-cards": 50}
    decided = plain_best({"six-cards": 0.05})
    worth = 1000 * plain_main_worth(decided) + 50 * plain_worth("six-cards", decided)
    found = expected(rules, stakes, Known(), None)
    assert found.error is not None
    assert abs(float(found.amount - worth)) < 5 * found.error


@pytest.mark.parametrize("stake", [0, 50, 1000])
def test_a_decision_gains_what_it_does_on_every_wager(rules, stake):
    """In the reports: the main bet and the side wager of each hand, by their parts."""
    gains, meter = DecisionGains(rules), 0
    play, fold = plain_main()
    for plain in range(0, COUNT, 997):
        stakes = {"ante": 700} | ({"six-cards": stake} if stake else {})
        found = gains.of(int(rows_of(HANDS[plain][None])[0]), stakes, meter)
        on_side = stake * (int(plain_side("six-cards")[plain]) + DEALERS)
        expected_gains = {"ante": 700 * int(play[plain] - fold[plain])}
        expected_gains |= {"six-cards": on_side} if stake else {}
        units = {key: Fraction(gain, DEALERS) for key, gain in expected_gains.items()}
        assert {key: Fraction(gain, gains.parts) for key, gain in found.items()} == units


# What is refused


def test_rows_that_ask_for_a_decision_in_a_game_without_one(tmp_path, refused):
    (tmp_path / "clauses.csv").write_bytes(WAR_THREE.with_name("clauses.csv").read_bytes())
    file = tmp_path / "war.py"
    text = WAR_THREE.read_text("utf-8").replace("import dealer, otherwise, player", "import *")
    text = text.replace("from pitboss.language.expressions import *", EVERYTHING)
    file.write_text(text.replace("player_red & dealer_red,", "player_red & dealer_red & plays,"))
    with pytest.raises(BadRulebook, match="rows of red-alert ask whether the hand plays"):
        load_rulebook(file)
    assert "decision=True" in refused("odds", "--rulebook", str(file))
    assert run(["odds", "--rulebook", str(FILE)]) == 0


EVERYTHING = "from pitboss.language.expressions import dealer, otherwise, player, plays"
