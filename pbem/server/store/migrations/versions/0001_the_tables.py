"""the tables"""

import sqlalchemy as sa
from alembic import op

from pbem.server.store.migrations.tables import create, seat_key

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None
TABLES = (
    "misread asked pause ballot vote press plan entry watcher token timer thought"
    " ping hook seat outbox offer master letter act game bench address_change address"
    " absence player meta"
    " block audit ban"
)


def upgrade() -> None:
    """Make the change."""
    create(
        "audit",
        "id:number* at:float what:40# game_id:number? player_id:number?"
        " letter_id:number? seat:int? detail:text",
    )
    op.create_index("audit_game", "audit", ["game_id", "id"])
    create(
        "ban",
        "id:number* digest:64! shown:320 until:float? made:float",
    )
    create(
        "block",
        "digest:64* what:12",
    )
    create(
        "meta",
        "name:40* value:text",
    )
    create(
        "player",
        "id:number* name:80 display:10 made:float zone:60 digest:10"
        " digest_at:float? calendar:bool asked:int missed:int"
        " recent:int digest_time:5 quiet:11",
    )
    op.create_index("player_digest", "player", ["digest_at"])
    create(
        "absence",
        "id:number* player_id>player# start:float until:float made:float",
    )
    create(
        "address",
        "id:number* player_id>player# address:320! rank:int trouble:text"
        " made:float proven:bool told:float?",
    )
    trouble = sa.text("trouble <> ''")
    op.create_index(
        "address_trouble",
        "address",
        ["id"],
        sqlite_where=trouble,
        postgresql_where=trouble,
    )
    create(
        "address_change",
        "id:number* player_id>player# what:10 address:320 before:text"
        " made:float undone:bool",
    )
    create(
        "bench",
        "player_id>player* kind:40* most:int made:float",
    )
    create(
        "game",
        "id:number* name:60! kind:40 state:12 options:text seed:bytes?"
        " position:text rules:int starter_id>player? serial:int length:int"
        " revision:int pace:int deadline:float? quiet:int wake_at:float?"
        " made:float ended:float? timing:text grace:int graced:bool"
        " silence:12 misses:int press:10 anonymous:bool wanted:int"
        " opened:float? moves:int paused:float? remains:float? wall:60"
        " result:text delay:int hold:int reliable:int",
    )
    op.create_index("game_starter", "game", ["starter_id", "state"])
    op.create_index("game_state", "game", ["state", "ended", "id"])
    op.create_index("game_wake", "game", ["wake_at"])
    create(
        "act",
        "id:number* game_id>game# serial:int who:320 what:400 reason:text"
        " detail:text made:float",
    )
    create(
        "letter",
        "id:number* key:600! recipient:500? received:float kept:float"
        " state:12 game_id>game? content:bytes? sender:320 player_id>player?"
        " twin:64?! digest:64 domain:255 understood:bool answered:bool"
        " tries:int why:text lines:text answer:text outcome:10 raw:bytes",
    )
    op.create_index("letter_domain", "letter", ["domain", "kept"])
    op.create_index("letter_game", "letter", ["game_id", "kept"])
    op.create_index("letter_player", "letter", ["player_id", "kept"])
    stuck = sa.text("outcome IN ('asked', 'refused')")
    op.create_index(
        "letter_outcome",
        "letter",
        ["kept"],
        sqlite_where=stuck,
        postgresql_where=stuck,
    )
    op.create_index("letter_sender", "letter", ["sender", "kept"])
    op.create_index("letter_todo", "letter", ["state", "game_id", "id"])
    create(
        "hook",
        "id:number* player_id>player# url:1000 service:12 game_id>game?"
        " instead:bool code:64 made:float",
    )
    create(
        "ping",
        "hook_id>hook* game_id:number* player_id>player text:text remote:300"
        " rings:bool next_at:float?# tries:int since:float?",
    )
    create(
        "master",
        "game_id>game* player_id>player* made:float",
    )
    create(
        "misread",
        "id:number* letter_id:number! player_id>player# kind:40 text:text"
        " read:text made:float",
    )
    create(
        "offer",
        "id:number* game_id>game number:int player_id>player state:10"
        " made:float until:float",
    )
    op.create_index("offer_game", "offer", ["game_id", "state"])
    create(
        "outbox",
        "id:number* message_id:200! player_id>player? game_id>game?"
        " recipient:320 sender:320 kind:12 subject:300 raw:bytes?"
        " blocks:bytes? mark:40 state:12 tries:int next_at:float why:text"
        " made:float settled:float? letter_id:number?",
    )
    op.create_index("outbox_player", "outbox", ["player_id", "made"])
    op.create_index("outbox_recipient", "outbox", ["recipient", "made"])
    op.create_index("outbox_todo", "outbox", ["state", "next_at", "id"])
    create(
        "seat",
        "game_id>game* number:int* name:40 player_id>player# state:12"
        " word:200 wish:200 waits:bool draft:text misses:int former_id>player?"
        " since:float? bot:10",
        sa.UniqueConstraint("game_id", "name"),
    )
    op.create_index("seat_state", "seat", ["state", "game_id"])
    create(
        "thought",
        "id:number* game_id>game number:int serial:int at:float tries:int made:float",
        sa.UniqueConstraint("game_id", "number", "serial"),
    )
    op.create_index("thought_at", "thought", ["at"])
    create(
        "timer",
        "id:number* game_id>game at:float what:20 number:int",
    )
    op.create_index("timer_game", "timer", ["game_id", "at"])
    create(
        "token",
        "id:number* handle:16# digest:64 player_id>player game_id>game?#"
        " serial:int? made:float until:float? purpose:10 address:320"
        " letter_id:number?",
    )
    create(
        "watcher",
        "game_id>game* player_id>player*",
    )
    create(
        "entry",
        "game_id>game* number:int* serial:int seat:int? text:text seconds:int?"
        " source:10 letter_id:number? void:bool made:float salt:64 received:float?"
        " due:float? act_id:number?",
        seat_key(),
    )
    create(
        "plan",
        "game_id>game* seat:int* number:int text:text made:float",
        seat_key(),
    )
    create(
        "asked",
        "game_id>game* seat:int* serial:int* digest:64* made:float",
        seat_key(),
    )
    create(
        "pause",
        "player_id>player* game_id:number* at:float",
    )
    create(
        "press",
        "id:number* game_id>game serial:int seat:int player_id>player?"
        " to:text text:text anonymous:bool told:bool made:float",
        seat_key(),
    )
    op.create_index("press_game", "press", ["game_id", "told"])
    create(
        "vote",
        "id:number* game_id>game kind:10 more:400 seat:int serial:int"
        " state:10 made:float until:float",
        seat_key(),
    )
    op.create_index("vote_game", "vote", ["game_id", "state"])
    create(
        "ballot",
        "vote_id>vote* seat:int* yes:bool",
    )


def downgrade() -> None:
    """Take it back."""
    for table in TABLES.split():
        op.drop_table(table)
