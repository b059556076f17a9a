"""Files and folders that outlive a power failure: their bytes and their names are on the disk.

A file that was synced may still lose its name: the folder has to be synced as well. The database
sees to its own files.

Every file of a house is its owner's alone from its first moment, whatever the umask: it is made
with that mode, not given it afterwards.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

FILE_MODE, FOLDER_MODE = 0o600, 0o700


def sync_folder(folder: Path) -> None:
    """The names in a folder are on the disk afterwards."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """A folder and those above it, as far as they are missing; only its owner can look inside."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(FOLDER_MODE, exist_ok=True)
        sync_folder(place.parent)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


def make_file(file: Path) -> Path:
    """The same file, which only its owner can read; an empty one is made if there is none."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))
    return file


def write_new(file: Path, content: bytes) -> None:
    """A file that only its owner can read. It is there whole, or not at all."""
    unfinished = file.with_name(f"{file.name}.new")  # A crash may have left one behind.
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())
    unfinished.replace(file)
    sync_folder(file.parent)
