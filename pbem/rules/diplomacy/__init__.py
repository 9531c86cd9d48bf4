"""Diplomacy (Allan B. Calhamer): seven powers, one Europe, orders in secret."""

from pbem.rules.diplomacy.rules import Diplomacy

RULES = Diplomacy()
