"""Tiles for Magic Maze on Mars that people draw: checked, shown, and proved."""
