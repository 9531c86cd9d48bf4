"""What every part of the server needs: configuration, database, key, and the outbox."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy.engine import Connection

from pbem.server.guard import Guard
from pbem.server.outbound import rate_limits, templates
from pbem.server.outbound.message import Message
from pbem.server.outbound.outbox import Outbox
from pbem.server.settings.config import Config
from pbem.server.states import LetterKind
from pbem.server.store import game_store, queries
from pbem.server.store.connection import Database
from pbem.server.store.game_store import GameCache
from pbem.server.store.ladders import Standings
from pbem.server.store.reply_tokens import Key, TokenGrant, grant_without_game


@dataclass(slots=True)
class ServerContext:
    """Shared services: configuration, database, key, outbox, caches."""

    config: Config
    database: Database
    key: Key
    game_cache: GameCache = field(default_factory=GameCache)
    guard: Guard = field(default_factory=Guard)  #: knows what is worked on
    standings: Standings = field(default_factory=Standings)
    outbox: Outbox = field(init=False)  #: writes letters into the queue
    linger: float = 0.0  #: seconds after a deadline for mail that is on its way
    bots_asked: bool = False  #: since somebody last looked

    def __post_init__(self) -> None:
        self.outbox = Outbox(self.config, self.key)

    @contextmanager
    def writing(self, now: float) -> Iterator[Transaction]:
        """Open a transaction that is committed at the end, or not at all."""
        with self.database.writing() as conn:
            yield Transaction(self, conn, now)


@dataclass(slots=True)
class Transaction:
    """One transaction of the database, and the moment at which all of it happens."""

    context: ServerContext
    conn: Connection
    now: float

    @property
    def config(self) -> Config:
        """The settings of pbem.toml."""
        return self.context.config

    def audit(self, what: str, detail: str = "", **ids: int | None) -> None:
        """Add a line to the audit log."""
        queries.audit(self.conn, what, self.now, detail, **ids)

    def send(
        self,
        player_id: int,
        message: Message,
        *,
        kind: LetterKind,
        grant: TokenGrant | None = None,
        preferred: str = "",
    ) -> bool:
        """Write to a player, whose answer will speak for `grant`; False where no
        address of theirs works."""
        return self.context.outbox.to_player(
            *(self.conn, self.now, player_id, message),
            kind=kind,
            grant=grant,
            preferred=preferred,
        )

    def send_about_no_game(
        self, player_id: int, message: Message, *, kind: LetterKind
    ) -> bool:
        """Write to a player about no game; an answer speaks for them, and for no seat.

        Return False where no address of theirs works."""
        grant = grant_without_game(player_id, self.now)
        return self.send(
            player_id, replace(message, ref="desk"), kind=kind, grant=grant
        )

    def alert_host(self, what: str, /, **given: Any) -> None:
        """Tell the host, a few times a day at most for each kind of thing."""
        self.audit(f"alarm-{what}")
        if not self.config.host or not rate_limits.may_alarm(self.conn, what, self.now):
            return
        message = Message(
            subject=templates.subject("alarm", what=what),
            body=templates.blocks(f"alarm/{what}", **given),
        )
        self.context.outbox.to_host(self.conn, self.now, message)

    def game_name(self, game_id: int | None) -> str:
        """Return the name of a game, "" for none."""
        return "" if game_id is None else game_store.get(self.conn, game_id).name
