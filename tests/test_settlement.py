"""Whole tables, settled: several boxes and people, envy, the jackpot, caps and rounding."""

from functools import cache

import numpy as np
import pytest

from pitboss import games
from pitboss.cards.hands import hand, row_of
from pitboss.language.expressions import Deal
from pitboss.rulebooks import RULEBOOKS
from pitboss.table.bets import Box
from pitboss.table.money import net
from pitboss.table.settlement import Settler
from tests.games import PLAIN
from tests.support.agreement import option_numbers, random_deals

GAMES = sorted(PLAIN)
METER = 7_654_321
BOTH = {"ante": 100, "progressive": 250}
SPADES, HEARTS, DIAMONDS, NOTHING, LITTLE = (
    *("As Ks Qs", "Ah Kh Qh", "Ad Kd Qd"),
    *("2c 5d 9h", "2h 6d 9c"),
)


def table(game, *boxes, dealer="Qc 8c 3d", fourth=None, jackpot=None, **configured):
    """Boxes as (cards, bets by bettor) or (cards, bets by bettor, folded)."""
    on_table = [Box(i, hand(cards), *rest) for i, (cards, *rest) in enumerate(boxes, 1)]
    settler = Settler(RULEBOOKS[game].configure(**configured))
    return settler.settle(on_table, hand(dealer), fourth, jackpot)


def poker(*boxes, jackpot=METER, **readings):
    spelt = {key.replace("_", "-"): option for key, option in readings.items()}
    return table("three-card-poker", *boxes, jackpot=jackpot, readings=spelt)


def envy(settlement):
    lines = [line for line in settlement.lines if line.wager.key == "envy"]
    assert all((line.stake, line.returned) == (0, line.net) for line in lines)
    return [(line.box, line.bettor, line.row.key, line.net) for line in lines]


# Several boxes and people


def test_a_table_is_settled_in_the_order_of_boxes_and_of_the_rulebook():
    settlement = poker(
        ("Qh Qd 7h", {"seat 1": {"pair-plus": 300, "ante": 100}}),
        (NOTHING, {"seat 2": {"ante": 200}}, True),
        ("6c 7c 8h", {"seat 1": BOTH}),
        (SPADES, {"seat 3": {"pair-plus": 10}}),
    )
    assert [(line.box, line.bettor, line.wager.key, line.net) for line in settlement.lines] == [
        (1, "seat 1", "ante", 100),
        (1, "seat 1", "play", 100),
        (1, "seat 1", "pair-plus", 300),
        (2, "seat 2", "ante", -200),
        (3, "seat 1", "ante", 100),
        (3, "seat 1", "play", 100),
        (3, "seat 1", "ante-bonus", 100),
        (3, "seat 1", "progressive", 1250),
        (4, "seat 3", "pair-plus", 400),
    ]
    assert settlement.net == 2250


def test_a_shared_box_pays_everyone_on_their_own_stake():
    bets = {
        "seat 1": {"initial": 1000},
        "seat 2": {"initial": 25, "lucky-tie": 10},
        "seat 3": {"lucky-tie": 5},
    }
    settlement = table("lucky-three-pictures", ("6s Th Kd", bets), dealer="5h Tc Js")
    assert [(line.bettor, line.wager.key, line.net) for line in settlement.lines] == [
        ("seat 1", "initial", 500),
        ("seat 2", "initial", 12),
        ("seat 2", "lucky-tie", -10),
        ("seat 3", "lucky-tie", -5),
    ]


def test_an_empty_table_comes_to_nothing():
    settlement = poker()
    assert (list(settlement.lines), settlement.net) == ([], 0)


# Envy


def test_envy_goes_to_others_with_a_progressive_wager():
    settlement = poker(
        (NOTHING, {"seat 1": BOTH}), (SPADES, {"seat 2": BOTH}), (LITTLE, {"seat 3": {"ante": 1}})
    )
    assert envy(settlement) == [(1, "seat 1", "akq-spades", 25_000)]
    (line,) = (line for line in settlement.lines if line.wager.key == "envy")
    assert {"3.16", "4.4"} <= set(line.clauses)


def test_envy_for_everyone_pays_the_hand_itself_too():
    boxes = (
        (NOTHING, {"seat 1": BOTH}),
        (SPADES, {"seat 2": BOTH}),
        (LITTLE, {"seat 3": {"ante": 1}}),
    )
    settlement = poker(*boxes, envy="everyone")
    assert envy(settlement) == [
        (1, "seat 1", "akq-spades", 25_000),
        (2, "seat 2", "akq-spades", 25_000),
    ]


