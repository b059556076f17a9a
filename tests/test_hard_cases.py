"""Cases at the edge of the round of play: what nobody foresees is still answered, and rightly."""

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


def test_a_payment_is_an_amount_that_can_be_paid():
    made = Table(POKER).to("settled")
    assert check(made, PAY._replace(net=10**30)) == ("payment/amount", None)


def test_an_incident_that_lacks_a_fact_can_be_reported_again_and_ruled_on():
    made = Table(PICTURES).to("examining", look=False)
    made.incident("misdeal")
    assert made.refused(RULE)[0] == "fact/missing"
    made.rule(made.incident("misdeal", whole_hands_repair="no"))
    assert made.round.phase == "void"


def test_an_incident_can_be_reported_again_after_its_bet_has_gone_back():
    made = Table(POKER).open().bet(1, "p1").bet(1, "p1", "pair-plus", 100).bet(2, "p2").play_out()
    made.incident("dealer-count", box=1, bet=("p1", "pair-plus"))
    number = made.incident("other", box=1, bet=("p1", "pair-plus"))
    made.rule(number, MANAGER, "remove-bet", "it lay on another box")
    assert made.refused(RULE)[0] == "fact/missing"
    made.incident("dealer-count", box=1, bet=("p1", "pair-plus"), reconstructible="yes")
    made.rule(0)
    assert not made.round.is_stopped


def test_a_hand_is_taken_out_only_where_a_box_was_named():
    made = Table(PRIME).to("examining")
    made.incident("other")
    decides = RULE._replace(by=MANAGER, remedy="remove-hand", reason="it was exposed")
    assert made.refused(decides)[0] == "unknown/box"


def test_a_wrong_number_of_cards_is_reported_of_a_hand_that_is_there():
    made = Table(LUCKY).to("examining")
    report = c.ReportIncident(DEALS, "player-count", {"reconstructible": "no"}, box=4)
    assert check(made, report) == ("unknown/box", None)


def test_a_bet_that_went_back_by_one_ruling_is_not_taken_off_by_another():
    made = Table(LUCKY, led_by="dealer", limits={"lucky-tie": (50, 100)}).open()
    made.bet(1, "p1", "lucky-tie", 100, seated=True).bet(1, "p2", "lucky-tie", 50)
    made.incident("orphan-side-bet", box=1, bet=("p2", "lucky-tie"))
    made.incident("over-maximum", box=1)
    made.rule(1)
    assert made.stakes() == {}
    (given,) = made.rule(0)
    assert given.remedy == "remove-bet"


def test_an_interruption_is_ruled_on_whatever_lies_face_up():
    """Of a hand with four cards nobody knows which three will count."""
    made = Table(LUCKY, led_by="dealer").open().bet(1, "p1").bet(2, "p2").close()
    hands = ((1, (0, 1, 2, 3)), (2, (4, 5, 6)), (DEALER, (7, 8, 9)))
    made.say(c.Deal(DEALS, hands=hands))
    made.ruled("exposed-cards", cards=4, shown={n: made.shoe.card(n) for n in range(4)})
    for box in (1, 2):
        made.choose(box, f"p{box}", "continue")
    assert made.ruled("interruption") == ("void-round", ("5.4", "5.4.2", "5.14"))


def test_a_dealers_hand_that_was_exchanged_can_be_shown_and_settled():
    made = Table(POKER).open().bet(1, "p1").bet(2, "p2").close().deal().decide_all().show()
    made.incident("misdeal", whole_hands_repair="yes")
    made.rule(
        0,
        MANAGER,
        "reconstruct",
        CROSSED,
        hands=((1, made.round.dealer), (DEALER, made.round.places(1))),
    )
    assert made.refused(c.Settle(DEALS))[0] == "round/order"
    made.show(DEALER).show(2).settle()
    assert made.round.cards(1) == made.shoe.cards[6:9]
    assert made.round.cards(DEALER) == made.shoe.cards[:3]


def crossed_after_settlement():
    """Hands 1 and 2 were crossed; hand 1 folded and was never shown."""
    made = Table(POKER, "As Ad Ac  9c 7d 3h  Kd Jc 4s").open().bet(1, "p1").bet(2, "p2")
    made.close().deal().decide_all(folds=(1,)).show().show(2).settle()
    made.incident("misdeal", whole_hands_repair="yes")
    return made, RULE._replace(
        by=MANAGER, remedy="reconstruct", reason=CROSSED,
        hands=((1, made.round.places(2)), (2, made.round.places(1))),
    )  # fmt: skip


