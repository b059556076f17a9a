"""The pages of the PAR sheet on how the game is played: strategies that cost, and an hour of it."""

from __future__ import annotations

from fractions import Fraction

from pitboss.language.pays import money
from pitboss.reports.blocks import Chart, Facts, Page, Paragraph, TableBlock
from pitboss.reports.charts import Caption, fingerprinted, thresholds_chart
from pitboss.reports.felts import felt
from pitboss.reports.formatting import per_cent, real, typeset
from pitboss.reports.par.sheet import ParSheet

WITH_EXCEPTIONS = (
    "The best strategy has exceptions, so it is also compared with its nearest threshold: the cost "
    "of leaving the exceptions out."
)
THRESHOLD = "The best strategy is a threshold: no hand is an exception."
SMALL = Fraction(1, 100_000)
PACES = (20, 30, 40, 50, 60, 80)  # Rounds an hour.
NO_DATA = (
    "The pace and the stakes are assumptions that the house states, not measurements. Losses are "
    "in proportion to both; a standard deviation grows with the square root of the rounds."
)


def strategies_page(sheet: ParSheet) -> Page:
    """What common strategies cost, compared with the best."""
    best, terms = sheet.odds.strategy, sheet.terms
    unit = sheet.rules.wager(sheet.rules.rulebook.main[0]).title
    rows = []
    for strategy in (best, *sheet.other_strategies):
        odds = strategy.odds
        costs = odds.house_edge - best.odds.house_edge
        an_hour = costs * terms.stake * terms.rounds_per_hour
        rows.append(
            (strategy.name, strategy.words(), f"{strategy.folds:,}", per_cent(odds.house_edge),
             _cost(costs), money(round(an_hour)), per_cent(odds.element_of_risk),
             real(odds.standard_deviation))
        )  # fmt: skip
    heads = ("strategy", "means", ">folds", ">house edge", ">costs", ">an hour", ">element of risk",
             ">std dev")  # fmt: skip
    says = f"House edge per {unit} by the number of hands that fold; least under: {best.words()}"
    note = (
        f"House edge and costs are per {unit}, exact over every deal, for the whole main bet. An "
        f"hour is {terms.rounds_per_hour:,} rounds with {money(terms.stake)} on the {unit}; its "
        "column is how much more such a player loses than one who plays best. Folds are of 22,100 "
        "hands."
    )
    return Page(
        "Cost of other strategies",
        "What people play, and what it costs them compared with the best strategy",
        [
            TableBlock(heads, rows, small=True),
            Paragraph(note, "note"),
            Paragraph(WITH_EXCEPTIONS if best.threshold is None else THRESHOLD),
            Chart(thresholds_chart(best, sheet.other_strategies, _caption(sheet, unit)), says),
        ],
    )


def _cost(share: Fraction) -> str:
    """A cost, with more digits if it would look like none."""
    return per_cent(share, 6 if 0 < share < SMALL else 4)


def _caption(sheet: ParSheet, unit: str) -> Caption:
    rules = sheet.rules
    return Caption(
        f"{rules.rulebook.title}: house edge by the lowest hand that is played",
        f"Every round: one unit on the {unit}",
        f"{fingerprinted(rules)}, sheet {sheet.short_identity}",
        felt(rules.key),
    )


def hour_page(sheet: ParSheet) -> Page:
    """The expected loss of a player, and the win of the house, in an hour."""
    terms, hour = sheet.terms, sheet.hour
    rows = [
        (bet.title, money(bet.stake), per_cent(bet.loss / (bet.stake * bet.rounds)),
         money(round(bet.loss)), money(round(bet.standard_deviation)))
        for bet in hour.bets
    ]  # fmt: skip
    heads = ("bet, every round", ">placed", ">house edge", ">loss an hour", ">std dev of an hour")
    boxes = "one box" if terms.boxes == 1 else f"each of {terms.boxes} boxes"
    facts = [
        ("Rounds an hour", f"{terms.rounds_per_hour:,}"),
        ("Stake", f"{money(terms.stake)} on each wager without a price"),
        ("The house wins an hour", f"{typeset(money(round(hour.table_win)))} on average, with "
         f"every bet on {boxes}"),
    ]  # fmt: skip
    if sheet.has_jackpot:
        facts.append(("Jackpot meter", f"{money(terms.jackpot)}, as stated for this sheet"))
    note = (
        "Placed is what lies on the layout before the deal; a Play wager follows if the best "
        "strategy plays. "
        if sheet.rules.rulebook.decision
        else ""
    )
    note += "The loss is the player's, on average, on one box; a negative one is a gain."
    if any(wager.envy for wager in sheet.rules.wagers):
        note += " Envy bonuses are not included."
    return Page(
        "An hour of play",
        f"At {terms.rounds_per_hour:,} rounds an hour, an assumption that is stated",
        [
            Facts(facts),
            TableBlock(heads, rows),
            Paragraph(note, "note"),
            _by_pace(sheet),
            Paragraph(NO_DATA),
        ],
    )


def _by_pace(sheet: ParSheet) -> TableBlock:
    hour, terms = sheet.hour, sheet.terms
    rows = []
    for pace in sorted({*PACES, terms.rounds_per_hour}):
        times = Fraction(pace, terms.rounds_per_hour)
        losses = (money(round(bet.loss * times)) for bet in hour.bets)
        rows.append((f"{pace:,}", *losses, money(round(hour.table_win * times))))
    titles = (f">{bet.title}" for bet in hour.bets)
    boxes = "one box" if terms.boxes == 1 else f"{terms.boxes} boxes"
    return TableBlock(
        (">rounds an hour", *titles, f">house, {boxes}"), rows, title="Loss an hour by pace",
        small=True,
    )  # fmt: skip
