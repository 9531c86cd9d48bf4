"""A site of finished games, as files that any web space takes."""
