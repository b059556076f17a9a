"""The checks of a walk can fail: each planted bug is found, by the check that is meant for it."""

import random

import pytest

from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play import player_actions as looking
from pitboss.play import rulings
from pitboss.play.answers import Refusal, refuse
from pitboss.play.apply import APPLY
from pitboss.play.decide import HANDLERS
from pitboss.play.setup import setup
from pitboss.rulebooks import RULEBOOKS
from tests.support.walker import Walk
from tests.support.walking.moves import STEPS
from tests.support.walking.scene import DEALS, MANAGER, STAFF
from tests.support.walking.shrink import fewest
from tests.support.walking.table import Table
from tests.support.walking.wrong import Wrong


def play(rounds=6, game="three-card-poker"):
    """Rounds without an incident."""
    table, chance = Table(setup(RULEBOOKS[game].configure(), boxes=4)), random.Random(5)
    said = []
    while table.round.number <= rounds:
        phase = table.round.phase
        is_over = phase in ("idle", "settled")
        said.append(c.OpenBets(DEALS) if is_over else STEPS[phase](table.scene, chance))
        try:
            table.say(said[-1], chance)
        except Wrong as error:
            error.said, error.setup = said, table.setup
            raise
        assert len(said) < 1000, "there is no way on"
    return table


def void():
    """A round that is void after settlement, and a bet that is put right before."""
    table, chance = Table(setup(RULEBOOKS["three-card-poker"].configure())), random.Random(5)
    for bettor in ("p1", "p2"):
        table.say(c.OpenBets(DEALS), chance)
        box = int(bettor[1])
        table.say(c.PlaceBet(e.Actor(bettor), box, bettor, "ante", 1000), chance)
        table.say(c.PlaceBet(e.Actor(bettor), box, bettor, "progressive", 250), chance)
    table.say(c.CloseBets(DEALS), chance)
    table.say(c.ReportIncident(DEALS, "deck-count"), chance)
    table.say(c.GiveRuling(DEALS, 0), chance)
    return table


def test_without_a_bug_nothing_is_found():
    assert play().round.number == 7
    assert play(game="three-card-prime").round.number == 7
    assert void().round.phase == "void"


def change(monkeypatch, kind, make):
    """Let a command lead to something else: `make` is given the round, the command and the rest."""
    right = HANDLERS[kind]

    def wrong(round, command):
        return make(round, command, right.answer(round, command))

    monkeypatch.setitem(HANDLERS, kind, right._replace(answer=wrong))


def change_apply(monkeypatch, kind, make):
    right = APPLY[kind]
    monkeypatch.setitem(APPLY, kind, lambda round, event: make(round, event, right(round, event)))


def unless_refused(make):
    return lambda round, command, answer: (
        answer if isinstance(answer, Refusal) else make(round, command, answer)
    )


def a_card_of_nobody(round, event, after):
    faces = {**after.faces, 51: next(n for n in range(52) if n not in after.faces.values())}
    return after.but(faces=faces)


def one_more(round, command, answer):
    (settled,) = answer
    first, *rest = settled.payments
    return (settled._replace(payments=(first._replace(net=first.net + 1), *rest)),)


def one_bet_less(round, command, answer):
    (settled,) = answer
    return (settled._replace(payments=settled.payments[1:]),)


def one_card_less(round, command, answer):
    (dealt,) = answer
    (where, places), *rest = dealt.hands
    return (dealt._replace(hands=((where, places[:-1]), *rest)),)


def takes_late_bets(round, command, answer):
    return (e.BetPlaced(1, "p1", "pair-plus", 1000, False, command.by),)


def changes_in_place(round, command, answer):
    for box in round.boxes.values():
        box.stakes.clear()
    return answer


def forgets(round, event, after):
    return round


times = iter(range(10**6))

