"""who is gone stays blocked.

Somebody blocked in a group stays so when he leaves it; of whoever waits for its next lobby it is known of which one he
was told.

Revision ID: 0009
Revises: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One version up."""
    op.add_column("chat_person", sa.Column("gone", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("chat_person", sa.Column("told_of", sa.Integer(), nullable=True))


def downgrade() -> None:
    """One version down. Who is not in a group any more is forgotten there: an earlier version took him for a member."""
    op.execute("DELETE FROM chat_person WHERE gone")
    op.drop_column("chat_person", "told_of")
    op.drop_column("chat_person", "gone")
