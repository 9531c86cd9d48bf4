"""A search that plays Mars and wins: the proof that a box of tiles is good."""
