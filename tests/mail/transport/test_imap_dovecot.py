"""Letters from a real IMAP server."""

from __future__ import annotations

import logging
import os
import shutil
import smtplib
import ssl
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from pbem.mail.transport.base import Incoming, Security, TooLarge, Unreachable
from pbem.mail.transport.imap import ImapSource
from pbem.mail.transport.imap_login import ImapAccount
from pbem.mail.transport.maildir import make_maildir
from tests.support.mail.letters import Keeper, leaping, letter, numbers
from tests.support.mail.proxy import Proxy
from tests.support.processes import HOST
from tests.support.servers import PASSWORD, Certificate, Dovecot


def account(server: Dovecot, user: str, port: int = 0) -> ImapAccount:
    return ImapAccount(
        HOST, user, PASSWORD, port=port or server.imap, security="plain", timeout=20
    )


def source_for(server: Dovecot, user: str, port: int = 0) -> ImapSource:
    return ImapSource(account(server, user, port), backoff=leaping())


def fill(server: Dovecot, user: str, count: int, size: int = 0) -> None:
    """Put letters into a mailbox behind the server's back, as a mail server may."""
    box = server.mailbox(user)
    make_maildir(box)
    for n in range(1, count + 1):
        serial = len(os.listdir(box / "new"))
        place = box / "new" / f"{1_600_000_000 + serial}.M1P1.x"
        place.write_bytes(letter(n, size))
    for folder, _, files in os.walk(box.parent):
        shutil.chown(folder, "nobody", "nogroup")
        for name in files:
            shutil.chown(Path(folder) / name, "nobody", "nogroup")


def push(server: Dovecot, user: str, n: int, extension: str = "") -> None:
    """Hand a letter to the server by LMTP."""
    with smtplib.LMTP(HOST, server.lmtp) as client:
        client.sendmail("ann@x.org", f"{user}{extension}@pbem.test", letter(n))


def folder(server: Dovecot, user: str, name: str) -> list[Path]:
    return [*server.mailbox(user).glob(f"{name}/[cn]*/*")]


def until_lost(source: ImapSource) -> list[Incoming]:
    """What a source gives before its connection breaks."""
    got = []
    with suppress(Unreachable):
        for one in source.letters():
            got.append(one)
    return got


def trusting(certificate: Certificate) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate.chain))


@pytest.mark.parametrize("security", ["plain", "starttls", "tls"])
def test_letters_come_in_order_with_their_envelope(
    dovecot: Dovecot, user: str, certificate: Certificate, security: Security
) -> None:
    for n in (1, 2, 3):
        push(dovecot, user, n, f"+g42.t{n}")
    port = dovecot.imaps if security == "tls" else dovecot.imap
    context = trusting(certificate)
    reached = ImapAccount(
        HOST, user, PASSWORD, port=port, security=security, context=context
    )
    with ImapSource(reached) as source:
        kept = []
        for one in source.letters():
            kept.append(one)
            if len(kept) == 2:
                source.failed(one.key)
            else:
                source.done(one.key)
        assert not list(source.letters())
    assert numbers(kept) == [1, 2, 3]
    assert [one.recipient for one in kept] == [
        f"{user}+g42.t{n}@pbem.test" for n in (1, 2, 3)
    ]
    assert all(one.raw.startswith(b"Return-Path: <ann@x.org>") for one in kept)
    assert all(abs((one.received or 0) - time.time()) < 3600 for one in kept)
    assert len({one.key for one in kept}) == 3
    assert len(folder(dovecot, user, ".Done")) == 2
    assert len(folder(dovecot, user, ".Failed")) == 1


def test_an_unknown_certificate_is_not_trusted(dovecot: Dovecot, user: str) -> None:
    reached = ImapAccount(HOST, user, PASSWORD, port=dovecot.imaps)
    untrusted = pytest.raises(Unreachable, match="CERTIFICATE_VERIFY_FAILED")
    with ImapSource(reached) as source, untrusted:
        list(source.letters())


def test_what_is_not_settled_comes_again(dovecot: Dovecot, user: str) -> None:
    fill(dovecot, user, 3)
    with source_for(dovecot, user) as source:
        first = [one.key for one in source.letters()]
    with source_for(dovecot, user) as source:
        assert [one.key for one in source.letters()] == first
        source.done(first[1])
        assert numbers([*source.letters()]) == [1, 3]


