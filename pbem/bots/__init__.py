"""Bots: whoever wants a game and finds nobody plays them. They see what a seat sees."""
