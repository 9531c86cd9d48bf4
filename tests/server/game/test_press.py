"""Words between players: who is written to, when, and who is not."""

from __future__ import annotations

import json

import pytest
import sqlalchemy as sa

from pbem.server.host.transfer import export_press
from pbem.server.store import schema
from pbem.server.store.queries import fetch
from pbem.server.store.rows import GameRow
from tests.support.server.world import ADDRESS, ANN, BOB, CID, Mail, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def _heard(out: list[Mail], words: str) -> set[str]:
    """Who reads words that somebody else has written."""
    return {mail.recipient for mail in out if f"> {words}" in mail.text}


@pytest.mark.parametrize("act", ["kick Bob", "standby Bob"])
@pytest.mark.parametrize("to", ["all", "Bob, Cid"])
def test_nobody_writes_to_a_player_who_has_left(
    world: World, act: str, to: str
) -> None:
    world.start(BOB, CID)
    everybody = world.answer(ANN, f"press to {to}: who is there?")
    assert _heard(everybody, "who is there?") == {ADDRESS[BOB], ADDRESS[CID]}
    world.host_does(act)
    out = world.answer(ANN, f"press to {to}: and now?")
    assert _heard(out, "and now?") == {ADDRESS[CID]}


def test_what_is_said_with_a_report_is_said_once_and_to_nobody_else(
    world: World,
) -> None:
    world.start(BOB, CID, options="\nset press report\nset anonymous yes")
    for who, order in ((ANN, "fire C3"), (BOB, "air F6")):
        world.answer(who, order)
    said = {
        "press to Bob: for one": {ADDRESS[BOB]},
        "press to Bob, Cid: for two": {ADDRESS[BOB], ADDRESS[CID]},
        "press Cid: for short": {ADDRESS[CID]},
        "press: for all": {ADDRESS[BOB], ADDRESS[CID]},
        "press anonymously: from nobody": {ADDRESS[BOB], ADDRESS[CID]},
    }
    for line in said:
        assert _heard(world.answer(ANN, line), "f") == set()
    report = world.answer(CID, "water A8")
    assert {mail.recipient for mail in report} == set(ADDRESS.values())
    for line, readers in said.items():
        assert _heard(report, line.partition(": ")[2]) == readers
    for mail in report:
        assert ("Somebody, to all" in mail.text) is (mail.recipient != ADDRESS[ANN])
    for who in (ANN, BOB, CID):
        again = world.answer(who, "-")
    assert [mail.subject for mail in again] == ["arena-1 #2: your turn"] * 3
    assert _heard(again, "f") == set()


def test_words_may_be_so_long_and_no_longer(world: World) -> None:
    world.start()
    lines = "\n".join(["x" * 99] * 40)
    for length, goes in ((4000, True), (4001, False)):
        text = lines + "y" * (length - len(lines))
        out = world.answer(ANN, f"press to Bob\n{text}\nend press")
        assert (ADDRESS[BOB] in [mail.recipient for mail in out]) is goes


def test_who_was_removed_gets_no_report(world: World) -> None:
    world.start(BOB, CID)
    world.host_does("kick Bob")
    world.answer(ANN, "fire C3")
    world.now = world.due() + 1
    world.run()
    world.host_does("act as Bob: air F6")
    out = world.answer(CID, "water A8")
    assert {mail.recipient for mail in out} == {ADDRESS[ANN], ADDRESS[CID]}


def test_notes_of_the_host_are_exported_beside_the_words_of_players(
    world: World,
) -> None:
    world.start(BOB)
    world.answer(ANN, "press to all\nGood luck!")
    world.host_does("note The mail was slow.")
    with world.store.reading() as conn:
        (game,) = fetch(conn, GameRow, sa.select(schema.game))
        told = json.loads(export_press(conn, game))
    assert [(one.get("sender"), one["text"]) for one in told] == [
        ("Ann", "Good luck!"),
        (None, "The mail was slow."),
    ]


@pytest.mark.parametrize("to", ["England", "english", "Bob", "e"])
def test_words_go_to_a_player_by_the_power_that_he_plays(world: World, to: str) -> None:
    world.start(BOB, game="diplomacy", options="powers=France/England")
    out = world.answer(ANN, f"press to {to}: shall we?")
    assert _heard(out, "shall we?") == {ADDRESS[BOB]}


def test_m_is_the_game_master_where_no_player_is_called_so(world: World) -> None:
    world.start(BOB, game="diplomacy", options="powers=France/England")
    assert "host@x.example" in _heard(world.answer(ANN, "press to m: help"), "help")


def test_words_that_say_whom_they_are_from_and_to_are_passed_on(world: World) -> None:
    world.start(BOB, game="diplomacy", options="powers=France/England")
    out = world.answer(ANN, "From France to England: shall we?\nA Par - Bur")
    assert _heard(out, "shall we?") == {ADDRESS[BOB]}
    assert "A Par - Bur" in world.orders()[0]


@pytest.mark.parametrize("writer", ["England", "Burgundy"])
def test_words_that_are_from_somebody_else_are_not_passed_on(
    world: World, writer: str
) -> None:
    world.start(BOB, game="diplomacy", options="powers=France/England")
    out = world.answer(ANN, f"From {writer} to England: shall we?")
    assert ADDRESS[BOB] not in [mail.recipient for mail in out]


def test_words_go_to_several_powers_by_their_letters(world: World) -> None:
    world.start(BOB, CID, game="diplomacy", options="powers=France/England/Turkey")
    assert "Nobody called" in world.answer(ANN, "press to ex: shall we?")[0].text
    out = world.answer(ANN, "press to te: shall we?")
    assert _heard(out, "shall we?") == {ADDRESS[BOB], ADDRESS[CID]}
    out = world.answer(BOB, "who")
    assert {"Ann", "Bob", "Cid"} <= {*out[0].text.split()}
