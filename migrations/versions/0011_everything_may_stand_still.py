"""everything may stand still.

It is known whether whoever runs the bot has stopped all matches, so that what starts meanwhile waits, too.

Revision ID: 0011
Revises: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One version up. Where matches are stopped now, everything is."""
    operation = op.create_table(
        "operation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("held", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    match = sa.table("match", sa.column("held", sa.String()))
    stopped = sa.exists().where(match.c.held == "operator")
    op.execute(sa.insert(operation).from_select(["id", "held"], sa.select(sa.literal(1), stopped)))


def downgrade() -> None:
    """One version down."""
    op.drop_table("operation")
