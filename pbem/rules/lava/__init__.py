"""Lava, a game of dice and blobs for two or three, by Cameron Browne."""

from pbem.rules.lava.rules import RULES

__all__ = ["RULES"]
