"""Folders at a real server: one that is shared, and the one for junk."""

from __future__ import annotations

import shutil

import pytest
from imapclient import IMAPClient  # type: ignore[import-untyped]

from pbem.mail.transport.base import Rescued, Unreachable
from pbem.mail.transport.imap import ImapSource
from pbem.mail.transport.imap_login import ImapAccount
from tests.support.mail.letters import leaping, letter, numbers
from tests.support.processes import HOST
from tests.support.servers import PASSWORD, Dovecot


def source(
    server: Dovecot,
    user: str,
    folder: str = "INBOX",
    done: str = "Done",
    junk: str = "auto",
) -> ImapSource:
    account = ImapAccount(
        *(HOST, user, PASSWORD, server.imap, "plain", folder, done, "Failed", junk),
        timeout=20,
    )
    return ImapSource(account, backoff=leaping())


def lay(server: Dovecot, user: str, folder: str, *letters: bytes) -> None:
    """Letters into a folder, which is made where there is none."""
    with IMAPClient(HOST, server.imap, ssl=False) as client:
        client.login(user, PASSWORD)
        if not client.folder_exists(folder):
            client.create_folder(folder)
        for one in letters:
            client.append(folder, one)


def held(server: Dovecot, user: str, folder: str) -> int:
    """How many letters a folder holds."""
    with IMAPClient(HOST, server.imap, ssl=False) as client:
        client.login(user, PASSWORD)
        found: int = client.folder_status(folder, ["MESSAGES"])[b"MESSAGES"]
        return found


def let_in(server: Dovecot, owner: str, guest: str, folder: str) -> None:
    """A guest may read and empty a folder of an owner's, and add to it."""
    acl = server.mailbox(owner) / folder / "dovecot-acl"
    acl.write_text(f"owner lrwstipekxa\nuser={guest} lrwstipekx\n")
    shutil.chown(acl, "nobody", "nogroup")


@pytest.mark.parametrize("done", ["Done", "shared.{owner}.Done"])
def test_letters_of_a_folder_that_is_shared(
    dovecot: Dovecot, user: str, done: str
) -> None:
    owner = f"{user}owner"
    lay(dovecot, owner, "INBOX", letter(1), letter(2))
    lay(dovecot, owner, "Done")
    for folder in ("", ".Done"):
        let_in(dovecot, owner, user, folder)
    done = done.format(owner=owner)
    shared = f"shared.{owner}"
    with source(dovecot, user, f"{shared}.INBOX", done) as inbox:
        found = list(inbox.letters())
        assert numbers(found) == [1, 2]
        inbox.done(found[0].key)
        assert numbers(list(inbox.letters())) == [2]
    who, name = (owner, "Done") if done.startswith("shared") else (user, "Done")
    assert held(dovecot, who, name) == 1
    assert held(dovecot, owner, "INBOX") == 1


def test_a_folder_that_is_not_shared_with_us(dovecot: Dovecot, user: str) -> None:
    lay(dovecot, f"{user}owner", "INBOX", letter(1))
    with (
        source(dovecot, user, f"shared.{user}owner.INBOX") as inbox,
        pytest.raises(Unreachable, match="cannot open the folder"),
    ):
        list(inbox.letters())


def wanted(head: bytes) -> bool:
    """Letters whose number is even; what comes below a head is never seen."""
    assert b"nothing" not in head
    return int(head.split()[2]) % 2 == 0


def subject(n: int) -> bytes:
    return b"Subject: number %d\r\nFrom: a@b.c\r\n\r\nSubject: nothing\r\n" % n


@pytest.mark.parametrize(("junk", "name"), [("auto", "Junk"), ("Odd", "Odd")])
def test_what_is_wanted_is_taken_out_of_junk(
    dovecot: Dovecot, user: str, junk: str, name: str
) -> None:
    lay(dovecot, user, name, *map(subject, range(1, 6)))
    with source(dovecot, user, junk=junk) as inbox:
        assert inbox.rescue(wanted, take=False) == Rescued(2, 5)
        assert list(inbox.letters()) == []
        assert inbox.rescue(wanted) == Rescued(2, 5)
        assert len(list(inbox.letters())) == 2
        assert inbox.rescue(wanted) == Rescued(0, 3)
    assert held(dovecot, user, name) == 3


def test_of_much_junk_the_latest_500_are_looked_at(dovecot: Dovecot, user: str) -> None:
    lay(dovecot, user, "Junk", *map(subject, range(1, 503)))
    with source(dovecot, user) as inbox:
        assert inbox.rescue(wanted, take=False) == Rescued(250, 500)


@pytest.mark.parametrize("junk", ["", "INBOX", "Nowhere"])
def test_no_folder_for_junk_is_no_trouble(
    dovecot: Dovecot, user: str, junk: str
) -> None:
    lay(dovecot, user, "INBOX", letter(1))
    with source(dovecot, user, junk=junk) as inbox:
        assert inbox.rescue(wanted) is None
        assert numbers(list(inbox.letters())) == [1]
