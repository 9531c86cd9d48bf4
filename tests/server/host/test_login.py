"""A host whose provider takes no passwords: signs in, is served, is told of the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.server.doctor import command as doctor
from pbem.cli.server.login import command as login
from pbem.mail.transport.base import Unreachable, retry
from pbem.server.settings import config
from pbem.server.settings.config import Misconfigured
from tests.server.conftest import Make
from tests.support.mail.provider import SECRET, Provider
from tests.support.processes import HOST
from tests.support.server.real import Mailbox, serving, until
from tests.support.server.world import ANN
from tests.support.server_fixtures import certificate, dovecot, postfix
from tests.support.servers import Certificate, Dovecot, Postfix

__all__ = ["certificate", "dovecot", "postfix"]


class Office:
    """A host's folder, its mailbox and its provider."""

    def __init__(self, place: Path, box: Mailbox, provider: Provider) -> None:
        self.place, self.box, self.provider = place, box, provider
        self.file = place / "pbem.login"

    def says(self, command: object, *more: str) -> tuple[int, str]:
        """What a command says, in one line."""
        given = ["--config", str(self.place / "pbem.toml"), *more]
        done = CliRunner().invoke(command, given)  # type: ignore[arg-type]
        # What would go to standard error belongs to it as well.
        said = f"{done.output} {done.exception or ''}"
        return done.exit_code, " ".join(said.split())


@pytest.fixture
def office(
    dovecot: Dovecot, postfix: Postfix, certificate: Certificate, tmp_path: Path
) -> Iterator[Office]:
    box = Mailbox("Referee", postfix, dovecot)
    with Provider(dovecot.oauth, box.user) as provider:
        (tmp_path / "pbem.toml").write_text(f"""
address = "{box.address}"
[[in]]
from = "imap"
host = "{HOST}"
port = {dovecot.imap}
security = "plain"
user = "{box.user}"
token = "login"
[out]
by = "smtp"
host = "{HOST}"
port = {postfix.submission}
certificate = "{certificate.chain}"
user = "{box.user}"
token = "login"
name = "pbem.test"
[login]
client_id = "client"
client_secret = "{SECRET}.c"
device_url = "{provider.url}/device"
token_url = "{provider.url}/token"
scope = "mail"
""")
        yield Office(tmp_path, box, provider)


def test_a_host_signs_in_and_is_told_when_that_ends(
    office: Office, dovecot: Dovecot, postfix: Postfix
) -> None:
    status, said = office.says(doctor)
    assert status == 1
    assert 'nobody has signed in: "pbem server login" does' in said
    office.provider.typed = True
    status, said = office.says(login)
    assert status == 0, said
    assert f"Open {office.provider.url}/type-it-in on any machine" in said
    assert "WDJB-MJHT" in said
    assert SECRET not in said
    status, said = office.says(doctor, "--wait", "30")
    assert status == 0, said
    assert "We are signed in, and the sign-in can be renewed." in said
    assert "Plus addresses are delivered." in said
    ann = Mailbox("Ann", postfix, dovecot)
    with serving(office.place):
        ann.write(office.box.address, "help")
        until(lambda: ann.count() == 1, "an answer")
    office.file.chmod(0o644)
    status, said = office.says(doctor)
    assert (status, "as good as a password: chmod 600" in said) == (1, True)
    office.file.chmod(0o600)
    office.provider.revoke()
    status, said = office.says(doctor)
    assert status == 1
    assert said.count("the provider takes our sign-in no more") == 3
    log = office.place / "pbem.toml.log"
    with serving(office.place):
        until(lambda: "login revoked by the provider" in log.read_text(), "a word")
    assert SECRET not in f"{log.read_text()}{said}"


def test_a_sign_in_that_is_declined(office: Office) -> None:
    office.provider.says = {"error": "access_denied"}
    status, said = office.says(login)
    assert status != 0
    assert "That did not work: the sign-in was declined." in said
    assert not office.file.exists()


class Shut:
    """A mailbox that lets nobody in."""

    def letters(self) -> Iterator[object]:
        raise Unreachable("login revoked by the provider")

    def close(self) -> None:
        pass


def test_the_host_is_told_once_a_day_for_each_way(make: Make) -> None:
    world = make()
    world.server.sources.append(Shut())  # type: ignore[arg-type]
    assert [mail.recipient for mail in world.run()] == ["host@x.example"]
    told = world.box.mail[-1]
    assert told.subject == "pbem: we are not let in any more"
    assert "Letters come in no more: login revoked by the provider." in told.text
    assert '"pbem server login" signs in anew' in " ".join(told.text.split())
    assert world.run() == []
    world.now += 86_400
    assert len(world.run()) == 1
    world.server.sources.clear()
    world.box.verdict = lambda letter: retry("login refused")
    world.say(ANN, "help")
    world.box.verdict = type(world.box)().verdict
    world.now += 3600
    new = {mail.recipient: mail for mail in world.run()}
    assert set(new) == {"ann@a.example", "host@x.example"}
    assert "Letters do not go out: login refused." in new["host@x.example"].text


@pytest.mark.parametrize(
    ("text", "why"),
    {
        'password = "x"\ntoken = "y"': "in the place of password, not beside it",
        'token = "login"': r'"login" needs a table \[login\] with a client_id',
        'token = "x"\n[login]\nclient_id = "c"\ntoken_url = "http://x/"': (
            'login.token_url: an address that begins with "https://"'
        ),
        "[login]": '"client_id" is missing',
    }.items(),
)
def test_what_does_not_fit_together(text: str, why: str) -> None:
    start = 'address = "a@b.c"\n[[in]]\nfrom = "imap"\nhost = "h"\nuser = "u"\n'
    with pytest.raises(Misconfigured, match=why):
        config.read(start + text)


def test_no_token_is_shown() -> None:
    given = f'[[in]]\nfrom = "imap"\nhost = "h"\nuser = "u"\ntoken = "{SECRET}"\n'
    login = f'[login]\nclient_id = "c"\nclient_secret = "{SECRET}"'
    assert SECRET not in repr(config.read(f'address = "a@b.c"\n{given}{login}'))
