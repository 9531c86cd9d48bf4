"""What a preview by mail tells of what is hidden: nothing, however often one asks.

Each row is a thing that a player would like to know, and the letter that would ask for
it. The letter is sent in worlds that differ in that thing alone. On a copy of the true
table it is answered otherwise in each kind of world; by the server always the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from pbem.cli import pbem
from pbem.protocol import Seat
from pbem.record.replay import Story
from tests.attacks.worlds import change, fork, fresh
from tests.support.server.world import ADDRESS, ANN, BOB, CID, World

SHOT = 'laser B1 at Bob B1 "Pew!"'
TABLE = """turn: Ann {phase}
Ann: flagship sol
Ann: hand laser
Ann: B1 scout
Bob: flagship naalu
Bob: B1 cruiser
Bob: hand laser, evasive
Cid: flagship mentak
Cid: hand laser, flux
"""
DECKS = (
    "laser, beam, mag", "beam, mag, laser", "mag, laser, beam", "mag, mag, laser",
    "fighter, bomber, laser", "bomber, fighter, mag",
)  # fmt: skip
STANDING = ("standing evade any", "standing pass all", "standing evade deadly", "")
REACTIONS = ("evasive", "pass", "")


class Row(NamedTuple):
    """Something hidden, and how one asks for it."""

    position: str
    asks: tuple[str, str]  #: who, and the letter
    hide: Callable[[World, int], None]  #: makes the n-th world
    before: tuple[tuple[str, str], ...] = ()  #: letters that all worlds begin with
    reactions: str = "windows"
    reached: bool = True  #: whether a preview on the true table would tell it


def deck(world: World, number: int) -> None:
    """Other cards on top of the deck."""
    change(world, position=f"{TABLE.format(phase='discard')}deck: {DECKS[number]}")


def standing(world: World, number: int) -> None:
    """Another standing order of Bob's."""
    world.answer(BOB, STANDING[number % len(STANDING)] or "standing")


def sealed(world: World, number: int) -> None:
    """Another sealed reaction of Bob's."""
    world.answer(BOB, REACTIONS[number % len(REACTIONS)] or "orders?")


ROWS = {
    "the next cards": Row(
        TABLE.format(phase="discard"),
        (ANN, "preview\ndraw 3\nend"), deck,
    ),
    "the next cards, by the faults of later lines": Row(
        TABLE.format(phase="discard"),
        (ANN, "preview\ndraw 3\nfire 2 B1 at Bob B1 \"Pew!\""), deck,
    ),
    "the next cards, by a draft": Row(
        TABLE.format(phase="discard"),
        (ANN, "wait\ndraw 3\nfire 2 B1 at Bob B1 \"Pew!\""), deck,
    ),
    "a standing order": Row(
        TABLE.format(phase="action"),
        (ANN, f"preview\n{SHOT}\nend"), standing, reactions="standing",
    ),
    "a standing order, by a question about a later line": Row(
        TABLE.format(phase="action").replace("hand laser", "hand laser, direct hit", 1),
        (ANN, f"{SHOT}\nsol to red"), standing, reactions="standing",
    ),
    "a sealed reaction": Row(
        TABLE.format(phase="action"),
        (CID, "preview\npass\nevasive"), sealed, ((ANN, SHOT),),
        reached=False,  # a second answer waits for one's own turn (B37)
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def begun(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, World]:
    """Games of Mag-Blast that have just begun, by how reactions are asked for."""
    found = {}
    for how in ("windows", "standing"):
        folder = tmp_path_factory.mktemp(how)
        found[how] = world = fresh(empty, folder)
        world.start(BOB, CID, game="magblast", options=f"reactions={how}")
    return found


def asked(begun: dict[str, World], row: Row, folder: Path) -> list[str]:
    """The answers to a letter, in some worlds."""
    found = []
    for number in range(len(DECKS)):
        world = fork(begun[row.reactions], folder)
        change(world, position=row.position)
        for writer, text in row.before:
            world.answer(writer, text)
        row.hide(world, number)
        world.answer(*row.asks)
        told = world.last(ADDRESS[row.asks[0]]).text
        found.append(re.sub("[0-9a-f]{64}|Seal +[0-9a-f]{20}", "SEAL", told))
        world.store.close()
    return found


def true(story: Story, seat: Seat | None) -> Story:
    """What previews were once shown on."""
    return story.copy()


@pytest.mark.parametrize("name", ROWS)
def test_a_preview_tells_nothing(
    name: str, begun: dict[str, World], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = asked(begun, ROWS[name], tmp_path)
    assert len(set(answers)) == 1
    for module in ("record.trial", "server.game.orders", "server.game.preview"):
        monkeypatch.setattr(f"pbem.{module}.imagined", true)
    # The letter does ask for it: the true table would answer.
    told = set(asked(begun, ROWS[name], tmp_path))
    assert (len(told) > 1) is ROWS[name].reached


def test_a_game_master_who_plays_tries_nothing_on_the_true_table(
    empty: Path, tmp_path: Path
) -> None:
    world = fresh(empty, tmp_path)
    host = "Host <host@x.example>"
    world.say(host, "new arena called friday with bob@b.example")
    for who in (host, BOB):
        world.answer(who, "accept")
    for sent in ("", "air F6"):
        if sent:
            world.answer(BOB, sent)
        for act in ("act as Host: fire C3", "process", "close"):
            world.answer(host, f"gm friday #0 try {act} because I play")
            told = world.last("host@x.example").text
            assert "I have changed nothing" in told
            assert "F6" not in told


def test_a_preview_of_a_file_for_a_seat_holds_what_that_seat_knows(
    tmp_path: Path,
) -> None:
    """Who holds the file sees the truth, and only without --for or --public."""
    told: dict[str, set[str]] = {}
    file = tmp_path / "game.txt"
    head = f"Game: magblast\nSeats: Ann, Bob, Cid\nSeed: {'00' * 32}\n"
    for top in DECKS:
        position = f"{TABLE.format(phase='discard')}deck: {top}"
        file.write_text(f"{head}\n== Position ==\n{position}\n\n== 0 ==\n")
        for how in ("--for Ann", "--public", ""):
            line = ["preview", str(file), "--orders", "Ann: draw 3", *how.split()]
            told.setdefault(how, set()).add(CliRunner().invoke(pbem, line).output)
    assert {how: len(pages) for how, pages in told.items()} == {
        "--for Ann": 1,
        "--public": 1,
        "": len(DECKS),
    }


def test_what_is_only_asked_changes_nothing_and_says_so(
    begun: dict[str, World], tmp_path: Path
) -> None:
    world = fork(begun["windows"], tmp_path)
    position = TABLE.format(phase="action")
    position = position.replace("hand laser", "hand laser, direct hit", 1)
    change(world, position=position)
    for writer, text in ((ANN, SHOT), (BOB, "pass"), (CID, "pass")):
        world.answer(writer, text)
    world.answer(ANN, "sol to red")
    told = world.last(ADDRESS[ANN]).text
    assert told.count("the moment for your Direct Hit") == 1
    assert "Nothing is changed yet" in told
    assert "played now" not in told
    assert "I could not use" not in told
    world.answer(ANN, "sol to red")
    assert "draws a ship" in world.last(ADDRESS[ANN]).text
