"""A letter is read, carried out line by line, and answered."""
