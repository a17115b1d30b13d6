"""the first tables.

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# Numbers of matches come back on buttons, which anybody can forge: PostgreSQL takes those that are too large, too.
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """One version up."""
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("username", sa.String(), nullable=True),
        sa.Column("language", sa.String(), nullable=True),
        sa.Column("client_language", sa.String(), nullable=True),
        sa.Column("reachable", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "chat_person",
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["chat_id"], ["chat.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("chat_id", "person_id"),
    )
    with op.batch_alter_table("chat_person", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_chat_person_person_id"), ["person_id"], unique=False)

    op.create_table(
        "match",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("joins", sa.JSON(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("delivered", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("host_pressed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("clock", sa.Integer(), nullable=False),
        sa.Column("start_rule", sa.String(length=16), nullable=False),
        sa.Column("panel", sa.String(), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("to_act", sa.Integer(), nullable=True),
        sa.Column("pointing", sa.Integer(), nullable=True),
        sa.Column("pointing_in", sa.String(), nullable=False),
        sa.Column("reposted", sa.Integer(), nullable=False),
        sa.Column("made_from", sa.String(), nullable=False),
        sa.Column("previous_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["chat_id"],
            ["chat.id"],
        ),
        sa.ForeignKeyConstraint(
            ["host_id"],
            ["person.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("made_from"),
        sa.UniqueConstraint("token"),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("match", schema=None) as batch_op:
        behind = sa.text("delivered < revision")
        batch_op.create_index("match_behind", ["id"], unique=False, sqlite_where=behind, postgresql_where=behind)
        batch_op.create_index("match_chat_status", ["chat_id", "status"], unique=False)
        waits = sa.text("deadline IS NOT NULL")
        batch_op.create_index("match_deadline", ["deadline"], unique=False, sqlite_where=waits, postgresql_where=waits)

    op.create_table(
        "claim",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", NUMBER, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("claim", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_claim_match_id"), ["match_id"], unique=False)

    op.create_table(
        "play",
        sa.Column("match_id", NUMBER, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("move", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "position"),
    )
    op.create_table(
        "seat",
        sa.Column("match_id", NUMBER, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
        ),
        sa.PrimaryKeyConstraint("match_id", "seat"),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_person_id"), ["person_id"], unique=False)

    op.create_table(
        "surface",
        sa.Column("match_id", NUMBER, nullable=False),
        sa.Column("which", sa.String(length=16), nullable=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("epoch", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("pinned", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "which"),
    )


def downgrade() -> None:
    """One version down."""
    op.drop_table("surface")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_person_id"))

    op.drop_table("seat")
    op.drop_table("play")
    with op.batch_alter_table("claim", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_claim_match_id"))

    op.drop_table("claim")
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_index("match_deadline")
        batch_op.drop_index("match_chat_status")
        batch_op.drop_index("match_behind")

    op.drop_table("match")
    with op.batch_alter_table("chat_person", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_chat_person_person_id"))

    op.drop_table("chat_person")
    op.drop_table("person")
    op.drop_table("chat")
