"""How files of earlier versions are read: by upgraders, of which these tests register their own."""

import copy

import pytest

from pitboss.errors import BadNotation
from pitboss.notation.record import check, run
from pitboss.notation.record_json import as_json, from_json, restore
from pitboss.notation.upgrades import EVENTS, ROUND, UPGRADERS, current, upgraded
from tests.support.json_values import changed, through_json
from tests.test_stored_records import FOLDER, load

FILE = FOLDER / "round-2" / "void-after-settlement.json"
HANDLED = ["steps", 10, "events", 0, "facts", 1, 1]  # A fact of the incident that is reported.
NET = ["steps", 9, "events", 0, "payments", 0, "net"]


def noting(said):
    """An upgrader that leaves its mark in the notes."""

    def upgrade(data):
        data["notes"] = [*data.get("notes", []), said]
        return data

    return upgrade


@pytest.fixture
def stored():
    return load(FILE)


@pytest.fixture
def superseded(monkeypatch):
    """The version of the first release has been followed by two others."""
    monkeypatch.setitem(UPGRADERS, ROUND, (noting("first"), noting("second")))


def test_a_file_goes_through_every_upgrader_that_it_needs(stored, superseded):
    before = copy.deepcopy(stored)
    notes = tuple(stored["notes"])
    assert from_json(stored).notes == (*notes, "first", "second")
    assert from_json({**stored, "format": "pitboss-round/3"}).notes == (*notes, "second")
    assert from_json({**stored, "format": "pitboss-round/4"}).notes == notes
    assert stored == before


def test_an_upgraded_file_is_written_in_the_current_version(stored, superseded):
    now = through_json(as_json(from_json(stored)))
    assert now["format"] == current(ROUND) == "pitboss-round/4"
    assert now["upgraded_from"] == "pitboss-round/2"
    assert through_json(as_json(from_json(now))) == now


def test_an_upgraded_record_is_not_decided_again(stored, superseded):
    """The rules of play may have changed since: what was recorded stands, and so does a copy."""
    data = changed(stored, HANDLED, "no")
    now = through_json(as_json(from_json(data)))
    for record in (from_json(data), from_json(now)):
        assert record.is_recorded
        check(run(record))
    with pytest.raises(BadNotation, match="facts 2 2: the file says 'no', the rules give"):
        check(run(from_json({**data, "format": current(ROUND)})))


def test_an_upgraded_record_is_settled_again(stored, superseded):
    with pytest.raises(BadNotation, match="the file says 1100, the rules give 1000"):
        check(run(from_json(changed(stored, NET, 1100))))


def test_a_record_without_what_followed_is_played_anew(stored, superseded):
    for step in stored["steps"]:
        del step["events"]
    record = from_json(stored)
    assert not record.is_recorded
    assert "upgraded_from" not in as_json(record)


@pytest.mark.parametrize("said", ["pitboss-round/1", "pitboss-round/2", "pitboss-events/2", "x"])
def test_a_record_of_the_current_version_was_upgraded_from_no_other(stored, said):
    """Otherwise a file could ask not to be decided again."""
    with pytest.raises(BadNotation, match=f"upgraded_from is '{said}', no earlier version of"):
        from_json({**stored, "upgraded_from": said})


def test_saved_events_have_upgraders_of_their_own(stored, monkeypatch):
    def returned(data):
        data["events"] = data.pop("happened")
        return data

    monkeypatch.setitem(UPGRADERS, EVENTS, (returned,))
    data = load(FOLDER / "events-2" / FILE.name)
    expected = restore({**data, "format": current(EVENTS)})
    data["happened"] = data.pop("events")
    assert restore(data) == expected
    assert not from_json(stored).is_recorded


@pytest.mark.parametrize("error", [KeyError, TypeError, ValueError, AttributeError])
def test_a_file_that_its_upgrader_can_not_read_is_refused(stored, monkeypatch, error):
    def upgrade(data):
        raise error

    monkeypatch.setitem(UPGRADERS, ROUND, (noting("first"), upgrade))
    with pytest.raises(BadNotation, match="The file is not a valid pitboss-round/2 file"):
        from_json(stored)


def test_an_upgrader_may_say_what_is_wrong(stored, monkeypatch):
    def upgrade(data):
        raise BadNotation("notation/differs", "The totals of the file differ.")

    monkeypatch.setitem(UPGRADERS, ROUND, (upgrade,))
    with pytest.raises(BadNotation, match="The totals of the file differ"):
        from_json(stored)


@pytest.mark.parametrize("name", [ROUND, EVENTS])
def test_a_version_from_before_the_first_release_is_not_read(name):
    with pytest.raises(BadNotation) as refused:
        upgraded({"format": f"{name}/1"}, name)
    assert refused.value.code == "notation/format"
    assert refused.value.message == (
        f"The file is {name}/1, from before the first release, and is no longer read: "
        f"write it anew as {name}/2."
    )


def test_a_version_from_before_the_first_release_stays_unread(stored, superseded):
    with pytest.raises(BadNotation, match="no longer read: write it anew as pitboss-round/4"):
        from_json({**stored, "format": "pitboss-round/1"})


def test_a_newer_version_is_not_read(stored, superseded):
    with pytest.raises(BadNotation, match="is pitboss-round/5, newer than pitboss-round/4: read"):
        from_json({**stored, "format": "pitboss-round/5"})
