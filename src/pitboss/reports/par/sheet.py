"""The PAR sheet of a game as configured: all that is said in it, before any format.

Every figure is a count or a fraction from `maths`; nothing is worked out in floating point here
but what is irrational, such as a standard deviation.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from pitboss.errors import BadConfiguration
from pitboss.identity import FIGURES, outside_files, rule_files
from pitboss.language.rulebook import Rules
from pitboss.language.wagers import Wager
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.moments import BoxMoments
from pitboss.reports.par.payments import Limits, Payments
from pitboss.reports.par.witness_lines import WitnessLine, witness_lines
from pitboss.rulebooks import OWN, RULEBOOKS
from pitboss.version import __version__

SOFTWARE = f"Pitboss {__version__}"
Progress = Callable[[str], None]  # Told what is being done now.
METHOD = (
    "Every deal of one deck of 52 cards is counted; nothing is sampled. Hands are grouped by what "
    "a wager reads of them, and the wager itself is asked once for each pair of groups.",
    "Pairs of hands that one deck can deal are counted by inclusion and exclusion: all pairs, less "
    "those that share a card, plus those that share two, less those that share three.",
    "Ways are whole numbers. Returns, edges, variances and covariances are exact fractions, "
    "rounded only where they are printed.",
    "Bands are those of a normal distribution around the exact return, with the exact standard "
    "deviation. Where a wager is very skewed they are rough for few rounds; a lower limit below "
    "zero means that nothing at all may come back.",
)
DECISION = (
    "The best decision is worked out for each of the 22,100 hands by itself, suits included, with "
    "every wager of the main bet and every hand the dealer can hold; ways are under that strategy."
)


@dataclass(frozen=True)
class ParSheet:
    rules: Rules
    limits: Limits = field(default_factory=Limits)
    given: Sequence[str] = ()  # Options that name files: another's own pay tables.

    def __post_init__(self) -> None:
        if self.limits.jackpot and not self.has_jackpot:
            told = f"There is no jackpot in {self.rules.key}: leave it out."
            raise BadConfiguration("report/jackpot", told)

    @cached_property
    def odds(self) -> GameOdds:
        return GameOdds(self.rules, self.limits.jackpot)

    @cached_property
    def moments(self) -> BoxMoments:
        """All wagers of a box together, under the best strategy."""
        return BoxMoments(self.rules, self.odds.strategy.plays, self.limits.jackpot)

    @cached_property
    def covariances(self) -> list[list[Fraction]]:
        keys = [wager.key for wager in self.moments.wagers]
        half = {
            (a, b): self.moments.covariance(keys[a], keys[b])
            for a in range(len(keys))
            for b in range(a, len(keys))
        }
        every = range(len(keys))
        return [[half[min(a, b), max(a, b)] for b in every] for a in every]

    def correlation(self, a: int, b: int) -> float:
        spread = self.covariances[a][a] * self.covariances[b][b]
        return float(self.covariances[a][b]) / float(spread) ** 0.5 if spread else 0.0

    @cached_property
    def payments(self) -> Payments:
        return Payments(self.rules, self.limits, self.moments)

    @cached_property
    def witnesses(self) -> list[WitnessLine]:
        return witness_lines(self.rules, self.options)

    @property
    def has_jackpot(self) -> bool:
        return any(row.pay.meter for wager in self.rules.wagers for row in wager.rows)

    @property
    def method(self) -> tuple[str, ...]:
        return (*METHOD, DECISION) if self.rules.rulebook.decision else METHOD

    @cached_property
    def hashes(self) -> dict[str, str]:
        """Of the files that decide this game's payments and figures; not of other rulebooks."""
        books = tuple(f"rulebooks/{key.replace('-', '_')}/" for key in OWN if key != self.rules.key)
        ours = {f: h for f, h in rule_files(FIGURES).items() if not f.startswith(books)}
        return ours | outside_files(self.rules.key)

    @property
    def hash_of_hashes(self) -> str:
        """One number for all of them: SHA-256 over the lines that `sha256sum` would print."""
        return _together(self.hashes)

    @property
    def room_hashes(self) -> dict[str, str]:
        """The same folder by folder, for paper: `hashes` has every file."""
        rooms: dict[str, dict[str, str]] = {}
        for file, digest in self.hashes.items():
            rooms.setdefault(file.rpartition("/")[0] + "/", {})[file] = digest
        return {room: _together(hashes) for room, hashes in rooms.items()}

    @cached_property
    def options(self) -> list[str]:
        """What the command line has to be given for these rules."""
        rules, words = self.rules, [*RULEBOOKS.source(self.rules.key).options, *self.given]
        for wager in rules.rulebook.wagers:
            table = rules.paytables[wager.key]
            if isinstance(table, str) and table != wager.paytables[0]:
                words += ["--paytable", f"{wager.key}={table}"]
            elif not isinstance(table, str) and not self.given:
                words += ["--paytable", f"{wager.key}={table.key}.toml"]
        for reading in rules.rulebook.readings:
            if rules.readings[reading.key] != reading.default:
                words += ["--reading", f"{reading.key}={rules.readings[reading.key]}"]
        return words

    def line(self, ending: str) -> str:
        """The command that makes this sheet again."""
        words = ["pitboss", "par", self.rules.key, *self.options]
        for name in ("maximum", "boxes", "jackpot"):
            asked = getattr(self.limits, name)
            if asked != getattr(Limits, name):
                words += [f"--{name}", str(asked)]
        return shlex.join([*words, "-o", f"{self.rules.key}.{ending}"])

    def is_main(self, wager: Wager) -> bool:
        """Whether its ways depend on a decision."""
        return self.rules.rulebook.decision and wager.key in self.rules.rulebook.main

    def work_out(self, progress: Progress) -> None:
        """All that takes time, one thing after another."""
        steps: dict[str, Callable[[], object]] = {
            "Counting every wager": lambda: [self.odds[key] for key in self.odds],
            "Counting all wagers together": lambda: self.moments.joint,
            "Finding a deal for every row": lambda: self.witnesses,
        }
        for what, work in steps.items():
            progress(what)
            work()


def _together(hashes: Mapping[str, str]) -> str:
    lines = "".join(f"{digest}  {file}\n" for file, digest in hashes.items())
    return hashlib.sha256(lines.encode()).hexdigest()