def test_a_hand_with_an_ante_alone_is_envied_and_does_not_share():
    boxes = (HEARTS, {"seat 2": {"ante": 100}}), (NOTHING, {"seat 1": BOTH})
    for reading in ("others", "everyone"):
        assert envy(poker(*boxes, envy=reading)) == [(2, "seat 1", "akq-other", 5_000)]


def test_two_hands_that_hit_pay_two_bonuses():
    settlement = poker(
        (NOTHING, {"seat 1": BOTH}), (SPADES, {"seat 2": BOTH}), (DIAMONDS, {"seat 3": BOTH})
    )
    assert envy(settlement) == [
        (1, "seat 1", "akq-spades", 25_000),
        (3, "seat 3", "akq-spades", 25_000),
        (1, "seat 1", "akq-other", 5_000),
        (2, "seat 2", "akq-other", 5_000),
    ]


@pytest.mark.parametrize("reading", ["others", "everyone"])
def test_a_hand_with_a_pair_plus_alone_is_not_envied(reading):
    boxes = (NOTHING, {"seat 1": BOTH}), (SPADES, {"seat 2": {"pair-plus": 100}})
    assert envy(poker(*boxes, envy=reading)) == []


def test_a_folded_hand_with_an_ante_is_envied_and_who_folded_shares():
    boxes = (NOTHING, {"seat 1": BOTH}, True), (SPADES, {"seat 2": {"ante": 100}}, True)
    assert envy(poker(*boxes)) == [(1, "seat 1", "akq-spades", 25_000)]


@pytest.mark.parametrize("cards", ["Ks Qs Js", "As 2s 3s", "As Kd Qs", "Kh Kc Ks"])
def test_the_next_best_hands_are_not_envied(cards):
    assert (
        envy(poker((NOTHING, {"seat 1": BOTH}), (cards, {"seat 2": BOTH}), envy="everyone")) == []
    )


@pytest.mark.parametrize(
    ("unit", "paid"),
    [
        ("player", [(1, "seat 1", "akq-spades", 25_000)]),
        ("wager", [(1, "seat 1", "akq-spades", 25_000), (3, "seat 1", "akq-spades", 25_000)]),
    ],
)
def test_envy_once_a_person_or_once_a_wager(unit, paid):
    boxes = (
        (NOTHING, {"seat 1": BOTH}),
        (SPADES, {"seat 2": {"ante": 1}}),
        (LITTLE, {"seat 1": BOTH}),
    )
    assert envy(poker(*boxes, envy_unit=unit)) == paid


def test_once_a_person_is_once_for_each_hand_that_hits():
    boxes = [(NOTHING, {"seat 1": BOTH}), (LITTLE, {"seat 1": BOTH})]
    boxes += [(SPADES, {"seat 2": {"ante": 1}}), (HEARTS, {"seat 2": {"ante": 1}})]
    assert envy(poker(*boxes)) == [
        (1, "seat 1", "akq-spades", 25_000),
        (1, "seat 1", "akq-other", 5_000),
    ]


def test_a_person_on_two_boxes_is_not_another_player():
    boxes = (SPADES, {"seat 1": BOTH}), (NOTHING, {"seat 1": BOTH}), (LITTLE, {"seat 2": BOTH})
    assert envy(poker(*boxes)) == [(3, "seat 2", "akq-spades", 25_000)]
    everyone = [(1, "seat 1", "akq-spades", 25_000), (3, "seat 2", "akq-spades", 25_000)]
    assert envy(poker(*boxes, envy="everyone")) == everyone
    each = [
        (box, who, "akq-spades", 25_000)
        for box, who in ((1, "seat 1"), (2, "seat 1"), (3, "seat 2"))
    ]
    assert envy(poker(*boxes, envy="everyone", envy_unit="wager")) == each


def test_the_library_takes_the_hands_of_others():
    game = games["three-card-poker"]
    settlement = game.settle(NOTHING, "Qc 8c 3d", BOTH, others=[SPADES, LITTLE, HEARTS])
    assert [line.net for line in settlement.lines if line.wager.key == "envy"] == [25_000, 5_000]
    assert settlement.net == -100 - 100 - 250 + 30_000
    assert {line.bettor for line in settlement.lines} == {"you"}


# Jackpot and the price of the progressive


@pytest.mark.parametrize(
    ("reading", "net_", "back"), [("kept", 1250, 1500), ("returned", 1500, 1750)]
)
def test_a_straight_on_the_progressive(reading, net_, back):
    settlement = poker(("6c 7c 8h", {"seat 1": BOTH}), progressive_stake=reading)
    (line,) = (line for line in settlement.lines if line.wager.key == "progressive")
    assert (line.stake, line.net, line.returned) == (250, net_, back)


