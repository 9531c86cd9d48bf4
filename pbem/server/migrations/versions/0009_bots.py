"""bots have seats, and a queue of what they are to think about"""

import sqlalchemy as sa
from alembic import op

from pbem.server.migrations.tables import create

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.add_column(
        "seat", sa.Column("bot", sa.String(10), nullable=False, server_default="")
    )
    op.add_column(
        "game", sa.Column("delay", sa.Integer(), nullable=False, server_default="0")
    )
    create(
        "thought",
        "id:number* game_id>game number:int serial:int at:float tries:int made:float",
        sa.UniqueConstraint("game_id", "number", "serial"),
    )
    op.create_index("thought_at", "thought", ["at"])


def downgrade() -> None:
    """Take it back."""
    op.drop_index("thought_at", table_name="thought")
    op.drop_table("thought")
    op.drop_column("game", "delay")
    op.drop_column("seat", "bot")
