"""The reading process: limits, replacement, and the same answers as in process."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator

import msgspec
import pytest

from pbem.mail.message.limits import LetterRefused, Limits
from pbem.mail.sandbox import child as worker
from pbem.mail.sandbox.read import read
from pbem.mail.sandbox.reader import LetterReader
from tests.support.mail.attacks import body, html

RAW = body(b"A Par - Bur\n\nOn 3 May 2024, Ann <a@x.example> wrote:\n> A Par H\n")


@pytest.fixture
def reader() -> Iterator[LetterReader]:
    with LetterReader() as reader:
        yield reader


def child(reader: LetterReader) -> int:
    process = reader._child
    assert process is not None
    return process.pid


def test_same_as_in_process(reader: LetterReader) -> None:
    assert reader.read(RAW) == read(RAW)
    assert reader.read(html(b"<p>A Par H")) == read(html(b"<p>A Par H"))


def test_one_process_reads_many(reader: LetterReader) -> None:
    reader.read(RAW)
    first = child(reader)
    for _ in range(50):
        reader.read(RAW)
    assert child(reader) == first


def test_too_large_never_reaches_the_process(reader: LetterReader) -> None:
    with pytest.raises(LetterRefused, match="size"):
        reader.read(b"x" * 1_000_001)
    assert reader._child is None


def test_limits_are_passed_on() -> None:
    with LetterReader(Limits(header_lines=3)) as reader:
        with pytest.raises(LetterRefused, match="headers"):
            reader.read(b"A: b\nA: b\nA: b\nA: b\n\nbody")
        assert reader.read(b"A: b\n\nbody").letter.text == "body"


def test_killed_process_is_replaced(reader: LetterReader) -> None:
    reader.read(RAW)
    os.kill(child(reader), signal.SIGKILL)
    with pytest.raises(LetterRefused):
        reader.read(RAW)
    assert reader.read(RAW).reply.text == "A Par - Bur"


def test_processor_time_is_limited() -> None:
    with LetterReader(cpu=0.01) as reader:
        with pytest.raises(LetterRefused, match="time"):
            reader.read(html(b"<p>a" * 200_000))
        assert reader.read(RAW).reply.text == "A Par - Bur"


def test_memory_is_limited() -> None:
    with LetterReader(memory=1) as reader, pytest.raises(LetterRefused) as refused:
        reader.read(html(b"<p>a" * 200_000))
    assert refused.value.code in ("memory", "crash")


def test_a_process_is_kept_unless_it_ran_out_of_memory(
    reader: LetterReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader.read(RAW)
    first = child(reader)
    with pytest.raises(LetterRefused, match="headers"):
        reader.read(b"A: b\n" * 1001)
    assert child(reader) == first
    refusal = worker.Refusal("memory", "")
    payload = (worker.REFUSED, msgspec.msgpack.encode(refusal))
    with monkeypatch.context() as patch:
        patch.setattr(reader, "_exchange", lambda raw: payload)
        with pytest.raises(LetterRefused, match="memory"):
            reader.read(RAW)
    reader.read(RAW)
    assert child(reader) != first


def test_standing_process_is_given_up() -> None:
    with LetterReader(wall=0.3) as reader:
        reader.read(RAW)
        os.kill(child(reader), signal.SIGSTOP)
        with pytest.raises(LetterRefused, match="stalled"):
            reader.read(RAW)
        assert reader.read(RAW).reply.text == "A Par - Bur"


def test_threads_share_a_reader(reader: LetterReader) -> None:
    texts: list[str] = []

    def work(number: int) -> None:
        for _ in range(20):
            texts.append(reader.read(body(b"A%d H" % number)).reply.text)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(texts) == sorted(f"A{n} H" for n in range(4) for _ in range(20))


def test_nothing_of_our_environment_is_handed_on(
    reader: LetterReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_SECRET", "hunter2")
    reader.read(RAW)
    with open(f"/proc/{child(reader)}/environ", "rb") as environ:
        assert b"hunter2" not in environ.read()


def test_close_ends_the_process(
    reader: LetterReader, capfd: pytest.CaptureFixture[str]
) -> None:
    reader.read(RAW)
    process = child(reader)
    reader.close()
    assert capfd.readouterr() == ("", "")
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_fault_of_ours_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(raw: bytes, limits: Limits) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(worker, "read", broken)
    status, payload = worker.answer(b"", Limits())
    assert status == worker.REFUSED
    assert b"crash" in payload
