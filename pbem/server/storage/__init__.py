"""What is kept, by subject: games, players, standings, plans."""
