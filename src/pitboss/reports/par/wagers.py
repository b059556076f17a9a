"""The pages of a PAR sheet about one wager, and about the main bet."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.language.pays import money
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.odds.wager_odds import WagerOdds
from pitboss.reports.bands import LEVELS, ROUNDS, VOLATILITY, bands, volatility_index
from pitboss.reports.blocks import Chart, Facts, Figures, Page, Table, Text
from pitboss.reports.charts import bands_chart
from pitboss.reports.felts import felt
from pitboss.reports.par.sheet import ParSheet
from pitboss.reports.words import exact, one_in, per_cent, real

MOST_ROWS = 12  # More are set smaller, so that a wager keeps to one page.
Blocks = Sequence[Text | Facts | Table | Figures | Chart]


def wager_page(sheet: ParSheet, odds: WagerOdds) -> Page:
    wager = odds.wager
    tables = sheet.rules.rulebook.wager(wager.key).paytables
    named = f"pay table {wager.paytables[0]}" if wager.paytables != tables else "one pay table"
    blocks: list[Text | Facts | Table | Figures | Chart] = [*_headline(odds), _rows(odds)]
    if wager.envy:
        told = f"One other hand is worth {real(odds.expectation)} units ({exact(odds.expectation)})"
        note = f"{told} to each bettor who is paid. Nothing is staked, so there is no edge."
        return Page(wager.title, f"{wager.key}, paid without a stake", [*blocks, Text(note)])
    if sheet.is_main(wager):
        blocks.append(Text(_decided(sheet, odds), "note"))
    if wager.price is not None:
        at = f"Price {money(odds.price)}, {money(odds.meter)} in the jackpot meter."
        blocks.append(Text(f"{at} Cash is in dollars of 100 smallest units.", "note"))
    blocks += _spread(odds.results, int(wager.is_staked), felt(sheet.rules.key), wager.title)
    return Page(wager.title, f"{wager.key}, {named}", blocks)


def _headline(odds: WagerOdds) -> Blocks:
    if odds.wager.envy:
        return []
    staked = odds.wager.is_staked
    back = odds.player_return if staked else odds.expectation
    return [
        Figures(
            [
                ("return" if staked else "adds to the return", per_cent(back)),
                ("house edge", per_cent(odds.house_edge)),
                ("hit frequency", per_cent(odds.hit_frequency, 2)),
                ("standard deviation", real(odds.standard_deviation)),
                (f"volatility, {VOLATILITY} SD", real(volatility_index(odds.results))),
            ]
        )
    ]


def _rows(odds: WagerOdds) -> Table:
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
    return Table(heads, rows, total, small=len(rows) > MOST_ROWS)


def _decided(sheet: ParSheet, odds: WagerOdds) -> str:
    told = f"Under the best strategy: {sheet.odds.strategy.words()}"
    if odds.results.total < odds.deals:
        told += f" Return, edge and spread are per unit staked, over {odds.results.total:,} deals."
    elif not odds.wager.is_staked:
        told += " It has no stake of its own: figures are per unit of the ante."
    return told


def _spread(results: Distribution, stake: int, colour: str, title: str) -> Blocks:
    exactly = Facts(
        [
            ("expectation, exactly", exact(results.mean)),
            ("variance", real(results.variance, 6)),
            ("skewness", real(results.skewness)),
        ]
    )
    every = iter(bands(results, stake))
    rows = []
    for rounds in ROUNDS:
        cells = [per_cent(end, 2) for _ in LEVELS for one in (next(every),)
                 for end in (one.low, one.high)]  # fmt: skip
        rows.append((f"{rounds:,}", *cells))
    heads = (">rounds", *(f">{level} % {end}" for level in LEVELS for end in ("from", "to")))
    says = (
        f"{title}: bands of the actual return around {per_cent(stake + results.mean)}, "
        f"narrowing from {ROUNDS[0]:,} to {ROUNDS[-1]:,} rounds."
    )
    return [
        exactly,
        Table(heads, rows, title="Actual return after so many rounds", small=True),
        Chart(bands_chart(results, stake, colour), says),
    ]


def main_page(sheet: ParSheet) -> Page:
    """The wagers that hang on the decision, together."""
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
            ("staked, in antes", real(main.average_stake)),
            ("standard deviation", real(main.standard_deviation)),
            (f"volatility, {VOLATILITY} SD", real(volatility_index(main.results))),
        ]
    )
    folded = f"{main.folds:,} of 22,100 hands fold."
    blocks = [
        figures,
        Text(f"Best strategy: {strategy.words()} {folded}"),
        Table(heads, rows, ("", f"{total:,}", "1", "", per_cent(main.expectation)), small=True),
        *_spread(main.results, 1, felt(sheet.rules.key), "Main bet"),
    ]
    below = f"{' + '.join(titles)} together, per unit of the {titles[0]}"
    return Page("Main bet", below, blocks)
