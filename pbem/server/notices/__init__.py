"""Letters about a game, to its players, watchers and game masters."""
