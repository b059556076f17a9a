"""The optional libraries of the reports extra."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from pitboss.errors import BadConfiguration


def require(library: str, product: str) -> ModuleType:
    """Import a library, or say how to install it; `product` names what can't be made without."""
    try:
        return import_module(library)
    except ImportError:
        message = f"{product} needs the reports extra: pip install 'pitboss[reports]'."
        raise BadConfiguration("report/extra", message) from None
