"""slow games.

Columns are added and dropped one by one, which copies no table: neither the partial indexes nor the numbers already
given are at risk. Their defaults stay in the tables; the program writes every column itself.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _time(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=True)


def _columns() -> dict[str, list[sa.Column[object]]]:
    return {
        "chat": [
            sa.Column("zone", sa.String(), nullable=True),
            sa.Column("quiet_start", sa.Integer(), nullable=True),
            sa.Column("quiet_end", sa.Integer(), nullable=True),
        ],
        "person": [sa.Column("reminders", sa.String(length=16), nullable=False, server_default="all")],
        "match": [
            sa.Column("daily", sa.Integer(), nullable=True),
            sa.Column("quiet", sa.Boolean(), nullable=False, server_default=sa.true()),
            _time("wake_at"),
            _time("turn_at"),
            sa.Column("hours", sa.String(), nullable=False, server_default=""),
            sa.Column("reminded", sa.Integer(), nullable=False, server_default="0"),
            sa.Column("left_ms", sa.Integer(), nullable=True),
            _time("pause_until"),
            sa.Column("away", sa.Integer(), nullable=False, server_default="0"),
            sa.Column("ballot", sa.String(), nullable=False, server_default=""),
            sa.Column("former", sa.JSON(), nullable=False, server_default="[]"),
        ],
        "seat": [
            _time("absent_since"),
            sa.Column("extended", sa.Boolean(), nullable=False, server_default=sa.false()),
            sa.Column("muted", sa.Integer(), nullable=True),
        ],
    }


def upgrade() -> None:
    """One version up."""
    for table, columns in _columns().items():
        for column in columns:
            op.add_column(table, column)
    op.execute("UPDATE chat SET quiet_start = 1380, quiet_end = 480")
    # Lobbies and running matches are woken by this column from now on.
    op.execute("UPDATE match SET wake_at = deadline")
    op.execute(
        "UPDATE match SET turn_at = created_at WHERE status = 'running' AND EXISTS (SELECT 1 FROM seat WHERE"
        ' seat.match_id = match.id AND seat.seat = match.to_act AND seat.person_id IS NOT NULL AND NOT seat."left")'
    )
    op.drop_index("match_deadline", "match")
    waits = sa.text("wake_at IS NOT NULL")
    op.create_index("match_wake", "match", ["wake_at"], sqlite_where=waits, postgresql_where=waits)
    op.create_table(
        "vote",
        sa.Column("match_id", NUMBER, nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("yes", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "what", "person_id"),
    )
    op.create_table(
        "notice",
        sa.Column("match_id", NUMBER, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "position", "stage"),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def downgrade() -> None:
    """One version down. A paused match has no deadline there: it would wait for ever, so it goes on at once."""
    for table in ("heartbeat", "notice", "vote"):
        op.drop_table(table)
    op.execute("UPDATE match SET deadline = wake_at WHERE deadline IS NULL")
    op.drop_index("match_wake", "match")
    waits = sa.text("deadline IS NOT NULL")
    op.create_index("match_deadline", "match", ["deadline"], sqlite_where=waits, postgresql_where=waits)
    for table, columns in _columns().items():
        for column in columns:
            op.drop_column(table, column.name)
