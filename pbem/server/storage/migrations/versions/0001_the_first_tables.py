"""the first tables"""

import sqlalchemy as sa
from alembic import op

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "audit",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("what", sa.String(40), nullable=False),
        sa.Column("game_id", NUMBER, nullable=True),
        sa.Column("player_id", NUMBER, nullable=True),
        sa.Column("letter_id", NUMBER, nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_audit_what", "audit", ["what"])

    op.create_table(
        "meta",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "player",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("display", sa.String(10), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "address",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("player_id", NUMBER, nullable=False),
        sa.Column("address", sa.String(320), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("address"),
    )
    op.create_index("ix_address_player_id", "address", ["player_id"])

    op.create_table(
        "game",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=True),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("starter_id", NUMBER, nullable=True),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("pace", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.Float(), nullable=True),
        sa.Column("quiet", sa.Integer(), nullable=False),
        sa.Column("wake_at", sa.Float(), nullable=True),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["starter_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.create_index("game_wake", "game", ["wake_at"])

    op.create_table(
        "entry",
        sa.Column("game_id", NUMBER, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(40), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("cause", sa.String(80), nullable=False),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.PrimaryKeyConstraint("game_id", "number"),
        sa.UniqueConstraint("cause"),
    )
    op.create_table(
        "letter",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("key", sa.String(600), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("recipient", sa.String(500), nullable=True),
        sa.Column("received", sa.Float(), nullable=False),
        sa.Column("kept", sa.Float(), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("game_id", NUMBER, nullable=True),
        sa.Column("content", sa.LargeBinary(), nullable=True),
        sa.Column("sender", sa.String(320), nullable=False),
        sa.Column("player_id", NUMBER, nullable=True),
        sa.Column("twin", sa.String(64), nullable=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("understood", sa.Boolean(), nullable=False),
        sa.Column("answered", sa.Boolean(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
        sa.UniqueConstraint("twin"),
    )
    op.create_index("letter_game", "letter", ["game_id", "kept"])
    op.create_index("letter_sender", "letter", ["sender", "kept"])
    op.create_index("letter_todo", "letter", ["state", "game_id", "id"])

    op.create_table(
        "outbox",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("message_id", sa.String(200), nullable=False),
        sa.Column("player_id", NUMBER, nullable=True),
        sa.Column("game_id", NUMBER, nullable=True),
        sa.Column("recipient", sa.String(320), nullable=False),
        sa.Column("sender", sa.String(320), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("subject", sa.String(300), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=True),
        sa.Column("mark", sa.String(40), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.Float(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("settled", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("message_id"),
    )
    op.create_index("outbox_recipient", "outbox", ["recipient", "made"])
    op.create_index("outbox_todo", "outbox", ["state", "next_at", "id"])

    op.create_table(
        "seat",
        sa.Column("game_id", NUMBER, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("player_id", NUMBER, nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("word", sa.String(200), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("game_id", "number"),
        sa.UniqueConstraint("game_id", "name"),
    )
    op.create_index("ix_seat_player_id", "seat", ["player_id"])

    op.create_table(
        "token",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("handle", sa.String(16), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("player_id", NUMBER, nullable=False),
        sa.Column("game_id", NUMBER, nullable=True),
        sa.Column("seat", sa.String(40), nullable=True),
        sa.Column("serial", sa.Integer(), nullable=True),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_token_game_id", "token", ["game_id"])
    op.create_index("ix_token_handle", "token", ["handle"])

    op.create_table(
        "watcher",
        sa.Column("game_id", NUMBER, nullable=False),
        sa.Column("player_id", NUMBER, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"]),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"]),
        sa.PrimaryKeyConstraint("game_id", "player_id"),
    )


def downgrade() -> None:
    """Take it back."""
    for table in (
        "watcher",
        "token",
        "seat",
        "outbox",
        "letter",
        "entry",
        "game",
        "address",
        "player",
        "meta",
        "audit",
    ):
        op.drop_table(table)
