"""Words of a game out of its templates, and a page in four forms."""
