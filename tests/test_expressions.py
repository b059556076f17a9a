"""Expressions: questions about a deal that has not been dealt yet."""

from itertools import chain

import numpy as np
import pytest

from pitboss.cards.hands import hand, row_of
from pitboss.language.expressions import (
    Deal,
    always,
    dealer,
    fourth,
    lesser,
    lift,
    never,
    otherwise,
    player,
    plays,
    six,
    where,
)
from pitboss.language.readings import Reading
from pitboss.rulebooks import RULEBOOKS
from tests.support.agreement import random_deals

READING = Reading(
    key="unclear",
    question="Which is meant?",
    options={"first-one": "the first", "second": "the second"},
    clauses=("9.9",),
    why="It says both.",
)
OTHER = Reading("other", "And which?", {"yes": "this", "no": "that"}, (), "It says neither.")
CHOICE = READING(first_one=player.points == 6, second=player.points == 7)
QUEENS, SEVENS = hand("Qs Qd 7h"), hand("7s 7d 3c")
DEAL = Deal(QUEENS, SEVENS)  # Seven points against seven.


def deals(seed, count):
    """Rows of player and dealer, the fourth card and the decision, as lists."""
    cards, played = random_deals(seed, count)
    hands = [[row_of(one[at : at + 3]) for one in cards.tolist()] for at in (0, 3)]
    return (*hands, cards[:, 6].tolist(), (played == 1).tolist())


# No truth value


@pytest.mark.parametrize(
    "branch",
    [
        lambda: 1 if player.points == 6 else 2,
        lambda: player.points == 6 and dealer.points == 6,
        lambda: player.points == 6 or dealer.points == 6,
        lambda: not plays,
        lambda: 3 < player.points < 6,
        lambda: bool(always),
        lambda: bool(never),
        lambda: bool(CHOICE),
        lambda: bool((player.points > 3).by("1.1")),
        lambda: player.points in [1, 2],
    ],
)
def test_a_rule_that_branches_fails_where_it_is_written(branch):
    with pytest.raises(TypeError, match="no truth value before the deal"):
        branch()


# Columns


@pytest.mark.parametrize("whose", [player, dealer])
def test_an_unknown_column_of_a_hand(whose):
    with pytest.raises(AttributeError, match="has no column 'knights': points, jacks, queens"):
        _ = whose.knights


def test_the_columns_of_the_fourth_card():
    with pytest.raises(AttributeError, match="fourth has no column 'points': rank, suit"):
        _ = fourth.points
    assert int(fourth.rank.ask(Deal(0, 0, fourth=50))) == 14
    assert int(fourth.suit.ask(Deal(0, 0, fourth=50))) == 2


@pytest.mark.parametrize(
    ("expression", "columns"),
    [
        (player.points == dealer.points, {("player", "points"), ("dealer", "points")}),
        (player.points == player.points, {("player", "points")}),
        (~((player.high > 3) & (fourth.rank == 2)), {("player", "high"), ("fourth", "rank")}),
        (where(dealer.suited, player.kings, 0), {("dealer", "suited"), ("player", "kings")}),
        (lesser(player.jacks, dealer.jacks).by("4.3"), {("player", "jacks"), ("dealer", "jacks")}),
        (six == 3, {("six", "value")}),
        (plays, set()),
        (always, set()),
        (READING(first_one=player.high > 3, second=dealer.high > 3),
         {("player", "high"), ("dealer", "high")}),
    ],
)  # fmt: skip
def test_an_expression_knows_the_columns_it_reads(expression, columns):
    assert expression.columns() == columns


def test_an_expression_knows_whether_it_reads_the_decision():
    assert plays.reads_decision()
    assert ((player.points == 6) | ~plays).by("3.8").reads_decision()
    assert not (player.points == 6).reads_decision()
    assert READING(first_one=~plays, second=never).reads_decision()
    assert not READING(first_one=~plays, second=never).under({"unclear": "second"}).reads_decision()


