"""Letters through a real mail server: out by SMTP, in by LMTP."""

from __future__ import annotations

import logging
import smtplib
import socket
import ssl
import threading
from pathlib import Path

import pytest

from pbem.mail.transport.base import (
    SENT,
    DeliveryStatus,
    Incoming,
    OutgoingLetter,
    Security,
)
from pbem.mail.transport.imap import ImapSource
from pbem.mail.transport.imap_login import ImapAccount
from pbem.mail.transport.lmtp import LmtpServer
from pbem.mail.transport.smtp import SmtpSink
from pbem.mail.transport.smtp_connection import SmtpAccount
from tests.support.mail.letters import letter, number, numbers
from tests.support.processes import HOST, free_ports
from tests.support.servers import PASSWORD, Certificate, Dovecot, Postfix

PATIENCE = 30.0


class Inbox:
    """What an LMTP server keeps; it fails on demand."""

    def __init__(self) -> None:
        self.kept: list[Incoming] = []
        self.calls = 0
        self.fail = 0
        self._news = threading.Condition()

    def keep(self, one: Incoming) -> None:
        with self._news:
            self.calls += 1
            if self.calls <= self.fail:
                raise OSError(f"disk full, writing {one.recipient}")
            self.kept.append(one)
            self._news.notify_all()

    def await_letters(self, count: int) -> None:
        with self._news:
            came = self._news.wait_for(lambda: len(self.kept) >= count, PATIENCE)
        assert came, f"{len(self.kept)} of {count} letters came"


def out(n: int, to: str, sender: str = "referee@pbem.test") -> OutgoingLetter:
    return OutgoingLetter(f"<{n}@pbem.test>", sender, to, letter(n, to=to))


def plain(postfix: Postfix) -> SmtpSink:
    return SmtpSink(SmtpAccount(HOST, postfix.smtp, "plain", name="pbem.test"))


def fetched(dovecot: Dovecot, user: str, count: int) -> list[Incoming]:
    """The letters in a mailbox, once there are so many."""
    account = ImapAccount(HOST, user, PASSWORD, port=dovecot.imap, security="plain")
    with ImapSource(account) as source:
        for _ in range(100):
            found = list(source.letters())
            if len(found) >= count:
                return found
            source.wait(PATIENCE)
    raise AssertionError(f"{len(found)} of {count} letters came")


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_with_encryption_and_a_password(
    postfix: Postfix,
    dovecot: Dovecot,
    certificate: Certificate,
    user: str,
    security: Security,
) -> None:
    server = SmtpAccount(
        HOST,
        postfix.smtps if security == "tls" else postfix.submission,
        security,
        user="referee",
        password=PASSWORD,
        context=ssl.create_default_context(cafile=str(certificate.chain)),
        name="pbem.test",
    )
    with SmtpSink(server) as sink:
        for n in range(5):
            assert sink.send(out(n, f"{user}+g{n}@pbem.test")) == SENT
    found = fetched(dovecot, user, 5)
    assert sorted(numbers(found)) == [0, 1, 2, 3, 4]
    for one in found:
        assert one.recipient == f"{user}+g{number(one.raw)}@pbem.test"


