"""What lay in the folder for junk: how many letters, and which are looked at."""

from __future__ import annotations

import pytest

from pbem.mail.message.limits import LetterRefused
from pbem.mail.sandbox.read import ParsedLetter
from pbem.server.database.queries import audit
from pbem.server.run import junk
from pbem.server.schedule.units import DAY
from tests.support.server.world import ADDRESS, ANN, REFEREE, Here, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


class _Reader:
    """Reads heads, or refuses them; knows how many it was given."""

    def __init__(self, *, refuses: bool = False) -> None:
        self.refuses = refuses
        self.given = 0

    def read(self, raw: bytes, then: bytes = b"") -> ParsedLetter:
        self.given += 1
        if self.refuses:
            raise LetterRefused("headers", "too many")
        return Here().read(raw)


def test_the_letters_of_a_month_are_counted(world: World) -> None:
    now = world.now
    with world.store.writing() as link:
        assert junk.taken_out(link, now) == 0
        for age, what, many in (
            (30 * DAY, "junk", "100"),
            (30 * DAY - 1, "junk", "4"),
            (0.0, "junk", "2"),
            (5.0, "other", "50"),
        ):
            audit(link, what, now - age, many)
        assert junk.taken_out(link, now) == 6


def test_only_heads_that_may_hold_a_token_are_read(world: World) -> None:
    """What cannot be read stays where it is."""
    world.start()
    to = world.last(ADDRESS[ANN]).reply_to
    good = f"From: {ANN}\r\nTo: {to}\r\n\r\n".encode()
    wrong = f"From: {ANN}\r\nTo: {REFEREE.replace('@', '+' + 'a' * 26 + '@')}\r\n\r\n"
    reader = _Reader()
    judged = junk.wanted(world.office, reader, world.now)
    assert not judged(f"From: {ANN}\r\nTo: {REFEREE}\r\n\r\n".encode())
    assert reader.given == 0
    assert judged(good)
    assert judged(good.upper().replace(b"FROM", b"From"))
    assert not judged(wrong.encode())
    assert reader.given == 3
    assert not junk.wanted(world.office, _Reader(refuses=True), world.now)(good)