# Asking


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        (player.points, 7),
        (dealer.points, 7),
        (player.points == dealer.points, True),
        (player.points != dealer.points, False),
        (player.queens > dealer.queens, True),
        (player.queens < dealer.queens, False),
        (player.queens >= 2, True),
        (player.queens <= 1, False),
        (player.queens + dealer.points, 9),
        (3 * player.points, 21),
        (lesser(player.queens, dealer.queens), 0),
        (where(player.queens == 2, 30, player.points), 30),
        (where(player.queens == 3, 30, player.points), 7),
        ((player.queens == 2) & (dealer.queens == 0), True),
        ((player.queens == 2) & (dealer.queens == 1), False),
        ((player.queens == 3) | (dealer.queens == 0), True),
        (~(player.queens == 2), False),
        (7 == player.points, True),  # noqa: SIM300
        ((player.points == 7).by("1.1"), True),
        (lift(5), 5),
        (lift(True), True),
        (plays, True),
    ],
)
def test_what_an_expression_answers_about_one_deal(expression, answer):
    assert expression.ask(DEAL) == answer


def test_folding_is_part_of_the_deal():
    assert plays.ask(Deal(QUEENS, SEVENS, played=False)) is False
    assert bool((~plays).ask(Deal(QUEENS, SEVENS, played=False))) is True


def test_a_bare_truth_value_is_lifted_to_always_or_never():
    assert lift(True) is always
    assert lift(False) is never
    assert lift(plays) is plays


def test_hands_against_hands_broadcast():
    column, line = np.array([[QUEENS], [SEVENS]]), np.array([[QUEENS, SEVENS, 0]])
    answers = (player.points >= dealer.pictures + 6).ask(Deal(column, line))
    assert answers.tolist() == [[False, True, True], [False, True, True]]


# Citing


def test_clauses_are_cited_from_the_outside_in_each_once():
    inner = (player.points == 6).by("3.9", "1.1")
    outer = (inner & (dealer.points == 6).by("3.10", "3.9")).by("4.1", "1.1")
    assert outer.cited() == ("4.1", "1.1", "3.9", "3.10")
    assert inner.cited() == ("3.9", "1.1")
    assert (player.points == 6).cited() == ()


def test_citing_changes_no_answer():
    said = player.points == 7
    assert said.by("3.9").words() == said.words()
    assert said.by("3.9").ask(DEAL) == said.ask(DEAL)
    assert said.by("3.9").under({}).cited() == ("3.9",)


def test_a_choice_cites_every_option_until_it_is_made():
    choice = READING(
        first_one=(player.points == 6).by("1.1"), second=(player.points == 7).by("2.2")
    )
    assert choice.cited() == ("1.1", "2.2")
    assert choice.under({"unclear": "second"}).cited() == ("2.2",)


def test_what_is_left_rests_on_what_did_not_hold():
    left = otherwise((player.points == 6).by("3.9", "1.1"), (dealer.points == 6).by("3.10", "3.9"))
    assert left.cited() == ("3.9", "1.1", "3.10")
    assert left.columns() == set()
    assert left.ask(DEAL) is True


# Choosing


def test_a_choice_refuses_to_be_asked():
    for open_choice in (CHOICE, CHOICE & plays, ~CHOICE, CHOICE.by("1.1")):
        with pytest.raises(TypeError, match="choose a reading of 'unclear' first"):
            open_choice.ask(DEAL)


@pytest.mark.parametrize(("option", "answer"), [("first-one", False), ("second", True)])
def test_a_choice_is_made_wherever_it_stands(option, answer):
    readings = {"unclear": option}
    assert CHOICE.under(readings).ask(DEAL) == answer
    assert (CHOICE & plays).by("1.1").under(readings).ask(DEAL) == answer
    assert (~(CHOICE | never)).under(readings).ask(DEAL) != answer
    assert where(CHOICE, 1, 0).under(readings).ask(DEAL) == int(answer)


