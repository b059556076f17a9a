"""pitboss card: the rule card that a player is handed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
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
    house_settings,
    pairs,
)
from pitboss.cli.output import ReportFile, report_format, report_written
from pitboss.errors import BadConfiguration, unknown

if TYPE_CHECKING:
    from pitboss.house.settings.house_settings import HouseSettings, Offer
    from pitboss.language.rulebook import Rules
    from pitboss.reports.card.house import House


def card(
    game: GameKey,
    output: ReportFile = None,
    language: Annotated[
        str, typer.Option(metavar="LANGUAGE", help="en, or zh for Chinese.")
    ] = "en",
    house: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A house file: its name, limits, pay tables, readings."),
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="KEY", help="Which table of the house file.")
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="TEXT", help="The house's name.")] = None,
    logo: Annotated[
        str | None, typer.Option(metavar="FILE", help="The house's logo: .svg, .png or .jpg.")
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=MIN-MAX", help="Table limits, such as ante=5-500."),
    ] = None,
    help_line: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Where players find help with gambling.")
    ] = None,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """The player's rule card, from the rules in force.

    One page, .html or .pdf, in English or Chinese.

    Example: pitboss card three-card-poker -o three-card-poker.html
    """
    from pitboss.reports.card import rule_card
    from pitboss.reports.card.house import House, checked_line, read_logo
    from pitboss.reports.files import check_place, write

    ending = report_format(output, rule_card.ENDINGS, as_json)
    if house is None:
        rules, owner = configured(game, paytable, reading).rules, House()
    elif paytable or reading:
        message = "The house file says which pay tables and readings are in force: leave them out."
        raise BadConfiguration("card/house", message)
    else:
        rules, owner = _of_house(house, game, table)
    if table is not None and house is None:
        message = "--table names a table of a house file: give --house FILE as well."
        raise BadConfiguration("card/table", message)
    owner = replace(
        owner,
        name=owner.name if name is None else checked_line("The house's name", name),
        logo=None if logo is None else read_logo(logo),
        help_line="" if help_line is None else checked_line("The help line", help_line),
        limits={**owner.limits, **_limits(rules, limit)},
    )
    if output is None:
        print(rule_card.card_json(rules, language, owner).decode(), end="")
        return
    check_place(output)
    write(output, rule_card.card(rules, ending, language, owner))
    report_written(output, f"rule card of {rules.rulebook.title}, {rules.fingerprint}", as_json)


def _of_house(file: Path, game: str, key: str | None) -> tuple[Rules, House]:
    """The rules in force at a table of a house, and what the house prints on its cards."""
    from pitboss.reports.card.house import House

    settings = house_settings(file)
    setup = _offer(settings, game, key).setup
    return setup.rules, House(
        name=settings.name,
        limits={wager: (limit.minimum, limit.maximum) for wager, limit in setup.limits.items()},
        offered=setup.offered,
        interruption=setup.incidents.get("interruption", ""),
        referred_to=setup.referred_to,
    )


def _offer(settings: HouseSettings, game: str, key: str | None) -> Offer:
    from pitboss.library import games

    offers = [offer for offer in settings.offers.values() if offer.game == games[game].rules.key]
    keys = [offer.key for offer in offers]
    if key is not None:
        if key not in keys:
            raise unknown("table", key, keys, game)
        return offers[keys.index(key)]
    if not offers:
        raise BadConfiguration("card/house", f"{settings.name} has no table of {game}.")
    if len(offers) > 1:
        message = f"{settings.name} has several tables of {game}: give --table {' or '.join(keys)}."
        raise BadConfiguration("card/table", message)
    return offers[0]


def _limits(rules: Rules, texts: Sequence[str] | None) -> dict[str, tuple[int, int]]:
    limits = {}
    for wager, text in pairs("--limit", texts):
        rules.wager(wager)
        least, dash, most = text.partition("-")
        if not dash:
            message = f"--limit {wager} is {text!r}: give the least and the most, as 5-500."
            raise BadConfiguration("card/limit", message)
        minimum, maximum = (
            amount(f"The limit of {wager}", part, rules.currency) for part in (least, most)
        )
        if not 0 < minimum <= maximum:
            message = f"--limit {wager} is {text!r}: the least comes first, and is above zero."
            raise BadConfiguration("card/limit", message)
        limits[wager] = (minimum, maximum)
    return limits
