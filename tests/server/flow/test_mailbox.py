"""A mailbox that errs, and the server that reads it: nothing is lost or read twice."""

from __future__ import annotations

import random
import re

import pytest

from pbem.mail.transport.base import Unreachable
from pbem.mail.transport.imap import ImapSource
from pbem.mail.transport.imap_login import ImapAccount
from pbem.server.store import schema
from tests.support.mail.fake_imap import FakeImap, Fault
from tests.support.mail.letters import leaping
from tests.support.processes import HOST
from tests.support.server.world import ADDRESS, ANN, BOB, World

LETTERS = 12


def source_of(server: FakeImap) -> ImapSource:
    """A connection of its own, as after a start."""
    account = ImapAccount(
        HOST, "host", "no", port=server.port, security="plain", timeout=2.0
    )
    return ImapSource(account, backoff=leaping())


def numbered(letters: list[bytes], first: int) -> dict[int, bytes]:
    """Letters with their UIDs."""
    return dict(enumerate(letters, first))


@pytest.mark.parametrize("at", range(1, LETTERS + 1, 3))
def test_a_restart_and_new_numbers_at_once(world: World, at: int) -> None:
    """We stop between keeping letters and moving them, and all get other numbers."""
    world.start()
    to = world.last(ADDRESS[ANN]).reply_to
    letters = [
        f"From: {ANN}\r\nTo: {to}\r\nSubject: {n}\r\n\r\nfire {'ABCDEFGH'[n % 8]}3"
        f"\r\n".encode()
        for n in range(LETTERS)
    ]
    before = world.count(schema.letter)
    server = FakeImap({"INBOX": numbered(letters, 1), "Done": {}, "Failed": {}})
    with server:
        first = source_of(server)
        moved = 0

        def done(key: str) -> None:
            nonlocal moved
            moved += 1
            if moved >= at:
                raise KeyboardInterrupt
            ImapSource.done(first, key)

        first.done = done  # type: ignore[method-assign]
        with pytest.raises(KeyboardInterrupt):
            world.server.fetch(first, world.now)
        first.close()
        inbox = list(server.folders["INBOX"].values())
        late = letters[0].replace(b"Subject: 0", b"Subject: late")
        random.Random(at).shuffle(inbox)
        server.folders["INBOX"] = numbered([*inbox, late], 501)
        server.validity = 8
        with source_of(server) as second:
            assert world.server.fetch(second, world.now) == 1
            assert not server.folders["INBOX"]
            assert len(server.folders["Done"]) == LETTERS + 1
    world.run()
    assert world.count(schema.letter) == before + LETTERS + 1
    assert len(world.orders()) == LETTERS + 1


def test_cut_at_many_bytes_while_the_server_reads(world: World) -> None:
    """Each letter is kept once and played once, wherever the line breaks."""
    world.start()
    to = {who: world.last(ADDRESS[who]).reply_to for who in (ANN, BOB)}
    wanted = 0
    for cut in range(40, 2600, 160):
        letters = [
            f"From: {who}\r\nTo: {to[who]}\r\nMessage-ID: <{cut}.{n}@x>\r\n\r\n"
            f"{order}{n + 1}\r\n".encode()
            for n, (who, order) in enumerate([(ANN, "fire C")] * 3)
        ]
        inbox = {"INBOX": numbered(letters, 1), "Done": {}, "Failed": {}}
        server = FakeImap(inbox, cuts=[cut, cut * 2])
        with server, source_of(server) as source:
            for _ in range(4):
                try:
                    world.server.fetch(source, world.now)
                except Unreachable:
                    continue
            assert not server.folders["INBOX"]
        wanted += len(letters)
    world.run()
    assert len(world.orders()) == wanted
    assert re.fullmatch(r"(Ann: fire C[123]\n)+", "\n".join(world.orders()) + "\n")


def test_faults_of_a_mailbox_do_not_stop_the_server(world: World) -> None:
    world.start()
    to = world.last(ADDRESS[ANN]).reply_to
    raw = f"From: {ANN}\r\nTo: {to}\r\n\r\nfire C3\r\n".encode()
    faults = [
        Fault("LOGIN", b"TAG NO not now\r\n"),
        Fault("SEARCH", b"* BYE down\r\n", then="close"),
        Fault(r"FETCH 1 \(BODY", then="close"),
        Fault("MOVE 1", obeyed=True, then="close"),
    ]
    server = FakeImap({"INBOX": {1: raw}, "Done": {}, "Failed": {}}, faults)
    with server, source_of(server) as source:
        world.server.sources = [source]
        for _ in range(len(faults) + 1):
            world.run()
        world.server.sources = []
        assert not server.folders["INBOX"]
    assert world.orders() == ["Ann: fire C3"]
