"""Files and folders that outlive a power failure: their bytes and their names are on the disk.

A file that was synced may still lose its name: the folder has to be synced as well. The database
sees to its own files.
"""

from __future__ import annotations

import os
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """The names in a folder are on the disk afterwards."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """A folder and those above it, as far as they are missing."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for place in missing:
        sync_folder(place.parent)


def write_new(file: Path, content: bytes) -> None:
    """A file that only its owner can read. It is there whole, or not at all."""
    unfinished = file.with_name(f"{file.name}.new")  # A crash may have left one behind.
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())
    unfinished.replace(file)
    sync_folder(file.parent)
