"""Magic Arena."""

from pbem.rules.arena.rules import Arena

RULES = Arena()
