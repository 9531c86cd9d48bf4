"""Mag-Blast: fleets, blasts and noises, with hidden hands and reactions."""

from __future__ import annotations

from pbem.rules.magblast.rules import MagBlast

RULES = MagBlast()
