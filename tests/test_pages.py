"""Every command and every program on the README and the pages of docs runs, and prints what the
page shows. Make targets are what runs these tests, so they are left out."""

import ast
import contextlib
import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pitboss.cli import COMMANDS, run
from pitboss.rulebooks import RULEBOOKS
from tests.support.pages import Block, blocks, commands, inline_commands, is_shell

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = {
    path.relative_to(DOCS).as_posix(): path.read_text("utf-8")
    for path in sorted(DOCS.rglob("*.md"))
}
PAGES["README.md"] = (ROOT / "README.md").read_text("utf-8")

# Pages that a test writes anew and compares, with all that their blocks print: by folder.
WHOLE_PAGES = {
    "tutorials/": "test_tutorials",
    "notebooks/": "test_notebooks",
    "readings/": "test_readme",
}
# Tested with more around them than a page gives: by page, the start of a block or command.
RUN_ELSEWHERE = {
    ("fair-shuffle.md", "Jh Kh Ah"): "house/test_shuffle",
    ("fair-shuffle.md", "pitboss-shuffle-1"): "house/test_shuffle",
    ("fair-shuffle.md", "python -m pitboss.testing.shuffles"): "house/test_shuffle_battery",
    ("adding-a-game.md", "clause,kind,digest"): "test_outside",
    ("adding-a-game.md", '"""High Card'): "test_outside",
    ("adding-a-game.md", "pitboss odds war-three"): "test_outside",
    ("adding-a-game.md", "pitboss serve"): "server/test_outside_games",
    ("adding-a-game.md", "pitboss check"): "house/test_outside_rulebooks",
    ("adding-a-game.md", "pitboss house simulate"): "house/test_outside_rulebooks",
    ("decisions/0010-games-from-outside.md", "pitboss odds three-pictures"): "test_outside",
    ("commands.md", "pitboss replay my.round"): "test_help",
    ("protocol.md", "{"): "server/test_protocol_page",
    ("protocol.md", "python examples/client.py"): "server/test_protocol",
    ("house-file.md", 'name = "The Green Room"'): "server/test_house_file",
    ("wallet.md", "[wallet]"): "house/test_wallet_http",
    ("wallet.md", "python examples/wallet.py"): "server/test_launches",
    ("wallet.md", "pitboss serve --house"): "server/test_launches",
    ("wallet.md", '{"id"'): "server/test_launches",
    ("disputes.md", "pitboss rounds"): "test_rounds_command",
    ("disputes.md", "Settlement"): "test_rounds_command",
    ("disputes.md", "pitboss settle --json"): "test_rounds_command",
    ("history.md", "pitboss verify"): "house/test_proofs",
    ("history.md", "pitboss proof"): "house/test_proofs",
    ("history.md", "(umask 077"): "house/test_signing",
    ("history.md", "pitboss-seal-1"): "house/test_seals",
    ("history.md", '{"format"'): "house/test_proofs",
    ("operations.md", "export PITBOSS_DATABASE"): "house/test_operations_page",
    ("operations.md", "pitboss "): "house/test_operations_page",
    ("operations.md", "cp "): "house/test_operations_page",
    ("operations.md", '{"command"'): "server/test_operator_door",
    ("notation.md", "# A comment"): "test_notation_page",
    ("notation.md", '[{"command"'): "test_notation_page",
    ("notation.md", "Step 9"): "test_notation_page",
    ("notation.md", "python -m"): "test_notation_page",
}
REPORTS = (  # What a house showed that has long been gone.
    *("pitboss report [WHAT]", "Results", "By gaming day", "Living PAR", "! Three Card Poker"),
    *(
        "Jackpots",
        " Decisions to play or fold",
        "By wager: Three Pictures",
        "Voids",
        "! Voids go",
        "Session sheet",
    ),
)
SKETCHES = {
    *(
        ("reports.md", start) for start in REPORTS
    ),  # Not code: what a page explains in words arranged like code.
    ("architecture.md", "settle(deal)"),
    ("round-of-play.md", "decide(round, command)"),
    ("wallet.md", "player          house"),
    ("operations.md", "# /etc/systemd/system/pitboss.service"),
}
GROUPS = {"house", "bank"}  # Of commands with two words.
HOUSE_COMMANDS = {
    *("serve", "verify", "proof", "check", "house", "bank", "rounds", "report", "backup"),
    *("restore", "rotate-key", "void-unfinished"),
}
TOO_LONG = {  # Run by `make exhaustive` and `make torture`.
    "python -m scripts.billion",
    "python scripts/mutants.py house --sample 300 --seed 11",
}


