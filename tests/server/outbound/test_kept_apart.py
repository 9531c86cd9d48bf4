"""Letters that wait for a digest."""

from __future__ import annotations

import pytest

from pbem.server.outbound import digest_queue
from pbem.server.states import LetterKind
from pbem.server.store import players
from pbem.server.store.queries import save
from tests.support.server.world import ADDRESS, ANN, BEGIN, HOUR, World

sqlite = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def _ann(world: World, **how: object) -> int:
    """Ann, with something changed in her row."""
    with world.store.writing() as conn:
        number = players.get_or_create(conn, ADDRESS[ANN], "Ann", world.now)
        row = players.get(conn, number)
        save(conn, row, row._replace(**how))  # type: ignore[arg-type]
    return number


@sqlite
@pytest.mark.parametrize(
    ("kind", "wants", "due", "held"),
    [
        (LetterKind.REPORT, "daily", None, True),
        (LetterKind.NOTICE, "daily", None, True),
        (LetterKind.PRESS, "daily", None, True),
        (LetterKind.REMINDER, "daily", None, True),
        (LetterKind.RECEIPT, "daily", None, False),
        (LetterKind.SECURITY, "daily", None, False),
        (LetterKind.REPORT, "", None, False),
        (LetterKind.REPORT, "daily", HOUR, True),
        (LetterKind.REPORT, "daily", HOUR - 1, False),
    ],
)
def test_what_can_wait_is_held_for_the_digest(
    world: World, kind: LetterKind, wants: str, due: float | None, held: bool
) -> None:
    at = BEGIN + 5 * HOUR
    number = _ann(world, digest=wants, digest_at=at)
    until = None if due is None else at + due
    with world.store.writing() as conn:
        given = (conn, world.config, number, kind, until, world.now)
        assert digest_queue.holds(*given) is held
        assert players.get(conn, number).digest_at == at


@sqlite
def test_the_digest_comes_at_eight_where_its_reader_lives(world: World) -> None:
    # It is 22:13:20 in London, on 14 November 2023.
    for zone, hours in (
        ("Europe/London", 9 + 46 / 60 + 40 / 3600),
        ("Asia/Tokyo", 46 / 60 + 40 / 3600),
        ("", None),
    ):
        number = _ann(world, digest="daily", digest_at=None, zone=zone)
        with world.store.writing() as conn:
            given = (conn, world.config, number, LetterKind.NOTICE, None, world.now)
            assert digest_queue.holds(*given)
            found = players.get(conn, number).digest_at
        if hours is not None:
            assert found == pytest.approx(BEGIN + hours * HOUR)
    assert digest_queue.DIGEST_TIME.hour == 8
