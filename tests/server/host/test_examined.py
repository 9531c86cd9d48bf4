"""What the doctor finds, by a clock that stands and a mail server of our own."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from pbem.mail.transport.oauth import NoToken
from pbem.server.host import mail_checks
from pbem.server.outbound.templates import markup
from pbem.server.settings import config
from pbem.server.store import letters
from pbem.server.store.connection import Database
from tests.support.mail.fake_imap import FakeImap
from tests.support.mail.fake_imap import Fault as ImapFault
from tests.support.mail.fake_smtp import FakeSmtp, Fault
from tests.support.server.examined import (
    IMAP,
    MAILDIRS,
    NOW,
    SENT_ON,
    SMTP,
    Mailbox,
    findings,
    quick,
    store_there,
    use,
)

__all__ = ["quick", "store_there"]


def test_what_is_sound_is_told_as_sound(tmp_path: Path, quick: list[float]) -> None:
    found = findings(tmp_path)
    assert quick == []  # what goes into a folder never comes back
    assert found == {
        "store": (True, ""),
        "key": (True, ""),
        "zone": (True, "22:14 in UTC"),
        "linger": (True, "90"),
        "folder-in": (True, ""),
        "out": (True, str(tmp_path / "out")),
    }


def test_hosts_without_a_mailbox_are_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: list[float]
) -> None:
    """LMTP before `serve` runs, and letters that an alias hands over."""
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    lmtp = f'[[in]]\nfrom = "lmtp"\nport = {port}\n'
    box = use(monkeypatch, Mailbox())
    store = Database(str(tmp_path / "pbem.db"))
    monkeypatch.setattr(
        "time.sleep", lambda _: letters.store_new(store, box.found, NOW)
    )
    found = findings(tmp_path, lmtp + SMTP.format(25))
    assert found["lmtp"] == (True, "not yet")
    assert not box.sent
    with socket.create_server(("127.0.0.1", port)):
        monkeypatch.setattr("pbem.server.host.transports.sources", lambda *_: [])
        found = findings(tmp_path, lmtp + SMTP.format(25))
    assert found["lmtp"] == (True, "")
    assert found["round-trip"] == (True, "0")
    found = findings(tmp_path, SMTP.format(25))
    assert found["deliver"] == (True, "")
    assert found["round-trip"] == (True, "0")
    monkeypatch.setattr("time.sleep", quick.append)
    assert findings(tmp_path, SMTP.format(25))["not-delivered"] == (False, "2")
    store.close()


def test_the_way_round_is_not_tried_where_a_way_is_missing(
    tmp_path: Path, quick: list[float]
) -> None:
    no_way_out = MAILDIRS.replace('"out"\n', '"no/where"\n')
    for settings, bad in (
        (MAILDIRS.partition("[out]")[0],
         {"out": (False, "[out] is missing: say how letters leave")}),
        (no_way_out, {"out": (False, str(tmp_path / "no/where"))}),
    ):  # fmt: skip
        found = findings(tmp_path, settings)
        assert {key: one for key, one in found.items() if not one[0]} == bad
    (tmp_path / "in").rename(tmp_path / "away")
    (tmp_path / "in").write_text("a file")
    found = findings(tmp_path)
    assert found["folder-in"][0] is False
    assert "round-trip" not in found


def test_a_folder_out_that_may_not_be_written_to_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, plain = tmp_path / "out", os.access
    monkeypatch.setattr(
        "pbem.server.host.mail_checks.os.access",
        lambda path, mode: Path(path) not in (out, tmp_path) and plain(path, mode),
    )
    told = f"{out}: this user may not write there"
    assert findings(tmp_path)["out"] == (False, told)


def test_a_maildir_out_of_somebody_else_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, plain = tmp_path / "out" / "new", os.access
    new.mkdir(parents=True)
    monkeypatch.setattr(
        "pbem.server.host.mail_checks.os.access",
        lambda path, mode: Path(path) != new and plain(path, mode),
    )
    assert findings(tmp_path)["out"][0] is True
    settings = MAILDIRS.replace('by = "folder"', 'by = "maildir"')
    assert settings != MAILDIRS
    told = f"{new}: this user may not write there"
    assert findings(tmp_path, settings)["out"] == (False, told)


@pytest.mark.parametrize("now", [1_700_000_000.0, 4_000_000_000.0])
def test_a_clock_that_cannot_be_right_is_found(tmp_path: Path, now: float) -> None:
    settings = MAILDIRS[MAILDIRS.index("[out]") :]
    found = findings(tmp_path, settings, now=now)
    assert found["clock"][0] is False
    assert found["clock"][1] in ("2023-11-14", "2096-10-02")
    assert "clock" not in findings(tmp_path, settings, now=2_850_000_000)


def test_a_key_that_others_can_read_or_that_is_another_is_found(
    tmp_path: Path,
) -> None:
    out = MAILDIRS[MAILDIRS.index("[out]") :]
    key = tmp_path / "pbem.key"
    assert findings(tmp_path, out)["key"] == (True, "")
    for mode in (0o640, 0o604):
        key.chmod(mode)
        assert findings(tmp_path, out)["key"] == (False, "open")
    key.chmod(0o600)
    key.write_text("00" * 32 + "\n")
    assert findings(tmp_path, out)["key"] == (False, "other")
    key.write_text("no key")
    assert findings(tmp_path, out)["key"][0] is False
    key.unlink()
    assert findings(tmp_path, out)["key"] == (False, "missing")
    assert not key.exists()


def test_a_store_that_cannot_be_opened_or_is_newer_is_found(tmp_path: Path) -> None:
    out = MAILDIRS[MAILDIRS.index("[out]") :]
    store = Database(str(tmp_path / "pbem.db"))
    with store.engine.begin() as conn:
        conn.exec_driver_sql("UPDATE alembic_version SET version_num = 'later'")
    store.close()
    assert findings(tmp_path, out)["store"] == (False, "newer")
    (tmp_path / "pbem.db").write_bytes(b"no database" * 1000)
    found = findings(tmp_path, out)
    assert found["store"] == (False, "file is not a database")
    assert "key" not in found  # whose it is, only a store can tell


def test_a_store_that_is_missing_is_found_and_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = use(monkeypatch, Mailbox())
    assert findings(tmp_path, SENT_ON)["store"] == (True, "")
    there = tmp_path / "pbem.db"
    there.unlink()
    box.sent.clear()
    found = findings(tmp_path, SENT_ON)
    assert found["store"] == (False, "missing")
    assert not there.exists()
    assert "round-trip" not in found
    assert box.sent == []


def test_a_key_that_is_missing_is_not_made_to_look_into_junk(
    tmp_path: Path, quick: list[float]
) -> None:
    folders: dict[str, dict[int, bytes]] = {"INBOX": {}, "Junk": {}}
    with FakeImap(folders) as server:
        settings = IMAP.format(server.port).replace("[out]", 'junk = "Junk"\n[out]')
        assert findings(tmp_path, settings)["junk"] == (True, "")
        key = tmp_path / "pbem.key"
        key.rename(tmp_path / "away.key")
        found = findings(tmp_path, settings)
        assert found["key"] == (False, "missing")
        assert not key.exists()


@pytest.mark.parametrize(
    ("fault", "finding"),
    [
        (None, (True, "")),
        (Fault("GREETING", "554 no service"), (False, "(554, b'no service')")),
        (Fault("AUTH", "535 wrong"), (False, "login")),
    ],
)
def test_the_mail_server_is_asked_whether_it_takes_letters(
    tmp_path: Path, fault: Fault | None, finding: tuple[bool, str]
) -> None:
    faults = [] if fault is None else [fault]
    with FakeSmtp(faults, extensions=("AUTH PLAIN",)) as server:
        login = 'user = "u"\npassword = "p"\n' if fault and fault.when == "AUTH" else ""
        found = findings(tmp_path, SMTP.format(server.port) + login)
    assert found["smtp"] == finding
    assert ("NOOP" in [line.upper() for line in server.lines]) is finding[0]
    assert findings(tmp_path, SMTP.format(server.port))["smtp"] == (False, "closed")


def test_the_mailbox_is_asked_whether_it_can_be_read(
    tmp_path: Path, quick: list[float]
) -> None:
    with FakeImap({"INBOX": {}}) as server:
        found = findings(tmp_path, IMAP.format(server.port))
    assert found["imap"] == (True, "")
    assert findings(tmp_path, IMAP.format(server.port))["imap"] == (False, "closed")


def test_why_a_mailbox_is_of_no_use_is_told(tmp_path: Path, quick: list[float]) -> None:
    def read_only(said: bytes) -> bytes:
        return said.replace(b"OK done", b"OK [READ-ONLY] done")

    locked = ImapFault("SELECT", read_only, times=9)
    with FakeImap({"INBOX": {}}, [locked]) as server:
        found = findings(tmp_path, IMAP.format(server.port))
    assert found["imap"] == (False, "read-only")
    with FakeImap({"INBOX": {}}) as server:
        settings = IMAP.format(server.port).replace('"p"', '"p\u00e4ss"')
        found = findings(tmp_path, settings)
    assert found["imap"] == (False, "ascii")
    for why in ("read-only", "ascii"):
        told = markup("doctor", what="imap", well=False, why=why)
        asked = markup("server_asked", host="x.org", ports=[993], why=why)
        assert f": {why}." not in told + asked


LOGIN = (
    IMAP.format(1).replace('password = "p"', 'token = "login"')
    + '[login]\nclient_id = "c"\nfile = "us.login"\n'
)


class SignIn:
    """A sign-in that can be renewed, or not."""

    def __init__(self, why: str = "") -> None:
        self.why = why
        self.renewed: list[bool] = []

    def token(self, *, fresh: bool = False) -> str:
        self.renewed.append(fresh)
        if self.why:
            raise NoToken(self.why)
        return "token"


@pytest.mark.parametrize(
    ("mode", "why", "finding"),
    [
        (0o600, "", (True, "")),
        (None, "", (True, "")),
        (0o604, "", (False, "open")),
        (0o640, "", (False, "open")),
        (0o600, "login revoked by the provider", (False, "revoked")),
        (None, "nobody has signed in", (False, "nobody has signed in")),
    ],
)
def test_a_sign_in_is_ours_alone_and_can_be_renewed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mode: int | None,
    why: str,
    finding: tuple[bool, str],
) -> None:
    sign_in = SignIn(why)
    monkeypatch.setattr("pbem.server.host.transports.sign_in", lambda _: sign_in)
    if mode is not None:
        (tmp_path / "us.login").touch()
        (tmp_path / "us.login").chmod(mode)
    read = config.read(f'address = "referee@x.example"\n{LOGIN}', str(tmp_path))
    (found,) = mail_checks.login(read)
    assert (found.what, (found.well, found.why)) == ("login", finding)
    # What others may read is not used; what is used is asked for anew.
    assert sign_in.renewed == ([] if finding[1] == "open" else [True])


def test_a_sign_in_that_nothing_uses_is_not_tried(tmp_path: Path) -> None:
    text = LOGIN.replace('token = "login"', 'password = "p"')
    read = config.read(f'address = "referee@x.example"\n{text}', str(tmp_path))
    assert list(mail_checks.login(read)) == []
