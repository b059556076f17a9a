"""How a server ends: by Ctrl-C, by SIGTERM, or because its house has stopped."""

import signal

import pytest

from tests.support.serving import Client, serving_process

BREAKS = """
import pathlib
from pitboss.house.office.statements import Statements
right = Statements.commit
def commit(statements):
    if pathlib.Path({flag!r}).exists():
        raise OSError("the disk is gone")
    right(statements)
Statements.commit = commit
"""


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_order(tmp_path, by):
    """Exit code 0, the state of the ledger, and all of the database in one file."""
    with serving_process(tmp_path) as process:
        table = Client(process.address).sit("three-pictures")
        table.ask("stake", boxes={"2": {"initial": 500}})
        said = process.stop(by)  # Its exit code is 0.
        table.connection.close()
    assert "1 hand waits for its player. Ledger balanced." in said
    assert process.errors == ""
    assert (tmp_path / "house.db").exists()
    assert not list(tmp_path.glob("house.db-*"))


def test_a_house_that_has_stopped_ends_its_process(tmp_path):
    """One sentence, and an exit code by which a supervisor starts it again."""
    flag = tmp_path / "broken"
    with serving_process(tmp_path, first=BREAKS.format(flag=str(flag))) as process:
        client = Client(process.address)
        flag.touch()
        refused = client.request("POST", "/v1/tables", {"game": "three-pictures"})
        assert (refused.status, refused.code) == (503, "house/stopped")
        assert process.ended() == 75
    assert process.errors == "The house has stopped (OSError): restart it.\n"
    with serving_process(tmp_path) as process:
        client.address = process.address
        assert client.get("/v1/guests/me") == client.guest
        assert "Ledger balanced" in process.stop()
