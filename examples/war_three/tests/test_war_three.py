"""War Three: the conformance kit, and a test per clause.

Install the package first (`pip install -e '.[test]'`), then run `pytest`.
"""

import plain_war_three
import pytest

from pitboss import games
from pitboss.errors import BadBet
from pitboss.testing import Conformance

GAME = games["war-three"]


class TestConformance(Conformance):
    rulebook = GAME.rulebook
    plain = plain_war_three.settle


def net(player, dealer, **bets):
    return GAME.settle(player, dealer, {key.replace("_", "-"): n for key, n in bets.items()}).net


def test_3_3_red_alert_needs_a_war_bet():
    with pytest.raises(BadBet, match="rests on") as refusal:
        net("Ks 9d 4c", "Qh Jd Tc", red_alert=100)
    assert refusal.value.clause == "3.3"


@pytest.mark.parametrize(
    ("player", "dealer", "won"),
    [
        ("Ks 3d 2c", "Qh Jd Tc", 100),  # The highest card.
        ("Ks 9d 2c", "Kh 8d 7c", 100),  # The middle one.
        ("Ks 9d 2c", "Kh 9c 3c", -100),  # The lowest.
        ("2s 2d 2c", "4h 3d 2h", -100),  # Three of a kind is nothing special.
    ],
)
def test_3_7_the_highest_card_decides(player, dealer, won):
    assert net(player, dealer, war=100) == won


def test_3_8_a_tie_goes_back_or_loses():
    hands = "Ks 9d 2c", "Kh 9c 2h", {"war": 100}
    assert GAME.settle(*hands).net == 0
    assert GAME.configure(readings={"tie": "lost"}).settle(*hands).net == -100


def test_4_1_an_ace_pays_four_to_five():
    assert net("As 3d 2c", "Kh Kd Kc", war=100) == 80


@pytest.mark.parametrize(
    ("player", "dealer", "won"),
    [("Kh 9d 4h", "Qs Jd Tc", 6), ("Kh 9d 4h", "Qd Jd Th", 15), ("Kh 9d 4c", "Qd Jd Th", -1)],
)
def test_4_2_three_red_cards_win(player, dealer, won):
    assert GAME.settle(player, dealer, {"war": 1, "red-alert": 1})["red-alert"].net == won


def test_4_2_the_odds_of_six_red_cards():
    ways = dict(
        zip(["both-red", "player-red", "no-win"], GAME.odds()["red-alert"].ways, strict=True)
    )
    red = 26 * 25 * 24 // 6
    assert ways["both-red"] == red * (23 * 22 * 21 // 6)
    assert ways["both-red"] + ways["player-red"] == red * (49 * 48 * 47 // 6)


@pytest.mark.parametrize(
    ("incident", "facts", "remedy", "clause"),
    [
        ("foreign-card", {}, "void-round", "5.1"),
        ("misdeal", {"handled": "no", "whole-hands-repair": "yes"}, "reconstruct", "5.2"),
        ("misdeal", {"handled": "no", "whole-hands-repair": "no"}, "void-round", "5.2"),
        ("dealer-count", {}, "void-round", "5.3"),
        ("late-bet", {}, "refuse", "5.4"),
        ("late-withdrawal", {}, "bet-stands", "5.5"),
        ("exposed-cards", {}, "play-on", "5.6"),
        ("interruption", {}, "refer", "5.7"),
    ],
)
def test_5_rulings(incident, facts, remedy, clause):
    ruling = GAME.rules.rule(incident, facts)
    assert (ruling.remedy, ruling.clauses) == (remedy, (clause,))
