"""pitboss games: the games and their wagers, or all about one."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import Json, OptionalGameKey, RulebookFile, house_settings
from pitboss.cli.output import print_json
from pitboss.cli.plain import heading, put, styled, width
from pitboss.errors import BadConfiguration, unknown

if TYPE_CHECKING:
    from pitboss.language.rulebook import Rulebook
    from pitboss.language.wagers import Wager

MOST_PAYS = 5  # As many as fit on a line; `pitboss odds` shows all.
WIDEST_KEY, INDENT = 18, "    "


def games(
    game: OptionalGameKey = None,
    house: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With a game: a house file, for its tables' limits."),
    ] = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """The games and their wagers, or all about one.

    With GAME: its wagers and how they are staked, every pay table, reading and policy. An installed
    game that can't be used is reported on the error output, with the reason.

    Example: pitboss games three-card-prime
    """
    import json
    import sys

    from pitboss.rulebooks import RULEBOOKS

    if game is not None:
        if game not in RULEBOOKS:
            raise unknown("game", game, RULEBOOKS)
        _one(RULEBOOKS[game], house, as_json)
        return
    if house is not None:
        message = "--house shows the limits of one game: give the game as well."
        raise BadConfiguration("games/house", message)
    if as_json:
        print_json([_rulebook_json(book) for book in RULEBOOKS.values()])
    else:
        show()
    for reason in RULEBOOKS.broken().values():
        error = json.dumps(reason.as_json(), ensure_ascii=False)
        print(error if as_json else reason.message, file=sys.stderr)


def _one(rulebook: Rulebook, house: Path | None, as_json: bool) -> None:
    from pitboss.cli.game_page import limits_json, pays, show_game

    settings = None if house is None else house_settings(house)
    if not as_json:
        show_game(rulebook, settings)
        return
    listed = _rulebook_json(rulebook)
    tables = {
        wager.key: {table: pays(rulebook, wager, table) for table in wager.paytables}
        for wager in rulebook.wagers
        if len(wager.paytables) > 1
    }
    limits = {} if settings is None else {"tables": limits_json(rulebook.key, settings)}
    print_json({**listed, "pays": tables, **limits})


def show() -> None:
    from pitboss.rulebooks import RULEBOOKS

    for rulebook in RULEBOOKS.values():
        key = styled(f"{rulebook.key} · {rulebook.version}", dim=True)
        put("", f"{heading(rulebook.title)}  {key}")
        put(fill(rulebook.tagline, width(), initial_indent="  ", subsequent_indent="  "))
        rules = rulebook.configure()
        for wager in rulebook.wagers:
            first, last = wager.paytables[0], wager.paytables[-1]
            tables = "" if first == last else f"({first} … {last})"
            _show_line(wager.key, _pays(rules.wager(wager.key)), tables)
        _show_line("readings", "", ", ".join(reading.key for reading in rulebook.readings))
    put("")


def _show_line(key: str, pays: str, muted: str) -> None:
    """A key, and beside it what there is to say of it; a long line goes on below."""
    beside = len(INDENT) + WIDEST_KEY + 2
    name = styled(key.ljust(WIDEST_KEY), **({"bold": True} if pays else {"dim": True}))
    start = f"{INDENT}{name}  "
    for line in wrap(f"{pays} {muted}".strip(), width() - beside, break_on_hyphens=False):
        shown, bracket, rest = line.partition("(") if pays else ("", "", line)
        put(start + shown + styled(bracket + rest, dim=True))
        start = " " * beside


def _pays(wager: Wager) -> str:
    """The first few pays of a wager, in the order of its rows."""
    words = list(dict.fromkeys(row.pay.words() for row in wager.rows if row.pay.is_win))
    return " · ".join(words[:MOST_PAYS] + ["…"] * (len(words) > MOST_PAYS))


def _rulebook_json(rulebook: Rulebook) -> dict[str, object]:
    rules = rulebook.configure()
    return {
        "game": rulebook.key,
        "title": rulebook.title,
        "version": rulebook.version,
        "effective": rulebook.effective,
        "fingerprint": rules.fingerprint,
        "wagers": [
            {
                "wager": wager.key,
                "title": wager.title,
                "staked": wager.is_staked,
                "price": rules.prices.get(wager.key),
                "equals": wager.equals,
                "needs": None if wager.needs is None else wager.needs.wager,
                "paytables": list(wager.paytables) if len(wager.paytables) > 1 else [],
                "rows": [
                    {"row": row.key, "outcome": row.outcome, "pays": row.pay.words()}
                    for row in rules.wager(wager.key).rows
                ],
            }
            for wager in rulebook.wagers
        ],
        "readings": [
            {
                "reading": reading.key,
                "question": reading.question,
                "options": dict(reading.options),
                "default": reading.default,
                "clauses": list(reading.clauses),
            }
            for reading in rulebook.readings
        ],
        "policies": [
            {
                "policy": policy.key,
                "question": policy.question,
                "options": dict(policy.options),
                "default": policy.default,
            }
            for policy in rulebook.policies
        ],
    }
