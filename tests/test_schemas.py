"""The JSON Schemas in docs/schemas: up to date, true of every file we write, and strict."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Literal, NamedTuple, NotRequired, TypedDict

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from pitboss.notation.codec import command_to_json, event_from_json, event_to_json
from pitboss.notation.schemas import document, schemas
from pitboss.play.commands import COMMANDS
from pitboss.play.events import EVENTS
from scripts.schemas import FOLDER, pages
from tests.support.json_values import changed, through_json, values
from tests.test_codec import WRONG

VALIDATORS = {name: Draft202012Validator(schema) for name, schema in schemas().items()}


def test_the_files_are_up_to_date():
    assert {path.name for path in FOLDER.glob("*.json")} == set(pages())
    for name, text in pages().items():
        assert (FOLDER / name).read_text("utf-8") == text, "run: python -m scripts.schemas"


@pytest.mark.parametrize("name", VALIDATORS)
def test_each_is_a_schema(name):
    Draft202012Validator.check_schema(schemas()[name])
    assert schemas()[name]["$schema"] == Draft202012Validator.META_SCHEMA["$id"]


KINDS = [
    *(("event", kind, event_to_json) for kind in EVENTS.values()),
    *(("command", kind, command_to_json) for kind in COMMANDS.values()),
]


@pytest.mark.parametrize(("name", "kind", "to_json"), KINDS)
def test_what_is_written_is_valid(name, kind, to_json):
    @settings(max_examples=10, deadline=None)
    @given(values(kind))
    def is_valid(value):
        VALIDATORS[name].validate(through_json(to_json(value)))

    is_valid()


# A schema takes 1.0 for a whole number, and does not look at the characters of a text.
SEEN = [case[:3] for case in WRONG if type(case[2]) is not float and case[2] != "\ud800"]


@pytest.mark.parametrize(("data", "path", "value"), SEEN)
def test_what_the_codec_refuses_is_not_valid(data, path, value):
    assert not VALIDATORS["event"].is_valid(changed(data, path, value))


@pytest.mark.parametrize("kind", EVENTS.values(), ids=lambda kind: kind.__name__)
def test_the_same_fields_may_be_missing(kind):
    @settings(max_examples=3, deadline=None)
    @given(values(kind))
    def agrees(value):
        data = through_json(event_to_json(value))
        for field in kind._fields:
            left = {name: item for name, item in data.items() if name != field}
            is_read = field in kind._field_defaults
            assert VALIDATORS["event"].is_valid(left) == is_read
            if is_read:
                event_from_json(left)

    agrees()


# Types of other modules, such as views


class Chip(NamedTuple):
    value: int
    colour: Literal["red", "blue"] = "red"


class Rack(TypedDict):
    """Chips on a table."""

    chips: list[Chip]
    by_box: Mapping[int, tuple[str, int | None]]
    owner: NotRequired[str]


RACK = {"chips": [{"value": 5, "colour": "blue"}], "by_box": {"1": ["p1", None]}, "owner": "p1"}


def test_typed_dicts_are_described():
    schema = document("A rack", Rack)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    assert schema["$defs"]["Rack"]["description"] == "Chips on a table."
    validator.validate(RACK)
    for name in RACK:
        left = {key: value for key, value in RACK.items() if key != name}
        assert validator.is_valid(left) == (name == "owner")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["chips"], None),
        (["chips", 0, "colour"], "green"),
        (["chips", 0, "value"], "5"),
        (["by_box"], {"one": ["p1", 1]}),
        (["by_box", "1"], ["p1"]),
        (["by_box", "1"], ["p1", 1, 2]),
        (["hat"], 1),
    ],
)
def test_a_typed_dict_that_does_not_fit_is_not_valid(path, value):
    assert not Draft202012Validator(document("A rack", Rack)).is_valid(changed(RACK, path, value))


def test_the_files_are_json():
    for path in FOLDER.glob("*.json"):
        assert json.loads(path.read_text("utf-8"))["title"]
