"""The map of Mars: colours, tiles, the platforms and roads that they make."""
