"""Refusals of incidents, rulings, choices and payments; and what must never raise."""

import pytest

from pitboss.play import commands as c
from pitboss.play.events import Actor
from tests.support.playing import DEALS, MANAGER, SUPERVISOR, Table
from tests.support.refusing import Case, answered, at

POKER, LUCKY, PRIME, PICTURES = (
    "three-card-poker", "lucky-three-pictures", "three-card-prime", "three-pictures",
)  # fmt: skip
P1 = Actor("p1")
REPORT = c.ReportIncident(DEALS, "other")
RULE = c.GiveRuling(DEALS, 0)
CHOOSE = c.Choose(P1, 0, 1, "p1", "continue")
PAY = c.CorrectPayment(SUPERVISOR, 1, "p1", "ante", 500, "it was misread")


def facts(**values):
    facts = {name.replace("_", "-"): value for name, value in values.items()}
    return REPORT._replace(incident="misdeal", facts=facts)


def shown(cards):
    return REPORT._replace(incident="face-up-in-shoe", shown=cards)


def reported(game=PICTURES, incident="foreign-card", phase="examining", **details):
    """A table at which an incident has been reported."""

    def make():
        table = Table(game).to(phase)
        table.incident(incident, **details)
        return table

    return make


def one_up():
    table = Table(LUCKY).to("examining")
    table.ruled("exposed-cards", cards=1, shown={0: table.shoe.card(0)})
    return table


REPORTS = [
    *(Case(f"incident {name!r}", at(POKER, "examining"), REPORT._replace(incident=name),
           "unknown/incident") for name in ("spilt-drink", "", None)),
    *(Case(f"round {n!r}", at(POKER, "examining"), REPORT._replace(round=n), "unknown/round")
      for n in (0, 2, -1, "1")),
    *(Case(f"box {box!r}", at(POKER, "examining"), REPORT._replace(box=box), "unknown/box")
      for box in (0, 5, True, 1.0, "1")),
    *(Case(f"{name} of no box", at(LUCKY, "examining"), REPORT._replace(incident=name),
           "unknown/box") for name in ("player-count", "over-maximum", "under-minimum")),
    *(Case(f"bet {bet}", at(LUCKY, "betting"),
           REPORT._replace(incident="misplaced-bet", box=box, bet=bet), "unknown/bet")
      for box, bet in ((1, ("p2", "initial")), (1, ("p1", "lucky-tie")), (3, ("p1", "initial")),
                       (None, ("p1", "initial")))),
    Case("a fact that is none", at(PICTURES, "examining"), facts(weather="wet"), "unknown/fact"),
    *(Case(f"cards {n!r}", at(PICTURES, "examining"), facts(cards=n), "fact/value")
      for n in ("0", "53", "two", "1.0", 2, True, "")),
    Case("neither yes nor no", at(PICTURES, "examining"), facts(whole_hands_repair="maybe"),
         "fact/value"),
    *(Case(f"telling {name}", at(PICTURES, "examining"), facts(**{name: "yes"}),
           "fact/from-events") for name in ("noticed", "handled", "shown", "decided")),
    Case("decided, when it is worked out", at(LUCKY, "examining"),
         REPORT._replace(incident="interruption", decided=True), "fact/from-events"),
    Case("not decided, when it is asked", at(LUCKY, "examining", readings={"known": "dealt"}),
         REPORT._replace(incident="interruption"), "fact/missing"),
    Case("twice", reported(), REPORT._replace(incident="foreign-card"), "rule/twice"),
    *(Case(f"a card at {place}", at(POKER, "examining"), shown({place: 0}), "cards/place")
      for place in (-1, 52)),
    Case("a card that was up", one_up, lambda table: shown({0: 0}), "cards/place"),
    Case("a card that is up", one_up, lambda table: shown({1: table.shoe.card(0)}), "cards/twice"),
    *(Case(f"card {card}", at(POKER, "examining"), shown({0: card}), "cards/twice")
      for card in (-1, 52)),
    Case("one card at two places", at(POKER, "examining"), shown({0: 0, 1: 0}), "cards/twice"),
    Case("a void round", at(POKER, "void"), REPORT, "round/over"),
]  # fmt: skip


def settled_before():
    return Table(PICTURES).to("next round open")


def ruled(game=PICTURES, incident="late-withdrawal", **details):
    def make():
        table = reported(game, incident, **details)()
        table.rule(0)
        return table

    return make


def moved(*hands):
    return RULE._replace(hands=hands)


def misdealt():
    table = Table(PICTURES).to("examining", look=False)
    table.incident("misdeal", whole_hands_repair="yes")
    return table


def unseen():
    """A settled round, one hand of which folded and was never shown, and the hands were crossed."""
    table = Table(POKER).open().bet(1, "p1").bet(2, "p2").close().deal()
    table.decide_all(folds=(1,)).show().show(2).settle()
    table.incident("misdeal", whole_hands_repair="yes")
    return table


