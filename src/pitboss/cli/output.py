"""What commands write: JSON on the screen, and reports and charts in files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated

import typer

from pitboss.errors import BadConfiguration

ReportFile = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="The file to write; its ending selects the format."
    ),
]
ChartFile = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Draw charts: .png or .svg."),
]


def print_json(data: object) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


def report_format(output: str | None, endings: Iterable[str], as_json: bool) -> str:
    """The format of a report by the ending of its file; JSON if it goes to the screen."""
    from pitboss.reports.files import ending

    if output is not None:
        return ending(output, endings)
    if not as_json:
        raise BadConfiguration("report/file", "Say where to write it, with -o FILE, or --json.")
    return "json"


def chart_format(output: str | None) -> str:
    """The format of a chart by the ending of its file, checked before anything is computed."""
    from pitboss.reports.charts import ENDINGS
    from pitboss.reports.files import check_place, ending, require

    if output is None:
        return ""
    chosen = ending(output, ENDINGS)
    check_place(output)
    require("matplotlib", "A chart")
    return chosen


def report_written(file: str, content: str, as_json: bool, **facts: object) -> None:
    """Say that a file was written, and what it contains; to programs, with these facts."""
    if as_json:
        print_json({"written": file, **facts})
        return
    from rich.text import Text

    from pitboss.cli.screen import console

    # On one line, however long the path is: programs read it, too.
    console().print(Text(f"{file}: {content}"), soft_wrap=True)
