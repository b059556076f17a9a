"""Design targets that can't be met and input that makes no sense: one sentence each."""

from fractions import Fraction

import pytest

from pitboss.errors import BadConfiguration, UnknownName
from pitboss.maths.design import design
from pitboss.maths.design.main_prices import MainPrices
from pitboss.maths.design.prices import WagerPrices
from tests.support.designs import PAIR_PLUS, POKER, PRIME, WIDE, priced, words_of


def refused(wanted, game=POKER, wager="pair-plus", ranges=None, **more):
    with pytest.raises(BadConfiguration) as error:
        design(game.rules, wager, **{"edge": (0, 1), "ranges": ranges, **more, **wanted})
    assert "\n" not in error.value.message
    return error.value.code, error.value.message


def test_an_edge_out_of_reach_tells_the_reach():
    flush = {"ranges": {"flush": (3, 4)}, "keep_others": True}
    three = Fraction(308, 5525) + Fraction(1096, 22100)
    for edge in ((0.2, 0.3), 0.2, (0, 0.01)):
        code, message = refused({"edge": edge}, **flush)
        assert code == "design/impossible"
        assert f"they reach from 5.5747 % to {float(three) * 100:.4f} %" in message


def test_an_edge_between_two_tells_the_nearest():
    code, message = refused({"edge": (0.06, 0.07)}, ranges={"flush": (3, 4)}, keep_others=True)
    assert code == "design/impossible"
    assert message == (
        "No pay table within these ranges has a house edge of 6.0000 % to 7.0000 %: the nearest "
        "has 5.574661 %."
    )


def test_hits_and_swings_out_of_reach_tell_the_reach():
    pair = {"ranges": {"pair": (0, 1)}, "keep_others": True}
    code, message = refused({"hit": (0.3, 0.4)}, **pair)
    assert code == "design/impossible"
    assert message.endswith("those with such an edge have hit rates from 8.6697 % to 25.6109 %.")
    code, message = refused({"volatility": (3, 4)}, **pair)
    assert code == "design/impossible"
    assert "and a standard deviation of 3.0000 to 4.0000: those with" in message
    now = POKER.odds()["pair-plus"]
    without = priced(POKER, "pair-plus", {**words_of(now), "pair": "loses"})
    told = f"standard deviations from {float(without[2]) ** 0.5:.4f} to 2.8480."
    assert message.endswith(told)


def test_too_many_pay_tables(monkeypatch):
    monkeypatch.setattr(WagerPrices, "most", 500)
    code, message = refused({"edge": (0.02, 0.04)}, ranges=PAIR_PLUS)
    assert code == "design/too-many"
    assert message == (
        "These ranges hold 20,264 pay tables, too many to search: narrow the rows or give them "
        "larger steps, straight-flush first with its 31 pays, or take a narrower target."
    )
    monkeypatch.setattr(MainPrices, "most", 1)
    assert refused({"edge": (-1, 1)}, wager="ante-bonus")[0] == "design/too-many"
    monkeypatch.setattr(WagerPrices, "most", 10)
    every = dict.fromkeys(WIDE, (1, 999))
    code, message = refused({"edge": (-999, 1)}, PRIME, "all-six", every, monotone=False)
    assert "hold more than 10^26 pay tables" in message


def test_an_order_that_can_not_be_kept():
    ranges = {"straight-flush": (5, 10), "three-of-a-kind": (20, 30)}
    code, message = refused({}, ranges=ranges)
    assert code == "design/order"
    assert "three-of-a-kind can't pay no more than straight-flush: widen one" in message
    assert design(POKER.rules, "pair-plus", ranges, edge=(0, 1), monotone=False)


BAD = {
    "edge of one number": ({"edge": (0.02,)}, "design/target", "two numbers"),
    "edge downwards": ({"edge": (0.04, 0.02)}, "design/target", "0.04 to 0.02 does not"),
    "edge in words": ({"edge": "3%"}, "design/number", "The house edge should be a plain number"),
    "no number": ({"edge": (float("nan"), 1)}, "design/number", "The house edge"),
    "endless": ({"edge": (0, float("inf"))}, "design/number", "The house edge"),
    "enormous": ({"edge": 10**5000}, "design/number", "The house edge"),
    "truth": ({"edge": True}, "design/number", "The house edge"),
    "hit of one number": ({"hit": 0.2}, "design/target", "The hit rate should be two numbers"),
    "hit over one": ({"hit": (0.2, 1.1)}, "design/target", "between 0 and 1"),
    "volatility below 0": ({"volatility": (-1, 1)}, "design/target", "between 0 and 1,000,000"),
    "limit": ({"limit": 0}, "design/limit", "The limit is 0"),
    "limit of half": ({"limit": 2.5}, "design/limit", "The limit is 2.5"),
    "limit too high": ({"limit": 10_001}, "design/limit", "from 1 to 10,000"),
    "jackpot": ({"jackpot": -1}, "design/jackpot", "The jackpot should be"),
    "ranges": ({"ranges": ["pair"]}, "design/range", "Give the ranges by row"),
    "below 0": ({"ranges": {"pair": (-1, 1)}}, "design/range", "from 0 or more"),
    "downwards": ({"ranges": {"pair": (2, 1)}}, "design/range", "The range of pair is 2 to 1"),
    "no step": ({"ranges": {"pair": (1, 2, 0)}}, "design/range", "steps of 0"),
    "four numbers": ({"ranges": {"pair": (1, 2, 3, 4)}}, "design/range", "maybe a step"),
    "a word": ({"ranges": {"pair": "wins"}}, "design/range", "'wins'"),
    "a list of lists": ({"ranges": {"pair": ([1], 2)}}, "design/number", "A pay of pair"),
    "many": ({"ranges": {"pair": (1, 10_001)}}, "design/range", "more than 10,000 pays"),
    "large": ({"ranges": {"pair": 500_001}}, "design/range", "up to 500,000"),
    "fine": ({"ranges": {"pair": Fraction(1, 101)}}, "design/range", "no finer than a hundredth"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input(what):
    wanted, code, holds = BAD[what]
    assert refused(wanted)[0] == code
    assert holds in refused(wanted)[1]


def test_unknown_names():
    with pytest.raises(UnknownName, match="did you mean pair-plus"):
        design(POKER.rules, "pairplus", edge=(0, 1))
    for row in ("pear", "no-win"):
        with pytest.raises(UnknownName, match=f"no row '{row}' in pair-plus that pays"):
            design(POKER.rules, "pair-plus", {row: (1, 2)}, edge=(0, 1))


def test_nothing_is_staked_on_envy():
    code, message = refused({}, wager="envy")
    assert code == "design/not-staked"
    assert "envy" in message


def test_pays_that_can_not_be_added_up():
    steps = zip(WIDE, (97, 89, 83, 79, 73, 71, 67, 61, 59), strict=True)
    fine = {row: (1, 2, Fraction(1, n)) for row, n in steps}
    code, message = refused({}, PRIME, "all-six", fine, monotone=False)
    assert code == "design/size"
    assert "take whole ones" in message
