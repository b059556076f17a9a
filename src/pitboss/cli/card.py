"""pitboss card: the rule card that a player is handed."""

from __future__ import annotations

from pitboss.cli.options import GameKey, Json, Paytables, Readings, RulebookFile, configured
from pitboss.cli.par import Output, say_written
from pitboss.errors import BadConfiguration


def card(
    game: GameKey,
    output: Output = None,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """The player's rule card on one page, from the rules in force: .html or .pdf.

    Example: pitboss card three-card-poker -o three-card-poker.html
    """
    from pitboss.reports.card.print import ENDINGS
    from pitboss.reports.card.print import card as made
    from pitboss.reports.card.rule_card import card_json
    from pitboss.reports.files import check_place, ending, write

    if output is None and not as_json:
        raise BadConfiguration("report/file", "Say where to write it, with -o FILE, or --json.")
    kind = ending(output, ENDINGS) if output is not None else "json"
    rules = configured(game, paytable, reading)
    if output is None:
        print(card_json(rules).decode(), end="")
        return
    check_place(output)
    write(output, made(rules, kind))
    say_written(output, f"rule card of {rules.rulebook.title}, {rules.fingerprint}", as_json)
