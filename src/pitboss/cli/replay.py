"""pitboss replay: a recorded round, step by step, with its consequences and their clauses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pitboss.cli.options import Json, RulebookFile
from pitboss.cli.output import print_json
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
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """Replay a round: every step, its consequences by the rules, and the settlement.

    The consequences that a JSON file records are compared with the rules; a difference is an
    error. A round whose rulebook is not installed is shown as it was recorded.

    Example: pitboss replay examples/three-card-poker.round
    """
    replayed = load(file, until)
    if as_json:
        print_json({**replayed.form, "settled_again": replayed.is_settled_again})
    else:
        from pitboss.cli.replay_screen import show

        show(replayed.setup, replayed.outcomes, replayed.is_settled_again)


class Replayed(NamedTuple):
    """A file: the table, the outcome of each step, and its JSON form."""

    setup: Setup
    outcomes: Sequence[Outcome]
    form: dict[str, Any]
    is_settled_again: bool  # Whether payments were compared with the rules.


def load(path: Path, until: int | None) -> Replayed:
    """Read a file and replay its round; the steps after `until` are left out of the result."""
    from pitboss.notation.record import check, run, run_events
    from pitboss.notation.record_json import as_json, from_json, parse_json, restore, save
    from pitboss.notation.setup_json import is_installed
    from pitboss.notation.text import read
    from pitboss.notation.upgrades import EVENTS, name_of

    text = contents(path)
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
        form = save(setup, events[: len(kept)])
    else:
        form = as_json(record._replace(steps=record.steps[: len(kept)]))
    return Replayed(setup, kept, form, is_settled_again)


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
