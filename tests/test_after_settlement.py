"""What is put right once a round was settled: a hand taken out, a payment corrected."""

from pitboss.play import commands as c
from tests.rules.test_three_card_poker_play_irregularities import NETS, full, played
from tests.support.playing import DEALS, MANAGER, SUPERVISOR, all_even, wallets


def test_a_hand_taken_out_after_settlement_takes_its_envy_with_it():
    table = played(full().close().deal())
    assert table.ruled("other", box=1)[0] == "refer"
    table.rule(0, MANAGER, "remove-hand", "its cards were marked")
    assert table.nets() == wallets(table.events) == {"p1": 0, "p2": -2250, "p3": 2000}
    table.choose(2, "p2", "return")
    table.choose(3, "p3", "continue")
    assert table.nets() == wallets(table.events) == {"p1": 0, "p2": 0, "p3": 2000}
    assert table.open().round.number == 2


def test_a_hand_taken_out_before_settlement_is_not_envied():
    table = full().close().deal()
    table.ruled("other", box=1)
    table.rule(0, MANAGER, "remove-hand", "its cards were marked")
    for box in (2, 3):
        table.choose(box, f"p{box}", "continue")
    assert played(table).nets() == {"p2": -2250, "p3": 2000}
    assert wallets(table.events) == {"p1": 0, "p2": -2250, "p3": 2000}


def test_a_payment_is_corrected_by_a_supervisor_with_a_reason():
    table = played(full().close().deal())
    right = c.CorrectPayment(SUPERVISOR, 2, "p2", "envy", 20_000, "the wrong line was read")
    assert table.refused(right._replace(by=DEALS)) == ("authority/role", None)
    (paid,) = table.say(right)
    assert (paid.was, paid.net, paid.because.says) == (25_000, 20_000, right.reason)
    assert table.nets()["p2"] == wallets(table.events)["p2"] == NETS["p2"] - 5_000
    assert table.ruled("deck-count")[0] == "void-round"
    assert all_even(table.events)
