"""Reading in a child process, so that no letter can stop the server.

The child has limits on processor time a letter, on memory, on files; it has no
environment but the path to this package. It reads letter after letter, so that it
costs two messages over a socket; one that goes over a limit is replaced.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

import msgspec

import pbem
from pbem.mail.message.limits import LIMITS, LetterRefused, Limits
from pbem.mail.sandbox import child
from pbem.mail.sandbox.read import ParsedLetter

_MAX_START_SECONDS = 30.0
_SIGNALS: dict[int | None, str] = {-27: "time", -24: "time", -9: "memory"}


class LetterReader:
    """Reads letters in a child process; safe to share between threads.

    `cpu` is in seconds of processor time a letter, `memory` in bytes of address
    space, `wall` in seconds of waiting, for a machine that stands still.
    """

    def __init__(
        self,
        limits: Limits = LIMITS,
        *,
        cpu: float = 0.4,
        memory: int = 256 * 1024 * 1024,
        wall: float = 10.0,
    ) -> None:
        self._limits = limits
        self._settings = child.ChildSettings(limits=limits, cpu=cpu, memory=memory)
        self._wall = wall
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._readings = msgspec.msgpack.Decoder(ParsedLetter)
        self._refusals = msgspec.msgpack.Decoder(child.Refusal)

    def read(self, raw: bytes) -> ParsedLetter:
        """Read one letter. Raises LetterRefused; the next letter is read all the same.

        Codes beside those of `read_letter`: `time`, `memory`, `stalled`, `crash`; the
        last three may be the machine's fault.
        """
        if len(raw) > self._limits.size:
            raise LetterRefused("size", f"{len(raw)} bytes")
        with self._lock:
            try:
                status, payload = self._exchange(raw)
            except TimeoutError:
                self._end()
                raise LetterRefused("stalled", f"over {self._wall} s") from None
            except OSError:
                raise LetterRefused(self._died(), "the reading process ended") from None
            if status == child.ANSWER:
                return self._readings.decode(payload)
            refusal = self._refusals.decode(payload)
            if refusal.code == "memory":
                self._end()
        raise LetterRefused(refusal.code, refusal.detail)

    def close(self) -> None:
        """End the child process."""
        with self._lock:
            self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failed: object) -> None:
        self.close()

    def _exchange(self, raw: bytes) -> tuple[int, bytes]:
        link = self._socket or self._start()
        link.settimeout(self._wall)
        link.sendall(child.HEAD.pack(0, len(raw)) + raw)
        deadline = time.monotonic() + self._wall
        status, length = child.HEAD.unpack(
            self._receive(link, child.HEAD.size, deadline)
        )
        if (
            status not in (child.ANSWER, child.REFUSED)
            or length > 64 * self._limits.size
        ):
            raise OSError("not an answer")
        return status, self._receive(link, length, deadline)

    def _receive(self, link: socket.socket, size: int, deadline: float) -> bytes:
        heard = bytearray()
        while len(heard) < size:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            link.settimeout(left)
            piece = link.recv(size - len(heard))
            if not piece:
                raise OSError("ended")
            heard += piece
        return bytes(heard)

    def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        home = str(Path(pbem.__file__).parent.parent)
        with theirs:
            command = [sys.executable, "-m", child.__name__, str(theirs.fileno())]
            self._child = subprocess.Popen(
                command,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={"PYTHONPATH": home, "PATH": os.defpath, "PYTHONUTF8": "1"},
                cwd="/",
            )
        settings = msgspec.msgpack.encode(self._settings)
        self._socket = ours
        ours.settimeout(_MAX_START_SECONDS)
        ours.sendall(child.HEAD.pack(0, len(settings)) + settings)
        deadline = time.monotonic() + _MAX_START_SECONDS
        status, _ = child.HEAD.unpack(self._receive(ours, child.HEAD.size, deadline))
        if status != child.READY:
            raise OSError("not ready")
        return ours

    def _died(self) -> str:
        """Return why the child ended, as a code; clears it away."""
        code = None
        if self._child is not None:
            with suppress(subprocess.TimeoutExpired):
                code = self._child.wait(1)
        self._end()
        return _SIGNALS.get(code, "crash")

    def _end(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            self._child = None
