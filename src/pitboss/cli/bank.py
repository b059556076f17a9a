"""pitboss bank: the money of a table, filled from the cage and credited back to it."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.house_options import FOLDER, Data, house_url
from pitboss.cli.options import Json
from pitboss.cli.options import amount as money_amount
from pitboss.cli.output import print_json
from pitboss.errors import BadBet

bank = typer.Typer(no_args_is_help=True)

TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The table's id.")]
Amount = Annotated[
    str,
    typer.Argument(
        metavar="AMOUNT", help="500.00 or '$500', in quotes; or a number of smallest units."
    ),
]
By = Annotated[str, typer.Option(metavar="WHO", help="Who brings it or takes it.")]
SlipId = Annotated[
    str | None,
    typer.Option("--slip", metavar="ID", help="The slip's number: the same one counts once."),
]


@bank.callback()
def _bank() -> None:
    """A table's bank: fills from the cage, credits back to it.

    First: pitboss house simulate --days 1 --tables 2 --data demo

    Example: pitboss bank fill 5JSBJGNR 5000.00 --slip F-118 --data demo
    """


@bank.command()
def fill(
    table: TableId,
    amount: Amount,
    data: Data = FOLDER,
    by: By = "cage",
    slip: SlipId = None,
    as_json: Json = False,
) -> None:
    """Bring money from the cage to a table's bank.

    First: pitboss house simulate --days 1 --tables 2 --data demo

    Example: pitboss bank fill 5JSBJGNR 5000.00 --slip F-118 --data demo
    """
    _move(table, money_amount("The fill", amount), data, by, slip, as_json)


@bank.command()
def credit(
    table: TableId,
    amount: Amount,
    data: Data = FOLDER,
    by: By = "cage",
    slip: SlipId = None,
    as_json: Json = False,
) -> None:
    """Send money from a table's bank back to the cage.

    First: pitboss house simulate --days 1 --tables 2 --data demo

    Example: pitboss bank credit 5JSBJGNR 500.00 --slip C-041 --data demo
    """
    _move(table, -money_amount("The credit", amount), data, by, slip, as_json)


def _move(table: str, amount: int, data: Path, by: str, slip: str | None, as_json: bool) -> None:
    url = house_url()
    from pitboss.cli.screen import console
    from pitboss.house import House
    from pitboss.house.rounds.archive import open_archive
    from pitboss.language.pays import money, show_money_with

    if not amount:
        raise BadBet(
            "bet/amount", "A fill or a credit of nothing is none: give 500.00, or '$500' in quotes."
        )
    with open_archive(data, url) as archive:  # There has to be a house; this would open a new one.
        settings = archive.settings()
    show_money_with(settings.currency.symbol)
    with House(data, url, settings=settings) as house:
        reply = house.move_bank(by, table, slip or uuid.uuid4().hex, amount).result()
        balance = house.bank_of(table)
    if as_json:
        print_json({"table": table, "moved": amount, "bank": balance, "again": reply.is_repeated})
        return
    what = "filled with" if amount > 0 else "credited with"
    says = "That slip was booked before" if reply.is_repeated else f"{table} {what} "
    moved = "" if reply.is_repeated else money(abs(amount))
    console().print(f"{says}{moved}. Its bank stands at {money(balance)}.", highlight=False)
