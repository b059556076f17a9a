"""Who prepared a sheet, when, and which revision it is: a block to file it by.

What is not stated stays a blank line, to be filled in by hand. None of it changes a figure, so it
is no part of the sheet's identity.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from pitboss.errors import BadConfiguration

LONGEST = 60  # In characters: what fits on its line.
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True)
class Filing:
    preparer: str = ""
    revision: str = ""
    date: str = ""  # As 2026-11-18.

    def __post_init__(self) -> None:
        for name in ("preparer", "revision"):
            text = getattr(self, name)
            if len(text) > LONGEST or not text.isprintable() or text != text.strip():
                message = (
                    f"The {name} is {text[:LONGEST]!r}: give one line of up to {LONGEST} "
                    "characters, without spaces at its ends."
                )
                raise BadConfiguration("report/filing", message)
        if self.date and not _is_date(self.date):
            message = f"The date is {self.date!r}: give it as 2026-11-18, or today."
            raise BadConfiguration("report/filing", message)

    @property
    def stated(self) -> dict[str, str]:
        """What is stated, by name."""
        texts = {"preparer": self.preparer, "revision": self.revision, "date": self.date}
        return {name: text for name, text in texts.items() if text}

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Labels and texts as printed; an empty text is a line to fill in."""
        return [
            ("Prepared by", self.preparer),
            ("Date", self.date),
            ("Revision", self.revision),
            ("Reviewed and signed", ""),
        ]


def _is_date(text: str) -> bool:
    """Whether a text is a day of the calendar, such as 2026-11-18."""
    if not DATE.fullmatch(text):
        return False
    try:
        np.datetime64(text, "D")
    except ValueError:
        return False
    return True
