"""Refusals of bets, cards and decisions: each wrong situation, with its code and its clause."""

import pytest

from pitboss.cards.deck import parse
from pitboss.language.rulebook import LARGEST_STAKE
from pitboss.play import commands as c
from pitboss.play.events import DEALER, FOURTH, Actor
from tests.support.playing import DEALS, MANAGER, SUPERVISOR, Table
from tests.support.refusing import BAD_NUMBERS, Case, answered, at, check

POKER, LUCKY, PRIME, PICTURES = (
    "three-card-poker", "lucky-three-pictures", "three-card-prime", "three-pictures",
)  # fmt: skip
LIMITS = {"initial": (500, 2000, 100)}
P1, P2 = Actor("p1"), Actor("p2")
BET = c.PlaceBet(P1, 1, "p1", "ante", 100)
LUCKY_BET = BET._replace(wager="initial")
TAKE = c.TakeBack(P1, 1, "p1", "ante")


def priced():
    return Table(POKER).open().bet(1, "p1").bet(1, "p1", "progressive", 250)


def richest():
    return Table(POKER).open().bet(1, "p1", amount=LARGEST_STAKE)


def seated():
    return Table(LUCKY).open().bet(1, "p1", seated=True)


def side_bets(game, **choices):
    return lambda: Table(game, **choices).open()


def limited():
    return Table(LUCKY, limits=LIMITS).open().bet(1, "p1", amount=500)


PLACE = [
    *(Case(f"box {box!r}", at(POKER, "betting"), BET._replace(box=box), "unknown/box")
      for box in (0, 5, -1, True, 1.0, "1", None)),
    *(Case(f"wager {wager!r}", at(POKER, "betting"), BET._replace(wager=wager), "unknown/wager")
      for wager in ("initial", "ante-bonus", "envy", "", None, 1)),
    *(Case(f"amount {n!r}", at(POKER, "betting"), BET._replace(amount=n), "bet/amount")
      for n in (*BAD_NUMBERS, LARGEST_STAKE + 1)),
    *(Case(f"bettor {who!r}", at(POKER, "betting"), BET._replace(bettor=who), "bet/bettor")
      for who in ("", None, 7)),
    Case("for another", at(POKER, "betting"), BET._replace(by=P2), "authority/not-yours"),
    Case("staff for a player", at(POKER, "betting"), BET._replace(by=DEALS),
         "authority/not-yours"),
    Case("a box that is taken", at(POKER, "betting"), BET._replace(by=P2, bettor="p2"),
         "bet/one-bettor"),
    Case("play before the cards", at(POKER, "betting"), BET._replace(wager="play"),
         "rule/too-early", "1.1.6"),
    Case("play before the cards", at(PRIME, "betting"), BET._replace(wager="play"),
         "rule/too-early", "3"),
    Case("another price", at(POKER, "betting"), BET._replace(wager="progressive"), "bet/price"),
    Case("the price twice", priced, BET._replace(wager="progressive", amount=250), "rule/twice"),
    Case("more than can be staked", richest, BET, "bet/amount"),
    Case("a seat that is taken", seated,
         c.PlaceBet(P2, 1, "p2", "initial", 100, seated=True), "bet/seat-taken", "1.19"),
    Case("a second seat", seated,
         c.PlaceBet(P1, 2, "p1", "initial", 100, seated=True), "bet/seated-elsewhere", "1.19"),
    Case("a side bet first", side_bets(POKER), BET._replace(wager="progressive", amount=250),
         "rule/orphan-side-bet", "3.5"),
    Case("a side bet first", side_bets(PICTURES), BET._replace(wager="tie"),
         "rule/orphan-side-bet", "3.3"),
    Case("a side bet first", side_bets("prosperity-3-pictures"), BET._replace(wager="tie"),
         "rule/orphan-side-bet", "3.4"),
    Case("a side bet first", side_bets(LUCKY), BET._replace(wager="lucky-tie"),
         "rule/orphan-side-bet", "3.9"),
    Case("a side bet first", side_bets(PRIME), BET._replace(wager="prime"),
         "rule/orphan-side-bet", "1"),
    Case("off the steps", limited, LUCKY_BET._replace(amount=150), "bet/increment", "3.5"),
    Case("under the minimum", side_bets(LUCKY, limits=LIMITS), LUCKY_BET,
         "rule/under-minimum", "5.2"),
    Case("over the maximum", limited, LUCKY_BET._replace(amount=1600),
         "rule/over-maximum", "5.1"),
    Case("under the minimum, by no clause", side_bets(PICTURES, limits=LIMITS), LUCKY_BET,
         "rule/under-minimum"),
    Case("over the maximum, by no clause", side_bets(PICTURES, limits=LIMITS),
         LUCKY_BET._replace(amount=2100), "rule/over-maximum"),
    *(Case("late", at(game, "dealing"), BET._replace(wager=wager), "rule/late-bet", clause)
      for game, wager, clause in (
          (PICTURES, "initial", "5.5"), ("prosperity-3-pictures", "initial", "5.5"),
          (LUCKY, "initial", "5.7"), (POKER, "ante", "5.6"), (PRIME, "ante", "2"))),
]  # fmt: skip

