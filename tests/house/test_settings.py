"""Settings have a time from which they hold, wait for the end of a round, and are pinned in it."""

from dataclasses import replace

import pytest
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.checks.table_check import Counts
from pitboss.house.checks.verify import verify
from pitboss.house.events import BankCredited, BankFilled, SettingsAdopted
from pitboss.house.records.ledger import CAGE, Account
from pitboss.house.storage.schema import HOUSE_SETTINGS
from pitboss.house.tables import practice
from pitboss.house.tables.recovery import events_of
from tests.support.houses import (
    PRACTICE,
    START,
    Clock,
    Guest,
    assert_in_order,
    balances_of,
    entries_of,
    findings,
    main_of,
    opened,
)

PICTURES = "three-pictures"
HOUR = 3_600_000_000


def with_boxes(boxes, effective=0):
    """The practice house whose Three Pictures has another number of boxes."""
    offer = PRACTICE.offer(PICTURES)
    changed = offer._replace(setup=replace(offer.setup, boxes=boxes))
    return replace(PRACTICE, offers={**PRACTICE.offers, PICTURES: changed}, effective=effective)


def adopted(house):
    return [
        (event.fingerprint, event.effective)
        for entry in entries_of(house.engine, "house")
        for event in events_of(entry)
        if isinstance(event, SettingsAdopted)
    ]


def test_settings_are_adopted_once(place):
    for _ in range(3):
        with opened(**place) as house:
            assert adopted(house) == [(PRACTICE.fingerprint, START)]
    assert_in_order(**place)


def test_settings_begin_at_their_time_and_not_within_a_round(place):
    clock, new = Clock(), with_boxes(2, START + HOUR)
    with opened(**place, clock=clock) as house:
        guest = Guest(house, PICTURES)
        house.adopt(new).result(30)
        guest.stake({1: {"initial": 500}})
        assert (house.settings, guest.round.setup.boxes) == (PRACTICE, 3)
        clock.now = START + HOUR
        assert guest.round.setup.boxes == 3  # Bets lie there already.
        assert house.settings == new
        guest.deal()
        assert guest.round.setup.boxes == 2
        guest.deal({1: {"initial": 500}})
        fingerprints = [entry.fingerprint for entry in entries_of(house.engine, guest.table)]
        assert len(set(fingerprints)) == 2
        assert adopted(house)[1] == (new.fingerprint, START + HOUR)
    assert_in_order(**place)


def test_settings_that_wait_outlive_a_restart(place):
    clock, new = Clock(), with_boxes(2, START + HOUR)
    with opened(**place, clock=clock, settings=new) as house:
        assert house.settings == new  # The first ones of a house hold at once.
    clock = Clock()
    later = with_boxes(4, START + 2 * HOUR)
    with opened(**place, clock=clock, settings=later) as house:
        assert house.settings == new
    with opened(**place, clock=Clock(START + HOUR), settings=later) as house:
        assert house.settings == new
        assert len(adopted(house)) == 2
    with opened(**place, clock=Clock(START + 2 * HOUR), settings=later) as house:
        assert house.settings == later
        assert Guest(house, PICTURES).round.setup.boxes == 4
    assert_in_order(**place)


def test_a_later_change_replaces_one_that_waits(tmp_path):
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:
        house.adopt(with_boxes(2, START + 2 * HOUR)).result(30)
        house.adopt(with_boxes(4, START + HOUR)).result(30)
        clock.now = START + HOUR
        guest = Guest(house, PICTURES)
        assert guest.round.setup.boxes == 4
        clock.now = START + 2 * HOUR
        assert guest.round.setup.boxes == 4  # What was adopted last holds.
    assert_in_order(tmp_path)


def test_a_table_that_is_no_longer_offered_stays_as_it_was(tmp_path):
    with opened(tmp_path) as house:
        guest = Guest(house, PICTURES)
        offers = {key: offer for key, offer in PRACTICE.offers.items() if key != PICTURES}
        house.adopt(replace(PRACTICE, offers=offers)).result(30)
        guest.deal({1: {"initial": 500}})
        assert guest.round.setup == PRACTICE.offer(PICTURES).setup
        with pytest.raises(PitbossError, match="There is no game 'three-pictures'"):
            house.sit(guest.id, PICTURES).result(30)
    assert_in_order(tmp_path)


def test_the_grant_is_the_houses(tmp_path):
    generous = replace(PRACTICE, grant=PRACTICE.grant._replace(amount=250_000))
    with opened(tmp_path, settings=generous) as house:
        assert Guest(house, PICTURES).balance == 250_000
    assert_in_order(tmp_path)


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE house_settings SET effective = 5", "others were adopted"),
        ("DELETE FROM house_settings", "are missing"),
        ("UPDATE house_settings SET body = replace(body, '$', '€')", "not those that were adopted"),
        ("UPDATE house_settings SET body = '{'", "They can't be read"),
    ],
)
def test_changed_settings_are_found(tmp_path, statement, says):
    with opened(tmp_path) as house, house.engine.begin() as connection:
        connection.exec_driver_sql(statement)
        assert connection.execute(sa.select(sa.func.count()).select_from(HOUSE_SETTINGS))
    problems, _ = findings(tmp_path)
    assert [problem for problem in problems if says in problem.says] == problems != []


