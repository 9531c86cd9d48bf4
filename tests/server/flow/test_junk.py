"""What lay in the folder for junk: how many letters, and which are looked at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.mail.message.limits import LetterRefused
from pbem.mail.sandbox.read import ParsedLetter
from pbem.mail.transport.base import HeadTest, Incoming, Rescued, Unreachable
from pbem.schedule.units import DAY, HOUR
from pbem.server.flow import junk
from pbem.server.store.queries import audit
from tests.support.server.examined import Mailbox
from tests.support.server.world import ADDRESS, ANN, REFEREE, Here, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


class _Reader:
    """Reads heads, or refuses them; knows how many it was given."""

    def __init__(self, *, refuses: bool = False) -> None:
        self.refuses = refuses
        self.given = 0

    def read(self, raw: bytes) -> ParsedLetter:
        self.given += 1
        if self.refuses:
            raise LetterRefused("headers", "too many")
        return Here().read(raw)


def test_the_letters_of_a_month_are_counted(world: World) -> None:
    now = world.now
    with world.store.writing() as conn:
        assert junk.rescued_lately(conn, now) == 0
        for age, what, many in (
            (30 * DAY, "junk", "100"),
            (30 * DAY - 1, "junk", "4"),
            (0.0, "junk", "2"),
            (5.0, "other", "50"),
        ):
            audit(conn, what, now - age, many)
        assert junk.rescued_lately(conn, now) == 6


def test_only_heads_that_may_hold_a_token_are_read(world: World) -> None:
    """What cannot be read stays where it is."""
    world.start()
    to = world.last(ADDRESS[ANN]).reply_to
    good = f"From: {ANN}\r\nTo: {to}\r\n\r\n".encode()
    wrong = f"From: {ANN}\r\nTo: {REFEREE.replace('@', '+' + 'a' * 26 + '@')}\r\n\r\n"
    reader = _Reader()
    judged = junk.token_test(world.office, reader, world.now)
    assert not judged(f"From: {ANN}\r\nTo: {REFEREE}\r\n\r\n".encode())
    assert reader.given == 0
    assert judged(good)
    assert judged(good.upper().replace(b"FROM", b"From"))
    assert not judged(wrong.encode())
    assert reader.given == 3
    assert not junk.token_test(world.office, _Reader(refuses=True), world.now)(good)


class _Mailbox(Mailbox):
    """A mailbox whose folder for junk cannot be looked into."""

    name = "imap:u@h:INBOX"
    looks = 0

    def rescue(self, test: HeadTest, *, take: bool = True) -> Rescued | None:
        self.looks += 1
        raise Unreachable("cannot find the folder for junk: unreadable answer")

    def letters(self) -> Iterator[Incoming]:
        raw = f"From: {ANN}\r\nTo: {REFEREE}\r\n\r\nhelp\r\n".encode()
        yield Incoming(f"{self.name}:1", raw)


def test_a_folder_that_cannot_be_looked_into_keeps_no_letter_away(
    world: World,
) -> None:
    box = _Mailbox()
    with pytest.raises(Unreachable):
        world.server.fetch(box, world.now)
    assert world.server.fetch(box, world.now + 1) == 1
    assert box.settled == [f"{box.name}:1"]
    world.server.fetch(box, world.now + HOUR - 1)
    assert box.looks == 1
    with pytest.raises(Unreachable):
        world.server.fetch(box, world.now + HOUR)
    assert box.looks == 2
