"""The names of players: what may be one, and which two are the same.

A name is shown as it was chosen. It is compared by its key: without regard to case, width, accents
written in two ways, spaces and punctuation, and with the letters of other scripts that look like
Latin ones in their place. Within one name all letters are of one script.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise

from pitboss.errors import PitbossError

SHORTEST, LONGEST = 3, 24
SEPARATORS = " ._-'"
RESERVED = ("guest", "house", "dealer", "pitboss", "admin", "staff", "supervisor", "support")
# Scripts, as Unicode names begin, that are written together.
TOGETHER = ({"CJK", "HIRAGANA", "KATAKANA"}, {"CJK", "HANGUL"}, {"CJK", "BOPOMOFO"})
LOOKS_LIKE = str.maketrans(
    "авеёікмнорстухјѕԁԛԝүһӏ" "αβγεζηικμνορτυχω",
    "abeeikmhopctyxjsdqwyhl" "abyeznikmvoptuxw",
)  # fmt: skip


def chosen_name(text: str) -> str:
    """The name as it is kept and shown; raises for what can't be one."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not SHORTEST <= len(name) <= LONGEST or key_of(name) is None:
        message = (
            f"A name has {SHORTEST} to {LONGEST} letters and digits of one script; "
            "single spaces and . _ - ' may stand between them."
        )
        raise PitbossError("player/name", message)
    if any(_without_digits(name) == word for word in RESERVED):
        raise PitbossError("player/name", "That name is the house's own: choose another.")
    return name


def key_of(text: str) -> str | None:
    """What a name is compared by; None for what can't be a name."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if len(name) > LONGEST or not name or name[0] in SEPARATORS or name[-1] in SEPARATORS:
        return None
    if any(map(all, pairwise(letter in SEPARATORS for letter in name))):
        return None
    plain = [letter for letter in name if letter not in SEPARATORS]
    if len(plain) < SHORTEST or not all(_may_stand(letter) for letter in plain):
        return None
    marks = sum(_is_mark(letter) for letter in plain)
    if marks * 2 > len(plain) or _is_mark(plain[0]) or not _is_one_script(plain):
        return None
    folded = unicodedata.normalize("NFKC", "".join(plain).casefold())
    return "".join(_digit(letter) for letter in folded).translate(LOOKS_LIKE)


def _may_stand(letter: str) -> bool:
    """Letters, decimal digits, and marks that a letter carries."""
    return unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd")


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "M"


def _digit(letter: str) -> str:
    """A digit of any script as ours."""
    value = unicodedata.decimal(letter, None)
    return letter if value is None else str(value)


def _is_one_script(letters: list[str]) -> bool:
    scripts = {
        unicodedata.name(letter, "?").split()[0].split("-")[0]
        for letter in letters
        if unicodedata.category(letter)[0] == "L"
    }
    return len(scripts) <= 1 or any(scripts <= together for together in TOGETHER)


def _without_digits(name: str) -> str:
    return str(key_of(name)).rstrip("0123456789")
