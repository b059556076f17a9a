"""pitboss games: the five games and their wagers."""

from __future__ import annotations

from pitboss.cli.options import Json, print_json

MOST_PAYS = 6  # More would not fit on a line; `pitboss odds` shows all.


def games(as_json: Json = False) -> None:
    """The five games, their wagers, pay tables and readings.

    Example: pitboss games
    """
    from pitboss.rulebooks import RULEBOOKS

    if as_json:
        print_json([_plain(key) for key in RULEBOOKS])
    else:
        show()


def show() -> None:
    from rich.text import Text

    from pitboss.cli.screen import GOLD, console
    from pitboss.rulebooks import RULEBOOKS

    out = console()
    for rulebook in RULEBOOKS.values():
        heading = Text(f"\n{rulebook.title}", style=f"bold {GOLD}")
        heading.append(f"  {rulebook.key} · {rulebook.version}", style="dim not bold")
        out.print(heading)
        out.print(f"  {rulebook.tagline}")
        for wager in rulebook.wagers:
            tables = "" if len(wager.paytables) == 1 else f"  ({', '.join(wager.paytables)})"
            line = Text(f"    {wager.key:<18}", style="bold")
            line.append(f"{_pays(rulebook.key, wager.key)}", style="not bold")
            line.append(tables, style="dim not bold")
            out.print(line, soft_wrap=True)
        readings = ", ".join(reading.key for reading in rulebook.readings)
        out.print(Text(f"    Readings: {readings}", style="dim"))
    out.print()


def _pays(game: str, key: str) -> str:
    """The pays of a wager, best first, in short."""
    from pitboss.rulebooks import RULEBOOKS

    won = [row.pay for row in RULEBOOKS[game].configure().wager(key).rows if row.pay.is_win]
    words = list(dict.fromkeys(pay.words() for pay in won))
    return " · ".join(words[:MOST_PAYS] + ["…"] * (len(words) > MOST_PAYS))


def _plain(key: str) -> dict[str, object]:
    from pitboss.rulebooks import RULEBOOKS

    rulebook = RULEBOOKS[key]
    rules = rulebook.configure()
    return {
        "game": key,
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
