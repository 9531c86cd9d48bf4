"""Who shares the machine learns nothing from its files and processes, and a link in a
folder of games leads nowhere."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
import urllib.request
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem import __version__
from pbem.cli import pbem
from pbem.server.host import doctor
from pbem.server.settings import config
from pbem.server.store.connection import Database
from pbem.server.store.reply_tokens import check_key, load_key
from pbem.system import resources
from pbem.workspace.folder import Folder, GameMissing
from tests.cli.conftest import GAME

SEED = f"Game: mars\nSeats: Ann, Bob\nSeed: {'00' * 32}\n"
#: A browser that notes what it was started with, and what it found there.
BROWSER = """#!/bin/sh
printf '%s\\n' "$@" > {place}/argv
stat -c '%a' "${{1#file://}}" > {place}/mode
cat "${{1#file://}}" > {place}/found
"""


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_key_of_the_page_is_in_no_list_of_processes(tmp_path: Path) -> None:
    games, browser = tmp_path / "games", tmp_path / "browser"
    games.mkdir()
    browser.write_text(BROWSER.format(place=tmp_path))
    browser.chmod(0o700)
    command = [sys.executable, "-c", "from pbem.cli import main; main()"]
    with subprocess.Popen(
        [*command, "forum", "page", str(games), "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "BROWSER": str(browser)},
        # Whoever runs tests in the background may have it ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            process.stdout.readline()
            with urllib.request.urlopen(address, timeout=30) as page:
                assert page.status == 200
            key = address.split("/")[3]
            line = Path(f"/proc/{process.pid}/cmdline").read_bytes().decode()
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)
    argv = (tmp_path / "argv").read_text().strip()
    assert argv.startswith("file:///")
    assert key not in argv + line
    assert address in (tmp_path / "found").read_text()
    assert (tmp_path / "mode").read_text() == "600\n"
    assert not Path(argv.removeprefix("file://")).parent.exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_page_that_is_ended_leaves_no_file_with_its_key(
    tmp_path: Path, name: str
) -> None:
    """Though no browser has opened it."""
    games, temporary = tmp_path / "games", tmp_path / "temporary"
    games.mkdir()
    temporary.mkdir()
    command = [sys.executable, "-c", "from pbem.cli import main; main()"]
    number = getattr(signal, name)
    with subprocess.Popen(
        [*command, "forum", "page", str(games), "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "BROWSER": "true", "TMPDIR": str(temporary)},
        preexec_fn=partial(signal.signal, number, signal.SIG_DFL),
    ) as process:
        for _ in range(600):
            if list(temporary.rglob("door.html")):
                break
            time.sleep(0.05)
        found = [path.name for path in temporary.rglob("*.html")]
        process.send_signal(number)
        assert process.wait(30) == 0
    assert found == ["door.html"]
    assert list(temporary.iterdir()) == []


def test_what_holds_secrets_is_for_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = os.umask(0)
    try:
        Database("pbem.db").prepare()
        load_key(tmp_path / "pbem.key")
        (tmp_path / "duel").write_text(GAME)
        seats = ("--seats", "A,B")
        for words in (
            ("new", "mars", *seats, "--out", "new.txt"),
            ("replay", "duel", "-o", "all.html"),
            ("replay", "duel", "-o", "public.html", "--public"),
        ):
            assert CliRunner().invoke(pbem, words).exit_code == 0
        folder = Folder(tmp_path, lambda: 0.0)
        folder.create("page", SEED)
        folder.keep_thread("page", [("thread", b"hello")])
    finally:
        os.umask(before)
    kept = sorted((tmp_path / ".pbem" / "page").rglob("*"))
    assert len(kept) == 4
    names = ("pbem.db", "pbem.key", "new.txt", "all.html", "page.txt")
    for path in (*(tmp_path / name for name in names), *kept):
        assert _mode(path) == (0o700 if path.is_dir() else 0o600), path
    assert _mode(tmp_path / "public.html") == 0o644


def test_the_doctor_complains_of_what_others_can_read(tmp_path: Path) -> None:
    found = config.read('address = "a@b.example"\n', str(tmp_path))
    store = Database(found.url)
    store.prepare()
    with store.writing() as conn:
        check_key(conn, load_key(tmp_path / "pbem.key"))
    store.close()
    files = {"mars.txt": SEED, "duel.txt": GAME, "note.txt": "Seed: none\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    paths = [tmp_path / name for name in ("pbem.db", "pbem.key", *files)]

    def findings() -> set[str]:
        several = (doctor._store(found), doctor._key(found), *doctor._turn_files(found))
        return {f"{one.what} {one.why}".strip() for one in several if not one.well}

    for path in paths:
        path.chmod(0o600)
    assert not findings()
    for mode in (0o644, 0o640, 0o602):
        for path in paths:
            path.chmod(mode)
        assert findings() == {"store open", "key open", "turn-files mars.txt"}


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """What no link in the folder may lead to."""
    place = tmp_path / "outside"
    place.mkdir()
    for name in ("secret.txt", "page.html", "log"):
        (place / name).write_text(GAME)
    return place


def _untouched(outside: Path) -> None:
    found = {path.name: path.read_text() for path in outside.iterdir()}
    assert found == dict.fromkeys(("secret.txt", "page.html", "log"), GAME)


def test_a_link_in_the_folder_is_not_there(tmp_path: Path, outside: Path) -> None:
    place = tmp_path / "games"
    place.mkdir()
    (place / "real.txt").write_text(GAME)
    (place / "inner.txt").symlink_to("real.txt")
    (place / "outer.txt").symlink_to(outside / "secret.txt")
    (place / "outer.html").symlink_to(outside / "page.html")
    folder = Folder(place, lambda: 0.0)
    for name in (b"odd\xff.txt", b"odd\xff.html", b"two\nlines.html"):
        (place / os.fsdecode(name)).write_text(GAME)
    assert folder.names() == ["inner", "real"]
    assert folder.others((".html", ".txt")) == []
    for ask in (folder.file, folder.read, folder.changed_at):
        with pytest.raises(GameMissing):
            ask("outer")
    with pytest.raises(GameMissing):
        folder.other("outer.html")
    with pytest.raises(GameMissing):
        folder.write("outer", "", "text", "orders")
    _untouched(outside)


def _use(folder: Folder) -> None:
    folder.keep_thread("real", [("thread", b"hello")])
    folder.read("real")


@pytest.mark.parametrize("part", [".pbem", ".pbem/real", ".pbem/real/thread",
                                  ".pbem/real/log"])  # fmt: skip
def test_a_link_among_the_versions_leads_nowhere(
    tmp_path: Path, outside: Path, part: str
) -> None:
    place = tmp_path / "games"
    (place / part).parent.mkdir(parents=True)
    (place / "real.txt").write_text(GAME)
    (place / part).symlink_to(outside / "log" if part.endswith("log") else outside)
    folder = Folder(place, lambda: 0.0)
    with pytest.raises(GameMissing):
        _use(folder)
    _untouched(outside)


def test_a_link_in_the_folder_of_posts_is_not_followed(
    tmp_path: Path, outside: Path
) -> None:
    (tmp_path / "posts").mkdir()
    (tmp_path / "duel").write_text(GAME)
    (tmp_path / "posts" / "post.txt").symlink_to(outside / "page.html")
    words = [
        "forum",
        "post",
        str(tmp_path / "duel"),
        "--folder",
        str(tmp_path / "posts"),
    ]
    done = CliRunner().invoke(pbem, [*words, "--forum", "plain", "--force"])
    assert done.exit_code == 2
    assert "a link out of the folder" in done.output
    _untouched(outside)


@pytest.mark.parametrize("linked", ["pbem", f"pbem/{__version__}"])
def test_no_link_leads_to_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, linked: str
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    home = tmp_path / "home"
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    (home / linked).parent.mkdir(parents=True)
    (home / linked).symlink_to(elsewhere)
    assert resources.cache_folder() is None
    (home / linked).unlink()
    found = resources.cache_folder()
    assert found == home / "pbem" / __version__
