"""Refusals: every command out of order, without authority, or while play has stopped.

What else can be wrong with a command is in test_refusals_bets and test_refusals_incidents; here
it is also checked that no code of a refusal was left out by all three.
"""

import ast
from pathlib import Path

import pytest

import pitboss.play
from pitboss.play import commands as c
from pitboss.play.answers import Refusal
from pitboss.play.apply import replay
from pitboss.play.decide import carry_on, decide, start
from pitboss.play.events import DEALER, Actor
from pitboss.play.rulings import RANK
from pitboss.rulebooks import RULEBOOKS
from tests import test_refusals_bets as of_bets
from tests import test_refusals_incidents as of_incidents
from tests.support.playing import DEALS, MANAGER, SUPERVISOR, Table
from tests.support.refusing import at, check, codes

GAMES = list(RULEBOOKS)
PHASES = (
    "idle", "betting", "dealing", "examining", "decided", "revealed", "settled", "void",
)  # fmt: skip
P2, P3 = Actor("p2"), Actor("p3")
TAKES_BACK_LATE = ("lucky-three-pictures", "three-card-prime")  # Refused; noted elsewhere.


def right_commands(table):
    """A right command of each type, for a table with bets of p1 and p2 on boxes 1 and 2."""
    first = table.setup.first
    return {
        c.OpenBets: c.OpenBets(DEALS),
        c.PlaceBet: c.PlaceBet(P3, 3, "p3", first, 100),
        c.SetBets: c.SetBets(P3, 3, "p3", {first: 100}),
        c.TakeBack: c.TakeBack(P2, 2, "p2", first),
        c.CloseBets: c.CloseBets(DEALS),
        c.Deal: c.Deal(DEALS),
        c.Examine: c.Examine(P2, 2),
        c.ReturnHand: c.ReturnHand(P2, 2, table.shoe.hand(table.round.places(2))),
        c.Fold: c.Fold(P2, 2),
        c.Play: c.Play(P2, 2),
        c.TimeOut: c.TimeOut(DEALS),
        c.Reveal: c.Reveal(DEALS, DEALER, table.shoe.hand(table.round.dealer)),
        c.CorrectCard: c.CorrectCard(DEALS, DEALER, *mistyped(table)),
        c.ReportIncident: c.ReportIncident(DEALS, "other"),
        c.GiveRuling: c.GiveRuling(DEALS, 0),
        c.Choose: c.Choose(P2, 0, 2, "p2", "continue"),
        c.Settle: c.Settle(DEALS),
        c.CorrectPayment: c.CorrectPayment(SUPERVISOR, 2, "p2", first, 77, "it was misread"),
    }


def mistyped(table):
    """The last card of the dealer's, and one that is still in the shoe."""
    return table.shoe.card((table.round.dealer or (0,))[-1]), table.shoe.card(51)


def table_at(game, phase):
    return at(game, phase)()


# By phase, as above: the code, or nothing where the command is accepted.
NOT_OVER, ORDER, LATE = "round/not-over", "round/order", "rule/late-bet"
NONE, SHUT, OVER, LIES = "unknown/incident", "rule/not-open", "round/over", "cards/unknown"
CODES = {
    c.OpenBets: ("", *[NOT_OVER] * 5, "", ""),
    c.PlaceBet: (SHUT, "", *[LATE] * 4, SHUT, SHUT),
    c.SetBets: (SHUT, "", *[LATE] * 4, SHUT, SHUT),
    c.CloseBets: (ORDER, "", *[ORDER] * 6),
    c.Deal: (ORDER, ORDER, "", *[ORDER] * 5),
    c.Examine: (*[ORDER] * 3, "", *[ORDER] * 4),
    c.Reveal: (*[ORDER] * 4, "", *[ORDER] * 3),
    c.CorrectCard: (*[ORDER] * 3, LIES, LIES, "", ORDER, ORDER),
    c.ReportIncident: (ORDER, *[""] * 6, OVER),
    c.GiveRuling: (ORDER, *[NONE] * 6, "rule/twice"),
    c.Choose: (ORDER, *[NONE] * 6, "rule/no-choice"),
    c.TimeOut: (ORDER, "", ORDER, "", *[ORDER] * 4),
    c.Settle: (*[ORDER] * 5, "", ORDER, ORDER),
    c.CorrectPayment: (*[ORDER] * 6, "", ORDER),
}
DECIDES = (*[ORDER] * 3, "", *[ORDER] * 4)


def expected(game, kind):
    """The codes of a command, phase by phase."""
    folds = RULEBOOKS[game].decision
    if kind is c.TakeBack:
        late = "rule/late-withdrawal" if game in TAKES_BACK_LATE else ""
        return (OVER, "", *[late] * 4, OVER, OVER)
    if kind is c.TimeOut and game == "lucky-three-pictures":  # 5.3: the bets are settled.
        return (ORDER, "rule/walked-away", *CODES[kind][2:])
    if kind in (c.Fold, c.Play):
        return DECIDES if folds else ("bet/fold",) * 8
    if kind is c.ReturnHand:
        return (*[ORDER] * 3, "round/decide" if folds else "", *[ORDER] * 4)
    return CODES[kind]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", c.COMMANDS.values(), ids=c.COMMANDS)
