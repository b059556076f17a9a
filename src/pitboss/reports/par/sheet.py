"""The content of the PAR sheet of a game as configured, independent of the format.

Every figure is a count or a fraction from `maths`. Floating point is used only for what is
irrational, such as a standard deviation.
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
from pitboss.reports.par.payments import Payments, PostedLimits
from pitboss.reports.par.witness_lines import WitnessLine, witness_lines
from pitboss.rulebooks import OWN, RULEBOOKS
from pitboss.version import __version__

SOFTWARE = f"Pitboss {__version__}"
Progress = Callable[[str], None]  # Called with the name of the step that begins.
METHOD = (
    "Every deal from one deck of 52 cards is counted; nothing is sampled. Hands are grouped by the "
    "features that a wager reads, and the wager is evaluated once for each pair of groups.",
    "Pairs of hands that one deck can deal are counted by inclusion and exclusion: all pairs, "
    "minus those that share a card, plus those that share two, minus those that share three.",
    "Ways are whole numbers. Returns, edges, variances and covariances are exact fractions, and "
    "are rounded only in print.",
    "Bands are those of a normal distribution around the exact return, with the exact standard "
    "deviation. For a very skewed wager and few rounds they are rough; a lower limit below zero "
    "means that nothing at all may come back.",
)
DECISION = (
    "The best decision is computed separately for each of the 22,100 hands, suits included, over "
    "all wagers of the main bet and all hands of the dealer. Ways are under this strategy."
)


@dataclass(frozen=True)
class ParSheet:
    """The figures of a game, each computed when it is first needed."""

    rules: Rules
    limits: PostedLimits = field(default_factory=PostedLimits)
    paytable_options: Sequence[str] = ()  # --paytable options that name files.

    def __post_init__(self) -> None:
        if self.limits.jackpot and not self.has_jackpot:
            message = f"There is no jackpot in {self.rules.key}: leave it out."
            raise BadConfiguration("report/jackpot", message)

    @cached_property
    def odds(self) -> GameOdds:
        return GameOdds(self.rules, self.limits.jackpot)

    @cached_property
    def moments(self) -> BoxMoments:
        """Joint moments of all wagers of a box, under the best strategy."""
        return BoxMoments(self.rules, self.odds.strategy.plays, self.limits.jackpot)

    @cached_property
    def covariances(self) -> list[list[Fraction]]:
        keys = [wager.key for wager in self.moments.wagers]
        half = {
            (a, b): self.moments.covariance(keys[a], keys[b])
            for a in range(len(keys))
            for b in range(a, len(keys))
        }
        places = range(len(keys))
        return [[half[min(a, b), max(a, b)] for b in places] for a in places]

    def correlation(self, a: int, b: int) -> float:
        """The correlation of two wagers, by their places in `moments.wagers`."""
        variances = self.covariances[a][a] * self.covariances[b][b]
        return float(self.covariances[a][b]) / float(variances) ** 0.5 if variances else 0.0

    @property
    def correlations(self) -> list[list[float]]:
        places = range(len(self.moments.wagers))
        return [[self.correlation(a, b) for b in places] for a in places]

    @cached_property
    def payments(self) -> Payments:
        return Payments(self.rules, self.limits, self.moments)

    @cached_property
    def witnesses(self) -> list[WitnessLine]:
        return witness_lines(self.rules, self.options)

    @property
    def has_jackpot(self) -> bool:
        return self.rules.has_jackpot

    @property
    def method(self) -> tuple[str, ...]:
        return (*METHOD, DECISION) if self.rules.rulebook.decision else METHOD

    @cached_property
    def hashes(self) -> dict[str, str]:
        """SHA-256 of the files that determine this game's figures; other rulebooks are left out."""
        others = tuple(
            f"rulebooks/{key.replace('-', '_')}/" for key in OWN if key != self.rules.key
        )
        kept = {
            file: digest
            for file, digest in rule_files(FIGURES).items()
            if not file.startswith(others)
        }
        return kept | outside_files(self.rules.key)

    @property
    def hash_of_hashes(self) -> str:
        """One hash for all files: SHA-256 of the lines that `sha256sum` would print."""
        return _hash_of(self.hashes)

    @property
    def folder_hashes(self) -> dict[str, str]:
        """One hash for each folder, to save paper."""
        folders: dict[str, dict[str, str]] = {}
        for file, digest in self.hashes.items():
            folders.setdefault(file.rpartition("/")[0] + "/", {})[file] = digest
        return {folder: _hash_of(hashes) for folder, hashes in folders.items()}

    @cached_property
    def options(self) -> list[str]:
        """The options that configure these rules on the command line."""
        rules = self.rules
        words = [*RULEBOOKS.source(rules.key).options, *self.paytable_options]
        for wager in rules.rulebook.wagers:
            table = rules.paytables[wager.key]
            if isinstance(table, str) and table != wager.paytables[0]:
                words += ["--paytable", f"{wager.key}={table}"]
            elif not isinstance(table, str) and not self.paytable_options:
                words += ["--paytable", f"{wager.key}={table.key}.toml"]
        for reading in rules.rulebook.readings:
            if rules.readings[reading.key] != reading.default:
                words += ["--reading", f"{reading.key}={rules.readings[reading.key]}"]
        return words

    def command(self, ending: str) -> str:
        """The command that reproduces this sheet."""
        words = ["pitboss", "par", self.rules.key, *self.options]
        for name in ("maximum", "boxes", "jackpot"):
            limit = getattr(self.limits, name)
            if limit != getattr(PostedLimits, name):
                words += [f"--{name}", str(limit)]
        return shlex.join([*words, "-o", f"{self.rules.key}.{ending}"])

    def depends_on_decision(self, wager: Wager) -> bool:
        """Whether the ways of a wager depend on the player's decision."""
        return self.rules.rulebook.decision and wager.key in self.rules.rulebook.main

    def work_out(self, progress: Progress) -> None:
        """Compute everything that takes time, step by step."""
        steps: dict[str, Callable[[], object]] = {
            "Counting every wager": lambda: [self.odds[key] for key in self.odds],
            "Counting all wagers jointly": lambda: self.moments.joint,
            "Finding a deal for every row": lambda: self.witnesses,
        }
        for name, compute in steps.items():
            progress(name)
            compute()


def _hash_of(hashes: Mapping[str, str]) -> str:
    lines = "".join(f"{digest}  {file}\n" for file, digest in hashes.items())
    return hashlib.sha256(lines.encode()).hexdigest()
