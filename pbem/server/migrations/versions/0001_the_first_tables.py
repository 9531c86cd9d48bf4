"""the first tables"""

import sqlalchemy as sa
from alembic import op

from pbem.server.migrations.tables import create

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    create(
        "audit",
        "id:number* at:float what:40# game_id:number? player_id:number?"
        " letter_id:number? detail:text",
    )
    create("meta", "name:40* value:text")
    create("player", "id:number* name:80 display:10 made:float")
    create(
        "address",
        "id:number* player_id>player# address:320! rank:int trouble:text made:float",
    )
    create(
        "game",
        "id:number* name:60! kind:40 state:12 options:text seed:bytes? position:text"
        " rules:int starter_id>player? serial:int length:int revision:int pace:int"
        " deadline:float? quiet:int wake_at:float? made:float ended:float?",
    )
    op.create_index("game_wake", "game", ["wake_at"])
    create(
        "entry",
        "game_id>game* number:int* serial:int seat:40? text:text cause:80! void:bool"
        " made:float",
    )
    create(
        "letter",
        "id:number* key:600! raw:bytes recipient:500? received:float kept:float"
        " state:12 game_id>game? content:bytes? sender:320 player_id>player? twin:64?!"
        " digest:64 understood:bool answered:bool tries:int why:text",
    )
    op.create_index("letter_game", "letter", ["game_id", "kept"])
    op.create_index("letter_sender", "letter", ["sender", "kept"])
    op.create_index("letter_todo", "letter", ["state", "game_id", "id"])
    create(
        "outbox",
        "id:number* message_id:200! player_id>player? game_id>game? recipient:320"
        " sender:320 kind:12 subject:300 raw:bytes? mark:40 state:12 tries:int"
        " next_at:float why:text made:float settled:float?",
    )
    op.create_index("outbox_recipient", "outbox", ["recipient", "made"])
    op.create_index("outbox_todo", "outbox", ["state", "next_at", "id"])
    create(
        "seat",
        "game_id>game* number:int* name:40 player_id>player# state:12 word:200",
        sa.UniqueConstraint("game_id", "name"),
    )
    create(
        "token",
        "id:number* handle:16# digest:64 player_id>player game_id>game?# seat:40?"
        " serial:int? made:float until:float?",
    )
    create("watcher", "game_id>game* player_id>player*")


def downgrade() -> None:
    """Take it back."""
    for table in ("watcher", "token", "seat", "outbox", "letter", "entry"):
        op.drop_table(table)
    for table in ("game", "address", "player", "meta", "audit"):
        op.drop_table(table)
