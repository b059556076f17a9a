"""The checks of the random walks can fail: each planted fault is found, by the check meant for it.

Faults of bounds and of views are planted in test_allowed.py and test_views.py.
"""

from collections.abc import Mapping

import pytest

from pitboss.play import commands as c
from pitboss.play import events as e
from pitboss.play import rulings
from pitboss.play.answers import Refusal, refuse
from pitboss.play.apply import APPLY
from pitboss.play.decide import HANDLERS
from pitboss.rulebooks import RULEBOOKS
from pitboss.table.settlement import Settler
from pitboss.testing.round_fault import RoundFault
from pitboss.testing.round_machine import walk
from tests.games import PLAIN
from tests.plain import settle_plainly
from tests.support.playing import DEALS, Table

POKER, LUCKY, PRIME, PICTURES = (
    "three-card-poker", "lucky-three-pictures", "three-card-prime", "three-pictures",
)  # fmt: skip
TABLES = 600  # Enough to find any of these; most are found at the first few.


def finds(message, game=POKER, error=RoundFault):
    """Whether walks over a game come across this fault."""
    plain = settle_plainly(PLAIN[game])
    with pytest.raises(error, match=message):
        walk(RULEBOOKS[game], TABLES, shrink=False, plain=plain)  # Shrinking takes a while.


# A command that leads to something wrong


def plant(monkeypatch, kind, fault):
    """Let a command be answered by `fault(round, command, answer)` instead of its answer."""
    handler = HANDLERS[kind]

    def answer(round, command):
        return fault(round, command, handler.answer(round, command))

    monkeypatch.setitem(HANDLERS, kind, handler._replace(answer=answer))


def if_accepted(fault):
    """The fault, in commands that are accepted only."""
    return lambda round, command, answer: (
        answer if isinstance(answer, Refusal) else fault(round, command, answer)
    )


def first_changed(**changes):
    """The first event with other fields; what is a function is called with the event."""

    def fault(round, command, answer):
        first, *rest = answer
        values = {k: value(first) if callable(value) else value for k, value in changes.items()}
        return (first._replace(**values), *rest)

    return if_accepted(fault)


def one_unit_more(settled):
    if not settled.payments:
        return settled.payments
    first, *rest = settled.payments
    return (first._replace(net=first.net + 1), *rest)


def one_card_less(dealt):
    (where, places), *rest = dealt.hands
    return ((where, places[:-1]), *rest)


def hands_in_reverse(dealt):
    places = [hand for _, hand in dealt.hands]
    return tuple((where, hand) for (where, _), hand in zip(dealt.hands, places[::-1], strict=True))


def takes_a_late_bet(round, command, answer):
    return (e.BetPlaced(1, "p1", "pair-plus", 1000, False, command.by),)


def changes_in_place(round, command, answer):
    for box in round.boxes.values():
        box.stakes.clear()
    return answer


def refuses(*refusal):
    return lambda round, command, answer: refuse(*refusal)


def if_refused(*refusal):
    """Another refusal in place of the right one."""
    return lambda round, command, answer: (
        refuse(*refusal) if isinstance(answer, Refusal) else answer
    )