TAKING = [
    *(Case(f"box {box!r}", at(POKER, "betting"), TAKE._replace(box=box), "unknown/bet")
      for box in (2, 3, 9, -1, "1", None)),
    Case("a wager that is not there", at(POKER, "betting"), TAKE._replace(wager="pair-plus"),
         "unknown/bet"),
    Case("nobody's", at(POKER, "betting"), TAKE._replace(by=Actor("p3"), bettor="p3"),
         "unknown/bet"),
    *(Case(f"amount {n!r}", at(POKER, "betting"), TAKE._replace(amount=n), "bet/amount")
      for n in (*(n for n in BAD_NUMBERS if n is not None), 1001)),
    Case("another's", at(POKER, "betting"), TAKE._replace(by=P2), "authority/not-yours"),
    Case("staff", at(POKER, "betting"), TAKE._replace(by=SUPERVISOR), "authority/not-yours"),
    Case("to under the minimum", limited, TAKE._replace(wager="initial", amount=100),
         "rule/under-minimum", "5.2"),
    Case("late", at(LUCKY, "dealing"), TAKE._replace(wager="initial"),
         "rule/late-withdrawal", "5.7"),
    Case("late", at(PRIME, "dealing"), TAKE, "rule/late-withdrawal"),
]  # fmt: skip


def noted():
    table = at(POKER, "dealing")()
    table.say(TAKE)
    return table


def lone_side_bet():
    return Table(LUCKY, led_by="dealer").open().bet(1, "p1", "lucky-tie", 100)


def led(game=POKER):
    return Table(game, led_by="dealer").to("dealing")


def placed(*hands):
    return c.Deal(DEALS, hands=hands)


def half_dealt():
    table = led()
    table.deal(4)
    return table


DEALING = [
    Case("a bet taken up twice", noted, TAKE, "rule/twice"),
    Case("no bets", side_bets(POKER), c.CloseBets(DEALS), "round/no-bets", "3.6"),
    Case("side bets only", lone_side_bet, c.CloseBets(DEALS), "round/no-bets", "1.2"),
    *(Case(f"{n!r} cards", at(POKER, "dealing"), c.Deal(DEALS, n), "round/cards", "3.6")
      for n in (0, -1, 10, True, 1.0, "3", 10**30)),
    Case("by hand", at(POKER, "dealing"), placed((1, (0, 1, 2))), "round/cards", "3.6"),
    *(Case(f"to {where!r}", led, placed((where, (0, 1, 2))), "unknown/box")
      for where in (0, 5, "p1", FOURTH)),
    Case("a hand twice", led, placed((1, (0, 1, 2)), (1, (3, 4, 5))), "rule/twice"),
    *(Case(f"places {places}", led, placed((1, places)), "cards/dealt")
      for places in ((0, 1, 1), (0, 1, 52), (-1, 0, 1))),
    Case("a place in two hands", led, placed((1, (0, 1, 2)), (2, (2, 3, 4))), "cards/dealt"),
    Case("a place that is dealt", half_dealt, placed((1, (3, 4))), "cards/dealt"),
]  # fmt: skip


