"""Every command of docs/operations.md, in the order of the page, in a house that was played in."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.cli import run
from pitboss.house.records.days import SECOND
from pitboss.house.rounds.archive import open_archive
from pitboss.house.settings.house_file import practice_house
from pitboss.house.storage.schema import TABLES
from tests.house.conftest import new_url
from tests.support.houses import Clock, Guest, opened
from tests.support.pages import blocks, commands

PAGE = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
DAY = practice_house().gaming_day
NINE = 1_791_968_400 * SECOND  # On 14 October 2026, in the zone of the practice house.
EXPECTED = re.compile(
    r"Table \w{8}, entry \d+: The journal ends before an entry whose head was kept: its tail was "
    r"cut off. The house was restored from the backup [0-9a-f]{12}, up to entry \d+\."
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """`var` is the house of the page, and `kept` holds copies of its keys and heads."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PITBOSS_DATABASE", raising=False)
    clock = Clock(NINE)
    with opened(tmp_path / "var", clock=clock) as house:
        guest = Guest(house, "three-card-poker")
        for _ in range(12):
            clock.now += 120 * SECOND
            guest.deal({1: {"ante": 500}})
            guest.decide_all()
        guest.deal({1: {"ante": 500}})
    (tmp_path / "kept").mkdir()
    (tmp_path / "backups").mkdir()
    keep(tmp_path)
    return tmp_path


@pytest.fixture
def table(folder):
    """The table that the page calls 5JSBJGNR."""
    with open_archive(folder / "var") as archive, archive.engine.connect() as connection:
        return connection.execute(sa.select(TABLES.c.id)).scalar_one()


def keep(folder):
    for name in ("key", "signing-key", "heads"):
        shutil.copy(folder / "var" / name, folder / "kept" / name)


def shown():
    """The commands of the page's blocks, and what is printed where it says so."""
    for block in blocks(PAGE):
        if block.text.removeprefix("$ ").startswith(("pitboss ", "export ", "cp ")):
            yield from commands(block)


def test_every_command_of_the_page_in_its_order(folder, table, monkeypatch, capsys, request):
    made = re.search(r"backups/pitboss-[\d-]+\.zip", PAGE)[0]
    done = []
    for line, output in shown():
        first, *words = shlex.split(line.replace("5JSBJGNR", table))
        if first == "export":
            name, _, _ = words[0].partition("=")
            is_shown_only = not done  # At the top of the page: nothing is on that server yet.
            if not is_shown_only:
                url = new_url(request, "postgresql", folder)
                monkeypatch.setenv(name, url.render_as_string(hide_password=False))
            continue
        if first == "cp":
            *files, target = words
            for file in files:
                shutil.copy(file, target)
            continue
        if words[0] == "serve":
            continue  # `test_serve` starts one, and stops it.
        if words[0] == "restore":
            shutil.rmtree(words[words.index("--data") + 1], ignore_errors=True)
        if words[0] in ("rotate-key", "void-unfinished"):
            monkeypatch.delenv("PITBOSS_DATABASE", raising=False)
        if words[0] == "void-unfinished":
            (folder / "var" / "key").unlink()
        code = run(words)
        printed = capsys.readouterr()
        if output:
            assert code == 1
            assert EXPECTED.search(" ".join(printed.out.split()))
            assert EXPECTED.fullmatch(" ".join(output.split()))
        else:
            assert code == 0, (line, printed.err, printed.out)
        if words[0] == "backup" and words[-1] == "backups/":
            (written,) = (folder / "backups").iterdir()
            assert re.fullmatch(r"pitboss-\d{8}-\d{6}\.zip", written.name)
            written.rename(folder / made)
        done.append(words[0])
    assert {"bank", "backup", "restore", "verify", "rotate-key", "void-unfinished"} <= {*done}
    assert done.count("restore") == 4


def test_the_report_on_void_rounds_that_the_page_names(folder, capsys):
    (folder / "var" / "key").unlink()
    assert run(["void-unfinished", "--data", "var", "--reason", "A disk failed."]) == 0
    capsys.readouterr()
    assert run(["report", "voids", "--data", "var"]) == 0
    assert re.search(r"Voided +1\b", capsys.readouterr().out)
