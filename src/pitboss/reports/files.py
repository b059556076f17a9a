"""Writing a report: the whole file or none of it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from pitboss.errors import BadConfiguration


def ending(file: str, known: Iterable[str]) -> str:
    """The ending that says what is to be made, such as pdf."""
    endings = list(known)
    found = Path(file).suffix.lower().removeprefix(".")
    if found not in endings:
        listed = ", ".join(f".{one}" for one in endings)
        raise BadConfiguration(
            "report/ending", f"{_shown(file)} should end in one of {listed}, to say what to make."
        )
    return found


def check_place(file: str) -> None:
    """Refuse a file that can't be written before any work is done for it."""
    try:
        place = Path(os.path.realpath(file))
        if place.is_dir():
            raise _refused(file, "it is a folder")
        if not place.parent.is_dir():
            raise _refused(file, f"there is no folder {_shown(str(Path(file).parent))}")
        if not os.access(place.parent, os.W_OK):
            raise _refused(file, "its folder takes no new files")
    except (OSError, ValueError) as error:
        if isinstance(error, BadConfiguration):
            raise
        raise _refused(file, _reason(error)) from None


def write(file: str, data: bytes) -> None:
    """Write beside the file and put in its place, so that nobody ever sees half of it."""
    check_place(file)
    place = Path(os.path.realpath(file))  # A link stays one, and what it names is written.
    beside = place.with_name(f".pitboss-{os.getpid()}.part")
    try:
        with open(beside, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.replace(beside, place)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise _refused(file, _reason(error)) from None
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _refused(file: str, why: str) -> BadConfiguration:
    return BadConfiguration("report/file", f"{_shown(file)} can't be written: {why}.")


def _reason(error: Exception) -> str:
    told = error.strerror if isinstance(error, OSError) else None
    return told or str(error)


def _shown(file: str) -> str:
    return " ".join(file.splitlines()) or "''"
