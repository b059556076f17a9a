"""People, their tables, and the configurations that rounds were played under."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("number", BIG_ID, nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("session_began", sa.BigInteger(), nullable=False),
        sa.Column("session_base", sa.BigInteger(), nullable=False),
        sa.Column("is_gone", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("number", name="uq_people_number"),
        sa.UniqueConstraint("token", name="uq_people_token"),
    )
    op.create_index("ix_people_is_gone_seen", "people", ["is_gone", "seen"])
    op.create_table(
        "configurations",
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("fingerprint", name="pk_configurations"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_tables_person"),
        sa.UniqueConstraint("person", "game", name="uq_tables_person_game"),
    )
    op.add_column(
        "journal", sa.Column("round", sa.BigInteger(), nullable=False, server_default="0")
    )
    op.create_index("ix_journal_stream_round", "journal", ["stream", "round"])
    op.create_index("ix_journal_person_id", "journal", ["person", "id"])
    # What was written under an older version of the format is upgraded as it is read.
    op.add_column("journal", sa.Column("version", sa.Integer(), nullable=False, server_default="1"))


def downgrade() -> None:
    raise NotImplementedError("the house does not go back: restore a backup instead")
