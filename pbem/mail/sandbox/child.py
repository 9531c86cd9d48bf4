"""The process that reads letters for `LetterReader`, behind limits of its own."""

from __future__ import annotations

import resource
import signal
import socket
import struct
import sys
from dataclasses import dataclass

import msgspec

from pbem.mail.message.limits import LetterRefused, Limits
from pbem.mail.sandbox.read import read

HEAD = struct.Struct("!BI")  #: before every message: what it is, and its length
ANSWER = 1
REFUSED = 2
READY = 3
_SAMPLE = (
    b"From: a@x.org\nContent-Type: text/html\n\n<p>a</p><p>On 1 May 2024, b wrote:"
    b"</p><blockquote type=cite>c</blockquote>"
)


@dataclass(frozen=True, slots=True)
class ChildSettings:
    """What the child gets when it starts."""

    limits: Limits
    cpu: float  #: seconds a letter
    memory: int  #: bytes


@dataclass(frozen=True, slots=True)
class Refusal:
    """A LetterRefused on its way to the other process."""

    code: str
    detail: str


def confine(memory: int) -> None:
    """Set limits on this process that it cannot raise again."""
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 16),
    ):
        resource.setrlimit(kind, (most, most))


def answer(raw: bytes, limits: Limits) -> tuple[int, bytes]:
    """Return the message that goes back for one letter."""
    try:
        return ANSWER, msgspec.msgpack.encode(read(raw, limits))
    except LetterRefused as refused:
        refusal = Refusal(refused.code, refused.detail)
    except MemoryError:
        refusal = Refusal("memory", "")
    except Exception as error:  # a fault of ours must not look like one of the link
        refusal = Refusal("crash", type(error).__name__)
    return REFUSED, msgspec.msgpack.encode(refusal)


def _message(link: socket.socket) -> bytes:
    _, length = HEAD.unpack(_exactly(link, HEAD.size))
    return _exactly(link, length)


def _exactly(link: socket.socket, size: int) -> bytes:
    data = link.recv(size, socket.MSG_WAITALL) if size else b""
    if len(data) < size:
        raise SystemExit
    return data


def main() -> None:
    """Serve until the other end closes the socket."""
    link = socket.socket(fileno=int(sys.argv[1]))
    settings = msgspec.msgpack.decode(_message(link), type=ChildSettings)
    answer(_SAMPLE, settings.limits)
    import flufl.bounce  # noqa: F401  (loaded before the limits are set)

    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    confine(settings.memory)
    link.sendall(HEAD.pack(READY, 0))
    while True:
        raw = _message(link)
        signal.setitimer(signal.ITIMER_PROF, settings.cpu)
        status, payload = answer(raw, settings.limits)
        signal.setitimer(signal.ITIMER_PROF, 0)
        link.sendall(HEAD.pack(status, len(payload)) + payload)


if __name__ == "__main__":
    main()
