"""Compilation to machine code.

numba caches compiled code between runs, but it notices a change only in the file of the cached
function and in the values of its closure. So a single function is cached, and its closure holds a
checksum of the text of every module that goes into it: code, constants, and the order of the fields
of the arrays.

A cache also refers by name to the module of `arrays`, and numba reads it before it looks for
changes. Whoever renames that module must rename `loop` too, so that old caches are not read.
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
    """Compile on the first call, as part of a larger function."""
    return cast(Function, njit(function))


def cached(function: Function) -> Function:
    """Compile on the first call, keep the code for later runs, and release Python's lock."""
    return cast(Function, njit(nogil=True, cache=True)(function))


def checksum(*modules: ModuleType) -> int:
    """A number that changes with the text of these modules."""
    return crc32("".join(map(getsource, modules)).encode())