def runs_elsewhere(page, text):
    starts = [start for name, start in RUN_ELSEWHERE if name == page]
    return any(text.startswith(start) for start in starts)


def blocks_of(page):
    """The blocks that are tested here: of a page that is run as a whole, its sessions."""
    is_whole = page.startswith(tuple(WHOLE_PAGES))
    return [block for block in blocks(PAGES[page]) if not is_whole or is_session(block)]


def needs_a_house(page, line):
    """Whether a page shows it for a house at work, which is not there when it is tested."""
    pages = ("commands.md", "operations.md", "tutorials/")
    return page.startswith(pages) and line.split()[1] in HOUSE_COMMANDS


def is_mention(line):
    """A command without arguments is a mention of it, unless a block shows it."""
    return len(line.split()) <= (3 if line.split()[1] in GROUPS else 2)


def is_python(block: Block) -> bool:
    return block.language == "python" or (
        not block.language and block.text.startswith(("from ", "import "))
    )


def is_session(block: Block) -> bool:
    return block.language in ("python", "pycon") and block.text.startswith(">>> ")


def is_toml(block: Block) -> bool:
    return not block.language and block.text.startswith("[")


def shown_commands():
    """(page, command) of every command in a block or, complete, in the text."""
    for name, page in PAGES.items():
        listed = [
            command for block in blocks_of(name) if is_shell(block) for command in commands(block)
        ]
        for command in listed:
            yield name, command.line, command.output
        for line in dict.fromkeys(inline_commands(page)):
            yield name, line, ""


