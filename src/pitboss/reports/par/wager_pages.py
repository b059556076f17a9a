"""The pages of the PAR sheet for one wager and for the main bet."""

from __future__ import annotations

from pitboss.language.pays import money
from pitboss.maths.odds.bands import LEVELS, ROUNDS, VOLATILITY, bands, volatility_index
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.odds.wager_odds import WagerOdds
from pitboss.reports.blocks import Block, Chart, Facts, Figures, Page, Paragraph, TableBlock
from pitboss.reports.charts import Caption, bands_chart, fingerprinted
from pitboss.reports.felts import felt
from pitboss.reports.formatting import one_in, per_cent, real, typeset
from pitboss.reports.par.sheet import ParSheet

MOST_ROWS = 12  # A longer table is set smaller, so that a wager fits on one page.


def wager_page(sheet: ParSheet, odds: WagerOdds) -> Page:
    wager = odds.wager
    if wager.envy:
        value = f"{real(odds.expectation)} units ({odds.expectation})"
        note = (
            f"One other hand is worth {value} to each bettor who is paid. Nothing is staked, so "
            "there is no edge."
        )
        blocks: list[Block] = [_outcomes(odds), Paragraph(note)]
        return Page(wager.title, f"{wager.key}, paid without a stake", blocks)
    tables = sheet.rules.rulebook.wager(wager.key).paytables
    paytable = f"pay table {wager.paytables[0]}" if wager.paytables != tables else "one pay table"
    notes = []
    if sheet.depends_on_decision(wager):
        notes.append(Paragraph(_strategy_note(sheet, odds), "note"))
    if wager.price is not None:
        price = f"Price {money(odds.price)}, {money(odds.meter)} in the jackpot meter."
        notes.append(Paragraph(f"{price} Cash is in dollars of 100 smallest units.", "note"))
    return Page(
        wager.title,
        f"{wager.key}, {paytable}",
        [
            _headline(odds),
            _outcomes(odds),
            *notes,
            *_spread(sheet, odds.results, int(wager.is_staked), wager.title, _bets(sheet, odds)),
        ],
    )


def _bets(sheet: ParSheet, odds: WagerOdds) -> str:
    """The bet whose return is shown, in words."""
    wager = odds.wager
    if wager.price is not None:
        return f"{money(odds.price)} on the {wager.title}, {money(odds.meter)} in the meter"
    if not wager.is_staked:
        return f"one unit on the {sheet.rules.wager(wager.placed_wager).title}, on which it is paid"
    if sheet.depends_on_decision(wager):
        return f"one unit on the {wager.title}, under the best strategy"
    return f"one unit on the {wager.title}"


def _headline(odds: WagerOdds) -> Figures:
    label = "return" if odds.wager.is_staked else "adds to the return"
    return Figures(
        [
            (label, per_cent(odds.player_return)),
            ("house edge", per_cent(odds.house_edge)),
            ("hit frequency", per_cent(odds.hit_frequency, 2)),
            *_spread_figures(odds.results),
        ]
    )


def _spread_figures(results: Distribution) -> list[tuple[str, str]]:
    return [
        ("standard deviation", real(results.standard_deviation)),
        (f"volatility, {VOLATILITY} SD", real(volatility_index(results))),
    ]


def _outcomes(odds: WagerOdds) -> TableBlock:
    worth = ">units a hand" if odds.wager.envy else ">contribution"
    shown = real if odds.wager.envy else per_cent
    rows = [
        (row.outcome, row.pay.words(), f"{n:,}", f"{n / odds.deals:.10f}",
         one_in(n, odds.deals), shown(odds.contribution(row)))
        for row, n in odds.outcomes()
    ]  # fmt: skip
    whole = sum(odds.contribution(row) for row in odds.wager.rows)
    total = ("", "", f"{odds.deals:,}", "1", "", shown(whole))
    heads = ("outcome", "pays", ">ways", ">probability", ">one in", worth)
    return TableBlock(heads, rows, total, small=len(rows) > MOST_ROWS)


def _strategy_note(sheet: ParSheet, odds: WagerOdds) -> str:
    note = f"Under the best strategy: {sheet.odds.strategy.words()}"
    if odds.results.total < odds.deals:
        note += f" Return, edge and spread are per unit staked, over {odds.results.total:,} deals."
    elif not odds.wager.is_staked:
        note += " It has no stake of its own: figures are per unit of the ante."
    return note


def _spread(
    sheet: ParSheet, results: Distribution, stake: int, title: str, bets: str
) -> list[Block]:
    """Moments, bands of the actual return, and a chart of the bands."""
    moments = Facts(
        [
            ("expectation, exactly", typeset(str(results.mean))),
            ("variance", real(results.variance, 6)),
            ("skewness", typeset(real(results.skewness))),
        ]
    )
    rows = []
    for rounds in ROUNDS:
        by_level = [band for band in bands(results, stake) if band.rounds == rounds]
        ends = [end for band in by_level for end in (band.low, band.high)]
        rows.append((f"{rounds:,}", *(per_cent(end, 2) for end in ends)))
    heads = (">rounds", *(f">{level} % {end}" for level in LEVELS for end in ("from", "to")))
    rules = sheet.rules
    caption = Caption(
        f"{rules.rulebook.title}, {title}: actual return by number of rounds",
        f"Every round: {bets}",
        f"{fingerprinted(rules)}, sheet {sheet.short_identity}",
        felt(rules.key),
    )
    says = (
        f"{title}: bands of the actual return around {per_cent(stake + results.mean)}, "
        f"narrowing from {ROUNDS[0]:,} to {ROUNDS[-1]:,} rounds."
    )
    return [
        moments,
        TableBlock(heads, rows, title="Actual return by number of rounds", small=True),
        Chart(bands_chart(results, stake, caption), says),
    ]


def main_page(sheet: ParSheet) -> Page:
    """The wagers of the main bet together, decision included."""
    main, strategy = sheet.odds.main, sheet.odds.strategy
    titles = [sheet.rules.wager(key).title for key in sheet.rules.rulebook.main]
    total = main.results.total
    rows = [
        (real(net, 2 if net.denominator > 1 else 0), f"{n:,}", f"{n / total:.10f}",
         one_in(n, total), per_cent(net * n / total))
        for net, n in reversed(list(main.results.ways.items()))
    ]  # fmt: skip
    heads = (">net, in antes", ">ways", ">probability", ">one in", ">contribution")
    figures = Figures(
        [
            ("house edge per ante", per_cent(main.house_edge)),
            ("element of risk", per_cent(main.element_of_risk)),
            ("stake, in antes", real(main.average_stake)),
            *_spread_figures(main.results),
        ]
    )
    folds = f"{main.folds:,} of 22,100 hands fold."
    return Page(
        "Main bet",
        f"{' + '.join(titles)} together, per unit of the {titles[0]}",
        [
            figures,
            Paragraph(f"Best strategy: {strategy.words()} {folds}"),
            TableBlock(
                heads, rows, ("", f"{total:,}", "1", "", per_cent(main.expectation)), small=True
            ),
            *_spread(
                sheet,
                main.results,
                1,
                "main bet",
                f"one unit on the {titles[0]}, then the best strategy",
            ),
        ],
    )
