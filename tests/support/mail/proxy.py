"""A connection to a server that breaks after so many bytes of its answers."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field

from tests.support.processes import HOST


@dataclass
class Proxy:
    """Passes bytes on; the n-th connection ends after `cuts[n]` from the server."""

    target: int
    cuts: list[int] = field(default_factory=list)
    passed: list[int] = field(default_factory=list)

    def __enter__(self) -> Proxy:
        self._server = socket.create_server((HOST, 0))
        self.port: int = self._server.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()
        return self

    def __exit__(self, *failed: object) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(10)
        self._server.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._server.accept()
            except OSError:
                return
            far = socket.create_connection((HOST, self.target))
            serial = len(self.passed)
            self.passed.append(0)
            back = threading.Thread(target=self._back, args=(far, near, serial))
            forth = threading.Thread(target=self._forth, args=(near, far, back))
            self._threads += [back, forth]
            back.start()
            forth.start()

    def _forth(
        self, near: socket.socket, far: socket.socket, back: threading.Thread
    ) -> None:
        with near, far:
            with suppress(OSError):
                while data := near.recv(65536):
                    far.sendall(data)
            _end(far)
            back.join(10)

    def _back(self, far: socket.socket, near: socket.socket, serial: int) -> None:
        with suppress(OSError):
            while data := far.recv(65536):
                if serial < len(self.cuts):
                    data = data[: self.cuts[serial] - self.passed[serial]]
                self.passed[serial] += len(data)
                near.sendall(data)
                if self.passed[serial] == dict(enumerate(self.cuts)).get(serial):
                    break
        _end(near)
        _end(far)


def _end(side: socket.socket) -> None:
    with suppress(OSError):
        side.shutdown(socket.SHUT_RDWR)
