"""The shoe: cards by their places, known or not."""

import pytest

from pitboss.cards.deck import DECK, parse
from pitboss.errors import BadCards
from pitboss.play.shoe import Shoe, names, shoe
from pitboss.play.shoe import parse as parse_shoe

QUEENS = "Qs Qd ?? 9h"


def test_a_shoe_knows_nothing_at_first():
    assert Shoe().cards == (None,) * DECK
    assert {Shoe().card(place) for place in range(DECK)} == {None}
    assert Shoe() == shoe([])


def test_notation_goes_in_and_out():
    made = parse_shoe(QUEENS)
    assert len(made.cards) == DECK
    assert names(made.cards[:5]) == f"{QUEENS} ??"
    assert parse_shoe("Q♠, Q♦, ??, 9h") == made
    assert parse_shoe("") == Shoe()


def test_a_whole_deck_goes_in_and_out():
    deck = names(range(DECK))
    assert parse_shoe(deck).cards == tuple(range(DECK))
    assert names(parse_shoe(deck).cards) == deck


def test_cards_come_by_their_places():
    made = parse_shoe(QUEENS)
    queen_of_spades, queen_of_diamonds, nine = parse("Qs Qd 9h")
    assert [made.card(place) for place in range(5)] == [
        queen_of_spades, queen_of_diamonds, None, nine, None,
    ]  # fmt: skip
    assert made.hand((3, 0)) == (nine, queen_of_spades)
    assert made.hand(()) == ()


def test_a_hand_has_to_be_known():
    with pytest.raises(BadCards, match="The shoe does not know that card") as error:
        parse_shoe(QUEENS).hand((0, 2))
    assert error.value.code == "cards/unknown"


def test_the_shoe_learns_what_is_turned():
    before = parse_shoe(QUEENS)
    (king,) = parse("Kc")
    after = before.learn({2: king, 50: 0})
    assert names(after.cards[:4]) == "Qs Qd Kc 9h"
    assert after.card(50) == 0
    assert before.card(2) is None  # Nothing here changes.
    assert after.learn({}) == after


def test_a_card_that_was_mistyped_is_learnt_anew():
    nine, ten = parse("9h Th")
    assert parse_shoe(QUEENS).learn({3: ten}).learn({3: nine}) == parse_shoe(QUEENS)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: shoe([5, None, 5]), "cards/twice"),
        (lambda: shoe([None] * 53), "cards/count"),
        (lambda: parse_shoe("Qs Qs"), "cards/twice"),
        (lambda: parse_shoe("Qs Xx"), "cards/unknown"),
        (lambda: parse_shoe("Qs ?"), "cards/unknown"),
        (lambda: parse_shoe(QUEENS).learn({4: parse("Qs")[0]}), "cards/twice"),
    ],
)
def test_what_can_be_no_shoe_is_refused(make, code):
    with pytest.raises(BadCards) as error:
        make()
    assert error.value.code == code
    assert error.value.message.endswith(".")


def test_a_shoe_holds_each_card_once_and_52_at_most():
    assert shoe(range(DECK)).cards == tuple(range(DECK))
    assert shoe([None] * DECK) == Shoe()
