"""Letters from an mbox file and from standard input."""

from __future__ import annotations

import fcntl
import io
import mailbox
import multiprocessing
import os
import time
from pathlib import Path

import pytest

from pbem.mail.message.headers import head_of
from pbem.mail.transport.base import TooLarge, Unreachable
from pbem.mail.transport.eml import read_stream
from pbem.mail.transport.mbox import _CHUNK_BYTES, MboxSource
from tests.support.mail.letters import Keeper, letter, numbers

FIRST = b"From ann@x.org Thu Oct 29 09:05:03 2026\n"


def entry(n: int, size: int = 0) -> bytes:
    return FIRST + letter(n, size).replace(b"\r\n", b"\n") + b"\n"


def append(path: Path, data: bytes) -> None:
    with open(path, "ab") as file:
        file.write(data)


def filled(path: Path, count: int) -> Path:
    for n in range(1, count + 1):
        append(path / "box", entry(n))
    return path / "box"


def test_letters_in_order_each_once_and_the_file_is_emptied(tmp_path: Path) -> None:
    path = filled(tmp_path, 5)
    source = MboxSource(path)
    keeper = Keeper()
    assert keeper.round(source)
    assert numbers(keeper.kept) == [1, 2, 3, 4, 5]
    assert keeper.kept[0].raw == letter(1).replace(b"\r\n", b"\n")
    assert time.localtime(keeper.kept[0].received)[:6] == (2026, 10, 29, 9, 5, 3)
    assert not list(source.letters())
    assert path.read_bytes() == b""
    done = mailbox.mbox(tmp_path / "box.Done")
    assert [m["Subject"] for m in done] == ["1", "2", "3", "4", "5"]
    done.close()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["box", "box.Done"]


def test_what_is_not_settled_comes_again_under_its_key(tmp_path: Path) -> None:
    path = filled(tmp_path, 3)
    first = MboxSource(path)
    keys = [one.key for one in first.letters()]
    first.failed(keys[1])
    append(path, entry(4))
    second = MboxSource(path)
    found = list(second.letters())
    assert numbers(found) == [1, 3, 4]
    assert [one.key for one in found][:2] == [keys[0], keys[2]]
    assert path.stat().st_size > 0
    assert b"end 2" in (tmp_path / "box.Failed").read_bytes()


def test_another_program_may_rewrite_the_file_midway(tmp_path: Path) -> None:
    path = filled(tmp_path, 4)
    source = MboxSource(path)
    keeper = Keeper()
    reading = source.letters()
    keeper.keep(next(reading))
    path.write_bytes(entry(2) + entry(4))
    # The places noted before now hold other letters, or parts of them.
    assert not list(reading)
    keeper.rounds(source, lambda: path.stat().st_size == 0)
    assert sorted(numbers(keeper.kept)) == [1, 2, 4]


def test_two_letters_alike_to_the_last_byte_are_two(tmp_path: Path) -> None:
    path = tmp_path / "box"
    append(path, entry(1) * 2 + entry(2))
    found = list(MboxSource(path).letters())
    assert numbers(found) == [1, 1, 2]
    assert len({one.key for one in found}) == 3


def test_lines_that_look_like_the_first(tmp_path: Path) -> None:
    path = tmp_path / "box"
    body = b"A: b\n\n>From here\nFrom D4\n\nFrom D5 to D6\n\n\nhm\n"
    append(path, b"junk before\n\n" + FIRST + body + b"\n" + FIRST + b"A: c\n\nlast")
    found = [one.raw for one in MboxSource(path).letters()]
    assert found == [body, b"A: c\n\nlast"]


def test_a_line_of_any_length(tmp_path: Path) -> None:
    path = tmp_path / "box"
    body = b"A: b\n\n" + b"x" * 200_000 + b"\nFrom x\n"
    append(path, FIRST + body + b"\n" + entry(2))
    assert next(MboxSource(path).letters()).raw == body


