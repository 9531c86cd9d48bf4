"""What holds in a random world at all times, and when it ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set

import sqlalchemy as sa

from pbem.record import replay
from pbem.record.turn_file import read
from pbem.server.store import game_store, schema
from tests.support.server.world import Mail, World

#: States of letters that nobody has to look at.
SETTLED = {"done", "repeat", "auto", "asked", "banned"}


def check_mail(
    world: World, out: Sequence[Mail], secrets: Mapping[str, Set[str]]
) -> None:
    """Check what one run of the server sent: nothing twice, nothing to the wrong
    reader, no alarm."""
    twice = Counter((mail.recipient, mail.subject, mail.text) for mail in out)
    for (recipient, subject, _), count in twice.items():
        assert count == 1, f"{recipient} got {count} copies of {subject!r}"
    for mail in out:
        for words in re.findall(r"secret-\d+", mail.text):
            readers = secrets.get(words, {mail.recipient})
            assert mail.recipient in readers, f"{mail.recipient} reads {words}"
        if mail.recipient == "host@x.example":
            assert "stuck" not in mail.subject, mail.text


def check_progress(world: World) -> None:
    """Check that all letters are settled, each game waits for somebody or for a time
    ahead, and each record was written once."""
    letter, entry, game = schema.letter, schema.entry, schema.game
    with world.store.reading() as conn:
        states = set(conn.execute(sa.select(letter.c.state)).scalars())
        assert states <= SETTLED, f"letters are {states - SETTLED}"
        rows = conn.execute(sa.select(game).where(game.c.state == "running")).all()
        for row in rows:
            if row.paused is not None:
                assert row.deadline is None, row.name
            elif row.deadline is None:
                assert row.quiet, f"{row.name} waits for nothing"
            else:
                assert row.deadline >= world.now - 1, f"{row.name} is overdue"
                assert row.wake_at is not None, f"{row.name} never wakes"
        given = conn.execute(
            sa.select(entry.c.game_id, entry.c.serial, entry.c.seat, entry.c.number)
        ).all()
    assert len(given) == len(set(given)), "an order stands twice in a record"
    next_at = world.server.worker.next_at()
    assert next_at is None or next_at > world.now, "the worker does not come to rest"


def check_store(world: World) -> None:
    """Check each record against the state that its game is in."""
    with world.store.reading() as conn:
        for row in conn.execute(sa.select(schema.game)).all():
            if row.state not in ("running", "over"):
                continue
            game = game_store.get(conn, row.id)
            warm = world.office.game_cache.open(conn, game)
            cold = game_store.load_story(conn, game)
            assert cold.table.state == warm.table.state, game.name
            again = replay.play(read(game_store.turn_file(conn, game)))
            assert again.table.state == cold.table.state, game.name
            assert game.serial == cold.table.serial, game.name
            assert row.state == "over" or cold.awaited(), game.name
