"""The host's commands, as a host gives them."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pbem.mail.transport.base import Unreachable
from pbem.mail.transport.maildir import MaildirSource
from tests.server.host.conftest import SETTINGS, error, run
from tests.support.server.world import ANN


def test_a_letter_on_standard_input_is_answered(place: Path) -> None:
    letter = f"From: {ANN}\nTo: referee@x.example\n\nhelp\n".encode()
    assert run("server", "deliver", stdin=letter).exit_code == 0
    assert run("server", "deliver", stdin=letter).exit_code == 0
    assert run("server", "run", "--once").exit_code == 0
    (answer,) = (place / "out").iterdir()
    assert b"How to play by mail" in answer.read_bytes()


def test_run_says_when_a_mailbox_could_not_be_read_and_does_the_rest(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = f"From: {ANN}\nTo: referee@x.example\n\nhelp\n".encode()
    assert run("server", "deliver", stdin=letter).exit_code == 0

    def refuse(source: object) -> None:
        raise Unreachable("cannot read the Maildir")

    with monkeypatch.context() as patch:
        patch.setattr(MaildirSource, "letters", refuse)
        assert run("server", "run").exit_code == 1
    assert len(list((place / "out").iterdir())) == 1
    assert run("server", "run").exit_code == 0


def test_import_goes_on_and_export_gives_it_back(place: Path) -> None:
    (place / "game.txt").write_text(
        "Game: arena\nName: friday\nSeats: Ann, Bob\nOptions: hp=9\n\n"
        "== 0 ==\nAnn: fire C3\nBob: air F6\n\n== 1 ==\nAnn: D4 1SE\n== 2 ==\nBob: E5\n"
    )
    seats = ("--seat", "Ann=ann@a.example", "--seat", "bob=bob@b.example")
    assert run("server", "import", "game.txt").exit_code != 0
    for odd in ("b@b.example, c@c.example", "b@b.example\nBcc: c@c.example", "@"):
        said = run("server", "import", "game.txt", *seats[:2], "--seat", f"Bob={odd}")
        assert (said.exit_code, "given like Ann=" in said.output) == (2, True)
    twice = error("server", "import", "game.txt", *seats, "--seat", "Ann=eve@e.example")
    assert twice == '"Ann=eve@e.example": Ann has an address already.\n'
    assert run("server", "import", "game.txt", *seats).output == "friday\n"
    again = error("server", "import", "game.txt", *seats)
    assert 'cannot be taken in: there is a game "friday" already' in again
    exported = run("server", "export", "Friday")
    (place / "again.txt").write_text(exported.output)
    states = [
        json.loads(run("resolve", name, "--format", "json").output)["state"]
        for name in ("game.txt", "again.txt")
    ]
    assert states[0] == states[1]
    run("server", "run", "--once")
    assert len(list((place / "out").iterdir())) == 2
    assert "friday" in run("server", "status").output
    assert "\n    waits for Ann\n" in run("server", "status").output
    shown = json.loads(run("server", "status", "--json").output)
    assert shown["games"][0]["serial"] == 2
    assert 'Did you mean "friday"' in error("server", "export", "fridaay")


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
    assert run("server", "import", "game.txt", *seats).output == "friday\n"
    (place / "again.txt").write_text(run("server", "export", "friday").output)
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
    assert run("server", "import", "game.txt", *seats).output == "friday\n"
    assert "Words: Ann=hello, Cid=there\n" in run("server", "export", "friday").output


def test_a_heading_that_is_too_far_is_not_taken_in(place: Path) -> None:
    text = "Game: arena\nName: friday\nSeats: Ann, Bob\n\nAnn: fire C3\nBob: air F6\n"
    (place / "game.txt").write_text(f"{text}== 999999999 ==\n")
    seats = ("--seat", "Ann=ann@a.example", "--seat", "Bob=bob@b.example")
    assert "line 7:\nTurn 999999999 is too far" in error(
        "server", "import", "game.txt", *seats
    )


def test_status_is_told_where_a_game_is_not_to_be_had_any_more(place: Path) -> None:
    (place / "game.txt").write_text("Game: lava\nName: friday\nSeats: Ann, Bob\n")
    seats = ("--seat", "Ann=ann@a.example", "--seat", "Bob=bob@b.example")
    assert run("server", "import", "game.txt", *seats).output == "friday\n"
    with closing(sqlite3.connect(place / "pbem.db")) as store, store:
        store.execute("UPDATE game SET kind = 'bingo'")
    told = run("server", "status")
    assert told.exit_code == 0
    assert re.search("^friday +bingo +#0 ", told.output, re.MULTILINE)
    assert "waits for" not in told.output


def test_the_host_announces_to_all_or_to_those_of_a_game(place: Path) -> None:
    run("server", "run")
    assert "no game goes on" in error("server", "announce", "We are away.")
    for name, other in (("friday", "bob"), ("monday", "cid")):
        text = f"Game: arena\nName: {name}\nSeats: Ann, Bob\n"
        (place / "game.txt").write_text(text)
        seats = ("--seat", "Ann=ann@a.example", "--seat", f"Bob={other}@b.example")
        run("server", "import", "game.txt", *seats)
    run("server", "run")
    before = {*(place / "out").iterdir()}
    assert run("server", "announce", "We are away.").output.startswith(
        "3 letters go out"
    )
    told = run("server", "announce", "--to", "monday", "-", stdin="Back\nagain.\n")
    assert told.output.startswith("2 letters go out")
    run("server", "run")
    letters = {*(place / "out").iterdir()} - before
    assert len(letters) == 5
    assert sum(b"We are away." in one.read_bytes() for one in letters) == 3
    for odd in ("friiday", ""):  # as of a variable that is not set
        assert f'no game "{odd}"' in error("server", "announce", "--to", odd, "Hello")
    assert "no words" in error("server", "announce", "--to", "friday", "-")


def test_import_leaves_out_what_came_late_and_takes_what_follows_the_deadline(
    place: Path,
) -> None:
    (place / "game.txt").write_text(
        "Game: arena\nName: friday\nSeats: Ann, Bob\n\n== 0 ==\nAnn: fire C3\n"
        "Bob: air F6\n\n== 0 ==\nAnn: D4\n-- deadline --\nAnn: D5\n"
    )
    run(
        "server",
        "import",
        "game.txt",
        "--seat",
        "Ann=a@a.example",
        "--seat",
        "Bob=b@b.example",
    )
    assert run("server", "export", "friday").output.partition("== 1 ==\n")[2] == (
        "-- deadline --\n\n== 2 ==\nAnn: D5\n"
    )


def test_export_says_where_a_game_has_not_begun(place: Path) -> None:
    run("server", "deliver", stdin=f"From: {ANN}\n\nnew magblast with b@b.example\n")
    run("server", "run")
    assert (
        "magblast-1 has not begun: it has no orders"
        in run("server", "export", "magblast-1").output
    )


def test_without_a_configuration_the_way_out_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "pbem server init" in error("server", "status")
    (tmp_path / "pbem.toml").write_text('address = "nobody"')
    assert "not a plain mail address" in error("server", "serve")


def test_the_doctor_finds_what_is_wrong(place: Path) -> None:
    text = SETTINGS.replace('path = "in"', 'path = "nowhere"')
    (place / "pbem.toml").write_text(text.replace('path = "out"', 'path = "no/out"'))
    (place / "in").rename(place / "away")
    (place / "nowhere").write_text("a file")
    result = run("server", "doctor", "--wait", "1")
    assert result.exit_code == 1
    assert "FAIL  Letters cannot go out" in result.output
    assert "well  The store can be written to." in result.output


def test_the_demo_is_a_whole_game(tmp_path: Path) -> None:
    result = run("server", "demo", "--keep", str(tmp_path / "kept"))
    assert result.exit_code == 0
    assert result.output.count("To Ann:") >= 10
    assert "Ann is the last one standing and wins." in result.output
    assert (tmp_path / "kept" / "ann" / ".Done").is_dir()


def test_a_letter_that_was_set_aside_is_read_again(place: Path) -> None:
    head = "X-Long: x\n" * 1100
    run("server", "deliver", stdin=f"{head}From: {ANN}\n\nhelp\n")
    run("server", "run", "--once")
    assert "refused" in run("server", "retry").output
    assert "is read again" in run("server", "retry", "1").output
    run("server", "run", "--once")
    assert "refused" in run("server", "retry").output
    assert "No letter and no game 2" in error("server", "retry", "2")


def test_the_doctor_finds_a_way_in_that_is_no_folder(place: Path) -> None:
    (place / "file").write_text("no folder")
    settings = SETTINGS.replace('path = "in"', 'path = "file"')
    (place / "pbem.toml").write_text(settings)
    result = run("server", "doctor", "--wait", "1")
    assert result.exit_code == 1
    assert "FAIL  The letters cannot be read" in result.output
    assert "Check the path under [[in]]." in result.output