COMMANDS = [
    ("money: .* still held", c.Settle, unless_refused(one_bet_less)),
    ("settlement: .* is paid", c.Settle, unless_refused(one_more)),
    ("deal: ", c.Deal, unless_refused(one_card_less)),
    ("plain data: box", c.PlaceBet, unless_refused(lambda r, o, a: (a[0]._replace(box=True),))),
    ("plain data: payments", c.Settle,
     unless_refused(lambda r, o, a: (a[0]._replace(payments=[]),))),
    ("nothing: ", c.CloseBets, lambda round, command, answer: ()),
    ("purity: ", c.CloseBets, changes_in_place),
    ("refusal: .* no sentence", c.CloseBets, lambda r, o, a: refuse("round/x", "Not now")),
    ("refusal: the code", c.CloseBets, lambda r, o, a: refuse("no", "Not now.")),
    ("refusal: there is no clause", c.CloseBets, lambda r, o, a: refuse("a/b", "No.", ("9.9",))),
    ("settlement: a round that is", c.Settle, lambda r, o, a: refuse("bet/price", "No.")),
    ("exception: ", c.CloseBets, lambda round, command, answer: {}["no such thing"]),
    ("late bet: ", c.Reveal, takes_late_bets),
    ("order: ", c.OpenBets, lambda r, o, a: (a[0]._replace(round=a[0].round + 1),)),
    ("authority: ", c.PlaceBet, unless_refused(lambda r, o, a: (a[0]._replace(bettor="p9"),))),
    ("decision: ", c.Fold, unless_refused(lambda r, o, a: (*a, *a))),
    ("money: .* not what the first", c.Play, unless_refused(
        lambda r, o, a: (a[0]._replace(amount=a[0].amount + 1),)
    )),
]  # fmt: skip


@pytest.mark.parametrize(("found", "kind", "make"), COMMANDS)
def test_a_command_that_leads_to_something_wrong_is_found(monkeypatch, found, kind, make):
    change(monkeypatch, kind, make)
    with pytest.raises(Wrong, match=found):
        play()


EVENTS = [
    ("money: by the events", e.BetPlaced, forgets),
    ("money: by the events", e.Played, forgets),
    ("money: by the events", e.Settled, lambda r, v, after: after.but(payments=())),
    ("cards: .* are up", e.Revealed, a_card_of_nobody),
    ("cards: .* are dealt", e.Dealt, lambda r, v, after: after.but(dealer=(49, 50, 51))),
    ("order: ", e.Dealt, lambda r, v, after: after.but(waiting=frozenset())),
    ("order: ", e.Revealed, lambda r, v, after: after.but(phase="dealing")),
    ("replay: the events", e.BetsClosed, lambda r, v, after: after.but(withdrawn=next(times))),
    ("purity: ", e.BetsClosed, lambda r, v, after: r.boxes.clear() or after),
]


@pytest.mark.parametrize(("found", "kind", "make"), EVENTS)
def test_an_event_that_is_applied_wrongly_is_found(monkeypatch, found, kind, make):
    change_apply(monkeypatch, kind, make)
    with pytest.raises(Wrong, match=found):
        play()


def test_a_void_that_forgets_somebody_is_found(monkeypatch):
    right = rulings.CARRY_OUT["void-round"]

    def wrong(*told):
        (voided,) = right(*told)
        return (voided._replace(bets=voided.bets[1:]),)

    monkeypatch.setitem(rulings.CARRY_OUT, "void-round", wrong)
    with pytest.raises(Wrong, match="money: Voided"):
        void()


def test_a_void_that_keeps_the_contribution_is_found(monkeypatch):
    right = rulings.CARRY_OUT["void-round"]

    def wrong(*told):
        (voided,) = right(*told)
        return (voided._replace(bets=tuple(bet._replace(from_meter=0) for bet in voided.bets)),)

    monkeypatch.setitem(rulings.CARRY_OUT, "void-round", wrong)
    with pytest.raises(Wrong, match=r"money: by the events .* 100\), in round 1 .* 0\)"):
        void()


def test_a_ruling_without_authority_is_found(monkeypatch):
    monkeypatch.setattr(rulings, "_no_authority", lambda *told: None)
    table, chance = Table(setup(RULEBOOKS["three-card-prime"].configure())), random.Random(1)
    table.say(c.OpenBets(DEALS), chance)
    table.say(c.ReportIncident(DEALS, "misdeal"), chance)
    with pytest.raises(Wrong, match="authority: "):
        table.say(c.GiveRuling(STAFF[1], 0, "play-on", "It is late."), chance)


