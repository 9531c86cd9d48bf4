"""The exception that an order raises which cannot be carried out."""

from __future__ import annotations

from typing import Any

from pbem.kit.places import OrderRefused


class Illegal(OrderRefused):
    """An order that cannot be carried out; `fault` says why, and where."""

    def __init__(self, why: str, at: object = None, /, **given: Any) -> None:
        super().__init__(why if "." in why else f"illegal.{why}", at, **given)
