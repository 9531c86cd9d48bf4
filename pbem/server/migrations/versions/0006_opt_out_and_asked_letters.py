"""addresses that want fewer letters; tokens know the letter that was asked about"""

import sqlalchemy as sa
from alembic import op

from pbem.server.migrations.tables import NUMBER, create

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    create("block", "digest:64* what:12")
    op.add_column("token", sa.Column("letter_id", NUMBER, nullable=True))


def downgrade() -> None:
    """Take it back."""
    op.drop_table("block")
    with op.batch_alter_table("token") as batch:
        batch.drop_column("letter_id")