@pytest.mark.parametrize("meter", [0, 1, METER, 2**53 - 1])
@pytest.mark.parametrize(("reading", "price"), [("kept", 250), ("returned", 0)])
def test_the_whole_jackpot(reading, price, meter):
    for folded in (False, True):
        box = (SPADES, {"seat 1": BOTH}, folded)
        settlement = poker(box, jackpot=meter, progressive_stake=reading)
        (line,) = (line for line in settlement.lines if line.wager.key == "progressive")
        assert (line.row.key, line.net) == ("akq-spades", meter - price)
        assert line.returned == meter + 250 - price


@pytest.mark.parametrize("reading", ["kept", "returned"])
def test_a_progressive_that_wins_nothing_is_lost(reading):
    settlement = poker((NOTHING, {"seat 1": BOTH}), progressive_stake=reading)
    (line,) = (line for line in settlement.lines if line.wager.key == "progressive")
    assert (line.net, line.returned) == (-250, 0)


# Caps

REDS = (("2h 5h 9d", 1000), ("3h 6h Td", 500), ("2d 6d 9h", 2000))


def capped(caps, boxes=REDS, **configured):
    """The lines of the Prime wager, 3 to 1 on each box."""
    seats = [
        (cards, {f"{i}": {"ante": 1, "prime": stake}}) for i, (cards, stake) in enumerate(boxes)
    ]
    settlement = table(
        "three-card-prime", *seats, dealer="Kh 8c 3d", fourth=8, caps={"prime": caps}, **configured
    )
    return [line for line in settlement.lines if line.wager.key == "prime"]


@pytest.mark.parametrize(
    ("caps", "nets"),
    [
        ({}, [3000, 1500, 6000]),
        ({"hand": 6000, "round": 10_500}, [3000, 1500, 6000]),
        ({"hand": 2000}, [2000, 1500, 2000]),
        ({"round": 5250}, [1500, 750, 3000]),
        ({"round": 1}, [0, 0, 1]),
        ({"hand": 2000, "round": 5500}, [2000, 1500, 2000]),
        ({"round": 5000, "hand": 2000}, [1818, 1364, 1818]),  # Per hand first, then per round.
    ],
)
def test_caps_per_hand_then_per_round_by_largest_remainder(caps, nets):
    lines = capped(caps)
    assert [line.net for line in lines] == nets
    assert [line.cut for line in lines] == [
        won - net_ for won, net_ in zip((3000, 1500, 6000), nets, strict=True)
    ]
    assert [line.returned for line in lines] == [
        stake + net_ for (_, stake), net_ in zip(REDS, nets, strict=True)
    ]


def test_equal_winners_have_the_odd_units_in_the_order_of_the_boxes():
    lines = capped({"round": 5000}, [(cards, 1000) for cards, _ in REDS])
    assert [(line.net, line.cut) for line in lines] == [(1667, 1333), (1667, 1333), (1666, 1334)]


@pytest.mark.parametrize(
    ("caps", "nets"),
    [
        ({"hand": 2050}, [2000, 1500, 2000]),  # A cap between two chips.
        ({"round": 5250}, [1500, 700, 3000]),  # 1,485.7, 742.9 and 2,971.4 before rounding.
        ({"round": 50}, [0, 0, 0]),
    ],
)
def test_caps_are_paid_in_whole_chips(caps, nets):
    lines = capped(caps, chip=100)
    assert [line.net for line in lines] == nets
    assert [line.net + line.cut for line in lines] == [3000, 1500, 6000]
    assert not any(line.breakage for line in lines)  # A cap cuts; it does not round.


def test_a_cut_cites_the_clause_and_the_policy_and_says_so():
    cut, whole, _ = capped({"hand": 2000})
    assert "B.1" in cut.clauses
    assert "aggregate-cap" in cut.policies
    assert cut.says.endswith(", pays 3 to 1, capped at $20.00.")
    assert "B.1" not in whole.clauses
    assert "aggregate-cap" not in whole.policies
    assert "capped" not in whole.says


