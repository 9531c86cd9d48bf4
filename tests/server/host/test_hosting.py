"""The host's commands, as a host gives them."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import pbem
from pbem.mail.transport.base import Unreachable
from pbem.mail.transport.maildir import MaildirSource
from tests.support.server.stores import clear
from tests.support.server.world import ANN

SETTINGS = (
    'address = "referee@x.example"\n[[in]]\nfrom = "maildir"\npath = "in"\n'
    '[out]\nby = "folder"\npath = "out"\n'
)


def run(*given: str, stdin: str | bytes | None = None) -> Result:
    """A command's result."""
    return CliRunner().invoke(pbem, list(given), input=stdin)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a configuration, and us in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pbem.toml").write_text(SETTINGS)
    for part in ("new", "cur", "tmp"):
        (tmp_path / "in" / part).mkdir(parents=True)
    return tmp_path


def test_a_letter_on_standard_input_is_answered(place: Path) -> None:
    letter = f"From: {ANN}\nTo: referee@x.example\n\nhelp\n".encode()
    assert run("deliver", stdin=letter).exit_code == 0
    assert run("deliver", stdin=letter).exit_code == 0
    assert run("run", "--once").exit_code == 0
    (answer,) = (place / "out").iterdir()
    assert b"How to play by mail" in answer.read_bytes()


