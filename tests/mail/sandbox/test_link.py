"""The two ends of the link to the process that reads: what goes wrong there."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
import pytest

from pbem.mail.message.limits import LIMITS, LetterRefused
from pbem.mail.sandbox import child
from pbem.mail.sandbox.reader import LetterReader

RAW = b"From: a@x.example\n\nA Par H\n"


def _refusal(payload: bytes) -> child.Refusal:
    return msgspec.msgpack.decode(payload, type=child.Refusal)


def test_out_of_memory_is_said_by_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(raw: bytes, limits: object) -> None:
        raise MemoryError

    monkeypatch.setattr(child, "read", fails)
    status, payload = child.answer(RAW, LIMITS)
    assert (status, _refusal(payload)) == (child.REFUSED, child.Refusal("memory", ""))


def test_a_limit_is_said_by_its_code() -> None:
    status, payload = child.answer(b"A: b\n" * 1001, LIMITS)
    assert (status, _refusal(payload).code) == (child.REFUSED, "headers")
    assert child.answer(RAW, LIMITS)[0] == child.ANSWER


@contextmanager
def _linked(
    monkeypatch: pytest.MonkeyPatch, says: Callable[[socket.socket], None]
) -> Iterator[LetterReader]:
    """A reader with another end that says something else."""
    reader = LetterReader(wall=0.2)
    ours, theirs = socket.socketpair()

    def start() -> socket.socket:
        reader._socket = ours
        says(theirs)
        return ours

    monkeypatch.setattr(reader, "_start", start)
    with theirs:
        yield reader


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (child.HEAD.pack(child.READY, 0), "crash"),
        (child.HEAD.pack(9, 0), "crash"),
        (child.HEAD.pack(child.ANSWER, 64 * LIMITS.size + 1), "crash"),
        (child.HEAD.pack(child.ANSWER, 5) + b"x", "stalled"),
        (child.HEAD.pack(child.ANSWER, 64 * LIMITS.size), "stalled"),
        (b"", "stalled"),
    ],
)
def test_what_is_no_answer_ends_the_process(
    monkeypatch: pytest.MonkeyPatch, said: bytes, code: str
) -> None:
    with (
        _linked(monkeypatch, lambda link: link.sendall(said)) as reader,
        pytest.raises(LetterRefused) as refused,
    ):
        reader.read(RAW)
    assert refused.value.code == code
    assert reader._socket is None


def test_an_end_that_hangs_up_is_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        _linked(monkeypatch, lambda link: link.close()) as reader,
        pytest.raises(LetterRefused, match="crash: the reading process ended"),
    ):
        reader.read(RAW)


def test_a_process_that_is_not_ready_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "READY", 4)
    with LetterReader() as reader, pytest.raises(LetterRefused, match="crash"):
        reader.read(RAW)


def test_messages_begin_with_what_they_are_and_their_length() -> None:
    assert child.HEAD.pack(child.ANSWER, 258) == struct.pack("!BI", 1, 258)
    assert len({child.ANSWER, child.REFUSED, child.READY, 0}) == 4
