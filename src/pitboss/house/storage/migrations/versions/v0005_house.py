"""The whole house: its ledger and journal, its people and tables, its settings and wallets.

Versions 1 to 4 were never released, and no house of theirs can be opened.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = None

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    # Written out, not taken from `storage`: an old version must not change with the newest one.
    _create_ledger_and_journal()
    _create_people()
    _create_tables_and_settings()
    _make_append_only()


def _create_ledger_and_journal() -> None:
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
        sa.Column("round", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("version", sa.Integer(), nullable=False),  # Of the bodies' format.
        sa.PrimaryKeyConstraint("id", name="pk_journal"),
        sa.UniqueConstraint("stream", "sequence", name="uq_journal_stream_sequence"),
        sa.UniqueConstraint(
            "stream", "person", "command_id", name="uq_journal_stream_person_command_id"
        ),
    )  # fmt: skip
    op.create_index("ix_journal_stream_round", "journal", ["stream", "round"])
    op.create_index("ix_journal_person_id", "journal", ["person", "id"])
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


def _create_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("number", BIG_ID, nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("session_began", sa.BigInteger(), nullable=False),
        sa.Column("session_base", sa.BigInteger(), nullable=False),
        sa.Column("is_gone", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("name", sa.Text()),
        sa.Column("name_key", sa.Text()),
        sa.Column("password", sa.Text()),
        sa.Column("excluded_until", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("wallet_id", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("number", name="uq_people_number"),
        sa.UniqueConstraint("name_key", name="uq_people_name_key"),
    )
    op.create_index("ix_people_is_gone_seen", "people", ["is_gone", "seen"])
    op.create_index("ix_people_wallet_id", "people", ["wallet_id"])
    op.create_table(
        "sign_ins",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("is_over", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("token", name="pk_sign_ins"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sign_ins_person"),
    )
    op.create_index("ix_sign_ins_person", "sign_ins", ["person"])
    op.create_table(
        "player_limits",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("effective", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger()),
        sa.PrimaryKeyConstraint("person", "kind", "period", "effective", name="pk_player_limits"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_player_limits_person"),
    )
    op.create_table(
        "wallet_calls",
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("reference", name="pk_wallet_calls"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_wallet_calls_person"),
    )


def _create_tables_and_settings() -> None:
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
        sa.Column("offer", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("jackpot", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_tables_person"),
        sa.UniqueConstraint("person", "offer", name="uq_tables_person_offer"),
    )
    op.create_table(
        "house_settings",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("effective", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_house_settings"),
    )


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
