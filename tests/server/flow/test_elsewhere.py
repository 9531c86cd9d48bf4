"""Lines that go elsewhere than by mail, to a real HTTP server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbem.server.outbound import hooks as services
from pbem.server.outbound.hooks import Asked, Forbidden
from pbem.server.settings.tables import Notify
from pbem.server.states import HookService
from pbem.server.store import hooks, schema
from tests.server.conftest import Make
from tests.server.flow.conftest import Place
from tests.support.server.world import ANN, BOB, HOUR, World

OPEN = '[notify]\nprivate = ["127.0.0.1"]\n'
HERE = Notify(private=("127.0.0.1",))


def _proven(make: Make, place: Place, more: str = "", service: str = "any") -> World:
    world = make(OPEN)
    world.begin()
    world.answer(ANN, f"notify {service} {place.url} {more}")
    code = place.shown[-1].rpartition(" ")[2]
    world.now += 60
    world.answer(ANN, f"notify {code}")
    assert "That is right" in world.last("ann@a.example").text
    place.asked.clear()
    return world


def _turns(world: World, count: int) -> None:
    """Ann and Bob play so many turns, a minute each."""
    for turn in range(count):
        world.answer((ANN, BOB)[turn % 2], "-")
        world.now += 60
        world.run()


def test_a_place_shows_whose_turn_it_is_once_its_code_came_back(
    make: Make, place: Place
) -> None:
    world = make(OPEN)
    world.begin()
    world.answer(ANN, f"notify {place.url}")
    assert "answer its letter with: notify " in place.shown[0]
    world.now += 60
    world.answer(ANN, "notify aaaaaaaa")
    world.answer(BOB, f"notify {place.shown[0].rpartition(' ')[2]}")
    for letter in (world.last("ann@a.example"), world.last("bob@b.example")):
        assert "none of the codes" in letter.text
    _turns(world, 2)
    assert len(place.asked) == 1


def test_a_place_that_is_proven_shows_whose_turn_it_is(
    make: Make, place: Place
) -> None:
    world = _proven(make, place)
    _turns(world, 2)
    (line,) = place.shown
    assert line.startswith("arena-1 #2: your turn, by ")


def test_discord_shows_one_line_a_game_and_changes_it(make: Make, place: Place) -> None:
    world = _proven(make, place, service="discord")
    _turns(world, 4)
    assert place.methods == ["POST", "POST", "DELETE"]
    assert "#2: your turn" in place.shown[0]
    assert "#3: your turn" in place.shown[1]
    assert place.asked[2][1] == "/hook/1/messages/1"
    with world.store.writing() as conn:
        (row,) = hooks.of_player(conn, 1)
        hooks.show(conn, row, 1, "arena-1: the game is over", world.now, rings=False)
    world.run()
    assert place.asked[-1][:2] == ("PATCH", "/hook/1/messages/2")


@pytest.mark.parametrize("more", ["", "instead"])
def test_reminders_ring_there_and_go_by_mail_unless_instead(
    make: Make, place: Place, more: str
) -> None:
    world = _proven(make, place, more)
    world.now = world.due() - HOUR
    before = len(world.box.mail)
    world.run()
    assert "still awaited" in place.shown[-1]
    mailed = [m for m in world.box.mail[before:] if m.recipient == "ann@a.example"]
    assert bool(mailed) is (more == "")


def test_a_place_that_fails_is_asked_less_and_one_that_is_gone_no_more(
    make: Make, place: Place
) -> None:
    world = _proven(make, place)
    place.status, place.head = 429, {"Retry-After": "300"}
    _turns(world, 2)
    assert len(place.asked) == 1
    world.now += 200
    world.run()
    assert len(place.asked) == 1
    world.now += 200
    world.run()
    assert len(place.asked) == 2
    place.status = 404
    world.now += 400
    world.run()
    assert "does not take my lines" in world.last("ann@a.example").text
    assert world.count(schema.hook) == world.count(schema.ping) == 0


def test_a_redirect_is_not_followed(place: Place) -> None:
    place.status, place.head = 302, {"Location": place.url}
    answer = services.ask(HERE, Asked("POST", place.url, b"x"))
    assert answer.gone
    assert len(place.asked) == 1


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://discord.com/x", "https"),
        ("https://user@discord.com/x", "odd"),
        ("https://discord.com:25/x", "odd"),
        ("https:///x", "odd"),
    ],
)
def test_addresses_that_are_not_asked(url: str, why: str) -> None:
    with pytest.raises(Forbidden, match=why):
        services.check(Notify(), url)


@pytest.mark.parametrize(
    "found",
    [["10.1.1.1"], ["1.1.1.1", "127.0.0.1"], ["fd00::1"], ["::ffff:192.168.0.1"]],
)
def test_a_name_that_leads_into_a_private_network_is_not_asked(
    found: list[str], monkeypatch: pytest.MonkeyPatch, place: Place
) -> None:
    def resolve(host: str, port: int, **_: object) -> list[Any]:
        return [(0, 0, 0, "", (one, port)) for one in found]

    monkeypatch.setattr("socket.getaddrinfo", resolve)
    with pytest.raises(Forbidden, match="private"):
        services.ask(Notify(), Asked("POST", "https://inner.example/x"))
    assert not place.asked


def test_the_connection_goes_to_the_address_that_was_looked_at(
    monkeypatch: pytest.MonkeyPatch, place: Place
) -> None:
    asked = []

    def resolve(host: str, port: int, *_: object, **__: object) -> list[Any]:
        asked.append(host)
        return [(2, 1, 6, "", ("127.0.0.1", port))]

    url = place.url.replace("127.0.0.1", "rebound.example")
    monkeypatch.setattr("socket.getaddrinfo", resolve)
    answer = services.ask(Notify(private=("rebound.example",)), Asked("POST", url))
    assert answer.done
    assert asked[0] == "rebound.example"
    assert "rebound.example" not in asked[1:]


def test_a_host_may_limit_whom_we_ask(make: Make) -> None:
    world = make('[notify]\nhosts = ["ntfy.sh"]\n')
    world.begin()
    world.answer(ANN, "notify https://discord.com/api/webhooks/1/a")
    assert "does not let me ask discord.com" in world.last("ann@a.example").text


def test_a_host_may_switch_it_off(make: Make) -> None:
    world = make("[notify]\non = false\n")
    world.begin()
    world.answer(BOB, "notify https://ntfy.sh/a")
    assert "by mail alone" in world.last("bob@b.example").text


def test_who_ends_it_is_told_by_mail_alone(make: Make, place: Place) -> None:
    world = _proven(make, place)
    world.answer(ANN, "notify")
    assert "127.0.0.1" in world.last("ann@a.example").text
    world.answer(ANN, "notify off")
    _turns(world, 2)
    assert not place.asked


def test_matrix_takes_a_token_out_of_the_address() -> None:
    room = "https://m.example/_matrix/client/v3/rooms/!a:m.example/send/m.room.message"
    url = f"{room}?access_token=secret"
    assert services.service_of(url) is HookService.MATRIX
    post = services.posts(HookService.MATRIX, url, "Your turn", "k1")
    assert (post.method, post.url) == ("PUT", f"{room}/k1")
    assert post.headers["Authorization"] == "Bearer secret"
    edit = services.edits(HookService.MATRIX, url, "No turn", "$e1", "k2")
    assert edit is not None
    assert json.loads(edit.content)["m.relates_to"]["event_id"] == "$e1"
    gone = services.removes(HookService.MATRIX, url, "$e1", "k3")
    assert gone is not None
    assert gone.url.endswith("/redact/$e1/k3")
    assert services.remote_of(HookService.MATRIX, b'{"event_id": "$e1"}') == "$e1"
    assert services.remote_of(HookService.DISCORD, b'{"id": "../../x"}') == ""
