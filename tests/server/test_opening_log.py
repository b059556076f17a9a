"""The log begins before the house is opened: what is wrong at an opening is in it."""

import stat

import pytest

from pitboss.cli import run
from pitboss.house.house import wall_clock
from pitboss.house.records.days import SECOND
from tests.support.houses import Clock, Guest, opened
from tests.support.serving import Client, serving_process

DAY = 86_400 * SECOND


@pytest.mark.parametrize(
    ("days", "says"),
    [
        (3, "WARNING pitboss.house.office.timekeeping: the clock is 3.0 days behind the journal"),
        (-30, "WARNING pitboss.house.office.absence: the house rested for 30.0 days"),
    ],
)
def test_a_clock_that_is_off_at_an_opening_is_in_the_log(tmp_path, days, says):
    with opened(tmp_path, clock=Clock(wall_clock() + days * DAY)) as house:
        Guest(house)
    with serving_process(tmp_path):
        log = tmp_path / "server.log"
        assert says in log.read_text("utf-8")
        assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_who_is_refused_writes_into_no_log(tmp_path, capsys):
    with opened(tmp_path):
        assert run(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    assert "Another process has the house" in capsys.readouterr().err
    assert not (tmp_path / "server.log").exists()


def test_clients_who_come_and_go_leave_no_lines(tmp_path):
    """Else they could fill the disk with them."""
    log = tmp_path / "server.log"
    with serving_process(tmp_path) as process:
        client = Client(process.address)
        with client.sit("three-pictures"):
            pass
        before = log.read_text("utf-8")
        assert "Application startup complete" in before
        for _ in range(10):
            with client.sit("three-pictures"):
                pass
        assert log.read_text("utf-8") == before
