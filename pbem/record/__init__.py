"""The turn file, and the story that it tells."""
