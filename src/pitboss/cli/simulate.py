"""pitboss simulate: play a whole table and compare it with the exact odds."""

from __future__ import annotations

import os
from contextlib import nullcontext
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.completion import complete_bets
from pitboss.cli.options import (
    GameKey,
    Json,
    Paytables,
    Readings,
    RulebookFile,
    Strategy,
    amount,
    configured,
    fraction,
    number,
    pairs,
    stakes,
)
from pitboss.cli.output import ChartFile, chart_format, print_json, report_written
from pitboss.errors import BadConfiguration

if TYPE_CHECKING:
    from pitboss.maths.simulation.jackpot import Jackpot, Meter
    from pitboss.maths.simulation.result import Simulated
    from pitboss.maths.simulation.table import BoxBets

INTERRUPTED = 130  # The exit code of a program that Ctrl-C has ended.
STRATEGY, PLAYER = "strategy", "player"
LISTED_HITS = 5
FAR_OFF = 5  # In standard errors.


def simulate(
    game: GameKey,
    rounds: Annotated[str, typer.Option(metavar="N", help="Rounds to play.")] = "1e6",
    seats: Annotated[
        str | None, typer.Option(metavar="N", help="The number of boxes, 1 to 16; default 1.")
    ] = None,
    seed: Annotated[
        str, typer.Option(metavar="N", help="The same seed gives the same totals.")
    ] = "0",
    bet: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAGER=AMOUNT",
            help="A bet on every box, such as ante=10; without any, every wager is on.",
            autocompletion=complete_bets,
        ),
    ] = None,
    box: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BETS",
            help='One box: "ante=10 pair-plus=5 strategy=play-all player=red". Boxes with '
            "the same player belong to one person.",
        ),
    ] = None,
    strategy: Strategy = "best",
    workers: Annotated[
        str, typer.Option(metavar="N", help="The number of cores; 0 for all of them.")
    ] = "1",
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler: tcp://HOST:PORT.")
    ] = None,
    jackpot: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="What the jackpot meter starts with.")
    ] = None,
    contribution: Annotated[
        str | None,
        typer.Option(
            metavar="SHARE", help="The share of a progressive wager for the meter; default 1/5."
        ),
    ] = None,
    reset: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT", help="What the meter holds after a hit; default as at the start."
        ),
    ] = None,
    output: ChartFile = None,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> int:
    """Simulate a table, and compare it with the exact odds.

    Example: pitboss simulate three-card-poker --rounds 1e6 --seats 6 --workers 0
    """
    configuration = configured(game, paytable, reading)
    round_count, first_seed = number("The number of rounds", rounds), number("The seed", seed)
    cores = number("The number of workers", workers)
    if box and (seats is not None or bet):
        message = "With --box, each box has its own bets: leave out --seats and --bet."
        raise BadConfiguration("option/box", message)
    bets = stakes(pairs("--bet", bet))
    count = 1 if seats is None else number("The number of seats", seats)
    boxes = [_box(text) for text in box] if box else count
    terms = _jackpot(jackpot, contribution, reset)
    ending = chart_format(output)
    from pitboss.cli.screen import count_progress
    from pitboss.maths.simulation.cluster import cluster as connect

    connection = nullcontext() if cluster is None else connect(cluster)
    try:
        with connection as executor, count_progress("rounds") as progress:
            simulated = configuration.simulate(
                round_count,
                boxes=boxes,
                bets=bets or None,
                strategy=strategy,
                seed=first_seed,
                workers=cores or os.cpu_count() or 1,
                executor=executor,
                jackpot=terms,
                progress=progress,
            )
    except KeyboardInterrupt:
        typer.echo("Interrupted before the first block of rounds was finished.", err=True)
        return INTERRUPTED
    if as_json:
        print_json(simulated.as_json())
    else:
        show(simulated)
    if output is not None:  # Last, so that the figures are there even if the file can't be written.
        from pitboss.reports.files import write
        from pitboss.reports.simulation_charts import simulation_chart

        write(output, simulation_chart(simulated, ending))
        if not as_json:
            report_written(output, f"charts of {configuration.rulebook.title}", as_json)
    return INTERRUPTED if simulated.stopped == "interrupted" else 0


# The table


def _box(text: str) -> BoxBets:
    """A box: "ante=1000 pair-plus=500 strategy=play-all player=red", in any order."""
    from pitboss.maths.simulation.table import BoxBets

    words = dict(pairs("--box", text.split()))
    strategy, player = words.pop(STRATEGY, None), words.pop(PLAYER, "")
    return BoxBets(stakes(words.items()), strategy, player)


def _jackpot(start: str | None, contribution: str | None, reset: str | None) -> Jackpot | None:
    """The terms of the meter: its start, what feeds it, and what it holds after a hit."""
    from pitboss.maths.simulation.jackpot import Jackpot

    if start is None and contribution is None and reset is None:
        return None
    usual = Jackpot()
    return Jackpot(
        usual.start if start is None else amount("The jackpot", start),
        usual.contribution if contribution is None else contribution_share(contribution),
        usual.reset if reset is None else amount("The jackpot after a hit", reset),
    )


