"""What Alembic runs: it migrates over the connection that `storage.migrate` hands it."""

from alembic import context

from pitboss.house.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite can't alter a column: the table is copied.
)
with context.begin_transaction():
    context.run_migrations()
