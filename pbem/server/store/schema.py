"""The tables of the store, made of the classes of their rows."""

from __future__ import annotations

from enum import StrEnum
from types import NoneType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

from pbem.server.store import rows
from pbem.server.store.rows import Col

metadata = MetaData()
TABLES: dict[type[NamedTuple], Table] = {}

# SQLite numbers rows by itself only in columns of this very type.
_NUMBER = BigInteger().with_variant(Integer(), "sqlite")
_TYPES = {int: Integer, float: Float, bool: Boolean, bytes: LargeBinary, str: Text}


class _Members(dict[Any, Any]):
    """The members of an enumeration by word; a word that is not one stays as it is."""

    def __missing__(self, word: Any) -> Any:
        return word


class _Word(TypeDecorator[StrEnum]):
    """One of a few words; one that this version does not know stays as it is."""

    impl = String
    cache_ok = True

    def __init__(self, words: type[StrEnum], length: int) -> None:
        super().__init__(length)
        self.words, self.length = words, length
        self._members = _Members({word.value: word for word in words})

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        """Return what makes a member of a stored word, for each row that is read."""
        return self._members.__getitem__


def _type(name: str, kind: type, length: int | None) -> TypeEngine[Any]:
    if issubclass(kind, StrEnum):
        return _Word(kind, length or 0)
    if kind is int and (name == "id" or name.endswith("_id")):
        return _NUMBER
    return String(length) if length else _TYPES[kind]()


def _column(name: str, hint: Any) -> Column[Any]:
    annotated = get_origin(hint) is Annotated
    kind, col = get_args(hint) if annotated else (hint, Col())
    types = [one for one in get_args(kind) or (kind,) if one is not NoneType]
    return Column(
        name,
        _type(name, types[0], col.length),
        *([ForeignKey(col.of)] if col.of else []),
        primary_key=col.key or name == "id",
        nullable=NoneType in get_args(kind),
        default=col.default,
        unique=col.unique,
        index=col.indexed,
    )


def _table(name: str, row: type[NamedTuple], *more: SchemaItem) -> Table:
    hints = get_type_hints(row, include_extras=True)
    columns = (_column(*one) for one in hints.items())
    TABLES[row] = Table(name, metadata, *columns, *more)
    return TABLES[row]


def _seat_key() -> ForeignKeyConstraint:
    """A seat of the row's game. Where one is left before a game begins, those behind
    it move up, and what is kept of them with them."""
    return ForeignKeyConstraint(
        ["game_id", "seat"],
        ["seat.game_id", "seat.number"],
        onupdate="CASCADE",
        ondelete="CASCADE",
    )


meta = _table("meta", rows.MetaRow)
player = _table("player", rows.PlayerRow, Index("player_digest", "digest_at"))
_trouble = text("trouble <> ''")
address = _table(
    "address",
    rows.AddressRow,
    Index("address_trouble", "id", sqlite_where=_trouble, postgresql_where=_trouble),
)
block = _table("block", rows.BlockRow)
ban = _table("ban", rows.BanRow)
address_change = _table("address_change", rows.AddressChangeRow)
game = _table(
    "game",
    rows.GameRow,
    Index("game_wake", "wake_at"),
    Index("game_state", "state", "ended", "id"),
    Index("game_starter", "starter_id", "state"),
)
seat = _table(
    "seat",
    rows.SeatRow,
    UniqueConstraint("game_id", "name"),
    Index("seat_state", "state", "game_id"),
)
hook = _table("hook", rows.HookRow)
ping = _table("ping", rows.PingRow)
watcher = _table("watcher", rows.WatcherRow)
_stuck = text("outcome IN ('asked', 'refused')")
letter = _table(
    "letter",
    rows.LetterRow,
    Column("raw", LargeBinary, nullable=False),
    Index("letter_todo", "state", "game_id", "id"),
    Index("letter_sender", "sender", "kept"),
    Index("letter_game", "game_id", "kept"),
    Index("letter_domain", "domain", "kept"),
    Index("letter_player", "player_id", "kept"),
    Index("letter_outcome", "kept", sqlite_where=_stuck, postgresql_where=_stuck),
)
entry = _table("entry", rows.EntryRow, _seat_key())
misread = _table("misread", rows.MisreadRow)
plan = _table("plan", rows.PlanRow, _seat_key())
outbox = _table(
    "outbox",
    rows.OutboxRow,
    Index("outbox_todo", "state", "next_at", "id"),
    Index("outbox_recipient", "recipient", "made"),
    Index("outbox_player", "player_id", "made"),
)
token = _table("token", rows.TokenRow)
audit = _table("audit", rows.AuditRow, Index("audit_game", "game_id", "id"))
timer = _table("timer", rows.TimerRow, Index("timer_game", "game_id", "at"))
absence = _table("absence", rows.AbsenceRow)
press = _table(
    "press", rows.PressRow, _seat_key(), Index("press_game", "game_id", "told")
)
vote = _table("vote", rows.VoteRow, _seat_key(), Index("vote_game", "game_id", "state"))
ballot = _table("ballot", rows.BallotRow)
bench = _table("bench", rows.BenchRow)
thought = _table(
    "thought",
    rows.BotJobRow,
    UniqueConstraint("game_id", "number", "serial"),
    Index("thought_at", "at"),
)
asked = _table("asked", rows.AskedRow, _seat_key())
pause = _table("pause", rows.PauseRow)
offer = _table("offer", rows.OfferRow, Index("offer_game", "game_id", "state"))
master = _table("master", rows.MasterRow)
act = _table("act", rows.ActRow)
