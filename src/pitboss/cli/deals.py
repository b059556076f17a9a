"""pitboss deals: a deal that reaches each row, with the command that shows it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import GameKey, Json, Paytables, Readings, configured, print_json

if TYPE_CHECKING:
    from pitboss.maths.witness import Witness

STAKE, JACKPOT = 1000, 5_000_000


def deals(
    game: GameKey,
    wager: Annotated[str | None, typer.Option(metavar="WAGER", help="One wager only.")] = None,
    outcome: Annotated[
        str | None, typer.Option(metavar="ROW", help="One row only, by its key.")
    ] = None,
    paytable: Paytables = None,
    reading: Readings = None,
    as_json: Json = False,
) -> None:
    """A deal that reaches each row of each wager, with its settle command.

    Example: pitboss deals three-card-prime --wager all-six
    """
    from pitboss.maths.witness import witnesses

    rules = configured(game, paytable, reading)
    keys = [wager] if wager else list(rules.by_key)
    found = [one for key in keys for one in witnesses(rules, rules.wager(key))]
    if outcome is not None:
        for key in keys if wager else ():
            rules.wager(key).row(outcome)
        found = [one for one in found if one.row.key == outcome]
        if not found:
            from pitboss.errors import unknown

            rows = {row.key for key in keys for row in rules.wager(key).rows}
            raise unknown("row", outcome, sorted(rows), game)
    settings = [f"--paytable={one}" for one in paytable or ()]
    settings += [f"--reading={one}" for one in reading or ()]
    if as_json:
        print_json([_plain(game, one, settings) for one in found])
        return
    from pitboss.cli.screen import MUTED, console, table

    shown = table("wager", "row", "player", "dealer", "", title=rules.rulebook.title)
    for one in found:
        told = _plain(game, one, settings)
        extra = [str(told["fourth"])] if told["fourth"] else []
        extra += ["folds"] if one.folded else []
        extra += ["on another box"] if one.wager.envy else []
        shown.add_row(
            one.wager.key,
            f"[bold]{one.row.key}[/]",
            str(told["player"]),
            str(told["dealer"]),
            ", ".join(extra),
        )
    console().print(shown)
    if len(found) == 1 or outcome is not None:
        for one in found:
            console().print(str(_plain(game, one, settings)["command"]), soft_wrap=True)
    else:
        console().print(f"[{MUTED}]The commands: --outcome ROW, or --json for all.[/]")


def _plain(game: str, one: Witness, settings: list[str]) -> dict[str, object]:
    from pitboss.cards import names
    from pitboss.hands import cards_of

    fourth = None if one.fourth is None else names([one.fourth])
    return {
        "wager": one.wager.key,
        "row": one.row.key,
        "outcome": one.row.outcome,
        "player": names(cards_of(one.player)),
        "dealer": names(cards_of(one.dealer)),
        "fourth": fourth,
        "fold": one.folded,
        "command": shlex.join(["pitboss", "settle", game, *_words(one), *settings]),
    }


def _words(one: Witness) -> list[str]:
    """The options of `pitboss settle` that show this deal."""
    from pitboss.cards import DECK, names
    from pitboss.hands import CARDS, cards_of

    player, dealer = names(cards_of(one.player)), names(cards_of(one.dealer))
    words: list[str] = []
    if one.wager.envy:  # The hand that hits is another box's; any other will do for one's own.
        held = {*CARDS[one.player].tolist(), *CARDS[one.dealer].tolist()}
        free = [card for card in range(DECK) if card not in held]
        words += ["--others", player]
        player = names([free[0], free[5], free[10]])
    words = ["--player", player, "--dealer", dealer, *words]
    if one.fourth is not None:
        words += ["--fourth", names([one.fourth])]
    words += ["--fold"] if one.folded else []
    for key, stake in bets_on(one).items():
        words += ["--bet", f"{key}={stake}"]
    if any(row.pay.meter for row in one.wager.rows):
        words += ["--jackpot", str(JACKPOT)]
    return words


def bets_on(one: Witness) -> dict[str, int]:
    """The bets that put this wager on the table: it, and what it rests on."""
    wager = one.wager
    if wager.envy:
        return {wager.envy.hit_with: STAKE, wager.envy.paid_to: 250}
    bets: dict[str, int] = {}
    if wager.needs:
        bets[wager.needs.wager] = STAKE
    if wager.paid_on:
        bets[wager.paid_on] = STAKE
    elif not wager.equals:
        bets[wager.key] = wager.price or STAKE
    return bets
