"""Accounts, journal and transfers; the last two append-only."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    # Written out, not taken from `storage`: an old version must not change with the newest one.
    op.create_table(
        "accounts",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("kind", "owner", name="uq_accounts_kind_owner"),
        sa.CheckConstraint(
            "balance >= 0 OR kind IN ('issue', 'bank', 'breakage', 'receivable')",
            name="ck_accounts_balance",
        ),
    )
    op.create_table(
        "journal",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        *(
            sa.Column(name, sa.Text(), nullable=False)
            for name in ("person", "command_id", "request", "events", "answer", "fingerprint",
                         "previous", "hash")
        ),
        sa.PrimaryKeyConstraint("id", name="pk_journal"),
        sa.UniqueConstraint("stream", "sequence", name="uq_journal_stream_sequence"),
        sa.UniqueConstraint(
            "stream", "person", "command_id", name="uq_journal_stream_person_command_id"
        ),
    )  # fmt: skip
    op.create_table(
        "transfers",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("entry", BIG_ID, nullable=False),
        sa.Column("debit", BIG_ID, nullable=False),
        sa.Column("credit", BIG_ID, nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("round", sa.BigInteger()),
        sa.Column("box", sa.Integer()),
        sa.Column("wager", sa.Text()),
        sa.Column("row", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_transfers"),
        sa.ForeignKeyConstraint(["entry"], ["journal.id"], name="fk_transfers_entry"),
        sa.ForeignKeyConstraint(["debit"], ["accounts.id"], name="fk_transfers_debit"),
        sa.ForeignKeyConstraint(["credit"], ["accounts.id"], name="fk_transfers_credit"),
        sa.CheckConstraint("amount > 0", name="ck_transfers_amount"),
        sa.CheckConstraint("debit <> credit", name="ck_transfers_accounts"),
    )
    op.create_index("ix_transfers_entry", "transfers", ["entry"])
    _make_append_only()


def _make_append_only() -> None:
    if op.get_bind().dialect.name == "sqlite":
        same = {
            "journal": "id = NEW.id OR (stream = NEW.stream AND sequence = NEW.sequence) OR "
            "(stream = NEW.stream AND person = NEW.person AND command_id = NEW.command_id)",
            "transfers": "id = NEW.id",
        }
        for table, is_there in same.items():
            refuse = f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are only ever added'); END"
            op.execute(f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {refuse}")
            op.execute(f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {refuse}")
            op.execute(
                f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
                f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {is_there}) {refuse}"
            )
        return
    for table in ("journal", "transfers"):
        op.execute(
            f"CREATE FUNCTION {table}_is_append_only() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION 'rows of {table} are only ever added'; END $$"
        )
        op.execute(
            f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION {table}_is_append_only()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_is_append_only()"
        )


def downgrade() -> None:
    raise NotImplementedError("the house does not go back: restore a backup instead")
