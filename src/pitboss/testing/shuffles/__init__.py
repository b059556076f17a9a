"""A statistical battery for shuffles: ours, or the decks of any other.

    from pitboss.testing.shuffles import battery, house_decks

    report = battery(house_decks(1_000_000))
    report.passed, report.rejected

The same from the command line: python -m pitboss.testing.shuffles --decks 1000000. It needs the
extra `testing`, and for the house's own decks `house`. docs/fair-shuffle.md says what it shows and
what it can't show.
"""

from pitboss.testing.shuffles.battery import LEVEL, Report, battery
from pitboss.testing.shuffles.decks import house_decks, in_parts
from pitboss.testing.shuffles.tallies import Statistic

__all__ = ["LEVEL", "Report", "Statistic", "battery", "house_decks", "in_parts"]
