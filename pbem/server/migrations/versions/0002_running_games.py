"""running games: time, press, votes, standby players, game masters"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from pbem.server.migrations.tables import NUMBER, create

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

FRESH: dict[str, tuple[tuple[str, Any, Any], ...]] = {
    "player": (
        ("zone", sa.String(60), ""),
        ("digest", sa.String(10), ""),
        ("digest_at", sa.Float(), None),
        ("calendar", sa.Boolean(), sa.false()),
        ("asked", sa.Integer(), "0"),
        ("missed", sa.Integer(), "0"),
    ),
    "game": (
        ("timing", sa.Text(), ""),
        ("grace", sa.Integer(), "0"),
        ("graced", sa.Boolean(), sa.false()),
        ("silence", sa.String(12), "default"),
        ("misses", sa.Integer(), "2"),
        ("press", sa.String(10), "at-once"),
        ("anonymous", sa.Boolean(), sa.false()),
        ("wanted", sa.Integer(), "0"),
        ("opened", sa.Float(), None),
        ("moves", sa.Integer(), "0"),
        ("paused", sa.Float(), None),
        ("remains", sa.Float(), None),
        ("wall", sa.String(60), ""),
        ("result", sa.Text(), ""),
    ),
    "seat": (
        ("waits", sa.Boolean(), sa.false()),
        ("drawer", sa.Text(), ""),
        ("misses", sa.Integer(), "0"),
        ("former_id", NUMBER, None),
        ("since", sa.Float(), None),
    ),
    "entry": (
        ("salt", sa.String(64), ""),
        ("received", sa.Float(), None),
        ("due", sa.Float(), None),
        ("act_id", NUMBER, None),
    ),
}


def upgrade() -> None:
    """Make the change."""
    for table, columns in FRESH.items():
        with op.batch_alter_table(table) as batch:
            for name, kind, default in columns:
                batch.add_column(
                    sa.Column(
                        name, kind, nullable=default is None, server_default=default
                    )
                )
            if table == "seat":
                batch.create_foreign_key(
                    "seat_former_id_fkey", "player", ["former_id"], ["id"]
                )
    op.create_index("player_digest", "player", ["digest_at"])
    create("timer", "id:number* game_id>game at:float what:20 number:int")
    op.create_index("timer_game", "timer", ["game_id", "at"])
    create("absence", "id:number* player_id>player# start:float until:float made:float")
    create(
        "press",
        "id:number* game_id>game serial:int seat:40? player_id>player? to:text"
        " text:text anonymous:bool told:bool made:float",
    )
    op.create_index("press_game", "press", ["game_id", "told"])
    create(
        "vote",
        "id:number* game_id>game what:400 seat:40 serial:int state:10 ballots:text"
        " made:float until:float",
    )
    op.create_index("vote_game", "vote", ["game_id", "state"])
    create("bench", "player_id>player* kind:40* most:int made:float")
    create(
        "offer",
        "id:number* game_id>game number:int player_id>player state:10 made:float"
        " until:float",
    )
    op.create_index("offer_game", "offer", ["game_id", "state"])
    create("master", "game_id>game* player_id>player* made:float")
    create(
        "act",
        "id:number* game_id>game# serial:int who:320 what:400 reason:text detail:text"
        " made:float",
    )


def downgrade() -> None:
    """Take it back."""
    for table in (
        *("act", "master", "offer", "bench"),
        *("vote", "press", "absence", "timer"),
    ):
        op.drop_table(table)
    op.drop_index("player_digest", "player")
    for table, columns in FRESH.items():
        with op.batch_alter_table(table) as batch:
            for name, _, _ in columns:
                batch.drop_column(name)
