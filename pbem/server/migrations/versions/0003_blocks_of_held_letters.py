"""letters that wait for a digest keep what they say, beside the bytes"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; letters that wait already have nothing in it."""
    op.add_column("outbox", sa.Column("blocks", sa.LargeBinary()))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("outbox") as batch:
        batch.drop_column("blocks")
