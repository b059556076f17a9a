"""The coach, against every dealer's hand there can be, settled by the plain implementation."""

from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards.deck import parse
from tests.games import PLAIN
from tests.support.houses import settings_of


def worth(game, own, seen, stakes, is_played):
    """The exact mean of what these stakes come to, over every dealer's hand."""
    plain, rules = PLAIN[game], settings_of(game).rules
    reading = tuple(
        options.index(rules.readings[key])
        for key, options in zip(plain.READINGS, plain.OPTIONS, strict=True)
    )
    tables = tuple(
        options.index(rules.paytables[wager])
        for wager, options in zip(plain.WAGERS, plain.PAYTABLES, strict=True)
    )
    ante = stakes.get("ante", 0)
    every = {**stakes, "ante-bonus": ante, "play": ante if is_played else 0}
    amounts = tuple(every.get(wager, 0) for wager in plain.WAGERS)
    unseen = [card for card in range(52) if card not in {*own, *seen}]
    total = count = 0
    for dealer in combinations(unseen, 3):
        # The fourth card decides a bet that is the same for both decisions.
        rows = plain.outcomes(tuple(own), dealer, 0, int(is_played), reading)
        total += sum(plain.nets(rows, reading, tables, amounts, 0))
        count += 1
    return Fraction(total, count)


def expected(game, own, seen, stakes):
    play, fold = (worth(game, own, seen, stakes, is_played) for is_played in (True, False))
    return "play" if play >= fold else "fold", int(abs(play - fold) + Fraction(1, 2))


@pytest.mark.parametrize(
    ("game", "stakes"),
    [
        ("three-card-poker", {"2": {"ante": 10_000, "pair-plus": 500}}),
        ("three-card-poker", {"1": {"ante": 10_000}, "3": {"ante": 20_000}}),
        ("three-card-prime", {"2": {"ante": 20_000}}),
    ],
)
def test_the_coach_agrees_with_plain_enumeration(guest, game, stakes):
    with guest.sit(game) as table:
        address = f"/v1/tables/{table.now['table']}/advice"
        assert guest.get(address) == {"hands": []}
        table.deal(stakes)
        hands = {box["box"]: parse(box["cards"]) for box in table.now["view"]["boxes"]}
        said = {hand["box"]: hand for hand in guest.get(address)["hands"]}
        assert {*said} == {*hands} == {*map(int, stakes)}
        for box, own in hands.items():
            others = [card for other, cards in hands.items() if other != box for card in cards]
            best, cost = expected(game, own, others, stakes[str(box)])
            assert (said[box]["best"], said[box]["cost"]) == (best, cost)
            assert said[box]["chosen"] is None
        table.finish("fold")
        told = {hand["box"]: hand for hand in guest.get(address)["hands"]}
        assert told == {
            box: {**hand, "chosen": "fold", "says": told[box]["says"]} for box, hand in said.items()
        }
        for hand in told.values():
            amount = f"${hand['cost'] / 100:,.2f}"
            verb = "was best: it saved" if hand["best"] == "fold" else "cost"
            assert hand["says"].replace(".00", "") == (
                f"Folding {verb} {amount} on average.".replace(".00", "")
            )


def test_there_is_no_advice_without_a_decision(guest):
    with guest.sit("three-card-poker") as table:
        table.deal({"2": {"pair-plus": 500}})
        assert guest.get(f"/v1/tables/{table.now['table']}/advice") == {"hands": []}
    with guest.sit("three-pictures") as table:
        table.deal({"2": {"initial": 500}})
        assert guest.get(f"/v1/tables/{table.now['table']}/advice") == {"hands": []}