def test_waiting_ends_when_a_letter_comes(dovecot: Dovecot, user: str) -> None:
    keeper = Keeper()
    with source_for(dovecot, user) as source:
        assert keeper.round(source)
        for n in (1, 2, 3):
            later = threading.Timer(0.05, push, (dovecot, user, n))
            later.start()
            source.wait(200)
            assert keeper.round(source)
            later.join()
    assert numbers(keeper.kept) == [1, 2, 3]


def test_500_letters_numbered_anew_midway(dovecot: Dovecot, user: str) -> None:
    fill(dovecot, user, 500)
    kept: list[int] = []
    with source_for(dovecot, user) as source:
        for one in source.letters():
            kept += numbers([one])
            if len(kept) == 251:
                break
            source.done(one.key)
        # Committed; then the line breaks, and the server numbers all anew.
        before = one.key
        source.close()
        dovecot.renumber(user)
        source.done(before)
        for one in source.letters():
            kept += numbers([one])
            source.done(one.key)
        assert one.key.split(":")[3] != before.split(":")[3]
        assert not list(source.letters())
    assert kept == list(range(1, 501))
    assert len(folder(dovecot, user, ".Done")) == 500


def test_cut_at_every_hundredth_byte(dovecot: Dovecot, user: str) -> None:
    fill(dovecot, user, 50)
    with Proxy(dovecot.imap) as proxy:
        with source_for(dovecot, user, proxy.port) as source:
            assert numbers([*source.letters()]) == list(range(1, 51))
        whole = proxy.passed[0]
        points = range(0, whole, 100)
        assert len(points) > 60
        for point in points:
            proxy.cuts = [0] * len(proxy.passed) + [point]
            with source_for(dovecot, user, proxy.port) as source:
                got = numbers(until_lost(source))
                assert got == list(range(1, len(got) + 1))
                if len(got) == 50:
                    # The cut lies beyond the last letter: the next reading has it.
                    assert not until_lost(source)
                assert numbers([*source.letters()]) == list(range(1, 51))


def test_a_letter_over_the_limit_is_put_aside(dovecot: Dovecot, user: str) -> None:
    fill(dovecot, user, 2)
    fill(dovecot, user, 1, size=3_000_000)
    told: list[TooLarge] = []
    proxy = Proxy(dovecot.imap)
    reached = account(dovecot, user)
    with (
        proxy,
        ImapSource(
            ImapAccount(HOST, user, PASSWORD, port=proxy.port, security="plain"),
            oversize=told.append,
        ) as source,
    ):
        assert numbers([*source.letters()]) == [1, 2]
    assert told[0].size > 2_999_000
    assert sum(proxy.passed) < 100_000
    assert len(folder(dovecot, user, ".Failed")) == 1
    assert reached.password not in repr(reached)


def test_other_programs_take_letters_and_remove_folders(
    dovecot: Dovecot, user: str
) -> None:
    fill(dovecot, user, 4)
    keeper = Keeper()
    with source_for(dovecot, user) as source, source_for(dovecot, user) as other:
        reading = source.letters()
        keeper.keep(next(reading))
        theirs = [one.key for one in other.letters()]
        other.done(theirs[1])
        other.close()
        shutil.rmtree(dovecot.mailbox(user) / ".Done")
        for one in reading:
            keeper.keep(one)
        for one in keeper.kept:
            source.done(one.key)
        keeper.rounds(source, lambda: not list(source.letters()))
    assert numbers(keeper.kept) == [1, 3, 4]
    assert len(folder(dovecot, user, ".Done")) == 3


def test_a_refused_login_tells_no_secret(
    dovecot: Dovecot, user: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    wrong = ImapAccount(
        HOST, user, "s3cret-s3cret", port=dovecot.imap, security="plain"
    )
    with ImapSource(wrong, backoff=leaping()) as source:
        for _ in range(3):
            with pytest.raises(Unreachable, match="login refused") as caught:
                list(source.letters())
    assert "s3cret" not in caplog.text + str(caught.value)
    assert "login refused (failure 3)" in caplog.text


def test_what_passes_is_not_logged(
    dovecot: Dovecot, user: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    push(dovecot, user, 1, "+g42.sesame")
    with source_for(dovecot, user) as source:
        assert Keeper().round(source)
    assert "sesame" not in caplog.text
    assert "C3 H3" not in caplog.text
    assert PASSWORD not in caplog.text
