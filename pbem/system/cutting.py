"""An end to answers that never end: httpx counts only from one byte to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from socket import SHUT_RDWR, socket
from threading import Event, Timer
from typing import Any

import httpx


@contextmanager
def cut_off(seconds: float) -> Iterator[Callable[[str, dict[str, Any]], None]]:
    """Yield the "trace" of a request, whose connections end after so long a time.

    Raises httpx.ReadTimeout then, whatever came until there.
    """
    lines: list[socket] = []
    late = Event()

    def told(what: str, given: dict[str, Any]) -> None:
        if what.endswith(("connect_tcp.complete", "start_tls.complete")):
            lines.append(given["return_value"].get_extra_info("socket"))

    def cut() -> None:
        late.set()
        for line in lines:
            with suppress(OSError):
                line.shutdown(SHUT_RDWR)

    timer = Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield told
    except httpx.HTTPError:
        if not late.is_set():
            raise
    finally:
        timer.cancel()
    if late.is_set():
        raise httpx.ReadTimeout("no end came")
