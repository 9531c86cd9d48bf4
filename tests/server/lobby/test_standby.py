"""Free seats: whom they are offered to, how many, and for how long."""

from __future__ import annotations

import pytest

from tests.support.server.world import ADDRESS, ANN, BOB, CID, DOT, HOUR, Mail, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
DAY = 24 * HOUR
LONG = "\nset pace 60 days"


def _on_the_list(world: World, who: str, wish: str) -> None:
    """Somebody of whom we only know an address wants to be offered seats."""
    world.say(who, "new lava with hal@h.example")
    world.answer(who, wish)


def _offered(out: list[Mail]) -> list[str]:
    """Who is offered a seat."""
    return [mail.recipient for mail in out if "a seat for you" in mail.subject]


def test_a_player_is_offered_no_more_seats_a_month_than_wanted(world: World) -> None:
    for _ in range(4):
        world.start(options=LONG)
        world.now += DAY
    _on_the_list(world, CID, "standby arena 2")
    for number in (1, 2):
        world.now += DAY
        assert _offered(world.host_does("standby Bob", f"arena-{number}"))
        assert world.answer(CID, "accept")[0].recipient == ADDRESS[ANN]
    first = world.now - DAY
    assert _offered(world.host_does("standby Bob", "arena-3")) == []
    world.now = first + 30 * DAY
    assert _offered(world.host_does("standby Bob", "arena-4")) == ["cid@c.example"]


def test_the_one_who_has_waited_longest_is_asked_first(world: World) -> None:
    world.start(options=LONG)
    _on_the_list(world, CID, "standby lava")
    world.now += 1
    _on_the_list(world, DOT, "standby all")
    world.now += 1
    world.answer(CID, "standby arena")
    world.now += 1
    assert _offered(world.host_does("standby Bob")) == ["dot@d.example"]
    assert _offered(world.answer(DOT, "decline")) == ["cid@c.example"]
    # Nobody is asked twice for the same seat.
    assert _offered(world.answer(CID, "decline")) == []


def test_the_host_is_shown_how_to_fill_a_seat_that_nobody_wants(world: World) -> None:
    world.start(options=LONG)
    out = world.host_does("standby Bob")
    (told,) = (mail for mail in out if "nobody is left on the list" in mail.text)
    assert told.recipient == "host@x.example"
    assert "gm arena-1 #0 replace Bob with dot@example.org because REASON" in told.text


@pytest.mark.parametrize(("seconds", "taken"), [(0, True), (1, False)])
def test_an_offer_lasts_to_the_end_of_its_last_second(
    world: World, seconds: int, taken: bool
) -> None:
    world.start(options=LONG)
    _on_the_list(world, CID, "standby arena")
    _on_the_list(world, DOT, "standby arena")
    assert _offered(world.host_does("standby Bob")) == ["cid@c.example"]
    world.now += 48 * HOUR + seconds
    out = world.answer(CID, "accept")
    assert _offered(out) == ([] if taken else ["dot@d.example"])
    assert any("you are Bob now" in mail.text for mail in out) is taken


@pytest.mark.parametrize(("act", "back"), [("standby Bob", True), ("kick Bob", False)])
def test_who_comes_back_in_time_has_the_seat_again(
    world: World, act: str, back: bool
) -> None:
    world.start(options=LONG)
    _on_the_list(world, CID, "standby arena")
    to = world.last(ADDRESS[BOB]).reply_to
    world.host_does(act)
    world.say(BOB, "air F6", to)
    assert world.orders() == (["Bob: air F6"] if back else [])
    # What was offered is not any more.
    world.answer(CID, "accept")
    world.answer(CID, "water H8")
    assert world.orders() == (["Bob: air F6"] if back else ["Bob: water H8"])


def test_a_new_player_has_a_full_turn(world: World) -> None:
    world.start()
    _on_the_list(world, CID, "standby arena")
    world.now += 40 * HOUR
    world.host_does("standby Bob")
    world.answer(CID, "accept")
    assert world.due() == world.now + 48 * HOUR
    # Reminders come before that deadline, and not before the one that was.
    world.now += 24 * HOUR + 1
    assert world.run() == []
    world.now += 21 * HOUR
    assert [m.recipient for m in world.run()] == ["ann@a.example", "cid@c.example"]
