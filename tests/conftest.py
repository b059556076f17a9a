"""Fixtures that several tests share: commands, and what they print or refuse.

Also what keeps a run short: the order of the files, and fewer rounds of the garbage collector.
"""

import gc
import json
import shutil
import tempfile
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.rulebooks import RULEBOOKS

MEMORY = Path("/dev/shm")
HERE = Path(__file__).parent

# An eighth of the time of the tests went into looking for garbage among the modules and the counts
# that are kept until the end. What was made before the first test is left out, and the rest is
# looked at less often.
gc.set_threshold(50_000, 20, 20)


# The dearest first: two workers that share what is left end at about the same time.
DEAREST = (
    "browser", "test_notebooks.py", "test_planted_faults.py", "house/test_kills.py",
    "house/test_power_loss.py", "house/test_verify.py", "house/test_wallet.py",
    "house/test_reports.py", "house/test_rehearsal.py", "house/test_backup.py",
    "test_round_machine.py", "house/test_search.py", "house/test_keys.py",
    "house/test_refused_starts.py", "house/test_ledger.py", "house/test_migration.py",
)  # fmt: skip


def pytest_collection_modifyitems(items):
    """After pytest-randomly, whose order stays within a file and among the files not named."""
    places = {HERE / name: place for place, name in enumerate(DEAREST)}
    assert all(path.exists() for path in places), "DEAREST names a file that is not there."

    def place(item):
        return min(
            (places[path] for path in (item.path, *item.path.parents) if path in places),
            default=len(places),
        )

    items.sort(key=place)


def pytest_collection_finish():
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="module")
def _no_games_of_other_files():
    """Games from outside that the tests of a file load are gone after it: sentences name all."""
    before = dict(RULEBOOKS._files)
    yield
    RULEBOOKS._files = before


@pytest.fixture
def quick_folder(tmp_path):
    """A folder in memory where there is room: thousands of syncs need no disk to be counted."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < 2**30:
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=MEMORY, prefix="pitboss-") as folder:
        yield Path(folder)


@pytest.fixture
def told(capsys):
    """What a command that succeeds prints."""

    def ask(*words):
        assert run(words) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return ask


@pytest.fixture
def told_json(told):
    return lambda *words: json.loads(told(*words, "--json"))


@pytest.fixture
def refused(capsys):
    """The line that a command which fails prints; it prints no other."""

    def ask(*words):
        assert run(words) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.endswith("\n")
        assert err.count("\n") == 1
        return err.rstrip("\n")

    return ask
