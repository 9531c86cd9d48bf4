"""running games: time, press, votes, standby players, game masters"""

from typing import Any

import sqlalchemy as sa
from alembic import op

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

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


def _id() -> sa.Column[int]:
    return sa.Column("id", NUMBER, primary_key=True)


def _ref(name: str, table: str, **more: Any) -> sa.Column[int]:
    more.setdefault("nullable", False)
    return sa.Column(name, NUMBER, sa.ForeignKey(f"{table}.id"), **more)


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
    op.create_table(
        "timer",
        _id(),
        _ref("game_id", "game"),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
    )
    op.create_index("timer_game", "timer", ["game_id", "at"])
    op.create_table(
        "absence",
        _id(),
        _ref("player_id", "player", index=True),
        sa.Column("start", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
    )
    op.create_table(
        "press",
        _id(),
        _ref("game_id", "game"),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(40)),
        _ref("player_id", "player", nullable=True),
        sa.Column("to", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("anonymous", sa.Boolean(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
    )
    op.create_index("press_game", "press", ["game_id", "told"])
    _seats_and_votes()


def _seats_and_votes() -> None:
    op.create_table(
        "vote",
        _id(),
        _ref("game_id", "game"),
        sa.Column("what", sa.String(400), nullable=False),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("ballots", sa.Text(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
    )
    op.create_index("vote_game", "vote", ["game_id", "state"])
    op.create_table(
        "bench",
        _ref("player_id", "player", primary_key=True),
        sa.Column("kind", sa.String(40), primary_key=True),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
    )
    op.create_table(
        "offer",
        _id(),
        _ref("game_id", "game"),
        sa.Column("number", sa.Integer(), nullable=False),
        _ref("player_id", "player"),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
    )
    op.create_index("offer_game", "offer", ["game_id", "state"])
    op.create_table(
        "master",
        _ref("game_id", "game", primary_key=True),
        _ref("player_id", "player", primary_key=True),
        sa.Column("made", sa.Float(), nullable=False),
    )
    op.create_table(
        "act",
        _id(),
        _ref("game_id", "game", index=True),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("who", sa.String(320), nullable=False),
        sa.Column("what", sa.String(400), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
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
