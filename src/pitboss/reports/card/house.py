"""What a house prints on its rule cards: its name, its logo, its limits, and where to find help."""

from __future__ import annotations

import base64
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.errors import BadConfiguration
from pitboss.language.irregularities import Ruling
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.reports.card.language import Words

LOGOS = {"svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg"}
LARGEST_LOGO = 1_000_000
LONGEST_LINE = 120
SHIFT_MANAGER = "shift-manager"


@dataclass(frozen=True)
class Logo:
    ending: str
    data: bytes

    @property
    def address(self) -> str:
        """The picture itself, as an address that a page can hold."""
        return f"data:{LOGOS[self.ending]};base64,{base64.b64encode(self.data).decode()}"


@dataclass(frozen=True)
class House:
    name: str = ""
    logo: Logo | None = None
    help_line: str = ""  # Where players find help.
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # By wager: least and most.
    offered: Collection[str] = ()  # The wagers on the felt; all of them if none are named.
    interruption: str = ""  # The remedy of its own policy on interruptions, if it has one.
    referred_to: str = SHIFT_MANAGER  # Who decides where the rulebook does not.

    def offers(self, wager: Wager) -> bool:
        """Whether a wager can be bet here, or is paid on one that can."""
        entitles = wager.envy.paid_to if wager.envy else wager.placed_wager
        return not self.offered or entitles in self.offered


NO_HOUSE = House()


def read_logo(file: str) -> Logo:
    path = Path(file)
    ending = path.suffix.lower().removeprefix(".").replace("jpeg", "jpg")
    if ending not in LOGOS:
        raise _refused(file, f"it should end in one of {', '.join(f'.{known}' for known in LOGOS)}")
    try:
        data = path.read_bytes()
    except (OSError, ValueError):
        raise _refused(file, "there is no such file to read") from None
    if len(data) > LARGEST_LOGO:
        raise _refused(file, "it is larger than 1 MB")
    if not _is_picture(ending, data):
        raise _refused(file, f"it is not a picture in the format .{ending}")
    return Logo(ending, data)


def _is_picture(ending: str, data: bytes) -> bool:
    if ending == "svg":
        return b"<svg" in data[:4_000] and b"<script" not in data
    return data.startswith({"png": b"\x89PNG\r\n", "jpg": b"\xff\xd8\xff"}[ending])


def _refused(file: str, why: str) -> BadConfiguration:
    return BadConfiguration("card/logo", f"The logo {file} can't be used: {why}.")


def checked_line(subject: str, text: str) -> str:
    """A line of the house's own, short enough to print."""
    if not 1 <= len(text) <= LONGEST_LINE or not text.isprintable():
        message = f"{subject} should be 1 to {LONGEST_LINE} characters on one line."
        raise BadConfiguration("card/line", message)
    return text


def limits_line(rules: Rules, house: House, words: Words) -> str:
    """The limits of the table; wagers with the same limits are named together."""
    together: dict[tuple[int, int], list[str]] = {}
    for wager in rules.wagers:
        if wager.key in house.limits and house.offers(wager):
            title = words.wager(rules, wager)
            together.setdefault(house.limits[wager.key], []).append(title)
    lines = [
        words(
            "limits",
            "says",
            wagers=words.listed(titles),
            minimum=rules.currency.money(minimum),
            maximum=rules.currency.money(maximum),
        )
        for (minimum, maximum), titles in together.items()
    ]
    return words("limits", "between").join(lines) or words("limits", "posted")


def malfunction_line(rules: Rules, house: House, words: Words) -> str:
    """What happens when equipment fails, by the rulebook's ruling on an interruption."""
    remedies, authority = set(), house.referred_to
    for decided in ("yes", "no"):
        ruling = rules.rule("interruption", {"decided": decided})
        if not isinstance(ruling, Ruling):
            return words("malfunction", "other")
        remedies.add(ruling.remedy)
    if remedies == {"refer"} and house.interruption:
        remedies = {house.interruption}
    if remedies == {"refer"}:
        return words("malfunction", "refer", authority=words("authorities", authority))
    if remedies == {"conclude", "void-round"}:
        return words("malfunction", "decided")
    return words("malfunction", "void-round" if remedies == {"void-round"} else "other")
