"""pitboss clauses: every clause of the rulebooks, and where it is implemented."""

from __future__ import annotations

from collections import Counter

from pitboss.cli.options import Json, OptionalGameKey, RulebookFile
from pitboss.cli.output import print_json


def clauses(
    game: OptionalGameKey = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """Every clause: where it is implemented, or why it is not.

    Example: pitboss clauses three-card-poker
    """
    from pitboss.rulebooks import RULEBOOKS
    from pitboss.rulebooks.clauses import clauses as clauses_of

    keys = [game] if game else list(RULEBOOKS)
    by_game = {key: clauses_of(key) for key in keys}
    listed = [clause for of_game in by_game.values() for clause in of_game]
    if as_json:
        print_json([clause.as_json() for clause in listed])
        return
    from pitboss.cli.screen import console, table

    for key, of_game in by_game.items():
        rows = table("clause", "what it says", "where", "tests", title=RULEBOOKS[key].title)
        for clause in of_game:
            where = ", ".join(clause.where) if clause.tested else f"[dim]{clause.status}[/]"
            if clause.why_not:
                where = f"[dim]not modelled: {clause.why_not}[/]"
            tests = str(len(clause.tested)) if clause.tested else ""
            rows.add_row(f"[bold]{clause.number}[/]", clause.digest, where, tests)
        console().print(rows)
    counts = Counter(clause.status for clause in listed)
    summary = ", ".join(f"{count} {status}" for status, count in counts.most_common())
    console().print(f"{len(listed)} clauses: {summary}.")
