"""What a mail server is answered that hands letters over."""

from __future__ import annotations

import asyncio
import smtplib
import threading

import pytest
from aiosmtpd.smtp import Envelope

from pbem.mail.transport import lmtp
from pbem.mail.transport.base import Incoming
from pbem.mail.transport.lmtp import LmtpServer
from tests.support.mail.letters import letter
from tests.support.processes import HOST, free_ports


def test_who_is_not_ours_is_refused_and_the_others_get_their_letter() -> None:
    kept: list[Incoming] = []
    (port,) = free_ports(1)
    server = LmtpServer(kept.append, lambda one: one.startswith("ref"), port=port)
    with server, smtplib.LMTP(HOST, port) as client:
        refused = client.sendmail("a@x.org", ["ref@x.org", "eve@x.org"], letter(1))
        assert refused == {"eve@x.org": (550, b"5.1.1 No such address here")}
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            client.sendmail("a@x.org", ["eve@x.org"], letter(2))
    assert [one.recipient for one in kept] == ["ref@x.org"]
    (one,) = kept
    head = b"Return-Path: <a@x.org>\r\nDelivered-To: <ref@x.org>\r\n"
    assert one.raw == head + letter(1)
    assert one.key.startswith("lmtp:")
    assert one.received is not None


def test_a_letter_goes_to_fifty_at_once() -> None:
    kept: list[Incoming] = []
    (port,) = free_ports(1)
    names = [f"p{number}@x.org" for number in range(51)]
    with LmtpServer(kept.append, port=port), smtplib.LMTP(HOST, port) as client:
        refused = client.sendmail("a@x.org", names, letter(1))
        # The library reads one answer; there is one for each.
        answers = [client.getreply() for _ in range(49)]
    assert answers == [(250, b"2.0.0 Kept")] * 49
    assert refused == {names[-1]: (452, b"4.5.3 Too many recipients")}
    assert [one.recipient for one in kept] == names[:-1]
    assert len({one.key for one in kept}) == 50


def test_a_letter_is_known_by_its_words_and_its_recipient() -> None:
    kept: list[Incoming] = []
    (port,) = free_ports(1)
    with LmtpServer(kept.append, port=port), smtplib.LMTP(HOST, port) as client:
        for to, number in (("a@x.org", 1), ("a@x.org", 1), ("b@x.org", 1)):
            client.sendmail("", [to], letter(number))
        client.sendmail("", ["a@x.org"], letter(2))
    keys = [one.key for one in kept]
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3
    assert kept[0].raw.startswith(b"Return-Path: <>\r\n")


def test_who_comes_while_it_closes_is_told_to_come_again() -> None:
    handler = lmtp._Handler(lambda one: None, lambda one: True)
    handler.drain()
    envelope = Envelope()
    envelope.rcpt_tos = ["a@x.org"]
    answer = handler.handle_DATA(None, None, envelope)  # type: ignore[arg-type]
    assert asyncio.run(answer) == "421 4.3.2 Closing, try again later"
    trouble = asyncio.run(handler.handle_exception(RuntimeError("a secret")))
    assert trouble == "451 4.3.0 Try again later"


def test_it_closes_when_those_that_it_hears_have_their_answers() -> None:
    handler = lmtp._Handler(lambda one: None, lambda one: True)
    busy = object()
    handler._busy.add(busy)  # type: ignore[arg-type]
    closing = threading.Thread(target=handler.drain)
    closing.start()
    assert closing.is_alive()
    handler.answered(busy)  # type: ignore[arg-type]
    closing.join(20)
    assert not closing.is_alive()
    assert handler._closing
    handler.answered(busy)  # type: ignore[arg-type]
