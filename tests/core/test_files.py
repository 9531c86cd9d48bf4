"""Files are whole or as they were, whatever happens in between."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from pbem.record import turn_file
from pbem.system.files import put_in_place, read_regular, write_whole


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_file_keeps_its_mode_and_its_place_behind_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    write_whole(real, b"one")
    assert mode(real) == 0o644
    real.chmod(0o640)
    link.symlink_to(real)
    write_whole(link, b"two")
    assert (link.is_symlink(), real.read_bytes(), mode(real)) == (True, b"two", 0o640)


def test_a_private_file_takes_the_place_of_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"not ours")
    link.symlink_to(real)
    write_whole(link, b"ours", private=True)
    assert not link.is_symlink()
    assert (link.read_bytes(), mode(link)) == (b"ours", 0o600)
    assert real.read_bytes() == b"not ours"


def test_what_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b"before")

    def fail(handle: int) -> None:
        raise OSError(28, "no room")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="no room"):
        write_whole(path, b"after")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [
        ("game.txt", b"before")
    ]


def test_the_part_of_another_writer_is_left_alone(tmp_path: Path) -> None:
    part = tmp_path / "part"
    part.write_bytes(b"theirs")
    with pytest.raises(FileExistsError):
        write_whole(tmp_path / "file", b"ours", part=part)
    assert part.read_bytes() == b"theirs"


def test_contents_last_before_the_name_and_the_name_before_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        done.append(os.path.basename(os.readlink(f"/proc/self/fd/{handle}")))
        fsync(handle)

    def replaced(part: Path, path: Path) -> None:
        done.append(f"{part.name} is {path.name}")
        replace(part, path)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    part = tmp_path / "part"
    part.write_bytes(b"backup")
    put_in_place(part, tmp_path / "whole")
    assert done == ["part", "part is whole", tmp_path.name]


def test_only_regular_files_within_the_limit_are_read(tmp_path: Path) -> None:
    path, link, pipe = (tmp_path / name for name in ("file", "link", "pipe"))
    path.write_bytes(b"14 bytes long.")
    link.symlink_to(path)
    os.mkfifo(pipe)
    assert read_regular(path, 14) == (b"14 bytes long.", 14)
    assert read_regular(path, 3) == (b"14 b", 14)
    assert read_regular(link, 14) is None
    assert read_regular(pipe, 14) is None
    assert read_regular(tmp_path, 14) is None


def test_a_turn_file_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_file, "MAX_FILE_MB", 1)
    assert len(turn_file.read_raw(io.BytesIO(bytes(1 << 20)))) == 1 << 20
    with pytest.raises(turn_file.Unreadable) as refused:
        turn_file.read_raw(io.BytesIO(bytes((1 << 20) + 1)))
    assert refused.value.fault.code == "record.too-big"
    assert refused.value.fault.given == {"most": 1}
