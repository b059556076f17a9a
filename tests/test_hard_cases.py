"""Edge cases of the round of play: what nobody foresees is still answered, and rightly."""

import pytest

from pitboss.play import commands as c
from pitboss.play.answers import Refusal
from pitboss.play.decide import decide
from pitboss.play.events import DEALER, Actor
from tests.support.playing import DEALS, MANAGER, SUPERVISOR, Table
from tests.support.refusing import check

POKER, LUCKY, PRIME, PICTURES = (
    "three-card-poker", "lucky-three-pictures", "three-card-prime", "three-pictures",
)  # fmt: skip
RULE = c.GiveRuling(DEALS, 0)
CROSSED = "two hands were crossed"  # Players have handled them, so 5.3 refers it.
PAY = c.CorrectPayment(SUPERVISOR, 1, "p1", "ante", 500, "it was misread")


def exchange(table, where, other):
    """The manager rules that two hands were crossed: each lies where the other did."""
    places = table.round.places
    hands = ((where, places(other)), (other, places(where)))
    table.rule(0, MANAGER, "reconstruct", CROSSED, hands)


def test_a_payment_is_an_amount_that_can_be_paid():
    table = Table(POKER).to("settled")
    assert check(table, PAY._replace(net=10**30)) == ("payment/amount", None)


def test_an_incident_that_lacks_a_fact_can_be_reported_again_and_ruled_on():
    table = Table(PICTURES).to("examining", look=False)
    table.incident("misdeal")
    assert table.refused(RULE)[0] == "fact/missing"
    table.rule(table.incident("misdeal", whole_hands_repair="no"))
    assert table.round.phase == "void"


def test_an_incident_can_be_reported_again_after_its_bet_has_gone_back():
    made = Table(POKER).open().bet(1, "p1").bet(1, "p1", "pair-plus", 100).bet(2, "p2").play_out()
    made.incident("dealer-count", box=1, bet=("p1", "pair-plus"))
    number = made.incident("other", box=1, bet=("p1", "pair-plus"))
    made.rule(number, MANAGER, "remove-bet", "it lay on another box")
    assert made.refused(RULE)[0] == "fact/missing"
    made.incident("dealer-count", box=1, bet=("p1", "pair-plus"), reconstructible="yes")
    made.rule(0)
    assert not made.round.is_stopped


def test_an_incident_can_be_reported_again_after_its_hand_is_gone():
    made = Table(POKER).open().bet(1, "p1")
    made.incident("player-count", box=1)
    number = made.incident("other", box=1)
    made.rule(number, MANAGER, "remove-hand", "the player left")
    assert 1 not in made.round.boxes
    assert made.refused(RULE)[0] == "fact/missing"
    facts = {"order-known": "yes", "whole-hands-repair": "no", "reconstructible": "yes"}
    made.incident("player-count", box=1, **facts, cards="2")
    made.rule(0)
    assert not made.round.is_stopped


def test_a_hand_is_taken_out_only_where_a_box_was_named():
    table = Table(PRIME).to("examining")
    table.incident("other")
    decides = RULE._replace(by=MANAGER, remedy="remove-hand", reason="it was exposed")
    assert table.refused(decides)[0] == "unknown/box"


def test_a_wrong_number_of_cards_is_reported_of_a_hand_that_is_there():
    table = Table(LUCKY).to("examining")
    report = c.ReportIncident(DEALS, "player-count", {"reconstructible": "no"}, box=4)
    assert check(table, report) == ("unknown/box", None)


def test_a_bet_that_went_back_by_one_ruling_is_not_taken_off_by_another():
    table = Table(LUCKY, led_by="dealer", limits={"lucky-tie": (50, 100)}).open()
    table.bet(1, "p1", "lucky-tie", 100, seated=True).bet(1, "p2", "lucky-tie", 50)
    table.incident("orphan-side-bet", box=1, bet=("p2", "lucky-tie"))
    table.incident("over-maximum", box=1)
    table.rule(1)
    assert table.stakes() == {}
    (ruling,) = table.rule(0)
    assert ruling.remedy == "remove-bet"


def test_an_interruption_is_ruled_on_whatever_lies_face_up():
    """Of a hand with four cards nobody knows which three will count."""
    table = Table(LUCKY, led_by="dealer").open().bet(1, "p1").bet(2, "p2").close()
    hands = ((1, (0, 1, 2, 3)), (2, (4, 5, 6)), (DEALER, (7, 8, 9)))
    table.say(c.Deal(DEALS, hands=hands))
    table.ruled("exposed-cards", cards=4, shown={n: table.shoe.card(n) for n in range(4)})
    for box in (1, 2):
        table.choose(box, f"p{box}", "continue")
    assert table.ruled("interruption") == ("void-round", ("5.4", "5.4.2", "5.14"))