def one_back():
    return at(POKER, "examining")().decide(2)


def pair_plus():
    return Table(POKER).open().bet(1, "p1", "pair-plus").bet(2, "p2").close().deal()


def two_hands():
    return Table(LUCKY).open().bet(1, "p1").bet(2, "p1").close().deal().look(1)


def one_up():
    """The first card of box 2 lies face up by mistake, and play goes on."""
    table = Table(PICTURES).open().bet(1, "p1").bet(2, "p2").close().deal()
    table.ruled("exposed-cards", cards=1, shown={3: table.shoe.card(3)})
    table.rule(0, MANAGER, "play-on", "for a test")
    return table


def returned(table, box=1, cards=None):
    return c.ReturnHand(DEALS, box, table.cards(box) if cards is None else cards)


def wrong_hands(state, command):
    """Cards that can't be those of a hand, as `command` names them."""
    return [
        Case("two cards twice", state, lambda table: command((0, 0, 1)), "cards/twice"),
        *(Case(f"card {card!r}", state, lambda table, card=card: command((0, 1, card)),
               "cards/unknown") for card in (52, -1, True, 2.0)),
        Case("four cards", state, lambda table: command((0, 1, 2, 3)), "cards/count"),
        Case("no cards", state, lambda table: command(()), "cards/count"),
    ]  # fmt: skip


LOOKING = [
    *(Case(f"look at {box!r}", at(POKER, "examining"), c.Examine(P1, box), "unknown/box")
      for box in (3, 9, "1", None, DEALER)),
    Case("another's hand", at(POKER, "examining"), c.Examine(P1, 2), "authority/not-yours", "3.7"),
    Case("look twice", at(POKER, "examining"), c.Examine(P1, 1), "rule/twice"),
    Case("look too late", one_back, c.Examine(P2, 2), "rule/twice"),
    Case("a second hand", two_hands, c.Examine(P1, 2), "rule/one-hand", "3.10"),
    Case("return without deciding", at(POKER, "examining"), c.ReturnHand(P1, 1),
         "round/decide", "1.1.6"),
    Case("return another's", at(PICTURES, "examining"),
         lambda table: returned(table)._replace(by=P2), "authority/not-yours"),
    Case("return face up", pair_plus, returned, "cards/face-down", "3.11"),
    Case("return nothing", at(PICTURES, "examining"), c.ReturnHand(P1, 1), "cards/count", "3.5"),
    *(case for case in wrong_hands(at(PICTURES, "examining"),
                                   lambda cards: c.ReturnHand(DEALS, 1, cards))
      if len(case.command(None).cards) == 3),
    Case("a card that is up elsewhere", one_up,
         lambda table: returned(table, 1, (*table.cards(1)[:2], table.cards(2)[0])), "cards/twice"),
    Case("not the card that is up", one_up,
         lambda table: returned(table, 2, table.cards(1)), "cards/differ"),
    *(Case(f"{word.__name__} box {box!r}", at(POKER, "examining"), word(DEALS, box), "unknown/box")
      for word in (c.Fold, c.Play) for box in (3, 9, "1", None)),
    *(Case(f"{word.__name__} twice", one_back, word(DEALS, 2), "rule/twice")
      for word in (c.Fold, c.Play)),
    *(Case(f"{word.__name__} another's", at(POKER, "examining"), word(P2, 1),
           "authority/not-yours") for word in (c.Fold, c.Play)),
    *(Case(f"{word.__name__} without an ante", pair_plus, word(P1, 1), "bet/fold", "3.11")
      for word in (c.Fold, c.Play)),
    *(Case(f"{word.__name__} in a game without it", at(LUCKY, "examining"), word(P1, 1),
           "bet/fold") for word in (c.Fold, c.Play)),
    Case("bets that are settled without their player", at(LUCKY, "betting"), c.TimeOut(DEALS),
         "rule/walked-away", "5.3"),
    Case("nobody's time to run out", at(LUCKY, "examining"), c.TimeOut(DEALS, bettor="p9"),
         "round/order"),
    Case("no strategy told", at(POKER, "examining", out_of_time="best"),
         c.TimeOut(DEALS, {1: True}), "round/best"),
]  # fmt: skip

