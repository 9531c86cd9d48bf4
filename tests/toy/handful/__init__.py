"""Handful: a toy game that needs everything that the referee can do."""
