"""ratings that are kept; indexes of what is asked of many games"""

import sqlalchemy as sa
from alembic import op

from pbem.server.migrations.tables import create

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_INDEXES = (
    ("game_state", "game", ["state", "ended", "id"]),
    ("game_starter", "game", ["starter_id", "state"]),
    ("outbox_player", "outbox", ["player_id", "made"]),
    ("audit_game", "audit", ["game_id", "id"]),
    ("seat_state", "seat", ["state", "game_id"]),
    ("rating_best", "rating", ["kind", "rating"]),
)


def upgrade() -> None:
    """Make the change."""
    create(
        "rating",
        "kind:40* player_id>player* played:int won:int shared:int mu:float"
        " sigma:float rating:float",
    )
    create("box_rating", "kind:40* box:64* mu:float sigma:float")
    for name, table, columns in _INDEXES:
        op.create_index(name, table, columns)
    trouble = sa.text("trouble <> ''")
    op.create_index("address_trouble", "address", ["id"], sqlite_where=trouble,
                    postgresql_where=trouble)  # fmt: skip
    # Games that a first version ended knew no time of it.
    op.execute("UPDATE game SET ended = 0 WHERE state = 'over' AND ended IS NULL")


def downgrade() -> None:
    """Take it back."""
    op.drop_index("address_trouble", table_name="address")
    for name, table, _ in reversed(_INDEXES):
        op.drop_index(name, table_name=table)
    op.drop_table("box_rating")
    op.drop_table("rating")
