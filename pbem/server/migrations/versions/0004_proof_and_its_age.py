"""tokens have a purpose, addresses are proven and their changes taken back, strangers
count by domain"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from pbem.server.migrations.tables import create

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

FRESH: tuple[tuple[str, str, Any, Any], ...] = (
    ("address", "proven", sa.Boolean(), sa.true()),
    ("address", "told", sa.Float(), None),
    ("letter", "domain", sa.String(255), ""),
    ("token", "purpose", sa.String(10), "answer"),
    ("token", "address", sa.String(320), ""),
)


def upgrade() -> None:
    """Make the change: tokens of before are worth the least, an answer; addresses of
    before have proven themselves."""
    for table, name, kind, default in FRESH:
        empty = default is None
        column = sa.Column(name, kind, nullable=empty, server_default=default)
        op.add_column(table, column)
    op.create_index("letter_domain", "letter", ["domain", "kept"])
    op.create_index("letter_player", "letter", ["player_id", "kept"])
    create(
        "address_change",
        "id:number* player_id>player# what:10 address:320 before:text made:float"
        " undone:bool",
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("address_change")
    op.drop_index("letter_domain", "letter")
    op.drop_index("letter_player", "letter")
    for table, name, _, _ in FRESH:
        with op.batch_alter_table(table) as batch:
            batch.drop_column(name)
