"""private tables.

Everybody at a private table has messages of his own, named by his number, and asks for a new board for himself alone.

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One version up."""
    op.add_column("seat", sa.Column("reposted", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("surface") as batch:
        batch.alter_column("which", existing_type=sa.String(16), type_=sa.String(32), existing_nullable=False)


def downgrade() -> None:
    """One version down. Messages with longer names are forgotten: an earlier version would not know them."""
    op.execute("DELETE FROM surface WHERE length(which) > 16")
    with op.batch_alter_table("surface") as batch:
        batch.alter_column("which", existing_type=sa.String(32), type_=sa.String(16), existing_nullable=False)
    op.drop_column("seat", "reposted")
