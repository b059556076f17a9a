"""A house opened to be read: its rounds, its people and its configurations.

Nothing is locked and nothing is changed, so the house may be served meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from pitboss.errors import NoHouse, UnknownName
from pitboss.house.people.person import PERSON, Person
from pitboss.house.records.outside_rulebooks import must_know_rulebooks
from pitboss.house.rounds.history import History, PlayedRound, round_id
from pitboss.house.settings.house_file import practice_house
from pitboss.house.settings.house_settings import HouseSettings, settings_from_json
from pitboss.house.storage.opening import (
    database_of,
    holds_house,
    must_exist,
    name_of,
    no_house,
    plain_errors,
)
from pitboss.house.storage.schema import (
    CONFIGURATIONS,
    HOUSE_SETTINGS,
    JOURNAL,
    PEOPLE,
    connect_to_read,
    is_newest,
)
from pitboss.house.tables.recovery import read_setup
from pitboss.play import Setup

BATCH = 1_000  # People that are at hand at once.


def engine_to_read(folder: Path, url: str | sa.URL | None) -> sa.Engine:
    """The database of the house in a folder, or at an address; there has to be one."""
    must_exist(folder, url)
    return connect_to_read(database_of(folder, url))


def check_version(connection: sa.Connection, folder: Path) -> None:
    """Refuse a database without a house, or whose tables another version of Pitboss has made."""
    if not holds_house(connection):
        raise no_house(name_of(connection.engine.url))
    if not is_newest(connection):
        message = f"The house in {folder} is of another version of Pitboss: open it first."
        raise NoHouse("house/version", message)


@contextmanager
def reading(folder: Path, url: str | sa.URL | None = None) -> Iterator[sa.Connection]:
    """One moment of a house."""
    with open_archive(folder, url) as archive, archive.engine.connect() as connection:
        yield connection


@contextmanager
def open_archive(folder: Path, url: str | sa.URL | None = None) -> Iterator[Archive]:
    engine = engine_to_read(folder, url)
    try:
        with plain_errors(folder, engine.url), engine.connect() as connection:
            check_version(connection, folder)
            must_know_rulebooks(connection, folder)
        yield Archive(engine)
    except sa.exc.DBAPIError as error:
        message = f"The database of the house in {folder} can't be read: {error.orig}."
        raise NoHouse("house/database", " ".join(message.split())) from None
    finally:
        engine.dispose()


class Archive:
    """What a house has written down."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.history = History(engine, self.configuration)
        self._setups: dict[str, Setup] = {}
        self._names: dict[str, str] = {}

    def configuration(self, fingerprint: str) -> Setup:
        """The configuration with this fingerprint that a table here has, or once had."""
        setup = self._setups.get(fingerprint)
        if setup is None:
            query = sa.select(CONFIGURATIONS.c.body).where(
                CONFIGURATIONS.c.fingerprint == fingerprint
            )
            with self.engine.connect() as connection:
                setup = read_setup(connection.execute(query).scalar_one())
            self._setups[fingerprint] = setup
        return setup

    def configurations(self) -> list[Setup]:
        """Every configuration that a table here has, or once had."""
        query = sa.select(CONFIGURATIONS.c.fingerprint).order_by(CONFIGURATIONS.c.fingerprint)
        with self.engine.connect() as connection:
            fingerprints = connection.execute(query).scalars().all()
        return [self.configuration(fingerprint) for fingerprint in fingerprints]

    def settings(self) -> HouseSettings:
        """The settings in force when something last happened here."""
        now = sa.select(sa.func.max(JOURNAL.c.time)).scalar_subquery()
        query = (
            sa.select(HOUSE_SETTINGS.c.body)
            .where(HOUSE_SETTINGS.c.effective <= now)
            .order_by(HOUSE_SETTINGS.c.id.desc())
            .limit(1)
        )
        with self.engine.connect() as connection:
            body = connection.execute(query).scalar_one_or_none()
        return practice_house() if body is None else settings_from_json(body)

    # People

    def name_of(self, person: str) -> str:
        """What somebody is called; their id if we do not know them."""
        if person not in self._names:
            query = sa.select(*PERSON).where(PEOPLE.c.id == person)
            with self.engine.connect() as connection:
                row = connection.execute(query).one_or_none()
            self._names[person] = person if row is None else Person(*row).name
        return self._names[person]

    def person_called(self, text: str) -> str:
        """The id of the person with this id or name, in capitals or not."""
        wanted = " ".join(text.split()).casefold()
        query, options = sa.select(*PERSON), {"yield_per": BATCH}
        with (
            self.engine.connect() as connection,
            connection.execute(query, execution_options=options) as rows,
        ):
            for row in rows:
                person = Person(*row)
                if wanted in (person.id.casefold(), person.name.casefold()):
                    return person.id
        message = f"There is nobody called {text!r} here: give an id, or a name such as Guest 7."
        raise UnknownName("unknown/person", message)

    # Rounds

    def round(self, id: str) -> PlayedRound:
        """A round by its id, TABLE-NUMBER."""
        return self.history.round(*round_id(id))
