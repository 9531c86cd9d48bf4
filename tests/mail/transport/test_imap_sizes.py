"""A letter over the size limit in an IMAP mailbox: only its head is fetched."""

from __future__ import annotations

import pytest

from pbem.mail.message.headers import head_of
from pbem.mail.transport.base import TooLarge
from tests.mail.transport.test_imap_faults import mailbox, source_for
from tests.support.mail.fake_imap import FakeImap, Fault
from tests.support.mail.letters import Keeper, letter, numbers


def test_a_letter_over_the_limit_is_never_fetched() -> None:
    told: list[TooLarge] = []
    letters = mailbox()
    letters["INBOX"][2] = letter(2, 5000)
    keeper = Keeper()
    server = FakeImap(letters)
    with (
        server,
        source_for(server, limit=4000, oversize=told.append) as source,
    ):
        assert keeper.round(source)
        assert list(server.folders["Failed"].values()) == [letter(2, 5000)]
    assert numbers(keeper.kept) == [1, 3]
    assert [(one.key[-4:], one.size, one.head) for one in told] == [
        (":7:2", len(letter(2, 5000)), head_of(letter(2)).replace(b"\n\n", b"\r\n\r\n"))
    ]
    assert [line for line in server.commands if "FETCH 2 (BODY" in line] == [
        line for line in server.commands if "FETCH 2 (BODY.PEEK[HEADER]" in line
    ]


@pytest.mark.parametrize(
    "fault",
    [
        Fault(r"FETCH 2 \(BODY", b"TAG NO not that one\r\n"),
        Fault(r"FETCH 2 \(BODY", b"* 2 FETCH (UID 2)\r\nTAG OK done\r\n"),
        Fault(r"FETCH 2 \(BODY", then="close", times=9),
    ],
)
def test_a_letter_over_the_limit_is_put_aside_without_its_head(fault: Fault) -> None:
    told: list[TooLarge] = []
    letters = mailbox()
    letters["INBOX"][2] = letter(2, 5000)
    keeper, server = Keeper(), FakeImap(letters, [fault])
    with (
        server,
        source_for(server, limit=4000, oversize=told.append) as source,
    ):
        keeper.rounds(source, lambda: not server.folders["INBOX"])
        assert list(server.folders["Failed"].values()) == [letter(2, 5000)]
    assert [one.head for one in told] == [b""]
    assert numbers(keeper.kept) == [1, 3]