# Banks


def banked(imprest=1_000_000):
    offers = {key: offer._replace(bank=imprest) for key, offer in PRACTICE.offers.items()}
    return replace(PRACTICE, offers=offers)


def bank_of(house, guest):
    return balances_of(house.engine)[Account("bank", guest.table)]


def moves(house, guest):
    kinds = BankFilled, BankCredited
    events = (e for entry in entries_of(house.engine, guest.table) for e in events_of(entry))
    return [event for event in events if isinstance(event, kinds)]


def test_a_bank_begins_each_day_with_its_imprest(place):
    clock = Clock()
    with opened(**place, clock=clock, settings=banked()) as house:
        guest = Guest(house, PICTURES)
        assert bank_of(house, guest) == 1_000_000
        assert balances_of(house.engine)[CAGE] == -1_000_000
        guest.deal({1: {main_of(PICTURES): 5_000}})
        after = bank_of(house, guest)
        assert after != 1_000_000
        guest.deal({1: {main_of(PICTURES): 5_000}}, "cd" * 32)
        end = bank_of(house, guest)
        clock.now += 24 * HOUR
        house.sweep().result(30)
        assert bank_of(house, guest) == end  # Nothing happens until a player comes back.
        guest.stake({1: {main_of(PICTURES): 5_000}})
        assert bank_of(house, guest) == 1_000_000
        opening, moved = moves(house, guest)
        assert opening == BankFilled(1_000_000, "house")
        change = moved.amount if isinstance(moved, BankFilled) else -moved.amount
        assert change == 1_000_000 - end
    assert_in_order(**place)


def test_a_bank_is_filled_and_credited_by_hand_and_once(place):
    with opened(**place) as house:
        guest = Guest(house, PICTURES)
        for _ in range(2):
            house.move_bank("cage", guest.table, "fill-1", 300_000).result(30)
        house.move_bank("cage", guest.table, "credit-1", -100_000).result(30)
        assert bank_of(house, guest) == 200_000
        assert moves(house, guest) == [BankFilled(300_000, "cage"), BankCredited(100_000, "cage")]
        assert house.move_bank("cage", guest.table, "fill-1", 1).result(30).refusal == (
            "command/id-used", "Another command was said under this id: give each its own.", None,
        )  # fmt: skip
        with pytest.raises(PitbossError, match="There is no table X"):
            house.move_bank("cage", "X", "fill-2", 1).result(30)
        guest.deal({1: {main_of(PICTURES): 500}})
    assert_in_order(**place)
    with opened(**place) as house:  # A table is recovered with such entries behind it.
        guest.house = house
        house.move_bank("cage", guest.table, "fill-3", 1).result(30)
        assert guest.look().table.round.number == 1
    assert_in_order(**place)


def credit(house, guest, amount, id):
    return house.move_bank("cage", guest.table, id, -amount).result(30)


def test_a_bank_gives_no_more_than_it_holds(place):
    """One without an imprest may have paid out more than it took: then it holds nothing."""
    with opened(**place) as house:
        guest = Guest(house, PICTURES)
        house.move_bank("cage", guest.table, "fill-1", 1_000).result(30)
        refused = credit(house, guest, 1_001, "credit-1")
        assert refused.refusal.code == "bank/holds"
        assert "holds $10.00: credit no more than that." in refused.refusal.message
        house.move_bank("cage", guest.table, "fill-2", 1_000).result(30)
        assert credit(house, guest, 1_001, "credit-1") == refused._replace(
            balance=2_000, is_repeated=True
        )
        assert credit(house, guest, 2_000, "credit-2").balance == 0
        for entropy in range(256):
            if bank_of(house, guest) < 0:
                break
            guest.deal({1: {main_of(PICTURES): 500}}, f"{entropy:02x}" * 32)
        else:
            pytest.fail("the guest never won")
        refused = credit(house, guest, 1, "credit-3")
        assert "holds $0.00: credit no more than that." in refused.refusal.message
    assert_in_order(**place)


def without_bound(turn, amount, by):
    turn.happens_around(BankCredited(-amount, by))


def test_a_bank_that_gave_more_than_it_held_is_found(tmp_path, monkeypatch):
    with opened(tmp_path) as house:
        guest = Guest(house, PICTURES)
        with monkeypatch.context() as patch:
            patch.setattr(practice.Turn, "move_bank", without_bound)
            credit(house, guest, 1, "credit-1")
    problems = {finding.says for finding in verify(tmp_path, Counts())}
    assert "The bank was credited with more than it held." in problems
    assert any("the rules refuse it: The bank of" in says for says in problems)