def test_a_line_as_long_as_what_is_read_at_once_ends_no_letter(tmp_path: Path) -> None:
    """The end of such a line is read by itself, and is no blank line."""
    path = tmp_path / "box"
    for size in (_CHUNK_BYTES - 1, _CHUNK_BYTES, _CHUNK_BYTES + 1, 2 * _CHUNK_BYTES):
        body = b"A: b\n\n" + b"x" * size + b"\n" + FIRST + b"y\n"
        path.write_bytes(FIRST + body + b"\n" + entry(2))
        found = [one.raw for one in MboxSource(path).letters()]
        assert found == [body, letter(2).replace(b"\r\n", b"\n")]


def test_a_letter_over_the_limit_is_put_aside_unread(tmp_path: Path) -> None:
    path = tmp_path / "box"
    append(path, entry(1) + entry(2, 50_000) + entry(3))
    told: list[TooLarge] = []
    keeper = Keeper()
    assert keeper.round(MboxSource(path, limit=10_000, oversize=told.append))
    assert numbers(keeper.kept) == [1, 3]
    assert [one.size for one in told] == [len(entry(2, 50_000)) - len(FIRST) - 1]
    assert [one.head for one in told] == [head_of(entry(2).partition(b"\n")[2])]
    assert b"end 2" in (tmp_path / "box.Failed").read_bytes()


def _hold(path: Path, held: multiprocessing.synchronize.Event) -> None:
    with open(path, "rb+") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        held.set()
        time.sleep(30)


def test_a_locked_file_is_left_alone(tmp_path: Path) -> None:
    path = filled(tmp_path, 1)
    context = multiprocessing.get_context("spawn")
    held = context.Event()
    holder = context.Process(target=_hold, args=(path, held))
    holder.start()
    try:
        assert held.wait(20)
        with pytest.raises(Unreachable, match="locked"):
            list(MboxSource(path, patience=0.1).letters())
    finally:
        holder.kill()
        holder.join()
    assert numbers(list(MboxSource(path).letters())) == [1]


def test_the_lock_file_of_another_is_respected_ours_is_not_for_ever(
    tmp_path: Path,
) -> None:
    path = filled(tmp_path, 1)
    lock = tmp_path / "box.lock"
    lock.write_text("1234")
    with pytest.raises(Unreachable, match="locked"):
        list(MboxSource(path, patience=0.1).letters())
    # A process of ours that was killed leaves its lock behind.
    process = multiprocessing.get_context("spawn").Process(target=int)
    process.start()
    process.join()
    lock.write_text(f"pbem {process.pid} {os.uname().nodename}\n")
    assert numbers(list(MboxSource(path, patience=0.1).letters())) == [1]
    assert not lock.exists()


def test_no_file_is_no_letter_yet(tmp_path: Path) -> None:
    source = MboxSource(tmp_path / "box")
    assert not list(source.letters())
    filled(tmp_path, 1)
    source.wait(200)
    assert numbers(list(source.letters())) == [1]


def test_keys_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not a letter"):
        MboxSource(tmp_path / "box").done("mbox:../x")


def test_standard_input_is_known_by_its_content() -> None:
    raw = b"Delivered-To: a@x.org\nSubject: 1\n\nC3 H3\n"
    plain = read_stream(io.BytesIO(raw), {})
    piped = read_stream(io.BytesIO(FIRST + raw), {"HOME": "/"})
    assert plain.raw == piped.raw == raw
    assert plain.key == piped.key
    assert plain.recipient == "a@x.org"
    told = {"RECIPIENT": "a@x.org", "ORIGINAL_RECIPIENT": "a+t@x.org"}
    assert read_stream(io.BytesIO(raw), told).recipient == "a+t@x.org"
    other = read_stream(io.BytesIO(raw), told, "b@x.org")
    assert other.recipient == "b@x.org"
    assert other.key != plain.key  # a copy for somebody else is another letter
    assert read_stream(io.BytesIO(b"Subject: 1\n\nC3\n"), {}).recipient is None


@pytest.mark.parametrize("raw", [b"", b"\n\n", b"x" * 1001, FIRST])
def test_what_is_no_letter_on_standard_input_is_refused(raw: bytes) -> None:
    with pytest.raises(ValueError, match="letter"):
        read_stream(io.BytesIO(raw), {}, limit=1000)
