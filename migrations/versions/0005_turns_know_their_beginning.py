"""turns know their beginning.

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One version up. Of a turn of several moves that is under way the newest move counts as its beginning."""
    op.add_column("match", sa.Column("turn", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE match SET turn = position WHERE status = 'running'")
    op.add_column("match", sa.Column("ran_from", sa.DateTime(timezone=True), nullable=True))
    op.add_column("match", sa.Column("ran_until", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """One version down."""
    for column in ("ran_until", "ran_from", "turn"):
        op.drop_column("match", column)
