"""pitboss odds: exact odds of every wager."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    GameKey,
    Json,
    Paytables,
    Readings,
    RulebookFile,
    amount,
    configured,
    print_json,
)

if TYPE_CHECKING:
    from pitboss.language.rulebook import Rules
    from pitboss.maths.odds.game_odds import GameOdds
    from pitboss.maths.odds.wager_odds import WagerOdds


def odds(
    game: GameKey,
    wager: Annotated[
        str | None, typer.Option(metavar="WAGER", help="One wager, row by row.")
    ] = None,
    jackpot: Annotated[
        str, typer.Option(metavar="AMOUNT", help="What the jackpot meter holds.")
    ] = "0",
    compare: Annotated[
        bool, typer.Option("--compare", help="Every other pay table and reading beside it.")
    ] = False,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """Exact odds: every deal there is, counted.

    Example: pitboss odds three-card-poker --wager pair-plus
    """
    from pitboss.maths.odds.game_odds import GameOdds

    rules = configured(game, paytable, reading)
    if wager is not None:
        rules.wager(wager)
    found = GameOdds(rules, meter=amount("The jackpot", jackpot))
    if as_json:
        more = {"alternatives": alternatives_json(rules)} if compare else {}
        print_json({**found.as_json(wager), **more})
    elif compare:
        show_alternatives(rules)
    elif wager is not None:
        show_wager(found[wager])
        show_warnings(found, wager)
    else:
        show_game(found)


def per_cent(share: Fraction | float, places: int = 4) -> str:
    return f"{float(share) * 100:.{places}f} %"


def show_game(found: GameOdds) -> None:
    from rich.text import Text

    from pitboss.cli.screen import MUTED, console, table

    out, rules = console(), found.rules
    title = f"{rules.rulebook.title}, {rules.rulebook.version}"
    shown = table("wager", ">house edge", ">return", ">wins", ">pushes", ">std dev", title=title)
    for key in found:
        one = found[key]
        if one.wager.envy:
            continue
        shown.add_row(
            f"[bold]{key}[/]",
            per_cent(one.house_edge),
            per_cent(one.player_return, 2),
            per_cent(one.hit_frequency, 2),
            per_cent(one.push_frequency, 2),
            f"{one.standard_deviation:.4f}",
        )
    out.print(shown)
    if rules.rulebook.decision:
        show_main(found)
    if any(row.pay.meter for one in rules.wagers for row in one.rows):
        show_progressive(rules, found.meter)
    show_warnings(found)
    pay = {one.key: rules.readings[one.key] for one in rules.rulebook.pay_readings}
    settings = {**rules.paytable_keys, **pay}
    listed = ", ".join(f"{key}={value}" for key, value in settings.items())
    out.print(Text(f"{rules.fingerprint}: {listed}", style=MUTED))
    out.print(Text("Row by row: --wager WAGER. Side by side: --compare.", style=MUTED))


def show_main(found: GameOdds) -> None:
    """The wagers that hang on the decision, together."""
    from pitboss.cli.screen import console, table

    main, wagers = found.main, found.rules.rulebook.main
    told = table("main bet", ">", "")
    told.add_row("wagers", "", " + ".join(wagers))
    told.add_row("best strategy", "", found.strategy.words())
    told.add_row("folds", f"{main.folds:,}", "of 22,100 hands")
    told.add_row("house edge", per_cent(main.house_edge), f"of the {wagers[0]}")
    told.add_row("element of risk", per_cent(main.element_of_risk), "of all that is staked")
    told.add_row("standard deviation", f"{main.standard_deviation:.4f}", "per round")
    console().print(told)


def show_wager(one: WagerOdds) -> None:
    from pitboss.cli.screen import console, table

    shown = table(
        "outcome", "pays", ">ways", ">probability", ">one in", ">of the return",
        title=f"{one.wager.title} ({one.wager.key}, {one.wager.paytables[0]})",
    )  # fmt: skip
    for row, n in one.outcomes():
        shown.add_row(
            row.outcome,
            row.pay.words(),
            f"{n:,}",
            f"{n / one.deals:.8f}",
            f"{one.deals / n:,.2f}" if n else "never",
            per_cent(one.contribution(row)) if one.wager.is_staked else "",
        )
    shown.add_section()
    shown.add_row("", "", f"{one.deals:,}", "1", "", per_cent(one.player_return))
    console().print(shown)
    if one.wager.envy:
        console().print(f"One other hand is worth {float(one.expectation):.4f} units.")
        return
    console().print(
        f"House edge {per_cent(one.house_edge)}, expectation {one.expectation} of the stake, "
        f"standard deviation {one.standard_deviation:.4f}, skewness {one.results.skewness:.4f}."
    )


def show_progressive(rules: Rules, meter: int) -> None:
    """What the progressive is worth, and when it is worth its price."""
    from pitboss.cli.screen import console, table
    from pitboss.language.pays import money
    from pitboss.maths.odds.progressive import progressive

    found = progressive(rules)
    shown = table(
        "other boxes with an ante", ">house edge", ">breaks even at", ">rounds a hit",
        title=f"Progressive at {money(found.price)}, {money(meter)} in the jackpot, envy included",
    )  # fmt: skip
    for boxes in (0, 2, 4, 6):
        shown.add_row(
            str(boxes),
            per_cent(found.house_edge(meter, boxes)),
            money(ceil(found.break_even(boxes))),
            f"{float(found.rounds_between_hits(boxes + 1)):,.0f}",
        )
    console().print(shown)
    console().print(
        f"Seven boxes, all with it, pay {money(round(found.envy_liability(7, 7)))} of envy a round "
        f"on average, and {money(found.largest_envy(7, 7))} at the most."
    )


def show_alternatives(rules: Rules) -> None:
    from pitboss.cli.screen import console, table
    from pitboss.maths.odds.comparison import alternatives

    shown = table(
        "what", "option", "wager", ">now", ">with it", ">change",
        title=f"{rules.rulebook.title}: house edges, one thing changed at a time",
    )  # fmt: skip
    for one in alternatives(rules):
        for key, (before, after) in one.edges.items():
            shown.add_row(
                one.key, f"[bold]{one.option}[/]", key,
                per_cent(before), per_cent(after), per_cent(after - before),
            )  # fmt: skip
        if not one.edges:
            shown.add_row(
                one.key, f"[bold]{one.option}[/]", "[dim]changes no edge under best play[/]"
            )
    console().print(shown)


def alternatives_json(rules: Rules) -> list[dict[str, object]]:
    from pitboss.maths.odds.comparison import alternatives

    return [
        {
            "kind": one.kind,
            "key": one.key,
            "option": one.option,
            "house_edges": {
                key: {"from": float(before), "to": float(after), "exact": str(after)}
                for key, (before, after) in one.edges.items()
            },
        }
        for one in alternatives(rules)
    ]


def show_warnings(found: GameOdds, only: str | None = None) -> None:
    from pitboss.cli.screen import console

    for one in found.warnings():
        if only in (None, one.wager):
            console().print(f"[bold yellow]Warning[/] {one.message}")