RUN = [
    (name, line, output)
    for name, line, output in shown_commands()
    if line.startswith("pitboss ")
    and not is_mention(line)
    and not runs_elsewhere(name, line)
    and not needs_a_house(name, line)
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the examples, and the files that docs/adding-a-game.md has its reader write."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=ignored)
    clauses, rulebook, tests = [
        block.text for block in blocks(PAGES["adding-a-game.md"]) if block.language
    ]
    (tmp_path / "clauses.csv").write_text(clauses, "utf-8")
    (tmp_path / "high_card.py").write_text(rulebook, "utf-8")
    (tmp_path / "test_high_card.py").write_text(tests, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(RULEBOOKS, "_files", {})  # What a command loads is gone after the test.
    return tmp_path


@pytest.fixture
def wide_screen(monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr("pitboss.cli.screen._consoles", [])  # One made before has its own width.


def visible(text):
    """The lines of a text without the space between columns and around tables."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def is_run_of(lines, output):
    """Whether the lines follow each other in the output."""
    return any(output[at : at + len(lines)] == lines for at in range(len(output)))


@pytest.mark.parametrize(("page", "line", "output"), RUN, ids=[line for _, line, _ in RUN])
def test_a_command_runs_and_prints_what_the_page_shows(
    page, line, output, folder, wide_screen, capsys
):
    _, *words = shlex.split(line)
    written = [Path(words[at + 1]) for at, word in enumerate(words) if word == "-o"]
    assert run(words) == 0, capsys.readouterr().err
    printed = visible(capsys.readouterr().out)
    assert printed
    assert is_run_of(visible(output), printed)
    assert all(path.stat().st_size for path in written)


def test_the_command_in_the_example_of_a_pay_table_runs(folder, told):
    example = (folder / "examples" / "pair-plus-6-4-1.toml").read_text("utf-8")
    (line,) = [line for line in example.splitlines() if line.startswith("#   pitboss ")]
    assert "Straight" in told(*shlex.split(line)[2:], "--wager", "pair-plus")


SERVING = {"serve", "house"}  # They would go on for long.
IN_A_HOUSE = [
    line
    for name, line, _ in shown_commands()
    if line.startswith("pitboss ")
    and needs_a_house(name, line)
    and not is_mention(line)
    and line.split()[1] not in SERVING
]


@pytest.mark.parametrize("line", IN_A_HOUSE)
def test_an_example_for_a_house_is_understood(line, folder, capsys):
    """There is no house here: the answer says so, and not that the command is wrong."""
    assert run([*shlex.split(line)[1:], "--json"]) == 2
    told = capsys.readouterr()
    assert json.loads(told.err or told.out).get("error") != "command"


def test_there_are_commands_with_output_to_compare():
    assert {page for page, _, output in RUN if output} >= {"README.md", "design-a-pay-table.md"}
    assert len(RUN) > 20


def test_a_line_that_is_not_printed_is_noticed():
    assert is_run_of(["b", "c"], ["a", "b", "c"])
    assert not is_run_of(["b", "d"], ["a", "b", "c", "d"])


def test_the_other_commands_exist():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for page, line, _ in shown_commands():
        program, first, *_ = shlex.split(line)
        if program == "pitboss":
            assert first in COMMANDS, (page, line)
        elif program == "make":
            assert f"\n{first}:" in makefile, (page, line)
        elif program in ("pip", "uv"):
            assert installs(line), (page, line)
        elif program not in ("export", "cp"):
            assert runs_elsewhere(page, line) or line in TOO_LONG or _is_script(line), (
                page,
                line,
            )


INSTALLERS = ("pip install -e ", "pip install ", "uv pip install ", "uv tool install ")
BUILDERS = {"uv build", "pip wheel --no-deps --wheel-dir dist ."}  # Of what test_distributions has.
PACKAGE = re.compile(
    r"(?:\.|pitboss|dist/pitboss-(?P<version>[\d.]+)-py3-none-any\.whl)(?:\[(?P<extras>.+)\])?"
)


def installs(line):
    """Whether a command builds Pitboss, or installs it with extras that there are."""
    begun = next((begin for begin in INSTALLERS if line.startswith(begin)), None)
    if begun is None:
        return line in BUILDERS
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for named in shlex.split(line.removeprefix(begun)):
        package = PACKAGE.fullmatch(named)
        if package is None:
            return named == "./examples/war_three"
        extras = package["extras"].split(",") if package["extras"] else []
        if not {*extras} <= {*project["optional-dependencies"]}:
            return False
        if package["version"] not in (None, project["version"]):
            return False
    return True


def _is_script(line):
    """A script whose output a test compares with the file that it writes."""
    program, option, module = shlex.split(line)
    path = ROOT / Path(*module.split(".")).with_suffix(".py")
    return (program, option) == ("python", "-m") and path.is_file()


@pytest.mark.parametrize("page", [name for name in PAGES if any(map(is_session, blocks_of(name)))])
def test_the_sessions_of_a_page_print_what_it_shows(page):
    text = "\n".join(block.text for block in blocks_of(page) if is_session(block))
    session = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert session.examples
    differences = []
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    runner = doctest.DocTestRunner(optionflags=flags)
    runner.run(session, out=differences.append)
    assert differences == []


@pytest.mark.parametrize(
    "page",
    [
        name
        for name in PAGES
        if any(is_python(block) and not is_session(block) for block in blocks_of(name))
    ],
)
def test_the_programs_of_a_page_run(page, folder):
    """In a process of their own: a program may load a rulebook, or add a column."""
    programs = [
        block.text
        for block in blocks_of(page)
        if is_python(block) and not is_session(block) and not runs_elsewhere(page, block.text)
    ]
    assert programs
    (folder / "program.py").write_text("\n".join(programs), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    ran = subprocess.run(
        [sys.executable, "program.py"], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr[-2000:]


def test_every_block_is_of_a_kind_that_is_run():
    for name in PAGES:
        for block in blocks_of(name):
            if is_shell(block) or runs_elsewhere(name, block.text):
                continue
            if is_toml(block):
                assert tomllib.loads(block.text)
            elif not is_session(block) and not is_python(block):
                starts = tuple(start for page, start in SKETCHES if page == name)
                assert block.text.startswith(starts), (name, block.text)
                with contextlib.suppress(SyntaxError):
                    assert not ast.parse(block.text), "this is code, and should be run"


def test_what_is_tested_elsewhere_is_still_on_its_page():
    for page, start in RUN_ELSEWHERE:
        assert start in PAGES[page]
    for page, start in SKETCHES:
        assert start in PAGES[page]
    for module in {*RUN_ELSEWHERE.values(), *WHOLE_PAGES.values()}:
        assert (ROOT / "tests" / f"{module}.py").is_file()
