"""The second on which a letter is late, as a table of cases."""

from __future__ import annotations

import pytest

from tests.server.world import ADDRESS, ANN, BOB, World

T = 0.0  #: the deadline
#: What the mail server wrote down, when we looked, grace in seconds: is it in time?
CASES = [
    ("a minute before", -60.0, -60.0, 0, True),
    ("a second before", -1.0, -1.0, 0, True),
    ("in the very second", 0.0, 0.0, 0, True),
    ("at the end of that second", 0.999, 0.999, 0, True),
    ("a second later", 1.0, 1.0, 0, False),
    ("a minute later", 60.0, 60.0, 0, False),
    ("before, fetched an hour later", -1.0, 3600.0, 0, True),
    ("in the second, fetched an hour later", 0.5, 3600.0, 0, True),
    ("a second later, fetched an hour later", 1.0, 3600.0, 0, False),
    ("in the last second of grace", 600.0, 600.0, 600, True),
    ("a second after grace", 601.0, 601.0, 600, False),
    ("in grace, fetched after it", 599.0, 4000.0, 600, True),
    ("after grace, fetched later", 601.0, 4000.0, 600, False),
    ("stamped in the future by another clock", 9999.0, -5.0, 0, True),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].replace(" ", "-"))
def test_the_second_on_which_a_letter_is_late(
    world: World, case: tuple[str, float, float, int, bool]
) -> None:
    _, received, looked, grace, in_time = case
    terms = f"\nset grace {grace // 60} minutes" if grace else ""
    world.say(ANN, f"new arena with bob@b.example{terms}")
    world.answer(ANN, "accept")
    world.answer(BOB, "accept")
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    world.answer(ANN, "D4")
    with world.store.reading() as link:
        from pbem.server.storage import game_store

        game = game_store.find(link, "arena-1")
        assert game is not None
        assert game.deadline is not None
        deadline = game.deadline
    world.now = deadline + looked
    to = world.last(ADDRESS[BOB]).reply_to
    world.post(BOB, "E6", to, received=deadline + received)
    world.run()
    world.now = deadline + 20000
    world.run()
    assert ("Bob: E6" in world.orders()) == in_time


def test_a_deadline_with_a_fraction_lasts_to_the_end_of_its_second(
    world: World,
) -> None:
    world.now += 0.25
    world.start()
    world.answer(ANN, "fire C3")
    world.now += 48 * 3600 + 0.5
    out = world.answer(BOB, "air F6")
    assert "Ann: fire C3" in world.orders()
    assert "Bob: air F6" in world.orders()
    assert any("your turn" in mail.subject for mail in out)
