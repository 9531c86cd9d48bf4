"""Letters that wait for a digest, and those of which the store does not know yet."""

from __future__ import annotations

import errno
import logging
import os
from pathlib import Path

import pytest

from pbem.server.database.queries import save
from pbem.server.outbound import digest_queue
from pbem.server.outbound.sent_journal import SentJournal
from pbem.server.states import LetterKind
from pbem.server.storage import players
from tests.support.server.world import ADDRESS, ANN, BEGIN, HOUR, World

sqlite = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def _ann(world: World, **how: object) -> int:
    """Ann, with something changed in her row."""
    with world.store.writing() as link:
        number = players.get_or_create(link, ADDRESS[ANN], "Ann", world.now)
        row = players.get(link, number)
        save(link, row, row._replace(**how))  # type: ignore[arg-type]
    return number


@sqlite
@pytest.mark.parametrize(
    ("kind", "wants", "due", "held"),
    [
        (LetterKind.REPORT, "daily", None, True),
        (LetterKind.NOTICE, "daily", None, True),
        (LetterKind.PRESS, "daily", None, True),
        (LetterKind.REMINDER, "daily", None, True),
        (LetterKind.RECEIPT, "daily", None, False),
        (LetterKind.SECURITY, "daily", None, False),
        (LetterKind.REPORT, "", None, False),
        (LetterKind.REPORT, "daily", HOUR, True),
        (LetterKind.REPORT, "daily", HOUR - 1, False),
    ],
)
def test_what_can_wait_is_held_for_the_digest(
    world: World, kind: LetterKind, wants: str, due: float | None, held: bool
) -> None:
    at = BEGIN + 5 * HOUR
    number = _ann(world, digest=wants, digest_at=at)
    until = None if due is None else at + due
    with world.store.writing() as link:
        given = (link, world.config, number, kind, until, world.now)
        assert digest_queue.holds(*given) is held
        assert players.get(link, number).digest_at == at


@sqlite
def test_the_digest_comes_at_eight_where_its_reader_lives(world: World) -> None:
    # It is 22:13:20 in London, on 14 November 2023.
    for zone, hours in (
        ("Europe/London", 9 + 46 / 60 + 40 / 3600),
        ("Asia/Tokyo", 46 / 60 + 40 / 3600),
        ("", None),
    ):
        number = _ann(world, digest="daily", digest_at=None, zone=zone)
        with world.store.writing() as link:
            given = (link, world.config, number, LetterKind.NOTICE, None, world.now)
            assert digest_queue.holds(*given)
            found = players.get(link, number).digest_at
        if hours is not None:
            assert found == pytest.approx(BEGIN + hours * HOUR)
    assert digest_queue.DIGEST_TIME.hour == 8


def test_what_was_handed_over_is_written_down_and_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "sent"
    journal = SentJournal(file)
    assert journal.read() == []
    for name in ("<1@x>", "<2@x>"):
        journal.add(name)
    assert SentJournal(file).read() == ["<1@x>", "<2@x>"]
    assert file.stat().st_mode & 0o777 == 0o600
    journal.clear()
    assert not file.exists()
    assert not journal.fails
    journal.add("<3@x>")
    assert SentJournal(file).read() == ["<3@x>"]


def test_a_journal_that_is_nowhere_holds_nothing() -> None:
    journal = SentJournal(None)
    journal.add("<1@x>")
    assert journal.read() == []
    journal.clear()
    assert not journal.fails


@pytest.mark.parametrize("how", ["cut off", "refused"])
def test_a_full_disk_is_told_of_once(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    how: str,
) -> None:
    """The store must be told of each letter then, at once."""

    def write(handle: int, data: bytes) -> int:
        if how == "refused":
            raise OSError(errno.ENOSPC, "No space left on device")
        return len(data) - 1

    caplog.set_level(logging.WARNING)
    journal = SentJournal(tmp_path / "sent")
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", write)
        for number in range(3):
            journal.add(f"<{number}@x>")
            assert journal.fails
    why = "the disk is full" if how == "cut off" else "No space left on device"
    assert [one.why for one in caplog.records] == [why]  # type: ignore[attr-defined]
    journal.clear()
    assert not journal.fails
    journal.add("<9@x>")
    assert not journal.fails
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", write)
        journal.add("<10@x>")
    assert len(caplog.records) == 2


def test_a_journal_that_cannot_be_read_is_told_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "sent").mkdir()
    journal = SentJournal(tmp_path / "sent")
    assert journal.read() == []
    assert journal.fails
    assert len(caplog.records) == 1
    journal.clear()
    assert journal.fails
