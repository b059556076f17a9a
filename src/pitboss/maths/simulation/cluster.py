"""A Dask cluster as an executor, by the address of its scheduler."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from pitboss.errors import BadConfiguration

TIMEOUT = "10s"


@contextmanager
def cluster(address: str, timeout: str | None = None) -> Iterator[Executor]:
    """The cluster as a context; Pitboss must be installed on its machines too."""
    try:
        distributed: Any = import_module("distributed")  # Optional, and without types.
    except ImportError:
        message = "A cluster needs the cluster extra: pip install 'pitboss[cluster]'."
        raise BadConfiguration("simulation/extra", message) from None
    try:
        client = distributed.Client(address, timeout=timeout or TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        message = (
            f"The cluster {address} can't be reached ({reason(error)}): "
            "start one with dask scheduler, or leave the cluster out."
        )
        raise BadConfiguration("simulation/cluster", message) from None
    with client, client.get_executor() as executor:
        yield executor


def reason(error: BaseException) -> str:
    """What went wrong, in one line."""
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__
