"""The simulator against C written by hand, against peers, on two cores, and on a cluster.

Before anything is timed, the C program is given our cards and must come to the same counts; then
each deals in its own way. Time against C is processor time of the loop alone, on one core.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from bench.building import built
from bench.peers import (
    Clock,
    blackjack_rounds,
    blackjack_rounds_at_best,
    envpool_rounds,
    pgx_games,
    pokerkit_hands,
    pokers_games,
)
from bench.simulation_c import BOXES, SEED, Ours, theirs
from bench.timing import Report, best_of, seconds
from pitboss.maths.simulation.blocks import ROUNDS, Totals, run_block
from pitboss.maths.simulation.cluster import cluster
from pitboss.maths.simulation.engines import blocks
from pitboss.maths.simulation.simulate import simulate
from pitboss.rulebooks import OWN

TURNS = 9
OF_C, OF_C_PRIME, OF_PEERS, OF_ONE_CORE = 1.0, 0.5, 1000.0, 1.8
PEER_SECONDS = 0.3
CORE_BLOCKS = 96


def against_c(report: Report) -> None:
    """Ratios to C."""
    program = built("simulation")
    poker, prime = Ours.of_mode("poker"), Ours.of_mode("prime")
    runs = [
        ("three-card-poker, six boxes, against C", poker, "poker", OF_C),
        ("the same, against C that compares instead", poker, "compared", None),
        ("three-card-prime, every wager on, against C", prime, "prime", OF_C_PRIME),
    ]
    for what, ours, mode, goal in runs:
        counts = ours.counts(run_block(ours.task, 0))
        same = theirs(program, mode, ours.cards()).counts
        assert counts == same, f"{mode}: the counts differ"
        own = reference = float("inf")
        for _ in range(TURNS):
            own = min(own, ours.processor_time())
            reference = min(reference, theirs(program, mode).seconds)
        rate, of_c = (f"{ROUNDS * BOXES / taken / 1e6:.1f} M/s" for taken in (own, reference))
        ratio = reference / own
        _add(report, f"{what}: hands a core", rate, of_c, ratio, goal)


def against_peers(report: Report) -> None:
    """Core against core, in players' hands: a game between two players is two of them.

    The goal holds for libraries that play one hand at a time from Python, by their documented
    loop. The others compile a loop of their own, as we do, and are shown for comparison.
    """
    peers: list[tuple[str, Callable[[float, Clock], float], int, float | None]] = [
        ("OpenSpiel's blackjack", blackjack_rounds, 1, OF_PEERS),
        ("OpenSpiel's blackjack, by the shortest loop", blackjack_rounds_at_best, 1, None),
        ("PokerKit", pokerkit_hands, 2, OF_PEERS),
        ("EnvPool's blackjack", envpool_rounds, 1, None),
        ("hold'em of pokers", pokers_games, 2, None),
        ("Leduc hold'em of Pgx, compiled", pgx_games, 2, None),
    ]
    poker = Ours.of_mode("poker")
    for what, games, players, goal in peers:
        own = peer = 0.0
        for _ in range(TURNS):
            own = max(own, ROUNDS * BOXES / poker.processor_time())
            peer = max(peer, players * games(PEER_SECONDS, time.process_time))
        title = f"players' hands a second and core, against {what}"
        _add(report, title, f"{own:,.0f}", f"{peer:,.0f}", own / peer, goal)


def _add(
    report: Report, what: str, ours: str, reference: str, ratio: float, goal: float | None
) -> None:
    wanted, met = (f"≥ {goal:g}", ratio >= goal) if goal else ("", True)
    report.add(what, ours, reference, ratio, wanted, met)


def on_two_cores(report: Report) -> None:
    """Two workers against one."""
    work = Ours.of_mode("poker").task._replace(rounds=CORE_BLOCKS * ROUNDS)

    def run(workers: int) -> Totals:
        totals = Totals(work)
        for block in blocks(work, workers, None):
            totals.add(block)
        return totals

    assert (run(1).counts == run(2).counts).all(), "the totals differ"
    one, two = best_of(lambda: run(1), lambda: run(2), rounds=TURNS)
    _add(report, "two workers, against one", seconds(two), seconds(one), one / two, OF_ONE_CORE)


def on_a_cluster(report: Report) -> None:
    local_cluster: Any = import_module("distributed").LocalCluster
    rules = OWN["three-card-prime"].configure()
    rounds = 20 * ROUNDS + 12_345
    start = time.perf_counter()
    here = simulate(rules, rounds, boxes=BOXES, seed=SEED)
    alone = time.perf_counter() - start
    with (
        local_cluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as nodes,
        cluster(nodes.scheduler_address) as executor,
    ):
        start = time.perf_counter()
        there = simulate(rules, rounds, boxes=BOXES, seed=SEED, executor=executor)
        taken = time.perf_counter() - start
    same = here.as_json() == there.as_json()
    report.add(
        "a Dask cluster of two processes: totals identical, against one process",
        seconds(taken), seconds(alone), alone / taken, "identical", same,
    )  # fmt: skip


def run() -> int:
    """The number of goals missed."""
    report = Report("Simulation")
    against_c(report)
    on_two_cores(report)
    against_peers(report)
    on_a_cluster(report)
    report.show()
    return report.missed


if __name__ == "__main__":
    sys.exit(run())
