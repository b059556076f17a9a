"""A simulation as plain data, for programs."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

from pitboss.maths.simulation.jackpot import Meter
from pitboss.maths.simulation.wagers import WagerCount

if TYPE_CHECKING:
    from pitboss.maths.simulation.result import Simulated

LISTED_HITS = 1000


def plain(made: Simulated) -> dict[str, Any]:
    rules, table = made.table.rules, made.table
    return {
        "game": rules.key,
        "version": rules.rulebook.version,
        "fingerprint": rules.fingerprint,
        "paytables": rules.paytable_keys,
        "readings": dict(rules.readings),
        "seed": made.seed,
        "rounds": made.rounds,
        "asked": made.asked,
        "stopped": made.stopped,
        "boxes": [
            {"stakes": dict(box.stakes), "strategy": strategy, "player": box.player}
            for box, strategy in zip(table.boxes, table.strategies, strict=True)
        ],
        "handle": made.handle,
        "house_win": _amount(made.house_win),
        "edge": float(made.edge),
        "exact_edge": float(made.exact_edge),
        "standard_error": made.standard_error,
        "z": made.z,
        "wagers": {key: _wager(one) for key, one in made.wagers.items()},
        **({"jackpot": _meter(made.meter)} if made.meter else {}),
        "agrees": made.agrees,
        "verdict": made.verdict,
    }


def _wager(one: WagerCount) -> dict[str, Any]:
    return {
        "hands": one.hands,
        "handle": one.handle,
        "won": _amount(one.won),
        "mean": one.mean,
        "exact": one.exact,
        "standard_error": one.standard_error,
        "z": one.z,
        "hit_frequency": one.hit_frequency,
        "exact_hit_frequency": one.exact_hit_frequency,
        "outcomes": [
            {
                "row": outcome.row.key,
                "outcome": outcome.row.outcome,
                "count": outcome.count,
                "expected": outcome.expected,
                "standard_error": outcome.standard_error,
                "z": outcome.z if isfinite(outcome.z) else None,
            }
            for outcome in one.outcomes
        ],
    }


def _meter(meter: Meter) -> dict[str, Any]:
    return {
        "start": meter.start,
        "end": meter.end,
        "highest": meter.highest,
        "mean": float(meter.mean),
        "fed": meter.fed,
        "paid": meter.paid,
        "hits": len(meter.hits),
        "first_hits": [
            {
                "round": hit.share.round + 1,
                "box": hit.share.box + 1,
                "row": hit.share.row,
                "paid": hit.paid,
            }
            for hit in meter.hits[:LISTED_HITS]
        ],
    }


def _amount(amount: Fraction) -> int | str:
    """Whole units as a number; halves, before rounding to the chip, as a fraction."""
    return int(amount) if amount.denominator == 1 else str(amount)
