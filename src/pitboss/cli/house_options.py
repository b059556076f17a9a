"""The options of commands about a house: where it is, and where its database is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.errors import BadConfiguration

if TYPE_CHECKING:
    import sqlalchemy as sa

FOLDER = Path("var")
VARIABLE = "PITBOSS_DATABASE"

Data = Annotated[
    Path,
    typer.Option(
        "--data",
        metavar="DIR",
        help=f"The folder of the house. Its database is in it, unless {VARIABLE} names one.",
        show_default=True,
    ),
]
RulebookFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--rulebook",
        metavar="FILE.py",
        help="A game of your own, see docs/adding-a-game.md; one option for each.",
    ),
]


def load_games(files: list[Path] | None) -> list[str]:
    """Make the games of these files known; their keys."""
    from pitboss.rulebooks import load_rulebook

    return [load_rulebook(file).key for file in files or ()]


def house_url() -> sa.URL | None:
    """The database that the environment names, as an SQLAlchemy URL; None for the folder's own."""
    from pitboss.reports.files import require

    require("sqlalchemy", "A house", "house")
    import sqlalchemy as sa

    text = os.environ.get(VARIABLE, "").strip()
    if not text:
        return None
    try:
        url = sa.make_url(text)
        if url.drivername == "postgresql":  # What servers print; its driver is ours to choose.
            url = url.set(drivername="postgresql+psycopg")
        if url.get_backend_name() not in ("sqlite", "postgresql"):
            raise BadConfiguration("house/url", _wrong("Only sqlite and postgresql are known here"))
        url.get_dialect().import_dbapi()
    except ModuleNotFoundError as missing:
        message = f"{VARIABLE} needs {missing.name}: pip install 'pitboss[postgres]'."
        raise BadConfiguration("house/driver", message) from None
    except (sa.exc.ArgumentError, ValueError) as error:
        if isinstance(error, BadConfiguration):
            raise
        raise BadConfiguration("house/url", _wrong("It can't be read")) from None
    return url


def _wrong(why: str) -> str:
    # The text itself is not shown: it may hold a password.
    example = "postgresql+psycopg://user:password@host/database"
    return f"{VARIABLE} is not the address of a database. {why}: give one such as {example}."
