"""pitboss replay: a written round, step by step, with what followed and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import Json, print_json
from pitboss.errors import BadNotation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.notation.record import Outcome
    from pitboss.play.setup import Setup

LARGEST_FILE = 5_000_000


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A round as text or JSON: see docs/notation.md.")
    ],
    until: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after step N and show the table.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Replay a round: every step, what followed by the rules, and the settlement.

    What a JSON file says that followed is compared with the rules; a difference is an error.

    Example: pitboss replay examples/three-card-poker.round
    """
    setup, outcomes, form = load(file, until)
    if as_json:
        print_json(form)
    else:
        from pitboss.cli.replay_screen import show

        show(setup, outcomes)


def load(path: Path, until: int | None) -> tuple[Setup, Sequence[Outcome], dict[str, Any]]:
    """The table, what happened at it, and its JSON form."""
    from pitboss.notation.record import check, run, run_events
    from pitboss.notation.record_json import as_json, from_json, parse_json
    from pitboss.notation.saved import FORMAT, restore, save
    from pitboss.notation.text import read

    text = contents(path)
    data = parse_json(text) if text.lstrip().startswith("{") else None
    if isinstance(data, dict) and data.get("format") == FORMAT:
        setup, events, _ = restore(data)
        outcomes = list(run_events(setup, events))
        check(outcomes)
        kept = up_to(until, outcomes)
        return setup, kept, save(setup, events[: len(kept)])
    record = read(text) if data is None else from_json(data)
    outcomes = list(run(record))
    check(outcomes)
    kept = up_to(until, outcomes)
    return record.setup, kept, as_json(record._replace(steps=record.steps[: len(kept)]))


def up_to(until: int | None, outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
    if until is not None and not 0 <= until <= len(outcomes):
        told = f"There is no step {until}: choose from 0 to {len(outcomes)}."
        raise BadNotation("unknown/step", told)
    return outcomes[:until]


def contents(path: Path) -> str:
    name = " ".join(str(path).splitlines())
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadNotation("notation/file", f"{name} is too large to be a round.")
        return path.read_text("utf-8")
    except OSError as error:
        raise BadNotation("notation/file", f"{name} can't be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadNotation("notation/file", f"{name} is not text in UTF-8.") from None
