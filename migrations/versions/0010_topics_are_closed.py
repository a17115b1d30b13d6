"""topics are closed.

A match knows whether it is only its topic that the bot cannot write in.

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One version up."""
    op.add_column("match", sa.Column("topic_closed", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """One version down."""
    op.drop_column("match", "topic_closed")
