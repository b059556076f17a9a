"""docs/notation.md is true: every block and every example in it is run."""

import copy
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.errors import BadNotation
from pitboss.notation.header import HEADERS, Header
from pitboss.notation.record import beginning, check, run
from pitboss.notation.record_json import as_json, from_json
from pitboss.notation.setup_json import table_hints
from pitboss.notation.steps import VERB_OF, VERBS
from pitboss.notation.steps import read as read_line
from pitboss.notation.steps import write as write_line
from pitboss.notation.syntax import parse
from pitboss.notation.text import read, write
from pitboss.notation.upgrades import EVENTS, ROUND, current
from pitboss.play.setup import CHOICES, setup
from pitboss.play.shoe import Shoe
from pitboss.rulebooks import RULEBOOKS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "notation.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)
ROWS = [
    [cell.strip().strip("`") for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| `")
]


def blocks(kind):
    return [text for name, text in BLOCKS if name == kind]


def examples(table):
    """(form, example) of the lines of one table."""
    known = HEADERS if table == "header" else VERBS
    return [(form, example) for form, example, _ in ROWS if example and form.split()[0] in known]


def test_every_kind_of_block_is_run_here():
    assert PAGE.count("```") == 2 * len(BLOCKS)
    assert {kind for kind, _ in BLOCKS} == {"round", "json", "error", "console", "python"}
    assert not re.findall(r"^    \S", re.sub(r"^```.*?^```$", "", PAGE, flags=re.M | re.S), re.M)


def test_the_round_is_written_as_it_is_read():
    (text,) = blocks("round")
    assert write(read(text)) == text


def test_the_steps_in_json_are_those_of_the_round():
    (text,), (steps,) = blocks("round"), blocks("json")
    data = json.loads(json.dumps(as_json(read(text))))
    assert json.loads(steps) == [data["steps"][1], data["steps"][4]]
    listed = re.search(r"the whole configuration \((.*?)\)", PAGE, re.S)[1]
    assert set(re.findall(r"`(\w+)`", listed)) == set(data) - {"format", "notes", "shoe", "steps"}
    assert f"`{current(ROUND)}`" in PAGE
    assert f"`{current(EVENTS)}`" in PAGE


def test_a_changed_record_is_refused_with_that_sentence():
    (text,), (sentence,) = blocks("round"), blocks("error")
    data = copy.deepcopy(as_json(read(text)))
    data["steps"][8]["events"][0]["payments"][1]["net"] = 9000
    with pytest.raises(BadNotation) as refused:
        check(run(from_json(data)))
    assert refused.value.message == sentence.strip()


def test_the_python_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    (text,) = blocks("python")
    names = {}
    exec(compile(text, "docs/notation.md", "exec"), names)
    assert names["saved"].round.phase == "settled"


def test_the_names_in_the_text_exist():
    from pitboss.notation import codec

    names = re.findall(r"`(\w+_(?:to|from)_json)`", PAGE)
    assert len(names) == 4
    assert all(callable(getattr(codec, name)) for name in names)
    for module in re.findall(r"`(pitboss\.[\w.]+)`", PAGE):
        __import__(module)
    for link in re.findall(r"\]\((.*?)\)", PAGE):
        assert (ROOT / "docs" / link).exists()


COMMANDS = [line[2:] for text in blocks("console") for line in text.splitlines()]


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("pitboss")])
def test_the_commands_run(line, told, monkeypatch):
    monkeypatch.chdir(ROOT)
    program, *words = shlex.split(line)
    assert program == "pitboss"
    assert json.loads(told(*words))["format"] == current(ROUND)


WRITES = {
    "tests.test_playthroughs": ["tests/playthroughs/*.txt"],
    "tests.test_stored_records": [
        "tests/golden/records/round-2/*",
        "tests/golden/records/events-2/*",
    ],
    "scripts.schemas": ["docs/schemas/*.json"],
}


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("python")])
def test_files_are_written_anew_as_they_are(line, tmp_path):
    """In a copy, so that no other test reads a file that is half written."""
    without_cache = shutil.ignore_patterns("__pycache__")
    for folder in ("tests", "scripts", "docs", "examples"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=without_cache)
    _, *words = shlex.split(line)
    files = [path for pattern in WRITES[words[-1]] for path in tmp_path.glob(pattern)]
    before = {path: path.read_bytes() for path in files}
    assert before
    for path, content in before.items():
        # The commands of a playthrough are read from the file itself: only its arrows are lost.
        kept = [line for line in content.splitlines(keepends=True) if "→".encode() not in line]
        path.write_bytes(b"".join(kept) if path.suffix == ".txt" else b"{}")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    subprocess.run([sys.executable, *words], cwd=tmp_path, env=environment, check=True)
    assert {path: path.read_bytes() for path in files} == before


# The tables


def test_every_line_has_its_row():
    forms = {form.split()[0] for form, *_ in ROWS}
    assert forms >= {*VERBS, *HEADERS, "fingerprint"}
    assert {form.split()[0] for form, _ in examples("steps")} == set(VERBS)
    assert len(ROWS) == len([line for line in PAGE.splitlines() if line.startswith("| `")])


def test_the_examples_of_the_header_are_read():
    header = Header()
    for _, example in examples("header"):
        header.add(parse(example))
    configured = header.setup()
    assert configured.rules.paytables["prime"].key == "mine"
    assert configured.limits["ante"] == (500, 100_000, 100)


def test_every_setting_of_the_table_is_named_with_its_options():
    told = PAGE[PAGE.index("`table` takes") : PAGE.index("`shoe CARDS`")]
    for name in table_hints():
        if name not in ("limits", "incidents"):
            assert f"`{name.replace('_', '-')}`" in told
            for option in CHOICES.get(name, ()):
                assert f"`{option}`" in told


POINT = beginning(setup(RULEBOOKS["three-card-poker"].configure()), Shoe())


@pytest.mark.parametrize(("form", "example"), examples("steps"))
def test_an_example_of_a_step_is_read_and_written_again(form, example):
    command = read_line(parse(example), POINT)
    verb = VERB_OF[type(command)]
    assert form.split()[0] == verb
    assert write_line(command, POINT) == example


INLINE = [
    "return 1 face-down", "time-out 1=play 2=fold", 'bet 1 "Guest 417" ante 500',
]  # fmt: skip


@pytest.mark.parametrize("line", INLINE)
def test_a_line_in_the_text_is_read_and_written_again(line):
    assert f"`{line}`" in PAGE
    # Three Card Poker's hands come back face down: there it need not be said.
    shortest = line.removesuffix(" face-down")
    assert write_line(read_line(parse(line), POINT), POINT) == shortest
