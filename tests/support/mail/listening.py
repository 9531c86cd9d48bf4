"""A small server on a port of its own, with a thread for each connection."""

from __future__ import annotations

import socket
import threading
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Self

from tests.support.processes import HOST


class Listening(ABC):
    """Listens while it is entered, and hands each connection to `_talk`."""

    port: int

    def __enter__(self) -> Self:
        self._server = socket.create_server((HOST, 0))
        self.port = self._server.getsockname()[1]
        self._open: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()
        return self

    def __exit__(self, *failed: object) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        self._threads[0].join(10)
        self._server.close()
        for client in self._open:
            end(client)
        for thread in self._threads:
            thread.join(10)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            self._open.append(client)
            thread = threading.Thread(target=self._talk, args=(client,))
            self._threads.append(thread)
            thread.start()

    @abstractmethod
    def _talk(self, client: socket.socket) -> None:
        """Talk to who has connected, to the end."""


def end(side: socket.socket) -> None:
    """Let the other end know that nothing more comes, nor is heard."""
    with suppress(OSError):
        side.shutdown(socket.SHUT_RDWR)
