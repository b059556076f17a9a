"""A command to the server that has a house open, by the operators' door."""

from __future__ import annotations

import json
import time
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from pitboss.errors import PitbossError
from pitboss.house.keys.operator_key import load_operator_key
from pitboss.house.wallets.wallet_signature import sign

PATH = "/v1/operator"
SECONDS = 30
OK = 200
# Another house, or another program, has the port of a server that is gone.
NOT_OURS = (401, 405, 421)
NO_DOOR = "request/unknown"  # A house without its page knows nothing at the door's address.


def ask_open_house(folder: Path, asked: dict[str, Any]) -> Any:
    """The answer of the server whose key is in the folder; None if no such server is there.

    The command has an id, so that it can be repeated where no answer comes.
    """
    key = load_operator_key(folder)
    if key is None:
        return None
    body = json.dumps(asked).encode()
    headers = sign(key.secret, "POST", PATH, int(time.time()), body)
    headers["Content-Type"] = "application/json"
    with closing(HTTPConnection(key.host, key.port, timeout=SECONDS)) as connection:
        try:
            connection.connect()
        except OSError:
            return None
        try:
            connection.request("POST", PATH, body, headers)
            response = connection.getresponse()
            status, text = response.status, response.read()
        except (OSError, HTTPException):
            message = (
                "The house that is open did not answer, and may have booked it: say the same again "
                f"with --slip {asked['id']}."
            )
            raise PitbossError("operator/no-answer", message) from None
    return None if status in NOT_OURS else _answer(status, text)


def _answer(status: int, text: bytes) -> Any:
    """What was answered; a refusal is raised. None for what no house says."""
    try:
        said = json.loads(text)
        if status == OK:
            return said
        error = said["error"]
        refusal = PitbossError(error["code"], error["message"], error["clause"])
    except (ValueError, KeyError, TypeError):
        return None
    if refusal.code == NO_DOOR:
        return None
    raise refusal
