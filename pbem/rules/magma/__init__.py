"""Magma: claim cells that only your colour can move to, with few pieces."""

from __future__ import annotations

from pbem.rules.magma.rules import Magma

RULES = Magma()
