"""Golden files: what was looked at once, and has to stay as it was."""

import re
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "golden"
HASH = re.compile(r"\b(?:[0-9a-f]{64}|(?<=key )[0-9a-f]{16}|[0-9a-f]{12})\b")


def assert_golden(name, text):
    """Hold a text against its golden file; write a file that is missing, to be looked at."""
    file = FOLDER / name
    text = HASH.sub("(hash)", text)
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        raise AssertionError(f"Written for the first time: {file}. Read it, and run again.")
    assert text == file.read_text(), f"{file} says otherwise; delete it to write it again."
