"""Lava, a game of dice and blobs for two or three, by Cameron Browne."""

from __future__ import annotations

from pbem.rules.lava.rules import Lava

RULES = Lava()
