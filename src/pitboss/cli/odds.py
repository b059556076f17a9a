"""pitboss odds: the exact odds of every wager."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    GameKey,
    Jackpot,
    Json,
    OptionalWagerKey,
    Paytables,
    Readings,
    RulebookFile,
    amount,
    configured,
)
from pitboss.cli.output import print_json

if TYPE_CHECKING:
    from pitboss.language.rulebook import Rules
    from pitboss.maths.odds.game_odds import GameOdds
    from pitboss.maths.odds.wager_odds import WagerOdds


def odds(
    game: GameKey,
    wager: OptionalWagerKey = None,
    jackpot: Jackpot = "0",
    compare: Annotated[
        bool, typer.Option("--compare", help="The edges under every other pay table and reading.")
    ] = False,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """Exact odds: every deal is counted.

    Example: pitboss odds three-card-poker --wager pair-plus
    """
    configuration = configured(game, paytable, reading)
    rules = configuration.rules
    if wager is not None:
        rules.wager(wager)
    game_odds = configuration.odds(amount("The jackpot", jackpot))
    if as_json:
        comparison = {"alternatives": alternatives_json(rules)} if compare else {}
        print_json({**game_odds.as_json(wager), **comparison})
    elif compare:
        show_alternatives(rules)
    elif wager is not None:
        show_wager(game_odds[wager])
        show_note(game_odds.weighed_note(wager))
        show_warnings(game_odds, wager)
    else:
        show_game(game_odds)


def show_game(game_odds: GameOdds) -> None:
    from rich.text import Text

    from pitboss.cli.screen import MUTED, console, table
    from pitboss.reports.formatting import per_cent

    out, rules = console(), game_odds.rules
    title = f"{rules.rulebook.title}, {rules.rulebook.version}"
    edges = table("wager", ">house edge", ">return", ">wins", ">pushes", ">std dev", title=title)
    for key in game_odds:
        wager_odds = game_odds[key]
        if wager_odds.wager.envy:
            continue
        edges.add_row(
            f"[bold]{key}[/]",
            per_cent(wager_odds.house_edge),
            per_cent(wager_odds.player_return, 2),
            per_cent(wager_odds.hit_frequency, 2),
            per_cent(wager_odds.push_frequency, 2),
            f"{wager_odds.standard_deviation:.4f}",
        )
    out.print(edges)
    for note in game_odds.notes():
        show_note(note)
    if rules.rulebook.decision:
        show_main(game_odds)
    if any(row.pay.meter for wager in rules.wagers for row in wager.rows):
        show_progressive(rules, game_odds.meter)
    show_warnings(game_odds)
    readings = {reading.key: rules.readings[reading.key] for reading in rules.rulebook.pay_readings}
    settings = {**rules.paytable_keys, **readings}
    configuration = ", ".join(f"{key}={value}" for key, value in settings.items())
    out.print(Text(f"{rules.fingerprint}: {configuration}", style=MUTED))
    out.print(Text("Row by row: --wager WAGER. Side by side: --compare.", style=MUTED))


def show_main(game_odds: GameOdds) -> None:
    """The main bet: the wagers that depend on the decision, together."""
    from pitboss.cli.screen import console, table
    from pitboss.reports.formatting import per_cent

    main, wagers = game_odds.main, game_odds.rules.rulebook.main
    figures = table("main bet", ">", "")
    figures.add_row("wagers", "", " + ".join(wagers))
    figures.add_row("best strategy", "", game_odds.strategy.words())
    figures.add_row("folds", f"{main.folds:,}", "of 22,100 hands")
    figures.add_row("house edge", per_cent(main.house_edge), f"of the {wagers[0]}")
    figures.add_row("element of risk", per_cent(main.element_of_risk), "of all stakes")
    figures.add_row("standard deviation", f"{main.standard_deviation:.4f}", "per round")
    console().print(figures)


def show_wager(wager_odds: WagerOdds) -> None:
    from pitboss.cli.screen import console, table
    from pitboss.reports.formatting import one_in, per_cent

    wager, deals = wager_odds.wager, wager_odds.deals
    rows = table(
        "outcome", "pays", ">ways", ">probability", ">one in", ">of the return",
        title=f"{wager.title} ({wager.key}, {wager.paytables[0]})",
    )  # fmt: skip
    for row, ways in wager_odds.outcomes():
        rows.add_row(
            row.outcome,
            row.pay.words(),
            f"{ways:,}",
            f"{ways / deals:.8f}",
            one_in(ways, deals),
            "" if wager.envy else per_cent(wager_odds.contribution(row)),
        )
    rows.add_section()
    whole = "" if wager.envy else per_cent(wager_odds.player_return)
    rows.add_row("", "", f"{deals:,}", "1", "", whole)
    console().print(rows)
    if wager.envy:
        console().print(f"One other hand is worth {float(wager_odds.expectation):.4f} units.")
        return
    console().print(
        f"House edge {per_cent(wager_odds.house_edge)}, "
        f"expectation {wager_odds.expectation} of the {wager.paid_on or 'stake'}, "
        f"standard deviation {wager_odds.standard_deviation:.4f}, "
        f"skewness {wager_odds.results.skewness:.4f}."
    )


def show_note(note: str | None) -> None:
    from rich.text import Text

    from pitboss.cli.screen import MUTED, console

    if note is not None:
        console().print(Text(note, style=MUTED))


def show_progressive(rules: Rules, meter: int) -> None:
    """What the progressive is worth, and at which meter it breaks even."""
    from pitboss.cli.screen import console, table
    from pitboss.language.pays import money
    from pitboss.maths.odds.progressive import progressive
    from pitboss.reports.formatting import per_cent

    prize = progressive(rules)
    title = f"Progressive at {money(prize.price)}, {money(meter)} in the jackpot, envy included"
    by_boxes = table(
        "other boxes with an ante", ">house edge", ">breaks even at", ">rounds a hit", title=title
    )
    for boxes in (0, 2, 4, 6):
        by_boxes.add_row(
            str(boxes),
            per_cent(prize.house_edge(meter, boxes)),
            money(ceil(prize.break_even(boxes))),
            f"{float(prize.rounds_between_hits(boxes + 1)):,.0f}",
        )
    console().print(by_boxes)
    console().print(
        "With a progressive wager on each of seven boxes, envy costs "
        f"{money(round(prize.envy_liability(7, 7)))} a round on average, "
        f"and at most {money(prize.largest_envy(7, 7))}."
    )


def show_alternatives(rules: Rules) -> None:
    from pitboss.cli.screen import NARROW, console, table
    from pitboss.maths.odds.comparison import priced_options
    from pitboss.reports.formatting import per_cent

    is_wide = console().width >= NARROW
    columns = ["with", "wager", ">now", ">then", *([">change"] if is_wide else [])]
    title = f"{rules.rulebook.title}: house edges, one thing changed"
    edges = table(*columns, title=title)
    for change in priced_options(rules):
        changed = f"{change.key}=[bold]{change.option}[/]"
        for key, (before, after) in change.edges.items():
            figures = per_cent(before), per_cent(after), per_cent(after - before)
            edges.add_row(changed, key, *figures[: len(columns) - 2])
        if not change.edges:
            edges.add_row(changed, "[dim]none[/]")
    console().print(edges)
    console().print("[dim]none: it changes no edge under best play.[/]")


def alternatives_json(rules: Rules) -> list[dict[str, object]]:
    from pitboss.maths.odds.comparison import priced_options

    return [
        {
            "kind": change.kind,
            "key": change.key,
            "option": change.option,
            "house_edges": {
                key: {"from": float(before), "to": float(after), "exact": str(after)}
                for key, (before, after) in change.edges.items()
            },
        }
        for change in priced_options(rules)
    ]


def show_warnings(game_odds: GameOdds, only: str | None = None) -> None:
    from pitboss.cli.screen import console

    for warning in game_odds.warnings(only):
        console().print(f"[bold yellow]Warning[/] {warning.message}")
