"""The page itself: the built files, as the server hands them out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import FastAPI, Response
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

FOREVER = "public, max-age=31536000, immutable"


def add_page(app: FastAPI, page: Path) -> None:
    """The page and its files; every address of the page's own gives the same document."""
    if not (page / "index.html").exists():
        return
    app.mount("/assets", GZipMiddleware(_Assets(directory=page / "assets")))
    files = {file.name for file in page.iterdir() if file.is_file()}

    @app.get("/{path:path}", include_in_schema=False)
    async def whole_page(path: str) -> FileResponse:
        if path.startswith("v1/"):
            raise HTTPException(404)
        file = page / path if path in files else page / "index.html"
        return FileResponse(file, headers={"cache-control": "no-cache"})


class _Assets(StaticFiles):
    """Files with a hash in their names: they never change."""

    def file_response(self, *arguments: Any, **named: Any) -> Response:
        response = super().file_response(*arguments, **named)
        response.headers["cache-control"] = FOREVER
        return response
