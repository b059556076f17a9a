"""pitboss settle: one box, with the clause behind every payment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    Bets,
    GameKey,
    Json,
    Paytables,
    Readings,
    RulebookFile,
    amount,
    configured,
    pairs,
    stakes,
)
from pitboss.cli.output import print_json

if TYPE_CHECKING:
    from pitboss.library import BoxSettlement

Cards = Annotated[str, typer.Option(metavar="CARDS", help='Three cards: "Qs Qd 7h" or QsQd7h.')]


def settle(
    game: GameKey,
    player: Cards,
    dealer: Cards,
    bet: Bets,
    fourth: Annotated[
        str | None, typer.Option(metavar="CARD", help="The community card of Three Card Prime.")
    ] = None,
    fold: Annotated[bool, typer.Option("--fold", help="The player folded.")] = False,
    jackpot: Annotated[
        str | None,
        typer.Option(metavar="AMOUNT", help="What the jackpot meter holds, such as 25000."),
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
    """Settle one box, and cite the clause of every payment.

    A Play wager equal to the Ante is implied unless --fold is given.

    Example: pitboss settle three-card-poker --player "Qs Qd 7h" --dealer "Qh 8c 3d"
    --bet ante=50 --bet pair-plus=10
    """
    from pitboss.library import settle_box
    from pitboss.table.settlement import Settler

    # One deal is settled faster by the expressions than by tables that are compiled first.
    settlement = settle_box(
        Settler(configured(game, paytable, reading).rules),
        player,
        dealer,
        stakes(pairs("--bet", bet)),
        fourth,
        fold,
        None if jackpot is None else amount("The jackpot", jackpot),
        others or (),
    )
    if as_json:
        print_json(settlement.as_json())
    else:
        show(settlement)


def show(settlement: BoxSettlement) -> None:
    from rich.text import Text

    from pitboss.cards.hands import cards_of
    from pitboss.cli.screen import MUTED, coloured_cards, console, net, say, table

    out, rules = console(), settlement.rules
    currency = rules.currency
    money = currency.money
    for who, row in (("Player", settlement.player), ("Dealer", settlement.dealer)):
        out.print(Text(f"{who}  ") + coloured_cards(cards_of(row)) + Text(rules.name_hand(row)))
    if settlement.fourth is not None:
        out.print(Text("Fourth  ") + coloured_cards([settlement.fourth]))
    payments = table("wager", ">stake", "outcome", "pays", ">net", ">returned", "clauses")
    for line in settlement.lines:
        payments.add_row(
            f"[bold]{line.wager.title}[/]",
            money(line.stake) if line.stake else "",
            line.row.outcome,
            line.pays,
            net(line.net, currency),
            money(line.returned),
            ", ".join(line.clauses),
        )
    payments.add_section()
    total = net(settlement.net, currency)
    payments.add_row("Net", "", "", "", total, money(settlement.returned), "")
    out.print(payments)
    for line in settlement.lines:
        say(line.says, indent="  ")
    out.print(Text(f"\n{rules.rulebook.title}, {rules.rulebook.version}, {rules.fingerprint}"))
    readings = [
        f"{reading.key}={rules.readings[reading.key]}" for reading in rules.rulebook.pay_readings
    ]
    policies = dict.fromkeys(policy for line in settlement.lines for policy in line.policies)
    for name, settings in {"Readings": readings, "Policies": policies}.items():
        if settings:
            out.print(Text(f"{name}: {', '.join(settings)}", style=MUTED))
