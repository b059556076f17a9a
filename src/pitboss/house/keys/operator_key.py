"""The operators' key: how their commands find the server that has a house open, and prove who asks.

`pitboss serve` draws a new key at each opening and writes it beside the database, with the address
of the operators' door, into a file that only its owner can read. The file goes when the house is
closed. One that a crash has left behind is of no use: its key opens nothing, and the lock of the
folder says whether a process has the house open.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

from pitboss.house.keys.secret_files import SECRET_BYTES
from pitboss.house.storage.disk import write_new

OPERATOR = "operator"


class OperatorKey(NamedTuple):
    host: str
    port: int
    secret: bytes

    def __repr__(self) -> str:  # Logs and tracebacks must not tell.
        return f"<operators' key at {self.authority}>"

    @property
    def authority(self) -> str:
        """The one name that the door goes by."""
        return f"{self.host}:{self.port}"


def create_operator_key(folder: Path, host: str, port: int) -> OperatorKey:
    """A new key for the door at this address, in place of any that was left behind."""
    key = OperatorKey(host, port, os.urandom(SECRET_BYTES))
    text = json.dumps({"host": host, "port": port, "key": key.secret.hex()})
    write_new(folder / OPERATOR, f"{text}\n".encode("ascii"))
    return key


def load_operator_key(folder: Path) -> OperatorKey | None:
    """The key in a folder; None where there is none, or half of one."""
    try:
        said = json.loads((folder / OPERATOR).read_text("ascii"))
        return OperatorKey(str(said["host"]), int(said["port"]), bytes.fromhex(said["key"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
