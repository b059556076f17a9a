"""Where blocks are run: here, on several cores, or on any `concurrent.futures.Executor`.

The compiled loop lets go of Python's lock, so threads use all cores and share the tables. What runs
elsewhere, such as a Dask cluster, gets some blocks at a time along with the tables.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor

from pitboss.maths.simulation.blocks import Block, Task, run_block, run_blocks
from pitboss.maths.simulation.cluster import reason

AT_A_TIME = 8  # Blocks, for an engine elsewhere: half a second's work.
AHEAD = 32  # Pieces of work that wait at an engine, so that it never runs dry.


class EngineLost(Exception):
    """The engine is gone; what it has finished is not."""


def blocks(task: Task, workers: int, executor: Executor | None) -> Iterator[Block]:
    """The blocks of a simulation as they are finished, in their order."""
    if executor is not None:
        yield from _elsewhere(task, executor, AT_A_TIME, AHEAD)
    elif workers == 1:
        yield from (run_block(task, number) for number in range(task.blocks))
    else:
        with ThreadPoolExecutor(workers) as pool:
            yield from _elsewhere(task, pool, 1, 2 * workers)


def _elsewhere(task: Task, executor: Executor, at_a_time: int, ahead: int) -> Iterator[Block]:
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
        # What has been finished meanwhile counts, as far as nothing is missing before it.
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
