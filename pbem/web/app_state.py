"""What every page is given: the folder, the keys to it, and the clock."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, cast

from flask import current_app

from pbem.workspace.folder import Folder
from pbem.workspace.loaded_game import FolderCache

if TYPE_CHECKING:
    from pbem.server.context import ServerContext
    from pbem.web.play.rehearsal import WatchedGame


@dataclass(slots=True)
class AppState:
    """What one process serves: a folder of games, perhaps a mail server's, too."""

    folder: Folder
    clock: Callable[[], float]
    hosts: frozenset[str] = frozenset()  #: names that this page may be called by
    any_address: bool = False  #: it may be called by any address in digits, too
    server: ServerContext | None = None  #: the mail server whose games are shown
    play: WatchedGame | None = None  #: the game of `pbem game play`
    lock: Lock = field(default_factory=Lock)  #: for the server: one at a time
    key: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    stamp: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    games: FolderCache = field(init=False)

    def __post_init__(self) -> None:
        self.games = FolderCache(self.folder)

    @property
    def front(self) -> str:
        """The first page of a game: its table, or where it is tried."""
        return "table" if self.play is None else "play"


def app_state() -> AppState:
    """Return the state of the page that is being asked."""
    return cast(AppState, current_app.extensions["pbem"])
