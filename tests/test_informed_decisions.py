"""What an exposed card is worth to players who use it, against the plain settlement dealt out."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import groupby
from pathlib import Path

import pytest

from pitboss.cards.deck import RANKS, parse
from pitboss.cards.hands import row_of
from pitboss.language.expressions import plays
from pitboss.language.wagers import loses
from pitboss.maths.odds.completions import Known
from pitboss.maths.odds.expectation import expected
from pitboss.maths.odds.information import dealer_cards
from pitboss.maths.odds.informed_decisions import informed
from pitboss.maths.odds.main_bet import MainBet
from pitboss.maths.odds.strategy import best
from pitboss.rulebooks import RULEBOOKS
from tests.support.enumeration import plainly
from tests.test_completions import (
    METER,
    STATES,
    completions,
    known,
    plain_nets,
    random_rules,
    random_state,
)
from tests.test_expectation import every_stake

PAGE = Path(__file__).parents[1] / "docs" / "rulings.md"
DECIDING = [game for game, book in RULEBOOKS.items() if book.decision]
WHOSE = ("dealer", "another box")
RULES = {game: RULEBOOKS[game].configure() for game in DECIDING}


def seen_by_all(card, whose):
    return Known(dealer=(card,)) if whose == "dealer" else Known(dead=frozenset({card}))


@cache
def by_rank(game, whose):
    """By rank of the exposed card: what an ante of 1 is worth as usual, and using the card."""
    worth = {}
    for rank in RANKS:
        state = seen_by_all(parse(f"{rank}h")[0], whose)
        figures = (expected(RULES[game], {"ante": 1}, state, None, seen=by) for by in (None, state))
        worth[rank] = tuple(figure.amount for figure in figures)
    return worth


@pytest.mark.parametrize("whose", WHOSE)
@pytest.mark.parametrize("game", DECIDING)
def test_every_rank_as_every_deal_dealt_out_plainly(game, whose):
    """Suits in turn: whose suit it is makes no difference to the main bet."""
    rules, ours = RULES[game], by_rank(game, whose)
    cards = [parse(rank + "shdc"[place % 4])[0] for place, rank in enumerate(ours)]
    dealt_out = plainly(rules).exposed(rules, cards, whose == "dealer")
    assert list(ours.values()) == list(dealt_out)
    assert all(used > usual for usual, used in ours.values())


@pytest.mark.parametrize("game", DECIDING)
def test_over_all_cards_of_the_dealers_it_is_the_edge_against_one_who_has_seen_one(game):
    used = [used for _, used in by_rank(game, "dealer").values()]
    assert -sum(used) / len(used) == dealer_cards(MainBet(RULES[game]), 1).exact


def test_the_page_has_the_figures():
    """The house's result per unit of the ante, as a table by rank."""
    page = PAGE.read_text("utf-8")
    for rank in RANKS:
        cells = [
            f"{float(-worth):+.4f}"
            for game in DECIDING
            for whose in WHOSE
            for worth in by_rank(game, whose)[rank]
        ]
        name = "10" if rank == "T" else rank
        assert f"| {name} | {' | '.join(cells)} |" in page


@pytest.mark.parametrize("game", DECIDING)
@pytest.mark.parametrize("card", ["2c", "Qd", "As"])
def test_a_card_of_the_own_hand_tells_its_player_nothing(game, card):
    state, seen = known(card), known(dead=card)
    usual = expected(RULES[game], {"ante": 1}, state, None)
    assert expected(RULES[game], {"ante": 1}, state, None, seen=seen) == usual


@pytest.mark.parametrize("number", range(STATES))
@pytest.mark.parametrize("game", DECIDING)
def test_every_bet_and_any_cards_as_dealt_out_plainly(game, number):
    """Each hand does what is better on average over the deals that its player can't tell apart."""
    rules = random_rules(game, number)
    state, stakes = random_state(rules, number), every_stake(rules)
    deals = sorted(completions(rules, state), key=lambda deal: sorted(deal[0]))
    won = 0
    for _, same_hand in groupby(deals, key=lambda deal: sorted(deal[0])):
        met = list(same_hand)
        won += max(
            sum(sum(plain_nets(rules, deal, played, stakes).values()) for deal in met)
            for played in (True, False)
        )
    seen = state._replace(player=(), dead=state.dead.union(state.player))
    found = expected(rules, stakes, state, None, METER, seen=seen)
    assert found == (Fraction(won, len(deals)), None)


def test_a_side_bet_that_is_lost_on_a_fold_is_weighed():
    """With a large enough one, a hand is played that the ante alone would fold."""
    rules = losing_pair_plus_on_a_fold()
    seen, own = known(dealer="Kc"), row_of(parse("4s 4d 2h"))
    weak = row_of(parse("9s 7d 2h"))
    decided = {
        stake: informed(rules, {"ante": 100, "pair-plus": stake}, None, seen).plays(rules)
        for stake in (0, 100, 10_000)
    }
    assert [bool(decisions[own]) for decisions in decided.values()] == [True] * 3
    assert [bool(decisions[weak]) for decisions in decided.values()] == [False] * 3
    alone = informed(rules, {"ante": 100}, None, known(dealer="Ac Ad")).plays(rules)
    both = informed(rules, {"ante": 100, "pair-plus": 100}, None, known(dealer="Ac Ad"))
    assert not alone[own]
    assert both.plays(rules)[own]


def losing_pair_plus_on_a_fold():
    """Three Card Poker as a rulebook from outside may have it."""
    book = RULEBOOKS["three-card-poker"]
    folded = loses("folded", "Player folds", says="the player folded", when=~plays)
    wagers = tuple(
        replace(wager, rows=(folded, *wager.rows)) if wager.key == "pair-plus" else wager
        for wager in book.wagers
    )
    return replace(book, wagers=wagers).configure()


@pytest.mark.parametrize("ante", [1, 250, 12_345_600])
def test_the_size_of_the_ante_alone_changes_no_decision(ante):
    rules, seen = RULES["three-card-poker"], known(dealer="Kc")
    player = informed(rules, {"ante": ante, "pair-plus": 500}, None, seen)
    assert player == informed(rules, {"ante": 1}, None, seen)
    assert player != informed(rules, {"ante": 1}, None, known(dealer="Qc"))


@pytest.mark.parametrize("game", DECIDING)
def test_who_sees_no_card_decides_as_usual(game):
    rules = RULES[game]
    assert (informed(rules, {"ante": 5}, None, Known()).plays(rules) == best(rules).plays).all()
