"""Write a report: the whole file or nothing.

Its format, its place and the library that makes it are checked before any work is done for it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from types import ModuleType

from pitboss.errors import BadConfiguration


def ending(file: str, known: Iterable[str]) -> str:
    """The ending of a file, such as pdf: it selects the format."""
    endings = list(known)
    suffix = Path(file).suffix.lower().removeprefix(".")
    if suffix not in endings:
        choices = ", ".join(f".{choice}" for choice in endings)
        raise BadConfiguration(
            "report/ending",
            f"{_printable(file)} should end in one of {choices}, to say what to make.",
        )
    return suffix


def require(library: str, product: str, extra: str = "reports") -> ModuleType:
    """Import a library, or say how to install it; `product` names what can't be made without."""
    try:
        return import_module(library)
    except ImportError:
        message = f"{product} needs the {extra} extra: pip install 'pitboss[{extra}]'."
        raise BadConfiguration("report/extra", message) from None


def check_place(file: str) -> None:
    """Refuse a file that can't be written."""
    try:
        path = Path(os.path.realpath(file))
        if path.is_dir():
            raise _refused(file, "it is a folder")
        if not path.parent.is_dir():
            raise _refused(file, f"there is no folder {_printable(str(Path(file).parent))}")
        if not os.access(path.parent, os.W_OK):
            raise _refused(file, "its folder takes no new files")
    except (OSError, ValueError) as error:
        if isinstance(error, BadConfiguration):
            raise
        raise _refused(file, _reason(error)) from None


def write(file: str, data: bytes) -> None:
    """Write to a temporary file and rename it, so that nobody ever sees half a report."""
    check_place(file)
    path = Path(
        os.path.realpath(file)
    )  # Through a link: the link stays, and its target is written.
    temporary = path.with_name(f".pitboss-{os.getpid()}.part")
    try:
        with open(temporary, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise _refused(file, _reason(error)) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _refused(file: str, why: str) -> BadConfiguration:
    return BadConfiguration("report/file", f"{_printable(file)} can't be written: {why}.")


def _reason(error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else None
    return reason or str(error)


def _printable(file: str) -> str:
    return " ".join(file.splitlines()) or "''"
