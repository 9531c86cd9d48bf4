"""A search that plays Mars and wins: for bots, and as the proof that tiles are good."""
