"""What a server tells whoever watches its host."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
import sqlalchemy as sa

from pbem.mail.transport.base import SENT, retry
from pbem.mail.transport.maildir import MaildirSource
from pbem.server.host import metrics
from pbem.server.host.metrics import STALE, figures, health
from pbem.server.store import players
from tests.support.server.world import ADDRESS, ANN, BOB, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
_GONE = sa.exc.OperationalError("SELECT", {}, Exception("gone"))


@pytest.fixture
def port(world: World) -> Iterator[int]:
    """The port on which the figures of a world are told."""
    listener = metrics.start(world.server, lambda: world.now, "127.0.0.1", 0)
    yield listener.server_address[1]
    listener.shutdown()
    listener.server_close()


def _asked(port: int, path: str) -> tuple[int, str, str]:
    conn = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        conn.request("GET", path)
        answer = conn.getresponse()
        text = answer.read().decode()
        assert int(answer.headers["Content-Length"]) == len(text)
        return answer.status, answer.headers["Content-Type"], text
    finally:
        conn.close()


def test_figures_count_what_the_store_holds(world: World) -> None:
    assert figures(world.store, world.now) == {
        "oldest_letter_seconds": 0,
        "oldest_mail_seconds": 0,
        "addresses_in_trouble": 0,
    }
    world.start()
    world.box.verdict = lambda letter: retry("451 busy")
    world.answer(ANN, "orders?")
    world.now += 50
    world.post(BOB, "orders?", world.last(ADDRESS[BOB]).reply_to)
    world.now += 10
    with world.store.writing() as conn:
        players.mark_undeliverable(conn, ADDRESS[BOB], "550 no")
    found = figures(world.store, world.now)
    assert found["games_running"] == 1
    assert found["mails_waiting"] == 1
    assert found["letters_new"] == 1
    assert found["letters_done"] == 4
    assert found["oldest_letter_seconds"] == 10
    assert found["oldest_mail_seconds"] == 60
    assert found["addresses_in_trouble"] == 1


def test_a_part_that_says_nothing_for_long_is_late(world: World) -> None:
    world.server.last_rounds = {"worker": world.now, "sender": world.now - STALE}
    well = {"well": True, "store": True, "late": []}
    assert health(world.server, world.now) == well
    late = {"well": False, "store": True, "late": ["sender"]}
    assert health(world.server, world.now + 1) == late
    with mock.patch.object(type(world.store), "reading", side_effect=_GONE):
        gone = {"well": False, "store": False, "late": []}
        assert health(world.server, world.now) == gone


def test_a_mailbox_that_was_never_read_is_late(world: World, tmp_path: Path) -> None:
    world.server.sources = [MaildirSource(tmp_path / "in")]
    stop = threading.Event()
    stop.set()
    world.server.serve(lambda: world.now, stop)
    assert health(world.server, world.now)["well"]
    late = health(world.server, world.now + STALE + 1)["late"]
    assert {"source-0", "worker", "sender"} <= {*late}


def test_health_and_figures_are_told_on_a_port(world: World, port: int) -> None:
    world.start()
    world.box.verdict = lambda letter: SENT
    status, kind, text = _asked(port, "/health")
    assert (status, kind) == (200, "application/json")
    assert json.loads(text)["well"] is True
    status, kind, text = _asked(port, "/metrics")
    assert (status, kind) == (200, "text/plain; version=0.0.4")
    lines = text.splitlines()
    assert "pbem_games_running 1.0" in lines
    assert f"pbem_sent {float(len(world.box.mail))}" in lines
    assert "pbem_answered 3.0" in lines
    assert _asked(port, "/")[0] == 404
    world.server.last_rounds = {"worker": world.now - STALE - 1}
    assert _asked(port, "/health")[0] == 503
    with mock.patch.object(type(world.store), "reading", side_effect=_GONE):
        status, _, text = _asked(port, "/metrics")
    assert (status, text) == (503, "the store does not answer\n")
