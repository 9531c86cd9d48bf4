"""What is kept, by subject: games, letters, players, tokens, standings."""
