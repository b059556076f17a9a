"""What walks have found: the fewest commands that went wrong once, under all the checks."""

import random

import pytest

from pitboss.cards.deck import DECK
from pitboss.play import commands as c
from pitboss.play.answers import Refusal
from pitboss.play.events import DEALER, FOURTH, Actor
from pitboss.play.setup import setup
from pitboss.rulebooks import RULEBOOKS
from tests.support.walking.scene import DEALS, MANAGER, STAFF
from tests.support.walking.table import Table

HANDS = ((1, (0, 1, 2)), (DEALER, (3, 4, 5)))


class Short:
    """A table at which p1 bets on box 1."""

    def __init__(self, game, readings=None, **told):
        rules = RULEBOOKS[game].configure(readings=readings)
        self.table = Table(setup(rules, **{"boxes": 3, "led_by": "dealer", **told}))
        self.chance = random.Random(1)

    def say(self, *commands):
        """The last answer, all others being let through."""
        for number, command in enumerate(commands):
            answer = self.table.say(command, self.chance)
            assert number == len(commands) - 1 or not isinstance(answer, Refusal), answer
        return answer

    @property
    def scene(self):
        return self.table.scene

    def bet(self, *sides, boxes=(1,)):
        """Bets on some boxes, and no more bets."""
        first = self.table.setup.first
        self.say(c.OpenBets(DEALS))
        for box in boxes:
            for wager, amount in ((first, 1000), *sides):
                self.say(c.PlaceBet(DEALS, box, f"p{box}", wager, amount))
        return self

    def deal(self, *hands, boxes=(1,)):
        self.bet(boxes=boxes)
        self.say(c.CloseBets(DEALS), c.Deal(DEALS, hands=hands))
        return self

    def show(self, *hands):
        for where in hands:
            self.say(c.Reveal(DEALS, where, self.scene.hand(where)))
        return self

    def settle(self, boxes=(1,), jackpot=None):
        """A whole round, as it should be."""
        fourth = (FOURTH,) if self.table.setup.rules.rulebook.fourth_card else ()
        self.bet(boxes=boxes)
        self.say(c.CloseBets(DEALS), c.Deal(DEALS))
        for box in boxes:
            self.back(box)
        down = () if self.table.setup.face_up and not self.table.setup.follow_up else boxes
        self.show(DEALER, *fourth, *down)
        self.say(c.Settle(DEALS, jackpot))
        return self

    def back(self, box):
        if self.table.setup.follow_up:
            self.say(c.Play(DEALS, box))
        elif self.table.setup.face_up:
            self.say(c.ReturnHand(DEALS, box, self.scene.hand(box)))
        else:
            self.say(c.ReturnHand(DEALS, box))

    def ruled(self, remedy, incident="other", hands=(), number=0, **told):
        """A matter that is referred, and decided so."""
        about = told.get("round")
        self.say(c.ReportIncident(DEALS, incident, **told))
        return self.say(c.GiveRuling(MANAGER, number, remedy, "So it is.", hands, about))


def code(answer):
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_the_record_from_the_round_before_on_gives_the_round():
    """Events about a round that is no longer at hand are among it."""
    short = Short("three-card-prime").settle()
    short.say(c.OpenBets(DEALS))
    short.ruled("play-on", round=1)
    short.ruled("void-round", number=0)
    short.say(c.OpenBets(DEALS))
    short.table.checks.replays(short.table.round)


def test_a_bet_without_a_hand_is_not_settled():
    short = Short("three-card-poker").deal((DEALER, (0, 1, 2)))
    short.say(c.Fold(DEALS, 1))
    short.show(DEALER)
    assert isinstance(short.say(c.Settle(DEALS, 0)), Refusal)


def test_a_hand_of_two_cards_is_not_settled():
    short = Short("three-card-poker").deal((1, (0, 1)), (DEALER, (2, 3, 4)))
    short.say(c.Play(DEALS, 1))
    short.show(DEALER)
    shown = {place: short.scene.cards[place] for place in (0, 1)}
    short.ruled("play-on", shown=shown)
    assert isinstance(short.say(c.Settle(DEALS, 0)), Refusal)


def test_nothing_is_settled_without_the_fourth_card():
    short = Short("three-card-prime").deal(*HANDS)
    short.say(c.Fold(DEALS, 1))
    short.show(DEALER)
    assert isinstance(short.say(c.Settle(DEALS)), Refusal)


@pytest.mark.parametrize(
    "hands",
    [
        ((1, (0, 1, 2, 9)),),
        ((1, (0, 1)), (DEALER, (3, 4, 5, 2))),
        ((DEALER, (3, 4, 40)),),
        ((1, ()),),
    ],
)
def test_after_settlement_no_hand_moves_that_could_not_be_paid(hands):
    short = Short("three-card-poker").settle(jackpot=0)
    assert isinstance(short.ruled("reconstruct", hands=hands), Refusal)


def test_a_payment_put_right_by_hand_stays_so():
    short = Short("three-pictures").settle()
    paid = short.table.round.payments[0]
    told = (paid.box, paid.bettor, paid.wager, paid.net + 500, "Paid wrongly.")
    short.say(c.CorrectPayment(STAFF[1], *told))
    short.ruled("bet-stands")
    assert short.table.round.payments[0].net == paid.net + 500


