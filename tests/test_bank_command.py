"""pitboss bank: fills and credits on the command line."""

import pytest

from pitboss.cli import run
from tests.support.houses import Guest, assert_in_order, opened


@pytest.fixture
def table(tmp_path):
    with opened(tmp_path) as house:
        return Guest(house, "three-pictures").table


def test_a_bank_is_filled_and_credited(tmp_path, table, told, told_json):
    data = "--data", str(tmp_path)
    said = told("bank", "fill", table, "$500", "--slip", "F-1", *data)
    assert f"{table} filled with $500.00. Its bank stands at $500.00." in said
    again = told_json("bank", "fill", table, "500.00", "--slip", "F-1", *data)
    assert again == {"table": table, "moved": 50_000, "bank": 50_000, "again": True}
    assert "booked before" in told("bank", "fill", table, "500.00", "--slip", "F-1", *data)
    assert told_json("bank", "credit", table, "20000", *data)["bank"] == 30_000
    assert_in_order(tmp_path)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("fill", "XXXXXXXX", "5"), "There is no table XXXXXXXX."),
        (("fill", "{table}", "five"), "give dollars such as 50.00"),
        (("fill", "{table}", "0"), "give 500.00"),
        (("credit", "{table}", "0.00"), "give 500.00"),
    ],
)
def test_what_can_not_be_booked_is_said(tmp_path, table, words, says, capsys):
    said = [word.format(table=table) for word in words]
    assert run(["bank", *said, "--data", str(tmp_path)]) == 2
    assert says in capsys.readouterr().err
    assert_in_order(tmp_path)


def test_a_house_that_is_not_there_is_not_opened(tmp_path, capsys):
    assert run(["bank", "fill", "T", "5", "--data", str(tmp_path / "none")]) == 2
    assert "There is no house in" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_a_house_that_is_served_is_left_alone(tmp_path, table, capsys):
    with opened(tmp_path):
        assert run(["bank", "fill", table, "5", "--data", str(tmp_path)]) == 2
    assert "Another process has the house" in capsys.readouterr().err