@pytest.mark.parametrize("game", GAMES)
def test_each_command_in_each_phase(game, kind, phase):
    table = table_at(game, phase)
    command = right_commands(table)[kind]
    code = expected(game, kind)[PHASES.index(phase)]
    if code:
        assert check(table, command)[0] == code
        after, answer = carry_on(table.round, command)
        assert after is table.round
        assert isinstance(answer, Refusal)
    else:
        events = table.say(command)
        assert events
        assert table.round == replay(start(table.setup), table.events)


CLAUSES = {  # Of Three Card Poker: what is cited when a command comes in the wrong order.
    c.OpenBets: "1.1.8", c.CloseBets: "3.2", c.Deal: "3.6", c.Examine: "3.7", c.Fold: "3.7",
    c.Play: "3.7", c.ReturnHand: "3.7", c.TimeOut: "1.1.6", c.Reveal: "3.12", c.Settle: "3.13",
    c.CorrectCard: "1.1.8", c.PlaceBet: "5.6", c.CorrectPayment: "4.1",
}  # fmt: skip


@pytest.mark.parametrize("kind", CLAUSES, ids=lambda kind: kind.__name__)
def test_the_wrong_order_is_refused_by_the_clause_that_gives_the_right_one(kind):
    table = table_at("three-card-poker", "dealing")
    if kind is c.Deal:
        table = table_at("three-card-poker", "examining")
    assert check(table, right_commands(table)[kind])[1] == CLAUSES[kind]


# Authority


LEAST = {
    **dict.fromkeys(c.COMMANDS.values(), "dealer"),
    **dict.fromkeys((c.PlaceBet, c.SetBets, c.TakeBack, c.Examine, c.ReturnHand), "player"),
    **dict.fromkeys((c.Fold, c.Play, c.Choose), "player"),
    c.CorrectPayment: "pit-supervisor",
}


@pytest.mark.parametrize("kind", c.COMMANDS.values(), ids=c.COMMANDS)
@pytest.mark.parametrize("role", ["cook", "", "Dealer", None, "auditor", "spectator"])
def test_nobody_says_anything_in_a_role_that_does_not_exist(kind, role):
    table = table_at("three-card-poker", "examining")
    command = right_commands(table)[kind]._replace(by=Actor("p2", role))
    assert check(table, command) == ("authority/role", None)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", c.COMMANDS.values(), ids=c.COMMANDS)
def test_each_command_takes_its_role(kind, phase):
    table = table_at("lucky-three-pictures", phase)
    for role, rank in RANK.items():
        command = right_commands(table)[kind]._replace(by=Actor("p2", role))
        answer = decide(table.round, command)
        too_low = rank < RANK[LEAST[kind]]
        assert (isinstance(answer, Refusal) and answer.code == "authority/role") == too_low


# While an incident waits


WAITS = {
    c.OpenBets, c.PlaceBet, c.SetBets, c.TakeBack, c.CloseBets, c.Deal, c.Examine, c.ReturnHand,
    c.Fold, c.Play, c.TimeOut, c.Reveal, c.Settle,
}  # fmt: skip


@pytest.mark.parametrize("phase", PHASES[1:7])
@pytest.mark.parametrize("kind", c.COMMANDS.values(), ids=c.COMMANDS)
def test_play_waits_for_the_ruling_and_what_settles_the_matter_does_not(kind, phase):
    table = table_at("three-card-poker", phase)
    table.incident("misdeal", whole_hands_repair="yes")
    answer = decide(table.round, right_commands(table)[kind])
    stopped = isinstance(answer, Refusal) and answer.code == "round/stopped"
    assert stopped == (kind in WAITS)


def test_play_waits_for_a_decision_that_was_referred():
    table = table_at("three-card-prime", "examining")
    table.ruled("misdeal")
    assert check(table, c.Fold(DEALS, 1)) == ("round/stopped", None)
    table.rule(0, MANAGER, "play-on", "nothing is wrong")
    table.say(c.Fold(DEALS, 1))


def test_an_incident_of_the_round_before_does_not_stop_this_one():
    table = Table("three-card-prime").to("next round open")
    table.incident("misdeal", round=1)
    table.bet(1, "p1").close()
    assert table.round.phase == "dealing"


# Nothing is left out


def codes_in_source():
    """Every code that is written out in a call of `refuse`."""
    written = set()
    for path in Path(pitboss.play.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "refuse":
                code = node.args[0]
                assert isinstance(code, ast.Constant), f"{path.name}: {ast.unparse(node)}"
                written.add(code.value)
    return written


def test_every_code_of_a_refusal_is_met_by_a_test():
    here = {code for phases in CODES.values() for code in phases} | {"round/stopped"}
    met = here | codes(of_bets.CASES) | codes(of_incidents.CASES)
    assert len(codes_in_source()) > 40
    assert codes_in_source() - met == set()


def test_every_type_of_command_is_met():
    table = table_at("three-card-poker", "examining")
    assert set(right_commands(table)) == set(c.COMMANDS.values())