def test_a_wager_with_a_price_is_taken_back_as_a_whole():
    short = Short("three-card-poker").bet(("progressive", 250))
    assert code(short.say(c.TakeBack(DEALS, 1, "p1", "progressive", 100))) == "bet/price"


def test_nobody_looks_at_a_hand_that_is_not_there():
    short = Short("three-card-poker").deal((DEALER, (0, 1, 2)))
    assert isinstance(short.say(c.Examine(Actor("p1"), 1)), Refusal)


@pytest.mark.parametrize("shown", [{42: True}, {42.0: 3}, {42: 3.0}, {True: 3}])
def test_places_and_cards_that_are_shown_are_whole_numbers(shown):
    short = Short("three-pictures").bet()
    assert isinstance(short.say(c.ReportIncident(DEALS, "other", shown=shown)), Refusal)


@pytest.mark.parametrize("hands", [((1, (40.0, 41, 42)),), ((1, (True, 41, 42)),)])
def test_places_that_are_dealt_are_whole_numbers(hands):
    short = Short("three-pictures").bet()
    short.say(c.CloseBets(DEALS))
    assert isinstance(short.say(c.Deal(DEALS, hands=hands)), Refusal)


def test_cards_that_are_named_are_whole_numbers():
    short = Short("three-card-poker").deal(*HANDS)
    short.say(c.Play(DEALS, 1))
    first, *rest = short.scene.hand(DEALER)
    short.ruled("play-on", shown={3: first})
    assert isinstance(short.say(c.Reveal(DEALS, DEALER, (float(first), *rest))), Refusal)


@pytest.mark.parametrize("remedy", ["remove-bet", "remove-hand"])
def test_a_stated_policy_that_finds_nothing_does_not_stop_the_table(remedy):
    short = Short("three-card-prime", incidents={"misdeal": remedy}).bet()
    short.say(c.ReportIncident(DEALS, "misdeal"), c.GiveRuling(MANAGER, 0))
    one = short.table.round.incidents[0]
    if one.remedy == "refer":
        short.say(c.GiveRuling(MANAGER, 0, "play-on", "There is nothing to take off."))
    elif one.choosing:
        short.say(c.TimeOut(DEALS))
    assert not short.table.round.is_stopped


def test_a_round_without_bets_takes_rulings_though_its_cards_are_down():
    short = Short("three-card-prime").deal((FOURTH, (6,)), *HANDS)
    short.ruled("remove-bet", box=1, bet=("p1", "ante"))
    assert short.table.round.phase == "settled"
    short.ruled("play-on", incident="misdeal", number=1)
    assert not short.table.round.is_stopped


def test_a_bettor_whose_bets_are_gone_may_still_choose():
    short = Short("three-pictures").settle(boxes=(1, 2))
    short.ruled("offer-choice")
    short.say(c.ReportIncident(DEALS, "drawn-together"))
    short.say(c.GiveRuling(MANAGER, 1, "offer-choice", "So it is."))
    for number in (0, 1):
        short.say(c.Choose(Actor("p1"), number, 1, "p1", "return"))


def test_one_card_is_dealt_to_the_table():
    short = Short("three-card-prime").bet()
    short.say(c.CloseBets(DEALS))
    two = c.Deal(DEALS, hands=((FOURTH, (0, 1)),), is_last=False)
    assert isinstance(short.say(two), Refusal)
    short.say(two._replace(hands=((FOURTH, (0,)),)))
    assert isinstance(short.say(two._replace(hands=((FOURTH, (1,)),))), Refusal)


def test_a_deal_that_a_ruling_has_completed_comes_to_its_end():
    short = Short("three-card-poker", led_by="table")
    short.say(c.OpenBets(DEALS), c.PlaceBet(Actor("p1"), 1, "p1", "ante", 1000))
    short.say(c.CloseBets(DEALS), c.Deal(DEALS, 2))
    short.ruled("reconstruct", hands=HANDS)
    short.say(c.Deal(DEALS))
    assert short.table.round.phase == "examining"


def test_no_card_comes_from_beyond_the_shoe():
    short = Short("three-card-poker").bet(boxes=(1, 2, 3))
    short.say(c.CloseBets(DEALS))
    short.say(c.Deal(DEALS, hands=((1, (DECK - 1,)),), is_last=False))
    assert isinstance(short.say(c.Deal(DEALS)), Refusal)


def test_nothing_waits_in_a_round_that_is_void():
    """Not even an incident whose ruling lacks a fact."""
    short = Short("lucky-three-pictures").bet()
    short.say(c.ReportIncident(DEALS, "drawn-together"))
    short.ruled("void-round", number=1)
    assert short.table.round.phase == "void"
    short.say(c.OpenBets(DEALS))
    assert short.table.round.number == 2


def test_a_card_that_is_up_is_not_turned_at_another_place():
    short = Short("three-card-poker").deal(*HANDS)
    short.say(c.Play(DEALS, 1))
    card = short.scene.cards[3]
    short.ruled("play-on", shown={3: card})
    assert isinstance(short.say(c.Reveal(DEALS, DEALER, (None, card, None))), Refusal)


def test_a_hand_goes_out_after_settlement_whatever_the_incident():
    short = Short("three-pictures").settle()
    assert short.table.round.payments[0].net
    short.ruled("remove-hand", incident="under-minimum", box=1)
    assert short.table.round.payments[0].net == 0
