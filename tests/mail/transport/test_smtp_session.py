"""A session with an SMTP server: logging in, what is announced, what is refused."""

from __future__ import annotations

import ssl
from base64 import b64encode

import pytest

from pbem.mail.transport.base import (
    SENT,
    DeliveryStatus,
    OutgoingLetter,
    Scope,
)
from pbem.mail.transport.smtp import SmtpSink
from pbem.mail.transport.smtp_connection import SmtpAccount
from tests.mail.transport.test_smtp_faults import SENDER, out, sink_for
from tests.support.mail.fake_smtp import FakeSmtp, Fault
from tests.support.processes import HOST

PIPED = ("SIZE 9999999", "8BITMIME", "PIPELINING")


def test_a_plain_session_loads_no_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssl, "create_default_context", None)
    with FakeSmtp() as server, sink_for(server) as sink:
        assert sink.send(out(1)) == SENT


@pytest.mark.parametrize(
    "address", ["a b@x.org", "a,b@x.org", "a@b@x.org", "<a@x.org>"]
)
def test_a_recipient_that_is_no_address_is_refused_before_it_is_sent(
    address: str,
) -> None:
    with FakeSmtp() as server, sink_for(server) as sink:
        assert sink.send(out(1)) == SENT
        assert sink.send(out(2, recipient=address)).status is DeliveryStatus.REFUSED
        assert sink.send(out(3)) == SENT
        assert server.connections == 1
    assert [to for _, to, _ in server.letters] == ["p1@x.org", "p3@x.org"]


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
            sink.send(OutgoingLetter("<1@x>", SENDER, "p1@x.org", raw))
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
        ("MAIL", "550 5.7.60 you may not send as this sender", Scope.SINK),
        ("MAIL", "553 5.7.1 Sender address rejected: not owned by u", Scope.SINK),
        ("RCPT", "554 5.7.1 <p1@x.org>: Relay access denied", Scope.SINK),
        ("RCPT", "550 5.7.1 Unable to relay", Scope.SINK),
        ("RCPT", "550 relay not permitted", Scope.SINK),
        ("END", "550 5.4.5 Daily user sending limit exceeded", Scope.SINK),
    ],
)
def test_whose_trouble_it_is(at: str, says: str, scope: Scope) -> None:
    server = FakeSmtp([Fault(at, says, times=9)])
    with server, sink_for(server) as sink:
        verdict = sink.send(out(1))
    assert (verdict.status, verdict.scope) == (DeliveryStatus.RETRY, scope), verdict


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ("MAIL", "552 5.3.4 message too big"),
        ("MAIL", "552 too large"),
        ("MAIL", "554 5.6.7 this address needs SMTPUTF8"),
        ("RCPT", "550 5.1.1 <relay@relay.example>: no such user"),
        ("RCPT", "550 no such user at relay.example"),
        ("END", "554 5.7.1 spam"),
    ],
)
def test_what_is_about_the_letter_or_whom_it_is_for_is_refused(
    at: str, says: str
) -> None:
    with FakeSmtp([Fault(at, says, times=9)]) as server, sink_for(server) as sink:
        assert sink.send(out(1)).status is DeliveryStatus.REFUSED


@pytest.mark.parametrize("offered", ["PLAIN", "LOGIN", "CRAM-MD5", "LOGIN PLAIN"])
def test_a_password_outside_ascii_goes_out_in_utf8(offered: str) -> None:
    user, password = "b\u00f6b", "p\u00e4ss"
    faults = [
        Fault("^(?!GREETING)[A-Za-z0-9+/=]{8,}$", "235 welcome"),
        Fault("^AUTH (LOGIN [a-zA-Z0-9+/=]+|CRAM-MD5)$", "334 PDE+"),
        Fault("^AUTH", "235 welcome"),
    ]
    with FakeSmtp(faults, extensions=(f"AUTH {offered}",)) as server:
        account = SmtpAccount(HOST, server.port, "plain", user, password, timeout=2)
        with SmtpSink(account) as sink:
            verdict = sink.send(out(1))
    assert verdict == SENT, server.lines
    said = " ".join(server.lines).encode()
    if "PLAIN" in offered:
        assert b64encode(f"\0{user}\0{password}".encode()) in said


@pytest.mark.parametrize("offered", ["LOGIN", "CRAM-MD5"])
def test_a_challenge_that_is_none_ends_the_session(offered: str) -> None:
    faults = [Fault("^AUTH", "334 x", times=9)]
    with FakeSmtp(faults, extensions=(f"AUTH {offered}",)) as server:
        account = SmtpAccount(HOST, server.port, "plain", "u", "p", timeout=2)
        with SmtpSink(account) as sink:
            verdict = sink.send(out(1))
    assert verdict.status is DeliveryStatus.RETRY
    assert verdict.why == "no session: unreadable answer"
