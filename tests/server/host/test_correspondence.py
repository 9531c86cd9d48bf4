"""Who wrote what, how each line was understood, and what was answered."""

from __future__ import annotations

import logging
import time

import pytest

from pbem.server.host import correspondence
from pbem.server.host.correspondence import Exchange
from tests.server.host.conftest import error, run
from tests.support.server.world import ANN, BOB, World


def _moment(when: float) -> str:
    return time.strftime("%H:%M", time.gmtime(when))


def _last(world: World, name: str) -> Exchange:
    with world.store.reading() as conn:
        (player,) = correspondence.find_players(conn, name)
        return correspondence.of_player(conn, player.id, 9)[-1]


def test_each_line_of_a_letter_is_accounted_for(world: World) -> None:
    world.begin()
    world.answer(ANN, "show\nD4 1NE ok?\nGG Bob, what a start\nset calendar maybe")
    one = _last(world, "Ann")
    hows = dict(one.lines)
    assert hows["show"] == "command: show"
    assert hows["set calendar maybe"] == "command: set, refused"
    assert hows["GG Bob, what a start"] == "left alone"
    assert set(hows) == {line for line in one.text.split("\n") if line}
    said = "\n".join(correspondence.shown(one, _moment, whole=True))
    assert "set: calendar" in said or "on or off" in said
    assert "(receipt): sent" in said


def test_orders_are_shown_with_the_turn_that_they_were_played_in(world: World) -> None:
    world.begin()
    world.answer(ANN, "D4 1NE\n\nD4 1NE")
    one = _last(world, "ann@a.example")
    assert one.lines == [("D4 1NE", "taken")] * 2
    said = correspondence.shown(one, _moment, whole=False)
    assert "  played in turn #1: D4 1NE" in said
    with world.store.reading() as conn:
        assert len(correspondence.of_game(conn, 1, 9)) > 3


def test_what_proves_nothing_says_so(world: World) -> None:
    world.begin()
    world.say(BOB, "E5")
    one = _last(world, "Bob")
    assert one.lines == [("E5", "not proven: no answer to a letter of ours")]
    assert "Is this" in one.letter.answer or "E5" in one.letter.answer
    said = "\n".join(correspondence.shown(one, _moment, whole=False))
    assert "(asks whether the player wrote it): " in said


def test_of_who_is_forgotten_nothing_is_left(world: World) -> None:
    world.begin()
    world.answer(ANN, "D4 1NE")
    world.confirmed(ANN, "forget me")
    with world.store.reading() as conn:
        for number in range(1, 12):
            found = correspondence.of_letter(conn, number)
            if found is not None:
                said = "\n".join(correspondence.shown(found, _moment, whole=True))
                assert "Ann" not in said
                assert "a.example" not in said


def test_log_lines_name_game_player_and_letter_by_number(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "pbem.server"):
        world.begin()
    done = [record for record in caplog.records if record.message == "done"][-1]
    assert (vars(done)["game"], vars(done)["player"]) == (1, 2)
    sent = [record for record in caplog.records if record.message == "sent"][-1]
    assert {"game", "player", "letter", "outbox"} <= vars(sent).keys()
    assert "Ann" not in caplog.text
    assert "a.example" not in caplog.text


def test_status_names_who_is_not_there(host: tuple[World, list[str]]) -> None:
    world, config = host
    world.begin()
    assert "letter" in run("server", "status", "--player", "ann", *config).output
    assert "arena-1" in run("server", "status", "--game", "arena-1", *config).output
    assert "1" in run("server", "status", "--letter", "1", *config).output
    for option, value in (("--player", "Zoe"), ("--game", "zoo"), ("--letter", "999")):
        assert value in error("server", "status", option, value, *config)
    both = error("server", "status", "--player", "Ann", "--letter", "1", *config)
    assert "One of" in both
