"""pitboss design: pay tables that meet a target."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.odds import per_cent
from pitboss.cli.options import (
    GameKey,
    Json,
    Paytables,
    Readings,
    RulebookFile,
    amount,
    configured,
    pairs,
    print_json,
)
from pitboss.cli.par import say_written
from pitboss.errors import BadConfiguration

if TYPE_CHECKING:
    from pitboss.maths.design import Design, Designs, Span

ENDINGS = ("toml",)
SHARES = ("--edge", "--hit")
NUMBER = re.compile(r"(?P<number>-?[0-9]{1,7}(\.[0-9]{1,6}|/[1-9][0-9]{0,2})?)(?P<sign> ?%)?")


def design(
    game: GameKey,
    wager: Annotated[str, typer.Option(metavar="WAGER", help="The wager to design.")],
    edge: Annotated[
        str,
        typer.Option(
            metavar="EDGE", help="House edge: 2%..4%, 3%±0.1% (or 3%+-0.1%), or 3%, the nearest."
        ),
    ],
    hit: Annotated[
        str | None, typer.Option(metavar="LOW..HIGH", help="How often it wins: 20%..30%.")
    ] = None,
    volatility: Annotated[
        str | None, typer.Option(metavar="LOW..HIGH", help="Standard deviation: 2..4.")
    ] = None,
    row: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ROW=LOW..HIGH[:STEP]",
            help="What a row may pay to one; 0 loses. Or ROW=PAY, ROW=loses, ROW=push. A row "
            "without a range goes from half of its pay to double, in round steps.",
        ),
    ] = None,
    keep_others: Annotated[
        bool, typer.Option("--keep-others", help="Rows without a range keep their pay instead.")
    ] = False,
    any_order: Annotated[
        bool, typer.Option("--any-order", help="Neighbouring rows need not keep their order.")
    ] = False,
    limit: Annotated[str, typer.Option(metavar="N", help="How many designs to show.")] = "20",
    jackpot: Annotated[
        str, typer.Option(metavar="AMOUNT", help="What the jackpot meter holds.")
    ] = "0",
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
    """Pay tables of a wager that meet a house edge, a hit rate and a volatility; exact.

    Example: pitboss design three-card-poker --wager pair-plus --edge 2%..4% --row flush=3..6
    """
    from pitboss.maths.design import design as search
    from pitboss.reports.files import check_place, ending, write

    rules = configured(game, paytable, reading)
    picked = amount("The number of the design", pick)
    if output is not None:
        ending(output, ENDINGS)
        check_place(output)
    found = search(
        rules,
        wager,
        spans(row),
        edge=edges(edge),
        hit=None if hit is None else between("--hit", hit),
        volatility=None if volatility is None else between("--volatility", volatility),
        keep_others=keep_others,
        monotone=not any_order,
        limit=amount("The limit", limit),
        jackpot=amount("The jackpot", jackpot),
    )
    if output is None:
        print_json(as_plain(found, rules.fingerprint)) if as_json else show(found)
        return
    if not 0 < picked <= len(found):
        told = f"There is no design {picked} to write: the list has {len(found)}."
        raise BadConfiguration("design/pick", told)
    chosen = found[picked - 1]
    write(output, chosen.toml().encode())
    if as_json:
        print_json({"written": output, **as_plain(found, rules.fingerprint)})
    else:
        show(found)
        say_written(output, f"design {picked}, {chosen.figures()}", as_json)


# What was asked


def spans(given: Sequence[str] | None) -> dict[str, Span]:
    """By row, what it may pay: --row ROW=LOW..HIGH[:STEP]."""
    made: dict[str, Span] = {}
    for name, text in pairs("--row", given):
        ends, colon, step = text.partition(":")
        if ".." in ends and colon:
            made[name] = *between("--row", ends), number("--row", step)
        elif ".." in ends:
            made[name] = between("--row", text)
        else:
            made[name] = text if text in ("loses", "push") else number("--row", text)
    return made


def edges(text: str) -> Fraction | tuple[Fraction, Fraction]:
    """A range of edges, an edge and how far off it may be, or an edge to come nearest to."""
    from pitboss.maths.design import around

    for sign in ("±", "+-"):
        target, found, off = text.partition(sign)
        if found:
            return around(number("--edge", target), number("--edge", off))
    return between("--edge", text) if ".." in text else number("--edge", text)


def between(option: str, text: str) -> tuple[Fraction, Fraction]:
    low, dots, high = text.partition("..")
    if not dots:
        told = f"{option} {text!r} should read LOW..HIGH, the lowest and the highest."
        raise BadConfiguration("option/range", told)
    return number(option, low), number(option, high)


def number(option: str, text: str) -> Fraction:
    """A number in ordinary digits; a share may be per cent."""
    found = NUMBER.fullmatch(text.strip())
    is_share = option in SHARES
    if not found or (found["sign"] and not is_share):
        example = "4% or 0.04" if is_share else "3, 2.5 or 1/2"
        told = f"{option} has {text!r} where a number should be, such as {example}."
        raise BadConfiguration("option/number", told)
    return Fraction(found["number"]) / (100 if found["sign"] else 1)


# What was found


def as_plain(found: Designs, fingerprint: str) -> dict[str, Any]:
    target = found.target
    wanted = {"hit_frequency": target.hit, "standard_deviation": target.volatility}
    return {
        "game": found.in_force.game,
        "fingerprint": fingerprint,
        "wager": found.in_force.wager,
        "judged": found.judged,
        "target": {
            "house_edge": [float(one) for one in target.edge],
            **{key: [float(one) for one in ends] for key, ends in wanted.items() if ends},
        },
        "reach": [float(one) for one in found.reach],
        "candidates": found.candidates,
        "examined": found.examined,
        "found": found.found,
        "found_is_all": found.complete,
        "in_force": _plain(found.in_force),
        "designs": [_plain(one) for one in found],
    }


def _plain(one: Design) -> dict[str, Any]:
    return {
        "number": one.number,
        "pays": dict(one.pays),
        "expectation": str(-one.house_edge),
        "house_edge": float(one.house_edge),
        "hit_frequency": float(one.hit_frequency),
        "standard_deviation": one.standard_deviation,
        "odd_pays": one.odd_pays,
    }


def show(found: Designs) -> None:
    from rich.text import Text

    from pitboss.cli.screen import MUTED, console, table

    first, rows = found.in_force, changing(found)
    shown = table("design", ">house edge", ">wins", ">std dev", "pays", title=title(found))
    pays = lined_up([one.pays for one in (first, *found)], rows)
    for one, paid in zip((first, *found), pays, strict=True):
        shown.add_row(
            "in force" if one is first else f"[bold]{one.number}[/]",
            per_cent(one.house_edge),
            per_cent(one.hit_frequency, 2),
            f"{one.standard_deviation:.4f}",
            Text(paid),
            style=MUTED if one is first else "",
        )
    out = console()
    out.print(shown)
    order = ", in this order" if len(rows) > 1 else ""
    rest = "" if len(rows) == len(found.rows) else "; the other rows keep theirs"
    out.print(Text(f"Pays of {', '.join(rows)}{order}{rest}.", style=MUTED))
    out.print(Text(counted(found), style=MUTED))


def title(found: Designs) -> str:
    wager = found.in_force.wager
    if found.judged == wager:
        return f"Pay tables of {wager}"
    return f"Pay tables of {wager}, and the main bet under the best strategy for each"


def changing(found: Designs) -> list[str]:
    """The rows that not all of the designs pay as the pay table in force does."""
    now = found.in_force.pays
    changed = [row for row in found.rows if any(one.pays[row] != now[row] for one in found)]
    return changed or list(found.rows)


def counted(found: Designs) -> str:
    low, high = found.target.edge
    if low == high:
        told = f"The nearest to {per_cent(low)} of {found.candidates:,} pay tables"
    else:
        least = "" if found.complete else "At least "
        told = f"{least}{found.found:,} of {found.candidates:,} pay tables meet the target"
    reach = f"{per_cent(found.reach[0])} to {per_cent(found.reach[1])}"
    return f"{told}; {found.examined:,} looked at. House edges from {reach} can be had."


def lined_up(tables: Sequence[Mapping[str, str]], rows: Sequence[str]) -> list[str]:
    """The pays of each design in one line, row under row; "to 1" goes without saying."""
    lines = [[pays[row].removesuffix(" to 1") for row in rows] for pays in tables]
    widths = [max(len(line[at]) for line in lines) for at in range(len(rows))]
    return [
        "  ".join(pay.rjust(width) for pay, width in zip(line, widths, strict=True))
        for line in lines
    ]
