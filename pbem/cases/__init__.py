"""The published cases of the rulings, played and checked."""
