"""A game whose code never comes to an end: it is set aside, all others go on.

Each is a real process with a package of another author, which loops where and while a
file says so: in Python, waiting, or within one call that holds the interpreter.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from email import message_from_bytes, policy
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.server.store import schema
from pbem.server.store.connection import Database
from tests.support import tutorials
from tests.support.outside import ROOT, write
from tests.support.server.real import until
from tests.support.server.stores import clear

pytestmark = pytest.mark.slow

GAME = "breakthrough"
HELPER = """
import collections, itertools, sys, time
from pathlib import Path

def perhaps(where: str) -> None:
    wanted = Path(__file__).with_name("loop")
    if not wanted.exists():
        return
    at, how = wanted.read_text().split()
    bot = at == "bot" and where == "resolve" and "pbem.bots.search" in sys.modules
    while bot or at == where:
        if how == "waiting":
            time.sleep(1)
        elif how == "interpreter":
            collections.deque(itertools.repeat(0), maxlen=0)
"""


class Server:
    """A place with a server's settings, its mail as files, and a package beside it."""

    def __init__(self, place: Path) -> None:
        self.place, self.package = place, place / "packages"
        self._letters = 0

    @classmethod
    def built(cls, place: Path, store: str = "pbem.db") -> Server:
        """Write all of it."""
        made, files = cls(place), dict(tutorials.files())
        files[f"{tutorials.PACKAGE}/endless.py"] = HELPER
        name = f"{tutorials.PACKAGE}/{GAME}.py"
        for where in ("setup", "bind", "resolve", "view"):
            files[name] = _with_call(files[name], where)
        write(made.package, tutorials.PACKAGE, tutorials.ENTRIES, files)
        for part in ("cur", "new", "tmp"):
            (place / "in" / part).mkdir(parents=True)
        made.configure("pbem.toml", store)
        return made

    def configure(self, name: str, store: str) -> None:
        """Write settings that give a game two seconds."""
        (self.place / name).write_text(
            f'address = "referee@x.example"\nhost = "host@x.example"\n'
            f'store = "{store}"\nhtml = false\ngather = ""\n'
            f'[[in]]\nfrom = "maildir"\npath = "in"\n'
            f'[out]\nby = "folder"\npath = "sent"\n[identity]\npolicy = "open"\n'
            "[limits]\nwork_seconds = 2\n"
        )

    def loop(self, where: str, how: str = "python") -> None:
        """Have the package loop from now on."""
        file = self.package / tutorials.PACKAGE / "loop"
        file.write_text(f"{where} {how}")

    def mend(self) -> None:
        """Have the package come to an end again."""
        (self.package / tutorials.PACKAGE / "loop").unlink()

    def begin(self, name: str, game: str) -> None:
        """Begin a game of Ann and Bob."""
        text = self.pbem("new", game, "--seats", "Ann, Bob", "--name", name)
        (self.place / f"{name}.txt").write_text(text)
        seats = ("--seat", "Ann=ann@a.example", "--seat", "Bob=bob@b.example")
        self.pbem("server", "import", f"{name}.txt", *seats)

    def deliver(self, writer: str, text: str) -> None:
        """Put a letter into the mailbox."""
        self._letters += 1
        letter = (
            f"From: {writer}\nTo: referee@x.example\n"
            f"Message-ID: <{self._letters}@t>\nSubject: x\n\n{text}\n"
        )
        (self.place / "in" / "new" / f"{self._letters}").write_text(letter)

    def pbem(self, *given: str, good: bool = True) -> str:
        """Run a command; return what it says."""
        done = subprocess.run(
            [sys.executable, "-m", "pbem", *given],
            cwd=self.place,
            env=self.env,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert not good or done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def serve(self, config: str = "pbem.toml") -> subprocess.Popen[bytes]:
        """Begin to serve."""
        with open(self.place / f"{config}.log", "ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "pbem", "server", "serve", "--config", config],
                cwd=self.place,
                env=self.env,
                stdout=log,
                stderr=log,
            )

    @property
    def env(self) -> dict[str, str]:
        """What finds this pbem, and the package."""
        return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{self.package}"}

    def to(self, address: str) -> list[str]:
        """The subjects of what was sent to somebody, sorted."""
        found = []
        for path in (self.place / "sent").glob("[!.]*"):
            letter = message_from_bytes(path.read_bytes(), policy=policy.default)
            if address in str(letter["To"]):
                found.append(str(letter["Subject"]))
        return sorted(found)


def _with_call(text: str, where: str) -> str:
    """Return rules of which a method may loop: right before the first statement."""
    head, _, rest = text.partition(f"    def {where}(")
    signature, _, body = rest.partition(":\n        ")
    call = f'__import__("{tutorials.PACKAGE}.endless").endless.perhaps("{where}")'
    return f"{head}    def {where}({signature}:\n        {call}\n        {body}"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server with a game that may loop, and one that does not."""
    place = tmp_path_factory.mktemp("begun")
    made = Server.built(place)
    made.begin("loop", GAME)
    made.begin("good", "arena")
    made.pbem("server", "run")
    return place


@pytest.fixture
def server(begun: Path, tmp_path: Path) -> Server:
    """The same, to be changed."""
    shutil.copytree(begun, tmp_path, dirs_exist_ok=True)
    return Server(tmp_path)


def _count(server: Server, subject: str, *people: str) -> list[int]:
    return [server.to(one).count(subject) for one in people]


PEOPLE = ("ann@a.example", "bob@b.example")


def test_one_round_sets_the_game_aside_and_answers_all_others(server: Server) -> None:
    server.loop("bind", "waiting")
    server.deliver("ann@a.example", "game loop\nA2-A3")
    server.deliver("cid@c.example", "help")
    server.deliver("ann@a.example", "game good\nfire C3")
    server.pbem("server", "run")
    assert server.to("cid@c.example")
    assert "good #0: your letter" in server.to("ann@a.example")
    assert _count(server, "loop: waits for a repair", *PEOPLE) == [1, 1]
    assert _count(server, "pbem: a game is set aside", "host@x.example") == [1]
    assert "game loop (breakthrough)" in server.pbem("server", "retry")
    assert "set aside" in server.pbem("server", "status")
    server.deliver("bob@b.example", "game good\nair F6")
    server.pbem("server", "run")  # it is not tried again, and told no more
    assert "good #1: your turn" in server.to("bob@b.example")
    assert _count(server, "loop: waits for a repair", *PEOPLE) == [1, 1]
    server.mend()
    server.pbem("server", "retry", "loop")
    server.pbem("server", "run")
    assert _count(server, "loop: goes on", *PEOPLE) == [1, 1]
    assert "loop #1: your turn" in server.to("bob@b.example")


def test_a_letter_for_no_game_is_set_aside_by_itself(server: Server) -> None:
    server.loop("setup")
    server.deliver("ann@a.example", f"help {GAME}")
    server.deliver("cid@c.example", "help")
    server.pbem("server", "run")
    assert server.to("cid@c.example")
    assert "pbem: a letter was set aside" in server.to("host@x.example")
    assert "a letter of yours that I failed on" in " ".join(server.to("ann@a.example"))


def test_a_server_goes_on_with_all_other_games(server: Server) -> None:
    server.loop("resolve", "interpreter")
    process = server.serve()
    try:
        server.deliver("ann@a.example", "game loop\nA2-A3")
        until(lambda: "loop: waits for a repair" in server.to(PEOPLE[1]), "the news")
        server.deliver("cid@c.example", "help")
        until(lambda: bool(server.to("cid@c.example")), "an answer")
        assert process.poll() is None
        log = (server.place / "pbem.toml.log").read_text()
        assert "took too long and is set aside" in log
        assert "endless.py" in log  # where the code was
    finally:
        process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0


def test_a_bot_that_never_ends_holds_up_no_letter(server: Server) -> None:
    given = ("--seats", "Ann, Cid", "--bot", "Cid=easy", "--name", "alone")
    (server.place / "alone.txt").write_text(server.pbem("new", GAME, *given))
    server.pbem("server", "import", "alone.txt", "--seat", "Ann=ann@a.example")
    server.loop("bot", "interpreter")
    process = server.serve()
    try:
        server.deliver("ann@a.example", "game alone\nA2-A3")
        until(lambda: "alone #1" in " ".join(server.to("ann@a.example")), "a report")
        until(lambda: bool(_thinking(process.pid)), "the bot")
        for number in range(2):
            who = f"cid{number}@c.example"
            server.deliver(who, "help")
            until(lambda who=who: bool(server.to(who)), "an answer")  # type: ignore[misc]
        assert "waits for a repair" not in " ".join(server.to("ann@a.example"))
    finally:
        process.terminate()
    assert process.wait(30) == 0


def _thinking(parent: int) -> list[str]:
    """Return the processes below one in which bots think."""
    found = subprocess.run(
        ["ps", "-e", "-o", "pid=,ppid=,args="], capture_output=True, text=True
    ).stdout
    lines = [line.split(None, 2) for line in found.splitlines()]
    children = {pid for pid, above, _ in lines if above == str(parent)}
    return [a for _, above, a in lines if above in children and "bots.behind" in a]


def test_whoever_starts_after_a_killed_server_finds_the_store_free(
    server: Server,
) -> None:
    log = server.place / "pbem.toml.log"
    for times in (1, 2):
        process = server.serve()
        until(partial(_started, log, times), "a start")
        process.kill()
        process.wait(30)
    server.pbem("server", "run")


def _started(log: Path, times: int) -> bool:
    return log.read_text().count("letters in by") >= times


def test_a_deadline_is_as_far_away_after_the_repair(server: Server) -> None:
    server.loop("resolve")
    server.deliver("ann@a.example", "game loop\nA2-A3")
    server.pbem("server", "run")
    with closing(sqlite3.connect(server.place / "pbem.db")) as conn, conn:
        ((before,),) = conn.execute("SELECT deadline FROM game WHERE name = 'loop'")
        conn.execute(
            "UPDATE meta SET value = CAST(value AS REAL) - 500000"
            " WHERE name LIKE 'aside %'"
        )
        conn.execute("UPDATE game SET deadline = deadline - 500000 WHERE name = 'loop'")
    server.mend()
    server.pbem("server", "retry", "loop")
    with closing(sqlite3.connect(server.place / "pbem.db")) as conn:
        ((after,),) = conn.execute("SELECT deadline FROM game WHERE name = 'loop'")
    assert 0 <= after - before < 60


def test_of_two_servers_on_one_database_both_go_on(
    shared_postgres: str, tmp_path: Path
) -> None:
    clear(shared_postgres)
    server = Server.built(tmp_path, shared_postgres)
    server.begin("loop", GAME)
    server.pbem("server", "run")
    text = (tmp_path / "pbem.toml").read_text()
    text = text.replace('[[in]]\nfrom = "maildir"\npath = "in"\n', "")
    (tmp_path / "two.toml").write_text(text)
    server.loop("resolve", "interpreter")
    both = [server.serve("pbem.toml"), server.serve("two.toml")]
    try:
        server.deliver("ann@a.example", "game loop\nA2-A3")
        server.deliver("cid@c.example", "help")
        until(lambda: "loop: waits for a repair" in server.to(PEOPLE[1]), "the news")
        until(lambda: bool(server.to("cid@c.example")), "an answer")
        with closing(Database(shared_postgres)) as store:
            query = sa.select(schema.game.c.id).with_for_update(skip_locked=True)

            def free() -> bool:
                with store.writing() as conn:
                    return bool(conn.execute(query).all())

            until(free, "the game to be let go")
        server.deliver("dot@d.example", "help")
        until(lambda: bool(server.to("dot@d.example")), "another answer")
        assert [one.poll() for one in both] == [None, None]
        assert _count(server, "loop: waits for a repair", *PEOPLE) == [1, 1]
    finally:
        for one in both:
            one.terminate()
    assert [one.wait(30) for one in both] == [0, 0]
