"""pitboss design: pay tables that meet a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import (
    GameKey,
    Jackpot,
    Json,
    Paytables,
    Readings,
    RulebookFile,
    WagerKey,
    amount,
    configured,
    fraction,
    number,
    pairs,
    shares,
)
from pitboss.cli.output import print_json, report_written
from pitboss.errors import BadConfiguration

if TYPE_CHECKING:
    from pitboss.maths.design import Design, Designs, Span

ENDINGS = ("toml",)
SHARES = ("--edge", "--hit")


def design(
    game: GameKey,
    wager: WagerKey,
    edge: Annotated[
        str,
        typer.Option(
            metavar="EDGE",
            help="The house edge: 2%..4%, 3%±0.1% (or 3%+-0.1%), or the nearest to 3%. "
            "Without the sign, 2 and 0.02 are 2%, too.",
        ),
    ],
    hit: Annotated[
        str | None, typer.Option(metavar="LOW..HIGH", help="The hit frequency: 20%..30%.")
    ] = None,
    volatility: Annotated[
        str | None, typer.Option(metavar="LOW..HIGH", help="The standard deviation: 2..4.")
    ] = None,
    row: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ROW=LOW..HIGH[:STEP]",
            help="The pays to one that a row may have; 0 loses. Or ROW=PAY, ROW=loses, ROW=push. "
            "A row without a range may pay from half of its pay to double, in round steps.",
        ),
    ] = None,
    keep_others: Annotated[
        bool, typer.Option("--keep-others", help="Rows without a range keep their pay.")
    ] = False,
    any_order: Annotated[
        bool, typer.Option("--any-order", help="Neighbouring rows need not keep their order.")
    ] = False,
    limit: Annotated[str, typer.Option(metavar="N", help="How many designs to show.")] = "20",
    jackpot: Jackpot = "0",
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE.toml", help="Write a design as a pay table."),
    ] = None,
    pick: Annotated[
        str, typer.Option(metavar="N", help="The number of the design to write.")
    ] = "1",
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """Find pay tables that meet a house edge and other targets.

    The targets may also be a hit frequency and a volatility. All figures are exact.

    Example: pitboss design three-card-poker --wager pair-plus --edge 2%..4% --row flush=3..6
    """
    from pitboss.reports.files import check_place, ending, write

    configuration = configured(game, paytable, reading)
    picked = number("The number of the design", pick)
    if output is not None:
        ending(output, ENDINGS)
        check_place(output)
    designs = configuration.design(
        wager,
        _spans(row),
        edge=_edges(edge),
        hit=None if hit is None else _between("--hit", hit),
        volatility=None if volatility is None else _between("--volatility", volatility),
        keep_others=keep_others,
        monotone=not any_order,
        limit=number("The limit", limit),
        jackpot=amount("The jackpot", jackpot),
    )
    data = _designs_json(designs, configuration.fingerprint)
    if output is None:
        print_json(data) if as_json else show(designs)
        return
    if not 0 < picked <= len(designs):
        message = f"There is no design {picked} to write: the list has {len(designs)}."
        raise BadConfiguration("design/pick", message)
    chosen = designs[picked - 1]
    write(output, chosen.toml().encode())
    if as_json:
        print_json({"written": output, **data})
    else:
        show(designs)
        report_written(output, f"design {picked}, {chosen.figures()}", as_json)


# Ranges and numbers


def _spans(texts: Sequence[str] | None) -> dict[str, Span]:
    """The pays that each row may have: --row ROW=LOW..HIGH[:STEP]."""
    spans: dict[str, Span] = {}
    for name, text in pairs("--row", texts):
        ends, colon, step = text.partition(":")
        if ".." in ends and colon:
            spans[name] = *_between("--row", ends), _number("--row", step)
        elif ".." in ends:
            spans[name] = _between("--row", text)
        else:
            spans[name] = text if text in ("loses", "push") else _number("--row", text)
    return spans


def _edges(text: str) -> Fraction | tuple[Fraction, Fraction]:
    """A range of edges, an edge with a tolerance, or an edge to come nearest to."""
    for sign in ("±", "+-"):
        target, separator, tolerance = text.partition(sign)
        if separator:
            return _around(target, tolerance)
    if ".." in text:
        return _between("--edge", text)
    (edge,) = shares("--edge", text)
    return edge


def _around(target: str, tolerance: str) -> tuple[Fraction, Fraction]:
    """The tolerance is in the same unit as the edge: 3±0.1 is 3%±0.1%."""
    from pitboss.maths.design import around

    (edge,) = shares("--edge", target)
    is_per_cent = edge != fraction(target, may_be_per_cent=False)
    if is_per_cent and "%" not in tolerance:
        tolerance += "%"
    (width,) = shares("--edge", tolerance)
    return around(edge, width)


def _between(option: str, text: str) -> tuple[Fraction, Fraction]:
    low, dots, high = text.partition("..")
    if not dots:
        message = f"{option} {text!r} should read LOW..HIGH, the lowest and the highest."
        raise BadConfiguration("option/range", message)
    if option in SHARES:
        lowest, highest = shares(option, low, high)
        return lowest, highest
    return _number(option, low), _number(option, high)


def _number(option: str, text: str) -> Fraction:
    """A number in ASCII digits."""
    value = fraction(text, may_be_per_cent=False)
    if value is None:
        message = f"{option} has {text!r} where a number should be, such as 3, 2.5 or 1/2."
        raise BadConfiguration("option/number", message)
    return value


# Output


def _designs_json(designs: Designs, fingerprint: str) -> dict[str, Any]:
    target = designs.target
    ranges = {
        "house_edge": target.edge,
        "hit_frequency": target.hit,
        "standard_deviation": target.volatility,
    }
    return {
        "game": designs.in_force.game,
        "fingerprint": fingerprint,
        "wager": designs.in_force.wager,
        "judged": designs.judged,
        "target": {key: [float(end) for end in ends] for key, ends in ranges.items() if ends},
        "reach": [float(end) for end in designs.reach],
        "candidates": designs.candidates,
        "examined": designs.examined,
        "found": designs.meeting_target,
        "found_is_all": designs.complete,
        "in_force": _design_json(designs.in_force),
        "designs": [_design_json(design) for design in designs],
    }


def _design_json(design: Design) -> dict[str, Any]:
    return {
        "number": design.number,
        "pays": dict(design.pays),
        "expectation": str(-design.house_edge),
        "house_edge": float(design.house_edge),
        "hit_frequency": float(design.hit_frequency),
        "standard_deviation": design.standard_deviation,
        "odd_pays": design.odd_pays,
    }


def show(designs: Designs) -> None:
    from rich.text import Text

    from pitboss.cli.screen import MUTED, console, table
    from pitboss.reports.formatting import per_cent

    in_force, rows = designs.in_force, _changing_rows(designs)
    listing = table("design", ">house edge", ">wins", ">std dev", "pays", title=_title(designs))
    compared = [in_force, *designs]
    pays = _aligned([design.pays for design in compared], rows)
    for design, aligned in zip(compared, pays, strict=True):
        listing.add_row(
            "in force" if design is in_force else f"[bold]{design.number}[/]",
            per_cent(design.house_edge),
            per_cent(design.hit_frequency, 2),
            f"{design.standard_deviation:.4f}",
            Text(aligned),
            style=MUTED if design is in_force else "",
        )
    out = console()
    out.print(listing)
    order = ", in this order" if len(rows) > 1 else ""
    rest = "" if len(rows) == len(designs.rows) else "; the other rows keep theirs"
    out.print(Text(f"Pays of {', '.join(rows)}{order}{rest}.", style=MUTED))
    out.print(Text(_summary(designs), style=MUTED))


def _title(designs: Designs) -> str:
    wager = designs.in_force.wager
    if designs.judged == wager:
        return f"Pay tables of {wager}"
    return f"Pay tables of {wager}, and the main bet under the best strategy for each"


def _changing_rows(designs: Designs) -> list[str]:
    """The rows whose pay differs from the pay table in force in at least one design."""
    now = designs.in_force.pays
    changing = [
        row for row in designs.rows if any(design.pays[row] != now[row] for design in designs)
    ]
    return changing or list(designs.rows)


def _summary(designs: Designs) -> str:
    from pitboss.reports.formatting import per_cent

    low, high = designs.target.edge
    if low == high:
        matches = f"The nearest to {per_cent(low)} of {designs.candidates:,} pay tables"
    else:
        least = "" if designs.complete else "At least "
        of = f"of {designs.candidates:,} pay tables"
        matches = f"{least}{designs.meeting_target:,} {of} meet the target"
    lowest, highest = (per_cent(edge) for edge in designs.reach)
    return (
        f"{matches}; {designs.examined:,} were examined. "
        f"House edges from {lowest} to {highest} are possible."
    )


def _aligned(tables: Sequence[Mapping[str, str]], rows: Sequence[str]) -> list[str]:
    """The pays of each design on one line, in aligned columns, without "to 1"."""
    lines = [[pays[row].removesuffix(" to 1") for row in rows] for pays in tables]
    widths = [max(len(line[column]) for line in lines) for column in range(len(rows))]
    return [
        "  ".join(pay.rjust(width) for pay, width in zip(line, widths, strict=True))
        for line in lines
    ]