def test_a_dealers_hand_that_was_exchanged_can_be_shown_and_settled():
    table = Table(POKER).open().bet(1, "p1").bet(2, "p2").close().deal().decide_all().show()
    table.incident("misdeal", whole_hands_repair="yes")
    exchange(table, 1, DEALER)
    assert table.refused(c.Settle(DEALS))[0] == "round/order"
    table.show(DEALER).show(2).settle()
    assert table.round.cards(1) == table.shoe.cards[6:9]
    assert table.round.cards(DEALER) == table.shoe.cards[:3]


def crossed_after_settlement():
    """Hands 1 and 2 were crossed; hand 1 folded and was never shown."""
    table = Table(POKER, "As Ad Ac  9c 7d 3h  Kd Jc 4s").open().bet(1, "p1").bet(2, "p2")
    table.close().deal().decide_all(folds=(1,)).show().show(2).settle()
    table.incident("misdeal", whole_hands_repair="yes")
    return table, RULE._replace(
        by=MANAGER, remedy="reconstruct", reason=CROSSED,
        hands=((1, table.round.places(2)), (2, table.round.places(1))),
    )  # fmt: skip


def test_hands_exchanged_after_settlement_are_not_paid_by_cards_that_nobody_saw():
    table, moves = crossed_after_settlement()
    assert check(table, moves) == ("round/face-down", None)


def test_hands_exchanged_after_settlement_are_paid_once_their_cards_are_shown():
    table, moves = crossed_after_settlement()
    shown = {place: table.shoe.card(place) for place in table.round.places(1)}
    table.incident("misdeal", whole_hands_repair="yes", shown=shown)
    table.say(moves)
    assert table.nets() == {"p1": -1000, "p2": 1000 + 1000 + 4000}


def test_a_payment_put_right_names_the_row_that_it_was_put_right_to():
    table = Table(PICTURES, "Ks 2d 4c 2s 3s 4s").open().bet(1, "p1").bet(2, "p2").play_out()
    assert [paid.row for paid in table.round.payments] == ["six-points", "player-wins"]
    table.incident("misdeal", whole_hands_repair="yes")
    exchange(table, 1, 2)
    assert [paid.row for paid in table.round.payments] == ["player-wins", "six-points"]


def test_the_meter_gives_back_its_part_of_a_wager_that_goes_back():
    table = Table(POKER).open().bet(1, "p1").bet(1, "p1", "progressive", 250).bet(2, "p2")
    table.close().deal().incident("other", box=1)
    assert sum(table.round.contributions.values()) == 50
    table.rule(0, MANAGER, "remove-hand", "the cards fell to the floor")
    assert not table.round.contributions


def test_a_payment_may_be_corrected_to_the_loss_of_the_whole_bet():
    table = Table(POKER, "Qs Qd 7h  9c 7d 3h  Kd Jc 4s").to("settled")
    table.say(PAY._replace(net=-1000))
    assert table.round.payments[0].net == -1000
    assert check(table, PAY._replace(net=-1001)) == ("payment/amount", None)


def test_a_mistyped_card_is_corrected_and_counts_as_corrected():
    """The dealer's Jc was in truth the 2c, and the hand a pair of nothing but King high."""
    table = Table(POKER, "Kc Jd 5h  9c 7d 3h  Kd Jc 4s").to("revealed")
    was, card = table.cards(DEALER)[1], 0  # The first card of all, 2c.
    table.say(c.CorrectCard(DEALS, DEALER, was, card))
    assert table.round.cards(DEALER)[1] == card
    assert table.settle().nets() == {"p1": 2000, "p2": -2000}


def test_what_was_not_paid_and_is_now_has_no_stake_of_its_own():
    table = Table(POKER, "9c 7d 3h  8s 7s 6s  Kd Jc 4s", led_by="dealer").open()
    table.bet(1, "p1").bet(2, "p2").play_out()
    assert [paid.wager for paid in table.round.payments].count("ante-bonus") == 1
    table.incident("misdeal", whole_hands_repair="yes")
    exchange(table, 1, 2)
    bonus = [paid[:7] for paid in table.round.payments if paid.wager == "ante-bonus"]
    assert bonus == [
        (2, "p2", "ante-bonus", "straight-flush", 0, 0, 0),
        (1, "p1", "ante-bonus", "straight-flush", 0, 5000, 0),
    ]
    assert table.nets() == {"p1": 7000, "p2": -2000}


def test_a_bet_is_taken_off_by_decision_with_what_rests_on_it():
    table = Table(PRIME).open().bet(1, "p1").bet(1, "p1", "prime", 100).bet(2, "p2").close()
    table.incident("misplaced-bet", box=1, bet=("p1", "ante"))
    decides = RULE._replace(by=MANAGER, remedy="remove-bet", reason="it was another's chip")
    ruling, *removed = table.say(decides)
    assert ruling.reason == "it was another's chip"
    assert [(event.wager, event.amount) for event in removed] == [("ante", 1000), ("prime", 100)]
    assert table.stakes() == {(2, "p2", "ante"): 1000}
    unnamed = Table(PRIME).to("dealing")
    unnamed.incident("misplaced-bet", box=1)
    assert check(unnamed, decides) == ("unknown/bet", None)


