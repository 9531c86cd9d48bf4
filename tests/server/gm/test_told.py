"""What a game master does is told to whom it concerns, and to nobody where it does
nothing."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from pbem.cli import pbem
from pbem.server.store import schema
from tests.support.server.world import ADDRESS, ANN, BOB, HOST, World

here = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
NEW = "Eve <eve@e.example>"


@here
@pytest.mark.parametrize("target", [1, 2])
def test_an_undo_of_nothing_is_refused_and_told_to_nobody(
    world: World, target: int
) -> None:
    world.begin()
    shown = len(world.box.mail)
    world.host_does(f"undo to {target}")
    out = world.box.mail[shown:]
    assert {mail.recipient for mail in out} == {"host@x.example"}
    assert "There is nothing to undo there." in out[-1].text
    assert world.count(schema.act) == 0


@here
def test_an_undo_of_the_open_turn_takes_back_what_was_sent_in_it(world: World) -> None:
    world.begin()
    world.answer(ANN, "D4")
    out = world.host_does("undo to 1")
    assert {ADDRESS[ANN], ADDRESS[BOB]} <= {mail.recipient for mail in out}
    assert "Ann: D4" not in world.orders()


@here
@pytest.mark.parametrize("silence", ["default", "wait", "bot", "skip"])
def test_all_learn_that_a_new_player_has_never_written(
    world: World, silence: str
) -> None:
    world.begin()
    with world.store.writing() as conn:
        conn.execute(schema.game.update().values(silence=silence))
    world.host_does("replace Bob with eve@e.example")
    world.answer(ANN, "D4", "arena-1")
    shown = len(world.box.mail)
    for _ in range(3):
        world.now = world.due() + 1
        world.run()
    out = world.box.mail[shown:]
    told = [m.recipient for m in out if "has not written" in " ".join(m.text.split())]
    assert {*told} == {ADDRESS[ANN], "host@x.example"}
    assert told.count(ADDRESS[ANN]) == 1  # the host hears of it in a daily letter, too


@here
def test_nobody_is_told_of_one_who_has_written(world: World) -> None:
    world.begin()
    world.host_does("replace Bob with eve@e.example")
    world.answer(NEW, "show")
    shown = len(world.box.mail)
    world.now = world.due() + 1
    world.run()
    assert not any("has not written" in m.text for m in world.box.mail[shown:])


def test_status_names_who_has_not_written(host: tuple[World, list[str]]) -> None:
    world, given = host
    world.begin()
    world.say(HOST, "whois")
    world.host_does("replace Bob with eve@e.example")
    told = CliRunner().invoke(pbem, ["server", "status", *given]).output
    assert "has not written yet: eve@e.example, for Bob in arena-1" in told
    world.answer(NEW, "show")
    told = CliRunner().invoke(pbem, ["server", "status", *given]).output
    assert "has not written yet" not in told
