"""Letters from a Maildir, into one, and into a folder of files."""

from __future__ import annotations

import errno
import mailbox
import os
import re
import threading
from pathlib import Path

import pytest

from pbem.mail.transport import maildir
from pbem.mail.transport.base import (
    SENT,
    DeliveryStatus,
    OutgoingLetter,
    TooLarge,
    Unreachable,
)
from pbem.mail.transport.eml import FolderSink, file_name
from pbem.mail.transport.maildir import MaildirSink, MaildirSource, Settling
from tests.support.mail.letters import Keeper, leaping, letter, numbers


def out(n: int, recipient: str = "ann@x.org") -> OutgoingLetter:
    return OutgoingLetter(f"<{n}@pbem.test>", "referee@x.org", recipient, letter(n))


def filled(path: Path, count: int) -> Path:
    sink = MaildirSink(path / "box")
    for n in range(1, count + 1):
        assert sink.send(out(n)) == SENT
    return path / "box"


def files(path: Path) -> list[str]:
    return sorted(
        str(p.parent.relative_to(path)) + " " + p.name.partition(":")[2]
        for p in path.rglob("*")
        if p.is_file()
    )


@pytest.mark.parametrize("name", ["1²2", ":2,", b"1.\xff", "a\nb", "x" * 255])
def test_a_letter_of_an_odd_name_stops_no_other(
    tmp_path: Path, name: str | bytes
) -> None:
    box = filled(tmp_path, 1)
    with open(os.path.join(os.fsencode(box / "new"), os.fsencode(name)), "wb") as file:
        file.write(letter(2))
    with MaildirSource(box) as source:
        found = list(source.letters())
        for one in found:
            one.key.encode()
            source.done(one.key)
        assert {1} <= set(numbers(found)) <= {1, 2}
        assert not list(source.letters())


def test_the_standard_library_reads_what_we_deliver(tmp_path: Path) -> None:
    box = mailbox.Maildir(filled(tmp_path, 3), create=False)
    assert sorted(each["Subject"] for each in box) == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("settling", "left"),
    [
        ("folders", [".Done/cur 2,S", ".Failed/cur 2,S", "new "]),
        ("flags", ["cur 2,FS", "cur 2,S", "new "]),
    ],
)
def test_letters_in_order_and_where_they_go(
    tmp_path: Path, settling: Settling, left: list[str]
) -> None:
    path = filled(tmp_path, 3)
    source = MaildirSource(path, settling)
    found = list(source.letters())
    assert numbers(found) == [1, 2, 3]
    assert all(one.received is not None for one in found)
    source.done(found[0].key)
    source.failed(found[1].key)
    assert files(path) == left
    again = list(MaildirSource(path, settling).letters())
    assert again == found[2:]


def test_200_letters_in_order(tmp_path: Path) -> None:
    source = MaildirSource(filled(tmp_path, 200))
    keeper = Keeper()
    assert keeper.round(source)
    assert numbers(keeper.kept) == list(range(1, 201))
    assert not list(source.letters())


def test_letters_of_one_moment_come_in_the_order_of_their_names(
    tmp_path: Path,
) -> None:
    source = MaildirSource(tmp_path / "box")
    for n in (11, 9, 100, 1):
        place = tmp_path / "box" / "new" / f"7.M1P1Q{n}.x"
        place.write_bytes(letter(n))
        os.utime(place, (7, 7))
    assert numbers(list(source.letters())) == [1, 9, 11, 100]


def test_a_letter_keeps_its_key_when_other_programs_see_it(tmp_path: Path) -> None:
    path = filled(tmp_path, 2)
    source = MaildirSource(path)
    first, second = source.letters()
    (new,) = (p for p in (path / "new").iterdir() if p.name == first.key[8:])
    new.rename(path / "cur" / f"{new.name}:2,RS")
    assert [one.key for one in source.letters()] == [first.key, second.key]
    source.done(first.key)
    assert files(path) == [".Done/cur 2,S", "new "]


def test_a_letter_with_the_flag_for_deleted_is_not_read(tmp_path: Path) -> None:
    path = filled(tmp_path, 1)
    (new,) = (path / "new").iterdir()
    new.rename(path / "cur" / f"{new.name}:2,T")
    assert not list(MaildirSource(path).letters())


def test_a_letter_that_another_program_took_is_no_trouble(tmp_path: Path) -> None:
    path = filled(tmp_path, 3)
    source = MaildirSource(path)
    found = []
    for one in source.letters():
        found.append(one)
        for other in (path / "new").iterdir():
            other.unlink()
        source.done(one.key)
    assert numbers(found) == [1]


def test_only_files_are_read(tmp_path: Path) -> None:
    path = filled(tmp_path, 1)
    secret = tmp_path / "secret"
    secret.write_text("not to be read")
    (path / "new" / "1.link").symlink_to(secret)
    (path / "new" / "2.folder").mkdir()
    os.mkfifo(path / "new" / "3.pipe")
    (path / "new" / ".hidden").write_text("not to be read")
    assert numbers(list(MaildirSource(path).letters())) == [1]