def test_a_ruling_that_cites_nothing_is_found(monkeypatch):
    table, chance = Table(setup(RULEBOOKS["three-card-prime"].configure())), random.Random(1)
    table.say(c.OpenBets(DEALS), chance)
    table.say(c.ReportIncident(DEALS, "misdeal"), chance)
    change(monkeypatch, c.GiveRuling, lambda r, o, a: (a[0]._replace(because=e.Because()),))
    with pytest.raises(Wrong, match="citation: "):
        table.say(c.GiveRuling(MANAGER, 0), chance)


def test_payments_that_change_by_themselves_are_found(monkeypatch):
    table, chance = play(2), random.Random(1)
    before = table.round.before
    table.say(c.ReportIncident(DEALS, "misplaced-bet", round=before.number), chance)
    paid = before.payments[0]
    because = e.Because(policies=("referral",), says="So.")
    more = e.PaymentCorrected(
        before.number, 0, paid.box, paid.bettor, paid.wager, paid.row, paid.net, paid.net + 1,
        because, MANAGER,
    )  # fmt: skip
    change(monkeypatch, c.GiveRuling, lambda r, o, a: (*a, more))
    with pytest.raises(Wrong, match="payments: "):
        table.say(c.GiveRuling(DEALS, 0, round=before.number), chance)


def test_a_bet_over_the_maximum_is_found(monkeypatch):
    rules = RULEBOOKS["three-pictures"].configure()
    table, chance = Table(setup(rules, {"initial": (100, 1000)})), random.Random(1)
    table.say(c.OpenBets(DEALS), chance)
    bet = c.PlaceBet(e.Actor("p1"), 1, "p1", "initial", 1000)
    table.say(bet, chance)
    change(monkeypatch, c.PlaceBet, lambda r, o, a: (e.BetPlaced(*o[1:], o.by),))
    with pytest.raises(Wrong, match="limits: 2000"):
        table.say(bet, chance)


def test_3_10_somebody_who_looks_at_two_hands_is_found(monkeypatch):
    rules = RULEBOOKS["lucky-three-pictures"].configure()
    table, chance = Table(setup(rules)), random.Random(1)
    table.say(c.OpenBets(DEALS), chance)
    for box in (1, 2):
        table.say(c.PlaceBet(e.Actor("p1"), box, "p1", "initial", 1000), chance)
    for command in (c.CloseBets(DEALS), c.Deal(DEALS), c.Examine(e.Actor("p1"), 1)):
        table.say(command, chance)
    change(monkeypatch, c.Examine, lambda r, o, a: (e.HandExamined(o.box, o.by.id, o.by),))
    with pytest.raises(Wrong, match="one hand: "):
        table.say(c.Examine(e.Actor("p1"), 2), chance)


def test_a_table_without_a_way_on_is_found(monkeypatch):
    change(monkeypatch, c.Settle, lambda r, o, a: refuse("round/order", "Not yet."))
    change(monkeypatch, c.ReportIncident, lambda r, o, a: refuse("round/order", "Not yet."))
    with pytest.raises(Wrong, match="stuck: there is no way on from revealed"):
        Walk("three-card-poker", 1).go(2000)


def test_a_walk_that_fails_says_the_fewest_commands(monkeypatch):
    change(monkeypatch, c.CloseBets, unless_refused(lambda r, o, a: {}["no such thing"]))
    with pytest.raises(Wrong) as failed:
        play()
    short = fewest(failed.value.setup, failed.value.said, failed.value)
    assert [type(command) for command in short] == [c.OpenBets, c.PlaceBet, c.CloseBets]
    with pytest.raises(Wrong, match=r"(?s)exception: KeyError.*three-card-poker.*CloseBets"):
        Walk("three-card-poker", 1).go(2000)


def test_what_is_patched_here_is_what_decides():
    assert HANDLERS[c.Examine].answer is looking.examine