@pytest.mark.parametrize("scope", ["hand", "round"])
def test_a_cap_is_shared_among_the_winners_and_leaves_losers_alone(scope):
    bets = {"seat 1": {"initial": 1000, "lucky-tie": 10}, "seat 2": {"initial": 3000}}
    boxes = ("9s Th Kd", bets), ("2s Tc Kh", {"seat 3": {"initial": 900}})
    caps = {"initial": {scope: 2000}, "lucky-tie": {scope: 1}}
    settlement = table("lucky-three-pictures", *boxes, dealer="5h Td Js", caps=caps)
    assert [(line.bettor, line.net, line.cut) for line in settlement.lines] == [
        *(("seat 1", 500, 500), ("seat 2", 1500, 1500)),
        *(("seat 1", -10, 0), ("seat 3", -900, 0)),
    ]


@pytest.mark.parametrize(
    ("reading", "price", "cap", "expected"),
    [
        ("kept", 250, 1500, (1250, 0, 1500)),
        ("kept", 250, 1300, (1050, 200, 1300)),
        ("returned", 250, 1300, (1300, 200, 1550)),
        ("kept", 2000, 1300, (-700, 200, 1300)),  # A price above the prize.
    ],
)
def test_a_cap_is_on_what_the_house_hands_over(reading, price, cap, expected):
    settlement = table(
        "three-card-poker",
        ("6c 7c 8h", {"seat 1": {"ante": 100, "progressive": price}}),
        readings={"progressive-stake": reading},
        prices={"progressive": price},
        caps={"progressive": {"hand": cap}},
    )
    (line,) = (line for line in settlement.lines if line.wager.key == "progressive")
    assert (line.net, line.cut, line.returned) == expected


def test_a_cap_is_for_its_wager_alone():
    bets = {"seat 1": {"ante": 100, "pair-plus": 100}}
    settlement = table(
        "three-card-poker", ("6c 7c 8c", bets), caps={"pair-plus": {"round": 7}}, dealer="Qs 8d 3d"
    )
    assert {line.wager.key: line.net for line in settlement.lines} == {
        "ante": 100,
        "play": 100,
        "ante-bonus": 500,
        "pair-plus": 7,
    }


# Rounding


@pytest.mark.parametrize(
    ("stake", "chip", "down", "up"),
    [
        *((25, 1, 12, 13), (1, 1, 0, 1), (24, 1, 12, 12)),
        *((2500, 100, 1200, 1300), (2400, 100, 1200, 1200), (100, 100, 0, 100)),
    ],
)
def test_half_of_an_odd_stake(stake, chip, down, up):
    for policy, expected in (("down", down), ("up", up)):
        settlement = table("three-pictures", ("6s Th Kd", {"seat 1": {"initial": stake}}),
                     dealer="5h Tc Js", chip=chip, policies={"half-unit": policy})  # fmt: skip
        (line,) = settlement.lines
        assert (line.row.key, line.net) == ("six-points", expected)
        assert ("half-unit" in line.policies) == (down != up)


@pytest.mark.parametrize(
    ("cards", "dealer", "expected"),
    [("9s Th Kd", "5h Tc Js", 2500), ("5s Th Kd", "9h Tc Js", -2550), ("9s Th Kd", "9h Tc Js", 0)],
)
def test_only_winnings_are_rounded_to_the_chip(cards, dealer, expected):
    box = (cards, {"seat 1": {"initial": 2550}})
    assert table("three-pictures", box, dealer=dealer, chip=100).net == expected


# One settlement by several roads


def all_stakes(game, first=1001):
    """An odd stake on everything; the price where there is one; Play as the Ante."""
    staked = [wager for wager in RULEBOOKS[game].wagers if wager.is_staked]
    return {w.key: w.price or first + 102 * i for i, w in enumerate(staked) if w.key != "play"}


@cache
def deals(seed, count):
    """(player's cards, dealer's, fourth, folded), and the same as rows in arrays."""
    cards, played = random_deals(seed, count)
    deals = [
        (tuple(one[:3]), tuple(one[3:6]), one[6], not stays)
        for one, stays in zip(cards.tolist(), played.tolist(), strict=True)
    ]
    player, dealer = (np.array([row_of(deal[i]) for deal in deals]) for i in (0, 1))
    return deals, Deal(player, dealer, cards[:, 6], played == 1)


def one_by_one(settler, count, seed):
    """The settlement of each deal, with everything bet."""
    rulebook = settler.rules.rulebook
    stakes = {"seat 1": all_stakes(rulebook.key)}
    for player, dealer, fourth, folded in deals(seed, count)[0]:
        box = Box(1, row_of(player), stakes, folded and rulebook.decision)
        card = fourth if rulebook.fourth_card else None
        yield settler.settle([box], row_of(dealer), card, METER)


