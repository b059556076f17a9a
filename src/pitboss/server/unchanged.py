"""Answers that a client may keep: it asks each time whether they still hold, by their digest.

A fingerprint covers what decides payments. The words beside them come from the rulebook and from
this program, and what a jackpot begins with from the house file: a fingerprint alone would keep
them for ever after they have changed.
"""

from __future__ import annotations

import hashlib
from typing import Any

from fastapi import Request, Response
from fastapi.responses import JSONResponse

UNCHANGED: dict[int | str, dict[str, Any]] = {
    304: {"description": "What the client has, by `If-None-Match`, still holds."}
}


def unless_unchanged(request: Request, content: Any) -> Response:
    """The content as JSON; without it if the client has it already."""
    response = JSONResponse(content)
    tag = f'"{hashlib.sha256(response.body).hexdigest()}"'
    headers = {"cache-control": "no-cache", "etag": tag}
    kept = request.headers.get("if-none-match", "").split(",")
    if {tag, "*"} & {known.strip().removeprefix("W/") for known in kept}:  # Proxies weaken tags.
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    return response
