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

from pitboss.cards.deck import names
from pitboss.cards.hands import cards_of
from pitboss.errors import BadConfiguration
from pitboss.identity import FIGURES, outside_files, rule_files
from pitboss.language.rulebook import Rules, digest
from pitboss.language.wagers import Wager
from pitboss.maths.odds.game_odds import GameOdds
from pitboss.maths.odds.moments import BoxMoments
from pitboss.maths.odds.progressive import Progressive, progressive
from pitboss.maths.odds.strategy import Strategy, from_threshold, others
from pitboss.reports.par.filing import Filing
from pitboss.reports.par.hour import Hour
from pitboss.reports.par.payments import Payments
from pitboss.reports.par.terms import OF_THE_METER, HouseTerms
from pitboss.reports.par.witness_lines import WitnessLine, witness_lines
from pitboss.rulebooks import OWN, RULEBOOKS
from pitboss.version import __version__

SOFTWARE = f"Pitboss {__version__}"
FILES = (*FIGURES, "reports/par")  # The folders whose code makes the figures of a sheet.
SHORT = 12  # Digits of an identity in headers.
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
IDENTITY_NOTE = (
    "The identity is the SHA-256 over everything that changes a figure: the rules in force, the "
    "terms that the house states, and the files that make the figures. Two sheets share it only if "
    "all of these agree. Preparer, date and revision are not part of it."
)
RETURN_NOTE = (
    "The return is what a wager gives back on average per unit staked, the stake included; the "
    "house edge is 1 minus the return."
)
DECISION = (
    "The best decision is computed separately for each of the 22,100 hands, suits included, over "
    "all wagers of the main bet and all hands of the dealer. Ways are under this strategy."
)


@dataclass(frozen=True)
class ParSheet:
    """The figures of a game, each computed when it is first needed."""

    rules: Rules
    terms: HouseTerms = field(default_factory=HouseTerms)
    paytable_options: Sequence[str] = ()  # --paytable options that name files.
    filing: Filing = field(default_factory=Filing)

    def __post_init__(self) -> None:
        if not self.has_jackpot and any(name in self.terms.changed for name in OF_THE_METER):
            message = f"There is no jackpot in {self.rules.key}: leave it out."
            raise BadConfiguration("report/jackpot", message)

    @cached_property
    def odds(self) -> GameOdds:
        return GameOdds(self.rules, self.terms.jackpot)

    @cached_property
    def moments(self) -> BoxMoments:
        """Joint moments of all wagers of a box, under the best strategy."""
        return BoxMoments(self.rules, self.odds.strategy.plays, self.terms.jackpot)

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
        return Payments(self.rules, self.terms, self.moments)

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
            file: hashed
            for file, hashed in rule_files(FILES).items()
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
        for file, hashed in self.hashes.items():
            folders.setdefault(file.rpartition("/")[0] + "/", {})[file] = hashed
        return {folder: _hash_of(hashes) for folder, hashes in folders.items()}

    @cached_property
    def identity(self) -> str:
        """SHA-256 over everything that changes a figure: two sheets share it only if all agree."""
        return digest(
            {
                "rules": self.rules.canonical(),
                "terms": self.terms.canonical(),
                "files": self.hash_of_hashes,
                "software": __version__,
            }
        )

    @property
    def short_identity(self) -> str:
        return self.identity[:SHORT]

    @cached_property
    def progressive(self) -> Progressive | None:
        """The progressive of the game, if it has one."""
        return progressive(self.rules) if self.has_jackpot else None

    @cached_property
    def other_strategies(self) -> list[Strategy]:
        """What people play instead of the best strategy, the costliest last."""
        if not self.rules.rulebook.decision:
            return []
        best = self.odds.strategy
        listed = others(best.bet)
        if best.threshold is None:
            lowest, _ = best.nearest_threshold
            listed.append(from_threshold(best.bet, names(cards_of(lowest))))
        return sorted(listed, key=lambda strategy: strategy.odds.house_edge)

    @cached_property
    def hour(self) -> Hour:
        return Hour(self.rules, self.terms, self.moments)

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
        for name, value in {**self.terms.changed, **self.filing.stated}.items():
            words += [f"--{name.replace('_', '-')}", value]
        return shlex.join([*words, "-o", f"{self.rules.key}.{ending}"])

    def depends_on_decision(self, wager: Wager) -> bool:
        """Whether the ways of a wager depend on the player's decision."""
        is_main = wager.key in self.rules.rulebook.main
        return self.rules.rulebook.decision and (is_main or wager.reads_decision())

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
    lines = "".join(f"{hashed}  {file}\n" for file, hashed in hashes.items())
    return hashlib.sha256(lines.encode()).hexdigest()
