"""The form in which a game's expectations are written down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType


@dataclass(frozen=True)
class Expected:
    """What tests expect of one game as its rulebook is written, unless a field says otherwise."""

    key: str
    plain: ModuleType  # The second settlement, in tests/plain/.
    clauses: str  # Every clause number of the published rulebook, in its order.
    readings: Mapping[str, str]  # The default of every reading.
    counts: Mapping[str, Mapping[str, int]]  # Ways of every row, by wager.
    rests: Mapping[str, Sequence[str]]  # By clause: the side bets that it makes rest on another.
    alone: Sequence[str]  # The wagers that may be bet without any other.
    warnings: Mapping[str, str] = field(default_factory=dict)  # By wager: what is warned of.
    # The same where a reading changes it, by (reading, option).
    warnings_by_reading: Mapping[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)
    suit_wagers: Sequence[str] = ()  # Wagers that name a suit or a colour.
    suit_renamings: int = 24  # Renamings of the suits that leave every wager alone.
    odd_pays: Sequence[str] = ()  # Pays that a designer would find odd.
    # Pay tables and bets for tests of sessions: the largest prizes, and bets without rare ones.
    large_prizes: Mapping[str, str] = field(default_factory=dict)
    common_bets: Mapping[str, int] | None = None
    # By wager: the wrong changes to its rows that come to the same row on every deal.
    equal_mutants: Mapping[str, Sequence[str]] = field(default_factory=dict)
