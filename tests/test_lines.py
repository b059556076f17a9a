"""The lines of a settlement, in words: what a dealer says, what a program reads."""

import pytest

from pitboss import games

POKER, PRIME, LUCKY = (
    games[key] for key in ("three-card-poker", "three-card-prime", "lucky-three-pictures")
)


def test_a_win_a_push_and_a_loss_are_said_aloud():
    assert POKER.settle("Qs Qd 7h", "Qh 8c 3d", {"ante": 100})["ante"].says == (
        "Ante: Pair of Queens beats Queen high, pays 1 to 1."
    )
    assert POKER.settle("Qs Qd 7h", "Jh 8c 3d", {"ante": 100})["play"].says == (
        "Play: Jack high does not qualify, the bet is returned."
    )
    assert POKER.settle("Qs 9d 7h", "Kh 8c 3d", {"ante": 100})["ante"].says == (
        "Ante: King high beats Queen high, the bet loses."
    )


def test_hands_of_the_same_name_are_told_apart_by_their_ranks():
    line = POKER.settle("Qs 9d 7h", "Qh 8c 3d", {"ante": 100})["ante"]
    assert line.says == "Ante: Queen high (Q-9-7) beats Queen high (Q-8-3), pays 1 to 1."
    equal = POKER.settle("Qs 9d 7h", "Qh 9c 7d", {"ante": 100})["ante"]
    assert equal.says == "Ante: Queen high equals Queen high, the bet is returned."
    alone = POKER.settle("Qs 9d 7h", "Qh 8c 3d", {"pair-plus": 100})["pair-plus"]
    assert alone.says == "Pair Plus: Queen high is less than a Pair, the bet loses."


def test_a_cap_is_said_and_cited():
    capped = PRIME.configure(caps={"pair-bonus": {"hand": 5000}})
    line = capped.settle("5s 4s 3s", "9h 8h 7h", {"ante": 100, "pair-bonus": 500}, fourth="Kd")[
        "pair-bonus"
    ]
    assert (line.net, line.cut, line.returned, line.winnings) == (5000, 15000, 5500, 5000)
    assert line.says.endswith("pays 40 to 1, capped at $50.00.")
    assert line.clauses == ("C", "C.4", "C.5")
    assert "aggregate-cap" in line.policies
    free = PRIME.settle("5s 4s 3s", "9h 8h 7h", {"ante": 100, "pair-bonus": 500}, fourth="Kd")
    assert free["pair-bonus"].clauses == ("C", "C.4")
    assert "aggregate-cap" not in free["pair-bonus"].policies


@pytest.mark.parametrize(("stake", "rounded"), [(1001, True), (1000, False)])
def test_rounding_is_cited_where_it_happened(stake, rounded):
    line = LUCKY.settle("Ks Js 6d", "2h 2d 3c", {"initial": stake})["initial"]
    assert line.row.key == "dealer-wins"
    line = LUCKY.settle("Ks Js 6d", "2h 2d Tc", {"initial": stake})["initial"]
    assert (line.row.key, line.net) == ("six-points", 500)
    assert ("half-unit" in line.policies) is rounded


@pytest.mark.parametrize(
    ("way", "chip", "stake", "net", "breakage"),
    [
        ("down", 100, 500, 200, 50),
        ("up", 100, 500, 300, -50),
        ("down", 100, 505, 200, 52),  # 252 1/2: half a unit is not money.
        ("up", 100, 505, 300, -47),
        ("down", 100, 400, 200, 0),
        ("up", 100, 400, 200, 0),
        ("down", 1, 1001, 500, 0),
        ("up", 1, 1001, 501, 0),
    ],
)
def test_what_rounding_takes_is_an_amount_in_whole_units(way, chip, stake, net, breakage):
    rules = LUCKY.configure(policies={"half-unit": way}, chip=chip)
    line = rules.settle("Ks Js 6d", "2h 2d Tc", {"initial": stake})["initial"]
    assert (line.row.key, line.net, line.breakage) == ("six-points", net, breakage)
    assert line.as_json()["breakage"] == breakage
    lost = rules.settle("2h 2d Tc", "Ks Js 6d", {"initial": stake})["initial"]
    assert (lost.net, lost.breakage) == (-stake, 0)


def test_rounding_comes_before_a_cap():
    rules = LUCKY.configure(chip=100, caps={"initial": {"hand": 150}})
    line = rules.settle("Ks Js 6d", "2h 2d Tc", {"initial": 500})["initial"]
    assert (line.net, line.cut, line.breakage) == (100, 100, 50)
    assert line.winnings + line.cut + line.breakage == 250


def test_clauses_definitions_and_policies_stand_apart():
    line = POKER.settle("Qs Qd 7h", "Qh 8c 3d", {"ante": 100})["ante"]
    assert line.clauses == ("3.14.1", "4.1")
    assert line.definitions == ("3.3", "3.13", "3.14", "3.18")
    assert line.policies == ("order-of-hands",)


def test_a_line_as_json():
    line = POKER.settle("9s 8d 7c", "Qd 9c 4h", {"ante": 100, "progressive": 250})["progressive"]
    assert line.as_json() == {
        "wager": "progressive",
        "stake": 250,
        "row": "straight",
        "outcome": "Straight",
        "pays": "$15.00",
        "net": 1250,
        "returned": 1500,
        "breakage": 0,
        "clauses": ["3.15", "4.4"],
        "definitions": ["3.18.3"],
        "policies": ["progressive-price"],
        "says": "Progressive Jackpot: Straight, Nine high, pays $15.00.",
    }
    assert line.winnings == 1500


def test_the_fourth_card_and_no_payment():
    made = PRIME.settle("9s 9d 7c", "Qd 9c 4h", {"ante": 100, "pair-bonus": 100}, fourth="2s")
    told = "Pair Bonus: Pair of Nines, and the fourth card is a deuce, pays 1 to 1."
    assert made["pair-bonus"].says == told
