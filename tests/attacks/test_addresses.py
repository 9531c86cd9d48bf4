"""A player's post is led elsewhere, and strangers are written to in masses."""

from __future__ import annotations

import pytest

from pbem.server.states import SeatState
from pbem.server.store import players, schema
from tests.server.conftest import Make
from tests.support.server.world import ADDRESS, ANN, BOB, HOUR, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
DAY = 24 * HOUR
HERS, EVES = ADDRESS[ANN], "eve@e.example"
EVE = f"Ann <{EVES}>"


def _addresses(world: World) -> list[str]:
    with world.store.reading() as conn:
        return players.addresses(conn, 1)


def _sent(world: World, address: str) -> int:
    return len([mail for mail in world.box.mail if mail.recipient == address])


def _taken_over(world: World, hours: float = 1) -> list[str]:
    """Eve could read Ann's mail for a while: she has taken her seat over. Where the
    letters of each step can be answered at Ann's address."""
    world.start()
    told = []
    world.add_address(ANN, EVES)
    told.append(world.last(HERS, "Your addresses").reply_to)
    world.now += hours * HOUR
    world.confirmed(EVE, f"address use {EVES}")
    told.append(world.last(HERS, "Your addresses").reply_to)
    world.now += hours * HOUR
    world.confirmed(EVE, f"address remove {HERS}")
    told.append(world.last(HERS, "Your addresses").reply_to)
    assert _addresses(world) == [EVES]
    return told


@pytest.mark.parametrize(
    "text",
    [
        f"address add {EVES}",
        f"address add {EVES}\naddress use {EVES}\naddress remove {HERS}",
        f"game arena-1 #0\naddress add {EVES}\naddress use {EVES}",
        f"address add {EVES}\naddress undo",
    ],
)
def test_a_stolen_token_leads_no_post_elsewhere(world: World, text: str) -> None:
    world.start()
    stolen = world.last(HERS).reply_to
    for _ in range(5):
        out = world.say(ANN, text, stolen)
        assert {mail.recipient for mail in out} == {HERS}
    assert (_addresses(world), _sent(world, EVES)) == ([HERS], 0)


def test_a_new_address_gets_one_letter_until_it_answers_that(world: World) -> None:
    world.start()
    for _ in range(3):
        world.confirmed(ANN, f"address add {EVES}")
        world.now += 7 * DAY
    assert (_addresses(world), _sent(world, EVES)) == ([HERS], 1)
    proof = world.last(EVES).reply_to
    for text in ("fire C3", "show", "set name Eve", "address", f"address use {EVES}"):
        world.say(EVE, text, proof)
    # Nobody else can answer it, Ann herself neither.
    for writer in (ANN, BOB, "Mallory <mallory@m.example>"):
        world.say(writer, f"address add {EVES}", proof)
    assert (_addresses(world), _sent(world, EVES)) == ([HERS], 1)
    world.say(EVE, f"address add {EVES}", proof)
    assert _addresses(world) == [HERS, EVES]


def test_old_addresses_hear_of_every_change(world: World) -> None:
    _taken_over(world)
    told = [mail for mail in world.box.mail if mail.subject.startswith("Your addresse")]
    assert [mail.recipient for mail in told].count(HERS) == 3
    assert all("address undo" in mail.text for mail in told if mail.recipient == HERS)
    # Who came this week is told, and cannot undo what others do about it.
    assert not any("undo" in mail.text for mail in told if mail.recipient == EVES)


@pytest.mark.parametrize(("step", "left"), [(0, [HERS]), (1, [HERS, EVES]),
                                            (2, [EVES, HERS])])  # fmt: skip
def test_each_letter_takes_its_change_back_and_all_later_ones(
    world: World, step: int, left: list[str]
) -> None:
    told = _taken_over(world)
    world.say(ANN, "address undo", told[step])
    assert _addresses(world) == left


@pytest.mark.parametrize(("hours", "done"), [(7 * 24 - 2.1, True), (7 * 24, False)])
def test_a_week_is_given_to_take_it_back(
    world: World, hours: float, done: bool
) -> None:
    (first, *_) = _taken_over(world)
    world.now += hours * HOUR
    world.say(ANN, "address undo", first)
    assert _addresses(world) == ([HERS] if done else [EVES])


