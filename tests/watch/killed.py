"""A watch that is killed with a post on its way: before the forum has it, and after."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import connection, get_context
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pbem.cli import main
from pbem.watch.sending import SETTLE_SECONDS
from pbem.watch.watch import Watch
from tests.forum import members
from tests.watch.real_game import SEATS, begun, read_thread, watched

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess

When = Literal["never", "before", "after"]
#: Each look is a process of its own; what all import is loaded once.
PROCESSES = get_context("forkserver")
PROCESSES.set_forkserver_preload([__name__, "pbem.cli.forum.watch", "pbem.watch.watch"])


class Between(ThreadingHTTPServer):
    """Hands requests on to a forum, and kills who posts, before or after that."""

    daemon_threads = True

    def __init__(self, forum: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.forum = forum
        self.kills: When = "never"
        self.victim = threading.Event()
        self.process: ForkServerProcess | None = None

    def kill(self) -> None:
        """Kill the process that asks, and wait until it is gone."""
        self.victim.wait(60)
        assert self.process is not None
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.SIGKILL)
        connection.wait([self.process.sentinel], 60)


class _Handler(BaseHTTPRequestHandler):
    server: Between

    def do_GET(self) -> None:
        self._hand_on(None)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        posts = "/topics/" in self.path
        if posts and self.server.kills == "before":
            self.server.kill()
            return
        self._hand_on(body, answer=not (posts and self.server.kills == "after"))

    def _hand_on(self, body: bytes | None, *, answer: bool = True) -> None:
        request = urllib.request.Request(self.server.forum + self.path, body)
        for key in ("Authorization", "Content-Type", "Accept"):
            if self.headers[key]:
                request.add_header(key, self.headers[key])
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=60) as found:
                status, raw = found.status, found.read()
        except urllib.error.HTTPError as error:
            status, raw = error.code, b""
            error.close()
        if not answer:
            self.server.kill()
            return
        self.send_response(status)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def _between(forum: str) -> Iterator[Between]:
    with Between(forum) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def look(folder: Path, *more: str) -> None:
    """Look once, as the command does."""
    os.chdir(folder)
    sys.argv = ["pbem", "forum", "watch", "fleets.txt", "--once", *more]
    main()


def _command(server: Between, folder: Path, *more: str) -> int | None:
    """Run a look in a process of its own; how it ended."""
    server.victim.clear()
    server.process = PROCESSES.Process(target=look, args=(folder, *more))
    server.process.start()
    server.victim.set()
    server.process.join(120)
    return server.process.exitcode


def posted_once_though_killed(forum: members.NodeBB, folder: Path) -> None:
    """Have a report posted by a process that is killed at the worst moments."""
    folder.mkdir()
    begun(forum, folder)
    with _between(forum.base) as server:
        address = forum.address
        forum.address = address.replace(
            forum.base, f"http://127.0.0.1:{server.server_port}"
        )
        watch = watched(forum, folder)
        for name in SEATS:
            forum.reply(name, "place Y1 G2 R3 B4")
        digest = watch.look().due
        server.kills = "before"
        assert _command(server, folder, "--yes", digest) == -signal.SIGKILL
        out = watch.outgoing()
        assert out is not None
        assert out.parcels[0].status == "begun"
        server.kills = "never"
        assert _command(server, folder) == 0
        assert _reports(watch) == 0  # it may still be on its way
        # The moderator looked, and it is not there; who posts it is killed, too.
        server.kills = "after"
        again = ("--not-sent", "game fleets #1")
        assert _command(server, folder, *again) == -signal.SIGKILL
        server.kills = "never"
        for _ in range(2):
            assert _command(server, folder) == 0
            assert _reports(watch) == 1
        watch.clock = lambda: time.time() + 10 * SETTLE_SECONDS
        watch.look()
        assert _reports(watch) == 1
        forum.address = address


def _reports(watch: Watch) -> int:
    """How many posts of the thread report the turn."""
    return sum(
        any("game fleets #1" in line.text for line in post.lines)
        for post in read_thread(watch)
    )
