"""To machine code.

Compiled code is kept from run to run, but numba notices a change only in the file of the function
that it keeps, and in what that function holds on to. So it keeps one function alone, which holds on
to a number that changes with the text of everything that goes into it.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import getsource
from types import ModuleType
from typing import Any, TypeVar, cast
from zlib import crc32

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """To machine code when first called, as a part of something larger."""
    return cast(Function, njit(function))


def kept(function: Function) -> Function:
    """The same for this run and the next, while other threads go on."""
    return cast(Function, njit(nogil=True, cache=True)(function))


def text_of(*modules: ModuleType) -> int:
    """A number that changes with the text of these."""
    return crc32("".join(map(getsource, modules)).encode())
