"""Who plays here no more: told once, seats free, letters not read."""

from __future__ import annotations

import pytest

from pbem.server.lobby import banning
from pbem.server.states import LetterKind
from pbem.server.store import bans, schema
from tests.server.host.conftest import error, run
from tests.support.server.world import ANN, BOB, HOUR, World

DAY = 24 * HOUR


def _ban(world: World, what: str, until: float | None = None) -> list[str]:
    with world.office.writing(world.now) as tx:
        heard = banning.ban(tx, bans.named(what), until, "Insults.")
        return [player.name for player in heard]


def _told(world: World) -> int:
    return world.count(schema.outbox, schema.outbox.c.kind == LetterKind.BANNED)


def test_a_banned_player_is_told_once_and_the_seat_is_free(world: World) -> None:
    world.begin()
    world.post(BOB, "E5", world.last("bob@b.example").reply_to)
    assert _ban(world, "bob@b.example") == ["Bob"]
    world.run()
    letter = world.last("bob@b.example")
    assert letter.subject == "You play here no more"
    assert "The reason: Insults." in letter.text
    assert "Bob has left" in world.last("ann@a.example", "arena-1: a seat").text
    assert world.answer(BOB, "E5") == []
    assert world.say(BOB, "new arena with dot@d.example") == []
    assert _told(world) == 1
    assert "E5" not in "".join(world.orders())


def test_nobody_can_invite_one_who_is_banned(world: World) -> None:
    world.begin()
    _ban(world, "bob@b.example")
    world.run()
    world.say(ANN, "new arena with bob@b.example")
    world.answer(ANN, "accept")
    refused = world.host_does("replace Ann with bob@b.example")
    assert "is banned from this server" in " ".join(refused[-1].text.split())
    assert _told(world) == 1
    assert world.last("bob@b.example").subject == "You play here no more"


def test_a_domain_covers_those_below_it_and_strangers_get_one_answer(
    world: World,
) -> None:
    _ban(world, "e.example")
    for _ in range(3):
        world.say("Eve <eve@mail.e.example>", "new arena with ann@a.example")
    assert [one.recipient for one in world.box.mail] == ["eve@mail.e.example"]
    assert world.say("Eve <eve@fe.example>", "help") != []


def test_a_ban_ends_by_itself_or_is_lifted(world: World) -> None:
    world.begin()
    _ban(world, "bob@b.example", world.now + 2 * DAY)
    _ban(world, "cid@c.example")
    world.run()
    world.now += 3 * DAY
    world.run()
    assert world.say(BOB, "games") != []
    with world.store.writing() as conn:
        (left,) = bans.everyone(conn)
        assert left.shown == "cid@c.example"
        assert bans.lift(conn, bans.named(str(left.id)))
        assert not bans.lift(conn, "cid@c.example")


@pytest.mark.parametrize("word", ["forget me", "stop"])
def test_who_is_banned_may_still_leave_for_good(world: World, word: str) -> None:
    world.begin()
    _ban(world, "bob@b.example")
    world.run()
    world.confirmed(BOB, word)
    forgotten = word == "forget me"
    told = [one.subject for one in world.box.mail if one.recipient == "bob@b.example"]
    assert ("You are forgotten" in told) is forgotten
    with world.store.reading() as conn:
        (row,) = bans.everyone(conn)
        assert row.shown == ("Player2" if forgotten else "bob@b.example")
        assert bans.of(conn, "bob@b.example") is not None


def test_the_commands_of_the_host(host: tuple[World, list[str]]) -> None:
    world, config = host
    world.begin()
    assert "Nobody is banned" in run("server", "ban", *config).output
    said = run("server", "ban", "Bob@b.example", "--until", "30 days", *config).output
    assert "bob@b.example plays here no more" in said
    assert "Bob (player 2) is told, once" in said
    assert "bob@b.example, until" in run("server", "ban", *config).output
    assert "keep you" in error("server", "ban", "x.example", *config)
    assert "many people" in error("server", "ban", "gmail.com", *config)
    assert "no time" in error("server", "ban", "e@e.org", "--until", "x", *config)
    assert "may play" in run("server", "unban", "bob@b.example", *config).output
    assert "is not banned" in error("server", "unban", "1", *config)
