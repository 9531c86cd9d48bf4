"""A connection to a server that breaks after so many bytes of its answers."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field

from tests.support.mail.listening import Listening, end
from tests.support.processes import HOST


@dataclass
class Proxy(Listening):
    """Passes bytes on; the n-th connection ends after `cuts[n]` from the server."""

    target: int
    cuts: list[int] = field(default_factory=list)
    passed: list[int] = field(default_factory=list)

    def _talk(self, client: socket.socket) -> None:
        far = socket.create_connection((HOST, self.target))
        serial = len(self.passed)
        self.passed.append(0)
        back = threading.Thread(target=self._back, args=(far, client, serial))
        back.start()
        with client, far:
            with suppress(OSError):
                while data := client.recv(65536):
                    far.sendall(data)
            end(far)
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
        end(near)
        end(far)
