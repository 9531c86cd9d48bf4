"""Mag-Blast: fleets, blasts and noises, with hidden hands and reactions."""

from pbem.rules.magblast.rules import RULES

__all__ = ["RULES"]
