"""A ledger that knows only events equals the round, at every step of every recorded round."""

from pathlib import Path
from typing import get_type_hints

import pytest

from pitboss.notation.record import run
from pitboss.notation.text import read
from pitboss.play import Ledger, Refusal
from pitboss.play import events as e
from pitboss.testing.money_checks import Books
from tests.support.playing import MANAGER, Table

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_equals_the_round_at_every_step(path):
    record = read(path.read_text("utf-8"))
    books, moved = Books(record.setup), 0
    for outcome in run(record):
        if isinstance(outcome.answer, Refusal):
            continue
        for event in outcome.answer:
            books.post(event)
        books.check(outcome.after.round)
        moved += sum(sum(ledger.staked.values()) for ledger, _ in books.ledgers.values())
    assert moved


def ledger_of(table):
    ledger = Ledger()
    for event in table.events:
        ledger.post(event)
    return ledger


def test_the_meter_gets_a_part_of_the_price_and_gives_the_jackpot():
    table = Table("three-card-poker", "As Ks Qs  9c 7d 3h  Kd Jc 4s").open()
    table.bet(1, "p1").bet(1, "p1", "progressive", 250).bet(2, "p2").play_out(jackpot=1_000_000)
    ledger = ledger_of(table)
    assert (ledger.meter_got, ledger.meter_given) == (50, 1_000_000)
    assert ledger.staked == {"p1": 2250, "p2": 2000}
    assert ledger.paid == {"p1": 2000 + 2000 + 5000 + 1_000_000, "p2": 0}


def test_5_2_a_void_after_a_hit_gives_the_meter_its_money_back():
    table = Table("three-card-poker", "As Ks Qs  9c 7d 3h  Kd Jc 4s").open()
    table.bet(1, "p1").bet(1, "p1", "progressive", 250).bet(2, "p2").play_out(jackpot=1_000_000)
    table.ruled("deck-count")
    ledger = ledger_of(table)
    assert ledger.meter_got - ledger.meter_given == 0
    assert all(
        ledger.staked[who] == ledger.returned[who] + ledger.paid[who] for who in ("p1", "p2")
    )


def test_a_bet_that_leaves_after_the_close_says_what_the_meter_gives_back():
    table = Table("three-card-poker").open().bet(1, "p1").bet(1, "p1", "progressive", 250)
    table.bet(2, "p2").close().deal().incident("other", box=1)
    events = table.rule(0, MANAGER, "remove-hand", "the cards fell to the floor")
    removed = [event for event in events if isinstance(event, e.BetRemoved)]
    assert {event.wager: event.from_meter for event in removed} == {"ante": 0, "progressive": 50}


def test_who_acts_has_one_type_in_every_event():
    for kind in e.EVENTS.values():
        assert get_type_hints(kind)["by"] is e.Actor, kind
