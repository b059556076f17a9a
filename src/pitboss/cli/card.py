"""pitboss card: the rule card that a player is handed."""

from __future__ import annotations

from pitboss.cli.options import GameKey, Json, Paytables, Readings, RulebookFile, configured
from pitboss.cli.output import ReportFile, report_format, report_written


def card(
    game: GameKey,
    output: ReportFile = None,
    paytable: Paytables = None,
    reading: Readings = None,
    rulebook: RulebookFile = None,
    as_json: Json = False,
) -> None:
    """The player's rule card on one page, generated from the rules in force: .html or .pdf.

    Example: pitboss card three-card-poker -o three-card-poker.html
    """
    from pitboss.reports.card import rule_card
    from pitboss.reports.files import check_place, write

    ending = report_format(output, rule_card.ENDINGS, as_json)
    rules = configured(game, paytable, reading).rules
    if output is None:
        print(rule_card.card_json(rules).decode(), end="")
        return
    check_place(output)
    write(output, rule_card.card(rules, ending))
    report_written(output, f"rule card of {rules.rulebook.title}, {rules.fingerprint}", as_json)
