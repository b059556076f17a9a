"""pitboss clauses: every clause, and where it lives."""

from __future__ import annotations

from collections import Counter

from pitboss.cli.options import Json, OneGame, RulebookFile, print_json


def clauses(
    game: OneGame = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """Every clause: where it is implemented and tested, or why it is not modelled.

    Example: pitboss clauses three-card-poker
    """
    from pitboss.rulebooks import RULEBOOKS
    from pitboss.rulebooks.clauses import clauses as of_game

    chosen = [clause for key in ([game] if game else RULEBOOKS) for clause in of_game(key)]
    if as_json:
        print_json([clause.as_json() for clause in chosen])
        return
    from pitboss.cli.screen import console, table

    for key in dict.fromkeys(clause.game for clause in chosen):
        shown = table("clause", "what it says", "where", "tests", title=RULEBOOKS[key].title)
        for clause in (c for c in chosen if c.game == key):
            where = ", ".join(clause.where) if clause.tested else f"[dim]{clause.status}[/]"
            if clause.why_not:
                where = f"[dim]not modelled: {clause.why_not}[/]"
            tests = str(len(clause.tested)) if clause.tested else ""
            shown.add_row(f"[bold]{clause.number}[/]", clause.digest, where, tests)
        console().print(shown)
    counts = Counter(clause.status for clause in chosen)
    told = ", ".join(f"{count} {status}" for status, count in counts.most_common())
    console().print(f"{len(chosen)} clauses: {told}.")