def contribution_share(text: str) -> Fraction:
    """A share of a wager: 1/5, 0.2 or 20%."""
    share = fraction(text)
    if share is not None and share > 1 and text.isdigit():
        share /= 100  # Nobody contributes more than the wager: 20 is 20%.
    if share is None or not 0 <= share <= 1:
        message = f"The contribution is {text!r}: give a share of the wager, such as 1/5 or 20%."
        raise BadConfiguration("jackpot/contribution", message)
    return share


# The screen


def show(simulated: Simulated) -> None:
    from rich.text import Text

    from pitboss.cli.screen import GOLD, LOSS, MUTED, WIN, console, table
    from pitboss.reports.formatting import per_cent

    rules, boxes = simulated.table.rules, simulated.table.boxes
    out = console()
    if simulated.stopped is not None:
        finished = f"{simulated.rounds:,} of {simulated.asked:,} rounds were finished"
        out.print(f"[bold yellow]Stopped[/] {simulated.stopped}: {finished}, and are shown here.")
    noun = "box" if len(boxes) == 1 else "boxes"
    title = f"{rules.rulebook.title}: {simulated.rounds:,} rounds, {len(boxes)} {noun}"
    outcomes = table("outcome", ">count", ">simulated", ">exact", ">z")
    out.print(Text(title, style=f"bold {GOLD}"))
    _show_bets(simulated)
    for key, wager in simulated.wagers.items():
        if wager.wager.envy:
            mean, exact, figure = f"{wager.mean:.4f}", f"{wager.exact:.4f}", "units a hand"
        else:
            mean, exact, figure = per_cent(-wager.mean), per_cent(-wager.exact), "house edge"
        heading = f"[bold]{key}[/], {figure}"
        outcomes.add_row(heading, f"{wager.hands:,}", mean, exact, _deviation(-wager.z))
        for outcome in wager.outcomes:
            outcomes.add_row(
                f"  {outcome.row.outcome}",
                f"{outcome.count:,}",
                per_cent(outcome.count / wager.hands),
                per_cent(outcome.expected / wager.hands),
                _deviation(outcome.z),
            )
        outcomes.add_section()
    out.print(outcomes)
    _show_table(simulated)
    if simulated.meter is not None:
        _show_meter(simulated.meter)
    out.print(f"[{WIN if simulated.agrees else LOSS}]{simulated.verdict}[/]")
    settings = {**rules.paytable_keys, "seed": str(simulated.seed)}
    listed = ", ".join(f"{key}={value}" for key, value in settings.items())
    out.print(f"[{MUTED}]{rules.fingerprint}: {listed}[/]")


def _show_bets(simulated: Simulated) -> None:
    """What is staked in every round; boxes with the same bets are named together."""
    from rich.text import Text

    from pitboss.cli.screen import console
    from pitboss.language.pays import money

    table = simulated.table
    alike: dict[str, list[int]] = {}
    for place, (box, strategy) in enumerate(zip(table.boxes, table.strategies, strict=True), 1):
        bets = ", ".join(f"{wager} {money(stake)}" for wager, stake in box.stakes.items())
        if table.rules.rulebook.decision:
            bets += f"; strategy: {strategy}"
        alike.setdefault(bets, []).append(place)
    for bets, numbers in alike.items():
        listed = ", ".join(map(str, numbers))
        where = f"box {listed}" if len(numbers) == 1 else f"each of boxes {listed}"
        if len(alike) == 1:
            where = "the box" if len(numbers) == 1 else "each box"
        console().print(Text(f"Every round, on {where}: {bets}."))


def _deviation(z: float) -> str:
    from pitboss.cli.screen import LOSS

    text = f"{z:+.2f}" if isfinite(z) else "far off"
    return f"[{LOSS}]{text}[/]" if abs(z) > FAR_OFF else text


def _show_table(simulated: Simulated) -> None:
    from pitboss.cli.screen import console, table
    from pitboss.language.pays import money
    from pitboss.reports.formatting import per_cent

    error = f"± {per_cent(simulated.standard_error)}"
    figures = table("the table", ">", "")
    figures.add_row("staked", money(simulated.handle), "")
    figures.add_row("house win", money(round(simulated.house_win)), "")
    figures.add_row("actual edge", per_cent(simulated.edge), error)
    figures.add_row("exact edge", per_cent(simulated.exact_edge), "of all stakes")
    figures.add_row("standard errors", f"{simulated.z:+.2f}", "between the two")
    console().print(figures)


def _show_meter(meter: Meter) -> None:
    from pitboss.cli.screen import console, table
    from pitboss.language.pays import money

    figures = table("the jackpot", ">", "")
    figures.add_row("hits", f"{len(meter.hits):,}", f"paid {money(meter.paid)}")
    figures.add_row("meter", money(meter.end), f"from {money(meter.start)}")
    figures.add_row("on average", money(round(meter.mean)), f"at most {money(meter.highest)}")
    figures.add_row("fed", money(meter.fed), "by progressive wagers")
    for hit in meter.hits[:LISTED_HITS]:
        where = f"round {hit.share.round + 1:,}, box {hit.share.box + 1}"
        figures.add_row("", money(hit.paid), where)
    console().print(figures)
