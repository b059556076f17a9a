"""Whole days with mishaps: nothing is lost, everything verifies, and a seed repeats all of it."""

import json
import logging
import os
import sqlite3
import subprocess
import sys

import pytest

from pitboss.cli import run
from pitboss.errors import HouseIsStopped
from pitboss.house.requests import Reply
from pitboss.house.settings.house_file import read_house_file
from pitboss.play import Refusal
from pitboss.rehearsal import rehearse
from pitboss.rehearsal.days import DEMO, BrokenPromise
from tests.support.houses import Guest, assert_in_order, balances_of, opened

SETTINGS = read_house_file(DEMO)
TABLES = len(SETTINGS.offers)


def test_a_day_with_mishaps_is_in_order(place):
    played = rehearse(days=1, tables=TABLES, seed=5, settings=SETTINGS, **place)
    counts = assert_in_order(**place)
    assert played.rounds > 800
    assert counts.tables == TABLES
    assert counts.rounds == counts.shuffles >= played.rounds - TABLES
    assert {"crash before a commit", "crash after a commit", "command repeated"} <= set(
        +played.mishaps
    )
    assert len(played.refused) >= 5
    with opened(place["folder"], url=place["url"], seed=1, settings=SETTINGS) as house:
        assert sum(balances_of(house.engine).values()) == 0
        Guest(house, "three-card-poker", "late").deal({1: {"ante": 500}})  # And it goes on.


def last_hash(folder):
    with sqlite3.connect(folder / "house.db") as database:
        (found,) = database.execute("SELECT hash FROM journal ORDER BY id DESC LIMIT 1").fetchone()
    database.close()
    return found


def test_the_same_seed_plays_the_same_days_to_the_byte(tmp_path):
    """Also in another process, whose sets and dictionaries are in another order."""
    hashes, states = set(), set()
    for number in ("0", "1"):
        folder = tmp_path / number
        words = ["house", "simulate", "--days", "1", "--tables", "2", "--seed", "9", "--json"]
        done = subprocess.run(
            [sys.executable, "-m", "pitboss", *words, "--data", str(folder)],
            env={**os.environ, "PYTHONHASHSEED": number}, check=True, capture_output=True,
        )  # fmt: skip
        report = json.loads(done.stdout)
        assert (report["ok"], report["problems"], report["days"]) == (True, [], 1)
        hashes.add(last_hash(folder))
        states.add(report["state"])
    assert len(hashes) == len(states) == 1
    rehearse(tmp_path / "other", SETTINGS, 1, 2, seed=10)
    assert last_hash(tmp_path / "other") not in hashes


def test_a_house_that_answers_otherwise_is_caught(tmp_path, monkeypatch):
    forgetful = Reply(refusal=Refusal("rule/late-bet", "No more bets."), is_repeated=True)
    monkeypatch.setattr("pitboss.house.office.table_desk.first_answer", lambda *_: forgetful)
    with pytest.raises(BrokenPromise, match="was answered otherwise"):
        rehearse(tmp_path, SETTINGS, 1, 2, seed=5)


def test_without_mishaps_nothing_goes_wrong(tmp_path):
    played = rehearse(tmp_path, SETTINGS, 1, 2, with_mishaps=False)
    assert not +played.mishaps
    assert_in_order(tmp_path)


def test_a_group_that_does_not_balance_is_never_written(tmp_path, monkeypatch, caplog):
    with opened(tmp_path) as house:
        guest = Guest(house, "three-pictures")

        def lopsided(balances, transfer):
            balances.staged[transfer.credit] = balances[transfer.credit] + transfer.amount

        monkeypatch.setattr("pitboss.house.records.ledger.Balances._move", lopsided)
        with (
            caplog.at_level(logging.CRITICAL),
            pytest.raises(HouseIsStopped, match="LedgerIsUnbalanced"),
        ):
            guest.stake({1: {"initial": 500}})
    monkeypatch.undo()
    counts = assert_in_order(tmp_path)
    assert counts.felts == 0


def test_the_command_fills_a_house_to_look_at(tmp_path, told, capsys):
    folder = str(tmp_path / "demo")
    out = told("house", "simulate", "--days", "1", "--tables", "2", "--data", folder)
    assert "Nothing was lost, and everything is in order." in out
    assert run(["house", "simulate", "--data", folder]) == 2
    assert "There is a house in" in capsys.readouterr().err
    assert run(["house", "simulate", "--days", "0"]) == 2
