"""A PostgreSQL server that can be cut off, killed and started again."""

import os
import signal
import subprocess
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import sqlalchemy as sa

OWNER = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND database = {}".format(
    "(SELECT oid FROM pg_database WHERE datname = '{}')"
)
PATIENCE = 300  # Tenths of a second.


@contextmanager
def server_folder():
    """A folder that the server's own user can reach.

    Pytest's folders are closed to others whenever another run begins, and the server dies of it.
    """
    with TemporaryDirectory(prefix="pitboss-postgres-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "runtime").mkdir(mode=0o700)  # Where the package keeps its locks.
        yield folder


class Server:
    """A server of a test's own: others would not survive what is done to it."""

    def __init__(self, server):
        self._server = server
        self.url = sa.make_url(server.get_uri()).set(drivername="postgresql+psycopg")

    @contextmanager
    def admin(self, database=None):
        """A connection beside the house's."""
        engine = sa.create_engine(self.url.set(database=database or self.url.database),
                                  isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)  # fmt: skip
        with self._connected(engine) as connection:
            yield connection

    def _connected(self, engine):
        """After a crash it takes a moment until the server lets anybody in."""
        for _ in range(PATIENCE):
            with suppress(sa.exc.OperationalError):
                return engine.connect()
            time.sleep(0.1)
        return engine.connect()

    def new_database(self, name):
        with self.admin() as connection:
            connection.exec_driver_sql(f'CREATE DATABASE "{name}"')
        return self.url.set(database=name)

    def writer_of(self, name):
        """The process that serves the writer of a house."""
        with self.admin() as connection:
            return connection.exec_driver_sql(OWNER.format(name)).scalar_one()

    def cut(self, name):
        with self.admin() as connection:
            writer = OWNER.format(name)
            connection.exec_driver_sql(f"SELECT pg_terminate_backend(({writer}), 5000)")

    def crash(self, name):
        """Kill the writer's process: the server ends all others, and recovers."""
        os.kill(self.writer_of(name), signal.SIGKILL)

    def kill(self):
        """Kill the server itself with all its processes, as a machine would that stops."""
        main = psutil.Process(self._server.get_pid())
        everybody = [main, *main.children(recursive=True)]
        for process in everybody:
            process.kill()
        psutil.wait_procs(everybody, timeout=10)

    def start(self):
        """A crowded machine may take longer than the package has patience for."""
        for _ in range(5):
            with suppress(subprocess.SubprocessError):
                return self._server.ensure_postgres_running()
        return self._server.ensure_postgres_running()
