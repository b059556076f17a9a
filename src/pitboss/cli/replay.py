"""pitboss replay: a recorded round, step by step, with its consequences and their clauses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pitboss.cli.completion import complete_games
from pitboss.cli.options import Json, RulebookFile, game_key
from pitboss.cli.output import print_json, report_written
from pitboss.errors import BadConfiguration, BadNotation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.notation.arrows import Difference
    from pitboss.notation.record import Outcome, Record
    from pitboss.play.setup import Setup

LARGEST_FILE = 5_000_000


def replay(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A round as text or JSON.")
    ] = None,
    until: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after step N and show the table.")
    ] = None,
    example: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="An example round of this game instead of a file.",
            autocompletion=complete_games,
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write the round: .json, or text otherwise."
        ),
    ] = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """Replay a written round, and check what the file says.

    Every step is shown with what follows from it by the rules, then the table and the settlement.
    What a file says of the consequences, in its lines with an arrow or as JSON, is compared with
    the rules: each difference is shown, and the exit code is 2. A round whose rulebook is not
    installed is shown as it was recorded. docs/notation.md explains the notation.

    Example: pitboss replay --example three-card-poker -o my.round
    pitboss replay my.round
    """
    from pitboss.notation.arrows import check
    from pitboss.reports.files import check_place

    if output is not None:
        check_place(output)
    replayed = _replayed(_text(file, example), until)
    if as_json:
        check(replayed.differences)
        print_json({**replayed.form, "settled_again": replayed.is_settled_again})
    else:
        from pitboss.cli.replay_screen import show, show_differences

        show(replayed.setup, replayed.outcomes, replayed.is_settled_again)
        show_differences(replayed.differences)
        check(replayed.differences)
    if output is not None:
        _write(replayed, output)
        if not as_json:
            report_written(output, f"a round of {replayed.setup.rules.rulebook.title}", as_json)


def _text(file: Path | None, example: str | None) -> str:
    """The text of a file, or of an example."""
    if (file is None) == (example is None):
        message = "Name a file, or a game with --example, such as --example three-card-poker."
        raise BadConfiguration("option/file", message)
    if file is not None:
        return contents(file)
    from pitboss.notation.example import example as example_of
    from pitboss.rulebooks import RULEBOOKS

    return example_of(RULEBOOKS.find(game_key(example or "")))


def _write(replayed: Replayed, output: str) -> None:
    from pitboss.notation.text import write as as_text
    from pitboss.reports.files import write

    if output.endswith(".json"):
        text = json.dumps(replayed.form, indent=2, ensure_ascii=False) + "\n"
    elif replayed.record is None:
        message = "Events without their commands are written as .json: end the file's name so."
        raise BadNotation("notation/format", message)
    else:
        text = as_text(replayed.record)
    write(output, text.encode())


class Replayed(NamedTuple):
    """A file: the table, the outcome of each step, and its JSON form."""

    setup: Setup
    outcomes: Sequence[Outcome]
    form: dict[str, Any]
    is_settled_again: bool  # Whether payments were compared with the rules.
    differences: list[Difference]  # Between the arrows of a text and the rules.
    record: Record | None  # None if the file holds only events.


def load(path: Path, until: int | None) -> Replayed:
    """Read a file and replay its round; the steps after `until` are left out of the result."""
    return _replayed(contents(path), until)


def _replayed(text: str, until: int | None) -> Replayed:
    from pitboss.notation.arrows import differences
    from pitboss.notation.record import check, run, run_events
    from pitboss.notation.record_json import as_json, from_json, parse_json, restore, save
    from pitboss.notation.setup_json import is_installed
    from pitboss.notation.text import read
    from pitboss.notation.upgrades import EVENTS, name_of

    data = parse_json(text) if text.lstrip().startswith("{") else None
    if name_of(data) == EVENTS:
        setup, events, _ = restore(data)
        outcomes = list(run_events(setup, events))
    else:
        record = read(text) if data is None else from_json(data)
        setup, outcomes = record.setup, list(run(record))
    is_settled_again = is_installed(setup)
    if is_settled_again:
        check(outcomes)
    kept = _up_to(until, outcomes)
    if name_of(data) == EVENTS:
        form, played = save(setup, events[: len(kept)]), None
    else:
        played = record._replace(steps=record.steps[: len(kept)])
        form = as_json(played)
    differing = [] if data is not None else differences(text, outcomes)
    return Replayed(setup, kept, form, is_settled_again, differing, played)


def _up_to(until: int | None, outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
    if until is not None and not 0 <= until <= len(outcomes):
        message = f"There is no step {until}: choose from 0 to {len(outcomes)}."
        raise BadNotation("unknown/step", message)
    return outcomes[:until]


def contents(path: Path, largest: int = LARGEST_FILE) -> str:
    """The text of a file, if it can be one."""
    name = " ".join(str(path).splitlines())
    try:
        if path.stat().st_size > largest:
            raise BadNotation("notation/file", f"{name} is too large to be a round.")
        return path.read_text("utf-8")
    except OSError as error:
        raise BadNotation("notation/file", f"{name} can't be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadNotation("notation/file", f"{name} is not text in UTF-8.") from None
