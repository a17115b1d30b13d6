"""doors, pictures and guests.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One version up."""
    op.add_column("chat", sa.Column("pictures", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("chat", sa.Column("whisper", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("person", sa.Column("whisper_failed_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("chat_person", sa.Column("blocked_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("chat_person", sa.Column("next_game", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("match", sa.Column("guests", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("surface", sa.Column("photo", sa.Boolean(), nullable=False, server_default=sa.false()))
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "ask",
        sa.Column("match_id", number, sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person_id", sa.BigInteger(), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("join", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("refused", sa.Boolean(), nullable=False, server_default=sa.false()),
    )


def downgrade() -> None:
    """One version down."""
    op.drop_table("ask")
    for table, column in (
        ("surface", "photo"),
        ("match", "guests"),
        ("chat_person", "next_game"),
        ("chat_person", "blocked_at"),
        ("person", "whisper_failed_at"),
        ("chat", "whisper"),
        ("chat", "pictures"),
    ):
        op.drop_column(table, column)
