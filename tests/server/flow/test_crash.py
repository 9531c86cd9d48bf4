"""kill -9 at every step that matters, and at random moments: nothing is lost."""

from __future__ import annotations

import os
import shutil
from email import message_from_bytes
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.server.flow.server import MailServer
from pbem.server.lobby import banning
from pbem.server.states import EntrySource, HookService
from pbem.server.store import hooks, schema
from pbem.server.store.connection import Busy, Database
from pbem.server.store.queries import save
from tests.server.flow.conftest import Place
from tests.support.server import crash
from tests.support.server.stores import clear, quicken
from tests.support.server.world import BEGIN, REFEREE

pytestmark = pytest.mark.slow

RANDOM = 60


def _fresh(url: str, tmp_path: Path, empty: Path, name: str) -> tuple[str, Path]:
    place = tmp_path / name
    place.mkdir()
    if url.startswith("postgresql"):
        clear(url)
        return url, place
    shutil.copy(empty, place / "pbem.db")
    return str(place / "pbem.db"), place


def _prepared(
    url: str, tmp_path: Path, empty: Path, name: str, games: int, turns: int
) -> tuple[str, Path]:
    """A fresh store and its letters; a file's are copied from the first that was."""
    ready = tmp_path / "ready"
    if url.startswith("postgresql") or not ready.is_dir():
        where, place = _fresh(url, tmp_path, empty, name)
        crash.prepare(where, place, games, turns)
        if not url.startswith("postgresql"):
            shutil.copytree(place, ready)
        return where, place
    place = tmp_path / name
    shutil.copytree(ready, place)
    return str(place / "pbem.db"), place


def test_killed_at_every_step(url: str, tmp_path: Path, empty: Path) -> None:
    where, place = _fresh(url, tmp_path, empty, "whole")
    letters = crash.prepare(where, place, 1, 1)
    steps = crash.whole(where, place)
    wanted = crash.records(where)
    assert steps > 30
    for fatal in range(1, steps + 1, 9 if url.startswith("postgresql") else 1):
        where, place = _prepared(url, tmp_path, empty, f"step-{fatal}", 1, 1)
        status = crash.child(where, place, fatal)
        assert os.WIFSIGNALED(status) or status == 0
        assert crash.child(where, place) == 0
        crash.check(where, place, letters, wanted, 1)
        shutil.rmtree(place)


def test_killed_at_random(url: str, tmp_path: Path, empty: Path) -> None:
    where, place = _fresh(url, tmp_path, empty, "whole")
    letters = crash.prepare(where, place, 10, 5)
    assert letters == 100
    crash.whole(where, place)
    wanted = crash.records(where)
    kills, rounds = 0, 0
    while kills < RANDOM:
        rounds += 1
        where, place = _prepared(url, tmp_path, empty, f"round-{rounds}", 10, 5)
        died = crash.killed(where, place, RANDOM - kills, rounds)
        kills += died
        assert crash.child(where, place) == 0
        crash.check(where, place, letters, wanted, died)
        shutil.rmtree(place)
        assert rounds < RANDOM


