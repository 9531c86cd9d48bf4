"""The page of one game, made in a child process: what never ends there is ended.

The next child makes a page of it, which names the line.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from io import BytesIO
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Request, Response

from pbem.record.header import Unreadable
from pbem.system import supervised
from pbem.system.supervised import ChildProcess
from pbem.system.too_long import At, TookTooLong
from pbem.web.app_state import AppState
from pbem.web.guard import MAX_REQUEST_BYTES
from pbem.web.play.one_game import STUCK

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

SECONDS = 20.0  #: for a page, or for a move of many that it plays


class PageTask(NamedTuple):
    """What a child makes pages of."""

    folder: Path
    name: str  #: of the file
    game: str
    key: str
    stamp: str


class _Asked(NamedTuple):
    environ: dict[str, str]
    body: bytes
    seconds: float
    stuck: tuple[At, ...] | None = None


class SupervisedPage:
    """A WSGI program that has a child answer; one request at a time."""

    def __init__(self, charge: PageTask) -> None:
        self._charge = charge
        self._lock = Lock()
        self._child: ChildProcess | None = None

    def __call__(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        request = Request(environ)
        request.max_content_length = MAX_REQUEST_BYTES
        texts = {key: one for key, one in environ.items() if isinstance(one, str)}
        try:
            asked = _Asked(texts, request.get_data(), SECONDS)
        except RequestEntityTooLarge as refused:
            return refused.get_response(environ)(environ, start_response)
        with self._lock:
            status, headers, body = self._answer(asked)
        return Response(body, status, headers)(environ, start_response)

    def close(self) -> None:
        """End the child."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def _answer(self, asked: _Asked) -> Any:
        try:
            return self._exchange(asked)
        except TookTooLong as fault:
            self.close()
            return self._exchange(asked._replace(stuck=fault.steps))
        except (EOFError, OSError):
            self.close()  # it was ended by somebody else: another one answers
            return self._exchange(asked)

    def _exchange(self, asked: _Asked) -> Any:
        if self._child is None:
            self._child = ChildProcess(_serve, self._charge)
        self._child.send(asked)
        return self._child.receive()


class NewGame(NamedTuple):
    """A fresh game, or why there can be none."""

    text: str  #: the turn file
    refused: str = ""


def opened(game: str, text: str, seconds: float) -> Iterator[NewGame]:
    """Yield a fresh turn file with what its bots answer first, for a child.

    Nothing where the game's files fail.
    """
    from pbem.pages.wording import words
    from pbem.plugins.games import find
    from pbem.record.replay import begin
    from pbem.record.turn_file import read
    from pbem.web.play.moves import reply
    from pbem.workspace.edits import continued

    supervised.allow(seconds)
    try:
        story = begin(read(text))
        if story.header.bots:
            text = continued(text, 0, reply(story).turns)
        yield NewGame(text)
    except Unreadable as fault:
        yield NewGame(text, words(find(game)).fault(fault.fault))
    except Exception:
        return


def _serve(conn: Connection, charge: PageTask) -> None:
    """Answer until the parent is gone."""
    import logging
    import sys

    from pbem.plugins.games import find
    from pbem.web.app import create
    from pbem.web.play.game_files import GameFiles
    from pbem.web.play.rehearsal import WatchedGame
    from pbem.workspace.folder import Folder

    # A module that is saved twice in a second is read twice.
    sys.dont_write_bytecode = True
    logging.getLogger("pbem.plugins.game").addHandler(logging.StreamHandler())
    state = AppState(
        Folder(charge.folder, time.time),
        time.time,
        hosts=frozenset({"localhost"}),
        key=charge.key,
        stamp=charge.stamp,
        play=WatchedGame(charge.name, GameFiles(find(charge.game))),
    )
    app = create(state)
    while True:
        try:
            asked: _Asked = conn.recv()
        except EOFError:
            return
        environ: dict[str, Any] = {**asked.environ, "wsgi.input": BytesIO(asked.body)}
        environ["CONTENT_LENGTH"] = str(len(asked.body))
        environ.update({"wsgi.errors": sys.stderr, "wsgi.multithread": False})
        if asked.stuck is not None:
            environ[STUCK] = asked.stuck
        supervised.allow(asked.seconds)
        answer = Response.from_app(app, environ, buffered=True)
        response = (answer.status, [*answer.headers], answer.get_data())
        supervised.allow(None)
        conn.send(response)
