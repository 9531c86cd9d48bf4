"""`pbem server init` beside servers that are there: small ones of our own."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pbem.cli import pbem
from pbem.server.host import probe
from pbem.server.host.probe import ServerAddress, Unusable
from tests.support.mail import fake_imap, fake_smtp
from tests.support.mail.fake_imap import FakeImap
from tests.support.mail.fake_smtp import FakeSmtp
from tests.support.processes import HOST

END = ("yes", "", "UTC")  #: plus addresses, no host, the zone
OPEN = "Connected without encryption; it does not leave this machine."


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_PASSWORD", raising=False)


@pytest.fixture
def imap() -> Iterator[FakeImap]:
    """A mailbox without encryption; "wrong" is the wrong password."""
    faults = [
        fake_imap.Fault("STARTTLS", b"TAG BAD what?\r\n", times=9),
        fake_imap.Fault("LOGIN .*wrong", b"TAG NO [AUTHENTICATIONFAILED] no\r\n", 9),
    ]
    with FakeImap({"INBOX": {}}, faults) as server:
        yield server


def init(*answers: str) -> tuple[Result, str]:
    """What comes of these answers, one a line; and what was said, in one line."""
    given = "".join(f"{one}\n" for one in answers)
    done = CliRunner().invoke(pbem, ["server", "init"], input=given)
    return done, " ".join(done.output.split())


def settings() -> dict[str, Any]:
    """What pbem.toml says."""
    return tomllib.loads(Path("pbem.toml").read_text())


def test_a_relay_that_asks_for_no_password_is_not_given_one(imap: FakeImap) -> None:
    with FakeSmtp() as smtp:
        done, said = init(
            "ref@x.example", "imap", f"{HOST}:{imap.port}", "me", "wrong", "right",
            "INBOX", f"{HOST}:{smtp.port}", *END,
        )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert said.count(OPEN) == 2
    assert f"{OPEN} It asks for no password." in said
    assert said.count("It asks for no password.") == 1  # the mailbox does ask
    assert said.count("the user name or the password is refused") == 1
    assert "keeps it" in said  # a wrong password is not taken the first time
    assert "User there [me]" not in said
    table = settings()
    assert table["in"][0]["security"] == table["out"]["security"] == "plain"
    assert table["in"][0]["user"] == "me"
    assert "LOGIN" in " ".join(imap.commands)
    assert "SELECT INBOX" in " ".join(imap.commands).replace('"', "")


def test_a_server_that_knows_users_is_tried_with_those_of_the_mailbox(
    imap: FakeImap,
) -> None:
    """Nothing for a password means the mailbox's; another one is tried as well."""
    faults = [fake_smtp.Fault("AUTH", "535 no"), fake_smtp.Fault("AUTH", "235 yes", 9)]
    with FakeSmtp(faults, extensions=("AUTH PLAIN",)) as smtp:
        done, said = init(
            "ref@x.example", "imap", f"{HOST}:{imap.port}", "me", "right", "INBOX",
            f"{HOST}:{smtp.port}", "", "", "another", *END,
        )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "It asks for no password." not in said
    assert "User there [me]" in said
    assert said.count("the user name or the password is refused") == 1
    assert sum(line.startswith("AUTH") for line in smtp.lines) == 2
    table = settings()
    assert (table["out"]["user"], Path("pbem.smtp-password").read_text()) == (
        "me",
        "another",
    )
    assert Path("pbem.imap-password").read_text() == "right"


def test_the_password_of_the_mailbox_is_taken_and_tried(imap: FakeImap) -> None:
    faults = [fake_smtp.Fault("AUTH", "235 yes", 9)]
    with FakeSmtp(faults, extensions=("AUTH PLAIN",)) as smtp:
        done, _ = init(
            "ref@x.example", "imap", f"{HOST}:{imap.port}", "me", "right", "INBOX",
            f"{HOST}:{smtp.port}", "", "", *END,
        )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert sum(line.startswith("AUTH") for line in smtp.lines) == 1
    table = settings()
    assert table["out"]["password"] == table["in"][0]["password"]
    assert not Path("pbem.smtp-password").exists()


