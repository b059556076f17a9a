"""The same totals whoever runs the blocks; and what is kept when something breaks."""

import subprocess
import sys
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from pitboss.errors import BadConfiguration
from pitboss.maths.simulation.blocks import ROUNDS, run_block
from pitboss.maths.simulation.cluster import cluster
from pitboss.maths.simulation.engines import blocks
from pitboss.maths.simulation.simulate import simulate, task
from pitboss.maths.simulation.table import BoxBets, SimulatedTable
from pitboss.rulebooks import RULEBOOKS

POKER = RULEBOOKS["three-card-poker"].configure()
LONG = 3 * ROUNDS + 12_345  # The last block is a shorter one.


@pytest.fixture(scope="module")
def alone():
    return simulate(POKER, LONG, boxes=2, seed=12)


def is_same(one, other):
    return (
        one.as_json() == other.as_json()
        and (one.totals.counts == other.totals.counts).all()
        and one.totals.squares == other.totals.squares
        and (one.totals.sums == other.totals.sums).all()
        and (one.totals.bins == other.totals.bins).all()
        and list(one.totals.hits()) == list(other.totals.hits())
    )


@pytest.mark.parametrize("workers", [2, 3, 8])
def test_any_number_of_workers(alone, workers):
    assert is_same(simulate(POKER, LONG, boxes=2, seed=12, workers=workers), alone)


def test_workers_where_all_six_cards_are_read():
    prime, rounds = RULEBOOKS["three-card-prime"].configure(), 2 * ROUNDS + 1000
    one_worker = simulate(prime, rounds, boxes=2, seed=5)
    assert is_same(simulate(prime, rounds, boxes=2, seed=5, workers=2), one_worker)
    assert not is_same(simulate(prime, rounds, boxes=2, seed=6), one_worker)


def test_another_seed_is_another_run(alone):
    assert not is_same(simulate(POKER, LONG, boxes=2, seed=13), alone)


def test_other_processes(alone):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert is_same(simulate(POKER, LONG, boxes=2, seed=12, executor=pool), alone)


IN_A_CLUSTER = """
from distributed import LocalCluster
from pitboss.maths.simulation import blocks
from pitboss.maths.simulation.cluster import cluster
from pitboss.maths.simulation.simulate import simulate
from pitboss.rulebooks import RULEBOOKS

if __name__ == "__main__":
    poker = RULEBOOKS["three-card-poker"].configure()
    rounds = 10 * blocks.ROUNDS + 12_345
    alone = simulate(poker, rounds, boxes=2, seed=12)
    blocks.play = None  # Whatever is run from now on is run elsewhere.
    nodes = LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
        host="127.0.0.1",
    )
    with nodes, cluster(nodes.scheduler_address) as executor:
        there = simulate(poker, rounds, boxes=2, seed=12, executor=executor)
    assert there.as_json() == alone.as_json()
    assert (there.totals.counts == alone.totals.counts).all()
    assert there.totals.squares == alone.totals.squares
    print("same totals")
"""


def test_a_dask_cluster_of_processes(tmp_path):
    script = tmp_path / "in_a_cluster.py"
    script.write_text(IN_A_CLUSTER, "utf-8")
    words = [sys.executable, str(script)]
    told = subprocess.run(words, check=False, capture_output=True, text=True, timeout=300)
    assert told.returncode == 0, told.stderr
    assert told.stdout == "same totals\n"


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x"])
def test_a_cluster_that_cannot_be_reached(address):
    with pytest.raises(BadConfiguration) as refused, cluster(address, "200ms"):
        pass
    assert refused.value.code == "simulation/cluster"
    assert refused.value.message.startswith(f"The cluster {address} can't be reached (")
    assert refused.value.message.endswith(
        "): start one with dask scheduler, or leave the cluster out."
    )
    assert "\n" not in refused.value.message


def without(module, monkeypatch):
    """As if a library were not installed."""
    monkeypatch.setitem(sys.modules, module, None)


def test_no_numba(monkeypatch):
    without("numba", monkeypatch)
    with pytest.raises(BadConfiguration) as refused:
        simulate(POKER, 10)
    assert refused.value.message == (
        "Simulation needs the simulate extra: pip install 'pitboss[simulate]'."
    )


def test_no_dask(monkeypatch):
    without("distributed", monkeypatch)
    with pytest.raises(BadConfiguration) as refused, cluster("tcp://127.0.0.1:9"):
        pass
    assert refused.value.message == (
        "A cluster needs the cluster extra: pip install 'pitboss[cluster]'."
    )


# Interruption


