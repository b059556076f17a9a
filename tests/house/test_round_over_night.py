"""A round that goes on over the end of a gaming day belongs to one day: that of its settlement."""

from datetime import date

import pytest
import sqlalchemy as sa

from pitboss.errors import NoRounds
from pitboss.house.checks.proofs import make_proof
from pitboss.house.records.days import SECOND, GamingDay
from pitboss.house.reporting.records import Scope, open_records
from pitboss.house.reporting.results import results
from pitboss.house.rounds.archive import reading
from pitboss.house.rounds.history import round_id
from pitboss.house.storage.schema import JOURNAL, TRANSFERS
from tests.support.houses import Clock, Guest, assert_in_order, opened
from tests.support.tampering import DAY

EVENING, MORNING = date(2023, 11, 14), date(2023, 11, 15)


@pytest.fixture(scope="module")
def over_night(tmp_path_factory):
    folder = tmp_path_factory.mktemp("night")
    clock = Clock(GamingDay().end(EVENING) - SECOND)
    with opened(folder, clock=clock) as house:
        guest = Guest(house, "three-card-poker")
        guest.deal({1: {"ante": 500, "pair-plus": 500}})
        clock.now += 2 * SECOND
        guest.decide_all()
        clock.now += DAY
        guest.deal({1: {"ante": 500}})  # Both days are closed and signed.
    assert_in_order(folder)
    return folder, f"{guest.table}-1"


def test_reports_count_it_on_the_day_of_its_settlement(over_night):
    folder, _ = over_night
    with open_records(folder) as records:
        report = results(records, Scope(MORNING, MORNING))
        assert {fact.key: fact.value for fact in report.facts}["rounds"] == 1
        with pytest.raises(NoRounds):
            results(records, Scope(EVENING, EVENING))


def test_its_sheet_names_that_day(over_night, told_json):
    folder, round = over_night
    sheet = told_json("rounds", round, "--data", str(folder))
    assert sheet["times"]["gaming_day"] == str(MORNING)


def test_it_is_found_on_that_day(over_night, told_json):
    folder, round = over_night
    on = {
        day: [
            line["id"]
            for line in told_json("rounds", "--day", str(day), "--data", str(folder))["rounds"]
        ]
        for day in (EVENING, MORNING)
    }
    assert on == {EVENING: [], MORNING: [round]}


def test_the_seal_of_that_day_covers_its_settlement_and_its_payments(over_night):
    """Its bets were sealed the day before, when they lay on the felt: no result was known."""
    folder, round = over_night
    with reading(folder) as connection:
        seals = make_proof(connection, round_id(round)).seals
        assert [seal.day for seal in seals] == [str(EVENING), str(MORNING)]
        settled = connection.execute(
            sa.select(JOURNAL.c.id).where(JOURNAL.c.events.contains('"event":"Settled"'))
        ).scalar_one()
        paid = connection.execute(
            sa.select(TRANSFERS.c.entry).where(TRANSFERS.c.row.is_not(None)).distinct()
        ).scalars().all()  # fmt: skip
    assert seals[1].first <= settled <= seals[1].last
    assert paid == [settled]
