"""Writes docs/schemas: `python -m scripts.schemas`."""

from __future__ import annotations

import json
from pathlib import Path

from pitboss.notation.schemas import schemas

FOLDER = Path(__file__).parents[1] / "docs" / "schemas"


def pages() -> dict[str, str]:
    """The text of every schema, by its file's name."""
    return {
        f"{name}.json": json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
        for name, schema in schemas().items()
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, "utf-8")
