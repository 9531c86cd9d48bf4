"""A session with an SMTP server: pipelining, logging in, what is announced."""

from __future__ import annotations

import pytest

from pbem.mail.transport.base import SENT, DeliveryStatus, Outgoing, Scope
from pbem.mail.transport.smtp import SmtpAccount, SmtpSink
from tests.mail.transport.test_smtp_faults import FATES, SENDER, out, sink_for
from tests.support.mail.fake_smtp import FakeSmtp, Fault
from tests.support.mail.letters import letter
from tests.support.processes import HOST

PIPED = ("SIZE 9999999", "8BITMIME", "PIPELINING")


@pytest.mark.parametrize("case", FATES)
def test_all_commands_at_once_have_the_same_fate(case: str) -> None:
    fault, fate = FATES[case]
    again = Fault(fault.when, fault.says, 1, fault.close, fault.stored)
    with FakeSmtp([again], PIPED) as server, sink_for(server) as sink:
        assert sink.send(out(1)).status is fate
        assert sink.send(out(2)) == SENT
    assert ("p2@x.org", letter(2)) in [(to, text) for _, to, text in server.letters]


@pytest.mark.parametrize("says", ["550 5.1.1 no such user", "450 busy"])
def test_a_server_that_waits_for_a_letter_to_nobody_gets_none(says: str) -> None:
    with FakeSmtp([Fault("RCPT", says)], PIPED) as server, sink_for(server) as sink:
        assert sink.send(out(1)).why == says
        assert sink.send(out(2)) == SENT
    assert [text for *_, text in server.letters] == [b"", letter(2)]


def test_a_refusal_is_known_though_the_server_leaves_then() -> None:
    faults = [Fault("RCPT", "550 no such user", close=True)]
    with FakeSmtp(faults, PIPED) as server, sink_for(server) as sink:
        assert sink.send(out(1)).why == "550 no such user"
        assert sink.send(out(2)) == SENT


@pytest.mark.parametrize("says", ["", "535 wrong", "454 later"])
def test_who_is_not_known_to_the_server_sends_nothing(says: str) -> None:
    faults = [Fault("AUTH", says or "235 welcome", times=9)]
    server = FakeSmtp(faults, extensions=("AUTH PLAIN",))
    with server:
        account = SmtpAccount(HOST, server.port, "plain", "u", "p", timeout=0.5)
        with SmtpSink(account) as sink:
            verdict = sink.send(out(1))
    assert verdict.status is (DeliveryStatus.RETRY if says else DeliveryStatus.SENT)
    assert len(server.letters) == (not says)
    assert any(line.startswith("AUTH PLAIN") for line in server.lines)
    if says.startswith("535"):
        assert verdict.why == "login refused"


@pytest.mark.parametrize("extensions", [(), ("8BITMIME",)])
def test_what_is_not_ascii_is_announced(extensions: tuple[str, ...]) -> None:
    server = FakeSmtp(extensions=extensions)
    with server, sink_for(server) as sink:
        for raw in (b"Subject: a\r\n\r\n\xfc\r\n", b"Subject: a\r\n\r\nb\r\n"):
            sink.send(Outgoing("<1@x>", SENDER, "p1@x.org", raw))
    asked = [line for line in server.lines if line.startswith("MAIL")]
    assert ["BODY=8BITMIME" in line.upper() for line in asked] == (
        [True, False] if extensions else [False] * len(asked)
    )


@pytest.mark.parametrize(
    ("at", "says", "scope"),
    [
        ("RCPT", "450 4.7.1 greylisted", Scope.DOMAIN),
        ("RCPT", "451 try later", Scope.DOMAIN),
        ("RCPT", "452 4.2.2 mailbox full", Scope.MAILBOX),
        ("RCPT", "450 4.1.1 not now", Scope.MAILBOX),
        ("MAIL", "451 4.7.1 you send too much", Scope.SINK),
        ("RCPT", "454 4.7.0 encrypt first", Scope.SINK),
        ("RCPT", "421 4.7.0 closing", Scope.SINK),
    ],
)
def test_whose_trouble_it_is(at: str, says: str, scope: Scope) -> None:
    server = FakeSmtp([Fault(at, says, times=9)])
    with server, sink_for(server) as sink:
        verdict = sink.send(out(1))
    assert (verdict.status, verdict.scope) == (DeliveryStatus.RETRY, scope), verdict
