"""The optional libraries of the extras."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from pitboss.errors import BadConfiguration


def require(library: str, product: str, extra: str = "reports") -> ModuleType:
    """Import a library, or say how to install it; `product` names what can't be made without."""
    try:
        return import_module(library)
    except ImportError:
        message = f"{product} needs the {extra} extra: pip install 'pitboss[{extra}]'."
        raise BadConfiguration("report/extra", message) from None
