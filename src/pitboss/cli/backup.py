"""pitboss backup: one moment of a house in one file."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.house_options import FOLDER, Data, house_url
from pitboss.cli.options import Json
from pitboss.cli.output import print_json

if TYPE_CHECKING:
    from pitboss.house.backups.backup import Backup


def backup(
    data: Data = FOLDER,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file, or a folder to put it in: one that is there, or a name with / at its "
            "end.",
        ),
    ] = ".",
    as_json: Json = False,
) -> None:
    """Write a house to one file.

    The file holds everything that was committed when the backup began. The house may be served
    meanwhile, and nobody waits. The key is not in the file: keep a copy of
    it elsewhere, for whoever has both can look at the cards of unfinished rounds.

    First: pitboss house simulate --days 1 --tables 2 --data demo

    Example: pitboss backup --data demo -o demo.zip
    """
    url = house_url()
    from pitboss.cli.screen import count_progress
    from pitboss.house.backups.backup import back_up
    from pitboss.house.house import wall_clock

    now = wall_clock()
    file = Path(output)
    if output.endswith("/") or file.is_dir():
        file /= f"pitboss-{datetime.fromtimestamp(now // 1_000_000, UTC):%Y%m%d-%H%M%S}.zip"
    with count_progress("entries") as progress:
        written = back_up(data, file, now, url, progress)
    if as_json:
        print_json(_as_json(written))
    else:
        _show(written)


def _as_json(backup: Backup) -> dict[str, object]:
    from pitboss.house.records.days import as_iso

    manifest = backup.manifest
    return {
        "file": str(backup.file),
        "bytes": backup.file.stat().st_size,
        "fingerprint": backup.fingerprint,
        "entry": manifest.entry,
        "time": as_iso(manifest.time),
        "streams": backup.streams,
        "rows": backup.rows,
        "key": manifest.key,
    }


def _show(backup: Backup) -> None:

    from pitboss.cli.screen import console, say, table
    from pitboss.house.records.days import in_words

    out, manifest = console(), backup.manifest
    rows = backup.rows
    shown = table("written", ">", title=str(backup.file))
    shown.add_row("Entries of the journal", f"{rows['journal']:,}")
    shown.add_row("Transfers", f"{rows['transfers']:,}")
    shown.add_row("People and their tables", f"{rows['people']:,} and {rows['tables']:,}")
    shown.add_row("Last entry", in_words(manifest.time))
    shown.add_row("Size", f"{backup.file.stat().st_size:,} bytes")
    shown.add_row("Fingerprint", backup.fingerprint[:12])
    out.print(shown)
    key = f"The key {manifest.key}" if manifest.key else "The key"
    say(f"{key} is not in it: keep a copy elsewhere.")