def test_hands_exchanged_after_settlement_are_not_paid_by_cards_that_nobody_saw():
    made, moves = crossed_after_settlement()
    assert check(made, moves) == ("round/face-down", None)


def test_hands_exchanged_after_settlement_are_paid_once_their_cards_are_shown():
    made, moves = crossed_after_settlement()
    shown = {place: made.shoe.card(place) for place in made.round.places(1)}
    made.incident("misdeal", whole_hands_repair="yes", shown=shown)
    made.say(moves)
    assert made.nets() == {"p1": -1000, "p2": 1000 + 1000 + 4000}


def test_a_payment_put_right_names_the_row_that_it_was_put_right_to():
    made = Table(PICTURES, "Ks 2d 4c 2s 3s 4s").open().bet(1, "p1").bet(2, "p2").play_out()
    assert [paid.row for paid in made.round.payments] == ["six-points", "player-wins"]
    made.incident("misdeal", whole_hands_repair="yes")
    made.rule(
        0,
        MANAGER,
        "reconstruct",
        CROSSED,
        hands=((1, made.round.places(2)), (2, made.round.places(1))),
    )
    assert [paid.row for paid in made.round.payments] == ["player-wins", "six-points"]


def test_the_meter_gives_back_its_part_of_a_wager_that_goes_back():
    made = Table(POKER).open().bet(1, "p1").bet(1, "p1", "progressive", 250).bet(2, "p2")
    made.close().deal().incident("other", box=1)
    assert sum(made.round.contributions.values()) == 50
    made.rule(0, MANAGER, "remove-hand", "the cards fell to the floor")
    assert not made.round.contributions


def test_a_payment_may_be_corrected_to_the_loss_of_the_whole_bet():
    made = Table(POKER, "Qs Qd 7h  9c 7d 3h  Kd Jc 4s").to("settled")
    made.say(PAY._replace(net=-1000))
    assert made.round.payments[0].net == -1000
    assert check(made, PAY._replace(net=-1001)) == ("payment/amount", None)


def test_a_mistyped_card_is_corrected_and_counts_as_corrected():
    """The dealer's Jc was in truth the 2c, and the hand a pair of nothing but King high."""
    made = Table(POKER, "Kc Jd 5h  9c 7d 3h  Kd Jc 4s").to("revealed")
    was, card = made.cards(DEALER)[1], 0  # The first card of all, 2c.
    made.say(c.CorrectCard(DEALS, DEALER, was, card))
    assert made.round.cards(DEALER)[1] == card
    assert made.settle().nets() == {"p1": 2000, "p2": -2000}


def test_what_was_not_paid_and_is_now_has_no_stake_of_its_own():
    made = Table(POKER, "9c 7d 3h  8s 7s 6s  Kd Jc 4s", led_by="dealer").open()
    made.bet(1, "p1").bet(2, "p2").play_out()
    assert [paid.wager for paid in made.round.payments].count("ante-bonus") == 1
    made.incident("misdeal", whole_hands_repair="yes")
    made.rule(
        0,
        MANAGER,
        "reconstruct",
        CROSSED,
        hands=((1, made.round.places(2)), (2, made.round.places(1))),
    )
    bonus = [paid[:7] for paid in made.round.payments if paid.wager == "ante-bonus"]
    assert bonus == [
        (2, "p2", "ante-bonus", "straight-flush", 0, 0, 0),
        (1, "p1", "ante-bonus", "straight-flush", 0, 5000, 0),
    ]
    assert made.nets() == {"p1": 7000, "p2": -2000}


def test_a_bet_is_taken_off_by_decision_with_what_rests_on_it():
    made = Table(PRIME).open().bet(1, "p1").bet(1, "p1", "prime", 100).bet(2, "p2").close()
    made.incident("misplaced-bet", box=1, bet=("p1", "ante"))
    decides = RULE._replace(by=MANAGER, remedy="remove-bet", reason="it was another's chip")
    given, *gone = made.say(decides)
    assert given.reason == "it was another's chip"
    assert [(one.wager, one.amount) for one in gone] == [("ante", 1000), ("prime", 100)]
    assert made.stakes() == {(2, "p2", "ante"): 1000}
    unnamed = Table(PRIME).to("dealing")
    unnamed.incident("misplaced-bet", box=1)
    assert check(unnamed, decides) == ("unknown/bet", None)


# A hand that lies face up already is still to come back, or to be shown


def exposed(where):
    """All three cards of a hand were turned up in the deal, and everybody goes on."""
    made = Table(LUCKY).open().bet(1, "p1").bet(2, "p2").close().deal()
    shown = {place: made.shoe.card(place) for place in made.round.places(where)}
    made.ruled("exposed-cards", cards=3, shown=shown)
    made.say(c.TimeOut(DEALS))
    return made


