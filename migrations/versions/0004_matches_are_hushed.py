"""matches are hushed.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One version up."""
    op.add_column("match", sa.Column("hushed", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """One version down. A hushed match would wait for ever, as nothing there notices the bot's return: it goes on at
    once.
    """
    now = datetime.now(UTC)
    times = [sa.column(name, sa.DateTime(timezone=True)) for name in ("wake_at", "pause_until")]
    match = sa.table("match", sa.column("status", sa.String()), *times)
    waits_for_ever = match.c.status == "running", match.c.wake_at.is_(None)
    op.execute(match.update().where(*waits_for_ever).values(wake_at=now, pause_until=now))
    op.drop_column("match", "hushed")
