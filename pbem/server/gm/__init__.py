"""What game masters do to a game."""
