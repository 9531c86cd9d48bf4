"""The verbs: how each reads and prints, what it names, means and does."""
