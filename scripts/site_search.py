"""The index of search, with the sections that a result lies in: a misdeal in which game?"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

TAG = re.compile(r"<[^>]*>")


def name_sections(site: Path) -> None:
    """Put the headings above each result into its path, beside the page."""
    index = json.loads((site / "search.json").read_text("utf-8"))
    above: dict[int, str] = {}  # By level.
    for item in index["items"]:
        level = item["level"]
        above = {at: title for at, title in above.items() if 1 < at < level}
        item["path"] += above.values()
        above[level] = " ".join(TAG.sub("", item["title"]).split())
    _write(site, index)


def _write(site: Path, index: dict[str, Any]) -> None:
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    (site / "search.json").write_text(text, "utf-8")
    (site / "search.js").write_text(f"var __index = {text}", "utf-8")  # Read from disk.
