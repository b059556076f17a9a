"""The words of the rule card: complete in every language, and true to the rulebooks."""

import re
import string
from itertools import pairwise, product

import pytest

from pitboss import games
from pitboss.cards.deck import RANKS, SUITS, parse
from pitboss.cards.hands import hand
from pitboss.language.expressions import Deal
from pitboss.language.pays import odds
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.reports.card.card_faces import BLACK, RED, face
from pitboss.reports.card.language import LANGUAGES, MOOT, words_in
from pitboss.reports.card.pay_lines import pay_words
from pitboss.reports.card.round_steps import strategy_words
from pitboss.rulebooks import OWN, RULEBOOKS

GAMES = list(OWN)
CHINESE = re.compile("[\u4e00-\u9fff]")


def flat(data, path=()):
    """Every text of a file by its path."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from flat(value, (*path, key))
        else:
            yield (*path, key), value


def texts(language):
    return dict(flat(words_in(language).data))


def blanks(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def every_configuration(rulebook):
    """The rulebook under each option of each reading, one at a time, and each pay table."""
    for reading in rulebook.readings:
        for option in reading.options:
            yield rulebook.configure(readings={reading.key: option})
    for wager in rulebook.wagers:
        for table in wager.paytables:
            yield rulebook.configure({wager.key: table})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys(language):
    english, other = texts("en"), texts(language)
    assert list(other) == list(english)
    for path, text in other.items():
        assert bool(text) == bool(english[path]) or path == ("lists", "sentence"), path


def test_blanks_are_those_of_the_english_or_fewer_or_its_own():
    known = {"first", "won", "staked", "decimal"}  # Filled in whether a language needs them or not.
    for path, text in texts("zh").items():
        assert blanks(text) - known == blanks(texts("en")[path]) - known, path


def test_chinese_texts_are_chinese():
    plain = {"lang", "J", "Q", "K", "A", "sentence", "comma", "join", "between", "note"}
    for path, text in texts("zh").items():
        only_blanks_or_a_sum = re.fullmatch(r"(\{[a-z]+\})*|[0-9 +=]+", text)
        if path[-1] not in plain and not only_blanks_or_a_sum:
            assert CHINESE.search(text), path
            assert not re.search("[,;:!?]", text), path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_wager_row_hand_and_reading_has_words(game, language):
    words, book = words_in(language), RULEBOOKS[game]
    known = words.of_game(game)
    assert set(known["wagers"]) == {wager.key for wager in book.wagers}
    assert all(wager["title"] and wager["about"] for wager in known["wagers"].values())
    assert list(known["examples"]) == list(book.hand_examples)
    for rules in every_configuration(book):
        for wager in rules.wagers:
            for row in wager.rows:
                if row.pay.is_win or (row.pay.is_push and row.pay.staked):
                    assert words.of_game(game, "rows", wager.key, row.key), (wager, row)
    for wager, rows in known["rows"].items():
        assert set(rows) <= {row.key for row in book.wager(wager).rows}
    placed = [
        (reading, set(options))
        for place in known["notes"].values()
        for reading, options in place.items()
    ]
    expected = [(reading.key, set(reading.options)) for reading in book.pay_readings]
    assert sorted(placed) == sorted(expected)
    assert set(known["notes"]) <= {*(wager.key for wager in book.wagers), "hands", "qualifying"}


@pytest.mark.parametrize("game", GAMES)
def test_english_titles_are_the_rulebooks(game):
    words, rules = words_in("en"), RULEBOOKS[game].configure()
    assert words.title(rules) == rules.rulebook.title
    assert words.tagline(rules) == rules.rulebook.tagline
    for wager in rules.wagers:
        assert words.wager(rules, wager) == wager.title
        for row in wager.rows:
            # Shorter on the card where the heading above has said the rest.
            assert words.outcome(rules, wager, row) in row.outcome


def test_readings_that_make_no_difference_exist():
    for (game, reading), (other, option) in MOOT.items():
        known = {each.key: each.options for each in RULEBOOKS[game].readings}
        assert reading in known
        assert option in known[other]
        odds = [
            games[game].configure(readings={reading: choice, other: option}).odds()
            for choice in known[reading]
        ]
        assert len({tuple(wager.expectation for wager in each.values()) for each in odds}) == 1


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        ("40 to 1", "1赔40"), ("1,000 to 1", "1赔1,000"), ("1 to 2", "1赔0.5"),
        ("3 to 2", "1赔1.5"), ("6 to 5", "1赔1.2"), ("1 to 3", "3赔1"),
    ],
)  # fmt: skip
def test_odds_in_words(text, chinese):
    assert pay_words(odds(text), words_in("en")) == text
    assert pay_words(odds(text), words_in("zh")) == chinese


@pytest.mark.parametrize("game", GAMES)
def test_pays_in_english_are_the_words_used_everywhere(game):
    for rules in every_configuration(RULEBOOKS[game]):
        for wager in rules.wagers:
            for row in wager.rows:
                if row.pay.is_win:
                    assert pay_words(row.pay, words_in("en")) == row.pay.words()


def test_strategies_in_words():
    book = RULEBOOKS["three-card-prime"]
    plain = GameOdds(book.configure()).strategy
    assert strategy_words(plain, words_in("en")) == plain.words()
    assert strategy_words(plain, words_in("zh")) == (
        "Q-6-4或以上跟注，其余弃牌；例外：三种花色的 Q-6-3也跟注（24 手牌）。"
    )


# The pictures


@pytest.mark.parametrize("game", GAMES)
def test_each_picture_beats_the_next(game):
    rules = RULEBOOKS[game].configure()
    main = rules.wager(rules.rulebook.main[0])
    for higher, lower in pairwise(rules.rulebook.hand_examples.values()):
        parse(f"{higher} {lower}")  # They can be dealt together.
        row = main.rows[int(main.result(Deal(hand(higher), hand(lower))))]
        assert row.key in ("six-points", "player-wins", "player-higher")
        row = main.rows[int(main.result(Deal(hand(lower), hand(higher))))]
        assert row.key in ("dealer-wins", "dealer-higher")


@pytest.mark.parametrize("game", GAMES)
def test_pictures_show_what_they_are_called(game):
    rules = RULEBOOKS[game].configure()
    for key, cards in rules.rulebook.hand_examples.items():
        called = rules.name_hand(hand(cards)).lower().replace("-", " ")
        number, _, pictures = key.partition("-")
        if pictures in ("one", "two", "none"):
            assert number in called
            in_name = {"one": ("one ", "single "), "two": ("two ", "double ")}.get(pictures, ("",))
            assert any(word in called for word in in_name)
            assert ("picture" in called or "knight" in called) == (pictures != "none")
        elif key not in ("odd-cards", "high-card"):
            assert called.startswith(key.replace("-", " "))


def test_a_face_for_each_card():
    drawn = {rank + suit: face(rank + suit) for rank, suit in product(RANKS, SUITS)}
    assert len(set(drawn.values())) == len(drawn) == 52
    for card, svg in drawn.items():
        assert (RED in svg) == (card[1] in "dh")
        assert (BLACK in svg) == (card[1] in "cs")
        assert svg.count("<svg") == svg.count("</svg>") == 1
