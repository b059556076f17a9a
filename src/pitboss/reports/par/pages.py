"""The PAR sheet as pages, written as PDF and as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pitboss.language.pays import money
from pitboss.maths.odds.bands import volatility_index
from pitboss.reports.blocks import Contents, Facts, Form, Page, Paragraph, TableBlock, page_data
from pitboss.reports.felts import felt
from pitboss.reports.formatting import per_cent, real, typeset
from pitboss.reports.html import html_pages
from pitboss.reports.par.play_pages import hour_page, strategies_page
from pitboss.reports.par.progressive_page import progressive_page
from pitboss.reports.par.sheet import IDENTITY_NOTE, RETURN_NOTE, SOFTWARE, ParSheet
from pitboss.reports.par.terms import house_terms
from pitboss.reports.par.wager_pages import main_page, wager_page
from pitboss.reports.pdf import pdf


def par_pdf(sheet: ParSheet) -> bytes:
    return pdf("pages.typ", par_data(sheet, "pdf"))


def par_html(sheet: ParSheet) -> bytes:
    pages = par_pages(sheet, "html")
    return html_pages(_title(sheet), felt(sheet.rules.key), pages, SOFTWARE).encode()


def par_data(sheet: ParSheet, ending: str) -> dict[str, Any]:
    """The data of the typst template."""
    rulebook = sheet.rules.rulebook
    return {
        "title": _title(sheet),
        "game": rulebook.title,
        "version": f"{rulebook.title}, {rulebook.version}",
        "report": "PAR sheet",
        "reference": sheet.short_identity,
        "software": SOFTWARE,
        "colour": felt(sheet.rules.key),
        "pages": page_data(par_pages(sheet, ending)),
    }


def _title(sheet: ParSheet) -> str:
    return f"PAR sheet: {sheet.rules.rulebook.title}, {sheet.short_identity}"


def par_pages(sheet: ParSheet, ending: str) -> list[Page]:
    has_decision, progressive = sheet.rules.rulebook.decision, sheet.progressive
    return [
        _front(sheet, ending),
        _rules_in_force(sheet),
        _summary(sheet),
        hour_page(sheet),
        *([main_page(sheet), strategies_page(sheet)] if has_decision else []),
        *(wager_page(sheet, sheet.odds[key]) for key in sheet.odds),
        *([progressive_page(progressive, sheet.terms)] if progressive else []),
        _joint_moments(sheet),
        _witnesses(sheet),
    ]


def _front(sheet: ParSheet, ending: str) -> Page:
    rules, rulebook = sheet.rules, sheet.rules.rulebook
    identity = [
        ("Rulebook", f"{rulebook.title}, {rulebook.version}"),
        ("In effect", rulebook.effective),
        ("Fingerprint of the rules", rules.fingerprint),
        ("Software", SOFTWARE),
        *((f"Pay table of {key}", table) for key, table in rules.paytable_keys.items()),
        *((f"Price of {key}", money(price)) for key, price in rules.prices.items()),
    ]
    origin = [("Identity of the sheet", sheet.identity), ("Made by", sheet.command(ending))]
    return Page(
        rulebook.title,
        "PAR sheet",
        [
            Paragraph(rulebook.tagline),
            Form(sheet.filing.lines),
            Facts(identity),
            Facts(origin, mono=True),
            Paragraph(IDENTITY_NOTE, "note"),
            *(Paragraph(warning.message, "warning") for warning in sheet.odds.warnings()),
            Contents(),
        ],
    )


def _rules_in_force(sheet: ParSheet) -> Page:
    rules, rulebook = sheet.rules, sheet.rules.rulebook
    readings, is_as_written = [], True
    for reading in rulebook.pay_readings:
        option = rules.readings[reading.key]
        is_default = option == reading.default
        is_as_written &= is_default
        mark = "" if is_default else " *"
        clauses = ", ".join(reading.clauses)
        readings.append((reading.key, f"{option}{mark}", reading.options[option], clauses))
    note = [] if is_as_written else [Paragraph("* differs from the rulebook as written.", "note")]
    policies = [
        (policy.key, rules.policies[policy.key], policy.options[rules.policies[policy.key]])
        for policy in rulebook.pay_policies
    ]
    return Page(
        "Rules in force",
        "Readings, policies, terms of the house, and the files that make the figures",
        [
            TableBlock(("reading", "option", "means", "clauses"), readings,
                  title="Readings in force", small=True),
            *note,
            TableBlock(("policy", "option", "means"), policies,
                  title="Policies, where the rulebook is silent", small=True),
            TableBlock(("term", "value"), house_terms(sheet.rules, sheet.terms),
                  title="Terms that the house states", small=True),
            Facts([("SHA-256 of files, by folder", ""), *sheet.folder_hashes.items(),
                   ("all of the above", sheet.hash_of_hashes)], mono=True),
        ],
    )  # fmt: skip


def _summary(sheet: ParSheet) -> Page:
    rows = []
    for odds in sheet.odds.values():
        if not odds.wager.envy:
            rows.append(
                (odds.wager.title, per_cent(odds.player_return), per_cent(odds.house_edge),
                 per_cent(odds.hit_frequency, 2), real(odds.standard_deviation),
                 real(volatility_index(odds.results)))
            )  # fmt: skip
    main, rulebook = sheet.odds.main, sheet.rules.rulebook
    unit = sheet.rules.wager(rulebook.main[0]).title
    strategy = sheet.odds.strategy.words() if rulebook.decision else "There is no decision to make."
    facts = [
        (f"House edge per {unit}", _with_fraction(main.house_edge)),
        ("Element of risk", _with_fraction(main.element_of_risk)),
        ("Average stake", f"{real(main.average_stake)} units"),
        ("Best strategy", strategy),
    ]
    if rulebook.decision:
        facts.append(("Hands that fold", f"{main.folds:,} of 22,100"))
    return Page(
        "Summary",
        "Every wager, and the game as a whole",
        [
            TableBlock(
                ("wager", ">return", ">house edge", ">hit frequency", ">std dev", ">volatility"),
                rows, title="Wagers, per unit staked",
            ),
            Paragraph(RETURN_NOTE, "note"),
            *(Paragraph(note, "note") for note in sheet.odds.notes()),
            Facts(facts),
            *_payments(sheet),
        ],
    )  # fmt: skip


def _with_fraction(share: Fraction) -> str:
    return typeset(f"{per_cent(share)}  ({share})")


def _payments(sheet: ParSheet) -> list[Paragraph | TableBlock]:
    terms, payments = sheet.terms, sheet.payments
    rows = []
    for wager in sheet.rules.wagers:
        row, most = payments.of_wager(wager)
        rows.append((wager.title, row.outcome, money(most), money(payments.of_table(wager))))
    box, table = payments.of_box()[1], payments.whole_table()
    total = ("All wagers", "in one deal", money(box), money(table))
    heads = ("wager", "row", ">one box", f">{terms.boxes} boxes, at most")
    note = (
        f"At {money(terms.maximum)} on every wager without a price, on {terms.boxes} boxes. "
        "These limits are posted by the house, not set by the rulebook. Returned stakes are not "
        "included. The total of one box is exact. The figures for several boxes are bounds, "
        "because one deck may not be able to deal every box its best hand."
    )
    return [TableBlock(heads, rows, total, "Largest payments", small=True), Paragraph(note, "note")]


def _joint_moments(sheet: ParSheet) -> Page:
    wagers = sheet.moments.wagers
    means = [(wager.title, real(sheet.moments.mean(wager.key), 6)) for wager in wagers]
    method = (
        Paragraph(text, title="" if i else "Method") for i, text in enumerate(sheet.method)
    )  # fmt: skip
    note = "Per unit of each wager. A wager that was not staked, or not paid, counts as 0."
    return Page(
        "Joint moments and method",
        "How the wagers of one box are correlated, over every deal, under the best strategy",
        [
            TableBlock(("wager", ">average net"), means, title="Averages", small=True),
            _matrix(sheet, "Covariance", sheet.covariances),
            _matrix(sheet, "Correlation", sheet.correlations),
            Paragraph(note, "note"),
            *method,
        ],
    )


def _matrix(
    sheet: ParSheet, title: str, values: Sequence[Sequence[Fraction | float]]
) -> TableBlock:
    titles = [wager.title for wager in sheet.moments.wagers]
    rows = [
        (name, *(real(value) for value in line)) for name, line in zip(titles, values, strict=True)
    ]
    return TableBlock(("", *(f">{name}" for name in titles)), rows, title=title, small=True)


def _witnesses(sheet: ParSheet) -> Page:
    has_fourth = sheet.rules.rulebook.fourth_card
    rows, previous = [], ""
    for line in sheet.witnesses:
        title = "" if line.wager.title == previous else line.wager.title  # Once for all its rows.
        previous = line.wager.title
        cards = [line.player, line.dealer, *([line.fourth or ""] if has_fourth else [])]
        row = line.witness.row
        rows.append((title, row.outcome, *cards, row.pay.words()))
    heads = ("wager", "outcome", "player", "dealer", *(["fourth"] if has_fourth else []), "pays")
    note = (
        "Settling each deal with pitboss settle and the cards shown gives this row. The workbook "
        "and the JSON file have the full commands."
    )
    if any(wager.envy for wager in sheet.rules.wagers):
        note += " The hand that earns an Envy Bonus is shown as the player's."
    return Page(
        "Witness deals",
        "For every row of every wager, a deal that reaches it",
        [Paragraph(note), TableBlock(heads, rows, small=True)],
    )
