"""The tables of the store. Times are in seconds since 1970."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

# SQLite numbers rows by itself only in columns of this very type.
Number = BigInteger().with_variant(Integer(), "sqlite")


def _id() -> Column[int]:
    return Column("id", Number, primary_key=True)


meta = Table(
    "meta",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

player = Table(
    "player",
    metadata,
    _id(),
    Column("name", String(80), nullable=False, default=""),
    Column("display", String(10), nullable=False, default="board"),
    Column("made", Float, nullable=False),
    Column("zone", String(60), nullable=False, default=""),  # "": the server's
    Column("digest", String(10), nullable=False, default=""),  # daily
    Column("digest_at", Float),  # when the next one is due
    Column("calendar", Boolean, nullable=False, default=False),
    Column("asked", Integer, nullable=False, default=0),  # windows with a deadline
    Column("missed", Integer, nullable=False, default=0),  # of these, own misses
    Index("player_digest", "digest_at"),
)

address = Table(
    "address",
    metadata,
    _id(),
    Column("player_id", Number, ForeignKey("player.id"), nullable=False, index=True),
    Column("address", String(320), nullable=False, unique=True),
    Column("rank", Integer, nullable=False, default=0),  # 0 is written to first
    Column("trouble", Text, nullable=False, default=""),  # why it cannot be reached
    Column("made", Float, nullable=False),
)

game = Table(
    "game",
    metadata,
    _id(),
    Column("name", String(60), nullable=False, unique=True),
    Column("kind", String(40), nullable=False),
    Column("state", String(12), nullable=False),  # invited, running, over, dropped
    Column("options", Text, nullable=False, default="{}"),  # as given, in JSON
    Column("seed", LargeBinary),
    Column("position", Text, nullable=False, default=""),  # of an imported game
    Column("rules", Integer, nullable=False, default=1),
    Column("starter_id", Number, ForeignKey("player.id")),
    Column("serial", Integer, nullable=False, default=0),
    Column("length", Integer, nullable=False, default=0),  # entries, voided ones too
    Column("revision", Integer, nullable=False, default=0),  # changes of the record
    Column("pace", Integer, nullable=False),  # seconds from report to deadline
    Column("deadline", Float),
    Column("quiet", Integer, nullable=False, default=0),  # deadlines without a letter
    Column("wake_at", Float),  # when a worker must look at it; NULL: not before mail
    Column("made", Float, nullable=False),
    Column("ended", Float),
    Column("timing", Text, nullable=False, default=""),  # the pace in words
    Column("grace", Integer, nullable=False, default=0),  # seconds
    Column("graced", Boolean, nullable=False, default=False),  # it runs now
    Column("silence", String(12), nullable=False, default="default"),
    Column("misses", Integer, nullable=False, default=2),  # in a row, before that
    Column("press", String(10), nullable=False, default="at-once"),  # report, off
    Column("anonymous", Boolean, nullable=False, default=False),  # press may be
    Column("wanted", Integer, nullable=False, default=0),  # seats of an open game
    Column("opened", Float),  # when the open window was opened
    Column("moves", Integer, nullable=False, default=0),  # of this deadline
    Column("paused", Float),  # since when
    Column("remains", Float),  # seconds to the deadline, while it is paused
    Column("wall", String(60), nullable=False, default=""),  # the deadline in words
    Column("result", Text, nullable=False, default=""),  # how it ended, in JSON
    Index("game_wake", "wake_at"),
)

seat = Table(
    "seat",
    metadata,
    Column("game_id", Number, ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("player_id", Number, ForeignKey("player.id"), nullable=False, index=True),
    Column("state", String(12), nullable=False),  # asked, in, declined
    Column("word", String(200), nullable=False, default=""),  # mixed into the chance
    Column("waits", Boolean, nullable=False, default=False),  # orders stay in there:
    Column("drawer", Text, nullable=False, default=""),  # until ready, or the deadline
    Column("misses", Integer, nullable=False, default=0),  # in a row
    Column("former_id", Number, ForeignKey("player.id")),  # whose seat it was
    Column("since", Float),  # when its player took it over
    UniqueConstraint("game_id", "name"),
)

watcher = Table(
    "watcher",
    metadata,
    Column("game_id", Number, ForeignKey("game.id"), primary_key=True),
    Column("player_id", Number, ForeignKey("player.id"), primary_key=True),
)

letter = Table(
    "letter",
    metadata,
    _id(),
    Column("key", String(600), nullable=False, unique=True),
    Column("raw", LargeBinary, nullable=False),
    Column("recipient", String(500)),
    Column("received", Float, nullable=False),
    Column("kept", Float, nullable=False),
    # new, then waiting for its game, then one of: done, repeat, auto, bounce, list,
    # ours, refused, poison, excess
    Column("state", String(12), nullable=False),
    Column("game_id", Number, ForeignKey("game.id")),
    Column("content", LargeBinary),  # what sorting found out, for the worker
    Column("sender", String(320), nullable=False, default=""),
    Column("player_id", Number, ForeignKey("player.id")),
    Column("twin", String(64), unique=True),  # who and Message-ID: tells a repeat
    Column("digest", String(64), nullable=False, default=""),  # of the new text
    Column("understood", Boolean, nullable=False, default=False),
    Column("answered", Boolean, nullable=False, default=False),
    Column("tries", Integer, nullable=False, default=0),
    Column("why", Text, nullable=False, default=""),
    Index("letter_todo", "state", "game_id", "id"),
    Index("letter_sender", "sender", "kept"),
    Index("letter_game", "game_id", "kept"),
)

entry = Table(
    "entry",
    metadata,
    Column("game_id", Number, ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("serial", Integer, nullable=False),  # the window it was offered to
    Column("seat", String(40)),  # NULL: the deadline
    Column("text", Text, nullable=False),  # lines of an order
    Column("cause", String(80), nullable=False, unique=True),
    Column("void", Boolean, nullable=False, default=False),  # taken back by its seat
    Column("made", Float, nullable=False),
    Column("salt", String(64), nullable=False, default=""),  # of its receipt
    Column("received", Float),
    Column("due", Float),  # the deadline at that time
    Column("act_id", Number),  # the act of a game master that took it back
)

outbox = Table(
    "outbox",
    metadata,
    _id(),
    Column("message_id", String(200), nullable=False, unique=True),
    Column("player_id", Number, ForeignKey("player.id")),
    Column("game_id", Number, ForeignKey("game.id")),
    Column("recipient", String(320), nullable=False),
    Column("sender", String(320), nullable=False),
    Column("kind", String(12), nullable=False),  # receipt, report, notice, alarm
    Column("subject", String(300), nullable=False),
    Column("raw", LargeBinary),  # NULL once it is settled
    Column("blocks", LargeBinary),  # what it says, while it waits for a digest
    Column("mark", String(40), nullable=False, default=""),  # stands for the token
    Column("state", String(12), nullable=False),  # waiting, sent, refused, dropped
    Column("tries", Integer, nullable=False, default=0),
    Column("next_at", Float, nullable=False),
    Column("why", Text, nullable=False, default=""),
    Column("made", Float, nullable=False),
    Column("settled", Float),
    Index("outbox_todo", "state", "next_at", "id"),
    Index("outbox_recipient", "recipient", "made"),
)

token = Table(
    "token",
    metadata,
    _id(),
    Column("handle", String(16), nullable=False, index=True),  # start of the digest
    Column("digest", String(64), nullable=False),
    Column("player_id", Number, ForeignKey("player.id"), nullable=False),
    Column("game_id", Number, ForeignKey("game.id"), index=True),
    Column("seat", String(40)),
    Column("serial", Integer),
    Column("made", Float, nullable=False),
    Column("until", Float),  # NULL: as long as the turn
)

audit = Table(
    "audit",
    metadata,
    _id(),
    Column("at", Float, nullable=False),
    Column("what", String(40), nullable=False, index=True),
    Column("game_id", Number),
    Column("player_id", Number),
    Column("letter_id", Number),
    Column("detail", Text, nullable=False, default=""),
)

# What a game must do at a time that is not its deadline: reminders, ends of votes
# and of offers. game.wake_at is the first of all of these.
timer = Table(
    "timer",
    metadata,
    _id(),
    Column("game_id", Number, ForeignKey("game.id"), nullable=False),
    Column("at", Float, nullable=False),
    Column("what", String(20), nullable=False),
    Column("number", Integer, nullable=False, default=0),
    Index("timer_game", "game_id", "at"),
)

absence = Table(
    "absence",
    metadata,
    _id(),
    Column("player_id", Number, ForeignKey("player.id"), nullable=False, index=True),
    Column("start", Float, nullable=False),
    Column("until", Float, nullable=False),
    Column("made", Float, nullable=False),
)

press = Table(
    "press",
    metadata,
    _id(),
    Column("game_id", Number, ForeignKey("game.id"), nullable=False),
    Column("serial", Integer, nullable=False),
    Column("seat", String(40)),  # whose words; NULL: a game master's
    Column("player_id", Number, ForeignKey("player.id")),
    Column("to", Text, nullable=False),  # names of seats in JSON; null: all
    Column("text", Text, nullable=False),
    Column("anonymous", Boolean, nullable=False, default=False),
    Column("told", Boolean, nullable=False, default=False),  # sent, or reported
    Column("made", Float, nullable=False),
    Index("press_game", "game_id", "told"),
)

vote = Table(
    "vote",
    metadata,
    _id(),
    Column("game_id", Number, ForeignKey("game.id"), nullable=False),
    Column("what", String(400), nullable=False),  # undo, draw, end, master a@b
    Column("seat", String(40), nullable=False),  # who proposed it
    Column("serial", Integer, nullable=False),
    Column("state", String(10), nullable=False),  # open, passed, refused, lapsed
    Column("ballots", Text, nullable=False, default="{}"),  # seat to yes, in JSON
    Column("made", Float, nullable=False),
    Column("until", Float, nullable=False),
    Index("vote_game", "game_id", "state"),
)

bench = Table(
    "bench",
    metadata,
    Column("player_id", Number, ForeignKey("player.id"), primary_key=True),
    Column("kind", String(40), primary_key=True),
    Column("most", Integer, nullable=False, default=1),  # seats a month
    Column("made", Float, nullable=False),
)

offer = Table(
    "offer",
    metadata,
    _id(),
    Column("game_id", Number, ForeignKey("game.id"), nullable=False),
    Column("number", Integer, nullable=False),  # of the seat
    Column("player_id", Number, ForeignKey("player.id"), nullable=False),
    Column("state", String(10), nullable=False),  # open, taken, refused, lapsed, gone
    Column("made", Float, nullable=False),
    Column("until", Float, nullable=False),
    Index("offer_game", "game_id", "state"),
)

master = Table(
    "master",
    metadata,
    Column("game_id", Number, ForeignKey("game.id"), primary_key=True),
    Column("player_id", Number, ForeignKey("player.id"), primary_key=True),
    Column("made", Float, nullable=False),
)

act = Table(
    "act",
    metadata,
    _id(),
    Column("game_id", Number, ForeignKey("game.id"), nullable=False, index=True),
    Column("serial", Integer, nullable=False),
    Column("who", String(320), nullable=False),
    Column("what", String(400), nullable=False),
    Column("reason", Text, nullable=False),
    Column("detail", Text, nullable=False, default=""),
    Column("made", Float, nullable=False),
)
