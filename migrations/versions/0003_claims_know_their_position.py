"""claims know their position.

Of claims made before, the position follows from the time: at the very time of a deal it is the computer that speaks.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One version up."""
    op.add_column("claim", sa.Column("position", sa.Integer(), nullable=False, server_default="0"))
    op.execute(
        "UPDATE claim SET position = 1 + "
        "(SELECT count(*) FROM play WHERE play.match_id = claim.match_id AND play.at <= claim.at)"
    )


def downgrade() -> None:
    """One version down."""
    op.drop_column("claim", "position")
