"""The PAR sheet as data: every fraction as "n/d" beside its float."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from pitboss.maths.odds.statistics import Distribution
from pitboss.maths.odds.wager_odds import WagerOdds
from pitboss.reports.bands import bands, volatility_index
from pitboss.reports.par.sheet import SOFTWARE, ParSheet


def par_json(sheet: ParSheet, ending: str = "json") -> dict[str, Any]:
    rules, rulebook = sheet.rules, sheet.rules.rulebook
    return {
        "report": "PAR sheet",
        "game": rules.key,
        "title": rulebook.title,
        "version": rulebook.version,
        "effective": rulebook.effective,
        "fingerprint": rules.fingerprint,
        "software": SOFTWARE,
        "reproduce": sheet.line(ending),
        "paytables": rules.paytable_keys,
        "readings": dict(rules.readings),
        "policies": dict(rules.policies),
        "prices": dict(rules.prices),
        "caps": {key: dict(scopes) for key, scopes in rules.caps.items()},
        "rule_files": sheet.hashes,
        "rule_files_together": sheet.hash_of_hashes,
        "limits": {
            "stated": "by the house, not by the rulebook; in the smallest unit",
            "maximum": sheet.limits.maximum,
            "boxes": sheet.limits.boxes,
            **({"jackpot": sheet.limits.jackpot} if sheet.has_jackpot else {}),
        },
        "wagers": {key: _wager(sheet.odds[key]) for key in sheet.odds},
        "main": _main(sheet),
        "moments": _moments(sheet),
        "largest_payments": _payments(sheet),
        "witnesses": _witnesses(sheet),
        "warnings": [
            {"wager": one.wager, "kind": one.kind, "message": one.message}
            for one in sheet.odds.warnings()
        ],
        "method": list(sheet.method),
    }


def par_json_bytes(sheet: ParSheet) -> bytes:
    return (json.dumps(par_json(sheet), indent=2, ensure_ascii=False) + "\n").encode()


def _both(name: str, value: Fraction) -> dict[str, Any]:
    return {name: float(value), f"{name}_exact": f"{value.numerator}/{value.denominator}"}


def _wager(odds: WagerOdds) -> dict[str, Any]:
    wager = odds.wager
    made: dict[str, Any] = {
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
                **_both("net", odds.net(row.pay)),
                "ways": n,
                **_both("probability", Fraction(n, odds.deals)),
                **({"one_in": odds.deals / n} if n else {}),
                **_both("contribution", odds.contribution(row)),
                "clauses": list(row.clauses),
            }
            for row, n in odds.outcomes()
        ],
    }
    if wager.envy:  # Nothing is staked: what one other hand is worth, in the smallest unit.
        return {**made, **_both("units_per_hand", odds.expectation)}
    return {
        **made,
        **_both("return", odds.player_return if wager.is_staked else odds.expectation),
        **_both("house_edge", odds.house_edge),
        **_both("hit_frequency", odds.hit_frequency),
        **_both("push_frequency", odds.push_frequency),
        **_spread(odds.results, stake=int(wager.is_staked)),
    }


def _spread(results: Distribution, stake: int) -> dict[str, Any]:
    return {
        **_both("expectation", results.mean),
        **_both("variance", results.variance),
        "standard_deviation": results.standard_deviation,
        "skewness": results.skewness,
        "volatility_index": volatility_index(results),
        "bands": [
            {"rounds": one.rounds, "per_cent": one.level, "low": one.low, "high": one.high}
            for one in bands(results, stake)
        ],
    }


def _main(sheet: ParSheet) -> dict[str, Any]:
    main, rulebook = sheet.odds.main, sheet.rules.rulebook
    return {
        "wagers": list(rulebook.main),
        "strategy": sheet.odds.strategy.words() if rulebook.decision else "No decision.",
        "exceptions": sheet.odds.strategy.exceptions() if rulebook.decision else [],
        "folds": main.folds,
        **_both("house_edge", main.house_edge),
        **_both("element_of_risk", main.element_of_risk),
        **_both("average_stake", main.average_stake),
        **_spread(main.results, stake=1),
        "results": [
            {**_both("net", net), "ways": n} for net, n in reversed(list(main.results.ways.items()))
        ],
    }


def _moments(sheet: ParSheet) -> dict[str, Any]:
    keys = [wager.key for wager in sheet.moments.wagers]
    every = range(len(keys))
    return {
        "wagers": keys,
        "means": {key: _both("mean", sheet.moments.mean(key)) for key in keys},
        "covariance": [[float(one) for one in line] for line in sheet.covariances],
        "covariance_exact": [
            [f"{one.numerator}/{one.denominator}" for one in line] for line in sheet.covariances
        ],
        "correlation": [[sheet.correlation(a, b) for b in every] for a in every],
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
            "wager": one.wager.key,
            "row": one.witness.row.key,
            "player": one.player,
            "dealer": one.dealer,
            **({} if one.fourth is None else {"fourth": one.fourth}),
            "folded": one.witness.folded,
            "command": one.command,
        }
        for one in sheet.witnesses
    ]
