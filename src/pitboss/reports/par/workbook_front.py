"""The sheets of the workbook that hold no formulas: front, joint moments, payments, witnesses."""

from __future__ import annotations

from pitboss.reports.par.sheet import SOFTWARE, ParSheet
from pitboss.reports.par.workbook_style import Page


def front(page: Page, sheet: ParSheet) -> None:
    """Which rules these are, byte by byte, and how to make this again."""
    rules, rulebook = sheet.rules, sheet.rules.rulebook
    page.title(f"{rulebook.title}: PAR sheet", rulebook.tagline)
    for label, text in (
        ("Rulebook", f"{rulebook.title}, {rulebook.version}"),
        ("In effect", rulebook.effective),
        ("Fingerprint", rules.fingerprint),
        ("Software", SOFTWARE),
        ("Made by", sheet.line("xlsx")),
        ("Rule files together", sheet.hash_of_hashes),
    ):
        page.put(0, label, "label")
        page.put(1, text, "text")
        page.at += 1
    if rules.paytable_keys:
        page.section("Pay tables in force")
        page.rows(list(rules.paytable_keys.items()), ("label", "text"))
    page.section("Readings in force")
    page.heads("Reading", "Option", "Means", "Question")
    for reading in rulebook.pay_readings:
        option = rules.readings[reading.key]
        default = " (as written)" if option == reading.default else ""
        page.put(0, reading.key, "label")
        page.put(1, option + default, "text")
        page.put(2, reading.options[option], "wrapped")
        page.put(3, reading.question, "wrapped")
        page.at += 1
    page.section("Policies, where no text speaks")
    for policy in rulebook.pay_policies:
        option = rules.policies[policy.key]
        page.put(0, policy.key, "label")
        page.put(1, option, "text")
        page.put(2, policy.options[option], "wrapped")
        page.put(3, policy.question, "wrapped")
        page.at += 1
    warnings = sheet.odds.warnings()
    if warnings:
        page.section("Warnings")
        for one in warnings:
            page.note(one.message)
    page.section("Method")
    for text in sheet.method:
        page.note(text, 2)
    page.section("SHA-256 of the rule files")
    page.rows(list(sheet.hashes.items()), ("text", "mono"))


def moments(page: Page, sheet: ParSheet) -> None:
    """How the wagers of one box move together."""
    page.title("Joint moments", "Per unit of each wager, a Play that was not made counting 0.")
    page.note("Counted for the pays as printed, under the best strategy; these do not follow.")
    wagers, every = sheet.moments.wagers, range(len(sheet.moments.wagers))
    titles = [wager.title for wager in wagers]
    page.section("Covariance")
    page.heads("", *(f">{title}" for title in titles))
    for a in every:
        cells = [float(one) for one in sheet.covariances[a]]
        page.rows([[titles[a], *cells]], ("label", *("real",) * len(cells)))
    page.section("Correlation")
    page.heads("", *(f">{title}" for title in titles))
    for a in every:
        cells = [sheet.correlation(a, b) for b in every]
        page.rows([[titles[a], *cells]], ("label", *("real",) * len(cells)))


def payments(page: Page, sheet: ParSheet) -> None:
    """What a round may cost at the posted limits."""
    limits, due = sheet.limits, sheet.payments
    page.title("Largest payments", "In the smallest unit, besides stakes that go back.")
    posted = f"At {limits.maximum:,} units on every wager without a price, on {limits.boxes} boxes"
    page.note(f"{posted}. The house posts these limits, and no rulebook. Pays as printed.")
    page.heads("Wager", "Row", ">One box", ">Whole table, at most", freeze=True)
    for wager in sheet.rules.wagers:
        row, most = due.of_wager(wager)
        line = [wager.title, row.outcome, most, due.of_table(wager)]
        page.rows([line], ("label", "text", "money", "money"))
    whole = ["All wagers together", "", due.of_box()[1], due.whole_table()]
    page.rows([whole], ("label", "text", "money_total", "money_total"))


def witnesses(page: Page, sheet: ParSheet) -> None:
    """A deal for every row, to be settled by hand or by the line beside it."""
    page.title("Witness deals", "A deal that reaches each row, and the line that settles it.")
    page.heads("Wager", "Row", "Player", "Dealer", "Fourth", "Decision", "Settle it", freeze=True)
    for one in sheet.witnesses:
        decision = "fold" if one.witness.folded else "play"
        line = [one.wager.title, one.witness.row.outcome, one.player, one.dealer,
                one.fourth or "", decision if one.wager.reads_decision() else "",
                one.command]  # fmt: skip
        page.rows([line], ("label", "text", "mono", "mono", "mono", "text", "mono"))
