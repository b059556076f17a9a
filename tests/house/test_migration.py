"""A filled database of version 2 becomes one of the newest version, all of it or nothing."""

import re
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.house.backups.backup import back_up
from pitboss.house.backups.restore import restore
from pitboss.house.people.person import hash_of_token
from pitboss.house.records.days import SECOND
from pitboss.house.storage.schema import METADATA, connect, known_revisions, migrate, revisions_of
from pitboss.play.state import BETTING, EXAMINING
from tests.house.conftest import new_url
from tests.support.houses import START, Clock, Guest, assert_in_order, entries_of, opened
from tests.support.killing import Trials

HOUSE = Path(__file__).parents[1] / "golden" / "houses" / "version_2.sql"
ENTRIES = 17
LATER = START + 40 * 86_400 * SECOND


def fill(place):
    """Put the house of version 2 there: its rows, its key and its heads."""
    lines = HOUSE.read_text().splitlines()
    engine = connect(place["url"])
    with engine.begin() as connection:
        migrate(connection, "0002")
        for line in lines:
            if line.startswith("INSERT"):
                connection.exec_driver_sql(line.rstrip(";"))
    engine.dispose()
    (key,) = re.findall(r"^-- key: (.*)", "\n".join(lines), re.MULTILINE)
    file = place["folder"] / "key"
    file.write_text(key)
    file.chmod(0o600)
    heads = [line.removeprefix("-- head: ") for line in lines if line.startswith("-- head: ")]
    assert len(heads) == ENTRIES
    (place["folder"] / "heads").write_text("".join(f"{line}\n" for line in heads))


def back_again(house, token, table):
    """A guest who comes back with the token that they have had."""
    person = house.person_with(hash_of_token(token))
    guest = Guest.__new__(Guest)
    guest.house, guest.id, guest.table = house, person.id, table
    guest._ids = iter(f"later-{number}" for number in range(1000))
    return guest


def test_a_filled_house_goes_on_in_the_newest_version(place):
    fill(place)
    with opened(**place, seed=5, clock=Clock(LATER)) as house:
        # It closed the day, said how long it had rested, and adopted its settings.
        assert len(entries_of(house.engine)) == ENTRIES + 3
        assert house.person_with(hash_of_token("gone")) is None
        poker = back_again(house, "poker", "422TFZ9V")
        pictures = back_again(house, "pictures", "61PTBSM6")
        assert (poker.round.phase, pictures.round.phase) == (EXAMINING, BETTING)
        assert (poker.balance, pictures.balance) == (95_400, 97_400)
        assert house.sit(poker.id, "three-card-poker").result(30).table == poker.table
        poker.decide_all()
        pictures.deal()
        for guest in (poker, pictures):
            assert guest.round.phase == "settled"
        poker.deal({1: {"ante": 500}})
        poker.decide_all()
        newcomer = Guest(house, "three-card-prime", "newcomer")
        assert newcomer.person.number == 4
        assert_append_only(house.engine)
    counts = assert_in_order(**place)
    assert (counts.guests, counts.tables, counts.rounds) == (4, 4, 5)


def assert_append_only(engine):
    """What the first version has made append-only still is."""
    for statement in (
        "UPDATE journal SET person = 'x'",
        "DELETE FROM journal WHERE id = 1",
        "UPDATE transfers SET amount = 1",
        "DELETE FROM transfers",
    ):
        with pytest.raises(sa.exc.DBAPIError, match="only ever added"), engine.begin() as opened:
            opened.exec_driver_sql(statement)


def contents(engine):
    """Every table with its rows, and the version."""
    with engine.connect() as connection:
        tables = sa.MetaData()
        tables.reflect(connection)
        rows = {
            table.name: sorted(map(repr, connection.execute(sa.select(table))))
            for table in tables.sorted_tables
        }
        return revisions_of(connection), rows


def test_a_migration_that_is_killed_has_not_happened(place):
    """At whichever statement it ends, the database is of the old version, or of the new one."""
    fill(place)
    engine = connect(place["url"])
    old = contents(engine)
    assert old[0] == ("0002",)
    trials = Trials("tests.support.migration_child", _shown(place["url"]))
    step = 1
    while trials.is_killed_at(step):
        assert contents(engine) == old
        step += 1
    trials.close()
    assert step > 20
    revisions, rows = contents(engine)
    assert revisions == known_revisions()[:1]
    assert rows.keys() == {*METADATA.tables, "alembic_version"}
    assert rows["journal"] == old[1]["journal"]
    assert len(rows["people"]) == len(rows["sign_ins"]) == 3
    assert_append_only(engine)
    engine.dispose()


def _shown(url):
    return url.render_as_string(hide_password=False)


@pytest.mark.parametrize("server", ["sqlite", "postgresql"])
def test_a_backup_of_an_old_version_is_restored_in_the_newest(
    request, tmp_path, tmp_path_factory, server
):
    """On the other server, and up to any entry."""
    first = {"folder": tmp_path, "url": new_url(request, "sqlite", tmp_path)}
    fill(first)
    backup = back_up(**first, file=tmp_path / "b.zip", now=LATER)
    assert (backup.manifest.revision, backup.manifest.entry) == ("0002", ENTRIES)
    for entry in (ENTRIES, 9, 5):
        folder = tmp_path_factory.mktemp("restored")
        place = {"folder": folder, "url": new_url(request, server, folder)}
        clock = Clock(LATER)
        assert restore(tmp_path / "b.zip", **place, entry=entry, clock=clock).entry <= entry
        (folder / "key").write_bytes((tmp_path / "key").read_bytes())
        (folder / "key").chmod(0o600)
        assert_in_order(**place)
        with opened(**place, seed=entry, clock=clock) as house:
            if entry > 5:
                back_again(house, "poker", "422TFZ9V").look()
        assert_in_order(**place)
