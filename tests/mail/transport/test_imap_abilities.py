"""IMAP servers of fewer abilities, and of more."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.mail.transport.test_imap_faults import mailbox, source_for
from tests.support.mail.fake_imap import FakeImap
from tests.support.mail.letters import Keeper, letter, numbers


def test_servers_with_fewer_abilities() -> None:
    for abilities in (b"IMAP4rev1", b"IMAP4rev1 UIDPLUS NAMESPACE"):
        letters = mailbox()
        if b"NAMESPACE" in abilities:
            letters = {"INBOX": letters["INBOX"]}
        keeper = Keeper()
        server = FakeImap(letters, capabilities=abilities)
        with server, source_for(server) as source:
            assert keeper.round(source)
            source.wait(0)
            moved = "INBOX.Done" if b"NAMESPACE" in abilities else "Done"
            assert list(server.folders[moved].values()) == [
                letter(n) for n in (1, 2, 3)
            ]
        assert numbers(keeper.kept) == [1, 2, 3]
        assert not [line for line in server.commands if line in ("EXPUNGE", "IDLE")]


def test_utf8_is_enabled_before_a_folder_is_selected() -> None:
    abilities = b"IMAP4rev1 MOVE ENABLE UTF8=ACCEPT"
    server = FakeImap(mailbox(), capabilities=abilities)
    with server, source_for(server) as source:
        assert Keeper().round(source)
    enabled = server.commands.index("ENABLE UTF8=ACCEPT")
    assert enabled < min(n for n, c in enumerate(server.commands) if "SELECT" in c)


@pytest.mark.parametrize("abilities", [b"IMAP4rev1 UTF8=ACCEPT", b"IMAP4rev1 ENABLE"])
def test_utf8_is_not_asked_of_a_server_that_lacks_half_of_it(abilities: bytes) -> None:
    server = FakeImap(mailbox(), capabilities=abilities)
    with server, source_for(server) as source:
        assert Keeper().round(source)
    assert not [line for line in server.commands if "ENABLE" in line]


def test_a_folder_is_selected_afresh_before_each_reading() -> None:
    """Only then does a server tell that it has numbered its letters anew."""
    with FakeImap(mailbox()) as server, source_for(server) as source:
        counts = []
        for _ in range(3):
            list(source.letters())
            counts.append(sum("SELECT" in line for line in server.commands))
        assert [two - one for one, two in pairwise(counts)] == [1, 1]
        assert sum("LOGIN" in line for line in server.commands) == 1
