"""pitboss void-unfinished: what to do when the key of a house is lost."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.house_options import FOLDER, Data, house_url
from pitboss.cli.options import Json
from pitboss.cli.output import print_json


def void_unfinished(
    reason: Annotated[
        str, typer.Option(metavar="TEXT", help="Why. It is the first thing that is journalled.")
    ],
    data: Data = FOLDER,
    exposed: Annotated[
        bool,
        typer.Option("--exposed", help="The key is there, but somebody else may have it, too."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Void unfinished rounds of a house whose key is lost.

    All bets of those rounds go back, and what they put on jackpots. Every table gets a new seed
    under a new key. It is refused while the right key is there, unless that key is exposed; the
    seeds of the void rounds are then shown. Stop the house first.

    First: pitboss house simulate --days 1 --tables 2 --data demo

    Example: pitboss void-unfinished --data demo --exposed --reason "The key was copied."
    """
    url = house_url()
    from pitboss.house.backups.back_room import BackRoom
    from pitboss.house.backups.lost_key import void_unfinished as void

    with BackRoom(data, url) as room:
        voiding = void(room, reason, exposed)
    if as_json:
        print_json(voiding._asdict())
        return
    from rich.text import Text

    from pitboss.cli.screen import console
    from pitboss.house.rounds.archive import open_archive

    with open_archive(data, url) as archive:
        money = archive.settings().currency.money
    rounds = "1 round is" if voiding.rounds == 1 else f"{voiding.rounds:,} rounds are"
    seeds = "1 seed was" if voiding.seeds == 1 else f"{voiding.seeds:,} seeds were"
    text = (
        f"{rounds} void, and {money(voiding.returned)} went back. "
        f"{seeds} drawn anew under the key {voiding.new}."
    )
    console().print(Text(text))
