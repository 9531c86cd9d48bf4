"""IMAP servers of fewer abilities, and of more."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pbem.mail.transport.base import Rescued
from pbem.mail.transport.imap import ImapSource
from pbem.mail.transport.imap_login import ImapAccount
from tests.mail.transport.test_imap_faults import mailbox, source_for
from tests.support.mail.fake_imap import FakeImap, Fault
from tests.support.mail.letters import Keeper, leaping, letter, numbers
from tests.support.processes import HOST


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


@pytest.mark.parametrize("plain", [True, False])
def test_a_password_goes_the_way_that_the_server_offers(plain: bool) -> None:
    abilities = b"IMAP4rev1 MOVE" + b" AUTH=PLAIN SASL-IR" * plain
    server = FakeImap(mailbox(), capabilities=abilities)
    with server, source_for(server) as source:
        assert Keeper().round(source)
    asked = [line.split()[0] for line in server.commands]
    assert ("AUTHENTICATE" in asked, "LOGIN" in asked) == (plain, not plain)


def test_a_folder_that_cannot_be_made_is_told() -> None:
    """That one is there already is no trouble, anything else is."""
    letters = {"INBOX": mailbox()["INBOX"]}
    refusal = Fault("CREATE", b"TAG NO over quota\r\n")
    with FakeImap(letters, [refusal]) as server, source_for(server) as source:
        keeper = Keeper()
        assert not keeper.round(source)
        assert "cannot make a folder: " in keeper.troubles[0]
        assert "over quota" in keeper.troubles[0]
        assert keeper.round(source)
        assert len(server.folders["Done"]) == 3


def test_a_folder_is_selected_afresh_before_each_reading() -> None:
    """Only then does a server tell that it has numbered its letters anew."""
    with FakeImap(mailbox()) as server, source_for(server) as source:
        counts = []
        for _ in range(3):
            list(source.letters())
            counts.append(sum("SELECT" in line for line in server.commands))
        assert [two - one for one, two in pairwise(counts)] == [1, 1]
        assert sum("LOGIN" in line for line in server.commands) == 1


JUNK = "Ind\u00e9sirables"
LISTED = {b"": b"Ind&AOk-sirables", b" ENABLE UTF8=ACCEPT": JUNK.encode()}


@pytest.mark.parametrize("abilities", LISTED)
def test_folders_may_have_names_outside_ascii(abilities: bytes) -> None:
    """In the way of old (RFC 3501, 5.1.3), or in UTF-8 where that was agreed on."""
    there = {"INBOX": "F\u00fcr", "Done": "Tsch\u00fcs", "Junk": JUNK}
    if not abilities:
        there = {"INBOX": "F&APw-r", "Done": "Tsch&APw-s", "Junk": "Ind&AOk-sirables"}
    letters = {there["INBOX"]: {1: letter(1)}, "Failed": {}}
    letters |= {there["Done"]: {}, there["Junk"]: {1: letter(2)}}
    listed = b'* LIST (\\Junk) "/" "' + LISTED[abilities] + b'"\r\nTAG OK done\r\n'
    server = FakeImap(
        letters,
        [Fault(r'LIST "" "\*"', listed, times=9)],
        b"IMAP4rev1 MOVE SPECIAL-USE" + abilities,
    )
    keeper = Keeper()
    names = ("F\u00fcr", "Tsch\u00fcs")
    with server:
        account = ImapAccount(HOST, "u", "p", server.port, "plain", *names, timeout=2)
        with ImapSource(account, backoff=leaping()) as source:
            assert source.rescue(lambda head: True) == Rescued(1, 1)
            assert keeper.round(source), keeper.troubles
    assert numbers(keeper.kept) == [1, 2]
    assert len(server.folders[there["Done"]]) == 2
