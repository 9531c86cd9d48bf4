"""What can happen in a running game."""
