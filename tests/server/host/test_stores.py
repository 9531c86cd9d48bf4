"""Where a host's store lies, and how it is saved and restored."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.server.host.conftest import SETTINGS, error, run
from tests.support.command import pbem
from tests.support.server.stores import clear
from tests.support.server.world import ANN
from tests.support.server_fixtures import small_disk


def test_backup_and_restore(place: Path) -> None:
    run("server", "deliver", stdin=f"From: {ANN}\n\nnew arena with b@b.example\n")
    run("server", "run", "--once")
    assert "The key is not in it" in run("server", "backup", "saved.db").output
    assert "in use" in error("server", "restore", "saved.db")
    (place / "pbem.db").rename(place / "old.db")
    assert run("server", "restore", "saved.db").exit_code == 0
    assert "arena-1" in run("server", "status").output
    (place / "pbem.key").write_text("00" * 32)
    assert "not the key" in error("server", "status")


def test_letters_of_strangers_are_not_restored_away(place: Path) -> None:
    run("server", "run")
    run("server", "backup", "saved.db")
    run("server", "deliver", stdin=f"From: {ANN}\n\nhelp\n")
    assert "in use" in error("server", "restore", "saved.db")
    run("server", "run")
    assert "in use" in error("server", "restore", "saved.db")
    assert len(list((place / "out").iterdir())) == 1


def test_a_slip_in_the_name_of_a_store_makes_none(place: Path) -> None:
    run("server", "run")
    run("server", "backup", "saved.db")
    there = {*place.iterdir()}
    (place / "pbem.toml").write_text(f'store = "gmaes/pbem.db"\n{SETTINGS}')
    folder = str(place / "gmaes")
    commands = (["run"], ["doctor"], ["deliver"], ["restore", "saved.db"], ["status"])
    for command in commands:
        told = run("server", *command, stdin="From: a@a.example\n\nhelp\n")
        assert told.exit_code != 0
        said = "".join(f"{told.exception} {told.output}".split())  # however wrapped
        assert f"thereisnosuchfolder:'{folder}'" in said, said
    assert {*place.iterdir()} == there


@pytest.mark.parametrize("kind", ["missing", "empty", "postgres"])
def test_where_the_store_of_a_key_is_missing_no_other_begins(
    place: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    run("server", "run")
    run("server", "backup", "saved.db")
    (place / "pbem.db").unlink()
    if kind == "empty":
        (place / "pbem.db").touch()
    elif kind == "postgres":
        url = request.getfixturevalue("database")
        (place / "pbem.toml").write_text(f'store = "{url}"\n{SETTINGS}')
    there = {*place.iterdir()}
    for command in (["run"], ["serve"], ["deliver"], ["status"], ["gm", "x", "pause"]):
        more = ["--at", "1", "--reason", "x"] if command[0] == "gm" else []
        told = run("server", *command, *more, stdin=f"From: {ANN}\n\nhelp\n")
        said = f"{getattr(told.exception, 'message', '')}{told.output}"
        assert told.exit_code == (os.EX_TEMPFAIL if command == ["deliver"] else 2), said
        assert "no store here, but pbem.key is the key of one" in said
    told = run("server", "doctor", "--wait", "1")
    assert "There is no store, but the key of one is there." in told.output
    assert {*place.iterdir()} == there
    assert run("server", "restore", "saved.db").exit_code == 0
    assert run("server", "run").exit_code == 0


def test_an_empty_store_begins_with_another_key(place: Path) -> None:
    run("server", "run")
    (place / "pbem.db").unlink()
    (place / "pbem.toml").write_text(f'key_file = "new.key"\n{SETTINGS}')
    assert run("server", "run").exit_code == 0
    assert run("server", "status").exit_code == 0


def test_a_file_may_be_named_by_a_url(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "pbem.toml").write_text(f'store = "sqlite:///pbem.db"\n{SETTINGS}')
    (place / "away").mkdir()
    monkeypatch.chdir(place / "away")
    where = ("--config", "../pbem.toml")
    assert run("server", "run", *where).exit_code == 0
    assert "No game is going on." in run("server", "status", *where).output
    assert (place / "pbem.db").exists()
    assert "the store itself" in error("server", "backup", "../pbem.db", *where)
    assert "well  The store" in run("server", "doctor", "--wait", "1", *where).output


def test_a_database_is_told_of_without_its_password(
    place: Path, shared_postgres: str
) -> None:
    clear(shared_postgres)
    run("server", "run")
    run("server", "deliver", stdin=f"From: {ANN}\n\nhelp\n")
    run("server", "backup", "saved.db")
    url = shared_postgres.replace("pbem@", "pbem:zqxj@", 1)
    (place / "pbem.toml").write_text(f'store = "{url}"\n{SETTINGS}')
    said = run("server", "restore", "saved.db").output + error(
        "server", "restore", "saved.db"
    )
    assert "rows." in said
    assert "in use" in said
    assert "zqxj" not in said


def test_to_look_at_a_database_makes_no_store_of_it(place: Path, database: str) -> None:
    (place / "pbem.toml").write_text(f'store = "{database}"\n{SETTINGS}')
    for command in (["status"], ["standings"], ["backup", "x"], ["retry"]):
        assert "there is no store yet" in error("server", *command)
    assert not (place / "pbem.key").exists()
    assert run("server", "run").exit_code == 0
    assert run("server", "status").exit_code == 0


def test_what_a_backup_cannot_be_written_to_is_told_by_its_name(place: Path) -> None:
    run("server", "run")
    assert (
        error("server", "backup", "none/x")
        == "none/x: there is no such folder to write to.\n"
    )
    assert (
        error("server", "backup", "in") == "in is a folder; please name a file in it.\n"
    )


def test_a_full_disk_makes_a_backup_no_bad_one(place: Path) -> None:
    run("server", "run")
    run("server", "backup", "saved.db")
    with small_disk(place / "disk", "1m") as disk:
        (disk / "pbem.toml").write_text(SETTINGS)
        for free in range(0, 600, 40):
            (disk / "filler").write_bytes(bytes((1000 - free) << 10))
            for folder, *words in (
                (disk, "server", "restore", "../saved.db"),
                (place, "server", "backup", "disk/x"),
            ):
                done = pbem(folder, *words)
                said = done.stderr.decode()
                assert done.returncode == 0 or "full" in said, said
                assert "is no backup" not in said
                assert f"{place / 'pbem.db'}: the store" not in said
                for made in ("pbem.db", "pbem.db.lock", "x"):
                    (disk / made).unlink(missing_ok=True)
            (disk / "filler").unlink()