def test_who_was_thrown_out_can_do_no_more(world: World) -> None:
    (first, *_) = _taken_over(world)
    world.answer(EVE, "show")
    kept = {mail.reply_to for mail in world.box.mail if mail.recipient == EVES}
    world.confirmed(EVE, "address add eve2@e.example")
    proof = world.last("eve2@e.example").reply_to
    world.say(ANN, "address undo", first)
    for to in kept:
        for writer in (EVE, ANN):  # in her own name, and in Ann's
            for text in ("fire C3", "address undo", f"address add {EVES}"):
                world.say(writer, text, to)
    world.say("Eve <eve2@e.example>", "address add eve2@e.example", proof)
    assert (_addresses(world), world.orders()) == ([HERS], [])
    world.say(ANN, "fire C3")
    world.answer(ANN, "fire C3")
    assert world.orders() == ["Ann: fire C3"]


@pytest.mark.parametrize("text", ["fire C3", "game arena-1 #0\nfire C3", "show",
                                  f"address add {HERS}", "set name Eve"])  # fmt: skip
def test_an_address_of_before_can_do_nothing_else(world: World, text: str) -> None:
    (first, *_) = _taken_over(world)
    world.say(ANN, text, first)
    assert (_addresses(world), world.orders()) == ([EVES], [])
    assert world.count(schema.player, schema.player.c.name == "Eve") == 0


def test_who_was_invited_is_written_to_once(make: Make) -> None:
    """Reminded, told of other games, of the end of one: nothing until he writes."""
    world = make("[limits]\ngames = 50\n")
    world.start()
    to = world.last(HERS, "arena-1").reply_to
    for number in range(25):
        out = world.say(ANN, f"new arena called g{number} with dot@d.example", to)
        said = " ".join(out[-1].text.split())
        assert ("Dot has had a letter from me that nobody" in said) is (number > 0)
        world.now += HOUR
    world.now += 8 * DAY
    world.run()
    assert _sent(world, "dot@d.example") == 1


def test_who_has_written_hears_of_everything(world: World) -> None:
    """What was kept from Dot comes as soon as she has answered a letter."""
    dot = "Dot <dot@d.example>"
    world.start()
    to = world.last(HERS, "arena-1").reply_to
    world.say(ANN, "new lava called one with dot@d.example", to)
    world.say(BOB, "new lava called two with dot@d.example", world.last(
        ADDRESS[BOB], "arena-1").reply_to)  # fmt: skip
    assert _sent(world, "dot@d.example") == 1
    # She has lost it, and says so: she is sent a fresh one, at her address.
    world.say(dot, "accept")
    assert _sent(world, "dot@d.example") == 2
    out = world.answer(dot, "accept")
    subjects = [mail.subject for mail in out if mail.recipient == "dot@d.example"]
    assert sorted(subjects)[0].startswith("one #0")
    assert "two: you are invited to Lava" in subjects
    listed = schema.seat.c.state == SeatState.LISTED
    assert world.count(schema.seat, listed) == 0


def test_an_invitation_does_not_silence_the_host(world: World) -> None:
    world.start()
    world.answer(BOB, "new lava called trap with host@x.example")
    shown = _sent(world, "host@x.example")
    for number in range(3):
        world.answer(ANN, f"press to master: help {number}", "arena-1")
    assert _sent(world, "host@x.example") == shown + 3


def test_an_invitation_takes_nobodys_address_away(world: World) -> None:
    """Mallory has invited Ann's other address, so that she can never have it."""
    world.start()
    world.answer(BOB, f"new lava called trap with {EVES}")
    world.add_address(ANN, EVES)
    assert _addresses(world) == [HERS, EVES]
    out = world.say(EVE, "accept", world.last(EVES, "trap").reply_to)
    assert {mail.recipient for mail in out} == {HERS}  # with a token of her own
    world.answer(ANN, "yes trap")
    assert world.count(schema.game, schema.game.c.state == "running") == 2
    # What has proven itself stays whose it is.
    world.confirmed(BOB, f"address add {EVES}")
    assert "belongs to another player" in world.last(ADDRESS[BOB]).text


def test_a_seat_that_is_given_to_an_address_is_told_once_too(world: World) -> None:
    world.start(options="\nset pace 1 day")
    world.host_does("replace Bob with dot@d.example")
    for _ in range(5):
        world.now += DAY
        world.run()
    assert _sent(world, "dot@d.example") == 1
