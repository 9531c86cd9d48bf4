"""What every part of the server needs: configuration, store, key, and the post."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.engine import Connection

from pbem.server.config import Config
from pbem.server.outbound import rate_limits, templates
from pbem.server.outbound.message import Message
from pbem.server.outbound.outbox import Outbox
from pbem.server.storage import game_store
from pbem.server.storage.database import Database, audit
from pbem.server.storage.game_store import GameCache
from pbem.server.storage.reply_tokens import Key


@dataclass(slots=True)
class ServerContext:
    """The desk that letters are answered from."""

    config: Config
    database: Database
    key: Key
    game_cache: GameCache = field(default_factory=GameCache)
    outbox: Outbox = field(init=False)  #: writes letters into the outbox
    linger: float = 0.0  #: seconds after a deadline for mail that is on its way

    def __post_init__(self) -> None:
        self.outbox = Outbox(self.config, self.key)

    def alert_host(
        self, link: Connection, now: float, what: str, /, **given: Any
    ) -> None:
        """Tells the game master, a few times a day at most for each kind of thing."""
        audit(link, f"alarm-{what}", now)
        host = self.config.host
        if not host or not rate_limits.may_alarm(link, what, now):
            return
        draft = Message(
            subject=templates.subject("alarm", what=what),
            body=templates.blocks(f"alarm/{what}", **given),
        )
        self.outbox.to_host(link, now, draft)

    def game_name(self, link: Connection, game_id: int | None) -> str:
        """The name of a game, "" for none."""
        return "" if game_id is None else str(game_store.get(link, game_id).name)
