"""Values on the command line as people write them: money, games, cards, numbers and shares."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cli.options import amount, game_key, number, shares, signed_amount
from pitboss.errors import BadBet, BadConfiguration, UnknownName
from pitboss.language.currency import DOLLARS
from pitboss.language.pays import money

POKER = ["settle", "three-card-poker", "--player", "Qs Qd 7h", "--dealer", "Qh 8c 3d"]

# Money


@pytest.mark.parametrize(
    "stake", ["ante=50", "ante=50.00", "ante=$50", "ante=$50.00", "ante=50.0", "ante=5000c"]
)
def test_a_bet_as_people_write_it(told_json, stake):
    assert told_json(*POKER, "--bet", stake)["lines"][0]["stake"] == 5000


@given(st.integers(0, 10**15))
def test_money_is_read_as_it_is_shown(units):
    assert amount("It", money(units)) == units
    assert amount("It", money(units).removeprefix("$")) == units
    assert amount("It", DOLLARS.typed(units)) == amount("It", f"{units}c") == units
    assert signed_amount("It", f"-{money(units)}") == signed_amount("It", f"−{units}c") == -units


@pytest.mark.parametrize("text", ["", "-", "+", "--5", "$-5"])
def test_what_is_no_signed_amount(text):
    with pytest.raises(BadBet, match="give an amount such as"):
        signed_amount("It", text)


def test_a_bet_that_a_shell_has_eaten_says_so(refused):
    """Unquoted, a shell reads $50 as the variable $5 and a 0."""
    assert refused(*POKER, "--bet", "ante=0").endswith("50, or '$50' in quotes.")


@pytest.mark.parametrize(
    ("words", "figure", "units"),
    [
        (["odds", "three-card-poker", "--wager", "progressive", "--jackpot", "25000.00"],
         ("wagers", "progressive", "house_edge"), None),
        (["session", "poker", "--bet", "ante=10.00", "--rounds", "1e2", "--bankroll", "$500"],
         ("limits", "bankroll"), 50_000),
        (["session", "poker", "--bet", "ante=10.00", "--rounds", "100", "--result", "-$25"],
         ("luck", "result"), -2500),
        (["simulate", "poker", "--rounds", "1e3", "--bet", "ante=$10", "--bet", "progressive=2.50",
          "--jackpot", "$5,000", "--contribution", "20"], ("jackpot", "start"), 500_000),
        (["simulate", "poker", "--rounds", "1,000", "--box", "ante=10.00 pair-plus=5.00"],
         ("boxes", 0, "stakes", "pair-plus"), 500),
    ],
)  # fmt: skip
def test_every_command_takes_dollars(told_json, words, figure, units):
    found = told_json(*words)
    for step in figure:
        found = found[step]
    if units is not None:
        assert found == units
    else:
        in_units = [word.replace("25000.00", "2500000c") for word in words]
        assert found == told_json(*in_units)["wagers"]["progressive"]["house_edge"]


# Games


@pytest.mark.parametrize(
    ("text", "key"),
    [
        *(("Three Card Poker", "three-card-poker"), ("THREE_CARD_POKER", "three-card-poker")),
        *(("3 card poker", "three-card-poker"), ("3cardpoker", "three-card-poker")),
        *(("poker", "three-card-poker"), ("prime", "three-card-prime")),
        *(("Three Pictures", "three-pictures"), ("3-pictures", "three-pictures")),
        *(("3pic", "three-pictures"), ("lucky", "lucky-three-pictures")),
        *(("Lucky 3 Pictures", "lucky-three-pictures"), ("prosperity", "prosperity-3-pictures")),
        ("Prosperity Three Pictures", "prosperity-3-pictures"),
    ],
)
def test_a_game_in_another_spelling(text, key):
    assert game_key(text) == key


@pytest.mark.parametrize("text", ["pictures", "three card", "three-card-p", "card"])
def test_a_name_that_several_games_answer_to(text):
    with pytest.raises(UnknownName, match=r" or (three-card-prime|lucky-three-pictures): write"):
        game_key(text)


@pytest.mark.parametrize("text", ["blackjack", "three-card-pokr", "", "?"])
def test_a_name_that_no_game_answers_to_is_left_to_who_looks_it_up(text):
    assert game_key(text) == text


def test_a_command_shows_the_key_of_a_game(told_json):
    words = ["--player", "QsQd7h", "--dealer", "Qh 8c3d", "--bet", "ante=10"]
    assert told_json("settle", "Three Card Poker", *words)["game"] == "three-card-poker"
    assert {clause["game"] for clause in told_json("clauses", "Prime")} == {"three-card-prime"}


# Cards


@pytest.mark.parametrize("cards", ["QsQd7h", "qsqd7h", "Q♠Q♦7♥", "Qs,Qd,7h", "Qs Qd7h"])
def test_cards_without_spaces(told_json, cards):
    words = ["settle", "poker", "--player", cards, "--dealer", "QhTc3d", "--bet", "ante=10"]
    assert told_json(*words)["player"]["cards"] == "Qs Qd 7h"


def test_a_ten_without_spaces(told_json):
    decision = told_json("strategy", "poker", "--hand", "10hTs9d")["hand"]
    assert decision["cards"] == "Th Ts 9d"


def test_cards_run_together_are_still_counted(refused):
    assert "has 4 where 3 cards should be" in refused("strategy", "poker", "--hand", "QsQd7h8h")
    assert "'QsQdZz' is not a card" in refused("strategy", "poker", "--hand", "QsQdZz")


# Numbers


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("0", 0), ("6", 6), ("007", 7), ("1e6", 10**6), ("1E6", 10**6), ("1e+6", 10**6)),
        *(
            ("2.5e6", 2_500_000),
            ("1,000,000", 10**6),
            ("1_000", 1000),
            ("3.0", 3),
            ("12e3", 12_000),
        ),
    ],
)
def test_a_whole_number(text, value):
    assert number("It", text) == value


@pytest.mark.parametrize(
    "text",
    ["", "-1", "1.5", "1.55e1", "1e", "e6", "1e-3", "1,00", "1,0000", "1e99", "６", "0x10", " 6"],
)  # fmt: skip
def test_what_is_no_whole_number(text):
    with pytest.raises(BadConfiguration, match=r"such as 6, 1000000 or 1e6\."):
        number("It", text)


# Shares


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        *((["2%"], [2]), (["2"], [2]), (["0.02"], [2]), (["1/50"], [2]), (["1"], [1])),
        *((["-2"], [-2]), (["0"], [0]), (["2", "4"], [2, 4]), (["2", "4%"], [2, 4])),
        *((["0.02", "0.04"], [2, 4]), (["0", "4"], [0, 4]), (["0.5%", "2"], [Fraction(1, 2), 2])),
    ],
)
def test_shares_in_per_cent(texts, values):
    assert shares("--edge", *texts) == [Fraction(value, 100) for value in values]


def test_shares_that_nobody_can_tell():
    with pytest.raises(BadConfiguration, match="say whether that is per cent"):
        shares("--edge", "0.5", "2")


@pytest.mark.parametrize(
    "edge", ["5..7", "5%..7%", "5..7%", "0.05..0.07", "6±1", "6%+-1", "0.06±0.01"]
)
def test_an_edge_however_it_is_written(told_json, edge):
    words = ["design", "poker", "--wager", "pair-plus", "--row", "flush=3..5", "--keep-others"]
    assert told_json(*words, "--edge", edge)["target"]["house_edge"] == [0.05, 0.07]


def test_the_nearest_edge_is_in_per_cent(told_json):
    words = ["design", "poker", "--wager", "pair-plus", "--row", "flush=3..5", "--keep-others"]
    assert told_json(*words, "--edge", "2") == told_json(*words, "--edge", "2%")
