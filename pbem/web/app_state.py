"""What every page is given: the folder, the keys to it, and the clock."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, cast

from flask import current_app

from pbem.web.folder import Folder
from pbem.web.loaded_game import Shelf

if TYPE_CHECKING:
    from pbem.server.context import ServerContext


@dataclass(slots=True)
class Desk:
    """The moderator's desk; one process has one."""

    folder: Folder
    clock: Callable[[], float]
    hosts: frozenset[str] = frozenset()  #: names that this page may be called by
    numbers: bool = False  #: any address in digits may be called, too
    office: ServerContext | None = None  #: of the mail server whose games are shown
    lock: Lock = field(default_factory=Lock)  #: for the office: one at a time
    key: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    stamp: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    shelf: Shelf = field(init=False)

    def __post_init__(self) -> None:
        self.shelf = Shelf(self.folder)


def desk() -> Desk:
    """The desk of the request that is being answered."""
    return cast(Desk, current_app.extensions["pbem"])
