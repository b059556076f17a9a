"""Where blocks run: in this thread, on several cores, or on any `concurrent.futures.Executor`.

The compiled loop releases Python's lock, so threads use all cores and share the tables. An executor
elsewhere, such as a Dask cluster, is sent some blocks at a time along with the tables.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor

from pitboss.maths.simulation.blocks import Block, Task, run_block, run_blocks
from pitboss.maths.simulation.cluster import reason

AT_A_TIME = 8  # Blocks sent to a remote engine in one piece: half a second's work.
AHEAD = 32  # Pieces submitted in advance, so that an engine never runs idle.


class EngineLost(Exception):
    """The engine is gone; the blocks it has finished are kept."""


def blocks(task: Task, workers: int, executor: Executor | None) -> Iterator[Block]:
    """The blocks of a simulation, in order, as they are finished."""
    if executor is not None:
        yield from _submitted(task, executor, AT_A_TIME, AHEAD)
    elif workers == 1:
        yield from (run_block(task, number) for number in range(task.blocks))
    else:
        with ThreadPoolExecutor(workers) as pool:
            yield from _submitted(task, pool, 1, 2 * workers)


def _submitted(task: Task, executor: Executor, at_a_time: int, ahead: int) -> Iterator[Block]:
    waiting: deque[Future[list[Block]]] = deque()
    starts = iter(range(0, task.blocks, at_a_time))
    try:
        while True:
            while len(waiting) < ahead and (first := next(starts, None)) is not None:
                last = min(first + at_a_time, task.blocks)
                waiting.append(executor.submit(run_blocks, task, first, last))
            if not waiting:
                return
            yield from _result(waiting[0])
            waiting.popleft()
    except KeyboardInterrupt:
        # Keep what has been finished meanwhile, up to the first block that is missing.
        while waiting and waiting[0].done():
            yield from _result(waiting.popleft())
        raise
    finally:
        for future in waiting:
            future.cancel()


def _result(future: Future[list[Block]]) -> list[Block]:
    try:
        return future.result()
    except (BrokenExecutor, CancelledError, OSError) as error:
        raise EngineLost(reason(error)) from error
    except Exception as error:
        if type(error).__module__.split(".")[0] == "distributed":
            raise EngineLost(reason(error)) from error
        raise
