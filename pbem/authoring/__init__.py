"""What can be found in a game without playing it."""
