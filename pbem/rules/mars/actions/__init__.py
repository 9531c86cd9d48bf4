"""Actions: how they are written, and what they do on the table of a round."""
