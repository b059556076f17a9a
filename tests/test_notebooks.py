"""The notebooks run from top to bottom, solutions of the exercises included, and the pages of the
documentation show what they print."""

import re
import struct
from itertools import pairwise

import pytest

from scripts.notebook_pages import FOLDER, page
from scripts.notebooks import NOTEBOOKS, Solution

FLOAT = re.compile(r"\d+\.\d{10,}")


def rounded(text):
    """The text with long floats cut: their last digits are the processor's own."""
    return FLOAT.sub(lambda match: f"{float(match[0]):.10g}", text)


@pytest.mark.parametrize("name", list(NOTEBOOKS))
def test_a_notebook_runs_and_its_page_shows_what_it_prints(name):
    written = page(name)
    shown = (FOLDER / name).with_suffix(".md").read_text("utf-8")
    assert rounded(shown) == rounded(written.text), "run: python -m scripts.notebook_pages"
    for picture, data in written.pictures.items():
        assert size((FOLDER / picture).read_bytes()) == size(data), picture


def size(png):
    """Width and height: the pixels may differ a little with the machine's fonts."""
    assert png.startswith(b"\x89PNG")
    return struct.unpack(">II", png[16:24])


def test_every_page_of_a_notebook_is_of_a_notebook():
    pages = {path.stem for path in FOLDER.glob("*.md")} - {"index"}
    assert pages == {name.removesuffix(".ipynb") for name in NOTEBOOKS}


@pytest.mark.parametrize("name", list(NOTEBOOKS))
def test_every_exercise_has_its_solution(name):
    cells = NOTEBOOKS[name]
    numbers = []
    for before, cell in pairwise(cells):
        if isinstance(cell, Solution):
            numbers.append(int(re.search(r"\*\*(\d+)\.\*\* ", before)[1]))
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 3


def test_floats_differ_by_their_last_digits_only():
    assert rounded("(0.12345678901234)") == rounded("(0.12345678901235)")
    assert rounded("0.12345") != rounded("0.12346")
    assert rounded("0.123456789012") != rounded("0.123456799012")
