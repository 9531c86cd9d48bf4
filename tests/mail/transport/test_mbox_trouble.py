"""An mbox that errs: what cannot be put away now is put away later, and once."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from pbem.mail.transport import mbox
from pbem.mail.transport.base import TooLarge, Unreachable
from pbem.mail.transport.mbox import MboxSource, scan
from tests.mail.transport.test_mbox import FIRST, append, entry, filled
from tests.support.mail.letters import letter, numbers


def test_what_cannot_be_put_away_now_is_put_away_later(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = filled(tmp_path, 2)
    source = MboxSource(path, patience=0.05)
    first, second = source.letters()
    (tmp_path / "box.lock").write_text("another program")
    source.done(first.key)
    assert "not yet put away" in caplog.text
    assert first.key in caplog.text
    assert not (tmp_path / "box.Done").exists()
    with pytest.raises(Unreachable):
        list(source.letters())
    (tmp_path / "box.lock").unlink()
    assert numbers(list(source.letters())) == [2]
    assert (tmp_path / "box.Done").read_bytes().count(b"Subject: 1") == 1
    source.done(second.key)
    assert list(source.letters()) == []
    assert path.read_bytes() == b""
    assert (tmp_path / "box.Done").read_bytes() == entry(1) + entry(2)


def test_a_letter_that_is_still_to_be_put_away_is_not_given_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = filled(tmp_path, 2)
    source = MboxSource(path)
    first, _ = source.letters()

    def full(*some: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(mbox, "_append", full)
        source.failed(first.key)
        assert numbers(list(source.letters())) == [2]
    assert numbers(list(source.letters())) == [2]
    assert (tmp_path / "box.Failed").read_bytes() == entry(1)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "box").mkdir()
    with pytest.raises(Unreachable, match="cannot read the mbox: "):
        list(MboxSource(tmp_path / "box").letters())
    assert not (tmp_path / "box.lock").exists()


def test_a_file_that_vanishes_midway_gives_no_more(tmp_path: Path) -> None:
    path = filled(tmp_path, 2)
    reading = MboxSource(path).letters()
    assert numbers([next(reading)]) == [1]
    path.unlink()
    assert list(reading) == []


def test_a_letter_over_the_limit_whose_head_is_gone_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "box"
    append(path, entry(1, 5000))
    told: list[TooLarge] = []
    source = MboxSource(path, limit=1000, oversize=told.append)
    index = source._index

    def indexed() -> list[mbox.MboxEntry]:
        found = index()
        path.rename(tmp_path / "gone")
        return found

    monkeypatch.setattr(source, "_index", indexed)
    assert list(source.letters()) == []
    assert [one.head for one in told] == [b""]


def test_without_the_right_to_lock_beside_it_a_file_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = filled(tmp_path, 1)
    opened = os.open

    def refuse(name: str | Path, flags: int, mode: int = 0o777) -> int:
        if str(name).endswith(".lock"):
            raise PermissionError(13, "Permission denied")
        return opened(name, flags, mode)

    monkeypatch.setattr(os, "open", refuse)
    assert numbers(list(MboxSource(path).letters())) == [1]


@pytest.mark.parametrize(
    ("when", "moment"),
    [
        ("Thu Oct 29 09:05:03 2026", (2026, 10, 29, 9, 5, 3)),
        ("Thu Jan  1 00:00:59 2026", (2026, 1, 1, 0, 0, 59)),
        ("Thu Dec 31 23:59:00 2026", (2026, 12, 31, 23, 59, 0)),
        ("Thu Okt 29 09:05:03 2026", None),
        ("Thu Anf 29 09:05:03 2026", None),
        ("Thu Oct 29 09:05:03 2026 +0200", None),
        ("Thu Oct 29 09:05:03 9999", (9999, 10, 29, 9, 5, 3)),
    ],
)
def test_when_a_letter_came_stands_in_its_first_line(
    tmp_path: Path, when: str, moment: tuple[int, ...] | None
) -> None:
    path = tmp_path / "box"
    path.write_bytes(f"From ann@x.org {when}\n".encode() + letter(1))
    with path.open("rb") as file:
        (place,) = scan(file)
    if moment is None:
        assert place.received is None
    else:
        assert place.received is not None
        assert time.localtime(place.received)[:6] == moment


def test_a_first_line_is_looked_at_so_far(tmp_path: Path) -> None:
    """A hostile one costs no more."""
    path = tmp_path / "box"
    for more, read in ((0, 1), (1, 0)):
        pad = b"x" * (400 - len(FIRST.rstrip()) - 1 + more)
        path.write_bytes(FIRST.rstrip().replace(b"ann@", pad + b" ann@") + b"\n\nhm\n")
        with path.open("rb") as file:
            assert len(list(scan(file))) == read


def test_what_is_settled_ends_with_a_blank_line(tmp_path: Path) -> None:
    path = tmp_path / "box"
    append(path, FIRST + b"A: b\n\nno end of line")
    source = MboxSource(path)
    (one,) = source.letters()
    source.done(one.key)
    assert (tmp_path / "box.Done").read_bytes() == (
        FIRST + b"A: b\n\nno end of line\n\n"
    )
    assert (tmp_path / "box.Done").stat().st_mode & 0o777 == 0o600