def test_a_choice_within_a_choice_is_made_too():
    nested = READING(first_one=OTHER(yes=player.points == 7, no=never), second=never)
    assert nested.under({"unclear": "first-one", "other": "yes"}).ask(DEAL)
    assert nested.under({"unclear": "first-one", "other": "no"}) is never


def test_making_a_choice_leaves_the_open_one_alone():
    rule = CHOICE & plays
    rule.under({"unclear": "second"})
    with pytest.raises(TypeError, match="choose a reading"):
        rule.ask(DEAL)


@pytest.mark.parametrize(
    "options",
    [
        {"first_one": always},
        {"second": always, "first_one": always},
        {"first_one": always, "second": always, "third": always},
        {"first": always, "second": always},
    ],
)
def test_a_choice_names_the_options_of_its_reading_in_their_order(options):
    with pytest.raises(TypeError, match="reading 'unclear' has the options first-one, second"):
        READING(**options)


@pytest.mark.parametrize("game", sorted(RULEBOOKS))
def test_a_configured_rulebook_has_no_open_choice(game):
    rulebook = RULEBOOKS[game]
    every = [{}] + [{r.key: option} for r in rulebook.readings for option in r.options]
    for readings in every:
        for wager in rulebook.configure(readings=readings).wagers:
            wager.result(DEAL)  # Would refuse.


# Never


@pytest.mark.parametrize(
    "rule",
    [
        never & plays,
        plays & never,
        lift(False) & (player.points == 6),
        (plays & never) & (player.points == 6),
        ((player.points == 6) & never).by("1.1"),
        (player.points == 6) & (plays & never).by("1.1").by("2.2"),
        plays & READING(first_one=False, second=True),
        READING(first_one=plays & never, second=always).by("1.1"),
    ],
)
def test_and_never_is_never(rule):
    assert rule.under({"unclear": "first-one"}) is never


@pytest.mark.parametrize(
    "rule", [never | plays, ~never, always & plays, plays & READING(first_one=True, second=False)]
)
def test_nothing_else_is_folded_away(rule):
    made = rule.under({"unclear": "first-one"})
    assert made is not never
    assert made.ask(DEAL)


# Words


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        (player.points, "player's points"),
        (dealer.ace_low_straight, "dealer's ace low straight"),
        (fourth.rank == 2, "fourth's rank = 2"),
        (player.points == dealer.points, "player's points = dealer's points"),
        (player.points != 3, "player's points ≠ 3"),
        (player.high > 11, "player's high > 11"),
        (player.high >= 12, "player's high ≥ 12"),
        (player.high < 12, "player's high < 12"),
        (player.high <= 11, "player's high ≤ 11"),
        (3 * player.points + player.pictures, "(3 × player's points + player's pictures)"),
        ((player.kings == 2) | (dealer.kings == 2),
         "(player's kings = 2 or dealer's kings = 2)"),
        ((player.kings == 2) & ~plays, "(player's kings = 2 and not (player plays))"),
        (where(player.pictures == 3, 30, player.points),
         "(30 if player's pictures = 3, else player's points)"),
        (lesser(player.jacks, dealer.jacks), "the lesser of player's jacks and dealer's jacks"),
        (six == 9, "six cards' value = 9"),
        ((player.kings == 2).by("1.1"), "player's kings = 2"),
        (CHOICE, "player's points = 6 or else player's points = 7"),
    ],
)  # fmt: skip
def test_a_rule_in_words(expression, words):
    assert expression.words() == words


def test_every_condition_of_every_rulebook_can_be_put_into_words():
    wagers = chain.from_iterable(rulebook.configure().wagers for rulebook in RULEBOOKS.values())
    for row in chain.from_iterable(wager.rows for wager in wagers):
        words = row.when.words()
        assert words
        assert "{" not in words
        assert "_" not in words
        assert "<" not in words.replace(" < ", ""), "no object without a name"
        assert words.count("(") == words.count(")")
