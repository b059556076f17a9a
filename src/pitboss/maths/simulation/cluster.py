"""A Dask cluster as an executor, by the address of its scheduler."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from pitboss.errors import BadConfiguration

PATIENCE = "10s"


@contextmanager
def cluster(address: str, patience: str | None = None) -> Iterator[Executor]:
    """The cluster, while it is needed; its machines have Pitboss installed, too."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        told = "A cluster needs the cluster extra: pip install 'pitboss[cluster]'."
        raise BadConfiguration("simulation/extra", told) from None
    try:
        client = distributed.Client(address, timeout=patience or PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        told = f"The cluster {address} can't be reached ({reason(error)}): "
        told += "start one with dask scheduler, or leave the cluster out."
        raise BadConfiguration("simulation/cluster", told) from None
    with client, client.get_executor() as executor:
        yield executor


def reason(error: BaseException) -> str:
    """What went wrong, in one line."""
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__
