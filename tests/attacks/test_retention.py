"""What a thief of an old store does not find, and what a player can take back."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from pbem.server import config
from pbem.server.config import Misconfigured
from pbem.server.run import retention
from pbem.server.storage import letters, schema
from tests.server.conftest import Make
from tests.support.server.world import ANN, BOB, World

DAY = 86400.0
LETTER = schema.letter.c
KEPT = sa.or_(sa.func.length(LETTER.raw) > 0, LETTER.content.is_not(None))


def test_old_letters_go_and_their_digests_stay(world: World) -> None:
    world.start()
    world.answer(ANN, "fire C3")
    before = world.count(schema.letter)
    assert world.count(schema.letter, KEPT) == before
    with world.store.reading() as link:
        digests = link.execute(sa.select(LETTER.digest, LETTER.twin)).all()
    world.now += 89 * DAY
    world.run()
    assert world.count(schema.letter, KEPT) == before
    world.now += 2 * DAY
    world.run()
    assert world.count(schema.letter, KEPT) == 0
    with world.store.reading() as link:
        assert link.execute(sa.select(LETTER.digest, LETTER.twin)).all() == digests
    assert world.count(schema.letter, LETTER.recipient.is_not(None)) == 0


def test_games_go_on_and_are_undone_without_their_letters(world: World) -> None:
    world.start()
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    world.answer(ANN, "D4")
    orders = world.orders()
    world.now += 91 * DAY
    world.run()
    assert world.orders()[: len(orders)] == orders
    world.host_does("undo to 0")
    assert world.orders() == []
    assert world.count(schema.entry, schema.entry.c.salt != "") >= 3


def test_what_waits_to_be_read_is_kept_however_old(world: World) -> None:
    world.post(ANN, "new arena with bob@b.example")
    world.now += 400 * DAY
    with world.store.writing() as link:
        assert letters.clear_older(link, world.now, 9) == 0
    assert len(world.run()) == 1


def test_what_was_set_aside_goes_too_and_is_not_read_again(world: World) -> None:
    world.post(ANN, "help", head="X-Long: x\n" * 1100)
    world.run()
    with world.store.writing() as link:
        (row,) = letters.set_aside(link)
    world.now += 91 * DAY
    world.run()
    with world.store.writing() as link:
        assert not letters.set_aside(link)
        assert not letters.retry(link, row.id)


def test_the_host_says_how_long(make: Make) -> None:
    world = make('keep_letters = "2 days"\n')
    world.say(ANN, "help")
    for days, left in ((1, 1), (1.5, 0)):
        world.now += days * DAY
        world.run()
        assert world.count(schema.letter, KEPT) == left
    assert retention.step(world.office, world.now) == 0


def test_no_time_at_all_keeps_them(make: Make) -> None:
    world = make('keep_letters = ""\n')
    world.say(ANN, "help")
    world.now += 1000 * DAY
    world.run()
    assert world.count(schema.letter, KEPT) == 1


def test_a_time_that_is_none_is_refused() -> None:
    with pytest.raises(Misconfigured, match="keep_letters"):
        config.read('address = "a@b.example"\nkeep_letters = "long"\n')
