"""How moves are written: a module for each kind of notation, with a class `Style`."""
