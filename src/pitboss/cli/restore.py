"""pitboss restore: a house made again from a backup, up to its end or to an earlier moment."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.house_options import FOLDER, Data, house_url
from pitboss.cli.options import Json, number
from pitboss.cli.output import print_json
from pitboss.errors import BadConfiguration

if TYPE_CHECKING:
    from pitboss.house.backups.restore import Restored


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of pitboss backup.")],
    data: Data = FOLDER,
    until: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Leave out what was committed after this date and time."),
    ] = None,
    entry: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="Leave out what was committed after this entry of the journal."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a house from a backup.

    The folder or the database must not have one yet. A time is the house's own unless it names a
    zone; a date is the beginning of its gaming day. The
    restored house says in its journal what it was made from. Rounds that were open go on with the
    same cards once the key is put beside it.

    First: pitboss house simulate --days 1 --tables 2 --data demo
    pitboss backup --data demo -o demo.zip

    Example: pitboss restore demo.zip --data restored --until 2026-01-01T12:00
    """
    url = house_url()
    from pitboss.cli.screen import count_progress
    from pitboss.house.backups.restore import moment_in_words
    from pitboss.house.backups.restore import restore as restore_house

    if until is not None and entry is not None:
        raise BadConfiguration("restore/moment", "Give either --until or --entry, not both.")
    moment = None if until is None else moment_in_words(file, until)
    last = None if entry is None else number("--entry", entry)
    with count_progress("rows") as progress:
        restored = restore_house(file, data, url, moment, last, progress=progress)
    if as_json:
        print_json(_as_json(data, restored))
    else:
        _show(data, restored)


def _as_json(folder: Path, restored: Restored) -> dict[str, object]:
    from pitboss.house.records.days import as_iso

    return {"data": str(folder), **restored._asdict(), "time": as_iso(restored.time)}


def _show(folder: Path, restored: Restored) -> None:
    from rich.text import Text

    from pitboss.cli.screen import LOSS, console, say, table
    from pitboss.house.records.days import in_words

    out = console()
    shown = table("restored", ">", title=str(folder))
    shown.add_row("From the backup", restored.backup[:12])
    shown.add_row("Entries of the journal", f"{restored.entry:,}")
    shown.add_row("Last entry", in_words(restored.time, exact=True))
    shown.add_row("Entries left out", f"{restored.left_out:,}")
    out.print(shown)
    for name in restored.lacks:
        out.print(Text(_how_to_bring(name, folder, restored), style=LOSS))
    say(f"Check it: pitboss verify --data {folder}")


def _how_to_bring(name: str, folder: Path, restored: Restored) -> str:
    """A key is in no backup: somebody has to put it there."""
    if name == "key":
        return (
            f"Put the key {restored.key} into {folder / name} before you serve it. If it is lost, "
            "pitboss void-unfinished gives the bets of unfinished rounds back."
        )
    shown = str(restored.signing_key)[:16]
    return (
        f"Put the key that signs its days, {shown}, into {folder / name}. If it is lost, put "
        f"another into {folder / name}.next: pitboss verify will say that it changed."
    )