def test_a_wrong_password_or_certificate_is_no_fault_of_the_letter(
    postfix: Postfix,
    certificate: Certificate,
    user: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    context = ssl.create_default_context(cafile=str(certificate.chain))
    wrong = SmtpAccount(
        HOST,
        postfix.smtps,
        "tls",
        user="referee",
        password="s3cret",
        context=context,
        name="pbem.test",
    )
    with SmtpSink(wrong) as sink:
        verdict = sink.send(out(1, f"{user}@pbem.test"))
    assert verdict.status is DeliveryStatus.RETRY
    assert verdict.why == "login refused"
    with SmtpSink(SmtpAccount(HOST, postfix.submission, "starttls", name="x")) as sink:
        unknown = sink.send(out(1, f"{user}@pbem.test"))
    assert unknown.status is DeliveryStatus.RETRY
    assert "CERTIFICATE_VERIFY_FAILED" in unknown.why
    assert "s3cret" not in verdict.why + caplog.text + repr(wrong)


def test_100_letters_over_one_connection(
    postfix: Postfix, dovecot: Dovecot, user: str
) -> None:
    with plain(postfix) as sink:
        for n in range(100):
            assert sink.send(out(n, f"{user}@pbem.test")) == SENT
    assert sorted(numbers(fetched(dovecot, user, 100))) == list(range(100))


def test_one_refused_of_seven_and_one_put_off(
    postfix: Postfix, dovecot: Dovecot, user: str
) -> None:
    with plain(postfix) as sink:
        verdicts = [
            sink.send(out(n, f"{'nobody' if n == 3 else user}@pbem.test"))
            for n in range(7)
        ]
        later = sink.send(out(9, "later@pbem.test"))
    assert [v.status for v in verdicts if v != SENT] == [DeliveryStatus.REFUSED]
    assert "No such player" in verdicts[3].why
    assert later.status is DeliveryStatus.RETRY
    assert "Come back later" in later.why
    assert sorted(numbers(fetched(dovecot, user, 6))) == [0, 1, 2, 4, 5, 6]


def test_the_null_sender_comes_through(postfix: Postfix) -> None:
    inbox = Inbox()
    with LmtpServer(inbox.keep, port=postfix.push), plain(postfix) as sink:
        assert sink.send(out(1, "referee+g42.tok@lmtp.test", sender="")) == SENT
        inbox.await_letters(1)
    (one,) = inbox.kept
    assert one.recipient == "referee+g42.tok@lmtp.test"
    assert one.raw.startswith(
        b"Return-Path: <>\r\nDelivered-To: <referee+g42.tok@lmtp.test>\r\nReceived:"
    )


def test_postfix_keeps_what_we_could_not(
    postfix: Postfix, caplog: pytest.LogCaptureFixture
) -> None:
    inbox = Inbox()
    inbox.fail = 2
    with LmtpServer(inbox.keep, port=postfix.push), plain(postfix) as sink:
        assert sink.send(out(1, "referee+sesame@lmtp.test")) == SENT
        inbox.await_letters(1)
    assert inbox.calls == 3
    assert caplog.text.count("not kept, to be sent again (OSError)") == 2
    assert "sesame" not in caplog.text


def test_postfix_waits_for_us_to_come_back(postfix: Postfix) -> None:
    with plain(postfix) as sink:
        assert sink.send(out(1, "referee@lmtp.test")) == SENT
    inbox = Inbox()
    with LmtpServer(inbox.keep, port=postfix.push):
        inbox.await_letters(1)
    assert numbers(inbox.kept) == [1]


def test_an_address_that_is_not_ours_goes_back_to_its_sender(
    postfix: Postfix, dovecot: Dovecot, user: str
) -> None:
    inbox = Inbox()

    def ours(address: str) -> bool:
        return address.startswith("referee")

    with LmtpServer(inbox.keep, ours, port=postfix.push), plain(postfix) as sink:
        assert sink.send(out(1, "eve@lmtp.test", f"{user}@pbem.test")) == SENT
        (bounce,) = fetched(dovecot, user, 1)
    assert b"No such address here" in bounce.raw
    assert bounce.raw.startswith(b"Return-Path: <>")
    assert not inbox.kept


@pytest.fixture
def port() -> int:
    return free_ports(1)[0]


def test_one_answer_a_recipient(port: int) -> None:
    kept = []

    def keep(one: Incoming) -> None:
        if one.recipient == "b@x.org":
            raise OSError("full")
        kept.append(one)

    with LmtpServer(keep, port=port), smtplib.LMTP(HOST, port) as client:
        client.ehlo()
        client.mail("ann@x.org")
        for to in ("a@x.org", "b@x.org", "c@x.org"):
            assert client.rcpt(to)[0] == 250
        codes = [client.data(letter(1))[0], client.getreply()[0], client.getreply()[0]]
        assert client.noop()[0] == 250
    assert codes == [250, 451, 250]
    assert [one.recipient for one in kept] == ["a@x.org", "c@x.org"]
    assert kept[0].key != kept[1].key


def test_the_same_letter_again_has_the_same_key(port: int) -> None:
    inbox, before = Inbox(), {*threading.enumerate()}
    with LmtpServer(inbox.keep, port=port), smtplib.LMTP(HOST, port) as client:
        for n in (1, 1, 2):
            client.sendmail("ann@x.org", "a@x.org", letter(n))
    assert {*threading.enumerate()} <= before
    keys = [one.key for one in inbox.kept]
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.parametrize("announced", [True, False])
def test_a_letter_over_the_limit_is_refused_to_each(port: int, announced: bool) -> None:
    inbox = Inbox()
    server = LmtpServer(inbox.keep, port=port, limit=10_000)
    with server, smtplib.LMTP(HOST, port) as client:
        client.ehlo()
        if announced:
            assert client.mail("ann@x.org", ["SIZE=10001"])[0] == 552
        else:
            client.mail("ann@x.org")
            client.rcpt("a@x.org")
            client.rcpt("b@x.org")
            assert client.data(letter(1, 20_000))[0] // 100 == 5
            assert client.getreply()[0] // 100 == 5
        client.rset()
        client.sendmail("ann@x.org", "a@x.org", letter(2, 9_000))
    assert numbers(inbox.kept) == [2]


def test_a_line_may_be_as_long_as_a_letter(port: int) -> None:
    inbox = Inbox()
    raw = b"Subject: 1\r\n\r\n" + b"x" * 5_000 + b"\r\n"
    with LmtpServer(inbox.keep, port=port), smtplib.LMTP(HOST, port) as client:
        client.sendmail("ann@x.org", "a@x.org", raw)
    assert inbox.kept[0].raw.endswith(raw)


def test_closing_waits_for_the_answer(port: int) -> None:
    inbox = Inbox()
    codes = []

    def deliver() -> None:
        with smtplib.LMTP(HOST, port) as client:
            client.ehlo()
            client.mail("ann@x.org")
            client.rcpt("a@x.org")
            codes.append(client.data(letter(1))[0])

    for count in range(1, 21):
        with LmtpServer(inbox.keep, port=port):
            sender = threading.Thread(target=deliver)
            sender.start()
            inbox.await_letters(count)
        sender.join()
    assert codes == [250] * 20


def test_long_lines_and_dots_come_as_they_were(port: int) -> None:
    inbox = Inbox()
    raw = b"A: b\r\n\r\n.\r\n..x\r\n" + b"y" * 50_000 + b"\r\n\xff\xfe\r\n"
    with LmtpServer(inbox.keep, port=port), smtplib.LMTP(HOST, port) as client:
        client.sendmail("ann@x.org", "a@x.org", raw)
    assert inbox.kept[0].raw.endswith(raw)


def test_a_check_that_fails_means_later(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(address: str) -> bool:
        raise ValueError(address)

    server = LmtpServer(lambda one: None, broken, port=port)
    with server, smtplib.LMTP(HOST, port) as client:
        client.ehlo()
        client.mail("ann@x.org")
        assert client.rcpt("sesame@x.org")[0] == 451
    assert "sesame" not in caplog.text


def test_cut_anywhere_nothing_half_is_kept(port: int) -> None:
    inbox = Inbox()
    talk = (
        b"LHLO x\r\nMAIL FROM:<a@x.org>\r\nRCPT TO:<r@x.org>\r\nDATA\r\n"
        + letter(1)
        + b".\r\n"
    )
    with LmtpServer(inbox.keep, port=port):
        for point in range(0, len(talk) - 1, 7):
            with socket.create_connection((HOST, port)) as client:
                client.settimeout(PATIENCE)
                client.sendall(talk[:point])
                client.shutdown(socket.SHUT_WR)
                while client.recv(4096):
                    pass
        assert not inbox.kept
        with smtplib.LMTP(HOST, port) as after:
            after.sendmail("a@x.org", "r@x.org", letter(2))
    assert numbers(inbox.kept) == [2]


def test_on_a_socket_in_the_file_system(tmp_path: Path) -> None:
    inbox = Inbox()
    path = tmp_path / "lmtp"
    with LmtpServer(inbox.keep, path=path, mode=0o620):
        assert path.stat().st_mode & 0o777 == 0o620
        with smtplib.LMTP(str(path)) as client:
            client.sendmail("a@x.org", "r@x.org", letter(1))
    assert numbers(inbox.kept) == [1]
