"""Mag-Blast: fleets, blasts and noises, with hidden hands and reactions."""

from pbem.rules.magblast.rules import MagBlast

RULES = MagBlast()
