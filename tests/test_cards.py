"""Cards in notation, in and out."""

import pytest

from pitboss.cards.deck import RANK, SUIT, distinct, name, names, number, parse, signs
from pitboss.errors import BadCards

DECK_IN_ORDER = [
    *("2c", "2d", "2h", "2s", "3c", "3d", "3h", "3s", "4c", "4d", "4h", "4s", "5c", "5d", "5h"),
    *("5s", "6c", "6d", "6h", "6s", "7c", "7d", "7h", "7s", "8c", "8d", "8h", "8s", "9c", "9d"),
    *("9h", "9s", "Tc", "Td", "Th", "Ts", "Jc", "Jd", "Jh", "Js", "Qc", "Qd", "Qh", "Qs", "Kc"),
    *("Kd", "Kh", "Ks", "Ac", "Ad", "Ah", "As"),
]


def refused(ask, *given):
    with pytest.raises(BadCards) as error:
        ask(*given)
    return error.value.code, error.value.message


def test_the_deck_is_numbered_in_rank_order():
    assert [name(card) for card in range(52)] == DECK_IN_ORDER
    assert [number(word) for word in DECK_IN_ORDER] == list(range(52))


def test_rank_and_suit_of_every_card():
    assert [int(rank) for rank in RANK] == [2 + card // 4 for card in range(52)]
    assert [int(suit) for suit in SUIT] == [0, 1, 2, 3] * 13


@pytest.mark.parametrize("written", ["Td", "10d", "td", "tD", "10D", "T♦", "10♦", "10♦\ufe0f"])
def test_a_ten_in_every_spelling(written):
    assert number(written) == 33


@pytest.mark.parametrize("card", range(52))
def test_every_spelling_of_every_card(card):
    word = DECK_IN_ORDER[card]
    sign = word[0] + "♣♦♥♠"["cdhs".index(word[1])]
    spellings = {word, word.lower(), word.upper(), sign, sign.lower(), sign + "\ufe0f"}
    assert {number(one) for one in spellings} == {card}
    assert number(signs([card])) == card


def test_a_text_of_several_cards():
    assert parse("As 10d Q♣") == [51, 33, 40]
    assert parse(" As,Td ,, Qc\t2c\n") == [51, 33, 40, 0]
    assert parse("") == []
    assert parse("Qs Qd 7h", 3) == [43, 41, 22]


def test_the_whole_deck_at_once():
    assert parse(" ".join(DECK_IN_ORDER), 52) == list(range(52))


def test_names_and_signs():
    assert names([42, 33, 31]) == "Qh Td 9s"
    assert signs([42, 33, 31]) == "Q♥ 10♦ 9♠"
    assert (names([]), signs([])) == ("", "")


@pytest.mark.parametrize(
    "word",
    [
        *("1h", "0s", "11c", "10", "T", "h", "hQ", "Qx", "Qhh", "QQh", "Q h", "100h", "Joker"),
        *("??", "?", "-", "Q-h", "Qh.", "Q♡", "٣h", "２h", "Qh\n"),
    ],
)
def test_what_is_not_a_card(word):
    assert refused(number, word) == (
        "cards/unknown",
        f"{word!r} is not a card: write rank and suit, such as Qh, Td or 9s.",
    )


# The Kelvin sign lower-cases to k and the long s upper-cases to S; neither is a rank or a suit.
@pytest.mark.parametrize("word", ["\u212ah", "Q\u017f"])
def test_letters_that_only_look_alike_are_not_cards(word):
    assert refused(number, word)[0] == "cards/unknown"


def test_an_empty_word_is_not_a_card():
    assert refused(number, "")[0] == "cards/unknown"


def test_a_bad_word_among_good_ones_is_named():
    code, message = refused(parse, "Qs Zd 7h", 3)
    assert code == "cards/unknown"
    assert message.startswith("'Zd' is not a card")


@pytest.mark.parametrize("text", ["As As", "Td 10d", "Qh 2c Q♥", "qh QH"])
def test_a_card_twice_is_named(text):
    code, message = refused(parse, text)
    twice = name(number(text.split()[0]))
    assert (code, message) == ("cards/twice", f"{twice} is there twice; one deck holds it once.")


def test_distinct_looks_at_numbers():
    distinct([])
    distinct(range(52))
    assert refused(distinct, [0, 1, 51, 1]) == (
        "cards/twice",
        "2d is there twice; one deck holds it once.",
    )


@pytest.mark.parametrize(
    ("text", "count", "message"),
    [
        ("", 3, "'' has 0 where 3 cards should be."),
        ("Qs", 3, "'Qs' has 1 where 3 cards should be."),
        ("Qs Qd", 3, "'Qs Qd' has 2 where 3 cards should be."),
        ("", 1, "'' has 0 where 1 card should be."),
    ],
)
def test_too_few_cards(text, count, message):
    assert refused(parse, text, count) == ("cards/count", message)


@pytest.mark.parametrize(("text", "count"), [("Qs Qd 7h 2c", 3), ("2c 3c", 1)])
def test_too_many_cards(text, count):
    code, message = refused(parse, text, count)
    assert code == "cards/count"
    assert repr(text) in message
    assert " of the " not in message, "4 of the 3 cards it needs is no sentence"