def test_a_letter_over_the_limit_is_put_aside_unread(tmp_path: Path) -> None:
    path = filled(tmp_path, 1)
    big = path / "new" / "9.big"
    with open(big, "wb") as file:
        file.write(b"From: ann@x.org\n\nNot to be read")
        file.truncate(3_000_000_000)
    told: list[TooLarge] = []
    source = MaildirSource(path, oversize=told.append)
    assert numbers(list(source.letters())) == [1]
    head = b"From: ann@x.org\n\n"
    assert told == [TooLarge("maildir:9.big", 3_000_000_000, head)]
    assert (path / ".Failed" / "cur" / "9.big:2,S").exists()


def test_what_cannot_be_put_away_now_is_put_away_later(tmp_path: Path) -> None:
    path = filled(tmp_path, 2)
    source = MaildirSource(path)
    first, second = source.letters()
    done = path / ".Done" / "cur"
    done.rmdir()
    source.done(first.key)
    assert list(source.letters()) == [second]
    done.mkdir()
    assert list(source.letters()) == [second]
    assert files(path) == [".Done/cur 2,S", "new "]


def test_a_maildir_that_is_gone_is_said_to_be(tmp_path: Path) -> None:
    path = filled(tmp_path, 1)
    source = MaildirSource(path)
    path.rename(tmp_path / "elsewhere")
    with pytest.raises(Unreachable, match="no Maildir"):
        list(source.letters())
    (tmp_path / "elsewhere").rename(path)
    assert numbers(list(source.letters())) == [1]


def test_a_maildir_that_cannot_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = MaildirSource(filled(tmp_path, 1))

    def refuse(path: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", refuse)
        with pytest.raises(Unreachable, match=r"cannot read the Maildir: .*denied"):
            list(source.letters())
    assert numbers(list(source.letters())) == [1]


def test_a_letter_that_cannot_be_read_waits_and_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    source = MaildirSource(filled(tmp_path, 1))
    with monkeypatch.context() as patch:
        patch.setattr(maildir, "read_regular", lambda path, limit: None)
        assert not [*source.letters(), *source.letters()]
    (told,) = caplog.messages
    assert re.fullmatch(r"maildir:\S+: cannot be read, and waits; whose is it\?", told)
    assert numbers(list(source.letters())) == [1]


@pytest.mark.parametrize("key", ["maildir:../../etc/passwd", "maildir:", "imap:1"])
def test_keys_that_are_none_are_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(ValueError, match="not a letter"):
        MaildirSource(tmp_path / "box").done(key)


def test_waiting_ends_when_a_letter_comes(tmp_path: Path) -> None:
    source = MaildirSource(tmp_path / "box")
    assert not list(source.letters())
    later = threading.Timer(0.05, filled, (tmp_path, 1))
    later.start()
    source.wait(200)
    assert numbers(list(source.letters())) == [1]
    later.join()


def test_waiting_ends_by_itself(tmp_path: Path) -> None:
    source = MaildirSource(tmp_path / "box", backoff=leaping())
    source.wait(200)
    assert not list(source.letters())


@pytest.mark.parametrize("broken", ["write", "fsync", "replace"])
@pytest.mark.parametrize("sink", [MaildirSink, FolderSink])
def test_a_full_disk_leaves_nothing_half_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    broken: str,
    sink: type[MaildirSink] | type[FolderSink],
) -> None:
    target = sink(tmp_path / "out")
    assert target.send(out(1)) == SENT

    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "open" if broken == "write" else broken, full)
        verdict = target.send(out(2))
    assert verdict.status is DeliveryStatus.RETRY
    assert "No space left" in verdict.why
    assert len(files(tmp_path)) == 1
    assert target.send(out(2)) == SENT
    assert len(files(tmp_path)) == 2


def test_letters_in_a_folder_are_for_their_owner_and_written_once(
    tmp_path: Path,
) -> None:
    sink = FolderSink(tmp_path / "out")
    for each in (out(1), out(1), out(2), out(1, "bob@x.org")):
        assert sink.send(each) == SENT
    written = sorted((tmp_path / "out").iterdir())
    assert [p.name.rpartition("-")[0] for p in written] == [
        "ann-x-org",
        "ann-x-org",
        "bob-x-org",
    ]
    assert all(p.stat().st_mode & 0o777 == 0o600 for p in written)
    assert all(p.suffix == ".eml" for p in written)


@pytest.mark.parametrize(
    "name",
    ["../../etc/passwd", "a\0b", "", "." * 300, "CON", "ü/ü@x", "-rf", "a" * 999],
)
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    sink = FolderSink(tmp_path / "out")
    assert sink.send(OutgoingLetter(name, "", name, letter(1))) == SENT
    (written,) = tmp_path.rglob("*.eml")
    assert written.parent == tmp_path / "out"
    assert written.name == file_name(OutgoingLetter(name, "", name, b""))
    assert not written.name.startswith(("-", "."))
