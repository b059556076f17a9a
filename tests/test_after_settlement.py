"""What is put right once a round was settled: a hand taken out, a payment corrected."""

from pitboss.play import commands as c
from tests.rules.test_three_card_poker_play_irregularities import NETS, full, played
from tests.support.playing import DEALS, MANAGER, SUPERVISOR
from tests.support.wallets import all_even, wallets


def test_a_hand_taken_out_after_settlement_takes_its_envy_with_it():
    made = played(full().close().deal())
    assert made.ruled("other", box=1)[0] == "refer"
    made.rule(0, MANAGER, "remove-hand", "its cards were marked")
    assert made.nets() == wallets(made.events) == {"p1": 0, "p2": -2250, "p3": 2000}
    made.choose(2, "p2", "return")
    made.choose(3, "p3", "continue")
    assert made.nets() == wallets(made.events) == {"p1": 0, "p2": 0, "p3": 2000}
    assert made.open().round.number == 2


def test_a_hand_taken_out_before_settlement_is_not_envied():
    made = full().close().deal()
    made.ruled("other", box=1)
    made.rule(0, MANAGER, "remove-hand", "its cards were marked")
    for box in (2, 3):
        made.choose(box, f"p{box}", "continue")
    assert played(made).nets() == {"p2": -2250, "p3": 2000}
    assert wallets(made.events) == {"p1": 0, "p2": -2250, "p3": 2000}


def test_a_payment_is_corrected_by_a_supervisor_with_a_reason():
    made = played(full().close().deal())
    right = c.CorrectPayment(SUPERVISOR, 2, "p2", "envy", 20_000, "the wrong line was read")
    assert made.refused(right._replace(by=DEALS)) == ("authority/role", None)
    (paid,) = made.say(right)
    assert (paid.was, paid.net, paid.because.says) == (25_000, 20_000, right.reason)
    assert made.nets()["p2"] == wallets(made.events)["p2"] == NETS["p2"] - 5_000
    assert made.ruled("deck-count")[0] == "void-round"
    assert all_even(made.events)
