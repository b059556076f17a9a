"""pitboss settle: one box, with the clause behind every payment."""

from __future__ import annotations

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
    pairs,
    print_json,
)

if TYPE_CHECKING:
    from pitboss.library import BoxSettlement

Cards = Annotated[str, typer.Option(metavar="CARDS", help='Three cards, such as "Qs Qd 7h".')]


def settle(
    game: GameKey,
    player: Cards,
    dealer: Cards,
    bet: Annotated[
        list[str],
        typer.Option("--bet", metavar="WAGER=AMOUNT", help="A bet, in the smallest unit."),
    ],
    fourth: Annotated[
        str | None, typer.Option(metavar="CARD", help="The community card of Three Card Prime.")
    ] = None,
    fold: Annotated[bool, typer.Option("--fold", help="The player folded.")] = False,
    jackpot: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="What the jackpot meter holds.")
    ] = None,
    others: Annotated[
        list[str] | None,
        typer.Option(metavar="CARDS", help="The hand of another box with an ante, for envy."),
    ] = None,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """Settle one box to the unit, with the clause that says so.

    A Play wager equal to the Ante is implied unless --fold is given.

    Example: pitboss settle three-card-poker --player "Qs Qd 7h" --dealer "Qh 8c 3d"
    --bet ante=5000 --bet pair-plus=1000
    """
    from pitboss.library import settle_box
    from pitboss.table.settlement import Settler

    made = settle_box(
        Settler(configured(game, paytable, reading)),
        player,
        dealer,
        {wager: amount(f"The bet on {wager}", text) for wager, text in pairs("--bet", bet)},
        fourth,
        fold,
        None if jackpot is None else amount("The jackpot", jackpot),
        others or (),
    )
    if as_json:
        print_json(made.as_json())
    else:
        show(made)


def show(made: BoxSettlement) -> None:
    from rich.text import Text

    from pitboss.cards.hands import cards_of
    from pitboss.cli.screen import MUTED, coloured_cards, console, net, table
    from pitboss.language.pays import money

    out, rules = console(), made.rules
    for who, row in (("Player", made.player), ("Dealer", made.dealer)):
        out.print(Text(f"{who}  ") + coloured_cards(cards_of(row)) + Text(rules.name_hand(row)))
    if made.fourth is not None:
        out.print(Text("Fourth  ") + coloured_cards([made.fourth]))
    shown = table("wager", ">stake", "outcome", "pays", ">net", ">returned", "clauses")
    for line in made.lines:
        stake = money(line.stake) if line.stake else ""
        shown.add_row(
            f"[bold]{line.wager.title}[/]",
            stake,
            line.row.outcome,
            line.pays,
            net(line.net),
            money(line.returned),
            ", ".join(line.clauses),
        )
    shown.add_section()
    shown.add_row("Net", "", "", "", net(made.net), money(made.returned), "")
    out.print(shown)
    for line in made.lines:
        out.print(f"  {line.says}", soft_wrap=True)
    policies = dict.fromkeys(policy for line in made.lines for policy in line.policies)
    told = {"Readings": [f"{one.key}={rules.readings[one.key]}"
                         for one in rules.rulebook.pay_readings],
            "Policies": list(policies)}  # fmt: skip
    out.print(Text(f"\n{rules.rulebook.title}, {rules.rulebook.version}, {rules.fingerprint}"))
    for what, listed in told.items():
        if listed:
            out.print(Text(f"{what}: {', '.join(listed)}", style=MUTED))
