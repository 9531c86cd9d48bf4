"""Letters in: whose they are, and for which game."""
