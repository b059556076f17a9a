"""A process that migrates a database, killed before its nth statement.

python -m tests.support.migration_child URL
"""

import sys
from functools import partial

import sqlalchemy as sa

from pitboss.house.storage.schema import connect, migrate
from tests.support.killing import serve_trials


def migrate_step_by_step(url, steps):
    engine = connect(url)
    sa.event.listen(engine, "before_cursor_execute", lambda *_: steps.step())
    sa.event.listen(engine, "commit", lambda _: steps.step())
    migrate(engine)


if __name__ == "__main__":
    serve_trials(partial(migrate_step_by_step, *sys.argv[1:]))