def test_a_hand_that_was_exposed_comes_back_all_the_same():
    exposed(1).decide_all().show().settle()


def test_a_dealers_hand_that_was_exposed_is_shown_all_the_same():
    exposed(DEALER).decide_all().show().settle()


def test_a_hand_that_was_moved_after_the_dealers_was_shown_comes_back_and_is_settled():
    made = Table(PICTURES, led_by="dealer").open().bet(1, "p1").bet(2, "p2").close().deal()
    made.decide_all().show().incident("misdeal", whole_hands_repair="yes")
    made.rule(
        0,
        MANAGER,
        "reconstruct",
        CROSSED,
        hands=((1, made.round.places(4)), (4, made.round.places(1))),
    )
    made.decide(1)
    if made.round.phase == "decided":
        made.show()
    made.settle()


def test_a_deal_recorded_bit_by_bit_can_be_ended():
    made = Table(LUCKY, led_by="dealer").open().bet(1, "p1").close()
    made.say(c.Deal(DEALS, hands=((1, (0, 1, 2)), (DEALER, (3, 4, 5))), is_last=False))
    if made.round.phase == "dealing":
        made.say(c.Deal(DEALS))
    assert made.round.phase == "examining"


def test_a_round_that_ended_without_bets_can_be_ruled_on():
    made = Table(PRIME).open().bet(1, "p1").close().deal()
    made.incident("other", box=1)
    made.rule(0, MANAGER, "remove-hand", "its cards were marked")
    assert made.round.phase == "settled"
    assert made.ruled("deck-count") == ("refer", ())


@pytest.mark.parametrize("box", [True, 1.0])
def test_a_box_to_choose_on_is_named_by_a_whole_number(box):
    made = Table(LUCKY).to("examining")
    made.ruled("exposed-cards", cards=1)
    assert check(made, c.Choose(Actor("p1"), 0, box, "p1", "continue"))[0] == "rule/no-choice"


def test_a_payment_of_the_same_amount_names_its_new_row_too():
    """Both hands win 1 to 1: one because the dealer is beaten, after it was thought not to be."""
    made = Table(POKER, "Qs Qd 7h  Jd Tc 8h  Kd Jc 4s", led_by="dealer").open().bet(1, "p1")
    made.close().say(c.Deal(DEALS, hands=((1, (0, 1, 2)), (DEALER, (3, 4, 5)))))
    made.decide_all().show_all().settle()
    assert made.round.payments[0][3:6] == ("dealer-not-qualified", 1000, 1000)
    shown = {place: made.shoe.card(place) for place in (6, 7, 8)}
    made.incident("dealer-count", reconstructible="yes", shown=shown)
    made.rule(0, MANAGER, "reconstruct", CROSSED, hands=((DEALER, (6, 7, 8)),))
    assert made.round.payments[0][3:6] == ("player-higher", 1000, 1000)


# A ruling that is given is carried out, or refused


def test_no_card_is_dealt_beyond_the_deck():
    made = Table(LUCKY, led_by="dealer").open().bet(1, "p1").close()
    made.say(c.Deal(DEALS, hands=((1, (49, 50, 51)),), is_last=False))
    assert check(made, c.Deal(DEALS))[0] == "round/cards"


def test_a_bet_taken_off_by_decision_after_settlement_goes_back():
    made = Table(PRIME, "2c  Qs Qd 7h  9c 7s 3c  Kd Jc 4s").to("settled")
    assert made.nets() == {"p1": 2000, "p2": -2000}
    made.incident("misplaced-bet", box=2, bet=("p2", "ante"))
    decides = RULE._replace(by=MANAGER, remedy="remove-bet", reason="it was another's chip")
    if isinstance(decide(made.round, decides), Refusal):
        return
    made.say(decides)
    assert made.nets() == {"p1": 2000, "p2": 0}  # The Play rested on it.


@pytest.mark.parametrize("remedy", ["reduce", "pro-rate"])
def test_a_bet_cut_by_decision_after_the_close_is_cut(remedy):
    made = Table(PICTURES, led_by="dealer", limits={"initial": (100, 500)}).open()
    made.bet(1, "p1", amount=900).close().incident("over-maximum", box=1)
    decides = RULE._replace(by=MANAGER, remedy=remedy, reason="the limit was on display")
    if isinstance(decide(made.round, decides), Refusal):
        return
    made.say(decides)
    assert made.stakes() == {(1, "p1", "initial"): 500}
