"""How mail servers are called on: ports, encryption, and what we call ourselves."""

from __future__ import annotations

import ssl
from typing import Any

import pytest

from pbem.mail.transport import imap_login, smtp_connection
from pbem.mail.transport.base import DeliveryStatus, OutgoingLetter, Security
from pbem.mail.transport.imap_connection import ImapConnection
from pbem.mail.transport.imap_errors import ImapError
from pbem.mail.transport.imap_login import ImapAccount
from pbem.mail.transport.smtp import SmtpSink
from pbem.mail.transport.smtp_connection import SmtpAccount


@pytest.mark.parametrize(
    ("security", "port", "called", "encrypted"),
    [
        ("tls", 0, 465, True),
        ("starttls", 0, 587, False),
        ("plain", 0, 25, False),
        ("tls", 2525, 2525, True),
        ("plain", 2525, 2525, False),
    ],
)
def test_smtp_goes_to_the_port_of_its_kind(
    monkeypatch: pytest.MonkeyPatch,
    security: Security,
    port: int,
    called: int,
    encrypted: bool,
) -> None:
    calls: list[tuple[object, ...]] = []

    def refuse(encrypts: bool) -> Any:
        def call(
            host: str, port: int, name: str | None, *more: object, **rest: object
        ) -> None:
            times = (*more, *rest.values())
            calls.append((host, port, name, encrypts, 7.0 in times))
            raise ConnectionRefusedError(111, "refused")

        return call

    monkeypatch.setattr(smtp_connection, "SmtpSession", refuse(False))
    monkeypatch.setattr(smtp_connection, "TlsSession", refuse(True))
    for name in ("", "pbem.test"):
        sink = SmtpSink(SmtpAccount("mx", port, security, timeout=7.0, name=name))
        verdict = sink.send(OutgoingLetter("<1@x>", "", "ann@x.org", b"x"))
        assert verdict.status is DeliveryStatus.RETRY
        assert verdict.why.startswith("no connection: ")
    assert calls == [
        ("mx", called, None, encrypted, True),
        ("mx", called, "pbem.test", encrypted, True),
    ]


@pytest.mark.parametrize(
    ("security", "port", "called"),
    [("tls", 0, 993), ("starttls", 0, 143), ("plain", 0, 143), ("tls", 99, 99)],
)
def test_imap_goes_to_the_port_of_its_kind(
    monkeypatch: pytest.MonkeyPatch, security: Security, port: int, called: int
) -> None:
    calls: list[dict[str, Any]] = []

    def refuse(host: str, **how: Any) -> None:
        calls.append({"host": host, **how})
        raise ConnectionRefusedError(111, "refused")

    monkeypatch.setattr(imap_login, "IMAPClient", refuse)
    own = ssl.create_default_context()
    for context in (None, own):
        account = ImapAccount(
            "mx", "ann", "x", port, security, context=context, timeout=7.0
        )
        with pytest.raises(ImapError, match=r"cannot connect: .*refused"):
            ImapConnection(account)
    for call in calls:
        assert (call["host"], call["port"], call["timeout"]) == ("mx", called, 7.0)
        assert call["ssl"] is (security == "tls")
    assert calls[1]["ssl_context"] is own
    if security == "tls":
        assert calls[0]["ssl_context"].verify_mode is ssl.CERT_REQUIRED
        assert calls[0]["ssl_context"].check_hostname
