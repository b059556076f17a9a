"""How a simulation looks in a terminal."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from pitboss.cli.odds import per_cent
from pitboss.cli.screen import LOSS, MUTED, WIN, console, table
from pitboss.language.pays import money

if TYPE_CHECKING:
    from pitboss.maths.simulation.jackpot import Meter
    from pitboss.maths.simulation.result import Simulated

LISTED_HITS = 5


def show(made: Simulated) -> None:
    rules, boxes = made.table.rules, made.table.boxes
    out = console()
    if made.stopped is not None:
        told = f"{made.rounds:,} of {made.asked:,} rounds were finished, and are told here"
        out.print(f"[bold yellow]Stopped[/] {made.stopped}: {told}.")
    seats = "box" if len(boxes) == 1 else "boxes"
    title = f"{rules.rulebook.title}: {made.rounds:,} rounds, {len(boxes)} {seats}"
    shown = table("outcome", ">count", ">simulated", ">exact", ">z", title=title)
    for key, one in made.wagers.items():
        if one.wager.envy:
            mean, exact, what = f"{one.mean:.4f}", f"{one.exact:.4f}", "units a hand"
        else:
            mean, exact, what = per_cent(-one.mean), per_cent(-one.exact), "house edge"
        shown.add_row(f"[bold]{key}[/], {what}", f"{one.hands:,}", mean, exact, _z(-one.z))
        for outcome in one.outcomes:
            shown.add_row(
                f"  {outcome.row.outcome}",
                f"{outcome.count:,}",
                per_cent(outcome.count / one.hands),
                per_cent(outcome.expected / one.hands),
                _z(outcome.z),
            )
        shown.add_section()
    out.print(shown)
    _show_table(made)
    if made.meter is not None:
        _show_meter(made.meter)
    colour = WIN if made.agrees else LOSS
    out.print(f"[{colour}]{made.verdict}[/]")
    settings = {**rules.paytable_keys, "seed": str(made.seed)}
    listed = ", ".join(f"{key}={value}" for key, value in settings.items())
    out.print(f"[{MUTED}]{rules.fingerprint}: {listed}[/]")


def _z(z: float) -> str:
    shown = f"{z:+.2f}" if isfinite(z) else "far off"
    return f"[{LOSS}]{shown}[/]" if abs(z) > 5 else shown


def _show_table(made: Simulated) -> None:
    told = table("the table", ">", "")
    told.add_row("staked", money(made.handle), "")
    told.add_row("house win", money(round(made.house_win)), "")
    told.add_row("actual edge", per_cent(made.edge), f"± {per_cent(made.standard_error)}")
    told.add_row("exact edge", per_cent(made.exact_edge), "of all that is staked")
    told.add_row("standard errors", f"{made.z:+.2f}", "between the two")
    console().print(told)


def _show_meter(meter: Meter) -> None:
    told = table("the jackpot", ">", "")
    told.add_row("hits", f"{len(meter.hits):,}", f"paid {money(meter.paid)}")
    told.add_row("meter", money(meter.end), f"from {money(meter.start)}")
    told.add_row("on average", money(round(meter.mean)), f"at most {money(meter.highest)}")
    told.add_row("fed", money(meter.fed), "by progressive wagers")
    for hit in meter.hits[:LISTED_HITS]:
        where = f"round {hit.share.round + 1:,}, box {hit.share.box + 1}"
        told.add_row("", money(hit.paid), where)
    console().print(told)
