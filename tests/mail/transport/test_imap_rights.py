"""IMAP servers that let us read and little else, or that know us otherwise."""

from __future__ import annotations

import logging

import pytest

from pbem.mail.transport.imap import ImapSource
from pbem.mail.transport.imap_login import ImapAccount
from tests.mail.transport.test_imap_faults import mailbox, source_for
from tests.support.mail.fake_imap import FakeImap, Fault, Says
from tests.support.mail.letters import Keeper, leaping, numbers
from tests.support.processes import HOST

REFUSED = b"TAG NO [NOPERM] you may not\r\n"
FEW = b"IMAP4rev1 UIDPLUS"
PREAUTH = b"* PREAUTH welcome\r\n"


def unmarkable(said: bytes) -> bytes:
    return b"* OK [PERMANENTFLAGS (\\Seen)] few\r\n" + said


@pytest.mark.parametrize(
    ("when", "says", "abilities", "copies"),
    [
        ("STORE", REFUSED, FEW, 3),
        ("SELECT", unmarkable, FEW, 0),
        ("MOVE", REFUSED, FEW + b" MOVE", 0),
    ],
)
def test_where_nothing_may_be_deleted_copies_do_not_pile_up(
    when: str,
    says: Says,
    abilities: bytes,
    copies: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    keeper = Keeper()
    server = FakeImap(mailbox(), [Fault(when, says, times=999)], abilities)
    with server, source_for(server) as source:
        for _ in range(4):
            assert keeper.round(source)
    assert numbers(keeper.kept) == [1, 2, 3]
    assert list(server.folders["INBOX"]) == [1, 2, 3]
    assert len(server.folders["Done"]) == copies
    assert caplog.text.count("stays where it is") == 3


def test_letters_that_stay_are_not_moved_anew_with_each_other() -> None:
    server = FakeImap(mailbox(30), [Fault("MOVE", REFUSED, times=9999)])
    with server, source_for(server) as source:
        assert Keeper().round(source)
    assert sum("MOVE" in line for line in server.commands) == 2 * 30


def test_a_copy_counts_for_the_numbers_of_its_time() -> None:
    server = FakeImap(mailbox(1), [Fault("STORE", REFUSED, times=2)], FEW)
    with server, source_for(server) as source:
        keeper = Keeper()
        assert keeper.round(source)
        assert len(server.folders["Done"]) == 1
        server.validity = 8
        assert keeper.round(source)
        assert len(server.folders["Done"]) == 2
        assert not server.folders["INBOX"]


@pytest.mark.parametrize(
    ("greeting", "more"), [(b"* OK ready\r\n", b""), (PREAUTH, b" STARTTLS")]
)
def test_who_offers_no_encryption_is_told_nothing(greeting: bytes, more: bytes) -> None:
    """As where somebody on the way takes the offer out, or lets us in himself."""
    server = FakeImap(
        mailbox(), [Fault("GREETING", greeting)], b"IMAP4rev1 AUTH=PLAIN" + more
    )
    keeper = Keeper()
    with server:
        account = ImapAccount(
            HOST, "host", "secret", server.port, "starttls", timeout=2
        )
        with ImapSource(account, backoff=leaping()) as source:
            assert not keeper.round(source)
    (why,) = keeper.troubles
    assert why.startswith("cannot encrypt: ")
    assert {*server.commands} <= {"CAPABILITY"}


def test_a_server_that_knows_us_already_is_told_no_password() -> None:
    keeper = Keeper()
    server = FakeImap(mailbox(), [Fault("GREETING", PREAUTH)])
    with server, source_for(server) as source:
        assert keeper.round(source)
    assert numbers(keeper.kept) == [1, 2, 3]
    assert not [line for line in server.commands if "LOGIN" in line]


@pytest.mark.parametrize("plain", [True, False])
def test_a_password_outside_ascii(plain: bool) -> None:
    abilities = b"IMAP4rev1 MOVE" + b" AUTH=PLAIN SASL-IR" * plain
    keeper = Keeper()
    with FakeImap(mailbox(), capabilities=abilities) as server:
        account = ImapAccount(HOST, "host", "p\u00e4ss", server.port, "plain")
        with ImapSource(account, backoff=leaping()) as source:
            assert keeper.round(source) is plain
    if not plain:
        assert keeper.troubles == [
            "login refused: this server takes no user or password outside ASCII"
        ]


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (Fault("LOGIN", then="close"), "cannot log in: connection lost"),
        (
            Fault("LOGIN", b"* BYE too busy\r\n", then="close"),
            "cannot log in: connection lost",
        ),
        (Fault("LOGIN", b"TAG NO wrong\r\n"), "login refused"),
    ],
)
def test_a_connection_that_ends_refuses_no_login(fault: Fault, why: str) -> None:
    """Or the host would be told to mend a password that is right."""
    fault = Fault(fault.when, fault.says, then=fault.then)
    keeper = Keeper()
    with FakeImap(mailbox(), [fault]) as server, source_for(server) as source:
        assert not keeper.round(source)
        assert keeper.troubles == [why]
        assert keeper.round(source)
