"""A session with an SMTP server: pipelining, logging in, what is announced."""

from __future__ import annotations

import ssl
from base64 import b64encode

import pytest

from pbem.mail.transport.base import (
    SENT,
    DeliveryResult,
    DeliveryStatus,
    Outgoing,
    Scope,
)
from pbem.mail.transport.smtp import SmtpSink
from pbem.mail.transport.smtp_connection import SmtpAccount
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


def _in_turn(server: FakeSmtp, sink: SmtpSink, count: int) -> list[DeliveryResult]:
    """What becomes of so many letters, each of which tells of the next."""
    letters = [out(number) for number in range(1, count + 1)]
    return [
        sink.send(one, then)
        for one, then in zip(letters, [*letters[1:], None], strict=True)
    ]


def test_a_letter_that_comes_next_is_announced_behind_the_one_before() -> None:
    with FakeSmtp(extensions=PIPED) as server, sink_for(server) as sink:
        assert _in_turn(server, sink, 5) == [SENT] * 5
        assert server.connections == 1
    assert [text for *_, text in server.letters] == [letter(n) for n in range(1, 6)]


def test_no_letter_is_announced_to_a_server_that_takes_one_word_at_a_time() -> None:
    with FakeSmtp() as server, sink_for(server) as sink:
        first, second, third = (out(number) for number in (1, 2, 3))
        assert sink.send(first, second) == SENT
        assert sink.send(third) == SENT
        assert server.connections == 1
    assert [to for _, to, _ in server.letters] == ["p1@x.org", "p3@x.org"]


@pytest.mark.parametrize("case", FATES)
@pytest.mark.parametrize("at", ["p1", "p2"])
def test_what_is_announced_has_the_same_fate(case: str, at: str) -> None:
    """No letter is lost, and none comes twice that was not stored and then denied."""
    fault, fate = FATES[case]
    when = f"{fault.when}.*{at}" if fault.when == "RCPT" else fault.when
    again = Fault(when, fault.says, 1, fault.close, fault.stored)
    with FakeSmtp([again], PIPED) as server, sink_for(server) as sink:
        verdicts = _in_turn(server, sink, 4)
        gone = [n for n, one in enumerate(verdicts, 1) if one == SENT]
        fates = {one.status for one in verdicts}
        assert fates <= {DeliveryStatus.SENT, fate}
        assert sink.send(out(5)) == SENT
    stored = [(to, text) for _, to, text in server.letters if text]
    for number in (*gone, 5):
        assert stored.count((f"p{number}@x.org", letter(number))) == 1
    extra = [one for one in stored if one[0] not in {f"p{n}@x.org" for n in (*gone, 5)}]
    assert len(extra) <= fault.stored
    assert len(gone) >= 3


def test_what_was_announced_and_is_not_sent_is_handed_over_to_nobody() -> None:
    with FakeSmtp(extensions=PIPED) as server, sink_for(server) as sink:
        assert sink.send(out(1), out(2)) == SENT
        assert sink.send(out(3), out(4)) == SENT
        assert server.connections == 2
    assert [to for _, to, text in server.letters if text] == ["p1@x.org", "p3@x.org"]
    assert "QUIT" not in server.lines


def test_a_plain_session_loads_no_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssl, "create_default_context", None)
    with FakeSmtp() as server, sink_for(server) as sink:
        assert sink.send(out(1)) == SENT


def test_an_address_that_is_none_is_not_announced() -> None:
    with FakeSmtp(extensions=PIPED) as server, sink_for(server) as sink:
        bad = out(2, recipient="a b@x.org")
        assert sink.send(out(1), bad) == SENT
        assert sink.send(bad).status is DeliveryStatus.REFUSED
        assert sink.send(out(3)) == SENT
        assert server.connections == 1


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
