"""The documentation at /docs: the site that `make docs` builds in this checkout, if it is there."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from pitboss.server.guards import POLICY

SITE = Path(__file__).parents[3] / ".site" / "html"
# As everywhere, but the theme draws its icons from data URLs.
DOCS_POLICY = POLICY.replace("img-src 'self'", "img-src 'self' data:")
HEADERS = {"content-security-policy": DOCS_POLICY, "cache-control": "no-cache"}
NOT_BUILT = (
    "The documentation is not built here: run <code>make docs</code> in a checkout of Pitboss, and "
    "open this page again."
)
NO_PAGE = 'There is no such page: <a href="/docs/">start here</a>.'


def add_docs(app: FastAPI, site: Path = SITE) -> None:
    """The site below /docs, also if it is built while the house is open."""
    files = _Site(directory=site, html=True, check_dir=False)

    async def docs(scope: Scope, receive: Receive, send: Send) -> None:
        is_built = (site / "index.html").exists()
        answer = files if is_built else _sentence(NOT_BUILT)
        await answer(scope, receive, send)

    @app.get("/docs", include_in_schema=False)
    async def docs_folder() -> RedirectResponse:
        return RedirectResponse("/docs/")

    app.mount("/docs", GZipMiddleware(docs))


class _Site(StaticFiles):
    """Pages that a new build replaces."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404:
                raise
            response = _sentence(NO_PAGE)
        response.headers.update(HEADERS)
        return response


def _sentence(html: str) -> HTMLResponse:
    head = '<!doctype html>\n<html lang="en">\n<title>Documentation - Pitboss</title>'
    return HTMLResponse(f"{head}\n<p>{html}</p>\n", 404)
