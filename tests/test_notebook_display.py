"""What a notebook shows of a settlement: whose hand is whose, stakes, payments and totals."""

import re
from html import unescape

import pytest

from pitboss import games

POKER = games["three-card-poker"]


def text_of(markup):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def cells_of(markup):
    """The cells of a table, row by row, without markup."""
    return [
        [text_of(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in re.findall(r"<tr>(.*?)</tr>", markup)
    ]


def test_both_hands_are_labelled_and_stakes_and_totals_shown():
    bets = {"ante": 5000, "pair-plus": 1000}
    settled = POKER.settle(player="Qs Qd 7h", dealer="Qh 8c 3d", bets=bets)
    shown = settled._repr_html_()
    hands = text_of(shown.partition("<table>")[0])
    assert hands.replace(" ,", ",") == (
        "Player Q♠ Q♦ 7♥ Pair of Queens Dealer Q♥ 8♣ 3♦ Queen high, qualifies"
    )
    heads, *rows, total = cells_of(shown)
    assert heads == ["wager", "why", "clauses", "stake", "pays", "net", "returned"]
    assert rows[0] == [
        "Ante", "Pair of Queens beats Queen high, pays 1 to 1.", "3.14.1, 4.1",
        "$50.00", "1 to 1", "+$50.00", "$100.00",
    ]  # fmt: skip
    assert total == ["Total", "", "", "$110.00", "", "+$110.00", "$220.00"]
    assert (settled.net, settled.returned) == (11_000, 22_000)
    assert POKER.rules.fingerprint in shown


def test_a_dealer_who_does_not_qualify_and_a_lost_bet():
    shown = POKER.settle(player="Ks 9d 7h", dealer="Jh 8c 3d", bets={"ante": 500, "pair-plus": 500})
    assert "does not qualify" in shown._repr_html_()
    *_, total = cells_of(shown._repr_html_())
    assert total == ["Total", "", "", "$15.00", "", "$0.00", "$15.00"]


def test_a_bonus_has_no_stake_of_its_own():
    settled = POKER.settle(player="4s 3s 2s", dealer="Qh 8c 3d", bets={"ante": 1000})
    (bonus,) = (row for row in cells_of(settled._repr_html_()) if row[0] == "Ante Bonus")
    assert bonus[3:] == ["", "5 to 1", "+$50.00", "$50.00"]


def test_the_fourth_card_is_shown_where_there_is_one():
    prime = games["three-card-prime"]
    bets = {"ante": 1000, "pair-bonus": 500}
    shown = prime.settle(player="Qs Qd 7h", dealer="Qh 8c 3d", bets=bets, fourth="2c")._repr_html_()
    assert "Fourth card 2♣" in text_of(shown)


@pytest.mark.parametrize("game", ["three-pictures", "lucky-three-pictures"])
def test_nothing_is_said_of_qualifying_where_every_hand_does(game):
    shown = games[game].settle(player="Ks Qd 7h", dealer="Jh 8c 3d", bets={"initial": 100})
    assert "qualif" not in shown._repr_html_()


def test_the_bonus_contributes_what_it_pays():
    shown = POKER.odds()["ante-bonus"]
    from pitboss.reports import notebook

    (row,) = (row for row in cells_of(notebook.wager_odds(shown)) if row[0] == "Straight")
    assert row[4] == "3.2579%"
