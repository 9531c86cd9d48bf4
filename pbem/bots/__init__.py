"""Bots: opponents where there is nobody to play with. They see what a seat sees."""
