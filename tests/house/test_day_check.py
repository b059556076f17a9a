"""Closed days: whatever is wrong with a seal is found, and kept seals find whoever has the key."""

import json
import shutil

import pytest

from pitboss.house.checks.verify import NoHouse
from pitboss.house.keys.signing import SigningKey
from pitboss.house.records.journal import sealed
from pitboss.house.records.seals import Seal, read_seals
from tests.support.houses import assert_in_order, findings
from tests.support.tampering import DAY, Forger, closed_day, small_house

OTHER = SigningKey(bytes(32))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sealed")
    small_house(folder)
    return folder


@pytest.fixture
def forger(folder):
    forger = Forger(folder)
    with forger.trying():
        yield forger
    forger.close()


def change_seal(forger, nth=0, key=None, **changes):
    """The nth seal with other fields, signed again; the house's chain is made to hold."""
    entries = forger.entries("house")
    closing = [at for at, entry in enumerate(entries) if closed_day(entry.events)]
    at = closing[nth]
    event = closed_day(entries[at].events)
    house = entries[0].hash
    fields = {name: event[name] for name in Seal._fields if name != "house"} | changes
    seal = Seal(house, **fields)
    if "signature" not in changes:
        seal = seal.signed_by(key or forger.signing_key)
    new = {"event": "DayClosed", **seal._asdict()}
    del new["house"]
    entries[at] = entries[at]._replace(events=json.dumps([new]))
    forger.rehash("house", entries)
    return seal


def says(forger, **knows):
    return [str(finding) for finding in forger.findings(**{"knows_heads": False, **knows})]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"root": "ab" * 32}, "The entries 6 to 15 are not those of 2023-12-14, sealed."),
        ({"first": 4}, "It closes the entries 4 to 15, and those since the seal before are 6 to"),
        ({"last": 13}, "It closes the entries 6 to 13, and those since the seal before are 6 to"),
        ({"previous": "ab" * 32}, "It does not follow from the seal before it."),
        ({"day": "2023-12-13"}, "It closes 2023-12-13, and the day that was open is 2023-12-14."),
        ({"opens": "2023-12-16"}, "It opens 2023-12-16 on 2023-12-15."),
        ({"signature": "ab" * 64}, "It is not signed by the key"),
        ({"public_key": OTHER.public, "key": OTHER}, "and that is not the one that the seal"),
    ],
)  # fmt: skip
def test_a_seal_that_is_not_right(forger, changes, expected):
    change_seal(forger, 1, **changes)
    first = says(forger)[0]
    assert first.startswith("The house, entry 8: ")
    assert expected in first


def test_the_first_seal_of_a_house(forger):
    change_seal(forger, 0, day="2023-11-13")
    assert "It closes 2023-11-13, and the day that was open is 2023-11-14." in says(forger)[0]


def test_a_key_that_no_seal_announced(forger):
    change_seal(forger, 1, next_key=OTHER.public)
    assert "The house, entry 9: It does not follow from the seal before it." in says(forger)
    key = forger.signing_key.public[:16]
    expected = f"signed by the key {key}, and that is not the one that the seal before named."
    assert expected in " ".join(says(forger))


def test_a_day_that_was_not_closed(forger):
    """The entry that closed it says nothing any more, and every later seal is made to fit."""
    entries = forger.entries("house")
    at = next(at for at, entry in enumerate(entries) if "2023-12-15" in entry.command_id)
    entries[at] = entries[at]._replace(events="[]")
    forger.rehash("house", entries)
    forger.reseal()
    problems = says(forger)
    assert problems == [
        "The house, entry 9: It leads to DayClosed alone, and other events are recorded.",
        "The house, entry 9: It is of 2023-12-16, and the day 2023-12-15 was not closed before.",
    ]


def test_an_entry_that_is_moved_into_the_next_day(forger):
    """Its own day is over by then: somebody has put off the close."""
    stream = forger.all("SELECT stream FROM journal WHERE id = 14")[0][0]
    entries = forger.entries(stream)
    entries[-1] = entries[-1]._replace(time=entries[-1].time + DAY - 1)
    forger.write_anew(stream, entries)
    problems = says(forger)
    assert any("was not closed before." in problem for problem in problems), problems


def test_the_published_key(forger):
    forger.public_key = OTHER.public
    expected = "The key in signing-key.pub: It is not the one that the last seal names."
    assert says(forger) == [expected]
    forger.public_key = ""  # Nobody has to publish it there.
    assert says(forger) == []


# Seals that somebody else has kept


def kept(folder):
    return [seal for _, seal in read_seals((folder / "seals").read_bytes())]


def test_all_some_or_one_of_the_seals(folder, tmp_path):
    first, second, third = kept(folder)
    for some in ([first, second, third], [third, first], [second]):
        (tmp_path / "kept").write_text("".join(f"{seal.line}\n" for seal in some))
        assert assert_in_order(folder, seals=tmp_path / "kept").kept_seals == len(some)
    (tmp_path / "kept").write_text(second.line)
    assert assert_in_order(folder, seals=tmp_path / "kept").kept_seals == 1


