"""Operators' players, and the calls to their wallets whose end is not known yet."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("people", sa.Column("wallet_id", sa.Text()))
    op.create_index("ix_people_wallet_id", "people", ["wallet_id"])
    op.create_table(
        "wallet_calls",
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("reference", name="pk_wallet_calls"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_wallet_calls_person"),
    )


def downgrade() -> None:
    raise NotImplementedError("the house does not go back: restore a backup instead")