COMMANDS = [
    ("still held after settlement", c.Settle, first_changed(payments=lambda s: s.payments[1:])),
    ("Wrong payments", c.Settle, first_changed(payments=one_unit_more)),
    ("A wrong number of cards was dealt", c.Deal, first_changed(hands=one_card_less)),
    ("dealt in a wrong order", c.Deal, first_changed(hands=hands_in_reverse)),
    ("The field box is not", c.PlaceBet, first_changed(box=True)),
    ("The field payments is not", c.Settle, first_changed(payments=list)),
    ("nothing follows", c.CloseBets, if_accepted(lambda *_: ())),
    ("changed in place", c.Reveal, if_accepted(changes_in_place)),
    ("not a sentence", c.CloseBets, if_refused("round/x", "Not now")),
    ("has the code 'no'", c.CloseBets, if_refused("no", "Not now.")),
    ("cites '9.9'", c.CloseBets, if_refused("a/b", "No.", ("9.9",))),
    ("Offered and refused: Settle", c.Settle, refuses("bet/price", "No.")),
    ("A late bet is in", c.Reveal, if_accepted(takes_a_late_bet)),
    ("Round 2 follows round 0", c.OpenBets, first_changed(round=lambda opened: opened.round + 1)),
    ("for somebody else", c.PlaceBet, first_changed(bettor="p9")),
    ("decided twice", c.Fold, if_accepted(lambda round, command, answer: (*answer, *answer))),
    ("does not equal the first bet", c.Play, first_changed(amount=lambda play: play.amount + 1)),
    ("The meter gets a wrong part", c.CloseBets, first_changed(contributions=lambda closed: tuple(
        fed._replace(amount=fed.amount + 1) for fed in closed.contributions
    ))),
    ("without a reason that exists", c.GiveRuling, first_changed(because=e.Because())),
    ("without a reason that exists", c.GiveRuling,
     first_changed(because=e.Because(("9.9",), (), "So."))),
]  # fmt: skip


@pytest.mark.parametrize(("message", "kind", "fault"), COMMANDS)
def test_a_command_that_leads_to_something_wrong_is_found(monkeypatch, message, kind, fault):
    plant(monkeypatch, kind, fault)
    finds(message)


def raises_an_error(round, command, answer):
    raise KeyError("no such thing")


def test_an_exception_is_found(monkeypatch):
    plant(monkeypatch, c.CloseBets, if_accepted(raises_an_error))
    finds("no such thing", error=KeyError)


def test_3_10_a_player_who_examines_two_hands_is_found(monkeypatch):
    def answer(round, command, answer):
        if isinstance(answer, Refusal) and answer.code == "rule/one-hand":
            return (e.HandExamined(command.box, command.by.id, command.by),)
        return answer

    plant(monkeypatch, c.Examine, answer)
    monkeypatch.setattr("pitboss.testing.round_machine.was_offered", lambda *_: True)
    finds("examines two hands", LUCKY)


def test_payments_that_change_by_themselves_are_found(monkeypatch):
    def pays_one_more(round, command, answer):
        target = round if answer[0].round == round.number else round.before
        if not target.payments or len(answer) > 1:
            return answer
        paid, because = target.payments[0], e.Because(policies=("referral",), says="So.")
        more = e.PaymentCorrected(
            target.number, 0, paid.box, paid.bettor, paid.wager, paid.row, paid.net, paid.net + 1,
            because, command.by,
        )  # fmt: skip
        return (*answer, more)

    plant(monkeypatch, c.GiveRuling, if_accepted(pays_one_more))
    finds("change without a cause", PICTURES)


# An event that is applied wrongly


def plant_in_apply(monkeypatch, kind, fault):
    """Let an event be applied as `fault(round, event, after)`."""
    right = APPLY[kind]
    monkeypatch.setitem(APPLY, kind, lambda round, event: fault(round, event, right(round, event)))


def forgets(round, event, after):
    return round


def counts_a_raise_once(round, event, after):
    box = round.boxes.get(event.box)
    return round if box and event.wager in box.stakes.get(event.bettor, {}) else after


def turns_a_card_of_nobody(round, event, after):
    card = next(card for card in range(52) if card not in after.faces.values())
    return after.but(faces={**after.faces, 51: card})


def clears_the_bets(round, event, after):
    round.boxes.clear()
    return after


class Tally(Mapping):
    """A mapping that is never the same twice."""

    count = 0

    def __init__(self):
        Tally.count += 1
        self.number = Tally.count

    def __getitem__(self, key):
        return self.number

    def __iter__(self):
        return iter(("number",))

    def __len__(self):
        return 1