def test_a_plan_killed_between_its_shot_and_the_report_plays_once(
    url: str, tmp_path: Path, empty: Path
) -> None:
    def fresh(name: str) -> tuple[str, Path]:
        where, place = _fresh(url, tmp_path, empty, name)
        crash.prepare(where, place, 1, 2)
        # The third letter is Ann's: her next turn depends on what Bob does in this.
        letter = place / "in" / "new" / "1700000000.00003.test"
        letter.write_bytes(letter.read_bytes() + b"if Bob: D4 then D3\n")
        os.utime(letter, (1_700_000_003, 1_700_000_003))
        last = place / "in" / "new" / "1700000000.00005.test"
        last.write_bytes(
            letter.read_bytes().replace(b"ann0@a", b"bob0@b").replace(b"<3@", b"<5@")
            .partition(b"\n\n")[0] + b"\n\nE4\n"
        )  # fmt: skip
        os.utime(last, (1_700_000_005, 1_700_000_005))
        return where, place

    where, place = fresh("whole")
    steps = crash.whole(where, place)
    wanted = crash.records(where)
    assert wanted[0].endswith("Bob: E4\nAnn: D3\n")
    for fatal in range(steps // 2, steps + 1, 9):
        where, place = fresh(f"step-{fatal}")
        status = crash.child(where, place, fatal)
        assert os.WIFSIGNALED(status)
        assert crash.child(where, place) == 0
        assert crash.records(where) == wanted
        counts = crash.told(place)
        assert sum(counts.values()) - len(counts) <= 1
        store = quicken(Database(where))
        with store.reading() as conn:
            sent = conn.execute(sa.select(schema.outbox.c.message_id)).scalars().all()
            sources = conn.execute(sa.select(schema.entry.c.source)).scalars().all()
        store.close()
        assert set(counts) == set(sent)
        assert sources.count(EntrySource.PLAN) == 1
        shutil.rmtree(place)


TURNS = 3


def _with_places(where: str, folder: Path, place: Place) -> Path:
    """Two players who are told elsewhere, too; where their letters wait."""
    crash.prepare(where, folder, 1, TURNS)
    store = quicken(Database(where))
    with store.writing() as conn:
        for player in (1, 2):
            given = (f"{place.url}/{player}", HookService.ANY, None, BEGIN)
            row = hooks.add(conn, player, *given, instead=False, code="x")
            save(conn, row, row._replace(code=""))
    store.close()
    later = (folder / "in/new").rename(folder / "later")
    (folder / "in/new").mkdir()
    return later


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_lines_elsewhere_are_shown_once_and_to_their_player(
    empty: Path, place: Place, tmp_path: Path
) -> None:
    """Whoever is killed while one is sent may lose it, and sends none twice."""

    def played(name: str, fatal: int) -> tuple[int, list[tuple[str, str]]]:
        """Each turn is a round and another one 20 seconds later; the second turn's
        first one is killed."""
        where, folder = _fresh("", tmp_path, empty, name)
        later = _with_places(where, folder, place)
        place.asked.clear()
        steps = 0
        for turn in range(TURNS):
            now = BEGIN + 60 * turn
            for letter in sorted(later.iterdir())[:2]:
                letter.rename(folder / "in/new" / letter.name)
            if turn == 1 and not fatal:
                steps = crash.whole(where, folder, now)
            else:
                status = crash.child(where, folder, fatal * (turn == 1), now)
                steps += os.WIFSIGNALED(status)
            assert crash.child(where, folder, 0, now + 20) == 0
        shutil.rmtree(folder)
        return steps, [(path, text) for _, path, text in place.asked]

    steps, wanted = played("whole", 0)
    assert len(wanted) == len({*wanted}) == 2 * TURNS
    kills = 0
    for fatal in range(1, steps + 1, max(1, steps // 24)):
        died, shown = played(f"hooks-{fatal}", fatal)
        kills += died
        assert len(shown) == len({*shown}), "a line was shown twice"
        assert {*shown} <= {*wanted}
        assert len(wanted) - len(shown) <= died
    assert kills >= 20


def _letters(place: Path) -> list[tuple[str, str, str]]:
    """Message-ID, recipient and text of each letter that went out."""
    found = []
    for path in (place / "out" / "new").iterdir():
        mail = message_from_bytes(path.read_bytes())
        text = str(mail.get_payload())
        found.append((str(mail["Message-ID"]), str(mail["To"]), text))
    return found


def _write(place: Path, name: str, who: str, to: str, text: str) -> None:
    head = f"From: {who}\nTo: {to}\nMessage-ID: <{name}@t>\nSubject: x\n"
    (place / "in/new" / name).write_text(f"{head}\n{text}\n")


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("act", ["answer", "ban"])
def test_what_a_host_does_is_told_once_and_to_the_right_one(
    act: str, empty: Path, tmp_path: Path
) -> None:
    """A host who answers a player, or bans one, and does so again after a kill."""
    where, ready = _fresh("", tmp_path, empty, "ready")
    crash.prepare(where, ready, 1, 0)
    _write(ready, "asked", "ann0@a.example", REFEREE, "host: I do not see it.")
    assert crash.child(where, ready) == 0
    sent = map(message_from_bytes, map(Path.read_bytes, (ready / "out/new").iterdir()))
    (asks,) = (mail for mail in sent if "writes to you" in str(mail["Subject"]))
    if act == "answer":
        _write(
            ready, "answered", "host@x.example", str(asks["Reply-To"]), "Look at A5."
        )
        wanted, word = "<ann0@a.example>", "> Look at A5."
    else:
        wanted, word = "<bob0@b.example>", "The reason: Insults."
    shutil.rmtree(ready / "out/new")
    (ready / "out/new").mkdir()

    def ban(server: MailServer) -> None:
        if act == "ban":
            with server.context.writing(BEGIN + 60) as tx:
                banning.ban(tx, "bob0@b.example", None, "Insults.")

    shutil.copytree(ready, tmp_path / "loads")
    crash.whole(str(tmp_path / "loads" / "pbem.db"), tmp_path / "loads", BEGIN + 60)
    kills, fatal = 0, 1
    died = True
    while died:
        fatal += 2
        place = tmp_path / f"{act}-{fatal}"
        shutil.copytree(ready, place)
        url = str(place / "pbem.db")
        died = os.WIFSIGNALED(crash.child(url, place, fatal, BEGIN + 60, ban))
        kills += died
        assert crash.child(url, place, 0, BEGIN + 120, ban) == 0
        mails = _letters(place)
        told = [(number, to) for number, to, text in mails if word in text]
        assert {to for _, to in told} == {wanted}, "told to the wrong one"
        assert len({*told}) == 1, "told twice"
        assert len(mails) - len({number for number, _, _ in mails}) <= died
        shutil.rmtree(place)
    assert kills >= 20


def test_an_order_on_hold_is_played_once_wherever_the_server_is_killed(
    url: str, tmp_path: Path, empty: Path
) -> None:
    later = BEGIN + 20 * 60

    def fresh(name: str) -> tuple[str, Path]:
        where, place = _fresh(url, tmp_path, empty, name)
        crash.prepare(where, place, 1, 2)
        letter = place / "in" / "new" / "1700000000.00004.test"
        head = letter.read_bytes().partition(b"\n\n")[0]
        letter.write_bytes(head + b"\n\nI walk to E5\n")
        os.utime(letter, (1_700_000_004, 1_700_000_004))
        return where, place

    where, place = fresh("whole")
    taking = crash.whole(where, place)
    assert crash.records(where)[0].endswith("Ann: D4\n")
    playing = crash.whole(where, place, later)
    wanted = crash.records(where)
    assert wanted[0].endswith("Ann: D4\nBob: E5\n")
    while_held = [(fatal, 0) for fatal in range(taking // 2, taking + 1, 13)]
    while_played = [(0, fatal) for fatal in range(1, playing + 1, 9)]
    for first, second in (*while_held, *while_played):
        where, place = fresh(f"step-{first}-{second}")
        died = int(os.WIFSIGNALED(crash.child(where, place, first)))
        assert crash.child(where, place) == 0
        assert crash.records(where)[0].endswith("Ann: D4\n")
        died += os.WIFSIGNALED(crash.child(where, place, second, later))
        assert died == 1
        assert crash.child(where, place, 0, later) == 0
        crash.check(where, place, 4, wanted, died)
        shutil.rmtree(place)


def test_a_killed_server_leaves_no_lock(tmp_path: Path, empty: Path) -> None:
    where, place = _fresh("sqlite", tmp_path, empty, "lock")
    store = Database(where)
    number = os.fork()
    if number == 0:
        with Database(where).alone():
            os.kill(os.getpid(), 9)
    os.waitpid(number, 0)
    with store.alone():
        pass
    store.close()
    assert place.is_dir()


def test_only_one_server_works_on_a_file(tmp_path: Path, empty: Path) -> None:
    where, _ = _fresh("sqlite", tmp_path, empty, "busy")
    with Database(where).alone(), pytest.raises(Busy), Database(where).alone():
        pass
