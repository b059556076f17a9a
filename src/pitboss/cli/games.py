"""pitboss games: the games and their wagers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cli.options import Json, RulebookFile
from pitboss.cli.output import print_json

if TYPE_CHECKING:
    from pitboss.language.rulebook import Rulebook
    from pitboss.language.wagers import Wager

MOST_PAYS = 5  # As many as fit on a line; `pitboss odds` shows all.
WIDEST_KEY = 18


def games(rulebook: RulebookFile = None, as_json: Json = False) -> None:
    """The games, their wagers, pay tables and readings.

    An installed game that can't be used is reported on the error output, with the reason.

    Example: pitboss games
    """
    import json
    import sys

    from pitboss.rulebooks import RULEBOOKS

    if as_json:
        print_json([_rulebook_json(book) for book in RULEBOOKS.values()])
    else:
        show()
    for reason in RULEBOOKS.broken().values():
        error = json.dumps(reason.as_json(), ensure_ascii=False)
        print(error if as_json else reason.message, file=sys.stderr)


def show() -> None:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from pitboss.cli.screen import GOLD, MUTED, console, say
    from pitboss.rulebooks import RULEBOOKS

    out = console()
    for rulebook in RULEBOOKS.values():
        heading = Text(f"\n{rulebook.title}", style=f"bold {GOLD}")
        heading.append(f"  {rulebook.key} · {rulebook.version}", style="dim not bold")
        out.print(heading)
        say(rulebook.tagline, indent="  ")
        rules = rulebook.configure()
        listing = Table.grid(padding=(0, 2, 0, 0))
        listing.add_column(width=WIDEST_KEY)
        listing.add_column()
        for wager in rulebook.wagers:
            first, last = wager.paytables[0], wager.paytables[-1]
            pays = Text(_pays(rules.wager(wager.key)))
            if first != last:
                pays.append(f" ({first} … {last})", style=MUTED)
            listing.add_row(Text(wager.key, style="bold"), pays)
        readings = ", ".join(reading.key for reading in rulebook.readings)
        listing.add_row(Text("readings", style=MUTED), Text(readings, style=MUTED))
        out.print(Padding(listing, (0, 0, 0, 4)))
    out.print()


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
            {"policy": policy.key, "question": policy.question, "options": dict(policy.options)}
            for policy in rulebook.policies
        ],
    }
