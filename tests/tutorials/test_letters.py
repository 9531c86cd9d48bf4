"""The games of the tutorials by mail: many lines for one order, and who may doubt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.server.store.connection import Database
from tests.support.server.world import ANN, BOB, World

CID = "Cid <cid@c.example>"

pytestmark = pytest.mark.usefixtures("games_of_the_pages")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A world of letters, on a store of its own."""
    Database(str(tmp_path / "pbem.db")).prepare()
    made = World(Database(str(tmp_path / "pbem.db")), tmp_path)
    yield made
    made.server.close()


def _text(world: World, of: str) -> str:
    return " ".join(world.last(of).text.split())


def test_good_lines_are_kept_and_bad_ones_told(world: World) -> None:
    world.start(BOB, game="marches")
    world.answer(ANN, "Birch - Elm\nAsh nowhere\nCedar helps Birch - Isle")
    letter = world.last("ann@a.example").text
    assert "Birch - Elm" in letter
    assert "  > Ash nowhere\n        ^^^^^^^\n" in letter
    assert "held back until you write again" in _text(world, "ann@a.example")
    assert "not to Isle" in letter
    world.answer(ANN, "Cedar helps Birch - Elm")
    world.answer(BOB, "Heath - Elm\nGood luck!")
    told = _text(world, "ann@a.example")
    assert "Ann's army goes from Birch to Elm" in told
    assert "Bob's army in Heath cannot get to Elm" in told
    assert "armies Ash, Cedar and Elm" in told
    assert "order is in" not in told


def test_what_was_sent_is_told_line_by_line(world: World) -> None:
    world.start(BOB, game="marches")
    world.answer(ANN, "Birch - Elm\nCedar - Fen")
    world.answer(ANN, "orders?")
    lines = [
        line.strip(" -*") for line in world.last("ann@a.example").text.splitlines()
    ]
    assert "Birch - Elm" in lines
    assert "Cedar - Fen" in lines
    world.answer(ANN, "clear")
    world.answer(ANN, "orders?")
    assert "Birch - Elm" not in world.last("ann@a.example").text


def test_breakthrough_is_played_by_mail(world: World) -> None:
    world.start(BOB, game="breakthrough", options="board=5")
    world.answer(ANN, "B2-B3")
    told = _text(world, "bob@b.example")
    assert "Ann moves from B2 to B3." in told
    assert "White" in told
    world.answer(BOB, "C4 to C2")
    assert "can go to B3, C3 or D3" in _text(world, "bob@b.example")


def test_a_doubt_by_mail_ends_the_question_for_all(world: World) -> None:
    world.start(BOB, CID, game="bluff")
    assert "bluff-1 begins. " in _text(world, "cid@c.example")
    world.answer(ANN, "rob bob")
    assert "Send doubt, or pass" in _text(world, "cid@c.example")
    world.answer(CID, "doubt")
    assert "doubts it" in _text(world, "bob@b.example")
    own = world.last("bob@b.example").text
    assert "Ann draws a card" in own or "Ann lays down" in own


def test_silence_that_tells_no_army_anything_is_said_to_do_so(world: World) -> None:
    world.start(BOB, game="marches")
    world.answer(ANN, "deadline?")
    assert "Nothing received by then means: no orders." in _text(world, "ann@a.example")
    world.answer(ANN, "standing")
    told = _text(world, "ann@a.example")
    assert "silent until the deadline, that means: no orders." in told
    assert "no move that I could make" not in told