def stop_after(rounds):
    def follow(done, asked):
        assert asked == LONG
        if done >= rounds:
            raise KeyboardInterrupt

    return follow


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_run_keeps_what_is_finished(workers):
    simulated = simulate(
        POKER, LONG, boxes=2, seed=12, workers=workers, progress=stop_after(2 * ROUNDS)
    )
    assert simulated.stopped == "interrupted"
    assert (simulated.rounds, simulated.asked) == (2 * ROUNDS, LONG)
    whole = simulate(POKER, 2 * ROUNDS, boxes=2, seed=12)
    assert (simulated.totals.counts == whole.totals.counts).all()
    assert simulated.agrees
    assert simulated.as_json()["stopped"] == "interrupted"


def test_an_interruption_after_the_last_block_loses_nothing(alone):
    simulated = simulate(POKER, LONG, boxes=2, seed=12, progress=stop_after(LONG))
    assert simulated.stopped is None
    assert is_same(simulated, alone)


def test_an_interruption_before_anything_is_finished(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("pitboss.maths.simulation.engines.run_block", interrupted)
    with pytest.raises(KeyboardInterrupt):
        simulate(POKER, 10)


class Fragile(Executor):
    """Does what it is told at once, until it breaks."""

    def __init__(self, good, error):
        self.good, self.error, self.cancelled = good, error, 0

    def submit(self, function, /, *given):
        made = Future()
        self.good -= 1
        if self.good >= 0:
            made.set_result(function(*given))
        elif isinstance(self.error, KeyboardInterrupt):
            made.result = self.interrupted
        else:
            made.set_exception(self.error)
        return made

    def interrupted(self):
        raise self.error


class KilledWorker(Exception):
    pass


KilledWorker.__module__ = "distributed.scheduler"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (BrokenExecutor("a process died"), "the engine was lost: a process died"),
        (OSError("connection closed."), "the engine was lost: connection closed"),
        (KilledWorker(), "the engine was lost: KilledWorker"),
    ],
)
def test_an_engine_that_is_lost_leaves_what_it_has_finished(error, told):
    simulated = simulate(POKER, 9 * ROUNDS, seed=1, bets={"ante": 5}, executor=Fragile(1, error))
    assert (simulated.rounds, simulated.stopped) == (8 * ROUNDS, told)
    with pytest.raises(BadConfiguration) as refused:
        simulate(POKER, 9 * ROUNDS, seed=1, bets={"ante": 5}, executor=Fragile(0, error))
    assert refused.value.message.startswith("The engine was lost before anything was finished: ")


def test_a_bug_of_our_own_is_loud():
    with pytest.raises(ZeroDivisionError):
        simulate(POKER, 10, executor=Fragile(0, ZeroDivisionError()))


def test_blocks_finished_while_waiting_for_an_earlier_one_are_kept():
    work = task(SimulatedTable(POKER, [BoxBets({"ante": 5})]), 3 * ROUNDS, 1)

    class Slow(Executor):
        """The first piece is waited for in vain; Ctrl-C comes, and it is there after all."""

        def submit(self, function, /, *given):
            made = Future()
            made.set_result(function(*given))
            patient, tries = made.result, iter([KeyboardInterrupt()])

            def result():
                for error in tries:
                    raise error
                return patient()

            made.result = result
            return made

    found = blocks(work, 1, Slow())
    assert [next(found).number for _ in range(3)] == [0, 1, 2]
    with pytest.raises(KeyboardInterrupt):
        next(found)


def test_a_block_depends_on_its_number_alone():
    work = task(SimulatedTable(POKER, [BoxBets({"ante": 5})]), 3 * ROUNDS, 1)
    later = run_block(work, 2)
    run_block(work, 0)
    again = run_block(work._replace(rounds=9 * ROUNDS), 2)
    assert (later.counts == again.counts).all()
    assert later.squares == again.squares
    assert not (later.counts == run_block(work, 1).counts).all()
    short = run_block(work._replace(rounds=2 * ROUNDS + 5), 2)
    assert short.rounds == 5 == short.counts.sum()


def test_progress_is_told_block_by_block():
    told = []
    simulate(POKER, LONG, bets={"ante": 5}, progress=lambda *done: told.append(done))
    assert told == [(ROUNDS, LONG), (2 * ROUNDS, LONG), (3 * ROUNDS, LONG), (LONG, LONG)]


def test_the_running_result_has_some_hundred_points():
    for rounds in (1, 255, 256, 257, 5000, ROUNDS, ROUNDS + 1, 3 * ROUNDS):
        simulated = simulate(POKER, rounds, bets={"ante": 5}, seed=1)
        at, won = simulated.running()
        assert len(at) <= 512
        assert len(at) >= min(rounds, 128)
        assert at[-1] == rounds
        assert won[-1] == pytest.approx(float(simulated.house_win))
        assert (np.diff(at) > 0).all()
