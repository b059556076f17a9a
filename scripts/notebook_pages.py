"""Write docs/notebooks/: the notebooks as pages, run, with their outputs and pictures.

Run it after changing a notebook or what it shows: python -m scripts.notebook_pages
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import nbclient
import nbformat

from scripts.notebooks import NOTEBOOKS, notebook

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"


class Page(NamedTuple):
    text: str
    pictures: dict[str, bytes]  # By file name.


def page(name: str) -> Page:
    """A notebook as a page: cells, outputs and solutions. It is run in a kernel of its own."""
    executed: Any = nbformat.reads(notebook(NOTEBOOKS[name]), 4)  # type: ignore[no-untyped-call]
    nbclient.NotebookClient(executed, timeout=300).execute()
    stem, pictures = name.removesuffix(".ipynb"), dict[str, bytes]()
    parts = []
    for cell in executed.cells:
        if cell.cell_type == "markdown":
            parts.append(f"{cell.source}\n")
        else:
            body = f"```python\n{cell.source}\n```\n"
            body += "".join(f"\n{output}" for output in outputs(cell, stem, pictures))
            is_solution = "solution" in cell.metadata.get("tags", ())
            parts.append(folded(body) if is_solution else body)
    title, *rest = parts
    opening = f"*This page is the notebook `notebooks/{name}`, run from top to bottom.*\n"
    return Page("\n".join([title, opening, *rest]), pictures)


def outputs(cell: Any, stem: str, pictures: dict[str, bytes]) -> Iterator[str]:
    """What a cell shows, in the richest form that a page can hold."""
    for output in cell.outputs:
        data = output.get("data", {})
        if "image/png" in data:
            name = f"{stem}-{len(pictures) + 1}.png"
            pictures[name] = base64.b64decode(data["image/png"])
            heading = title_of(cell.source)
            yield f'<div class="output" markdown>\n\n![{heading}]({name})\n\n</div>\n'
        elif "text/html" in data:
            yield f'<div class="output">{data["text/html"]}</div>\n'
        else:
            text = output.get("text") or data["text/plain"]
            yield f'<div class="output" markdown>\n\n```text\n{text.rstrip()}\n```\n\n</div>\n'


def title_of(source: str) -> str:
    """What a chart is of, for those who can't see it: its axes."""
    labels = [
        source.partition(f"{label}=")[2].split("'")[1]
        for label in ("ylabel", "xlabel")
        if f"{label}='" in source
    ]
    return " against ".join(labels).capitalize()


def folded(body: str) -> str:
    return f"<details markdown>\n<summary>Solution</summary>\n\n{body}\n</details>\n"


def main() -> None:
    for name in NOTEBOOKS:
        written = page(name)
        (FOLDER / name).with_suffix(".md").write_text(written.text, "utf-8")
        for picture, data in written.pictures.items():
            (FOLDER / picture).write_bytes(data)


if __name__ == "__main__":
    main()