SHOWING = [
    Case("no fourth card", at(POKER, "decided"), c.Reveal(DEALS, FOURTH, (0,)), "cards/fourth"),
    Case("fourth card too soon", at(PRIME, "decided"), c.Reveal(DEALS, FOURTH, (0,)),
         "round/order", "2"),
    Case("dealer before it", at(PRIME, "decided", fourth_turned="first"),
         c.Reveal(DEALS, DEALER, (0, 1, 2)), "round/order", "2"),
    *(Case(f"hand of {where!r}", at(POKER, "revealed"), c.Reveal(DEALS, where, (0, 1, 2)),
           "unknown/box") for where in (3, 9, "p1", None)),
    Case("a player's hand first", at(POKER, "decided"), c.Reveal(DEALS, 1, (0, 1, 2)),
         "round/order", "3.13"),
    Case("twice", at(POKER, "revealed"), lambda table: c.Reveal(DEALS, 1, table.cards(1)),
         "rule/twice"),
    Case("other cards than are up", at(POKER, "revealed"), c.Reveal(DEALS, 1, (0, 1, 2)),
         "cards/differ"),
    *(Case(f"{cards}, place by place", at(POKER, "decided"), c.Reveal(DEALS, DEALER, cards), code)
      for cards, code in (((None, 0), "cards/differ"), ((None, None, None), "cards/count"),
                          ((None, 0, 0), "cards/twice"))),
    *wrong_hands(at(POKER, "decided"), lambda cards: c.Reveal(DEALS, DEALER, cards)),
    Case("correct what is face down", at(POKER, "examining"), c.CorrectCard(DEALS, 1, 0, 1),
         "cards/unknown"),
    Case("correct nobody's", at(POKER, "revealed"), c.CorrectCard(DEALS, 9, 0, 1),
         "cards/unknown"),
    *(Case(f"correct to {card!r}", at(POKER, "revealed"),
           lambda table, card=card: c.CorrectCard(DEALS, 1, table.cards(1)[0], card),
           "cards/unknown") for card in (52, -1, True, 1.0, None)),
    Case("correct to a card that is up", at(POKER, "revealed"),
         lambda table: c.CorrectCard(DEALS, 1, table.cards(1)[0], table.cards(DEALER)[0]),
         "cards/twice"),
]  # fmt: skip

CASES = [*PLACE, *TAKING, *DEALING, *LOOKING, *SHOWING]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_wrong_command_is_refused_and_changes_nothing(case):
    assert answered(case) == (case.code, case.clause)


def test_cards_in_notation_are_what_these_tests_name():
    assert parse("2c 2d") == [0, 1]


def dealt(wager):
    return lambda: Table(POKER).open().bet(1, "p1", wager).close().deal()


WHERE = [
    (at(POKER, "betting"), lambda box: c.TakeBack(P1, box, "p1", "ante")),
    (led, lambda box: placed((box, (0, 1, 2)))),
    (dealt("ante"), lambda box: c.Examine(P1, box)),
    (dealt("ante"), lambda box: c.Fold(P1, box)),
    (dealt("ante"), lambda box: c.Play(P1, box)),
    (dealt("pair-plus"), lambda box: c.ReturnHand(P1, box)),
    (lambda: dealt("ante")().decide(1).show(), lambda box: c.Reveal(DEALS, box, (0, 1, 2))),
    (at(PICTURES, "decided"), lambda box: c.CorrectCard(DEALS, box, 0, 1)),
]


@pytest.mark.parametrize("box", [True, 1.0])
@pytest.mark.parametrize(("state", "command"), WHERE, ids=range(len(WHERE)))
def test_a_box_is_named_by_a_whole_number(state, command, box):
    table = state()
    wrong = command(box)
    if isinstance(wrong, c.CorrectCard):
        wrong = wrong._replace(was=table.cards(1)[0], card=table.shoe.card(51))
    code, _ = check(table, wrong)
    assert code in ("unknown/box", "unknown/bet", "cards/unknown")
