"""The PAR sheet as pages, for print and for the screen."""

from __future__ import annotations

from pitboss.language.pays import money
from pitboss.reports.bands import volatility_index
from pitboss.reports.blocks import Facts, Page, Table, Text
from pitboss.reports.par.sheet import SOFTWARE, ParSheet
from pitboss.reports.par.wagers import main_page, wager_page
from pitboss.reports.words import per_cent, real


def par_pages(sheet: ParSheet, ending: str) -> list[Page]:
    mains = [main_page(sheet)] if sheet.rules.rulebook.decision else []
    return [
        _front(sheet, ending),
        _summary(sheet),
        *mains,
        *(wager_page(sheet, sheet.odds[key]) for key in sheet.odds),
        _together(sheet),
        _witnesses(sheet),
    ]


def _front(sheet: ParSheet, ending: str) -> Page:
    rules, rulebook = sheet.rules, sheet.rules.rulebook
    what = [
        ("Rulebook", f"{rulebook.title}, {rulebook.version}"),
        ("In effect", rulebook.effective),
        ("Fingerprint", rules.fingerprint),
        ("Software", SOFTWARE),
        *((f"Pay table of {key}", table) for key, table in rules.paytable_keys.items()),
        *((f"Price of {key}", money(price)) for key, price in rules.prices.items()),
    ]
    readings = [
        (one.key, rules.readings[one.key] + ("" if _as_written(sheet, one.key) else " *"),
         one.options[rules.readings[one.key]], ", ".join(one.clauses))
        for one in rulebook.pay_readings
    ]  # fmt: skip
    changed = any(not _as_written(sheet, one.key) for one in rulebook.pay_readings)
    note = [Text("* not the rulebook as written, but another reading of it.", "note")]
    policies = [
        (one.key, rules.policies[one.key], one.options[rules.policies[one.key]])
        for one in rulebook.pay_policies
    ]
    return Page(
        rulebook.title,
        "PAR sheet",
        [
            Text(rulebook.tagline),
            Facts(what),
            Facts([("Made by", sheet.line(ending))], mono=True),
            *(Text(one.message, "warning") for one in sheet.odds.warnings()),
            Table(("reading", "option", "means", "clauses"), readings,
                  title="Readings in force", small=True),
            *(note if changed else ()),
            Table(("policy", "option", "means"), policies,
                  title="Policies, where no text speaks", small=True),
            Facts([("SHA-256 of rule files, by folder", ""), *sheet.room_hashes.items(),
                   ("all of the above", sheet.hash_of_hashes)], mono=True),
        ],
    )  # fmt: skip


def _as_written(sheet: ParSheet, key: str) -> bool:
    defaults = {one.key: one.default for one in sheet.rules.rulebook.readings}
    return sheet.rules.readings[key] == defaults[key]


def _summary(sheet: ParSheet) -> Page:
    rows = []
    for key in sheet.odds:
        one = sheet.odds[key]
        if not one.wager.envy:
            back = one.player_return if one.wager.is_staked else one.expectation
            rows.append(
                (one.wager.title, per_cent(back), per_cent(one.house_edge),
                 per_cent(one.hit_frequency, 2), real(one.standard_deviation),
                 real(volatility_index(one.results)))
            )  # fmt: skip
    main, rulebook = sheet.odds.main, sheet.rules.rulebook
    unit = sheet.rules.wager(rulebook.main[0]).title
    words = sheet.odds.strategy.words() if rulebook.decision else "There is no decision to make."
    facts = [
        (f"House edge per {unit}", f"{per_cent(main.house_edge)}  ({-main.expectation})"),
        ("Element of risk", f"{per_cent(main.element_of_risk)}  ({main.element_of_risk})"),
        ("Staked on average", f"{real(main.average_stake)} units"),
        ("Best strategy", words),
    ]
    if rulebook.decision:
        facts.append(("Hands that fold", f"{main.folds:,} of 22,100"))
    return Page(
        "Summary",
        "Every wager, and the game as a whole",
        [
            Table(("wager", ">return", ">house edge", ">hit frequency", ">std dev", ">volatility"),
                  rows, title="Wagers, per unit staked"),
            Facts(facts),
            *_payments(sheet),
        ],
    )  # fmt: skip


def _payments(sheet: ParSheet) -> list[Text | Table]:
    limits, due = sheet.limits, sheet.payments
    rows = []
    for wager in sheet.rules.wagers:
        row, most = due.of_wager(wager)
        rows.append((wager.title, row.outcome, money(most), money(due.of_table(wager))))
    total = ("All wagers", "in one deal", money(due.of_box()[1]), money(due.whole_table()))
    heads = ("wager", "row", ">one box", f">{limits.boxes} boxes, at most")
    told = (
        f"At {money(limits.maximum)} on every wager without a price, on {limits.boxes} boxes; the "
        "house posts these limits, and no rulebook. Besides stakes that go back. What all wagers "
        "of a box come to in one deal is exact; over several boxes it is a bound, for one deck may "
        "not deal every box its best hand."
    )
    return [Table(heads, rows, total, "Largest payments", small=True), Text(told, "note")]


def _together(sheet: ParSheet) -> Page:
    wagers, every = sheet.moments.wagers, range(len(sheet.moments.wagers))
    titles = [wager.title for wager in wagers]
    heads = ("", *(f">{title}" for title in titles))
    covariance = [(titles[a], *(real(x) for x in sheet.covariances[a])) for a in every]
    correlation = [
        (titles[a], *(real(sheet.correlation(a, b)) for b in every)) for a in every
    ]  # fmt: skip
    means = [(titles[a], real(sheet.moments.mean(wagers[a].key), 6)) for a in every]
    return Page(
        "Joint moments and method",
        "How the wagers of one box move together, over every deal, under the best strategy",
        [
            Table(("wager", ">average net"), means, title="Averages", small=True),
            Table(heads, covariance, title="Covariance", small=True),
            Table(heads, correlation, title="Correlation", small=True),
            Text("Per unit of each wager; one that was not staked, or not paid, counts 0.", "note"),
            *(Text(text, title="" if i else "Method") for i, text in enumerate(sheet.method)),
        ],
    )


def _witnesses(sheet: ParSheet) -> Page:
    fourth = sheet.rules.rulebook.fourth_card
    rows, last = [], ""
    for one in sheet.witnesses:
        title = "" if one.wager.title == last else one.wager.title  # Once for all its rows.
        last = one.wager.title
        cards = [one.player, one.dealer, *([one.fourth or ""] if fourth else [])]
        row = one.witness.row
        rows.append((title, row.outcome, *cards, row.pay.words()))
    heads = ("wager", "outcome", "player", "dealer", *(["fourth"] if fourth else []), "pays")
    told = (
        "Each deal is settled by pitboss settle with the cards shown, and comes to this row; the "
        "workbook and the JSON have the whole line."
    )
    if any(wager.envy for wager in sheet.rules.wagers):
        told += " The hand that earns an Envy Bonus is under player."
    return Page(
        "Witness deals",
        "For every row of every wager, a deal that reaches it",
        [Text(told), Table(heads, rows, small=True)],
    )
