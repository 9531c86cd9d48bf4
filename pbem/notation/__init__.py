"""One line of what a person wrote: plain characters, spelling, and the parser."""
