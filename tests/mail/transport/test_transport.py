"""What all transports share."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from pbem.mail.message.trace_headers import delivered_to, fingerprint, head
from pbem.mail.transport.base import (
    Sink,
    Source,
    TooLarge,
    log_too_large,
    one_line,
    refused,
    retry,
)
from pbem.mail.transport.eml import FolderSink
from pbem.mail.transport.imap import ImapSource
from pbem.mail.transport.imap_login import ImapAccount
from pbem.mail.transport.maildir import MaildirSink, MaildirSource
from pbem.mail.transport.smtp import SmtpSink
from pbem.mail.transport.smtp_connection import SmtpAccount


def test_every_transport_can_do_what_callers_ask(tmp_path: Path) -> None:
    sources: list[Source] = [
        ImapSource(ImapAccount("x.org", "host", "sesame")),
        MaildirSource(tmp_path / "box"),
    ]
    sinks: list[Sink] = [
        SmtpSink(SmtpAccount("x.org", user="host", password="sesame")),
        MaildirSink(tmp_path / "box"),
        FolderSink(tmp_path / "out"),
    ]
    transports: list[Source | Sink] = [*sources, *sinks]
    for each in transports:
        each.close()
        assert "sesame" not in repr(each)
        assert "sesame" not in repr(vars(each))


@pytest.mark.parametrize(
    ("raw", "address"),
    [
        (b"Delivered-To: a@x.org\r\n\r\n", "a@x.org"),
        (b"delivered-to : <a+t@x.org>\n\n", "a+t@x.org"),
        (b"X-Original-To: a+t@x.org\nDelivered-To: a@x.org\n\n", "a+t@x.org"),
        (b"Delivered-To: a@x.org\nReceived: x\nDelivered-To: eve@x.org\n", "a@x.org"),
        (b"To: b@x.org\r\n\r\nDelivered-To: eve@x.org\r\n", None),
        (b"Delivered-To: a\x00b@x.org\n\n", None),
        (b"Delivered-To:\n\n", None),
        (b"Delivered-To: \xff@x.org\n\n", "\ufffd@x.org"),
        (b"X: " + b"y" * 70_000 + b"\nDelivered-To: a@x.org\n\n", None),
        (b"Delivered-To: " + b"a" * 600 + b"\n\n", None),
        (b"", None),
    ],
)
def test_the_address_a_letter_was_delivered_to(raw: bytes, address: str | None) -> None:
    assert delivered_to(raw) == address


def test_a_head_is_never_read_beyond_its_limit() -> None:
    assert sum(map(len, head(b"a: b\n" * 1_000_000))) < 65_537


def test_fingerprints_differ_where_letters_do() -> None:
    marks = {
        fingerprint(*p) for p in [(b"a", b"b"), (b"ab",), (b"ab", b""), (b"b", b"a")]
    }
    assert len(marks) == 4


def test_reasons_are_one_safe_line() -> None:
    hostile = "no\r\nX-Evil: 1\x00\u2028\x1b[31m " + "z" * 1000
    for verdict in (retry(hostile), refused(hostile)):
        assert verdict.why.startswith("no X-Evil: 1 [31m zzz")
        assert verdict.why.isprintable()
        assert len(verdict.why) == 300
    assert one_line("") == ""


def test_a_letter_over_the_limit_is_told_of(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    log_too_large(TooLarge("maildir:1", 5_000_000))
    assert "maildir:1 has 5000000 bytes" in caplog.text
