"""`pbem server demo GAME`: any game by mail on one machine, by what is typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.server.demo import command
from tests.support import outside
from tests.support.tutorials import ENTRIES, files


def _played(site: Path, typed: str, *given: str) -> tuple[int, str]:
    outside.write(site, "pbem-tutorials", ENTRIES, files())
    with outside.installed(site):
        done = CliRunner().invoke(command, [*given], input=typed)
    return done.exit_code, done.output


def test_what_is_typed_is_answered_by_letters_and_the_deadline_comes(
    tmp_path: Path,
) -> None:
    typed = ".wait 5m\n.as bob\nhello\n\n.as Zed\n.now\n"
    typed += "Birch - Elm\nAsh holds\n\n.next\n.later\n.end\n"
    status, said = _played(tmp_path, typed, "marches", "--option", "years=2")
    assert status == 0, said
    assert "To Bob: try: you are invited to Marches" in said
    assert "Ann writes: " in said
    assert "Bob writes: " in said
    assert "try: turn 1 is done." in said
    assert "Ann's army goes from Birch to Elm." in said
    assert said.index("Bob writes: ") < said.index("try: turn 1 is done.")
    assert "(UTC) now.)\nAnn writes: \nBob writes: " in said
    assert "\nTo Bob: try #0: your letter" in said
    assert "(Here write Ann, Bob.)" in said
    assert "(Instead of a letter there may be .next, .as NAME, .wait 5m" in said
    assert "(Nobody else is awaited." in said
    assert said.count(" now.)") == 2  # and the deadline, which is one


def test_a_deadline_that_nothing_is_done_at_is_one(tmp_path: Path) -> None:
    status, said = _played(tmp_path, ".later\n.end\n", "breakthrough")
    assert status == 0, said
    assert said.count("the others wait for you") == 1
    assert said.count("Ann writes: ") == 2


@pytest.mark.slow  # a bot thinks in a process of its own
def test_bots_have_the_other_seats(tmp_path: Path) -> None:
    status, said = _played(tmp_path, "n 0,0\n\n", "lava", "--bot", "easy")
    assert status == 0, said
    assert said.count("Ann writes: ") == 2
    assert "I am a bot (easy)" in said
    assert "try, two dice on the table. Ann to play." in said


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("marshes",), "marches"),
        (("marches", "--seats", "3"), "2"),
        (("marches", "--option", "years=0"), "years"),
        (("marches", "--seats", "Ann, ann"), "did not begin"),
    ],
)
def test_what_cannot_be_played_is_said(
    given: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    status, said = _played(tmp_path, "", *given)
    assert status != 0
    assert told in said
    assert "Ann writes: " not in said
