"""A filled database of a stored version becomes one of the newest version, all of it or nothing."""

import pytest
import sqlalchemy as sa

from pitboss.errors import NoHouse
from pitboss.house.backups.backup import back_up
from pitboss.house.backups.restore import restore
from pitboss.house.people.person import hash_of_token
from pitboss.house.records.days import SECOND
from pitboss.house.storage.schema import METADATA, connect, known_revisions, revisions_of
from pitboss.play.state import BETTING, EXAMINING
from tests.house.conftest import new_url
from tests.support.houses import START, Clock, Guest, assert_in_order, entries_of, opened
from tests.support.killing import Trials
from tests.support.stored_house import FOLDER, fill

VERSIONS = tuple(sorted(file.stem.removeprefix("version_") for file in FOLDER.glob("*.sql")))
ENTRIES = 17
LATER = START + 40 * 86_400 * SECOND
POKER, PICTURES = "MKZHPA1Z", "H2WE1WNA"  # Tables at which a hand and a bet wait.


def test_there_is_a_house_of_every_version():
    assert tuple(sorted(known_revisions())) == VERSIONS


def back_again(house, token, table):
    """A guest who comes back with the token that they have had."""
    person = house.person_with(hash_of_token(token))
    guest = Guest.__new__(Guest)
    guest.house, guest.id, guest.table = house, person.id, table
    guest._ids = iter(f"later-{number}" for number in range(1000))
    return guest


@pytest.mark.parametrize("version", VERSIONS)
def test_a_filled_house_goes_on_in_the_newest_version(place, version):
    fill(place, version)
    assert_in_order(**place)
    with opened(**place, seed=5, clock=Clock(LATER)) as house:
        # It closed the day, said how long it had rested, adopted the practice house's settings of
        # today, and said that it was opened.
        assert len(entries_of(house.engine)) == ENTRIES + 4
        assert house.person_with(hash_of_token("gone")) is None
        poker, pictures = back_again(house, "poker", POKER), back_again(house, "pictures", PICTURES)
        assert (poker.round.phase, pictures.round.phase) == (EXAMINING, BETTING)
        assert (poker.balance, pictures.balance) == (96_750, 98_000)
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
    assert (counts.guests, counts.tables, counts.rounds) == (4, 4, 4)


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


@pytest.mark.parametrize("old", ["0001", "0002", "0003", "0004"])
def test_a_house_from_before_the_first_release_is_refused(tmp_path, old):
    opened(tmp_path).close()
    engine = connect(f"sqlite:///{tmp_path / 'house.db'}")
    with engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{old}'")
    engine.dispose()
    before = (tmp_path / "house.db").read_bytes()
    with pytest.raises(NoHouse, match="before the first release") as refused:
        opened(tmp_path)
    assert refused.value.code == "house/older"
    assert (tmp_path / "house.db").read_bytes() == before


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
    engine = connect(place["url"])
    with engine.begin() as connection:  # So that the file is there.
        connection.exec_driver_sql("CREATE TABLE before (x INTEGER)")
        connection.exec_driver_sql("DROP TABLE before")
    old = contents(engine)
    assert old == ((), {})
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
    engine.dispose()


def _shown(url):
    return url.render_as_string(hide_password=False)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("server", ["sqlite", "postgresql"])
def test_a_backup_of_a_stored_version_is_restored_in_the_newest(
    request, tmp_path, tmp_path_factory, server, version
):
    """On the other server, and up to any entry."""
    first = {"folder": tmp_path, "url": new_url(request, "sqlite", tmp_path)}
    fill(first, version)
    backup = back_up(**first, file=tmp_path / "b.zip", now=LATER)
    assert (backup.manifest.revision, backup.manifest.entry) == (version, ENTRIES)
    for entry in (ENTRIES, 13, 7):
        folder = tmp_path_factory.mktemp("restored")
        place = {"folder": folder, "url": new_url(request, server, folder)}
        clock = Clock(LATER)
        assert restore(tmp_path / "b.zip", **place, entry=entry, clock=clock).entry <= entry
        for name in ("key", "signing-key"):
            (folder / name).write_bytes((tmp_path / name).read_bytes())
            (folder / name).chmod(0o600)
        assert_in_order(**place)
        with opened(**place, seed=entry, clock=clock) as house:
            if entry > 12:
                back_again(house, "poker", POKER).look()
        assert_in_order(**place)
