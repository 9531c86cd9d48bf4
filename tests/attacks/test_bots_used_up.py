"""Games with bots that one domain begins, and games that no person plays any more: they
leave room for everybody else."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from click.testing import CliRunner

from pbem.cli import pbem
from pbem.server.lobby.bots import PUBLIC_DOMAINS
from pbem.server.store import bot_jobs as thoughts
from pbem.server.store import schema
from tests.server.conftest import Make
from tests.support.server.world import ADDRESS, ANN, BOB, HOUR, World

DAY = 24 * HOUR
here = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def _slots(world: World) -> int:
    with world.store.reading() as conn:
        return thoughts.games_with_bots(conn)


def _begin(world: World, who: str, games: int = 1) -> None:
    for number in range(games):
        if number:
            world.answer(who, "new lava with bot")
        else:
            world.say(who, "new lava with bot")
        with suppress(StopIteration):
            world.answer(who, "accept")


@here
@pytest.mark.parametrize(
    ("after", "domain"),
    [
        ("", "z{}.evil.example"),
        ("stop", "evil.example"),
        ("forget me", "z{}.evil.example"),
    ],
)
def test_a_domain_has_no_more_games_with_bots_than_its_share(
    make: Make, after: str, domain: str
) -> None:
    world = make("[limits]\nbots_domain = 4\nbots_all = 6\n")
    for number in range(9):
        who = f"Z{number} <z{number}@{domain.format(number)}>"
        _begin(world, who, 2)
        if after:
            with suppress(StopIteration):
                world.answer(who, after)
                world.answer(who, "yes")
        world.now += HOUR
    assert _slots(world) <= 4
    _begin(world, ANN)
    assert world.last(ADDRESS[ANN]).subject.startswith("lava-")
    assert "your turn" in world.last(ADDRESS[ANN]).subject


@here
def test_who_is_refused_for_the_domain_is_told_so(make: Make) -> None:
    world = make("[limits]\nbots_domain = 1\n")
    _begin(world, "Z1 <z1@evil.example>")
    (out,) = world.say("Z2 <z2@evil.example>", "new lava with bot")
    assert "People of your mail domain" in out.text


@here
@pytest.mark.parametrize("domain", ["gmail.com", "web.de"])
def test_people_of_a_large_provider_have_nothing_in_common(
    make: Make, domain: str
) -> None:
    assert domain in PUBLIC_DOMAINS
    world = make("[limits]\nbots_domain = 1\n")
    for number in range(3):
        _begin(world, f"Z{number} <z{number}@{domain}>")
        world.now += HOUR
    assert _slots(world) == 3


def test_the_list_of_providers_is_of_plain_domains() -> None:
    for one in PUBLIC_DOMAINS:
        assert one == one.strip().lower()
        assert "." in one
        assert "@" not in one


def _sweep(world: World, days: int) -> None:
    for _ in range(12 * days):
        world.now += 2 * HOUR
        world.server.heartbeat(world.now)
        world.run()


def test_a_game_that_no_person_plays_ends_by_itself(world: World) -> None:
    _begin(world, ANN)
    world.server.heartbeat(world.now)
    world.answer(ANN, "stop")
    world.answer(ANN, "yes")
    assert _slots(world) == 0
    shown = len(world.box.mail)
    _sweep(world, 5)
    assert world.count(schema.game, schema.game.c.state == "running") == 1
    _sweep(world, 4)
    assert world.count(schema.game, schema.game.c.state == "over") == 1
    assert not any("over" in mail.subject for mail in world.box.mail[shown:])


@here
def test_a_game_whose_player_is_back_goes_on(world: World) -> None:
    _begin(world, ANN)
    world.server.heartbeat(world.now)
    world.answer(ANN, "stop")
    world.answer(ANN, "yes")
    _sweep(world, 3)
    world.answer(ANN, "stop off")
    _sweep(world, 9)
    assert world.count(schema.game, schema.game.c.state == "running") == 1
    assert world.count(schema.timer, schema.timer.c.what == "empty") == 0


@here
def test_a_game_between_people_is_left_alone(world: World) -> None:
    world.begin(BOB)
    world.server.heartbeat(world.now)
    world.answer(ANN, "stop", "arena-1")
    world.answer(ANN, "yes", "No more letters")
    _sweep(world, 12)
    assert world.count(schema.game, schema.game.c.state == "running") == 1


def test_the_host_sees_which_games_ended_so(host: tuple[World, list[str]]) -> None:
    world, given = host
    world.now = time.time() - 20 * DAY
    _begin(world, ANN)
    world.server.heartbeat(world.now)
    world.answer(ANN, "stop")
    world.answer(ANN, "yes")
    _sweep(world, 10)
    told = CliRunner().invoke(pbem, ["server", "status", *given]).output
    assert "ended, as no person played it any more: lava-1" in told
