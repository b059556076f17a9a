"""PAR sheets for the tests: what takes seconds is worked out once."""

from functools import cache

from pitboss.reports.par.sheet import ParSheet
from pitboss.reports.par.workbook import par_xlsx
from pitboss.rulebooks import RULEBOOKS

GAMES = list(RULEBOOKS)
LITTLE = 1e-12


@cache
def sheet_of(game):
    """The PAR sheet of the rulebook as written."""
    return ParSheet(RULEBOOKS[game].configure())


@cache
def xlsx_of(game):
    return par_xlsx(sheet_of(game))


def close(figure, exact):
    return abs(figure - float(exact)) <= LITTLE * max(1, abs(float(exact)))
