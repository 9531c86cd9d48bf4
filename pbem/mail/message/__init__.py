"""The bytes of a letter: its head, its parts, its text."""