# A hand that lies face up already is still to come back, or to be shown


def exposed(where):
    """All three cards of a hand were turned up in the deal, and everybody goes on."""
    table = Table(LUCKY).open().bet(1, "p1").bet(2, "p2").close().deal()
    shown = {place: table.shoe.card(place) for place in table.round.places(where)}
    table.ruled("exposed-cards", cards=3, shown=shown)
    table.say(c.TimeOut(DEALS))
    return table


def test_a_hand_that_was_exposed_comes_back_all_the_same():
    exposed(1).decide_all().show().settle()


def test_a_dealers_hand_that_was_exposed_is_shown_all_the_same():
    exposed(DEALER).decide_all().show().settle()


def test_a_hand_that_was_moved_after_the_dealers_was_shown_comes_back_and_is_settled():
    table = Table(PICTURES, led_by="dealer").open().bet(1, "p1").bet(2, "p2").close().deal()
    table.decide_all().show().incident("misdeal", whole_hands_repair="yes")
    exchange(table, 1, 4)
    table.decide(1)
    if table.round.phase == "decided":
        table.show()
    table.settle()


def test_a_deal_recorded_bit_by_bit_can_be_ended():
    table = Table(LUCKY, led_by="dealer").open().bet(1, "p1").close()
    table.say(c.Deal(DEALS, hands=((1, (0, 1, 2)), (DEALER, (3, 4, 5))), is_last=False))
    if table.round.phase == "dealing":
        table.say(c.Deal(DEALS))
    assert table.round.phase == "examining"


def test_a_round_that_ended_without_bets_can_be_ruled_on():
    table = Table(PRIME).open().bet(1, "p1").close().deal()
    table.incident("other", box=1)
    table.rule(0, MANAGER, "remove-hand", "its cards were marked")
    assert table.round.phase == "settled"
    assert table.ruled("deck-count") == ("refer", ())


@pytest.mark.parametrize("box", [True, 1.0])
def test_a_box_to_choose_on_is_named_by_a_whole_number(box):
    table = Table(LUCKY).to("examining")
    table.ruled("exposed-cards", cards=1)
    assert check(table, c.Choose(Actor("p1"), 0, box, "p1", "continue"))[0] == "rule/no-choice"


def test_a_payment_of_the_same_amount_names_its_new_row_too():
    """Both hands win 1 to 1: one because the dealer is beaten, after it was thought not to be."""
    table = Table(POKER, "Qs Qd 7h  Jd Tc 8h  Kd Jc 4s", led_by="dealer").open().bet(1, "p1")
    table.close().say(c.Deal(DEALS, hands=((1, (0, 1, 2)), (DEALER, (3, 4, 5)))))
    table.decide_all().show_all().settle()
    assert table.round.payments[0][3:6] == ("dealer-not-qualified", 1000, 1000)
    shown = {place: table.shoe.card(place) for place in (6, 7, 8)}
    table.incident("dealer-count", reconstructible="yes", shown=shown)
    table.rule(0, MANAGER, "reconstruct", CROSSED, hands=((DEALER, (6, 7, 8)),))
    assert table.round.payments[0][3:6] == ("player-higher", 1000, 1000)


# A ruling is carried out or refused, never half of it


def test_no_card_is_dealt_beyond_the_deck():
    table = Table(LUCKY, led_by="dealer").open().bet(1, "p1").close()
    table.say(c.Deal(DEALS, hands=((1, (49, 50, 51)),), is_last=False))
    assert check(table, c.Deal(DEALS))[0] == "round/cards"


def test_a_bet_taken_off_by_decision_after_settlement_goes_back():
    table = Table(PRIME, "2c  Qs Qd 7h  9c 7s 3c  Kd Jc 4s").to("settled")
    assert table.nets() == {"p1": 2000, "p2": -2000}
    table.incident("misplaced-bet", box=2, bet=("p2", "ante"))
    decides = RULE._replace(by=MANAGER, remedy="remove-bet", reason="it was another's chip")
    if isinstance(decide(table.round, decides), Refusal):
        return
    table.say(decides)
    assert table.nets() == {"p1": 2000, "p2": 0}  # The Play rested on it.


@pytest.mark.parametrize("remedy", ["reduce", "pro-rate"])
def test_a_bet_cut_by_decision_after_the_close_is_cut(remedy):
    table = Table(PICTURES, led_by="dealer", limits={"initial": (100, 500)}).open()
    table.bet(1, "p1", amount=900).close().incident("over-maximum", box=1)
    decides = RULE._replace(by=MANAGER, remedy=remedy, reason="the limit was on display")
    if isinstance(decide(table.round, decides), Refusal):
        return
    table.say(decides)
    assert table.stakes() == {(1, "p1", "initial"): 500}