def test_who_sends_without_a_mailbox_of_his_own_says_his_password() -> None:
    faults = [fake_smtp.Fault("AUTH", "235 yes", 9)]
    with FakeSmtp(faults, extensions=("AUTH PLAIN",)) as smtp:
        done, said = init(
            "ref@x.example", "deliver", f"{HOST}:{smtp.port}", "", "secret", *END
        )
    assert done.exit_code == 0, done.output
    assert "User there [ref@x.example]" in said
    assert Path("pbem.smtp-password").read_text() == "secret"
    assert sum(line.startswith("AUTH") for line in smtp.lines) == 1


def test_a_folder_that_is_not_there_is_asked_for_again(imap: FakeImap) -> None:
    imap.faults.append(fake_imap.Fault("SELECT.*Games", b"TAG NO none\r\n"))
    done, said = init(
        "ref@x.example", "imap", f"{HOST}:{imap.port}", "me", "right", "Games",
        "INBOX", "-", *END,
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert f"{HOST}: there is no such folder." in said
    assert settings()["in"][0]["folder"] == "INBOX"


def test_what_wants_encryption_first_is_not_spoken_to_in_the_open() -> None:
    """Nor is a server that refuses to log anybody in taken for one that is missing."""
    faults = [fake_smtp.Fault("MAIL", "530 5.7.0 STARTTLS first", 9)]
    with FakeSmtp(faults) as smtp:
        place = ServerAddress(HOST, smtp.port)
        with pytest.raises(Unusable, match=r"^tls$"):
            probe.security(place, "smtp", None)
        faults[0].times = 0
        assert probe.security(place, "smtp", None) == "plain"
        faults.append(fake_smtp.Fault("GREETING", "554 no service", 9))
        with pytest.raises(Unusable, match="no service"):
            probe.security(place, "smtp", None, ["plain"])
    with pytest.raises(Unusable, match=r"^closed$"):
        probe.security(place, "smtp", None)


@pytest.mark.parametrize(
    ("written", "kind", "ports"),
    [
        ("mail.x.org", "imap", [993, 143]),
        ("mail.x.org:993", "imap", [993]),
        ("mail.x.org:143", "imap", [143]),
        ("localhost", "imap", [993, 143]),
        ("mail.x.org", "smtp", [587, 465]),
        ("localhost", "smtp", [25, 465, 587]),
        ("smtps://localhost", "smtp", [465]),
        ("submission://localhost", "smtp", [587]),
        ("x.org 65535", "smtp", [65535]),
    ],
)
def test_a_server_is_looked_for_where_it_usually_is(
    written: str, kind: str, ports: list[int]
) -> None:
    place = probe.read_place(written)
    assert place is not None
    assert probe.ports(place, kind) == ports


@pytest.mark.parametrize(
    ("written", "kind", "ways"),
    [
        ("mail.x.org:993", "imap", ["tls"]),
        ("mail.x.org:143", "imap", ["starttls"]),
        ("mail.x.org:1143", "imap", ["tls", "starttls"]),
        ("localhost:143", "imap", ["starttls", "plain"]),
        ("localhost:1143", "imap", ["tls", "starttls", "plain"]),
        ("mail.x.org:25", "smtp", ["starttls"]),
        ("mail.x.org:2525", "smtp", ["tls", "starttls"]),
        ("localhost:25", "smtp", ["plain", "starttls"]),
        ("localhost:587", "smtp", ["starttls", "plain"]),
        ("localhost:2525", "smtp", ["tls", "plain", "starttls"]),
    ],
)
def test_the_open_is_tried_on_this_machine_alone_and_where_it_is_likely(
    written: str, kind: str, ways: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A password goes over no line in the open; a relay here may want none."""
    tried: list[str] = []

    def speaks_otherwise(
        place: ServerAddress, kind: str, how: str, trust: object
    ) -> bool:
        tried.append(how)
        raise Unusable("tls" if how == "tls" else "closed")

    monkeypatch.setattr(probe, "_asks", speaks_otherwise)
    place = probe.read_place(written)
    assert place is not None
    with pytest.raises(Unusable, match=r"^tls$" if "tls" in ways else r"^closed$"):
        probe.security(place, kind, None)
    assert tried == ways


def test_the_next_way_is_tried_only_where_nothing_else_is_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that nobody has is not asked for three times."""
    tried: list[str] = []

    def unknown(place: ServerAddress, kind: str, how: str, trust: object) -> bool:
        tried.append(how)
        raise Unusable("unknown")

    monkeypatch.setattr(probe, "_asks", unknown)
    with pytest.raises(Unusable, match="unknown"):
        probe.security(ServerAddress("mail.x.org", 1143), "imap", None)
    assert tried == ["tls"]


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (("lmtp", "/no/where/lmtp"), "/no/where: there is no such folder."),
        (("lmtp", "here"), "Host and port are wanted, such as 127.0.0.1:2424"),
        (("maildir", ""), "A path is wanted."),
        (("maildir", "file"), "is no Maildir: it has no folder new in it."),
        (("maildir", "none"), "there is no such folder yet; I would make it."),
        (("maildir", 'a"b'), "Please without quotation marks and backslashes."),
        (("imap", "a b c"), "such as imap.example.org or imap.example.org:993."),
        (("deliver", "a b c"), "such as smtp.example.org or smtp.example.org:587."),
        (("deliver", "-", "perhaps"), "Yes or no?"),
        (("deliver", "-", "no", "me"), "such as you@example.org, or nothing."),
        (("deliver", "-", "y", "", "Xyzzyzzy"), '"Xyzzyzzy", such as Europe/Paris.'),
    ],
)
def test_what_will_not_do_is_said(
    answers: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    done, heard = init("ref@x.example", *answers)
    assert said in heard
    assert heard.count("How do letters come in?") == 1
    assert done.exit_code != 0  # no answer is left
    assert not Path("pbem.toml").exists()


def test_a_way_that_is_not_known_is_asked_again() -> None:
    done, heard = init("ref@x.example", "mbox")
    assert "One of these words is wanted: imap, lmtp, maildir, deliver." in heard
    assert heard.count("How do letters come in?") == 2
    assert done.exit_code != 0  # no answer is left


def test_a_socket_is_listened_on(tmp_path: Path) -> None:
    done, _ = init("ref@x.example", "lmtp", f"{tmp_path}/lmtp", "-", *END)
    assert done.exit_code == 0, done.output
    (part,) = settings()["in"]
    assert (part["from"], part["socket"]) == ("lmtp", f"{tmp_path}/lmtp")


@pytest.mark.parametrize(
    ("kind", "host", "guessed"),
    [
        ("imap", "mail.x.org", "tls"),
        ("imap", "localhost", "tls"),
        ("smtp", "mail.x.org", "starttls"),
        ("smtp", "localhost", "plain"),
    ],
)
def test_a_server_that_is_not_there_yet_is_spoken_to_as_is_likely(
    monkeypatch: pytest.MonkeyPatch, kind: str, host: str, guessed: str
) -> None:
    """Who sends by another machine is asked for a user; a relay here wants none."""

    def away(*given: object) -> None:
        raise Unusable("closed")

    monkeypatch.setattr(probe, "security", away)
    user = ("", "pass") if kind == "imap" or host != "localhost" else ()
    if kind == "imap":
        done, said = init("r@x.org", "imap", host, host, *user, "", "-", *END)
        part = settings()["in"][0]
    else:
        done, said = init("r@x.org", "deliver", host, host, *user, *END)
        part = settings()["out"]
    assert done.exit_code == 0, done.output
    assert ("User there" in said) is bool(user)
    assert (part["host"], part["security"]) == (host, guessed)
