"""pitboss check: a house file read as the house would, with every mistake and every caution."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.house_options import RulebookFiles, load_games
from pitboss.cli.options import Json
from pitboss.cli.output import print_json

if TYPE_CHECKING:
    from pitboss.house.settings.cautions import Caution
    from pitboss.house.settings.house_settings import HouseSettings


def check(
    house: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The house file; without one, the practice house."),
    ] = None,
    rulebook: RulebookFiles = None,
    as_json: Json = False,
) -> None:
    """Check a house file, and say what to know about it.

    Every mistake is listed, and what an operator should be aware of.

    The exit code is 2 if the file can't be used. A caution is not a mistake.

    Example: pitboss check
    """
    from pitboss.reports.files import require

    require("sqlalchemy", "A house", "house")
    from pitboss.house.settings.cautions import cautions
    from pitboss.house.settings.house_file import PRACTICE, BadHouseFile, read_house_file

    file, games = house or PRACTICE, load_games(rulebook)
    try:
        settings = read_house_file(file, () if house else games)
    except BadHouseFile as bad:
        if as_json:
            print_json({"ok": False, "mistakes": bad.mistakes, "cautions": []})
        else:
            _show_mistakes(file, bad.mistakes)
        raise typer.Exit(2) from None
    raised = list(cautions(settings, time.time_ns() // 1_000))
    if as_json:
        print_json(
            {
                "ok": True,
                "mistakes": [],
                "cautions": [caution._asdict() for caution in raised],
                "fingerprint": settings.fingerprint,
            }
        )
    else:
        _show(file, settings, raised)


def _show_mistakes(file: Path, mistakes: list[str]) -> None:
    from rich.text import Text

    from pitboss.cli.screen import LOSS, console

    out = console()
    number = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
    out.print(Text(f"{file.name}: {number}.", style=LOSS))
    for mistake in mistakes:
        out.print(Text(f"  {mistake}"))


def _show(file: Path, settings: HouseSettings, found: list[Caution]) -> None:
    from rich.text import Text

    from pitboss.cli.screen import WIN, console, table

    out, money = console(), settings.currency.money
    listed = table("table", "main bet", "jackpot", "fingerprint", title=settings.name)
    for offer in settings.offers.values():
        limit = offer.setup.limits.get(offer.setup.first)
        bets = "no limit" if limit is None else f"{money(limit.minimum)} to {money(limit.maximum)}"
        name = offer.key if offer.key == offer.game else f"{offer.key} ({offer.game})"
        listed.add_row(name, bets, offer.jackpot, offer.setup.short_fingerprint)
    out.print(listed)
    for key, jackpot in settings.jackpots.items():
        terms = jackpot.terms
        shared = "shared" if jackpot.is_shared else "one for each table"
        out.print(
            f"Jackpot {key}, {shared}: begins with {money(terms.reset)}, takes "
            f"{terms.contribution} of each price; fixed prizes are paid by the {terms.fixed_pays}, "
            f"envy by the {terms.envy}.",
            highlight=False,
        )
    day = settings.day
    out.print(f"Gaming days begin at {day.begins}, {day.zone}.", highlight=False)
    if settings.wallet is not None:
        url, _, timeout = settings.wallet
        out.print(f"Players' wallet: {url}, {timeout} s for each call.", highlight=False)
    if found:
        cautioned = table("table", "wager", "caution")
        for caution in found:
            cautioned.add_row(caution.table or "the file", caution.wager, caution.says)
        out.print(cautioned)
    out.print(Text(f"{file.name} can be used.", style=WIN))