def test_run_says_when_a_mailbox_could_not_be_read_and_does_the_rest(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = f"From: {ANN}\nTo: referee@x.example\n\nhelp\n".encode()
    assert run("deliver", stdin=letter).exit_code == 0

    def refuse(source: object) -> None:
        raise Unreachable("cannot read the Maildir")

    with monkeypatch.context() as patch:
        patch.setattr(MaildirSource, "letters", refuse)
        assert run("run").exit_code == 1
    assert len(list((place / "out").iterdir())) == 1
    assert run("run").exit_code == 0


def test_import_goes_on_and_export_gives_it_back(place: Path) -> None:
    (place / "game.txt").write_text(
        "Game: arena\nName: friday\nSeats: Ann, Bob\nOptions: hp=9\n\n"
        "== 0 ==\nAnn: fire C3\nBob: air F6\n\n== 1 ==\nAnn: D4 1SE\n== 2 ==\nBob: E5\n"
    )
    seats = ("--seat", "Ann=ann@a.example", "--seat", "bob=bob@b.example")
    assert run("import", "game.txt").exit_code != 0
    for odd in ("b@b.example, c@c.example", "b@b.example\nBcc: c@c.example", "@"):
        said = run("import", "game.txt", *seats[:2], "--seat", f"Bob={odd}")
        assert (said.exit_code, "given like Ann=" in said.output) == (2, True)
    twice = _error("import", "game.txt", *seats, "--seat", "Ann=eve@e.example")
    assert twice == '"Ann=eve@e.example": Ann has an address already.\n'
    assert run("import", "game.txt", *seats).output == "friday\n"
    again = _error("import", "game.txt", *seats)
    assert 'cannot be taken in: there is a game "friday" already' in again
    exported = run("export", "Friday")
    (place / "again.txt").write_text(exported.output)
    states = [
        json.loads(run("resolve", name, "--format", "json").output)["state"]
        for name in ("game.txt", "again.txt")
    ]
    assert states[0] == states[1]
    run("run", "--once")
    assert len(list((place / "out").iterdir())) == 2
    assert "friday" in run("status").output
    assert "\n    waits for Ann\n" in run("status").output
    shown = json.loads(run("status", "--json").output)
    assert shown["games"][0]["serial"] == 2
    assert 'Did you mean "friday"' in _error("export", "fridaay")


@pytest.mark.parametrize(
    ("header", "position", "order"),
    [
        ("Game: arena", "Ann: fire D4 20hp 12mp\nBob: air C2 9hp 5mp\n", "D4 1SW"),
        ("Game: lava", "e 0,0\nBob: d 1,0\n", "i 0,1"),
        (f"Game: mars\nSeed: {'5a' * 32}", "", "make leaf"),
    ],
)
def test_a_game_that_began_from_a_position_is_exported_with_it(
    place: Path, header: str, position: str, order: str
) -> None:
    head = f"{header}\nName: friday\nSeats: Ann, Bob\nRules: 1\n\n"
    text = f"{head}== Position ==\n{position}\n== 0 ==\nAnn: {order}\n"
    (place / "game.txt").write_text(text)
    seats = ("--seat", "Ann=ann@a.example", "--seat", "Bob=bob@b.example")
    assert run("import", "game.txt", *seats).output == "friday\n"
    (place / "again.txt").write_text(run("export", "friday").output)
    found = [
        run("resolve", name, "--format", "json").output
        for name in ("game.txt", "again.txt")
    ]
    assert found[0] == found[1]
    assert json.loads(found[0])["faults"] == []


def test_words_are_taken_in_whoever_spells_the_names(place: Path) -> None:
    """A bot's, too: they are part of what is dealt."""
    text = "Game: magblast\nName: friday\nSeats: Ann, Bob, Cid\nBots: Cid=easy\n"
    text += f"Seed: {'5a' * 32}\nWords: ANN=hello, cid=there\n"
    (place / "game.txt").write_text(text)
    seats = ("--seat", "Ann=ann@a.example", "--seat", "Bob=bob@b.example")
    assert run("import", "game.txt", *seats).output == "friday\n"
    assert "Words: Ann=hello, Cid=there\n" in run("export", "friday").output


def test_a_heading_that_is_too_far_is_not_taken_in(place: Path) -> None:
    text = "Game: arena\nName: friday\nSeats: Ann, Bob\n\nAnn: fire C3\nBob: air F6\n"
    (place / "game.txt").write_text(f"{text}== 999999999 ==\n")
    seats = ("--seat", "Ann=ann@a.example", "--seat", "Bob=bob@b.example")
    assert "line 7:\nTurn 999999999 is too far" in _error("import", "game.txt", *seats)


def test_status_is_told_where_a_game_is_not_to_be_had_any_more(place: Path) -> None:
    (place / "game.txt").write_text("Game: lava\nName: friday\nSeats: Ann, Bob\n")
    seats = ("--seat", "Ann=ann@a.example", "--seat", "Bob=bob@b.example")
    assert run("import", "game.txt", *seats).output == "friday\n"
    with closing(sqlite3.connect(place / "pbem.db")) as store, store:
        store.execute("UPDATE game SET kind = 'chess'")
    told = run("status")
    assert told.exit_code == 0
    assert re.search("^friday +chess +#0 ", told.output, re.MULTILINE)
    assert "waits for" not in told.output


def test_the_host_announces_to_all_or_to_those_of_a_game(place: Path) -> None:
    run("run")
    assert "no game goes on" in _error("announce", "We are away.")
    for name, other in (("friday", "bob"), ("monday", "cid")):
        text = f"Game: arena\nName: {name}\nSeats: Ann, Bob\n"
        (place / "game.txt").write_text(text)
        seats = ("--seat", "Ann=ann@a.example", "--seat", f"Bob={other}@b.example")
        run("import", "game.txt", *seats)
    run("run")
    before = {*(place / "out").iterdir()}
    assert run("announce", "We are away.").output.startswith("3 letters go out")
    told = run("announce", "--to", "monday", "-", stdin="Back\nagain.\n")
    assert told.output.startswith("2 letters go out")
    run("run")
    letters = {*(place / "out").iterdir()} - before
    assert len(letters) == 5
    assert sum(b"We are away." in one.read_bytes() for one in letters) == 3
    for odd in ("friiday", ""):  # as of a variable that is not set
        assert f'no game "{odd}"' in _error("announce", "--to", odd, "Hello")
    assert "no words" in _error("announce", "--to", "friday", "-")


def test_import_leaves_out_what_came_late_and_takes_what_follows_the_deadline(
    place: Path,
) -> None:
    (place / "game.txt").write_text(
        "Game: arena\nName: friday\nSeats: Ann, Bob\n\n== 0 ==\nAnn: fire C3\n"
        "Bob: air F6\n\n== 0 ==\nAnn: D4\n-- deadline --\nAnn: D5\n"
    )
    run("import", "game.txt", "--seat", "Ann=a@a.example", "--seat", "Bob=b@b.example")
    assert run("export", "friday").output.partition("== 1 ==\n")[2] == (
        "-- deadline --\n\n== 2 ==\nAnn: D5\n"
    )


def _error(*given: str) -> str:
    result = run(*given)
    assert result.exit_code != 0
    return str(getattr(result.exception, "message", "")) + result.output


def test_backup_and_restore(place: Path) -> None:
    run("deliver", stdin=f"From: {ANN}\n\nnew arena with b@b.example\n")
    run("run", "--once")
    assert "The key is not in it" in run("backup", "saved.db").output
    assert "in use" in _error("restore", "saved.db")
    (place / "pbem.db").rename(place / "old.db")
    assert run("restore", "saved.db").exit_code == 0
    assert "arena-1" in run("status").output
    (place / "pbem.key").write_text("00" * 32)
    assert "not the key" in _error("status")


def test_export_says_where_a_game_has_not_begun(place: Path) -> None:
    run("deliver", stdin=f"From: {ANN}\n\nnew magblast with b@b.example\n")
    run("run")
    assert (
        "magblast-1 has not begun: it has no orders"
        in run("export", "magblast-1").output
    )


def test_letters_of_strangers_are_not_restored_away(place: Path) -> None:
    run("run")
    run("backup", "saved.db")
    run("deliver", stdin=f"From: {ANN}\n\nhelp\n")
    assert "in use" in _error("restore", "saved.db")
    run("run")
    assert "in use" in _error("restore", "saved.db")
    assert len(list((place / "out").iterdir())) == 1


def test_a_slip_in_the_name_of_a_store_makes_none(place: Path) -> None:
    run("run")
    run("backup", "saved.db")
    there = {*place.iterdir()}
    (place / "pbem.toml").write_text(f'store = "gmaes/pbem.db"\n{SETTINGS}')
    folder = str(place / "gmaes")
    for command in (["run"], ["doctor"], ["deliver"], ["restore", "saved.db"]):
        told = run(*command, stdin="From: a@a.example\n\nhelp\n")
        assert told.exit_code != 0
        said = " ".join(f"{told.exception} {told.output}".split())
        assert f"there is no such folder: '{folder}'" in said, said
    assert "there is no store yet" in _error("status")
    assert {*place.iterdir()} == there


def test_a_file_may_be_named_by_a_url(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "pbem.toml").write_text(f'store = "sqlite:///pbem.db"\n{SETTINGS}')
    (place / "away").mkdir()
    monkeypatch.chdir(place / "away")
    where = ("--config", "../pbem.toml")
    assert run("run", *where).exit_code == 0
    assert "No game is going on." in run("status", *where).output
    assert (place / "pbem.db").exists()
    assert "the store itself" in _error("backup", "../pbem.db", *where)
    assert "well  The store" in run("doctor", "--wait", "1", *where).output


def test_a_database_is_told_of_without_its_password(
    place: Path, shared_postgres: str
) -> None:
    clear(shared_postgres)
    run("run")
    run("deliver", stdin=f"From: {ANN}\n\nhelp\n")
    run("backup", "saved.db")
    url = shared_postgres.replace("pbem@", "pbem:zqxj@", 1)
    (place / "pbem.toml").write_text(f'store = "{url}"\n{SETTINGS}')
    said = run("restore", "saved.db").output + _error("restore", "saved.db")
    assert "rows." in said
    assert "in use" in said
    assert "zqxj" not in said


def test_to_look_at_a_database_makes_no_store_of_it(place: Path, database: str) -> None:
    (place / "pbem.toml").write_text(f'store = "{database}"\n{SETTINGS}')
    for command in (["status"], ["standings"], ["backup", "x"], ["retry"]):
        assert "there is no store yet" in _error(*command)
    assert not (place / "pbem.key").exists()
    assert run("run").exit_code == 0
    assert run("status").exit_code == 0


def test_what_a_backup_cannot_be_written_to_is_told_by_its_name(place: Path) -> None:
    run("run")
    assert (
        _error("backup", "none/x") == "none/x: there is no such folder to write to.\n"
    )
    assert _error("backup", "in") == "in is a folder; please name a file in it.\n"


def test_without_a_configuration_the_way_out_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "pbem init" in _error("status")
    (tmp_path / "pbem.toml").write_text('address = "nobody"')
    assert "not a plain mail address" in _error("serve")


def test_the_doctor_finds_what_is_wrong(place: Path) -> None:
    text = SETTINGS.replace('path = "in"', 'path = "nowhere"')
    (place / "pbem.toml").write_text(text.replace('path = "out"', 'path = "no/out"'))
    (place / "in").rename(place / "away")
    (place / "nowhere").write_text("a file")
    result = run("doctor", "--wait", "1")
    assert result.exit_code == 1
    assert "FAIL  Letters cannot go out" in result.output
    assert "well  The store can be written to." in result.output


def test_the_demo_is_a_whole_game(tmp_path: Path) -> None:
    result = run("demo", "--keep", str(tmp_path / "kept"))
    assert result.exit_code == 0
    assert result.output.count("To Ann:") >= 10
    assert "Ann is the last one standing and wins." in result.output
    assert (tmp_path / "kept" / "ann" / ".Done").is_dir()


def test_a_letter_that_was_set_aside_is_read_again(place: Path) -> None:
    head = "X-Long: x\n" * 1100
    run("deliver", stdin=f"{head}From: {ANN}\n\nhelp\n")
    run("run", "--once")
    assert "refused" in run("retry").output
    assert "is read again" in run("retry", "1").output
    run("run", "--once")
    assert "refused" in run("retry").output
    assert "no letter 2" in _error("retry", "2")


def test_the_doctor_finds_a_way_in_that_is_no_folder(place: Path) -> None:
    (place / "file").write_text("no folder")
    settings = SETTINGS.replace('path = "in"', 'path = "file"')
    (place / "pbem.toml").write_text(settings)
    result = run("doctor", "--wait", "1")
    assert result.exit_code == 1
    assert "FAIL  The letters cannot be read" in result.output
    assert "Check the path under [[in]]." in result.output
