"""Games out of the store as turn files, and turn files into it."""

from __future__ import annotations

import json

import pytest

from pbem.record.turn_file import read
from pbem.server.host import transfer
from pbem.server.host.transfer import (
    ImportRefused,
    entries_of,
    export_press,
    import_game,
)
from pbem.server.states import EntrySource, OptOut
from pbem.server.store import blocks, schema
from pbem.server.store.rows import GameRow
from tests.support.server.played import begun, exported, game_row
from tests.support.server.world import ADDRESS, ANN, BOB, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
HEAD = "Game: arena\nName: Friday\nSeats: Ann, Bob\nOptions: hp=9\n\n"
BEGUN = f"{HEAD}== 0 ==\nAnn: fire C3\nBob: air F6\n"
SEATS = {"Ann": "ann@a.example", "Bob": "bob@b.example"}


def _brought(world: World, text: str, name: str = "") -> GameRow:
    with world.office.writing(world.now) as tx:
        return import_game(tx, read(text), SEATS, name)


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("Ann: fire C3\n", ["0 Ann: fire C3"]),
        ("Ann: fire C3\nAnn: fly\nAnn: fire D4\n",
         ["0 Ann: fire C3", "0 Ann: fire D4"]),
        ("ann: fire C3\nBob: air F6\n== 1 ==\nAnn: D4\n  1NE\n",
         ["0 Ann: fire C3", "0 Bob: air F6", "1 Ann: D4\n  1NE"]),
        ("Ann: fire C3\nBob: air F6\n-- deadline --\nAnn: D4\n",
         ["0 Ann: fire C3", "0 Bob: air F6", "1 -- deadline --", "2 Ann: D4"]),
        ("Ann: fire C3\nBob: air F6\n== 3 ==\nAnn: D4\n",
         ["0 Ann: fire C3", "0 Bob: air F6", "1 -- deadline --", "2 -- deadline --",
          "3 Ann: D4"]),
        # What stands below a turn that is over came too late.
        ("Ann: fire C3\nBob: air F6\n== 1 ==\nAnn: D4\n== 0 ==\nBob: E6\n",
         ["0 Ann: fire C3", "0 Bob: air F6", "1 Ann: D4"]),
    ],
)  # fmt: skip
def test_what_changes_anything_is_taken_from_a_turn_file(
    world: World, body: str, kept: list[str]
) -> None:
    found = list(entries_of(read(HEAD + body)))
    assert [f"{one.serial} {one}" for one in found] == kept
    assert {one.source for one in found} == {EntrySource.IMPORT}


def test_a_game_that_was_brought_goes_on_here(world: World) -> None:
    row = _brought(world, BEGUN)
    assert (row.name, row.kind, row.state, row.serial) == (
        "friday", "arena", "running", 1,
    )  # fmt: skip
    assert json.loads(row.options) == {"hp": "9"}
    assert row.length == 2
    assert row.deadline == row.wake_at == world.now + row.pace
    assert (row.made, row.ended, row.rules) == (world.now, None, 1)
    assert world.orders() == ["Ann: fire C3", "Bob: air F6"]
    # The host vouches for their addresses.
    assert world.count(schema.address, schema.address.c.proven) == 2
    assert exported(world).partition("\n\n")[2].strip() == ("Ann: fire C3\nBob: air F6")
    audit = schema.audit.c
    assert world.count(schema.audit, audit.what == "imported") == 1


def test_a_game_that_is_over_is_brought_as_one(world: World) -> None:
    row = _brought(world, f"{BEGUN}== 1 ==\nAnn: D4\nBob: resign\n", "Done")
    assert (row.name, row.state, row.deadline) == ("done", "over", None)
    assert row.ended == world.now


@pytest.mark.parametrize(
    ("text", "name", "why"),
    [
        (BEGUN.replace("Name: Friday\n", ""), "", "its name must be one of letters"),
        (BEGUN, "friday\nSeats: Eve", "its name must be one of letters"),
        (BEGUN.replace("Friday", "Fri\x1b[31mday"), "", "its name must be"),
        # What no letter could say: "game ../x #3".
        (BEGUN, "../x", "its name must be one of letters"),
        (BEGUN, "f" * 41, "its name must be one of letters"),
        (BEGUN.replace("Bob", "Zoe"), "", "nobody plays Zoe: --seat 'Zoe="),
        (BEGUN, "taken", 'there is a game "taken" already'),
        (BEGUN.replace("Friday", "TAKEN"), "", 'there is a game "taken" already'),
    ],
)
def test_what_cannot_become_a_game_is_refused(
    world: World, text: str, name: str, why: str
) -> None:
    _brought(world, BEGUN, "taken")
    with pytest.raises(ImportRefused) as caught:
        _brought(world, text, name)
    assert str(caught.value).startswith(why)
    assert world.count(schema.game) == 1


def test_blanks_of_a_name_become_dashes(world: World) -> None:
    """Letters and `pbem server gm` say it in one word."""
    assert _brought(world, BEGUN, "Friday Night").name == "friday-night"


@pytest.mark.parametrize(
    ("bob", "why"),
    [
        ("ANN@a.example", "ANN@a.example cannot play both Ann and Bob"),
        ("referee+x@x.example", "referee+x@x.example is my own address"),
        # The game would wait for whoever never hears of it.
        ("cid@c.example", 'cid@c.example has written "stop"'),
    ],
)
def test_each_seat_is_played_by_somebody_of_its_own(
    world: World, bob: str, why: str
) -> None:
    seats = {"Ann": "ann@a.example", "Bob": bob}
    with world.store.writing() as conn:
        blocks.add(conn, "cid@c.example", OptOut.ALL)
    with pytest.raises(ImportRefused) as caught, world.office.writing(world.now) as tx:
        import_game(tx, read(BEGUN), seats)
    assert str(caught.value).startswith(why)
    assert world.count(schema.game) == world.count(schema.player) == 0


def test_lines_of_an_order_and_deadlines_are_exported(world: World) -> None:
    begun(world)
    for who, text in ((ANN, "fire C3"), (BOB, "air F6"), (ANN, "D4\n1NE")):
        world.answer(who, text)
    world.now = world.due() + 1
    world.run()
    assert exported(world).partition("\n\n")[2] == (
        "Ann: fire C3\nBob: air F6\n\n== 1 ==\nAnn: D4 1NE\n-- deadline --\n"
    )


def test_words_are_exported_in_the_order_in_which_they_were_said(world: World) -> None:
    begun(world, "set anonymous yes")
    world.answer(ANN, "press to Bob: first")
    world.now += 60
    world.say("Host <host@x.example>", "whois")
    world.answer("Host <host@x.example>", "gm friday #0 note Hello. because I may")
    world.now += 60
    world.answer(BOB, "press anonymously to all: Grüße")
    with world.store.reading() as conn:
        text = export_press(conn, game_row(world))
    assert json.loads(text) == [
        {"serial": 0, "text": "first", "sender": "Ann", "to": ["Bob"]},
        {"serial": 0, "text": "Hello."},
        {"serial": 0, "text": "Grüße", "sender": transfer.ANONYMOUS},
    ]
    assert "Grüße" in text
    assert text.endswith("]\n")
    assert ADDRESS[ANN] not in text
