"""Letters: who wrote, what kind of letter it is, and what is new in it."""
