"""What the doctor says of real servers, and how it says to mend what is wrong."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from imapclient import IMAPClient  # type: ignore[import-untyped]

from pbem.cli.server.doctor import command
from pbem.server.settings import config
from pbem.server.settings.config import Misconfigured
from pbem.server.store import players
from pbem.server.store.connection import Database
from pbem.server.store.queries import audit
from pbem.server.store.reply_tokens import (
    INSERT_TOKEN,
    check_key,
    grant_without_game,
    load_key,
    mint,
)
from tests.support.processes import HOST
from tests.support.server.real import Mailbox
from tests.support.server_fixtures import certificate, dovecot, postfix
from tests.support.servers import PASSWORD, Certificate, Dovecot, Postfix

__all__ = ["certificate", "dovecot", "postfix"]

IN = 'port = {imap}\nsecurity = "plain"'
OUT = 'port = {smtp}\nsecurity = "plain"'
#: What is otherwise in the configuration, by what the doctor says then.
WRONG: dict[str, tuple[str, str]] = {
    "the user name or the password is refused": (
        f'password = "{PASSWORD}"\n[out]', 'password = "other"\n[out]'),
    "under [[in]] cannot be read: nothing listens there": (IN, 'port = 1\nsecurity = '
        '"plain"'),
    "it does not speak TLS like this": (IN, 'port = {imap}\nsecurity = "tls"'),
    "under [[in]] cannot be read: its certificate is not trusted": (
        IN, 'port = {imaps}\nsecurity = "tls"'),
    "there is no host of that name": (
        f'host = "{HOST}"\n{IN}', 'host = "nowhere.invalid"\nsecurity = "tls"'),
    "there is no such folder": ("[out]", 'folder = "Letters"\n[out]'),
    "under [out] cannot be used: nothing listens there": (
        OUT, 'port = 1\nsecurity = "plain"'),
    "under [out] cannot be used: its certificate is not trusted": (
        OUT, 'port = {submission}\nsecurity = "starttls"'),
    "under [out] cannot be used: the user name or the password is refused": (
        OUT, 'port = {submission}\nsecurity = "starttls"\ncertificate = "{chain}"\n'
        'user = "x"\npassword = "zqxj"'),
    "has not come back within 1 seconds": ('address = "', 'address = "not'),
    "rejected: No such player": ('address = "{user}@', 'address = "nobody@'),
    'set place = "subject" under [identity]': (
        "[out]", '[identity]\nseparator = "="\n[out]'),
    "writes no Authentication-Results under the name authserv": (
        "[out]", '[identity]\npolicy = "token+dkim"\nauthserv = "mx.x"\n[out]'),
    "say how letters leave": ("[out]", "[[in]]"),
    "The store cannot be used": ("[[in]]", 'store = "postgresql://a:zqxj@127.0.0.1:1'
        '/x"\n[[in]]'),
}  # fmt: skip


@pytest.fixture
def right(
    postfix: Postfix, dovecot: Dovecot, certificate: Certificate
) -> dict[str, object]:
    """What the configuration of a sound server needs."""
    return {
        "user": Mailbox("Referee", postfix, dovecot).user,
        "imap": dovecot.imap,
        "imaps": dovecot.imaps,
        "smtp": postfix.smtp,
        "submission": postfix.submission,
        "chain": certificate.chain,
    }


SOUND = f"""address = "{{user}}@pbem.test"
zone = "Europe/Paris"
[[in]]
from = "imap"
host = "{HOST}"
{IN}
user = "{{user}}"
password = "{PASSWORD}"
[out]
by = "smtp"
host = "{HOST}"
{OUT}
name = "pbem.test"
"""


def _said(text: str, folder: Path, wait: int) -> tuple[int, str]:
    (folder / "pbem.toml").write_text(text, encoding="utf-8")
    given = ["--config", str(folder / "pbem.toml"), "--wait", str(wait)]
    done = CliRunner().invoke(command, given)
    return done.exit_code, " ".join(done.output.split())


def test_a_sound_configuration(right: dict[str, object], tmp_path: Path) -> None:
    status, said = _said(SOUND.format(**right), tmp_path, 30)
    assert status == 0, said
    assert "in Europe/Paris now" in said
    assert "came back within" in said
    assert "Plus addresses are delivered." in said
    assert "junk" not in said  # there is no such folder
    assert "Our clock and the mail server's agree" in said
    assert "FAIL" not in said


def test_letters_in_junk_are_counted(
    right: dict[str, object], tmp_path: Path, dovecot: Dovecot
) -> None:
    text = SOUND.format(**right)
    user = str(right["user"])
    (tmp_path / "pbem.toml").write_text(text)
    key = load_key(tmp_path / "pbem.key")
    with closing(Database(str(tmp_path / "pbem.db"))) as store:
        store.prepare()
        with store.writing() as conn:
            ann = players.get_or_create(conn, "ann@a.example", "Ann", 0.0)
            grant = grant_without_game(ann, time.time())
            mark, row = mint(key, time.time(), grant)
            conn.execute(INSERT_TOKEN, row)
            check_key(conn, key)
            audit(conn, "junk", time.time(), "4")
    good, other = key.token(mark), "a" * 26
    with IMAPClient(HOST, dovecot.imap, ssl=False) as client:
        client.login(user, PASSWORD)
        client.create_folder("Junk")
        for token in (good, good, other):
            head = f"From: ann@a.example\r\nTo: {user}+{token}@pbem.test\r\n"
            client.append("Junk", f"{head}\r\nhelp\r\n".encode())
    status, said = _said(text, tmp_path, 30)
    assert status == 0, said
    assert "In the folder for junk lie 2 letters with a good token, and 4 were" in said
    with IMAPClient(HOST, dovecot.imap, ssl=False) as client:
        client.login(user, PASSWORD)
        assert client.folder_status("Junk", ["MESSAGES"])[b"MESSAGES"] == 3


@pytest.mark.parametrize("words", WRONG)
def test_each_finding_says_what_to_mend(
    right: dict[str, object], tmp_path: Path, words: str
) -> None:
    old, new = WRONG[words]
    assert old in SOUND
    text = SOUND.replace(old, new, 1)
    if new.startswith("[["):
        # A part that is not there at all.
        head, _, tail = SOUND.partition(old)
        text = head + ("" if old == "[out]" else "[out]" + tail.partition("[out]")[2])
    patience = 1 if "come back" in words else 10
    status, said = _said(text.format(**right), tmp_path, patience)
    assert status == 1, said
    assert words in said
    assert "FAIL" in said
    assert "zqxj" not in said
    assert PASSWORD not in said
    assert "Errno" not in said


def test_a_store_of_a_kind_that_we_do_not_know() -> None:
    with pytest.raises(Misconfigured, match="a path, or a URL like"):
        config.read('address = "a@b.c"\nstore = "mysql://x/y"')
