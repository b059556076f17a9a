"""pitboss simulate: rounds of a whole table, held against the exact odds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Annotated

import typer

from pitboss.cli.options import (
    Charts,
    GameKey,
    Json,
    Paytables,
    Readings,
    RulebookFile,
    Strategy,
    configured,
    kind_of_chart,
    number,
    pairs,
    print_json,
    stakes_of,
)
from pitboss.cli.simulate_table import box_of, jackpot_of
from pitboss.errors import BadConfiguration

INTERRUPTED = 130  # As a shell tells of a program that Ctrl-C has ended.


def simulate(
    game: GameKey,
    rounds: Annotated[str, typer.Option(metavar="N", help="Rounds to play.")] = "1000000",
    seats: Annotated[
        str | None, typer.Option(metavar="N", help="Boxes, 1 to 16; one unless told.")
    ] = None,
    seed: Annotated[str, typer.Option(metavar="N", help="The same seed, the same totals.")] = "0",
    bet: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=AMOUNT", help="On every box; without any, every wager is on."),
    ] = None,
    box: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BETS",
            help='One box: "ante=1000 pair-plus=500 strategy=play-all player=red". Boxes of one '
            "player are one person's.",
        ),
    ] = None,
    strategy: Strategy = "best",
    workers: Annotated[
        str, typer.Option(metavar="N", help="Cores to use; 0 for all of them.")
    ] = "1",
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler: tcp://HOST:PORT.")
    ] = None,
    jackpot: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="What the jackpot meter starts with.")
    ] = None,
    contribution: Annotated[
        str | None,
        typer.Option(metavar="PART", help="Of a progressive wager, to the meter: 1/5 unless told."),
    ] = None,
    reset: Annotated[
        str | None,
        typer.Option(metavar="AMOUNT", help="What the meter holds after a hit: as at the start."),
    ] = None,
    output: Charts = None,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> int:
    """Simulate a table, and say whether it keeps to the exact odds.

    Example: pitboss simulate three-card-poker --rounds 10000000 --seats 6 --workers 0
    """
    rules = configured(game, paytable, reading)
    many, start = number("The number of rounds", rounds), number("The seed", seed)
    cores = number("The number of workers", workers)
    if box and (seats is not None or bet):
        told = "A box has its own bets, and boxes are counted: leave out --seats and --bet."
        raise BadConfiguration("option/box", told)
    stakes = stakes_of(pairs("--bet", bet))
    count = 1 if seats is None else number("The number of seats", seats)
    boxes = [box_of(text) for text in box] if box else count
    meter = jackpot_of(jackpot, contribution, reset)
    kind = "" if output is None else kind_of_chart(output)
    from pitboss.maths.simulation.cluster import cluster as cluster_at
    from pitboss.maths.simulation.simulate import simulate as run

    elsewhere = nullcontext() if cluster is None else cluster_at(cluster)
    try:
        with elsewhere as executor, at_work() as progress:
            made = run(
                rules,
                many,
                boxes=boxes,
                bets=stakes or None,
                strategy=strategy,
                seed=start,
                workers=cores or os.cpu_count() or 1,
                executor=executor,
                jackpot=meter,
                progress=progress,
            )
    except KeyboardInterrupt:
        typer.echo("Interrupted before the first block of rounds was finished.", err=True)
        return INTERRUPTED
    if as_json:
        print_json(made.as_json())
    else:
        from pitboss.cli.simulate_screen import show

        show(made)
    if output is not None:  # Last: whatever becomes of the file, the figures have been told.
        from pitboss.cli.par import say_written
        from pitboss.reports.files import write
        from pitboss.reports.simulation_charts import simulation_chart

        write(output, simulation_chart(made, kind))
        if not as_json:
            say_written(output, f"charts of {rules.rulebook.title}", as_json)
    return INTERRUPTED if made.stopped == "interrupted" else 0


@contextmanager
def at_work() -> Iterator[Callable[[int, int], None]]:
    """A bar on the terminal while it lasts; where nobody watches, nothing."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    screen = Console(stderr=True)
    columns = TextColumn("rounds"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        line = bar.add_task("", total=None)

        def follow(done: int, asked: int) -> None:
            bar.update(line, completed=done, total=asked)

        yield follow
