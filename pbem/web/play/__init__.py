"""A game tried alone or while it is written: all seats, one page (`pbem game play`)."""
