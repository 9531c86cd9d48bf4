"""Tokens in the place of passwords, at a real Dovecot and a real Postfix."""

from __future__ import annotations

import logging
import smtplib
import ssl
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.transport import imap_login, oauth, smtp_connection
from pbem.mail.transport.base import DeliveryStatus, OutgoingLetter, Unreachable
from pbem.mail.transport.imap import ImapSource
from pbem.mail.transport.imap_login import ImapAccount
from pbem.mail.transport.oauth import (
    CommandToken,
    GivenToken,
    NoToken,
    SignIn,
    responses,
)
from pbem.mail.transport.smtp import SmtpSink
from pbem.mail.transport.smtp_connection import SmtpAccount
from tests.support.mail.fake_smtp import FakeSmtp, Fault
from tests.support.mail.letters import leaping, letter
from tests.support.mail.provider import SECRET, Provider
from tests.support.processes import HOST, free_ports
from tests.support.servers import Certificate, Dovecot, Postfix


class Clock:
    """A clock that is set by hand, as long as nobody sleeps."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def provider(dovecot: Dovecot, user: str) -> Iterator[Provider]:
    with Provider(dovecot.oauth, user) as found:
        yield found


@pytest.fixture
def known(provider: Provider, tmp_path: Path) -> SignIn:
    """A sign-in that was just made."""
    return signed_in(provider, tmp_path)


def unsigned(provider: Provider, place: Path) -> SignIn:
    urls = (f"{provider.url}/device", f"{provider.url}/token")
    about = oauth.Provider("client", *urls, "mail", f"{SECRET}.c")
    return SignIn(about, place / "pbem.login", Clock())


def signed_in(provider: Provider, place: Path) -> SignIn:
    found = unsigned(provider, place)
    code = found.begin()
    assert (code.url, code.code) == (f"{provider.url}/type-it-in", "WDJB-MJHT")
    assert isinstance(found.clock, Clock)
    found.finish(code, found.clock.sleep)
    assert found.clock.now == 1_700_000_001.0  # asked once in vain
    return found


def source(dovecot: Dovecot, user: str, bearer: oauth.Bearer) -> ImapSource:
    account = ImapAccount(
        HOST, user, "", port=dovecot.imap, security="plain", timeout=20, bearer=bearer
    )
    return ImapSource(account, backoff=leaping())


def sink(
    postfix: Postfix, trust: Certificate, user: str, bearer: oauth.Bearer
) -> SmtpSink:
    context = ssl.create_default_context(cafile=str(trust.chain))
    account = SmtpAccount(
        *(HOST, postfix.submission, "starttls", user),
        context=context,
        name="pbem.test",
        bearer=bearer,
    )
    return SmtpSink(account)


@pytest.mark.parametrize("mechanism", oauth.MECHANISMS)
def test_letters_go_out_and_come_in(
    mechanism: str,
    dovecot: Dovecot,
    postfix: Postfix,
    certificate: Certificate,
    known: SignIn,
    provider: Provider,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (imap_login, smtp_connection):
        monkeypatch.setattr(module, "MECHANISMS", (mechanism,))
    to = f"{provider.user}@pbem.test"
    with sink(postfix, certificate, provider.user, known) as out:
        verdict = out.send(OutgoingLetter("<1@pbem.test>", to, to, letter(1, to=to)))
    assert verdict.status is DeliveryStatus.SENT, verdict
    with source(dovecot, provider.user, known) as inbox:
        for _ in range(50):
            found = list(inbox.letters())
            if found:
                break
            inbox.wait(5)
    assert len(found) == 1
    assert ("/introspect", {"token": known.token()}) in provider.asked


def test_a_sign_in_is_its_owners_alone(known: SignIn) -> None:
    assert stat.S_IMODE(known.path.stat().st_mode) == 0o600
    assert SECRET not in repr(known)
    account = ImapAccount(HOST, "u", "", bearer=known)
    assert SECRET not in f"{account}{GivenToken(SECRET)}{CommandToken(f'cmd:{SECRET}')}"


def test_it_is_renewed_before_its_end(
    dovecot: Dovecot, known: SignIn, provider: Provider
) -> None:
    assert isinstance(known.clock, Clock)
    first = known.token()
    known.clock.now += provider.life - oauth.RENEW_SECONDS - 2
    assert known.token() == first
    known.clock.now += 3
    second = known.token()
    assert second != first
    assert known.token() == second
    # What it is renewed with has changed too, and is kept.
    known.clock.now += 2 * provider.life
    assert known.token() not in (first, second)
    assert stat.S_IMODE(known.path.stat().st_mode) == 0o600


def test_a_token_that_the_server_refuses_is_renewed_at_once(
    dovecot: Dovecot,
    postfix: Postfix,
    certificate: Certificate,
    known: SignIn,
    provider: Provider,
) -> None:
    first = known.token()
    provider.good.clear()
    with source(dovecot, provider.user, known) as inbox:
        assert list(inbox.letters()) == []
    assert known.token() != first
    provider.good.clear()
    to = f"{provider.user}@pbem.test"
    with sink(postfix, certificate, provider.user, known) as out:
        verdict = out.send(OutgoingLetter("<2@pbem.test>", to, to, letter(2, to=to)))
    assert verdict.status is DeliveryStatus.SENT


def test_one_that_was_revoked_is_told_as_such(
    dovecot: Dovecot,
    postfix: Postfix,
    certificate: Certificate,
    known: SignIn,
    provider: Provider,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    provider.revoke()
    with (
        source(dovecot, provider.user, known) as inbox,
        pytest.raises(Unreachable) as lost,
    ):
        list(inbox.letters())
    assert lost.value.why == "login revoked by the provider"
    to = f"{provider.user}@pbem.test"
    with sink(postfix, certificate, provider.user, known) as out:
        verdict = out.send(OutgoingLetter("<3@pbem.test>", to, to, letter(3, to=to)))
    assert verdict.status is DeliveryStatus.RETRY
    assert verdict.why == "login revoked by the provider"
    assert SECRET not in caplog.text


def test_a_command_is_asked_for_each_login(
    dovecot: Dovecot, provider: Provider, tmp_path: Path
) -> None:
    token = provider.issue()["access_token"]
    (tmp_path / "token").write_text(f"{token}\nmore\n")
    command = CommandToken(
        f"cmd:sh -c 'cat {tmp_path}/token; echo x >> {tmp_path}/asked'"
    )
    for number in (1, 2):
        with source(dovecot, provider.user, command) as inbox:
            assert list(inbox.letters()) == []
        assert (tmp_path / "asked").read_text() == number * "x\n"
    provider.revoke()
    with (
        source(dovecot, provider.user, command) as inbox,
        pytest.raises(Unreachable, match="login refused"),
    ):
        list(inbox.letters())


@pytest.mark.parametrize(
    ("command", "why"),
    {
        f"sh -c 'echo {SECRET} >&2; exit 3'": (
            "the command for the token: it ended with status 3"
        ),
        "true": "the command prints no token",
        "printf '\\033[2J'": "the command prints no token",
        "/no/such/program": "the command for the token: No such file or directory",
    }.items(),
)
def test_a_command_that_brings_nothing(command: str, why: str) -> None:
    with pytest.raises(NoToken) as fault:
        CommandToken(f"cmd:{command}").token()
    assert str(fault.value) == why


@pytest.mark.parametrize(
    ("says", "why"),
    {
        "access_denied": "the sign-in was declined",
        "expired_token": "nobody typed in the code in time",
        "invalid_client": "the provider does not know client_id, or its secret",
        f"{SECRET} \033[2J": "the provider answers an error",
        "teapot": "the provider answers teapot",
    }.items(),
)
def test_a_provider_that_declines(says: str, why: str, tmp_path: Path) -> None:
    with Provider(free_ports(1)[0], "u", says={"error": says}) as provider:
        asked = unsigned(provider, tmp_path)
        with pytest.raises(NoToken) as fault:
            asked.finish(asked.begin(), lambda seconds: None)
    assert str(fault.value) == why
    assert not asked.path.exists()


def test_a_code_that_nobody_types_in_and_one_that_must_wait(tmp_path: Path) -> None:
    with Provider(free_ports(1)[0], says={"error": "slow_down"}) as provider:
        asked = unsigned(provider, tmp_path)
        assert isinstance(asked.clock, Clock)
        with pytest.raises(NoToken, match="in time"):
            asked.finish(asked.begin(), asked.clock.sleep)
        # After 0, 6, 17, 33 and 54 seconds: each time five more, until a minute is up.
        assert sum(path == "/token" for path, _ in provider.asked) == 5


def test_nobody_has_signed_in_and_nobody_answers(tmp_path: Path) -> None:
    nobody = unsigned(Provider(free_ports(1)[0]), tmp_path)
    with pytest.raises(
        NoToken, match=r'nobody has signed in: "pbem server login" does'
    ):
        nobody.token()
    with pytest.raises(NoToken, match="cannot be reached"):
        nobody.begin()
    nobody.path.write_text("{}")
    with pytest.raises(NoToken, match="the file of the sign-in is none"):
        nobody.token()


def test_names_with_marks_of_the_protocol() -> None:
    said = responses("OAUTHBEARER", "a=b,c@x", "t", "mx", 993)
    assert said[0] == "n,a=a=3Db=2Cc@x,\x01host=mx\x01port=993\x01auth=Bearer t\x01\x01"
    assert responses("XOAUTH2", "u", "t", "mx", 1)[0].startswith(
        "user=u\x01auth=Bearer t"
    )


def test_a_challenge_that_is_none() -> None:
    faults = [Fault("^AUTH", "334 x", times=9)]
    with FakeSmtp(faults, extensions=("AUTH XOAUTH2",)) as server:
        bearer = GivenToken("t")
        account = SmtpAccount(HOST, server.port, "plain", "u", bearer=bearer)
        with pytest.raises(smtplib.SMTPException, match="unreadable answer"):
            smtp_connection.connect(account)
