"""Migrations beside servers and backups that are at work."""

from __future__ import annotations

from contextlib import closing
from unittest import mock

import sqlalchemy as sa

from pbem.server.database import connection
from pbem.server.database.connection import HEAD, Database
from tests.support.server.revisions import lead_to
from tests.support.server.stores import clear

BEFORE = f"{int(HEAD) - 1:04}"


def test_a_table_that_is_read_is_waited_for_a_second_at_a_time(
    shared_postgres: str,
) -> None:
    clear(shared_postgres)
    look = sa.text("SELECT count(*) FROM seat")
    with (
        closing(Database(shared_postgres)) as store,
        closing(Database(shared_postgres)) as other,
    ):
        lead_to(store, BEFORE)
        # Whoever reads the table, as a backup does, has it until the end.
        with other.engine.connect() as link:
            link.execute(look)

            def end(seconds: float) -> None:
                assert seconds == connection.LOCK_PAUSE
                with other.reading() as third:
                    third.execute(look)  # nobody is kept waiting meanwhile
                link.rollback()

            with mock.patch("time.sleep", side_effect=end) as rest:
                store.prepare()
        assert rest.call_count == 1
        with store.reading() as link:
            assert connection._version(link) == HEAD
            assert link.execute(sa.text("SELECT count(bot) FROM seat")).scalar() == 0
