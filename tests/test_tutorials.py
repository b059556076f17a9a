"""Every tutorial runs from top to bottom, and shows what its commands print."""

import pytest

from scripts.tutorials import COMMAND, FOLDER, Failed, pages, shell, with_outputs
from tests.support.pages import blocks

PAGES = pages()


@pytest.mark.parametrize("name", list(PAGES))
def test_a_tutorial_shows_what_its_commands_print(name):
    assert with_outputs(PAGES[name]) == PAGES[name], "run: python -m scripts.tutorials"


@pytest.mark.parametrize("name", list(PAGES))
def test_a_tutorial_is_a_task_with_commands_and_their_output(name):
    text = PAGES[name]
    shown = [match for block in blocks(text) for match in COMMAND.finditer(block.text)]
    assert sum(bool(match["output"].strip()) for match in shown) >= 3
    assert "## Next" in text
    assert f"]({name})" in (FOLDER / "index.md").read_text("utf-8")


def test_an_output_is_written_below_its_command():
    page = "```console\n$ echo one \\\n    two\nold\n$ true\n$ echo 3\n```\n"
    assert with_outputs(page) == (
        "```console\n$ echo one \\\n    two\none two\n$ true\n$ echo 3\n3\n```\n"
    )


def test_a_block_that_names_its_file_is_written_to_it():
    page = "```toml\n# x.toml\na = 1\n```\n\n```console\n$ cat x.toml\n```\n"
    assert with_outputs(page).endswith("$ cat x.toml\n# x.toml\na = 1\n```\n")


@pytest.mark.parametrize("line", ["false", "pitboss odds no-game", "pitboss odds x | head -n 1"])
def test_a_command_that_fails_is_noticed(line):
    with shell() as opened, pytest.raises(Failed):
        opened.output(line)


def test_our_commands_print_the_same_in_this_process_and_in_a_shell():
    line = "pitboss strategy three-card-poker --hand 'Qs 6d 4h'"
    with shell() as opened:
        assert opened.output(line) == opened.output(f"{line}; true")
