"""pitboss games: the games and their wagers."""

from __future__ import annotations

from textwrap import fill, wrap
from typing import TYPE_CHECKING

from pitboss.cli.options import Json, RulebookFile
from pitboss.cli.output import print_json
from pitboss.cli.plain import heading, put, styled, width

if TYPE_CHECKING:
    from pitboss.language.rulebook import Rulebook
    from pitboss.language.wagers import Wager

MOST_PAYS = 5  # As many as fit on a line; `pitboss odds` shows all.
WIDEST_KEY, INDENT = 18, "    "


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
