"""One document for HTTP and for the WebSocket: OpenAPI, with the socket's messages among its parts.

Views, events and documents are described from the types of `pitboss.play`, by the same code that
writes the JSON Schemas in docs/schemas.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from pitboss.house.events import HOUSE_EVENTS, HouseEvent
from pitboss.notation.schemas import TAGS, Definitions
from pitboss.play import Allowed, Document, Event, View
from pitboss.server.messages import PART, SAID, Spoken

DESCRIPTION = """\
Play five three-card games at practice tables, on play money.

Come in with `POST /v1/guests`, sit down with `POST /v1/tables`, and talk to the table over the
WebSocket `/v1/tables/{table}`: you say one of `Said`, the server says `Spoken`. A command that is
repeated under its id gets its first answer again. docs/protocol.md tells it in words, and
docs/errors.md explains every error code.
"""
COMPONENTS = "#/components/schemas/{model}"


def describe(app: FastAPI) -> None:
    """Let the application tell all of it at /openapi.json, and at /v1/openapi.json as before."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
    app.get("/v1/openapi.json", include_in_schema=False)(openapi)


def _document(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(
        title=app.title, version=app.version, description=DESCRIPTION, routes=app.routes
    )
    schemas: dict[str, Any] = document["components"]["schemas"]
    for name, kind in (("Said", SAID), ("Spoken", TypeAdapter(Spoken))):
        schema = kind.json_schema(ref_template=COMPONENTS)
        schemas.update(schema.pop("$defs", {}))
        schemas[name] = schema
    schemas.update(_parts())
    cookie = {"type": "apiKey", "in": "cookie", "name": "pitboss"}
    document["components"]["securitySchemes"] = {"guest": cookie}
    document["components"]["schemas"] = dict(sorted(schemas.items()))
    moved: dict[str, Any] = _moved(document)
    return moved


def _parts() -> dict[str, Any]:
    """The shapes that `pitboss.play` and the house give."""
    tags = {**TAGS, **dict.fromkeys(HOUSE_EVENTS.values(), "event")}
    definitions = Definitions(tags, is_written=True)
    for kind in (View, Allowed, Document):
        definitions.schema(kind)
    event = definitions.schema(Event | HouseEvent)
    return {**definitions.defs, "TableEvent": event}


def _moved(schema: Any) -> Any:
    """The same schema with every reference pointing into the components."""
    if isinstance(schema, list):
        return [_moved(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if PART in schema:
        return {"$ref": COMPONENTS.format(model=schema[PART])}
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return {**schema, "$ref": reference.replace("#/$defs/", COMPONENTS.format(model=""))}
    return {key: _moved(value) for key, value in schema.items()}
