"""A row of a table that stands for one, where no store is asked."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any


class Row(SimpleNamespace):
    """The columns that are asked for."""

    def _replace(self, **new: Any) -> Row:
        return Row(**{**vars(self), **new})
