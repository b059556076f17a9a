"""The PAR sheet as JSON: every fraction exactly as "n/d", next to its float."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from pitboss.maths.odds.bands import bands, volatility_index
from pitboss.maths.odds.progressive import Progressive
from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.odds.wager_odds import WagerOdds
from pitboss.reports.par.progressive_page import by_boxes
from pitboss.reports.par.sheet import RETURN_NOTE, SOFTWARE, ParSheet
from pitboss.reports.par.terms import HouseTerms


def par_json(sheet: ParSheet, ending: str = "json") -> dict[str, Any]:
    rules, rulebook, terms = sheet.rules, sheet.rules.rulebook, sheet.terms
    meter = (
        {
            "jackpot": terms.jackpot,
            "reset": terms.reset,
            "contribution": _exact(terms.contribution),
        }
        if sheet.has_jackpot
        else {}
    )
    return {
        "report": "PAR sheet",
        "game": rules.key,
        "title": rulebook.title,
        "version": rulebook.version,
        "effective": rulebook.effective,
        "fingerprint": rules.fingerprint,
        "identity": sheet.identity,
        "filing": {"preparer": None, "date": None, "revision": None} | sheet.filing.stated,
        "software": SOFTWARE,
        "reproduce": sheet.command(ending),
        "paytables": rules.paytable_keys,
        "readings": dict(rules.readings),
        "policies": dict(rules.policies),
        "prices": dict(rules.prices),
        "caps": {key: dict(scopes) for key, scopes in rules.caps.items()},
        "rule_files": sheet.hashes,
        "rule_files_together": sheet.hash_of_hashes,
        "limits": {
            "stated": "by the house, not by the rulebook; in the smallest unit",
            "maximum": terms.maximum,
            "boxes": terms.boxes,
            "rounds_per_hour": terms.rounds_per_hour,
            "stake": terms.stake,
            **meter,
        },
        "wagers": {key: _wager(sheet.odds[key]) for key in sheet.odds},
        "main": _main(sheet),
        **({"strategies": _strategies(sheet)} if rulebook.decision else {}),
        "hour": _hour(sheet),
        **({"progressive": _progressive(sheet.progressive, terms)} if sheet.progressive else {}),
        "moments": _moments(sheet),
        "largest_payments": _payments(sheet),
        "witnesses": _witnesses(sheet),
        "warnings": [
            {"wager": warning.wager, "kind": warning.kind, "message": warning.message}
            for warning in sheet.odds.warnings()
        ],
        "definitions": [RETURN_NOTE, *sheet.odds.notes()],
        "method": list(sheet.method),
    }


def par_json_bytes(sheet: ParSheet) -> bytes:
    return (json.dumps(par_json(sheet), indent=2, ensure_ascii=False) + "\n").encode()


def _float_and_exact(name: str, value: Fraction) -> dict[str, Any]:
    return {name: float(value), f"{name}_exact": _exact(value)}


def _exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _wager(odds: WagerOdds) -> dict[str, Any]:
    wager = odds.wager
    data: dict[str, Any] = {
        "title": wager.title,
        "paytable": wager.paytables[0],
        "staked": wager.is_staked,
        "deals": odds.deals,
        "staked_deals": odds.results.total,
        "rows": [
            {
                "row": row.key,
                "outcome": row.outcome,
                "pays": row.pay.words(),
                **_float_and_exact("net", odds.net(row.pay)),
                "ways": n,
                **_float_and_exact("probability", Fraction(n, odds.deals)),
                **({"one_in": odds.deals / n} if n else {}),
                **_float_and_exact("contribution", odds.contribution(row)),
                "clauses": list(row.clauses),
            }
            for row, n in odds.outcomes()
        ],
    }
    if wager.envy:  # Nothing is staked: the value of one other hand, in the smallest unit.
        return {**data, **_float_and_exact("units_per_hand", odds.expectation)}
    return {
        **data,
        **_float_and_exact("return", odds.player_return),
        **_float_and_exact("house_edge", odds.house_edge),
        **_float_and_exact("hit_frequency", odds.hit_frequency),
        **_float_and_exact("push_frequency", odds.push_frequency),
        **_spread(odds.results, stake=int(wager.is_staked)),
    }


def _spread(results: Distribution, stake: int) -> dict[str, Any]:
    return {
        **_float_and_exact("expectation", results.mean),
        **_float_and_exact("variance", results.variance),
        "standard_deviation": results.standard_deviation,
        "skewness": results.skewness,
        "volatility_index": volatility_index(results),
        "bands": [
            {"rounds": band.rounds, "per_cent": band.level, "low": band.low, "high": band.high}
            for band in bands(results, stake)
        ],
    }


def _main(sheet: ParSheet) -> dict[str, Any]:
    main, rulebook = sheet.odds.main, sheet.rules.rulebook
    return {
        "wagers": list(rulebook.main),
        "strategy": sheet.odds.strategy.words() if rulebook.decision else "No decision.",
        "exceptions": sheet.odds.strategy.exceptions() if rulebook.decision else [],
        "folds": main.folds,
        **_float_and_exact("house_edge", main.house_edge),
        **_float_and_exact("element_of_risk", main.element_of_risk),
        **_float_and_exact("average_stake", main.average_stake),
        **_spread(main.results, stake=1),
        "results": [
            {**_float_and_exact("net", net), "ways": n}
            for net, n in reversed(list(main.results.ways.items()))
        ],
    }


def _strategies(sheet: ParSheet) -> list[dict[str, Any]]:
    best = sheet.odds.main
    return [
        {
            "strategy": strategy.name,
            "means": strategy.words(),
            "folds": strategy.folds,
            **_float_and_exact("house_edge", strategy.odds.house_edge),
            **_float_and_exact("costs", strategy.odds.house_edge - best.house_edge),
            **_float_and_exact("element_of_risk", strategy.odds.element_of_risk),
            "standard_deviation": strategy.odds.standard_deviation,
        }
        for strategy in (sheet.odds.strategy, *sheet.other_strategies)
    ]


def _hour(sheet: ParSheet) -> dict[str, Any]:
    return {
        "rounds": sheet.terms.rounds_per_hour,
        "bets": [
            {
                "bet": bet.title,
                "stakes": bet.stakes,
                **_float_and_exact("loss", bet.loss),
                "standard_deviation": bet.standard_deviation,
            }
            for bet in sheet.hour.bets
        ],
        **_float_and_exact("table_win", sheet.hour.table_win),
    }


def _progressive(progressive: Progressive, terms: HouseTerms) -> dict[str, Any]:
    mean = progressive.mean_meter(terms.reset, terms.contribution)
    long_run: dict[str, Any] = {}
    if mean is not None:
        uses = progressive.uses_of_price(terms.reset, terms.contribution, terms.boxes - 1)
        long_run = {
            **_float_and_exact("average_meter", mean),
            "uses_of_price": {use: _float_and_exact("share", part) for use, part in uses.items()},
        }
    return {
        "price": progressive.price,
        "reset": terms.reset,
        **_float_and_exact("contribution", terms.contribution),
        **long_run,
        "by_boxes": [
            {
                "boxes": table.boxes,
                **_float_and_exact("break_even", table.break_even),
                **_float_and_exact("house_edge_at_reset", table.edge_at_reset),
                **_float_and_exact("rounds_between_hits", table.rounds_between_hits),
                **_float_and_exact("hours_between_hits", table.hours_between_hits),
                **_float_and_exact("fed_per_hour", table.fed_per_hour),
                **_float_and_exact("envy_per_round", table.envy),
                "largest_envy": table.largest_envy,
            }
            for table in by_boxes(progressive, terms)
        ],
    }


def _moments(sheet: ParSheet) -> dict[str, Any]:
    keys = [wager.key for wager in sheet.moments.wagers]
    return {
        "wagers": keys,
        "means": {key: _float_and_exact("mean", sheet.moments.mean(key)) for key in keys},
        "covariance": [[float(value) for value in line] for line in sheet.covariances],
        "covariance_exact": [[_exact(value) for value in line] for line in sheet.covariances],
        "correlation": sheet.correlations,
    }


def _payments(sheet: ParSheet) -> dict[str, Any]:
    payments = sheet.payments
    rows, most = payments.of_box()
    return {
        "wagers": {
            wager.key: {
                "row": payments.of_wager(wager)[0].key,
                "box": payments.of_wager(wager)[1],
                "table_at_most": payments.of_table(wager),
            }
            for wager in sheet.rules.wagers
        },
        "box": {"payment": most, "rows": {key: row.key for key, row in rows.items()}},
        "table_at_most": payments.whole_table(),
    }


def _witnesses(sheet: ParSheet) -> list[dict[str, Any]]:
    return [
        {
            "wager": line.wager.key,
            "row": line.witness.row.key,
            "player": line.player,
            "dealer": line.dealer,
            **({} if line.fourth is None else {"fourth": line.fourth}),
            "folded": line.witness.folded,
            "command": line.command,
        }
        for line in sheet.witnesses
    ]
