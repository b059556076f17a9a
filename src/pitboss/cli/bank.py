"""pitboss bank: the money of a table, filled from the cage and credited back to it."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pitboss.cli.house_options import FOLDER, Data, RulebookFiles, house_url, load_games
from pitboss.cli.options import Json, amount
from pitboss.cli.output import print_json
from pitboss.errors import BadBet, PitbossError

if TYPE_CHECKING:
    import sqlalchemy as sa

    from pitboss.house.settings.house_settings import HouseSettings

bank = typer.Typer(no_args_is_help=True)

FILL, CREDIT = "fill", "credit"

TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The table's id.")]
Amount = Annotated[
    str,
    typer.Argument(metavar="AMOUNT", help="500, 500.00 or '$500', in quotes; or 50000c."),
]
By = Annotated[str, typer.Option(metavar="WHO", help="Who brings it or takes it.")]
SlipId = Annotated[
    str | None,
    typer.Option("--slip", metavar="ID", help="The slip's number: the same one counts once."),
]


class _Slip(NamedTuple):
    id: str
    by: str
    table: str
    amount: int  # Negative for a credit.

    def as_asked(self) -> dict[str, Any]:
        """As the operators' door is asked."""
        command = FILL if self.amount > 0 else CREDIT
        return {**self._asdict(), "command": command, "amount": abs(self.amount)}


@bank.callback()
def _bank() -> None:
    """A table's bank: fills from the cage, credits back to it.

    First: pitboss house simulate --days 1 --tables 2 --data demo

    Example: pitboss bank fill 5JSBJGNR 5000 --slip F-118 --data demo
    """


@bank.command()
def fill(
    table: TableId,
    amount: Amount,
    data: Data = FOLDER,
    by: By = "cage",
    slip: SlipId = None,
    rulebook: RulebookFiles = None,
    as_json: Json = False,
) -> None:
    """Bring money from the cage to a table's bank.

    First: pitboss house simulate --days 1 --tables 2 --data demo

    Example: pitboss bank fill 5JSBJGNR 5000 --slip F-118 --data demo
    """
    load_games(rulebook)
    _move(FILL, table, amount, data, by, slip, as_json)


@bank.command()
def credit(
    table: TableId,
    amount: Amount,
    data: Data = FOLDER,
    by: By = "cage",
    slip: SlipId = None,
    rulebook: RulebookFiles = None,
    as_json: Json = False,
) -> None:
    """Send money from a table's bank back to the cage.

    First: pitboss house simulate --days 1 --tables 2 --data demo

    Example: pitboss bank credit 5JSBJGNR 500 --slip C-041 --data demo
    """
    load_games(rulebook)
    _move(CREDIT, table, amount, data, by, slip, as_json)


def _move(
    what: str, table: str, text: str, data: Path, by: str, slip: str | None, as_json: bool
) -> None:
    url = house_url()
    from pitboss.cli.screen import console
    from pitboss.house.rounds.archive import open_archive

    with open_archive(data, url) as archive:  # There has to be a house; this would open a new one.
        settings = archive.settings()
    currency = settings.currency
    units = amount(f"The {what}", text, currency)
    if not units:
        says = f"give 500, or '{currency.symbol}500' in quotes."
        raise BadBet("bet/amount", f"A fill or a credit of nothing is none: {says}")
    move = units if what == FILL else -units
    booked = _book(data, url, settings, _Slip(slip or uuid.uuid4().hex, by, table, move))
    if as_json:
        print_json(booked)
        return
    says = f"{table} {what}ed with {currency.money(units)}"
    if booked["again"]:
        says = "That slip was booked before"
    stands = currency.money(booked["bank"])
    console().print(f"{says}. Its bank stands at {stands}.", highlight=False)


def _book(data: Path, url: sa.URL | None, settings: HouseSettings, slip: _Slip) -> dict[str, Any]:
    """Book a slip in the closed house; where a server has it open, ask the server to."""
    from pitboss.cli.operator_request import ask_open_house
    from pitboss.house import House

    try:
        with House(data, url, settings=settings) as house:
            reply = house.move_bank(slip.by, slip.table, slip.id, slip.amount).result()
    except PitbossError as error:
        booked: dict[str, Any] | None = None
        if error.code == "house/open":
            booked = ask_open_house(data, slip.as_asked())
        if booked is None:
            raise
        return booked
    if reply.refusal is not None:
        raise PitbossError(*reply.refusal)
    return {
        "table": slip.table, "moved": slip.amount, "bank": reply.balance,
        "again": reply.is_repeated,
    }  # fmt: skip
