"""Orders carried out: the stack of cards, their effects, turns, reactions."""
