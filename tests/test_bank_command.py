"""pitboss bank: fills and credits on the command line."""

import json
import socket
import threading

import pytest
import sqlalchemy as sa

from pitboss.cli import run
from pitboss.house.keys.operator_key import OPERATOR, create_operator_key, load_operator_key
from pitboss.house.storage.schema import JOURNAL, connect_to_read, sqlite_url
from tests.support.houses import Guest, assert_in_order, opened
from tests.support.serving import serving_process


@pytest.fixture
def guest(tmp_path):
    with opened(tmp_path) as house:
        return Guest(house, "three-pictures")


@pytest.fixture
def table(guest):
    return guest.table


def test_a_bank_is_filled_and_credited(tmp_path, table, told, told_json):
    data = "--data", str(tmp_path)
    said = told("bank", "fill", table, "$500", "--slip", "F-1", *data)
    assert f"{table} filled with $500.00. Its bank stands at $500.00." in said
    again = told_json("bank", "fill", table, "500", "--slip", "F-1", *data)
    assert again == {"table": table, "moved": 50_000, "bank": 50_000, "again": True}
    assert "booked before" in told("bank", "fill", table, "500.00", "--slip", "F-1", *data)
    assert told_json("bank", "credit", table, "20000c", *data)["bank"] == 30_000
    assert_in_order(tmp_path)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("fill", "XXXXXXXX", "5"), "There is no table XXXXXXXX."),
        (("fill", "{table}", "five"), "give an amount such as 50,"),
        (("fill", "{table}", "0"), "give 500,"),
        (("credit", "{table}", "0.00"), "give 500,"),
        (("fill", "{table}", "$10000000000.01"), "at most $10,000,000,000.00."),
        (("fill", "{table}", "5", "--by", "house"), "house does not work at the cage"),
        (("fill", "{table}", "5", "--by", "{person}"), "does not work at the cage"),
    ],
)
def test_what_can_not_be_booked_is_said(tmp_path, guest, words, says, capsys):
    said = [word.format(table=guest.table, person=guest.id) for word in words]
    assert run(["bank", *said, "--data", str(tmp_path)]) == 2
    assert says in capsys.readouterr().err
    assert_in_order(tmp_path)


def test_a_house_that_is_not_there_is_not_opened(tmp_path, capsys):
    assert run(["bank", "fill", "T", "5", "--data", str(tmp_path / "none")]) == 2
    assert "There is no house in" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def holds(table, amount):
    return f"The bank of {table} holds {amount}: credit no more than that.\n"


def test_a_credit_is_bounded_by_what_the_bank_holds(tmp_path, table, told, told_json, capsys):
    data = "--data", str(tmp_path)
    assert run(["bank", "credit", table, "$0.01", *data]) == 2
    assert (
        capsys.readouterr().err == f"The bank of {table} holds $0.00: credit no more than that.\n"
    )
    told("bank", "fill", table, "$500", *data)
    for _ in range(2):  # The slip has its first answer again.
        assert run(["bank", "credit", table, "$999999999", "--slip", "C-1", *data]) == 2
        assert capsys.readouterr().err == holds(table, "$500.00")
    assert told_json("bank", "credit", table, "$500", *data)["bank"] == 0
    assert_in_order(tmp_path)


def test_an_open_house_without_a_server_is_left_alone(tmp_path, table, capsys):
    with opened(tmp_path):
        assert run(["bank", "fill", table, "5", "--data", str(tmp_path)]) == 2
    assert "Another process has the house" in capsys.readouterr().err


# A house that is served


@pytest.fixture
def slips(tmp_path, table):
    """Who brought and took money by which slip, and how much, as the journal has it."""

    def slips():
        with connect_to_read(sqlite_url(tmp_path / "house.db")).connect() as connection:
            query = sa.select(JOURNAL.c.person, JOURNAL.c.command_id, JOURNAL.c.events).where(
                JOURNAL.c.stream == table, JOURNAL.c.request.contains('"bank"')
            )
            return [(by, id, json.loads(events)) for by, id, events in connection.execute(query)]

    return slips


def test_a_bank_is_filled_and_credited_while_the_house_is_served(
    tmp_path, table, told, told_json, capsys, slips
):
    data = "--data", str(tmp_path)
    with serving_process(tmp_path) as process:
        said = told("bank", "fill", table, "$500", "--slip", "F-1", "--by", "ann", *data)
        assert f"{table} filled with $500.00. Its bank stands at $500.00." in said
        again = told_json("bank", "fill", table, "$500", "--slip", "F-1", "--by", "ann", *data)
        assert again == {"table": table, "moved": 50_000, "bank": 50_000, "again": True}
        assert run(["bank", "credit", table, "$999999999", "--slip", "C-1", *data]) == 2
        assert capsys.readouterr().err == holds(table, "$500.00")
        assert told_json("bank", "credit", table, "$200", "--slip", "C-2", *data)["bank"] == 30_000
        assert run(["bank", "fill", "XXXXXXXX", "5", *data]) == 2
        assert capsys.readouterr().err == "There is no table XXXXXXXX.\n"
        process.stop()
    assert told_json("bank", "credit", table, "$200", "--slip", "C-2", *data)["again"]
    assert slips() == [
        ("ann", "F-1", [{"event": "BankFilled", "amount": 50_000, "by": "ann"}]),
        ("cage", "C-1", []),
        ("cage", "C-2", [{"event": "BankCredited", "amount": 20_000, "by": "cage"}]),
    ]
    assert_in_order(tmp_path)


def test_the_key_of_a_server_that_was_killed_is_recognised(tmp_path, table, told_json, capsys):
    data = "--data", str(tmp_path)
    with serving_process(tmp_path) as process:
        process.kill()
    stale = load_operator_key(tmp_path)
    assert told_json("bank", "fill", table, "$5", *data)["bank"] == 500
    with opened(tmp_path):  # Not a server, and the port of the one before leads nowhere.
        assert run(["bank", "fill", table, "$5", *data]) == 2
        assert "Another process has the house" in capsys.readouterr().err
        with serving_process(tmp_path.with_name("other"), port=stale.port):
            assert run(["bank", "fill", table, "$5", *data]) == 2  # Another server has that port.
        assert "Another process has the house" in capsys.readouterr().err
    with serving_process(tmp_path) as process:
        assert load_operator_key(tmp_path).secret != stale.secret
        assert told_json("bank", "fill", table, "$5", *data)["bank"] == 1_000
        process.stop()
    assert not (tmp_path / OPERATOR).exists()


def test_where_no_answer_comes_the_slip_is_named(tmp_path, table, capsys):
    with opened(tmp_path), socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        create_operator_key(tmp_path, *listening.getsockname())

        def accept_and_close():
            listening.accept()[0].close()

        hang_up = threading.Thread(target=accept_and_close)
        hang_up.start()
        assert run(["bank", "fill", table, "$5", "--slip", "F-7", "--data", str(tmp_path)]) == 2
        hang_up.join()
    assert "say the same again with --slip F-7." in capsys.readouterr().err
