"""The published cases of the rulings, and what they say must hold."""