EVENTS = [
    ("The money differs|Accepted and not offered", e.BetPlaced, counts_a_raise_once),
    ("The money differs", e.Played, forgets),
    ("The money differs", e.Settled, lambda r, v, after: after.but(payments=())),
    ("The meter differs|The money differs", e.BetsClosed,
     lambda r, v, after: after.but(contributions={})),
    ("The cards differ: .* are up", e.Revealed, turns_a_card_of_nobody),
    ("The cards differ: .* are dealt", e.Dealt, lambda r, v, after: after.but(dealer=(49, 50, 51))),
    ("are awaited", e.Dealt, lambda r, v, after: after.but(waiting=frozenset())),
    ("back to dealing", e.Revealed, lambda r, v, after: after.but(phase="dealing")),
    ("leads to two rounds", e.BetsClosed, lambda r, v, after: after.but(corrections=Tally())),
    ("changed in place", e.BetsClosed, clears_the_bets),
]  # fmt: skip


@pytest.mark.parametrize(("message", "kind", "fault"), EVENTS)
def test_an_event_that_is_applied_wrongly_is_found(monkeypatch, message, kind, fault):
    plant_in_apply(monkeypatch, kind, fault)
    finds(message)


# Rulings and settlement


def plant_in_void(monkeypatch, fault):
    right = rulings.CARRY_OUT["void-round"]

    def wrong(*arguments):
        (voided,) = right(*arguments)
        return (voided._replace(bets=fault(voided.bets)),)

    monkeypatch.setitem(rulings.CARRY_OUT, "void-round", wrong)


def test_a_void_that_forgets_a_bet_is_found(monkeypatch):
    plant_in_void(monkeypatch, lambda bets: bets[1:])
    finds("A void leaves somebody")


def test_a_ruling_without_authority_is_found(monkeypatch):
    monkeypatch.setattr(rulings, "_no_authority", lambda *_: None)
    finds("without authority", PRIME)


def test_a_settler_that_pays_wrongly_is_found_by_the_plain_settlement(monkeypatch):
    """The round and the check both ask the settler, so they agree; the plain settlement differs."""
    right = Settler.lines

    def one_unit_more_for_winners(*arguments):
        lines = right(*arguments)
        return [line._replace(net=line.net + 1) if line.net > 0 else line for line in lines]

    monkeypatch.setattr(Settler, "lines", one_unit_more_for_winners)
    finds("and plainly", PICTURES)


def test_a_table_without_a_way_on_is_found(monkeypatch):
    for kind in (c.Settle, c.ReportIncident):
        plant(monkeypatch, kind, refuses("round/order", "Not yet."))
    finds("no way on from|Offered and refused")


def test_a_fault_is_shown_with_the_fewest_commands(monkeypatch):
    plant_in_apply(monkeypatch, e.Dealt, raises_an_error)
    with pytest.raises(KeyError) as caught:
        walk(RULEBOOKS[POKER], 30)
    commands = [line.partition("(")[0] for line in caught.value.__notes__ if "by=Actor" in line]
    assert commands[0] == "OpenBets"
    assert commands[-2:] == ["CloseBets", "Deal"]
    assert len(commands) <= 5


# Faults that walks find only after a minute, or by another check first: tables led there


def test_a_void_that_keeps_the_contribution_is_found(monkeypatch):
    plant_in_void(monkeypatch, lambda bets: tuple(bet._replace(from_meter=0) for bet in bets))
    table = Table(POKER).open().bet(1, "p1").bet(1, "p1", "progressive", 250).close()
    with pytest.raises(RoundFault, match="The money differs"):
        table.ruled("deck-count")


def test_a_bet_over_the_maximum_is_found(monkeypatch):
    table = Table(PICTURES, limits={"initial": (100, 1000)}).open().bet(1, "p1", amount=1000)
    plant(monkeypatch, c.PlaceBet, lambda r, command, a: (e.BetPlaced(*command[1:], command.by),))
    with pytest.raises(RoundFault, match="Bets of 2000"):
        table.bet(1, "p1", amount=1000)


def test_a_round_that_is_played_out_and_not_settled_is_found(monkeypatch):
    table = Table(POKER).to("revealed")
    plant(monkeypatch, c.Settle, refuses("bet/price", "No."))
    with pytest.raises(RoundFault, match="played out cannot be settled"):
        table.refused(c.Settle(DEALS, 0))
