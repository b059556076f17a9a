"""What is said on the wire, held against web/openapi.json: the document that is published."""

import json
import re
from functools import cache
from pathlib import Path

from jsonschema import Draft202012Validator

FILE = Path(__file__).parents[2] / "web" / "openapi.json"
DOCUMENT = json.loads(FILE.read_text("utf-8"))


def conforms(name, value):
    """Raise unless the value has the shape: a component's, or that of an answer by its address.

    `conforms("Spoken", message)`, `conforms("GET /v1/guests/me 200", answer)`.
    """
    _validator(_answer_to(name) if " " in name else f"#/components/schemas/{name}").validate(value)


@cache
def _validator(pointer):
    return Draft202012Validator({"$ref": pointer, **DOCUMENT})


def _answer_to(asked):
    method, address, status = asked.split()
    address = address.partition("?")[0]
    (path,) = [path for path in DOCUMENT["paths"] if re.fullmatch(_pattern(path), address)]
    steps = ("paths", path, method.lower(), "responses", status, "content")
    pointer = "/".join(step.replace("/", "~1") for step in steps)
    pointer = pointer.replace("{", "%7B").replace("}", "%7D")
    return f"#/{pointer}/application~1json/schema"


def _pattern(path):
    return re.sub(r"\{\w+\}", "[^/]+", path)
