"""PAR sheets for the tests: what takes seconds is worked out once."""

from functools import cache

from pitboss.reports.par.sheet import ParSheet
from pitboss.reports.par.workbook import par_xlsx
from pitboss.rulebooks import RULEBOOKS

GAMES = list(RULEBOOKS)
LITTLE = 1e-12


@cache
def sheet_of(game):
    """As the rulebook is written; what takes seconds is worked out once."""
    return ParSheet(RULEBOOKS[game].configure())


@cache
def xlsx_of(game):
    return par_xlsx(sheet_of(game))


def close(one, other):
    return abs(one - float(other)) <= LITTLE * max(1, abs(float(other)))
