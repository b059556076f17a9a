"""Help pages: in groups, no wider than the terminal, with examples that work where Pitboss was
installed and nothing else is there."""

import re
import shlex
import shutil
from itertools import pairwise

import pytest
import typer

from pitboss.cli import COMMANDS, GROUPS, _declared, run
from pitboss.cli.help_page import folded, page, summary

SUBCOMMANDS = {
    name: [command.name or command.callback.__name__ for command in declared.registered_commands]
    for name in COMMANDS
    if isinstance(declared := _declared(name), typer.Typer)
}
PAGES = [
    [],
    *([name] for name in COMMANDS),
    *([name, sub] for name, subs in SUBCOMMANDS.items() for sub in subs),
]
DEMO = "pitboss house simulate --days 1 --tables 2 --data demo"
NEVER_ENDS = {"serve"}  # It serves until it is stopped: tests/support/serving.py runs it.


@pytest.fixture
def shown(told, monkeypatch):
    def page_of(*words, columns=80):
        monkeypatch.setenv("COLUMNS", str(columns))
        return told(*words, "--help")

    return page_of


def examples(text):
    """The commands of a help page, put together again."""
    blocks = re.findall(r"^(?:First|Example):\n((?:  .+\n)+)", text, re.M)
    joined = re.sub(r" \\\n +", " ", "".join(blocks))
    return [line.strip() for line in joined.splitlines()]


# The pages


def test_the_commands_are_in_groups(shown):
    text = shown()
    headings = re.findall(r"^([A-Z][\w ]+)$", text, re.M)
    assert headings == [*GROUPS, "Options"]
    for heading, commands in GROUPS.items():
        block = text.partition(f"\n{heading}\n")[2].partition("\n\n")[0]
        assert re.findall(r"^  ([a-z-]+)  ", block, re.M) == list(commands)


@pytest.mark.parametrize("columns", [60, 80, 140])
@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_no_help_page_is_wider_than_the_terminal(shown, words, columns):
    lines = shown(*words, columns=columns).splitlines()
    assert max(map(len, lines)) <= columns
    assert not any(line != line.rstrip() for line in lines)


def test_a_page_has_no_colours_where_it_is_not_on_a_terminal(shown):
    assert "\x1b" not in shown("settle")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_summary_is_one_sentence(name):
    declared = _declared(name)
    if isinstance(declared, typer.Typer):
        declared = declared.registered_callback.callback
    sentence = summary(declared.__doc__)
    assert sentence.endswith(".")
    assert len(sentence) <= 100


def test_a_page_has_its_text_and_its_examples_apart():
    text = page(
        "One.\n\nTwo and\nthree.\n\nFirst: pitboss z\n\nExample: pitboss a --b\n--c\npitboss d"
    )
    assert text.paragraphs == ["One.", "Two and three."]
    assert text.examples == [
        ("First:", ["pitboss z"]),
        ("Example:", ["pitboss a --b --c", "pitboss d"]),
    ]


def test_a_long_example_is_folded_before_options():
    command = 'pitboss settle poker --player "Qs Qd 7h" --dealer QhTc3d -o x.json'
    lines = folded(command, 40).split("\n")
    assert lines == [
        '  pitboss settle poker \\',
        '    --player "Qs Qd 7h" \\',
        "    --dealer QhTc3d -o x.json",
    ]  # fmt: skip
    assert shlex.split("\n".join(lines).replace("\\\n", "")) == shlex.split(command)


def test_a_misspelt_command_is_guessed(refused):
    assert "Did you mean 'settle'" in refused("setle")


# Examples


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The house of the examples, played once."""
    folder = tmp_path_factory.mktemp("demo") / "demo"
    _, *words = shlex.split(DEMO)
    assert run([*words[:-1], str(folder)]) == 0
    return folder


@pytest.mark.parametrize("words", PAGES[1:], ids=" ".join)
def test_the_example_of_a_command_works_in_an_empty_folder(
    words, shown, demo, tmp_path, monkeypatch, capsys
):
    commands = examples(shown(*words))
    assert any(command.startswith(f"pitboss {' '.join(words)}") for command in commands)
    if words[0] in NEVER_ENDS:
        return
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PITBOSS_DATABASE", raising=False)
    for command in commands:
        if command == DEMO:
            shutil.copytree(demo, tmp_path / "demo")
            continue
        _, *arguments = shlex.split(command)
        assert run(arguments) == 0, capsys.readouterr().err
        out, err = capsys.readouterr()
        assert (bool(out), err) == (True, "")
        for option, value in pairwise(arguments):
            assert option != "-o" or (tmp_path / value).stat().st_size
