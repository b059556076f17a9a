"""Players beside guests, the settings of the house, tables by offer and jackpot."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.execute("CREATE TABLE people_before AS SELECT * FROM people")
    op.execute("CREATE TABLE tables_before AS SELECT * FROM tables")
    op.drop_table("tables")
    op.drop_table("people")
    _create_people()
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
    op.execute(
        "INSERT INTO people (id, number, seen, session_began, session_base, is_gone) "
        "SELECT id, number, seen, session_began, session_base, is_gone FROM people_before"
    )
    op.execute(
        "INSERT INTO sign_ins (token, person, began, is_over) "
        "SELECT token, id, session_began, is_gone FROM people_before"
    )
    # A table was one of a game, with a meter of its own.
    op.execute(
        "INSERT INTO tables (id, person, offer, game, jackpot) "
        "SELECT id, person, game, game, '' FROM tables_before"
    )
    op.drop_table("people_before")
    op.drop_table("tables_before")


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
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("number", name="uq_people_number"),
        sa.UniqueConstraint("name_key", name="uq_people_name_key"),
    )
    op.create_index("ix_people_is_gone_seen", "people", ["is_gone", "seen"])
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


def downgrade() -> None:
    raise NotImplementedError("the house does not go back: restore a backup instead")
