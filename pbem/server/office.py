"""What every part of the server needs: configuration, store, key, and the post."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.engine import Connection

from pbem.server import gamebook, limits, words
from pbem.server.compose import Draft
from pbem.server.config import Config
from pbem.server.gamebook import Gamebook
from pbem.server.outbox import Post
from pbem.server.store import Store, note
from pbem.server.tokens import Key


@dataclass(slots=True)
class Office:
    """The desk that letters are answered from."""

    config: Config
    store: Store
    key: Key
    book: Gamebook = field(default_factory=Gamebook)
    post: Post = field(init=False)  #: writes letters into the outbox
    linger: float = 0.0  #: seconds after a deadline for mail that is on its way

    def __post_init__(self) -> None:
        self.post = Post(self.config, self.key)

    def alarm(self, link: Connection, now: float, what: str, /, **given: Any) -> None:
        """Tells the game master, a few times a day at most for each kind of thing."""
        note(link, f"alarm-{what}", now)
        host = self.config.host
        if not host or not limits.may_alarm(link, what, now):
            return
        draft = Draft(
            subject=words.subject("alarm", what=what),
            body=words.blocks(f"alarm/{what}", **given),
        )
        self.post.to_host(link, now, draft)

    def game_name(self, link: Connection, game_id: int | None) -> str:
        """The name of a game, "" for none."""
        return "" if game_id is None else str(gamebook.get(link, game_id).name)
