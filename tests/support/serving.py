"""Servers of the tests: each in a thread of its own, from `with` to its end."""

from __future__ import annotations

import threading
from socketserver import BaseServer
from types import TracebackType
from typing import Self


class Serving:
    """Serves until `with` ends; who makes the server begins it in `__enter__`."""

    _server: BaseServer

    def begin(self, server: BaseServer) -> Self:
        """Have a server answer from now on."""
        self._server = server
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
