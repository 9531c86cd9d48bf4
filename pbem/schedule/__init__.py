"""Times and durations in the words of players."""
