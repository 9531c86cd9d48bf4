"""plans that lie in games until they fire"""

from alembic import op

from pbem.server.migrations.tables import create

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    create("plan", "game_id>game* seat:40* number:int text:text made:float")


def downgrade() -> None:
    """Take it back."""
    op.drop_table("plan")
