"""Libraries that only reports need, imported when one is made."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pitboss.errors import BadConfiguration


def needed(name: str, what: str) -> Any:
    """A module of the reports extra, or one sentence that says how to get it."""
    try:
        return import_module(name)
    except ImportError:
        told = f"{what} needs the reports extra: pip install 'pitboss[reports]'."
        raise BadConfiguration("report/extra", told) from None
