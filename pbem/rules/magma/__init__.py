"""Magma: claim cells that only your colour can move to, with few pieces."""

from pbem.rules.magma.rules import Magma

__all__ = ["RULES"]

RULES = Magma()