RULINGS = [
    Case("paying by cards that nobody saw", unseen,
         moved((1, (3, 4, 5)), (2, (0, 1, 2)))._replace(
             by=MANAGER, remedy="reconstruct", reason="they were crossed"), "round/face-down"),
    *(Case(f"incident {n!r}", reported(), RULE._replace(number=n), "unknown/incident")
      for n in (1, -1, True, 0.0, None, "0")),
    Case("of the round before", settled_before, RULE._replace(round=1), "unknown/incident"),
    Case("of no round", reported(), RULE._replace(round=7), "unknown/round"),
    Case("twice", ruled(), RULE, "rule/twice"),
    Case("a fact is missing", reported(PICTURES, "misdeal", "dealing"), RULE, "fact/missing"),
    *(Case(f"remedy {name!r}", reported(), RULE._replace(remedy=name), "unknown/remedy")
      for name in ("pay-double", "", 1)),
    Case("against the rulebook", reported(), RULE._replace(by=MANAGER, remedy="play-on"),
         "rule/remedy", "5.1"),
    Case("referred twice", ruled(PRIME, "misdeal"), RULE, "rule/twice"),
    Case("to refer is no decision", ruled(PRIME, "misdeal"),
         RULE._replace(by=MANAGER, remedy="refer", reason="x"), "rule/twice"),
    *(Case(f"reason {why!r}", ruled(PRIME, "misdeal"),
           RULE._replace(by=MANAGER, remedy="play-on", reason=why), "rule/reason")
      for why in ("", "  ")),
    Case("without authority", ruled(PRIME, "misdeal"),
         RULE._replace(by=SUPERVISOR, remedy="play-on", reason="x"), "authority/role"),
    Case("without authority", ruled(LUCKY, "other"),
         RULE._replace(by=SUPERVISOR, remedy="play-on", reason="x"), "authority/role", "5.16"),
    Case("without authority", reported(LUCKY, "drawn-together", order_known="no"), RULE,
         "authority/role", "5.10"),
    Case("moving cards of a void round", reported(), moved((1, (0, 1, 2))), "cards/place"),
    Case("part of a hand", misdealt, moved((1, (0, 1, 3)), (2, (2, 4, 5))), "cards/whole-hands"),
    Case("a card in two hands", misdealt, moved((1, (3, 4, 5))), "cards/dealt"),
    Case("a place that is none", misdealt, moved((1, (0, 1, 52))), "cards/dealt"),
    Case("to a box that is none", misdealt, moved((9, (0, 1, 2))), "unknown/box"),
    Case("a hand twice", misdealt, moved((1, (0, 1, 2)), (1, (3, 4, 5))), "rule/twice"),
]  # fmt: skip

choice = ruled(LUCKY, "exposed-cards", cards=1)


def chosen():
    table = choice()
    table.choose(1, "p1", "continue")
    return table


CHOICES = [
    *(Case(f"incident {n!r}", choice, CHOOSE._replace(number=n), "unknown/incident")
      for n in (1, -1, True, 0.0, None)),
    Case("of no round", choice, CHOOSE._replace(round=7), "unknown/round"),
    *(Case(f"box {box!r}", choice, CHOOSE._replace(box=box), "rule/no-choice")
      for box in (2, 3, None)),
    Case("nobody", choice, CHOOSE._replace(bettor="p9"), "rule/no-choice"),
    Case("twice", chosen, CHOOSE, "rule/no-choice"),
    Case("before the ruling", reported(LUCKY, "exposed-cards", cards=1), CHOOSE, "rule/no-choice"),
    *(Case(f"option {name!r}", choice, CHOOSE._replace(option=name), "unknown/option")
      for name in ("double", "", None, True)),
    Case("for another", choice, CHOOSE._replace(by=Actor("p2")), "authority/not-yours"),
]  # fmt: skip


def jackpot():
    table = Table(POKER, "As Ks Qs").open().bet(1, "p1").bet(1, "p1", "progressive", 250)
    return table.close().deal().decide_all().show_all()


def hidden():
    return Table(POKER).open().bet(1, "p1").close().deal().decide_all().show()


def paid_twice():
    """Two top hands, and p3 envies both."""
    table = Table(POKER, "As Ks Qs  Ah Kh Qh  2c 4d 6h").open()
    table.bet(1, "p1").bet(2, "p2").bet(3, "p3").bet(3, "p3", "progressive", 250)
    return table.play_out()


ENVY = PAY._replace(box=3, bettor="p3", wager="envy")
MONEY = [
    Case("a hand is face down", hidden, c.Settle(DEALS), "round/face-down", "3.13"),
    *(Case(f"jackpot {n!r}", jackpot, c.Settle(DEALS, n), "bet/jackpot")
      for n in (None, True, 1.0, "1000", -1, 10**30)),
    *(Case(f"reason {why!r}", at(POKER, "settled"), PAY._replace(reason=why), "payment/reason")
      for why in ("", " ")),
    *(Case(f"payment of {what}", at(POKER, "settled"), PAY._replace(**what), "unknown/payment")
      for what in ({"box": 3}, {"bettor": "p2"}, {"wager": "pair-plus"}, {"nth": 1}, {"nth": -1})),
    *(Case(f"net {n!r}", at(POKER, "settled"), PAY._replace(net=n), "payment/amount")
      for n in (-1001, -10**30, True, 1.0, "500", None)),
    Case("what was paid", at(POKER, "settled"),
         lambda table: PAY._replace(net=table.round.payments[0].net), "rule/twice"),
    Case("a third envy", paid_twice, ENVY._replace(nth=2), "unknown/payment"),
    Case("less than nothing", paid_twice, ENVY._replace(net=-1), "payment/amount"),
    Case("of no round", at(POKER, "settled"), PAY._replace(round=7), "unknown/round"),
    Case("of a void round", at(POKER, "void"), PAY, "round/order", "4.1"),
    Case("by the dealer", at(POKER, "settled"), PAY._replace(by=DEALS), "authority/role"),
]  # fmt: skip

CASES = [*REPORTS, *RULINGS, *CHOICES, *MONEY]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_wrong_command_is_refused_and_changes_nothing(case):
    assert answered(case) == (case.code, case.clause)


def test_two_envies_are_told_apart():
    table = paid_twice()
    table.say(ENVY._replace(nth=1, net=100))
    assert [paid.net for paid in table.round.payments if paid.wager == "envy"] == [25_000, 100]
