"""Missed deadlines: what they are taken for, and how they are counted."""

from __future__ import annotations

import re

import pytest

from pbem.mail.transport.base import SENT, refused
from tests.support.server.world import ADDRESS, ANN, BOB, CID, HOUR, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def _begun(world: World, silence: str) -> None:
    """A game of three in its second turn."""
    world.start(BOB, CID, options=f"\nset silence {silence}")
    for who, order in ((ANN, "fire C3"), (BOB, "air F6"), (CID, "water A8")):
        world.answer(who, order)


def _silent(world: World, *present: str) -> None:
    """A turn to its deadline, with orders of some."""
    for who in present:
        world.answer(who, "-")
    world.now = world.due() + 1
    world.run()


def test_who_is_asked_is_told_that_a_bot_answers_for_the_silent(world: World) -> None:
    _begun(world, "bot")
    said = "a bot answers in your place, this once"
    for command in ("orders?", "standing"):
        (receipt,) = world.answer(ANN, command)
        assert said in " ".join(receipt.text.split())
        assert "I play for you" not in receipt.text
    world.now = world.due() - 2 * HOUR
    told = {one.recipient: " ".join(one.text.split()) for one in world.run()}
    assert said in told[ADDRESS[BOB]]
    assert "silence to mean" not in told[ADDRESS[BOB]]


def _kept(world: World, who: str) -> str:
    """How many deadlines somebody has kept, as everybody may know."""
    text = " ".join(world.answer(ANN, f"whois {who}")[0].text.split())
    return str(re.findall(r"has (?:kept (\d+ of \d+)|met no)", text)[0])


@pytest.mark.parametrize(("misses", "turns"), [(1, 1), (2, 2), (3, 3)])
def test_who_misses_so_many_deadlines_in_a_row_has_resigned(
    world: World, misses: int, turns: int
) -> None:
    _begun(world, f"resign after {misses}")
    for turn in range(1, turns + 1):
        assert "Bob: resign" not in world.orders()
        _silent(world, ANN, CID)
        assert ("Bob: resign" in world.orders()) == (turn == turns)


def test_a_letter_begins_the_count_anew(world: World) -> None:
    _begun(world, "resign after 2")
    for present in ((ANN, CID), (BOB, CID), (ANN, CID)):
        _silent(world, *present)
    assert "Bob: resign" not in world.orders()
    _silent(world, ANN, CID)
    assert "Bob: resign" in world.orders()


def test_who_comes_back_to_the_own_seat_begins_anew(world: World) -> None:
    _begun(world, "replace after 2")
    for _ in range(2):
        _silent(world, ANN, CID)
    freed = [mail for mail in world.box.mail if "a seat is free" in mail.subject]
    assert len(freed) == 3
    world.answer(BOB, "orders?")
    _silent(world, ANN, CID)
    freed = [mail for mail in world.box.mail if "a seat is free" in mail.subject]
    assert len(freed) == 3


def test_a_new_player_begins_anew(world: World) -> None:
    _begun(world, "replace after 2")
    _silent(world, ANN, CID)
    world.host_does("replace Bob with dot@d.example")
    world.answer("Dot <dot@d.example>", "show")
    _silent(world, ANN, CID)
    assert world.last("dot@d.example").subject == "arena-1 #3: your turn"
    hers = [mail.subject for mail in world.box.mail if mail.recipient == ADDRESS[ANN]]
    assert "arena-1: a seat is free" not in hers


def test_deadlines_are_counted_once_a_turn(world: World) -> None:
    _begun(world, "default")
    assert _kept(world, "Ann") == "1 of 1"
    for order in ("D4", "D5", "C4"):
        world.answer(ANN, order)
    assert _kept(world, "Ann") == "2 of 2"
    world.answer(CID, "A7")
    _silent(world)
    assert [_kept(world, who) for who in ("Ann", "Bob", "Cid")] == [
        "2 of 2", "1 of 2", "2 of 2",
    ]  # fmt: skip


def test_who_cannot_be_reached_has_missed_nothing(world: World) -> None:
    _begun(world, "resign after 2")
    world.box.verdict = lambda letter: (
        refused("550 no such user") if letter.recipient == ADDRESS[BOB] else SENT
    )
    world.answer(ANN, "press to Bob: are you there?")
    world.box.verdict = lambda letter: SENT
    _silent(world, ANN, CID)
    assert _kept(world, "Bob") == "1 of 1"


def test_a_seat_that_nobody_has_misses_nothing(world: World) -> None:
    _begun(world, "resign after 2")
    world.host_does("standby Bob")
    for _ in range(3):
        _silent(world, ANN, CID)
    assert "Bob: resign" not in world.orders()
    assert _kept(world, "Bob") == "1 of 1"


def test_whoever_has_a_bot_stand_in_has_missed_the_deadline(world: World) -> None:
    _begun(world, "bot")
    _silent(world, ANN, CID)
    world.now += 61
    world.run()
    assert len(world.orders()) == 6
    assert [_kept(world, who) for who in ("Ann", "Bob", "Cid")] == [
        "2 of 2", "1 of 2", "2 of 2",
    ]  # fmt: skip
