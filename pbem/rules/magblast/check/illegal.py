"""The exception that an order raises which cannot be carried out."""

from __future__ import annotations

from typing import Any

from pbem.protocol import Fault


class Illegal(Exception):
    """An order that cannot be carried out; `fault` says why, and where."""

    def __init__(self, why: str, at: object = None, **given: Any) -> None:
        super().__init__(why)
        code = why if "." in why else f"illegal.{why}"
        self.fault = Fault(code, _span(at), given)


def _span(at: object) -> tuple[int, int]:
    """Return where a word or a part of an order stands in its line."""
    start = getattr(at, "start_pos", None)
    if start is not None:
        return start, getattr(at, "end_pos", start)
    found: tuple[int, int] = getattr(at, "span", (0, 0))
    return found