@pytest.mark.parametrize("game", GAMES)
def test_compiled_asked_one_and_many_agree(game):
    rules = RULEBOOKS[game].configure()
    asked, compiled = Settler(rules), Settler(rules, compile=True)
    deal = deals(51, 5_000)[1]
    if not rules.rulebook.decision:
        deal = Deal(deal.player, deal.dealer, deal.fourth)
    rows = {w.key: w.result(deal).tolist() for w in rules.wagers if not w.envy}
    many = [
        settler.settle_many(
            all_stakes(game), deal.player, deal.dealer, deal.fourth, deal.played, METER
        )
        for settler in (asked, compiled)
    ]
    assert set(many[0]) == set(many[1]) == set(rows)
    nets = {key: won.tolist() for key, won in many[0].items()}
    assert nets == {key: won.tolist() for key, won in many[1].items()}
    for i, one in enumerate(one_by_one(compiled, 5_000, 51)):
        lines = {line.wager.key: line for line in one.lines}
        for key in rows:
            if key in lines:
                assert lines[key].row is rules.wager(key).rows[rows[key][i]]
            assert (lines[key].net if key in lines else 0) == nets[key][i]
        staked = {key for key in rows if rules.wager(key).is_staked}
        first = rules.wagers[0]
        folded = first.rows[rows[first.key][i]].key == "folded"
        assert staked - {"play"} <= set(lines)
        assert ("play" in lines) == ("play" in staked and not folded)


@pytest.mark.parametrize("game", GAMES)
def test_an_asked_settler_makes_the_same_lines(game):
    rules = RULEBOOKS[game].configure()
    settlers = Settler(rules), Settler(rules, compile=True)
    for asked, compiled in zip(*(one_by_one(one, 250, 52) for one in settlers), strict=True):
        assert asked.lines == compiled.lines


@pytest.mark.parametrize("game", GAMES)
def test_net_and_stakes_are_what_is_returned(game):
    for one in one_by_one(Settler(RULEBOOKS[game].configure(), compile=True), 1_000, 53):
        assert one.net == sum(line.net for line in one.lines)
        assert sum(line.returned for line in one.lines) == one.net + sum(x.stake for x in one.lines)
        assert all(line.returned >= 0 for line in one.lines)


# The plain settlement

EVERY_TABLE = [
    (game, i) for game in GAMES for i in range(max(len(keys) for keys in PLAIN[game].PAYTABLES))
]


def with_paytables(game, i):
    """The rules with the i-th pay table of each wager, and their numbers."""
    plain = PLAIN[game]
    numbers = tuple(min(i, len(keys) - 1) for keys in plain.PAYTABLES)
    chosen = {
        wager: keys[number]
        for wager, keys, number in zip(plain.WAGERS, plain.PAYTABLES, numbers, strict=True)
    }
    return RULEBOOKS[game].configure(paytables=chosen), numbers


def plain_stakes(game):
    """In the order of the plain settlement, which pays a bonus on the ante's stake."""
    stakes = all_stakes(game)
    return tuple(stakes.get(key, stakes.get("ante", 0)) for key in PLAIN[game].WAGERS)


@pytest.mark.parametrize(("game", "i"), EVERY_TABLE)
def test_amounts_equal_those_of_the_plain_settlement(game, i):
    plain, (rules, numbers) = PLAIN[game], with_paytables(game, i)
    stakes, readings = plain_stakes(game), option_numbers(plain, {})
    settled = one_by_one(Settler(rules, compile=True), 2_000, 54)
    for (player, dealer, fourth, folded), one in zip(deals(54, 2_000)[0], settled, strict=True):
        rows = plain.outcomes(player, dealer, fourth, int(not folded), readings)
        nets = plain.nets(rows, readings, numbers, stakes, METER)
        expected = dict(zip(plain.WAGERS, nets, strict=True))
        expected.pop("envy", None)
        got = {line.wager.key: line.net for line in one.lines}
        assert {key: got.get(key, 0) for key in expected} == expected


@pytest.mark.parametrize(("game", "i"), EVERY_TABLE)
def test_every_row_pays_what_it_pays_in_the_plain_settlement(game, i):
    plain, (rules, numbers) = PLAIN[game], with_paytables(game, i)
    stakes, readings = plain_stakes(game), option_numbers(plain, {})
    for at, key in enumerate(plain.WAGERS):
        for row in rules.wager(key).rows:
            rows = [0] * len(plain.WAGERS)
            rows[at] = plain.ROWS[at].index(row.key)
            expected = plain.nets(tuple(rows), readings, numbers, stakes, METER)[at]
            assert net(row.pay)(stakes[at], METER) == expected, (key, row.key)
