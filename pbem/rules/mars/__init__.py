"""Magic Maze on Mars: a real-time game for many hands, played by mail."""

from pbem.rules.mars.rules import Mars

RULES = Mars()
