"""operation: matches set aside, rules that change under way, who was last seen when, announcements.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One version up. Nobody is taken for somebody who has not been seen for long: it was not noted until now."""
    op.add_column("match", sa.Column("held", sa.String(length=16), nullable=False, server_default=""))
    op.add_column("match", sa.Column("rules_since", sa.Integer(), nullable=False, server_default="0"))
    # Who has sat in a match matters as long as it runs.
    op.execute("UPDATE match SET former = '[]' WHERE status NOT IN ('lobby', 'running')")
    for name in ("chat", "person"):
        column = sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True)
        op.add_column(name, column)
        op.execute(sa.table(name, sa.column("seen_at", column.type)).update().values(seen_at=datetime.now(UTC)))
    op.create_table(
        "announcement",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.Integer(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("restart_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def downgrade() -> None:
    """One version down. What stands still only by order of the operator goes on at once: nobody could end it there."""
    now = datetime.now(UTC)
    match = sa.table(
        "match",
        sa.column("held", sa.String()),
        sa.column("left_ms", sa.Integer()),
        sa.column("pause_until", sa.DateTime(timezone=True)),
        sa.column("wake_at", sa.DateTime(timezone=True)),
        sa.column("hushed", sa.Boolean()),
    )
    op.execute(
        match.update()
        .where(match.c.held != "", match.c.left_ms.is_not(None), match.c.pause_until.is_(None), ~match.c.hushed)
        .values(pause_until=now, wake_at=now)
    )
    op.drop_table("announcement")
    for name, column in (("person", "seen_at"), ("chat", "seen_at"), ("match", "rules_since"), ("match", "held")):
        op.drop_column(name, column)
