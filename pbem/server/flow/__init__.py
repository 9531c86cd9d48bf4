"""A letter's way: identified, parsed, carried out, answered; the threads."""
