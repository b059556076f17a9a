"""A table's set-up as JSON: it comes back with its fingerprint, and nothing else is read."""

import hashlib
import json

import pytest

from pitboss.errors import PitbossError
from pitboss.language.paytables import Paytable
from pitboss.notation.setup_json import setup_from_json, setup_to_json
from pitboss.play.setup import setup
from pitboss.rulebooks import RULEBOOKS
from tests.support.json_values import changed, through_json

OWN = Paytable("mine", {"both-same-colour": "5 to 1", "same-colour": "2 to 1"})
OTHER = [
    ("three-card-poker", {
        "readings": {"envy": "everyone"},
        "prices": {"progressive": 500},
        "caps": {"pair-plus": {"hand": 100_000, "round": 300_000}},
        "chip": 50,
    }),
    ("three-card-prime", {
        "paytables": {"play": "bad-beat-3", "prime": OWN}, "policies": {"half-unit": "up"},
    }),
]  # fmt: skip
UNUSUAL = {
    "limits": {"ante": (500, 100_000, 100)},
    "boxes": 5,
    "led_by": "dealer",
    "shuffler": False,
    "offered": ("ante", "play"),
    "out_of_time": "best",
    "incidents": {"misdeal": "void-round"},
    "referred_to": "pit-manager",
    "contribution": "3/10",
}
SETUPS = [
    *(setup(book.configure()) for book in RULEBOOKS.values()),
    *(setup(RULEBOOKS[game].configure(**options), **UNUSUAL) for game, options in OTHER),
]


@pytest.mark.parametrize("table", SETUPS, ids=lambda table: table.rules.key)
def test_a_set_up_comes_back_with_its_fingerprint(table):
    data = through_json(setup_to_json(table))
    back = setup_from_json(data)
    assert back.fingerprint == table.fingerprint
    assert setup_to_json(back) == data


def test_what_a_set_up_does_not_name_is_as_usual():
    usual = setup_from_json({"game": "three-pictures"})
    assert usual.fingerprint == setup(RULEBOOKS["three-pictures"].configure()).fingerprint


USUAL = setup_to_json(setup(RULEBOOKS["three-card-poker"].configure()))
UNRECORDED = {name: value for name, value in USUAL.items() if name != "rulebook"}


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (["game"], "three-card-pokr", "did you mean three-card-poker?"),
        (["game"], ["three-card-poker"], "There is no game"),
        (["version"], "MBS v3", "The file needs three-card-poker 'MBS v3', but version MBS v4"),
        (["fingerprint"], "0123456789ab", "The fingerprint of the file"),
        (["fingerprint"], 5, "The fingerprint of the file"),
        (["hat"], 1, "an unknown entry 'hat'"),
        (["readings"], [], "readings is []"),
        (["readings", "envy"], 1, "readings.envy"),
        (["readings", "envy"], "nobody", "There is no option of reading envy"),
        (["paytables"], {"play": 5}, "paytables.play"),
        (
            ["paytables"],
            {"play": {"key": "mine"}},
            "paytables.play should be a key, or an object with key and pays.",
        ),
        (["paytables"], {"play": {"key": "My own", "pays": {}}}, "needs a key such as"),
        (["chip"], True, "chip is True"),
        (["prices", "progressive"], 2.5, "prices.progressive"),
        (["caps"], {"play": {"hand": "5"}}, "caps.play.hand"),
        (["table", "boxes"], 7.0, "table.boxes"),
        (["table", "boxes"], 99, "One deck serves"),
        (["table", "shuffler"], "yes", "table.shuffler"),
        (["table", "offered"], "ante", "table.offered"),
        (["table", "limits"], {"ante": 5}, "table.limits.ante"),
        (["table", "contribution"], "1e999999999", "a fraction such as 1/5"),
        (["table", "contribution"], "1/0", "The table's set-up"),
        (["table", "hats"], 1, "There is no entry of the table 'hats'"),
        (["table", "rules"], {}, "There is no entry of the table 'rules'"),
    ],
)
def test_a_set_up_that_does_not_fit_is_refused(path, value, expected):
    with pytest.raises(PitbossError) as refused:
        setup_from_json(changed(UNRECORDED, path, value))
    assert expected in refused.value.message


# Set-ups that have gained fields since a file was written


def fingerprint_of(canonical):
    """SHA-256 over canonical JSON, computed here and not by the code under test."""
    text = json.dumps(canonical, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def written_before(table, left_out):
    """The data of a set-up as a release wrote it that did not know some of its fields."""
    data, canonical = through_json(setup_to_json(table)), through_json(table.canonical())
    for *path, name in left_out:
        inner, named = data, canonical["rules"] if path[0] != "table" else canonical
        for step in path:
            inner = inner[step]
            named = named[step] if step != "table" else named
        del inner[name], named[name]
    return {**data, "fingerprint": fingerprint_of(canonical)}


GAINED = [("table", "examiner"), ("readings", "envy"), ("policies", "half-unit")]


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("digits", [12, 64])
def test_fields_that_did_not_exist_have_no_part_in_a_fingerprint(count, digits):
    table = setup(RULEBOOKS["three-card-poker"].configure(), boxes=3)
    data = written_before(table, GAINED[:count])
    assert data["fingerprint"] != table.fingerprint
    assert setup_from_json({**data, "fingerprint": data["fingerprint"][:digits]}) == table


def test_a_field_that_is_taken_out_of_a_file_is_missed():
    table = setup(RULEBOOKS["three-card-poker"].configure(), boxes=3, examiner="first")
    data = through_json(setup_to_json(table))
    del data["table"]["examiner"]
    with pytest.raises(PitbossError, match="The fingerprint of the file is"):
        setup_from_json(data)


@pytest.mark.parametrize("digits", [0, 11, 65])
def test_a_fingerprint_has_twelve_digits_at_least(digits):
    fingerprint = (USUAL["fingerprint"] * 2)[:digits]
    with pytest.raises(PitbossError, match="The fingerprint of the file is"):
        setup_from_json({**USUAL, "fingerprint": fingerprint})
