"""Long rehearsals: thirty days on both servers, a million rounds, and a replay elsewhere."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.house.settings.house_file import read_house_file
from pitboss.house.storage.schema import ACCOUNTS, connect_to_read, sqlite_url
from pitboss.rehearsal import rehearse
from pitboss.rehearsal.days import DEMO
from tests.house.conftest import new_url, postgres_server  # noqa: F401  A fixture.
from tests.support.houses import assert_in_order

pytestmark = [pytest.mark.torture, pytest.mark.timeout(7200)]

ROOT = Path(__file__).parents[2]
SETTINGS = read_house_file(DEMO)
MILLION, MANY_TABLES = 1_000_000, 64
ROUNDS_A_DAY = 200  # At one table, at least.


@pytest.mark.parametrize("server", ["sqlite", "postgresql"])
def test_thirty_days_with_mishaps(request, tmp_path, server):
    url = new_url(request, server, tmp_path)
    played = rehearse(tmp_path, SETTINGS, 30, 8, seed=1, url=url)
    counts = assert_in_order(tmp_path, url=url)
    assert played.rounds > 40_000
    assert counts.rounds >= played.rounds - 8
    print(played, counts.state)


def test_all_accounts_come_to_nothing_over_a_million_rounds(tmp_path):
    """Every commit is held to it while it is written; here the whole ledger is added up daily."""
    engine = None

    def come_to_nothing(day, days):
        nonlocal engine
        engine = engine or connect_to_read(sqlite_url(tmp_path / "house.db"))
        with engine.connect() as connection:
            total = connection.execute(sa.select(sa.func.sum(ACCOUNTS.c.balance))).scalar_one()
        assert total == 0, f"day {day}"

    days = MILLION // (ROUNDS_A_DAY * MANY_TABLES) + 1
    played = rehearse(tmp_path, SETTINGS, days, MANY_TABLES, seed=2, progress=come_to_nothing)
    engine.dispose()
    print(played)
    assert played.rounds >= MILLION
    counts = assert_in_order(tmp_path)
    assert counts.rounds >= MILLION - MANY_TABLES


def other_pythons():
    """Interpreters of other versions that this machine has."""
    places = [Path(sys.base_prefix).parent, *map(Path, os.environ.get("PATH", "").split(":"))]
    for version in ("3.12", "3.13"):
        names = [found for place in places for found in place.glob(f"{version}*/bin/python3")]
        on_path = shutil.which(f"python{version}")
        if names or on_path:
            yield version, str(names[0] if names else on_path)


def test_another_python_replays_to_the_same_state(tmp_path):
    """Also under another order of sets and dictionaries."""
    house = tmp_path / "house"
    rehearse(house, SETTINGS, 3, 8, seed=3)
    words = ["-m", "pitboss", "verify", "--data", str(house), "--json"]

    def state(python, **environment):
        said = subprocess.run(
            [python, *words], env={**os.environ, **environment}, check=True, capture_output=True
        )
        report = json.loads(said.stdout)
        assert report["ok"]
        return report["checked"]["state"]

    states = {state(sys.executable, PYTHONHASHSEED=str(seed)) for seed in range(3)}
    uv = shutil.which("uv") or str(ROOT / ".tools" / "bin" / "uv")
    replayed_by = []
    for version, interpreter in other_pythons():
        venv = tmp_path / version
        lock = ["--require-hashes", "-r", str(ROOT / "requirements.lock")]
        subprocess.run([uv, "venv", "-q", "--python", interpreter, str(venv)], check=True)
        python = str(venv / "bin" / "python")
        subprocess.run([uv, "pip", "install", "-q", "--python", python, *lock], check=True)
        states.add(state(python, PYTHONPATH=str(ROOT / "src"), PYTHONHASHSEED="7"))
        replayed_by.append(version)
    print("replayed by", replayed_by)
    assert len(states) == 1