@pytest.mark.parametrize("keeps", [0, 1, 2])
def test_who_has_everything_but_one_kept_seal_is_found(folder, tmp_path, keeps):
    """A rich forger: the chain, the ledger, heads, seals and the signing key are all theirs."""
    forger = Forger(folder)
    with forger.trying():
        entries = forger.entries("house")
        entries[0] = entries[0]._replace(command_id="x")
        forger.write_anew("house", entries)
        assert says(forger) == []
        forger.elsewhere = forger.elsewhere._replace(
            data=forger.elsewhere.data.splitlines(keepends=True)[keeps]
        )
        (problem,) = says(forger, knows_seals=True)
    forger.close()
    day = kept(folder)[keeps].day
    assert problem == (
        f"{day}, as sealed in kept, line 1: It is the seal of another house, or the journal's "
        "first entry was written anew."
    )


def test_entries_of_one_day_that_were_written_anew(forger):
    stream = forger.all("SELECT stream FROM journal WHERE id = 13")[0][0]
    entries = forger.entries(stream)
    entries[2] = entries[2]._replace(command_id="x")
    forger.write_anew(stream, entries)
    assert says(forger) == []
    assert says(forger, knows_seals=True) == [
        "2023-12-14, as sealed in kept, line 2: The entries 6 to 15 are not those that were "
        "sealed: they were written anew.",
        "2023-12-15, as sealed in kept, line 3: The entries 16 to 20 are not those that were "
        "sealed: they were written anew.",
    ]


def test_a_journal_that_was_cut_off_with_everything_beside_it(folder, tmp_path):
    """Back to the last second of its second day, as a backup of that time would have it."""
    forger = Forger(folder)
    with forger.trying():
        forger.cut(13)
        forger.reseal()
        # People and sign-ins of later days are still there: the journal alone is looked at.
        problems = says(forger, knows_seals=True)
    forger.close()
    assert problems[-2:] == [
        "2023-12-14, as sealed in kept, line 2: The entries 6 to 15 were sealed, and the journal "
        "ends at 13: it was cut off.",
        "2023-12-15, as sealed in kept, line 3: The entries 16 to 20 were sealed, and the journal "
        "ends at 13: it was cut off.",
    ]


def test_a_day_that_was_signed_anew(forger):
    """The entries are as they were: only the key is another."""
    forger.reseal(OTHER)
    forger.public_key = OTHER.public
    assert says(forger) == []
    first, *_ = says(forger, knows_seals=True)
    assert first == (
        "2023-11-14, as sealed in kept, line 1: The entries 1 to 5 are those that were sealed, "
        "and the journal has another seal for them."
    )


def test_a_house_without_any_seal_that_once_had_some(forger):
    """Who takes every seal out of the journal is found by the entries themselves."""
    entries = [
        entry._replace(events="[]") if closed_day(entry.events) else entry
        for entry in forger.entries("house")
    ]
    forger.rehash("house", entries)
    own = says(forger)
    assert {problem.partition(": ")[2] for problem in own} == {
        "It leads to DayClosed alone, and other events are recorded."
    }
    problems = says(forger, knows_seals=True)[len(own) :]
    assert problems[0].endswith("and the journal has another seal for them.")
    assert problems[1].endswith("are not those that were sealed: they were written anew.")


def test_kept_seals_that_are_not_signed(forger):
    data = forger.elsewhere.data.replace(b'"last":15', b'"last":16')
    forger.elsewhere = forger.elsewhere._replace(data=data)
    (problem,) = says(forger, knows_seals=True)
    assert "line 2: The kept seal is not signed by its own key" in problem


def test_seals_that_are_none(folder, tmp_path):
    with pytest.raises(NoHouse, match="There is no file of seals"):
        findings(folder, seals=tmp_path / "nowhere")
    (tmp_path / "kept").write_text("")
    (problem,), _ = findings(folder, seals=tmp_path / "kept")
    assert str(problem) == "The seals in kept: There are none: nothing was kept."
    (tmp_path / "kept").write_text("nonsense\n")
    (problem,), _ = findings(folder, seals=tmp_path / "kept")
    assert str(problem) == "The seals in kept, line 1: This is no seal."


def test_the_seals_of_another_house(folder, tmp_path):
    other = Seal("ab" * 32, *kept(folder)[0][1:]).signed_by(OTHER)
    other = other._replace(public_key=OTHER.public).signed_by(OTHER)
    (tmp_path / "kept").write_text(f"{other.line}\n")
    (problem,), _ = findings(folder, seals=tmp_path / "kept")
    assert "It is the seal of another house" in problem.says


def test_the_file_of_the_house_itself(folder, tmp_path):
    shutil.copytree(folder, tmp_path / "copy")
    file = tmp_path / "copy" / "seals"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text(lines[0] + lines[2])
    (problem,), _ = findings(tmp_path / "copy")
    assert str(problem) == "The seals in seals: That of 2023-12-14 is missing."


def test_an_entry_of_the_house_is_what_was_hashed(forger):
    """A seal whose entry is changed without hashing it anew."""
    entries = forger.entries("house")
    at = next(at for at, entry in enumerate(entries) if closed_day(entry.events))
    assert sealed(entries[at]) == entries[at]
    forger.run(
        "UPDATE journal SET events = replace(events, '2023-11-14', '2023-11-13') WHERE "
        "command_id = 'day-2023-11-14'"
    )
    problems = says(forger)
    assert problems[0] == "The house, entry 4: Its content is not what its hash was made of."
    assert any("It is not signed by the key" in problem for problem in problems)
